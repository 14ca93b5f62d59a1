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

// mostMends bounds how often a text is read again, and largeText is from where on
// it is read only once more.
const (
	mostMends = 12
	largeText = 1 << 20
)

// Parse reads a text as catalog.Parse does. A reader stops where the grammar is
// broken; Parse mends a copy there, of the same length up to the end, and reads
// on, so that half a line being typed hides no other fault. Faults at what was
// mended are left out, for nobody wrote that.
func Parse(text []byte) (*scenario.Scenario, doc.Faults) { return ParseWith(text, nil) }

// ParseWith is Parse that calls pause now and then, where it is given.
func ParseWith(text []byte, pause func()) (*scenario.Scenario, doc.Faults) {
	s, faults := catalog.ParseWith(text, pause)
	if !faults.Broken() {
		return s, faults
	}
	m := mender{text: bytes.Clone(text), length: len(text), pause: pause}
	most := mostMends
	if len(text) > largeText {
		most = 1
	}
	found := faults
	for range most {
		if !m.mend(faults[0].Start) {
			return nil, found
		}
		_, faults = catalog.ParseWith(m.text, pause)
		if !faults.Broken() {
			return nil, m.join(found, faults)
		}
		if f := faults[0]; f.Start <= found[len(found)-1].Start || m.touches(f) {
			return nil, found // mending did not help
		}
		found = append(found, faults[0])
	}
	return nil, found
}

// A mender mends the copy of a text.
type mender struct {
	text   []byte
	length int // of the text before anything was added at its end
	mended []Span
	pause  func()
}

// tokens is how many of them are walked over between two pauses.
const tokens = 10_000

// join puts what was found after the mending behind what had to be mended.
func (m *mender) join(found, further doc.Faults) doc.Faults {
	for _, f := range further {
		if !m.touches(f) && f.Start < m.length && !follows(f, found) {
			f.End = min(f.End, m.length)
			found = append(found, f)
		}
	}
	sorting.Stable(found, func(a, b doc.Fault) int { return cmp.Compare(a.Start, b.Start) })
	return found.Limit()
}

// follows reports whether a fault only says that something is missing which is
// just being typed.
func follows(f doc.Fault, broken doc.Faults) bool {
	return slices.ContainsFunc(broken, func(b doc.Fault) bool {
		inner, within := strings.CutPrefix(f.Path, b.Path+".")
		return f.Path == b.Path || within && !strings.ContainsAny(inner, ".[") && f.Why == "is missing"
	})
}

// touches reports whether a fault is at something that was mended.
func (m *mender) touches(f doc.Fault) bool {
	for _, s := range m.mended {
		if f.Start < s.End && s.Start < max(f.End, f.Start+1) {
			return true
		}
	}
	return false
}

// mend does away with what broke the grammar at a byte, and reports whether it
// could.
func (m *mender) mend(at int) bool {
	w := &walker{text: m.text}
	t := w.look()
	for n := 1; t.kind != endOfText && t.End <= at && !t.open; n++ {
		if n%tokens == 0 && m.pause != nil {
			m.pause()
		}
		w.take(t)
		t = w.look()
	}
	switch f := w.top(); {
	case t.kind == endOfText:
		return m.finish(w)
	case f == nil:
		return false
	case f.list:
		return m.mendInList(w, t)
	default:
		return m.mendInObject(w, t)
	}
}

// mendInList mends what is wrong with a token where an element or a comma is due.
func (m *mender) mendInList(w *walker, t token) bool {
	switch due := w.top().due; {
	case t.open:
		return m.quoted(t)
	case t.kind == ',':
		return m.erase(t.Span)
	case due == aComma && t.kind != ':' && t.kind != '}':
		return m.put(',', w.last, t.Start)
	case t.kind == aWord:
		return m.number(t)
	}
	return false
}

// mendInObject does so where a name, a colon, a value or a comma is due.
func (m *mender) mendInObject(w *walker, t token) bool {
	f, next := w.top(), walker{text: m.text, pos: t.End}
	switch {
	case t.open && w.names(t):
		return m.without(t.Start, next.look(), t.End)
	case t.open:
		return m.quoted(t)
	case f.due == aColon && (t.kind == '"' || t.kind == ',' || t.kind == '}'),
		f.due == aValue && (t.kind == ',' || t.kind == '}'):
		return m.without(f.key.Start, t, w.last)
	case t.kind == ',':
		return m.erase(t.Span)
	case f.due == aColon && t.kind != ':' && t.kind != ']':
		return m.put(':', w.last, t.Start)
	case f.due == aComma && t.kind != ':' && t.kind != ']':
		return m.put(',', w.last, t.Start)
	case t.kind == aWord && f.due == aValue:
		return m.number(t)
	case t.kind == aWord && next.look().kind == ':':
		return m.quoted(t)
	case t.kind == aWord:
		return m.erase(t.Span)
	}
	return false
}

// write puts bytes over the text and notes the place.
func (m *mender) write(at Span, fill byte) {
	for i := at.Start; i < at.End; i++ {
		if m.text[i] != '\n' {
			m.text[i] = fill
		}
	}
	m.mended = append(m.mended, at)
}

// erase takes something out.
func (m *mender) erase(at Span) bool {
	m.write(at, ' ')
	return true
}

// without takes out the field that was begun at start and breaks off before t,
// and one of the commas around it.
func (m *mender) without(start int, t token, end int) bool {
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

// put writes a comma or a colon into the space between two tokens, but not over a
// line break, by which the lines of later faults are counted.
func (m *mender) put(mark byte, from, to int) bool {
	for i := from; i < to; i++ {
		if m.text[i] != '\n' {
			m.text[i] = mark
			m.mended = append(m.mended, Span{i, i + 1})
			return true
		}
	}
	return false
}

// number writes 0 over a word.
func (m *mender) number(t token) bool {
	m.write(t.Span, ' ')
	m.text[t.Start] = '0'
	return true
}

// quoted makes a string of a token that has room for the quotes.
func (m *mender) quoted(t token) bool {
	if t.End-t.Start < 2 {
		return m.erase(t.Span)
	}
	m.write(t.Span, 'x')
	m.text[t.Start], m.text[t.End-1] = '"', '"'
	return true
}

// finish adds what is missing at the end of the text.
func (m *mender) finish(w *walker) bool {
	if len(w.stack) == 0 {
		return false
	}
	if at := w.last - 1; m.text[at] == ',' {
		m.erase(Span{at, at + 1})
	}
	m.mended = append(m.mended, Span{w.last, len(m.text)})
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
	m.mended = append(m.mended, Span{m.length, len(m.text)})
	return true
}
