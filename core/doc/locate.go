package doc

// Locate gives faults that were found on values, not while reading, their
// places in the text: those of the value that the path leads to, or of the
// nearest one around it that the text has. It passes over the text once,
// whatever the number of faults; a malformed text locates nothing.
func Locate(text []byte, faults Faults) Faults {
	root := &mark{}
	for i := range faults {
		if faults[i].End == 0 {
			root.add(faults, i)
		}
	}
	if root.wanted == nil && root.inside == nil {
		return faults
	}
	l := locator{scanner: scanner{most: len(text)}, faults: faults} // it has been read
	if l.open(text) {
		l.space()
		l.visit(root)
	}
	return faults
}

// A mark is a value that faults lead to or through.
type mark struct {
	wanted []int // the faults that are to be placed here if nowhere deeper
	inside map[step]*mark
}

func (m *mark) add(faults Faults, i int) {
	hops, _ := splitPath(faults[i].Path)
	m.wanted = append(m.wanted, i)
	for _, h := range hops {
		s := h.step
		if m.inside == nil {
			m.inside = map[step]*mark{}
		}
		if m.inside[s] == nil {
			m.inside[s] = &mark{}
		}
		m = m.inside[s]
		m.wanted = append(m.wanted, i)
	}
}

type locator struct {
	scanner
	faults Faults
}

// visit passes over one value and places the faults marked in it, the deeper
// ones after, so that the deepest place stands.
func (l *locator) visit(m *mark) bool {
	if m == nil {
		return l.skip()
	}
	c, start := l.space(), l.pos
	if c != '{' && c != '[' {
		ok := l.skip()
		l.place(m, start, l.pos)
		return ok
	}
	l.place(m, start, start+1)
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
		more, ok := l.more(n, start, end)
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

func (l *locator) place(m *mark, start, end int) {
	for _, i := range m.wanted {
		l.faults[i].Start, l.faults[i].End = start, end
	}
}
