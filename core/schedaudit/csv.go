package schedaudit

import "strings"

// A table reads a text with a line of column names and rows below it.
type table struct {
	text  string
	comma byte
	// quoted allows cells in quotes, which may contain anything.
	quoted bool
	line   int // line of the last row, from 1
	next   int // line of the next row
}

// row returns the cells of the next row that is not empty, or the reason why it
// is malformed. At the end it returns neither.
func (t *table) row() (cells []string, why string) {
	for t.text != "" {
		t.line = t.next
		cells, why = t.cells()
		if why != "" || len(cells) > 1 || strings.TrimSpace(cells[0]) != "" {
			return cells, why
		}
	}
	return nil, ""
}

// cells reads to the end of a row. It returns why as "", or as the reason why a
// cell is malformed or there are too many cells.
func (t *table) cells() (cells []string, why string) {
	for {
		cell, end, bad := t.cell()
		if bad != "" {
			why = bad
		}
		if len(cells) < maxCells {
			cells = append(cells, cell)
		} else {
			why = "has more than 2000 columns"
		}
		if end {
			t.next++
			return cells, why
		}
	}
}

// cell reads one cell and reports whether the row ends after it.
func (t *table) cell() (text string, end bool, why string) {
	if t.quoted && strings.HasPrefix(t.text, `"`) {
		if text, why = t.quotation(); why != "" {
			return "", true, why
		}
		return text, t.skipCell(), ""
	}
	i := strings.IndexAny(t.text, string(t.comma)+"\n")
	if i < 0 {
		text, t.text = t.text, ""
		return fieldOf(text), true, lengthFault(text)
	}
	text, end = t.text[:i], t.text[i] == '\n'
	t.text = t.text[i+1:]
	return fieldOf(text), end, lengthFault(text)
}

func fieldOf(text string) string { return strings.TrimSpace(text) }

func lengthFault(text string) string {
	if len(text) > maxField {
		return "has a field of more than a megabyte"
	}
	return ""
}

// quotation reads a quoted cell, in which a doubled quotation mark stands for
// one. If the quotes are not closed within maxField bytes, it discards the rest
// of the text and returns the reason.
func (t *table) quotation() (text, why string) {
	var b strings.Builder
	rest := t.text[1:]
	for {
		i := strings.IndexByte(rest, '"')
		if i < 0 || b.Len()+i > maxField {
			t.text = ""
			return "", "has quotes that are not closed"
		}
		b.WriteString(rest[:i])
		rest = rest[i+1:]
		if !strings.HasPrefix(rest, `"`) {
			break
		}
		b.WriteByte('"')
		rest = rest[1:]
	}
	t.next += strings.Count(b.String(), "\n")
	t.text = rest
	return b.String(), ""
}

// skipCell skips to the next cell and reports whether the row ends.
func (t *table) skipCell() (end bool) {
	i := strings.IndexAny(t.text, string(t.comma)+"\n")
	if i < 0 {
		t.text = ""
		return true
	}
	end = t.text[i] == '\n'
	t.text = t.text[i+1:]
	return end
}

// A header finds columns by name.
type header map[string]int

func headerOf(cells []string) header {
	h := header{}
	for i, name := range cells {
		name = strings.ToLower(name)
		if _, twice := h[name]; !twice {
			h[name] = i
		}
	}
	return h
}

// cell returns the cell of a column, or "".
func (h header) cell(cells []string, name string) string {
	i, ok := h[name]
	if !ok || i >= len(cells) {
		return ""
	}
	return cells[i]
}

// lacks returns the missing columns.
func (h header) lacks(names ...string) (list []string) {
	for _, name := range names {
		if _, ok := h[strings.ToLower(name)]; !ok {
			list = append(list, name)
		}
	}
	return list
}
