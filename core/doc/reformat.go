package doc

// Broken reports whether the grammar of a text is broken, so that reading it
// ends somewhere in its middle.
func Broken(text []byte) bool {
	s := scanner{most: MaxBytes}
	return !(s.open(text) && s.skip() && s.finish())
}

// verbatim is a value as a text has it, to be written just so.
type verbatim string

// Reformat lays a text out as [Pretty] lays out documents. Nothing but the space
// between what stands in it changes, and escapes in names that need none: fields
// keep their order, numbers their digits, whatever else may be wrong with them.
// Its one fault is that the grammar is broken.
func Reformat(text []byte) ([]byte, Faults) {
	r := reformer{scanner{most: MaxBytes}}
	if r.open(text) {
		if v, ok := r.value(); ok && r.finish() {
			return Pretty(v), nil
		}
	}
	return nil, Faults{*r.broken}
}

// A reformer reads any value as one that Pretty writes back unchanged.
type reformer struct{ scanner }

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

func (r *reformer) object(start int) (any, bool) {
	o := Object{}
	if !r.enter() {
		return nil, false
	}
	for {
		more, ok := r.more(len(o), start, '}')
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

func (r *reformer) list(start int) (any, bool) {
	list := []any{}
	if !r.enter() {
		return nil, false
	}
	for {
		more, ok := r.more(len(list), start, ']')
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
