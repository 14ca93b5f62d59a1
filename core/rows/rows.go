// Package rows reads and writes rows of cells as spreadsheets, databases and
// people hand them over: with tabs, semicolons, commas or bars between the cells,
// with quotes, and with numbers as people of many countries write them. It knows
// nothing of what the rows are about.
package rows

import (
	"slices"
	"strings"
)

// A Grid is rows of cells. Rows may be of different lengths.
type Grid struct {
	Rows [][]string
	// Between is what stood between the cells.
	Between byte
}

// Read reads all rows of a text. Lines without any text are left out. A quote that
// is never closed is text like any other.
func Read(text string) Grid {
	text = strings.TrimPrefix(text, "\ufeff")
	g := Grid{Between: '\t'} // which is never typed by chance
	if strings.IndexByte(text, '\t') < 0 {
		if between, columns := Separator(text); columns > 1 {
			g.Between = between
		}
	}
	r := NewReader(text, g.Between)
	for r.exact = true; r.Next(); {
		row := slices.Clone(r.Cells)
		for i := range row {
			row[i] = meant(row[i])
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// Width is the number of cells of the longest row.
func (g *Grid) Width() int {
	most := 0
	for _, row := range g.Rows {
		most = max(most, len(row))
	}
	return most
}

// harmless writes a text that a spreadsheet would take for a formula with an
// apostrophe before it, as people do there; meant takes it away again. Numbers stay
// as they are, but for those with an apostrophe of their own.
func harmless(c string) string {
	if formula(c) {
		if _, why := Number(c, "", Point); why != "" || c[0] == '\'' {
			return "'" + c
		}
	}
	return c
}

func meant(c string) string {
	if rest, ok := strings.CutPrefix(c, "'"); ok && formula(rest) {
		return rest
	}
	return c
}

// formula tells what begins as formulas do, behind any apostrophes.
func formula(c string) bool {
	c = strings.TrimLeft(c, "'")
	return c != "" && strings.IndexByte("=+-@", c[0]) >= 0
}

// TSV writes rows with tabs between cells, in such a way that Read gives the
// same rows and spreadsheets take them.
func TSV(rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		for i, c := range row {
			if i > 0 {
				b.WriteByte('\t')
			}
			c = harmless(c)
			if strings.ContainsAny(c, "\t\n\r\"") || strings.TrimSpace(c) != c {
				c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
			}
			b.WriteString(c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", "<br>")

// HTML writes rows as a table, the first of them as its head.
func HTML(rows [][]string) string {
	var b strings.Builder
	b.WriteString("<table>")
	for i, row := range rows {
		tag := "td"
		if i == 0 {
			tag = "th"
		}
		b.WriteString("<tr>")
		for _, c := range row {
			b.WriteString("<" + tag + ">")
			_, _ = escaper.WriteString(&b, harmless(c))
			b.WriteString("</" + tag + ">")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
	return b.String()
}
