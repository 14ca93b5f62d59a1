package main

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A table writes rows in aligned columns. Columns named in right are set
// flush right, as numbers are.
type table struct {
	right map[int]bool
	rows  [][]string
}

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) String() string {
	var widths []int
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	b := &strings.Builder{}
	for _, row := range t.rows {
		line := &strings.Builder{}
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.right[i] {
				line.WriteString(pad + cell)
			} else {
				line.WriteString(cell + pad)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// column gives numbers the same count of decimals: as many as the greatest of
// them needs for four digits that matter.
func column(values []float64) []string {
	most := 0.0
	for _, v := range values {
		if !math.IsNaN(v) {
			most = max(most, math.Abs(v))
		}
	}
	decimals := 3
	for bound := 1.0; decimals > 0 && most >= 10*bound; bound *= 10 {
		decimals--
	}
	cells := make([]string, len(values))
	for i, v := range values {
		if cells[i] = "-"; !math.IsNaN(v) {
			cells[i] = strconv.FormatFloat(v, 'f', decimals, 64)
		}
	}
	return cells
}
