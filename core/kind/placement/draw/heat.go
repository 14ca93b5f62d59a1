package draw

import (
	"math"
	"strconv"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
)

// A HeatView is a matrix of numbers, such as the scores of jobs on clusters.
type HeatView struct {
	Rows, Cols []string
	Values     [][]float64 // a row for each of Rows; NaN is nothing, ±Inf stays
	// Best has the column to frame in each row, -1 for none; nil means none.
	Best []int
	// High says that large values are the ones to see; otherwise small ones are.
	High bool
	// ByRow scales the tint of each row by itself: rows of different units.
	ByRow   bool
	Corner  string // head of the column of names
	Unit    string
	Caption string
	Colour  int
	Width   float64 // of the picture of a large matrix; 0 means 720
}

// heatCells is the number of cells up to which a matrix is a table that can be
// read; a larger one is a picture that shows where to look.
const heatCells = 900

// Heat draws a matrix: a table element when it is small, an svg element of at
// most 240 x 120 tinted cells when it is large.
func Heat(v HeatView) string {
	if len(v.Rows)*len(v.Cols) <= heatCells {
		return heatTable(v)
	}
	return heatPicture(v)
}

func heatTable(v HeatView) string {
	m := svg.New(300 + 60*len(v.Rows)*len(v.Cols))
	m.Raw(`<table class="gb-heat `, picture.Hue(v.Colour), `">`)
	if v.Caption != "" {
		m.Raw("<caption>")
		m.Text(v.Caption)
		m.Raw("</caption>")
	}
	m.Raw(`<thead><tr><th scope="col">`)
	m.Text(withUnit(v.Corner, v.Unit))
	m.Raw("</th>")
	for _, c := range v.Cols {
		m.Raw(`<th scope="col">`)
		m.Text(c)
		m.Raw("</th>")
	}
	m.Raw("</tr></thead><tbody>")
	low, high := v.rangeOf(0)
	for i, name := range v.Rows {
		if v.ByRow {
			low, high = v.rangeOf(i)
		}
		m.Raw(`<tr><th scope="row">`)
		m.Text(name)
		m.Raw("</th>")
		for j := range v.Cols {
			v.drawCell(m, i, j, low, high)
		}
		m.Raw("</tr>")
	}
	m.Raw("</tbody></table>")
	return m.String()
}

func withUnit(head, unit string) string {
	if unit == "" {
		return head
	}
	return head + ", " + unit
}

func (v HeatView) drawCell(m *svg.Builder, i, j int, low, high float64) {
	x := v.value(i, j)
	class := "gb-none"
	if !math.IsNaN(x) && !math.IsInf(x, 0) {
		class = "q" + strconv.Itoa(v.step(x, low, high))
	}
	if i < len(v.Best) && v.Best[i] == j {
		class += " gb-best"
	}
	m.Raw(`<td class="`, class, `">`)
	m.Text(picture.Number(x))
	m.Raw("</td>")
}

func (v HeatView) value(i, j int) float64 {
	if i >= len(v.Values) || j >= len(v.Values[i]) {
		return math.NaN()
	}
	return v.Values[i][j]
}

// rangeOf is the least and the largest finite value of a row, or of all.
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

// heatSteps is the number of tints; more than nine cannot be told apart.
const heatSteps = 9

// step is the tint of a value: the strongest is what is to be seen.
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

// heatPicture averages the matrix down to cells of a few pixels and joins
// equal neighbours.
func heatPicture(v HeatView) string {
	width := v.Width
	if width <= 0 {
		width = 720
	}
	cols, rows := min(len(v.Cols), 240), min(len(v.Rows), 120)
	cw := width / float64(cols)
	ch := math.Max(2, math.Min(14, 360/float64(rows)))
	m := &svg.Builder{}
	m.Raw(`<svg xmlns="http://www.w3.org/2000/svg" class="gb-picture gb-heatmap `, picture.Hue(v.Colour),
		`" role="img" viewBox="0 0 `)
	m.Number(width)
	m.Raw(" ")
	m.Number(ch * float64(rows))
	m.Raw(`"`)
	m.Attr("aria-label", withUnit(v.Caption, v.Unit)+": "+picture.Number(float64(len(v.Rows)))+" rows, "+
		picture.Number(float64(len(v.Cols)))+" columns")
	m.Raw(">")
	whole := v
	whole.ByRow = false
	low, high := whole.rangeOf(0)
	for r := range rows {
		v.drawBand(m, r, rows, cols, cw, ch, low, high)
	}
	m.Raw("</svg>")
	return m.String()
}

// drawBand writes one row of averaged cells; runs of one tint are one rect.
func (v HeatView) drawBand(m *svg.Builder, r, rows, cols int, cw, ch, low, high float64) {
	if v.ByRow {
		low, high = v.rangeOf(r * len(v.Rows) / rows)
	}
	from, tint := 0, -1
	flush := func(to int) {
		if tint >= 0 {
			m.Raw(`<rect class="gb-q"`)
			m.Nums(svg.Box, float64(from)*cw, float64(r)*ch, float64(to-from)*cw, ch)
			m.Num("fill-opacity", 0.04+0.84*float64(tint)/(heatSteps-1))
			m.Raw("/>")
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

// mean averages the finite values of a block; NaN when there are none.
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
