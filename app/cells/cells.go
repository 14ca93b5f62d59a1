// Package cells reads and writes rows as spreadsheets hand them over: texts
// with tabs, commas or semicolons between them, with quotes and with numbers
// as people of many countries write them. It knows nothing of what the rows
// are about.
package cells

import "strings"

// A Grid is rows of cells. Rows may be of different lengths.
type Grid struct {
	Rows [][]string
	// Between is what stood between the cells: a tab, comma or semicolon.
	Between byte
}

// Read takes a text apart. What stands between cells is what its first lines
// have most evenly; a text of a single column has none of it. Lines without any
// text are left out. A quote that is never closed is text like any other.
func Read(text string) Grid {
	text = strings.TrimPrefix(text, "\ufeff")
	g := Grid{Between: between(text)}
	r := reader{text: text, between: g.Between}
	for r.pos < len(r.text) {
		if row := r.row(); !blank(row) {
			g.Rows = append(g.Rows, row)
		}
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

func blank(row []string) bool {
	for _, c := range row {
		if c != "" {
			return false
		}
	}
	return true
}

// looked is how many lines tell what stands between cells.
const looked = 20

// between finds the separator. A tab is never typed by chance, so one is
// enough; of comma and semicolon that one counts which every line has equally
// often, and the semicolon where both do, since it stands where the comma is
// taken by decimals.
func between(text string) byte {
	if strings.IndexByte(text, '\t') >= 0 {
		return '\t'
	}
	best, most := byte('\t'), 0
	for _, sep := range []byte{';', ','} {
		r := reader{text: text, between: sep}
		least, lines := 1<<30, 0
		for ; r.pos < len(text) && lines < looked; lines++ {
			if row := r.row(); !blank(row) {
				least = min(least, len(row)-1)
			}
		}
		if lines > 0 && least > 0 && least > most && best != ';' {
			best, most = sep, least
		}
	}
	return best
}

// A reader goes through a text row by row.
type reader struct {
	text    string
	pos     int
	between byte
}

func (r *reader) row() (row []string) {
	for {
		cell, last := r.cell()
		row = append(row, cell)
		if last {
			return row
		}
	}
}

// cell reads up to the next separator or line end. Blanks around a bare cell
// are no part of it; what stands in quotes is taken as it is.
func (r *reader) cell() (text string, last bool) {
	at := r.pos
	for at < len(r.text) && r.text[at] == ' ' && r.between != ' ' {
		at++
	}
	if at < len(r.text) && r.text[at] == '"' {
		if text, next, ok := r.quoted(at + 1); ok {
			r.pos = next
			return meant(text), r.step()
		}
	}
	at = r.pos
	for r.pos < len(r.text) && r.text[r.pos] != r.between && r.text[r.pos] != '\n' && r.text[r.pos] != '\r' {
		r.pos++
	}
	return meant(strings.TrimSpace(r.text[at:r.pos])), r.step()
}

// step goes over what ends a cell and tells whether the row ends with it.
func (r *reader) step() (last bool) {
	switch {
	case r.pos >= len(r.text):
		return true
	case r.text[r.pos] == r.between:
		r.pos++
		return false
	case r.text[r.pos] == '\r' && r.pos+1 < len(r.text) && r.text[r.pos+1] == '\n':
		r.pos++
	}
	r.pos++
	return true
}

// quoted reads on behind an opening quote; ok is false where none closes the
// cell, because the quote then is a sign of inches or the like.
func (r *reader) quoted(at int) (text string, next int, ok bool) {
	var b strings.Builder
	for at < len(r.text) {
		end := strings.IndexByte(r.text[at:], '"')
		if end < 0 {
			return "", 0, false
		}
		b.WriteString(r.text[at : at+end])
		at += end + 1
		if at < len(r.text) && r.text[at] == '"' {
			b.WriteByte('"')
			at++
			continue
		}
		for at < len(r.text) && r.text[at] == ' ' {
			at++
		}
		ends := at == len(r.text) || r.text[at] == r.between || r.text[at] == '\n' || r.text[at] == '\r'
		return b.String(), at, ends
	}
	return "", 0, false
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
