package draw

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// A CellsView is a table of values as tints: a row for each count, a column for
// each step of budget. NaN is a cell without a value yet.
type CellsView struct {
	Rows, Columns []float64
	Values        [][]float64
	NewCells      [][]bool // cells improved by the current step; nil for none
	RowName       string
	ColumnName    string
	Colour        int
	Width, Height float64
	Name          string
}

const tints = 8

// Cells returns the picture of the table; cells of one tint are one path.
func Cells(v CellsView) *scene.Node {
	const left, bottom = 44.0, 30.0
	w, h := math.Max(v.Width, 120), math.Max(v.Height, 80)
	m := &scene.Builder{}
	openStatic(m, "gb-cells", v.Colour, w, h, v.Name)
	if len(v.Rows) == 0 || len(v.Columns) == 0 {
		m.Close()
		return m.Node()
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
		m.Numbers("M", left+float64(k)*dx, 4+float64(i)*dy)
		m.Numbers("h", dx)
		m.Numbers("v", dy)
		m.Numbers("h", -dx)
		m.Append("z")
	}
	m.Open("rect", "gb-track")
	m.Nums(scene.Box, left, 4, w-left-8, h-bottom-4)
	m.Close()
	for tint := 0; tint <= tints; tint++ {
		some := false
		for i, row := range v.Values {
			for k, x := range row {
				if math.IsNaN(x) || tintOf(x, least, most) != tint {
					continue
				}
				if !some {
					some = true
					m.Open("path", "gb-tint")
					m.Num("fill-opacity", 0.12+0.88*float64(tint)/tints)
					m.Value("d", "")
				}
				cell(i, k)
			}
		}
		if some {
			m.Close()
		}
	}
	if v.NewCells != nil {
		m.Open("path", "gb-fresh")
		m.Value("d", "")
		for i, row := range v.NewCells {
			for k, fresh := range row {
				if fresh {
					cell(i, k)
				}
			}
		}
		m.Close()
	}
	every := max(1, len(v.Rows)/6)
	for i := len(v.Rows) - 1; i >= 0; i -= every {
		m.Open("text", "gb-tick")
		m.Attr("text-anchor", "end")
		m.Nums(scene.XY, left-5, 4+(float64(i)+0.5)*dy+4)
		m.Text(picture.Number(v.Rows[i]))
		m.Close()
	}
	m.Label("gb-tick", left, h-16, picture.Number(v.Columns[0]))
	m.Open("text", "gb-tick")
	m.Attr("text-anchor", "end")
	m.Nums(scene.XY, w-8, h-16)
	m.Text(picture.Number(v.Columns[len(v.Columns)-1]))
	m.Close()
	m.Label("gb-tick", left, h-3, v.ColumnName)
	m.Label("gb-tick", 0, 12, v.RowName)
	m.Close()
	return m.Node()
}

func tintOf(x, least, most float64) int {
	if most <= least {
		return tints
	}
	return int(math.Round((x - least) / (most - least) * tints))
}
