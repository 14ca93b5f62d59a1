package table

import (
	"slices"
	"strconv"
	"strings"
)

// Bounds on what a hostile file can cost.
const (
	maxColumns = 512       // cells of a row that are kept
	maxQuoted  = 64 << 10  // how far the end of a quote is looked for
	openQuotes = 16        // so many without an end, and quotes end with their line
	sampled    = 200       // rows that are looked at to guess what columns are
	sampleLong = 256 << 10 // and the text that they may have
)

// A reader goes through a table row by row.
type reader struct {
	text    string
	pos     int
	line    int // of the row that was read last, from 1
	next    int // of the row that comes
	between byte
	open    int      // quotes that were never closed
	broken  bool     // the row has one
	wide    int      // cells of the row that was read last
	cells   []string // of that row, reused
}

func newReader(text string, between byte) *reader {
	return &reader{text: text, between: between, next: 1}
}

// row reads the next row that has any text; false at the end. The cells are good
// until the next call.
func (r *reader) row() bool {
	for r.pos < len(r.text) {
		r.cells, r.line, r.wide, r.broken = r.cells[:0], r.next, 0, false
		filled := false
		for last := false; !last; {
			var cell string
			cell, last = r.cell()
			filled = filled || cell != ""
			if r.wide++; len(r.cells) < maxColumns {
				r.cells = append(r.cells, cell)
			}
		}
		if filled {
			return true
		}
	}
	return false
}

// cell reads up to the next separator or the line's end.
func (r *reader) cell() (text string, last bool) {
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
	r.next++
	return true
}

// quoted reads on behind an opening quote. One that is not closed is text like
// any other; after a few of them quotes are expected to end with their line, so
// that a file full of them is not gone through again and again.
func (r *reader) quoted(at int) (text string, next int, ok bool) {
	limit := min(len(r.text), at+maxQuoted)
	if r.open >= openQuotes {
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
			r.broken = true
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
	return strings.TrimSpace(text), at, ends
}

// separators are what may stand between cells, the likelier first.
var separators = []byte{'\t', ';', ',', '|'}

// between finds what stands between the cells: what most of the first rows have
// equally often. It gives the number of columns with it, 1 where there is none.
func between(text string) (sep byte, columns int) {
	text = text[:min(len(text), sampleLong)]
	best, points := byte(','), 0
	columns = 1
	for _, sep := range separators {
		if strings.IndexByte(text, sep) < 0 {
			continue
		}
		r, counts, rows := newReader(text, sep), map[int]int{}, 0
		for rows < 50 && r.row() {
			counts[r.wide]++
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
		if width < 2 || 2*often < rows {
			continue
		}
		if score := often*1000/rows*4 + min(width, 40); score > points {
			best, points, columns = sep, score, width
		}
	}
	return best, columns
}

// named gives columns names of their own: an empty head its number, one that
// stands twice a number behind it.
func named(head []string) []string {
	names := make([]string, len(head))
	known := make(map[string]int, len(head))
	for i, h := range head {
		if h = strings.Join(strings.Fields(h), " "); h == "" {
			h = strconv.Itoa(i + 1)
		}
		if h = cut(h, 100); known[h] > 0 {
			known[h]++
			h += " (" + strconv.Itoa(known[h]) + ")"
		}
		known[h]++
		names[i] = h
	}
	return names
}

func cut(text string, most int) string {
	for i := range text {
		if i >= most {
			return text[:i]
		}
	}
	return text
}

// headed tells whether the first row holds names: none of its cells is a number,
// a date or empty, but for some that numbers stand below.
func headed(first []string, below [][]string) bool {
	words, values := 0, 0
	for _, c := range first {
		switch {
		case c == "":
		case valued(c):
			values++
		default:
			words++
		}
	}
	if values == 0 && words > 0 {
		if len(below) == 0 {
			return true
		}
		// All words: a head if some column below holds values, or if no cell of
		// it returns below, as those of a list of pairs of names do.
		for i, c := range first {
			for _, row := range below {
				if i < len(row) && (valued(row[i]) || strings.EqualFold(row[i], c)) {
					return valued(row[i])
				}
			}
		}
		return known(first) > 0
	}
	return words > 2*values && known(first) > 1
}

// valued tells whether a cell is a number, a date or a time.
func valued(c string) bool {
	if _, ok := plain(c, false); ok {
		return true
	}
	_, ok := moment(c, dateISO)
	if !ok {
		_, ok = moment(c, dateDMY)
	}
	return ok
}

func sortWords(words []string) { slices.Sort(words) }
