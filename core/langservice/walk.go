package langservice

import (
	"bytes"

	"gridbox/core/doc"
)

// A walker reads a text token by token and keeps track of the objects and lists around it. It
// accepts any text. If the grammar is violated, it guesses the intention by what users leave
// out while typing:
//
//   - a string ends with its line, since no string contains a line break;
//   - a string before a colon is a field's name, even if a value is expected
//     and, inside an object, in a list that was not closed;
//   - words without quotes are names or values, whichever is due;
//   - an object that begins where a field's name is due, inside a list, is the
//     next element, and the one before it was not closed;
//   - a closing bracket closes the bracket that it matches and everything open
//     inside; one without a match is skipped.
type walker struct {
	text  []byte
	pos   int
	stack []frame
	last  int // end of the last token
}

// A frame is an object or a list around the walker.
type frame struct {
	list  bool
	start int  // of its bracket
	index int  // of a list: the current element
	key   Span // of an object: the current field's name with its quotes
	due   due
}

// due is the kind of token that is expected next.
type due uint8

const (
	aName  due = iota // of a field
	aColon            // after the name
	aValue
	aComma
)

// A token is a bracket, a comma, a colon, a string, or a word without quotes.
// Its kind is its first byte, aWord for a word, or endOfText.
type token struct {
	Span
	kind byte
	open bool // of a string: its closing quote is missing
}

const (
	aWord     byte = 0
	endOfText byte = 1
)

// peek returns the next token without consuming it.
func (w *walker) peek() token {
	i := w.pos
	for i < len(w.text) && (w.text[i] == ' ' || w.text[i] == '\n' || w.text[i] == '\t' || w.text[i] == '\r') {
		i++
	}
	if i >= len(w.text) {
		return token{Span: Span{len(w.text), len(w.text)}, kind: endOfText}
	}
	switch c := w.text[i]; c {
	case '{', '}', '[', ']', ',', ':':
		return token{Span: Span{i, i + 1}, kind: c}
	case '"':
		return w.peekString(i)
	}
	end := i + 1
	for end < len(w.text) && !endsWord(w.text[end]) {
		end++
	}
	return token{Span: Span{i, end}, kind: aWord}
}

func endsWord(c byte) bool {
	switch c {
	case ' ', '\n', '\t', '\r', '{', '}', '[', ']', ',', ':', '"':
		return true
	}
	return false
}

// peekString returns the string token that begins at start. A string without a closing
// quotation mark is open and ends at the end of its line or of the text.
func (w *walker) peekString(start int) token {
	for i := start + 1; i < len(w.text); i++ {
		switch w.text[i] {
		case '"':
			return token{Span: Span{start, i + 1}, kind: '"'}
		case '\\':
			if i+1 < len(w.text) && w.text[i+1] != '\n' {
				i++
			}
		case '\n':
			return token{Span: Span{start, len(bytes.TrimRight(w.text[:i], " \t\r"))}, kind: '"', open: true}
		}
	}
	return token{Span: Span{start, len(w.text)}, kind: '"', open: true}
}

// top returns the innermost object or list, or nil.
func (w *walker) top() *frame {
	if len(w.stack) == 0 {
		return nil
	}
	return &w.stack[len(w.stack)-1]
}

// names reports whether a string or a word is the name of a field at this
// place.
func (w *walker) names(t token) bool {
	f := w.top()
	if f == nil || t.kind != '"' && t.kind != aWord {
		return false
	}
	if !f.list && f.due != aValue {
		return true
	}
	return t.kind == '"' && w.colonAfter(t.End) && w.isInObject()
}

func (w *walker) isInObject() bool {
	for i := range w.stack {
		if !w.stack[i].list {
			return true
		}
	}
	return false
}

// colonAfter reports whether the next token is a colon.
func (w *walker) colonAfter(i int) bool {
	for i < len(w.text) && w.text[i] <= ' ' {
		i++
	}
	return i < len(w.text) && w.text[i] == ':'
}

// consume consumes the token that peek returned.
func (w *walker) consume(t token) {
	w.pos, w.last = t.End, t.End
	f := w.top()
	switch t.kind {
	case endOfText:
		w.pos = len(w.text)
	case '{', '[':
		w.enter(t)
	case '}', ']':
		w.leave(t.kind == ']')
	case ',':
		if f != nil && f.list {
			f.index++
			f.due = aValue
		} else if f != nil {
			f.due, f.key = aName, Span{}
		}
	case ':':
		if f != nil && !f.list && f.due == aColon {
			f.due = aValue
		}
	default:
		w.scalar(t)
	}
}

// enter pushes the frame of an object or list that begins with t. An object in place of a
// member closes an unfinished object in the same list.
func (w *walker) enter(t token) {
	if f := w.top(); t.kind == '{' && f != nil && !f.list && f.due != aValue && len(w.stack) > 1 &&
		w.stack[len(w.stack)-2].list {
		w.close(len(w.stack) - 1)
		if f = w.top(); f.due == aComma {
			f.index++ // the comma was counted with the bracket
		}
	}
	next := frame{list: t.kind == '[', start: t.Start}
	if next.list {
		next.due = aValue
	}
	// Values nested deeper than MaxDepth are treated as flat.
	if len(w.stack) < doc.MaxDepth {
		w.begin()
		w.stack = append(w.stack, next)
	}
}

// begin records that the expected value begins.
func (w *walker) begin() {
	f := w.top()
	if f == nil {
		return
	}
	if f.list && f.due == aComma {
		f.index++
	} else if !f.list && f.due != aValue {
		f.key = Span{} // a value without a name
	}
	f.due = aComma
}

// leave closes the innermost frame that a bracket matches.
func (w *walker) leave(list bool) {
	for i := len(w.stack) - 1; i >= 0; i-- {
		if w.stack[i].list == list {
			w.close(i)
			return
		}
	}
}

