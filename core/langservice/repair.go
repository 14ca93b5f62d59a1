package langservice

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// maxRepairs is the maximum number of repairs. A text longer than minLargeText is
// repaired only once.
const (
	maxRepairs   = 12
	minLargeText = 1 << 20
)

// Parse reads a text as catalog.Parse does. At a syntax error, where a reader
// stops, it repairs a copy of the same length and reads on, so that a
// half-typed line does not hide other faults. Faults at repaired places are
// left out.
func Parse(text []byte) (*scenario.Scenario, doc.Faults) { return ParseWith(text, nil) }

// ParseWith is Parse that calls pause, if not nil, at intervals. For a text
// with a syntax error it returns a nil scenario. It repairs a copy to find
// further faults.
func ParseWith(text []byte, pause func()) (*scenario.Scenario, doc.Faults) {
	s, faults := catalog.ParseWith(text, pause)
	if !faults.IsMalformed() {
		return s, faults
	}
	m := repairer{text: bytes.Clone(text), length: len(text), pause: pause}
	most := maxRepairs
	if len(text) > minLargeText {
		most = 1
	}
	found := faults
	for range most {
		if !m.repair(faults[0].Start) {
			return nil, found
		}
		_, faults = catalog.ParseWith(m.text, pause)
		if !faults.IsMalformed() {
			return nil, m.join(found, faults)
		}
		if f := faults[0]; f.Start <= found[len(found)-1].Start || m.touches(f) {
			return nil, found // the repair did not help
		}
		found = append(found, faults[0])
	}
	return nil, found
}

// A repairer repairs the copy of a text.
type repairer struct {
	text    []byte
	length  int // length before anything was appended
	repairs []Span
	pause   func()
}

// tokens is the number of tokens between two pauses.
const tokens = 10_000

// join returns the faults found after the repair together with the repaired
// ones.
func (m *repairer) join(found, further doc.Faults) doc.Faults {
	for _, f := range further {
		if !m.touches(f) && f.Start < m.length && !follows(f, found) {
			f.End = min(f.End, m.length)
			found = append(found, f)
		}
	}
	sorting.Stable(found, func(a, b doc.Fault) int { return cmp.Compare(a.Start, b.Start) })
	return found.Limit()
}

// follows reports whether a fault only reports a missing part of what is being
// typed.
func follows(f doc.Fault, broken doc.Faults) bool {
	return slices.ContainsFunc(broken, func(b doc.Fault) bool {
		inner, within := strings.CutPrefix(f.Path, b.Path+".")
		return f.Path == b.Path || within && !strings.ContainsAny(inner, ".[") && f.Reason == "is missing"
	})
}

// touches reports whether a fault is at a repaired place.
func (m *repairer) touches(f doc.Fault) bool {
	for _, s := range m.repairs {
		if f.Start < s.End && s.Start < max(f.End, f.Start+1) {
			return true
		}
	}
	return false
}

// repair repairs the syntax error at a byte, and reports whether it could.
func (m *repairer) repair(at int) bool {
	w := &walker{text: m.text}
	t := w.peek()
	for n := 1; t.kind != endOfText && t.End <= at && !t.open; n++ {
		if n%tokens == 0 && m.pause != nil {
			m.pause()
		}
		w.consume(t)
		t = w.peek()
	}
	switch f := w.top(); {
	case t.kind == endOfText:
		return m.finish(w)
	case f == nil:
		return false
	case f.list:
		return m.repairInList(w, t)
	default:
		return m.repairInObject(w, t)
	}
}

// repairInList repairs an error where an element or a comma is expected.
func (m *repairer) repairInList(w *walker, t token) bool {
	switch due := w.top().due; {
	case t.open:
		return m.quoteToken(t)
	case t.kind == ',':
		return m.erase(t.Span)
	case due == aComma && t.kind != ':' && t.kind != '}':
		return m.insertMark(',', w.last, t.Start)
	case t.kind == aWord:
		return m.number(t)
	}
	return false
}

