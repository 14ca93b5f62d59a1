package doc

// IsMalformed reports whether the grammar of a text is broken, so that reading it
// ends early.
func IsMalformed(text []byte) bool {
	s := scanner{maxBytes: MaxBytes}
	return !(s.open(text) && s.skip() && s.finish())
}

// verbatim is the text of a scalar that is written unchanged.
type verbatim string

// Reformat lays out a text as [Pretty] lays out documents. Only white space
// changes, and needless escapes in names: fields keep their order and numbers
// their digits, even if they are invalid. The only possible fault is a
// malformed text.
func Reformat(text []byte) ([]byte, Faults) {
	r := reformer{scanner{maxBytes: MaxBytes}}
	if r.open(text) {
		if v, ok := r.value(); ok && r.finish() {
			return Pretty(v), nil
		}
	}
	return nil, Faults{*r.syntaxFault}
}

// A reformer reads any value into a form that Pretty writes back unchanged.
type reformer struct{ scanner }

// value reads the next value: an Object, a list, or any other value as its
// unchanged text. It reports false at a syntax error.
func (r *reformer) value() (any, bool) {
	c, start := r.space(), r.pos
	switch c {
	case '{':
		return r.object(start)
	case '[':
		return r.list(start)
	}
	if !r.skip() {
		return nil, false
	}
	return verbatim(r.text[start:r.pos]), true
}

// object reads an object that begins at start, with its members in the order
// of the text. It reports false at a syntax error.
func (r *reformer) object(start int) (any, bool) {
	o := Object{}
	if !r.enter() {
		return nil, false
	}
	for {
		more, ok := r.hasNext(len(o), start, '}')
		if !more {
			return o, ok
		}
		raw, _, ok := r.key()
		if !ok {
			return nil, false
		}
		v, ok := r.value()
		if !ok {
			return nil, false
		}
		o = append(o, Member{string(unescape(raw)), v})
	}
}

// list reads a list that begins at start. It reports false at a syntax error.
func (r *reformer) list(start int) (any, bool) {
	list := []any{}
	if !r.enter() {
		return nil, false
	}
	for {
		more, ok := r.hasNext(len(list), start, ']')
		if !more {
			return list, ok
		}
		v, ok := r.value()
		if !ok {
			return nil, false
		}
		list = append(list, v)
	}
}
