package doc

// Locate sets the positions of faults that were found on values, not while
// reading. A fault gets the position of the value at its path, or of the
// nearest enclosing value that the text has. One pass over the text serves all
// faults. For a malformed text no positions are set.
func Locate(text []byte, faults Faults) Faults {
	root := &mark{}
	for i := range faults {
		if faults[i].End == 0 {
			root.add(faults, i)
		}
	}
	if root.faults == nil && root.inside == nil {
		return faults
	}
	l := locator{scanner: scanner{maxBytes: len(text)}, faults: faults} // the text was read before
	if l.open(text) {
		l.space()
		l.visit(root)
	}
	return faults
}

// A mark is a value on the path of a fault.
type mark struct {
	faults []int // faults that belong here if no deeper value exists
	inside map[step]*mark
}

// add registers fault i at every value on its path, starting with m, and
// creates the marks that are absent.
func (m *mark) add(faults Faults, i int) {
	hops, _ := splitPath(faults[i].Path)
	m.faults = append(m.faults, i)
	for _, h := range hops {
		s := h.step
		if m.inside == nil {
			m.inside = map[step]*mark{}
		}
		if m.inside[s] == nil {
			m.inside[s] = &mark{}
		}
		m = m.inside[s]
		m.faults = append(m.faults, i)
	}
}

type locator struct {
	scanner
	faults Faults
}

// visit skips one value and positions the faults marked in it. Deeper values
// come later and overwrite the position.
func (l *locator) visit(m *mark) bool {
	if m == nil {
		return l.skip()
	}
	c, start := l.space(), l.pos
	if c != '{' && c != '[' {
		ok := l.skip()
		l.setPosition(m, start, l.pos)
		return ok
	}
	l.setPosition(m, start, start+1)
	if m.inside == nil {
		return l.skip()
	}
	end := byte(']')
	if c == '{' {
		end = '}'
	}
	if !l.enter() {
		return false
	}
	for n := 0; ; n++ {
		more, ok := l.hasNext(n, start, end)
		if !more {
			return ok
		}
		s := step{index: n}
		if c == '{' {
			raw, _, ok := l.key()
			if !ok {
				return false
			}
			s = step{name: string(unescape(raw))}
		}
		if !l.visit(m.inside[s]) {
			return false
		}
	}
}

func (l *locator) setPosition(m *mark, start, end int) {
	for _, i := range m.faults {
		l.faults[i].Start, l.faults[i].End = start, end
	}
}