// repairInObject repairs an error where a name, a colon, a value or a comma is
// expected.
func (m *repairer) repairInObject(w *walker, t token) bool {
	f, next := w.top(), walker{text: m.text, pos: t.End}
	switch {
	case t.open && w.names(t):
		return m.eraseField(t.Start, next.peek(), t.End)
	case t.open:
		return m.quoteToken(t)
	case f.due == aColon && (t.kind == '"' || t.kind == ',' || t.kind == '}'),
		f.due == aValue && (t.kind == ',' || t.kind == '}'):
		return m.eraseField(f.key.Start, t, w.last)
	case t.kind == ',':
		return m.erase(t.Span)
	case f.due == aColon && t.kind != ':' && t.kind != ']':
		return m.insertMark(':', w.last, t.Start)
	case f.due == aComma && t.kind != ':' && t.kind != ']':
		return m.insertMark(',', w.last, t.Start)
	case t.kind == aWord && f.due == aValue:
		return m.number(t)
	case t.kind == aWord && next.peek().kind == ':':
		return m.quoteToken(t)
	case t.kind == aWord:
		return m.erase(t.Span)
	}
	return false
}

// write overwrites a span and records it.
func (m *repairer) write(at Span, fill byte) {
	for i := at.Start; i < at.End; i++ {
		if m.text[i] != '\n' {
			m.text[i] = fill
		}
	}
	m.repairs = append(m.repairs, at)
}

// erase overwrites a span with blanks.
func (m *repairer) erase(at Span) bool {
	m.write(at, ' ')
	return true
}

// eraseField erases the field that begins at start and is incomplete before t, up
// to end, and one of the commas around it. It always returns true.
func (m *repairer) eraseField(start int, t token, end int) bool {
	comma := len(bytes.TrimRight(m.text[:start], " \t\r\n")) - 1
	switch {
	case t.kind == ',':
		comma = t.Start
	case t.kind != '}' || comma < 0 || m.text[comma] != ',':
		comma = -1
	}
	if comma >= 0 {
		m.erase(Span{comma, comma + 1})
	}
	return m.erase(Span{start, end})
}

// insertMark writes a comma or a colon into the space between two tokens, but not over
// a line break, so that line numbers stay valid.
func (m *repairer) insertMark(mark byte, from, to int) bool {
	for i := from; i < to; i++ {
		if m.text[i] != '\n' {
			m.text[i] = mark
			m.repairs = append(m.repairs, Span{i, i + 1})
			return true
		}
	}
	return false
}

// number replaces a word by 0.
func (m *repairer) number(t token) bool {
	m.write(t.Span, ' ')
	m.text[t.Start] = '0'
	return true
}

// quoteToken replaces a token by a string, or erases it if it is too short.
func (m *repairer) quoteToken(t token) bool {
	if t.End-t.Start < 2 {
		return m.erase(t.Span)
	}
	m.write(t.Span, 'x')
	m.text[t.Start], m.text[t.End-1] = '"', '"'
	return true
}

// finish appends the missing value and brackets at the end of the text, and
// removes a last comma. It reports false if no bracket is open.
func (m *repairer) finish(w *walker) bool {
	if len(w.stack) == 0 {
		return false
	}
	if at := w.last - 1; m.text[at] == ',' {
		m.erase(Span{at, at + 1})
	}
	m.repairs = append(m.repairs, Span{w.last, len(m.text)})
	if f := w.top(); !f.list && f.due == aColon {
		m.text = append(m.text, ':', '0')
	} else if !f.list && f.due == aValue {
		m.text = append(m.text, '0')
	}
	for i := len(w.stack) - 1; i >= 0; i-- {
		if w.stack[i].list {
			m.text = append(m.text, ']')
		} else {
			m.text = append(m.text, '}')
		}
	}
	m.repairs = append(m.repairs, Span{m.length, len(m.text)})
	return true
}
