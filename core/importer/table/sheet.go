package table

import (
	"strings"

	"gridbox/core/importer"
	"gridbox/core/rows"
)

// A sheet is the beginning of a file, split into columns.
type sheet struct {
	name       string
	text       string // beginning of the text
	separator  byte
	headerless bool
	names      []string   // of the columns
	sample     [][]string // first rows below the header
	lines      []int      // line numbers of the sample
}

// newReader returns a reader of rows with the limit of columns.
func newReader(text string, between byte) *rows.Reader {
	r := rows.NewReader(text, between)
	r.MaxCells = maxColumns
	return r
}

// open reads the beginning of a file. Settings of a table take precedence over detected ones.
func open(f importer.File, t *Table) *sheet {
	sh := &sheet{name: f.Name, text: string(f.Data[:min(len(f.Data), sampleLong)])}
	sh.separator, _ = rows.Separator(sh.text)
	if t != nil && t.Separator != "" {
		sh.separator = t.Separator[0]
	}
	r := newReader(sh.text, sh.separator)
	var first []string
	firstLine := 1
	for len(sh.sample) < sampleRows && r.Next() {
		row := make([]string, len(r.Cells))
		for i, c := range r.Cells {
			row[i] = strings.Clone(cut(c, 200))
		}
		if first == nil {
			first, firstLine = row, r.Line
			continue
		}
		sh.sample, sh.lines = append(sh.sample, row), append(sh.lines, r.Line)
	}
	if sh.headerless = len(first) > 0 && !hasHeader(first, sh.sample); t != nil {
		sh.headerless = t.Headerless
	}
	if !sh.headerless {
		sh.names = columnNames(first)
		return sh
	}
	if first != nil {
		sh.sample, sh.lines = append([][]string{first}, sh.sample...), append([]int{firstLine}, sh.lines...)
	}
	width := 0
	for _, row := range sh.sample {
		width = max(width, len(row))
	}
	sh.names = columnNames(make([]string, width))
	return sh
}

// column returns the non-empty cells of a column in the sample.
func (sh *sheet) column(i int) (cells []string) {
	for _, row := range sh.sample {
		if c := cellOf(row, i); !empty(c) {
			cells = append(cells, c)
		}
	}
	return cells
}
