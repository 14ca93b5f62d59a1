// Package chart draws charts of results. A [Chart] has series of lines or bars over numbers or
// names, [Intervals] has estimates with their confidence intervals. The functions of this package
// make charts of the answers of a kind (placement.go, farm.go) and of studies (study.go). A chart
// is data without a picture. Four forms of it exist: an SVG picture, a Vega-Lite specification, a
// table for readers who do not see pictures, and CSV. [Pen] draws the parts that charts of papers
// share. The package is pure Go and equal data give equal bytes.
package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/rows"
	"gridbox/core/sorting"
)

// A Chart compares series of numbers. In a chart of lines every point has an X. In a chart of
// bars every point has a Label; series of one point each are drawn below each other.
type Chart struct {
	ID     string // "makespan-over-jobs"
	Title  string // "Makespan over the number of jobs"
	Bars   bool
	Log    bool // values of lines have a logarithmic axis; none may be 0
	LogX   bool // the X of points has a logarithmic axis
	X, Y   Axis // for bars, X is the meaning of the labels
	Series []Series
	Bound  *Bound
	// Plot is the height of the plot of lines in pixels; 0 means lineHeight. Specifications
	// always have lineHeight.
	Plot float64
	// Note is a line below the chart on how it was made and what it omits.
	Note string
}

// An Axis is the meaning of numbers.
type Axis struct {
	Title string // "makespan"
	Unit  string // "s"
}

// A Series has the numbers of one algorithm. Colour is the number of its colour, from 1.
type Series struct {
	Name   string
	Colour int
	Points []Point
	Dots   bool // separate points without a line
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

// Name returns the title of the axis with its unit, as in heads of tables and charts.
func (a Axis) Name() string {
	if a.Unit == "" {
		return a.Title
	}
	return i18n.T("{}, {}", a.Title, a.Unit)
}

// A Table is the same numbers as rows.
type Table struct {
	Caption string
	Headers []string
	Rows    [][]string // numbers in plain digits
}

// Table returns the numbers as a table: a row for every X or label, in order, and a column for
// every series. If every series is a single number, the table has a row for every series.
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
			row = append(row, c.valueText(s, key))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// CSV returns the table as comma-separated values. Texts that a spreadsheet would read as a formula
// are protected, numbers are not.
func (c Chart) CSV() string {
	t := c.Table()
	var b []byte
	for _, row := range append([][]string{t.Headers}, t.Rows...) {
		cells := slices.Clone(row)
		for i, cell := range cells {
			if _, err := strconv.ParseFloat(cell, 64); err != nil {
				cells[i] = rows.EscapeFormula(cell)
			}
		}
		b = rows.AppendCSV(b, cells...)
	}
	return string(b)
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

// keys returns the distinct points of all series: of lines by X in order, of bars by label in the
// order of their first appearance.
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
		sorting.Sort(out, func(a, b Point) int { return sorting.Ascending(a.X, b.X) })
	}
	return out
}

func (c Chart) key(k Point) string {
	if c.Bars {
		return k.Label
	}
	return digits(k.X)
}

func (c Chart) valueText(s Series, k Point) string {
	for _, p := range s.Points {
		if c.Bars && p.Label == k.Label || !c.Bars && p.X == k.X {
			return digits(p.Y)
		}
	}
	return ""
}

// digits formats a number so that any program reads back the same value. NaN and infinity are
// empty.
func digits(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return doc.Decimal(v)
}

// Describe returns the chart in one sentence: its title and the last value of each series.
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
		at = i18n.T(", at the end")
	}
	return i18n.T("{}{}, in {}: {}", c.Title, at, c.unit(), strings.Join(ends, ", "))
}

func (c Chart) unit() string {
	if c.Y.Unit != "" {
		return c.Y.Unit
	}
	return c.Y.Title
}