// close closes all frames from a depth on.
func (w *walker) close(depth int) {
	w.stack = w.stack[:depth]
	if f := w.top(); f != nil {
		f.due = aComma
	}
}

func (w *walker) scalar(t token) {
	if !w.names(t) {
		w.begin()
		return
	}
	for w.top().list {
		w.close(len(w.stack) - 1)
	}
	f := w.top()
	f.key, f.due = t.Span, aColon
}

// A child is a member of an object or an element of a list: its name or index,
// and the span of its value.
type child struct {
	key   Span // with its quotes; empty in a list
	index int
	value Span
}

// children calls each for the members of the object or list at start, until it
// returns false. The walker determines the end of unclosed values.
func children(text []byte, start int, each func(c child) bool) {
	w := &walker{text: text, pos: start}
	var at child
	inside := false // a child with its own brackets
	for first := true; first || len(w.stack) > 0; first = false {
		t := w.peek()
		if t.kind == endOfText {
			if inside {
				at.value.End = w.last
				each(at)
			}
			return
		}
		scalar := len(w.stack) == 1 && (t.kind == '"' || t.kind == aWord) && !w.names(t)
		last := w.last
		w.consume(t)
		if inside && (len(w.stack) < 2 || w.stack[1].start != at.value.Start) {
			inside = false
			at.value.End = t.End
			if t.kind != '}' && t.kind != ']' || len(w.stack) != 1 {
				at.value.End = last // it was not closed; the next token does not belong to it
			}
			if !each(at) {
				return
			}
		}
		if len(w.stack) == 0 {
			return
		}
		f := &w.stack[0]
		switch {
		case scalar:
			if !each(child{key: f.key, index: f.index, value: t.Span}) {
				return
			}
		case len(w.stack) == 2 && !inside:
			inside = true
			at = child{key: f.key, index: f.index, value: Span{w.stack[1].start, 0}}
		}
	}
}

// member returns the span of a field's value in the object at start.
func member(text []byte, start int, name string) (value Span, ok bool) {
	children(text, start, func(c child) bool {
		if isName(text, c.key, name) {
			value, ok = c.value, true
		}
		return !ok
	})
	return value, ok
}

// isName reports whether a key has a name.
func isName(text []byte, key Span, name string) bool { return unquote(text, key) == name }

// unquote returns a string or word without its quotes and with its escapes decoded. A
// malformed escape is kept.
func unquote(text []byte, s Span) string {
	raw := text[s.Start:s.End]
	if bytes.IndexByte(raw, '\\') >= 0 {
		var word struct {
			Is string `json:"is"`
		}
		if len(doc.Decode([]byte(`{"is":`+string(raw)+`}`), &word)) == 0 {
			return word.Is
		}
	}
	if len(raw) > 0 && raw[0] == '"' {
		raw = raw[1:]
		if n := len(raw); n > 0 && raw[n-1] == '"' {
			raw = raw[:n-1]
		}
	}
	return string(raw)
}

// root returns the offset of the document's object.
func root(text []byte) (start int, ok bool) {
	i := bytes.IndexByte(text, '{')
	return i, i >= 0
}

// Find returns the span of the value at names and indexes: Find(text,
// "placement", "jobs", 3). It reads no further than that value.
func Find(text []byte, steps ...any) (Span, bool) {
	start, ok := root(text)
	w := &walker{text: text, pos: start}
	if !ok {
		return Span{}, false
	}
	// taken is the number of steps followed so far, and from the offset of the value that they
	// lead to.
	taken, from := 0, start
	w.consume(w.peek())
	for len(w.stack) > taken && taken < len(steps) {
		t := w.peek()
		if t.kind == endOfText {
			return Span{}, false
		}
		scalar := (t.kind == '"' || t.kind == aWord) && !w.names(t)
		w.consume(t)
		around := len(w.stack) - 1 // the frame around the value
		if t.kind == '{' || t.kind == '[' {
			around--
		} else if !scalar {
			continue
		}
		if around != taken || !w.stack[around].matchesStep(text, steps[taken]) {
			continue
		}
		if taken, from = taken+1, t.Start; scalar {
			return t.Span, taken == len(steps)
		}
	}
	if taken < len(steps) {
		return Span{}, false
	}
	for {
		t, last := w.peek(), w.last
		if w.consume(t); t.kind == endOfText {
			return Span{from, last}, true
		}
		if len(w.stack) == taken && (t.kind == '}' || t.kind == ']') {
			return Span{from, t.End}, true
		}
		if len(w.stack) <= taken || w.stack[taken].start != from {
			return Span{from, last}, true // it was not closed; the next token does not belong to it
		}
	}
}

// matchesStep reports whether a step leads to the current value.
func (f *frame) matchesStep(text []byte, step any) bool {
	switch s := step.(type) {
	case string:
		return !f.list && isName(text, f.key, s)
	case int:
		return f.list && f.index == s
	}
	return false
}

// Lines returns the span of an element in a list of the problem. The text may
// be newer than the index, so the id takes precedence if there is one.
func Lines(text []byte, e Element) (Span, bool) {
	kind := Kind(text)
	at, ok := Find(text, kind, e.List, e.Index)
	if e.ID == "" || ok && hasID(text, at, e.ID) {
		return at, ok
	}
	s := spot{text: text}
	ok = false
	s.eachElement(e.List, func(id string, where Span) bool {
		if id == e.ID {
			at, ok = where, true
		}
		return !ok
	})
	return at, ok
}

func hasID(text []byte, at Span, id string) bool {
	if text[at.Start] != '{' {
		return false
	}
	v, ok := member(text, at.Start, "id")
	return ok && unquote(text, v) == id
}
