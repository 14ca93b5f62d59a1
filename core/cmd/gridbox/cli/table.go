package cli

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Table writes rows in aligned columns. The columns in Right are right-aligned, as for numbers.
type Table struct {
	Right map[int]bool
	Rows  [][]string
}

// Row appends a row.
func (t *Table) Row(cells ...string) { t.Rows = append(t.Rows, cells) }

// String returns the table with aligned columns.
func (t *Table) String() string {
	var widths []int
	for _, row := range t.Rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	b := &strings.Builder{}
	for _, row := range t.Rows {
		line := &strings.Builder{}
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.Right[i] {
				line.WriteString(pad + cell)
			} else {
				line.WriteString(cell + pad)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// Column formats numbers with the same number of decimals, such that the greatest has four
// significant digits.
func Column(values []float64) []string {
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
