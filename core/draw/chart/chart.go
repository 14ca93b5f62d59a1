// Package chart turns results into charts: as Vega-Lite specifications, which
// the page draws, exports and hands out, as a table for those who do not see
// it and as CSV, and as a plain SVG that stands in prerendered pages before
// Vega has arrived. It is pure Go; a chart is data, and tested as data.
package chart

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/sorting"
)

// A Chart compares series of numbers. A chart of lines has an X for every
// point; a chart of bars has a Label for every point, and series with one
// point each stand one under the other.
type Chart struct {
	ID     string // "makespan-over-jobs"
	Title  string // "Makespan over the number of jobs"
	Bars   bool
	Log    bool // the values of lines stand on a logarithmic axis; none may be 0
	LogX   bool // and so do the places of points
	X, Y   Axis // of bars, X says what the labels are
	Series []Series
	Bound  *Bound
	// Plot is how high lines are drawn, in pixels; 0 is the usual. What is handed
	// out has the usual height always.
	Plot float64
	// Note says below the chart how it was made and what is left out.
	Note string
}

// An Axis is what numbers mean.
type Axis struct {
	Title string // "makespan"
	Unit  string // "s"
}

// A Series is one algorithm's numbers. Colour is its place in the fixed order,
// from 1.
type Series struct {
	Name   string
	Colour int
	Points []Point
	Dots   bool // single points and no line
	Steps  bool // the line keeps each value up to the next point
}

// A Point is one number.
type Point struct {
	X     float64
	Label string
	Y     float64
}

// A Bound is a line that no Y can pass.
type Bound struct {
	Value float64
	Label string
}

// Name is the axis with its unit, as heads of tables and charts have it.
func (a Axis) Name() string {
	if a.Unit == "" {
		return a.Title
	}
	return a.Title + ", " + a.Unit
}

// A Table is the same numbers as rows.
type Table struct {
	Caption string
	Headers []string
	Rows    [][]string // numbers in plain digits
}

// Table gives a row for every X or label, in order, and a column for every
// series; a series of single points gives a row for every series.
func (c Chart) Table() Table {
	t := Table{Caption: c.Title}
	if c.single() {
		t.Headers = []string{c.X.Name(), c.Y.Name()}
		for _, s := range c.Series {
			if len(s.Points) == 1 {
				t.Rows = append(t.Rows, []string{s.Name, digits(s.Points[0].Y)})
			}
		}
		return t
	}
	t.Headers = []string{c.X.Name()}
	for _, s := range c.Series {
		t.Headers = append(t.Headers, s.Name+": "+c.Y.Name())
	}
	for _, key := range c.keys() {
		row := []string{c.key(key)}
		for _, s := range c.Series {
			row = append(row, c.at(s, key))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// CSV gives the table as comma-separated values, quoted as RFC 4180 says.
func (c Chart) CSV() string {
	t := c.Table()
	var b strings.Builder
	for _, row := range append([][]string{t.Headers}, t.Rows...) {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(cell))
		}
		b.WriteString("\r\n")
	}
	return b.String()
}

// quote also defuses what a spreadsheet would take for a formula: names come
// from documents that anybody may have written.
func quote(cell string) string {
	if _, err := strconv.ParseFloat(cell, 64); err != nil && strings.IndexAny(cell, "=+-@\t\r") == 0 {
		cell = "'" + cell
	}
	if strings.ContainsAny(cell, ",\"\r\n") {
		return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return cell
}

// Empty reports whether there is no number to draw.
func (c Chart) Empty() bool {
	for _, s := range c.Series {
		for _, p := range s.Points {
			if finite(p.X) && finite(p.Y) {
				return false
			}
		}
	}
	return true
}

// single reports whether every series is one number.
func (c Chart) single() bool {
	if !c.Bars {
		return false
	}
	for _, s := range c.Series {
		if len(s.Points) > 1 {
			return false
		}
	}
	return true
}

// keys are the points of all series without repetition: lines by X, bars by
// label in order of first appearance.
func (c Chart) keys() []Point {
	var out []Point
	seen := map[Point]bool{}
	for _, s := range c.Series {
		for _, p := range s.Points {
			k := Point{X: p.X}
			if c.Bars {
				k = Point{Label: p.Label}
			}
			if !seen[k] {
				seen[k] = true
				out = append(out, k)
			}
		}
	}
	if !c.Bars {
		sorting.By(out, func(a, b Point) int { return sorting.Ascending(a.X, b.X) })
	}
	return out
}

func (c Chart) key(k Point) string {
	if c.Bars {
		return k.Label
	}
	return digits(k.X)
}

func (c Chart) at(s Series, k Point) string {
	for _, p := range s.Points {
		if c.Bars && p.Label == k.Label || !c.Bars && p.X == k.X {
			return digits(p.Y)
		}
	}
	return ""
}

// digits writes a number so that any program reads it back as it was.
func digits(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return doc.Decimal(v)
}

// Describe says the chart in one sentence: its title and where each series ends.
func (c Chart) Describe() string {
	var ends []string
	for _, s := range c.Series {
		if n := len(s.Points); n > 0 && (c.single() || !c.Bars) {
			ends = append(ends, s.Name+" "+picture.Number(s.Points[n-1].Y))
		}
	}
	if len(ends) == 0 {
		return c.Title
	}
	at := ""
	if !c.Bars {
		at = ", at the end"
	}
	return c.Title + at + ", in " + c.unit() + ": " + strings.Join(ends, ", ")
}

func (c Chart) unit() string {
	if c.Y.Unit != "" {
		return c.Y.Unit
	}
	return c.Y.Title
}
