package rows

import "strings"

// Limits on the cost of a hostile text.
const (
	maxQuoted     = 64 << 10  // bytes that are searched for a closing quote
	MaxOpen       = 16        // unclosed quotes after which a quote must end on its line
	maxSampleRows = 50        // rows that are read to find the separator
	maxSearched   = 256 << 10 // bytes of these rows
)

// A Reader reads a table row by row.
type Reader struct {
	Line      int      // number of the last row's line, from 1
	Cells     []string // cells of the last row, valid until the next call of Next
	CellCount int      // number of cells in the row; Cells has the first MaxCells
	Broken    bool     // a quote is never closed
	MaxCells  int      // maximum number of cells kept per row; 0 means all

	text      string
	pos       int
	next      int // line of the next row
	separator byte
	open      int  // number of unclosed quotes
	exact     bool // keep blanks within quotes
}

// NewReader returns a reader of a text with the given separator.
func NewReader(text string, between byte) *Reader {
	return &Reader{text: text, separator: between, next: 1}
}

// Next reads the next row that is not blank. It reports false at the end.
func (r *Reader) Next() bool {
	for r.pos < len(r.text) {
		r.Cells, r.Line, r.CellCount, r.Broken = r.Cells[:0], r.next, 0, false
		filled := false
		for last := false; !last; {
			var cell string
			cell, last = r.cell()
			filled = filled || cell != ""
			if r.CellCount++; r.MaxCells == 0 || len(r.Cells) < r.MaxCells {
				r.Cells = append(r.Cells, cell)
			}
		}
		if filled {
			return true
		}
	}
	return false
}

// cell reads up to the next separator or the end of the line, and returns the
// text without blanks around it. It reports whether the cell is the last of its
// row.
func (r *Reader) cell() (text string, last bool) {
	at := r.pos
	for at < len(r.text) && r.text[at] == ' ' {
		at++
	}
	if at < len(r.text) && r.text[at] == '"' {
		if text, next, ok := r.readQuoted(at + 1); ok {
			r.next += strings.Count(r.text[r.pos:next], "\n")
			r.pos = next
			return text, r.step()
		}
	}
	end := r.pos
	for end < len(r.text) {
		if c := r.text[end]; c == r.separator || c == '\n' || c == '\r' {
			break
		}
		end++
	}
	text = strings.TrimSpace(r.text[r.pos:end])
	r.pos = end
	return text, r.step()
}

// step skips the separator or line end after a cell and reports whether the row
// ends.
func (r *Reader) step() (last bool) {
	switch {
	case r.pos >= len(r.text):
		return true
	case r.text[r.pos] == r.separator:
		r.pos++
		return false
	case r.text[r.pos] == '\r' && r.pos+1 < len(r.text) && r.text[r.pos+1] == '\n':
		r.pos++
	}
	r.pos++
	r.next++
	return true
}

// readQuoted reads the text after an opening quote. An unclosed quote counts as
// text. After MaxOpen unclosed quotes the search is limited to the line, so
// that the cost stays linear.
func (r *Reader) readQuoted(at int) (text string, next int, ok bool) {
	limit := min(len(r.text), at+maxQuoted)
	if r.open >= MaxOpen {
		if end := strings.IndexAny(r.text[at:min(limit, at+1<<10)], "\r\n"); end >= 0 {
			limit = at + end
		} else {
			limit = min(limit, at+1<<10)
		}
	}
	from, doubled := at, false
	for {
		end := strings.IndexByte(r.text[at:limit], '"')
		if end < 0 {
			r.open++
			r.Broken = true
			return "", 0, false
		}
		if at += end + 1; at < len(r.text) && r.text[at] == '"' && at < limit {
			doubled = true
			at++
			continue
		}
		break
	}
	text = r.text[from : at-1]
	if doubled {
		text = strings.ReplaceAll(text, `""`, `"`)
	}
	for at < len(r.text) && r.text[at] == ' ' {
		at++
	}
	ends := at == len(r.text) || r.text[at] == r.separator || r.text[at] == '\n' || r.text[at] == '\r'
	if !r.exact {
		text = strings.TrimSpace(text)
	}
	return text, at, ends
}

// separators are the possible separators, the likeliest first.
var separators = []byte{'\t', ';', ',', '|'}

// Separator returns the separator of a text, for which most of its first rows
// have equally many cells. It also returns the number of columns, 1 if there is
// no separator.
func Separator(text string) (between byte, columns int) {
	text = text[:min(len(text), maxSearched)]
	between, columns = ',', 1
	best := 0
	for _, sep := range separators {
		if strings.IndexByte(text, sep) < 0 {
			continue
		}
		r, counts, rows := NewReader(text, sep), map[int]int{}, 0
		for rows < maxSampleRows && r.Next() {
			counts[r.CellCount]++
			rows++
		}
		width, often := 1, 0
		for w, n := range counts {
			if n > often || n == often && w > width {
				width, often = w, n
			}
		}
		// A separator must split most rows into equally many cells. Of two such the one with
		// more columns is taken, unless it occurs within the cells of the other, as a decimal
		// comma does.
		if width < 2 || 2*often <= rows {
			continue
		}
		if score := often*1000/rows*4 + min(width, 40); score > best {
			between, best, columns = sep, score, width
		}
	}
	return between, columns
}
