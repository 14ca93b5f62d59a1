package picture

import "math"

// A CellsView is a table of values as tints, too many for words: a row a
// count, a column a step of budget. NaN is a cell that nothing reaches yet.
type CellsView struct {
	Rows, Columns []float64
	Values        [][]float64
	Fresh         [][]bool // what the present step has made better; nil for none
	RowName       string
	ColumnName    string
	Colour        int
	Width, Height float64
	Name          string
}

const tints = 8

// Cells draws the table; cells of one tint are one path.
func Cells(v CellsView) string {
	const left, bottom = 44.0, 30.0
	w, h := math.Max(v.Width, 120), math.Max(v.Height, 80)
	m := &markup{}
	openStatic(m, "gb-cells", v.Colour, w, h, v.Name)
	if len(v.Rows) == 0 || len(v.Columns) == 0 {
		m.raw("</svg>")
		return m.String()
	}
	dx, dy := (w-left-8)/float64(len(v.Columns)), (h-bottom-4)/float64(len(v.Rows))
	least, most := math.Inf(1), math.Inf(-1)
	for _, row := range v.Values {
		for _, x := range row {
			if !math.IsNaN(x) {
				least, most = math.Min(least, x), math.Max(most, x)
			}
		}
	}
	cell := func(i, k int) {
		m.raw("M")
		m.number(left + float64(k)*dx)
		m.raw(" ")
		m.number(4 + float64(i)*dy)
		m.raw("h")
		m.number(dx)
		m.raw("v")
		m.number(dy)
		m.raw("h")
		m.number(-dx)
		m.raw("z")
	}
	m.raw(`<rect class="gb-track"`)
	m.nums(rectNames, left, 4, w-left-8, h-bottom-4)
	m.raw("/>")
	for tint := 0; tint <= tints; tint++ {
		some := false
		for i, row := range v.Values {
			for k, x := range row {
				if math.IsNaN(x) || tintOf(x, least, most) != tint {
					continue
				}
				if !some {
					some = true
					m.raw(`<path class="gb-tint"`)
					m.num("fill-opacity", 0.12+0.88*float64(tint)/tints)
					m.raw(` d="`)
				}
				cell(i, k)
			}
		}
		if some {
			m.raw(`"/>`)
		}
	}
	if v.Fresh != nil {
		m.raw(`<path class="gb-fresh" d="`)
		for i, row := range v.Fresh {
			for k, fresh := range row {
				if fresh {
					cell(i, k)
				}
			}
		}
		m.raw(`"/>`)
	}
	every := max(1, len(v.Rows)/6)
	for i := len(v.Rows) - 1; i >= 0; i -= every {
		m.raw(`<text class="gb-tick" text-anchor="end"`)
		m.nums(xyNames, left-5, 4+(float64(i)+0.5)*dy+4)
		m.raw(">")
		m.text(Number(v.Rows[i]))
		m.raw("</text>")
	}
	m.label("gb-tick", left, h-16, Number(v.Columns[0]))
	m.raw(`<text class="gb-tick" text-anchor="end"`)
	m.nums(xyNames, w-8, h-16)
	m.raw(">")
	m.text(Number(v.Columns[len(v.Columns)-1]))
	m.raw("</text>")
	m.label("gb-tick", left, h-3, v.ColumnName)
	m.label("gb-tick", 0, 12, v.RowName)
	m.raw("</svg>")
	return m.String()
}

func tintOf(x, least, most float64) int {
	if most <= least {
		return tints
	}
	return int(math.Round((x - least) / (most - least) * tints))
}
