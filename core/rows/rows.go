// Package rows reads and writes tables as spreadsheets and databases exchange
// them: cells separated by tabs, semicolons, commas or bars, with quotes, and
// numbers in the styles of many countries. It does not interpret the rows.
package rows

import (
	"slices"
	"strings"
)

// A Grid is a list of rows of cells. Rows may differ in length.
type Grid struct {
	Rows [][]string
	// Separator is the separator of the cells.
	Separator byte
}

// Read reads all rows of a text. Blank lines are left out. An unclosed quote
// counts as text.
func Read(text string) Grid {
	text = strings.TrimPrefix(text, "\ufeff")
	g := Grid{Separator: '\t'} // a tab is never typed by chance
	if strings.IndexByte(text, '\t') < 0 {
		if between, columns := Separator(text); columns > 1 {
			g.Separator = between
		}
	}
	r := NewReader(text, g.Separator)
	for r.exact = true; r.Next(); {
		row := slices.Clone(r.Cells)
		for i := range row {
			row[i] = unescapeCell(row[i])
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// Width returns the number of cells of the longest row.
func (g *Grid) Width() int {
	most := 0
	for _, row := range g.Rows {
		most = max(most, len(row))
	}
	return most
}

// escapeCell returns a cell with an apostrophe before it if a spreadsheet would
// take it for a formula. Numbers are returned unchanged, unless they
// begin with an apostrophe. The function unescapeCell is the inverse.
func escapeCell(c string) string {
	if formula(c) {
		if _, why := Number(c, "", Point); why != "" || c[0] == '\'' {
			return "'" + c
		}
	}
	return c
}

func unescapeCell(c string) string {
	if rest, ok := strings.CutPrefix(c, "'"); ok && formula(rest) {
		return rest
	}
	return c
}

// formula reports whether a text begins as a formula does, after any
// apostrophes.
func formula(c string) bool {
	c = strings.TrimLeft(c, "'")
	return c != "" && strings.IndexByte("=+-@", c[0]) >= 0
}

// TSV returns rows with tabs between cells. Read returns the same rows, and
// spreadsheets accept the text.
func TSV(rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		for i, c := range row {
			if i > 0 {
				b.WriteByte('\t')
			}
			c = escapeCell(c)
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

// HTML returns rows as a table whose first row is its head.
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
			_, _ = escaper.WriteString(&b, escapeCell(c))
			b.WriteString("</" + tag + ">")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
	return b.String()
}
