package draw

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gridbox/core/draw/scene/scenetest"
)

func scores(rows, cols int) HeatView {
	v := HeatView{Corner: "score of j17", Caption: "Scores", Colour: 1}
	for i := range rows {
		v.Rows = append(v.Rows, fmt.Sprint("r", i))
		var row []float64
		for j := range cols {
			row = append(row, float64((i*7+j*13)%50))
		}
		v.Values = append(v.Values, row)
	}
	for j := range cols {
		v.Cols = append(v.Cols, fmt.Sprint("c", j))
	}
	return v
}

func TestTheBestCellHasTheStrongestTint(t *testing.T) {
	v := HeatView{Rows: []string{"RS"}, Cols: []string{"Lyon", "Nancy", "Metz", "Nice"},
		Values: [][]float64{{31, 12, math.Inf(1), math.NaN()}}, Best: []int{1}}
	s := Heat(v).SVG()
	for _, want := range []string{`<td class="q0">31</td>`, `<td class="q8 gb-best">12</td>`,
		`<td class="gb-none">∞</td>`, `<td class="gb-none">–</td>`} {
		if !strings.Contains(s, want) {
			t.Errorf("got %s, want %s in it", s, want)
		}
	}
	v.High = true
	if !strings.Contains(Heat(v).SVG(), `<td class="q8">31</td>`) {
		t.Error("High: the largest value does not have the strongest tint")
	}
}

func TestRowsOfDifferentUnitsAreScaledAlone(t *testing.T) {
	v := HeatView{Rows: []string{"a", "b"}, Cols: []string{"x", "y"}, Values: [][]float64{{1, 2}, {1000, 2000}},
		ByRow: true}
	if n := strings.Count(Heat(v).SVG(), `class="q8"`); n != 2 {
		t.Errorf("got %d strongest tints, want one per row", n)
	}
}

func TestLargeMatricesBecomeBoundedPictures(t *testing.T) {
	for _, size := range [][2]int{{3, 5}, {30, 30}, {31, 30}, {1000, 500}, {1, 5000}, {5000, 1}} {
		s := Heat(scores(size[0], size[1])).SVG()
		scenetest.WellFormed(t, s)
		table := strings.HasPrefix(s, "<table")
		if table != (size[0]*size[1] <= heatCells) {
			t.Errorf("%v: got a table %v, want %v", size, table, !table)
		}
		if len(s) > 4<<20 {
			t.Errorf("%v: got %d bytes, want at most 4 MiB", size, len(s))
		}
	}
	scenetest.WellFormed(t, Heat(HeatView{}).SVG())
	scenetest.WellFormed(t, Heat(HeatView{Rows: []string{"a"}, Cols: []string{"<b>"}}).SVG())
}
