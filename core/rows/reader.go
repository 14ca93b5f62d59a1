package rows

import "strings"

// Bounds on what a hostile text can cost.
const (
	maxQuoted   = 64 << 10  // bytes in which the end of a quote is looked for
	MaxOpen     = 16        // quotes without an end, after which quotes end with their line
	separated   = 50        // rows that are read to find the separator
	maxSearched = 256 << 10 // bytes of these rows
)

// A Reader reads a table row by row.
type Reader struct {
	Line     int      // of the row that was read last, from 1
	Cells    []string // of that row, valid until the next call of Next
	Wide     int      // number of cells in the file; Cells has the first MaxCells
	Broken   bool     // it has a quote that is never closed
	MaxCells int      // cells of a row that are kept; 0 is all

	text    string
	pos     int
	next    int // line of the row that comes
	between byte
	open    int  // quotes that were never closed
	exact   bool // blanks within quotes are kept
}

// NewReader returns a reader of a text with the given byte between its cells.
func NewReader(text string, between byte) *Reader {
	return &Reader{text: text, between: between, next: 1}
}

// Next reads the next row that has any text. It reports false at the end.
func (r *Reader) Next() bool {
	for r.pos < len(r.text) {
		r.Cells, r.Line, r.Wide, r.Broken = r.Cells[:0], r.next, 0, false
		filled := false
		for last := false; !last; {
			var cell string
			cell, last = r.cell()
			filled = filled || cell != ""
			if r.Wide++; r.MaxCells == 0 || len(r.Cells) < r.MaxCells {
				r.Cells = append(r.Cells, cell)
			}
		}
		if filled {
			return true
		}
	}
	return false
}

// cell reads up to the next separator or the line's end.
func (r *Reader) cell() (text string, last bool) {
	at := r.pos
	for at < len(r.text) && r.text[at] == ' ' {
		at++
	}
	if at < len(r.text) && r.text[at] == '"' {
		if text, next, ok := r.quoted(at + 1); ok {
			r.next += strings.Count(r.text[r.pos:next], "\n")
			r.pos = next
			return text, r.step()
		}
	}
	end := r.pos
	for end < len(r.text) {
		if c := r.text[end]; c == r.between || c == '\n' || c == '\r' {
			break
		}
		end++
	}
	text = strings.TrimSpace(r.text[r.pos:end])
	r.pos = end
	return text, r.step()
}

// step goes over what ends a cell and reports whether the row ends with it.
func (r *Reader) step() (last bool) {
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
	r.next++
	return true
}

// quoted reads on behind an opening quote. One that is not closed is text like
// any other; after a few of them quotes are expected to end with their line, so
// that a file full of them is not gone through again and again.
func (r *Reader) quoted(at int) (text string, next int, ok bool) {
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
	ends := at == len(r.text) || r.text[at] == r.between || r.text[at] == '\n' || r.text[at] == '\r'
	if !r.exact {
		text = strings.TrimSpace(text)
	}
	return text, at, ends
}

// separators are what may stand between cells, the likelier first.
var separators = []byte{'\t', ';', ',', '|'}

// Separator finds what stands between the cells of a text: what most of its first
// rows have equally often. It returns the number of columns too, 1 where nothing
// separates.
func Separator(text string) (between byte, columns int) {
	text = text[:min(len(text), maxSearched)]
	between, columns = ',', 1
	best := 0
	for _, sep := range separators {
		if strings.IndexByte(text, sep) < 0 {
			continue
		}
		r, counts, rows := NewReader(text, sep), map[int]int{}, 0
		for rows < separated && r.Next() {
			counts[r.Wide]++
			rows++
		}
		width, often := 1, 0
		for w, n := range counts {
			if n > often || n == often && w > width {
				width, often = w, n
			}
		}
		// A separator that splits rows into equal numbers of cells is meant as
		// one; of two such the one that gives more, unless it stands within the
		// cells of the other, as the comma of decimals does.
		if width < 2 || 2*often <= rows {
			continue
		}
		if score := often*1000/rows*4 + min(width, 40); score > best {
			between, best, columns = sep, score, width
		}
	}
	return between, columns
}
