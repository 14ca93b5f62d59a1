package draw

import (
	"math"
	"strconv"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/kind"
)

// A HeatView is the content of a matrix of numbers, such as the scores of jobs on clusters.
type HeatView struct {
	Rows, Cols []string
	Values     [][]float64 // one list for each of Rows; NaN is drawn as nothing, ±Inf as it is
	// Best has the column to frame in each row, -1 for none. Nil means none.
	Best []int
	// High emphasises large values; otherwise small ones are emphasised.
	High bool
	// ByRow scales the tint of each row by its own range, for rows of different units.
	ByRow   bool
	Corner  string // title of the column of names
	Unit    string
	Caption string
	Colour  int
	Width   float64 // of the picture of a large matrix; 0 means 720
}

// heatCells is the number of cells up to which a matrix is drawn as a table. A larger one is an
// overview of tints.
const heatCells = 900

// Heat draws a matrix: a table element when it is small, an svg element of at
// most 240 x 120 tinted cells when it is large.
func Heat(v HeatView) *scene.Node {
	if len(v.Rows)*len(v.Cols) <= heatCells {
		return heatTable(v)
	}
	return heatPicture(v)
}

// heatTable returns the matrix as a table element with the names of rows and columns as headers.
func heatTable(v HeatView) *scene.Node {
	m := &scene.Builder{}
	m.Open("table", "gb-heat "+picture.Hue(v.Colour))
	if v.Caption != "" {
		m.Open("caption", "")
		m.Text(v.Caption)
		m.Close()
	}
	m.Open("thead", "")
	m.Open("tr", "")
	m.Open("th", "")
	m.Attr("scope", "col")
	m.Text(kind.WithUnit(v.Corner, v.Unit))
	m.Close()
	for _, c := range v.Cols {
		m.Open("th", "")
		m.Attr("scope", "col")
		m.Text(c)
		m.Close()
	}
	m.Close()
	m.Close()
	m.Open("tbody", "")
	low, high := v.rangeOf(0)
	for i, name := range v.Rows {
		if v.ByRow {
			low, high = v.rangeOf(i)
		}
		m.Open("tr", "")
		m.Open("th", "")
		m.Attr("scope", "row")
		m.Text(name)
		m.Close()
		for j := range v.Cols {
			v.drawCell(m, i, j, low, high)
		}
		m.Close()
	}
	m.Close()
	m.Close()
	return m.Node()
}

// drawCell draws a value with the tint of its place between low and high. A value that is not
// finite has no tint. The best column of a row is framed.
func (v HeatView) drawCell(m *scene.Builder, i, j int, low, high float64) {
	x := v.value(i, j)
	class := "gb-none"
	if !math.IsNaN(x) && !math.IsInf(x, 0) {
		class = "q" + strconv.Itoa(v.step(x, low, high))
	}
	if i < len(v.Best) && v.Best[i] == j {
		class += " gb-best"
	}
	m.Open("td", class)
	m.Text(picture.Number(x))
	m.Close()
}

// value returns the value of a cell, or NaN if it is missing.
func (v HeatView) value(i, j int) float64 {
	if i >= len(v.Values) || j >= len(v.Values[i]) {
		return math.NaN()
	}
	return v.Values[i][j]
}

// rangeOf returns the least and the largest finite value of a row if ByRow is set, otherwise of
// all rows.
func (v HeatView) rangeOf(row int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range v.Values {
		if v.ByRow && i != row {
			continue
		}
		for _, x := range v.Values[i] {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				low, high = math.Min(low, x), math.Max(high, x)
			}
		}
	}
	return low, high
}

// heatSteps is the number of tints; more than nine could not be distinguished.
const heatSteps = 9

// step returns the tint of a value. The strongest tint is that of the emphasised end.
func (v HeatView) step(x, low, high float64) int {
	if !(high > low) {
		return 0
	}
	share := (x - low) / (high - low)
	if !v.High {
		share = 1 - share
	}
	return min(heatSteps-1, int(share*heatSteps))
}

// heatPicture draws averages of blocks as cells of a few pixels, and joins equal neighbours.
func heatPicture(v HeatView) *scene.Node {
	width := v.Width
	if width <= 0 {
		width = 720
	}
	cols, rows := min(len(v.Cols), 240), min(len(v.Rows), 120)
	cw := width / float64(cols)
	ch := math.Max(2, math.Min(14, 360/float64(rows)))
	m := &scene.Builder{}
	m.Root("gb-heatmap " + picture.Hue(v.Colour))
	m.Attr("role", "img")
	m.ViewBox(width, ch*float64(rows))
	m.Attr("aria-label", kind.WithUnit(v.Caption, v.Unit)+": "+picture.Number(float64(len(v.Rows)))+" rows, "+
		picture.Number(float64(len(v.Cols)))+" columns")
	whole := v
	whole.ByRow = false
	low, high := whole.rangeOf(0)
	for r := range rows {
		v.drawBand(m, r, rows, cols, cw, ch, low, high)
	}
	m.Close()
	return m.Node()
}

// drawBand draws one row of averaged cells. A run of equal tints is one rect.
func (v HeatView) drawBand(m *scene.Builder, r, rows, cols int, cw, ch, low, high float64) {
	if v.ByRow {
		low, high = v.rangeOf(r * len(v.Rows) / rows)
	}
	from, tint := 0, -1
	flush := func(to int) {
		if tint >= 0 {
			m.Open("rect", "gb-q")
			m.Nums(scene.Box, float64(from)*cw, float64(r)*ch, float64(to-from)*cw, ch)
			m.Num("fill-opacity", 0.04+0.84*float64(tint)/(heatSteps-1))
			m.Close()
		}
	}
	for c := range cols {
		now := -1
		if x := v.mean(r*len(v.Rows)/rows, (r+1)*len(v.Rows)/rows, c*len(v.Cols)/cols,
			(c+1)*len(v.Cols)/cols); !math.IsNaN(x) {
			now = v.step(x, low, high)
		}
		if now != tint {
			flush(c)
			from, tint = c, now
		}
	}
	flush(cols)
}

// mean returns the average of the finite values of a block, or NaN if there are none.
func (v HeatView) mean(r0, r1, c0, c1 int) float64 {
	sum, n := 0.0, 0.0
	for i := r0; i < r1; i++ {
		for j := c0; j < c1; j++ {
			if x := v.value(i, j); !math.IsNaN(x) && !math.IsInf(x, 0) {
				sum += x
				n++
			}
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / n
}
