package doc

import "strconv"

// A step leads from a value to one inside it: to the field name, or, where
// name is "", to the element index. (No field of a document is called "".)
type step struct {
	name  string
	index int
}

// nowhere is the step of a reader that is between the members of an object.
var nowhere = step{index: -1}

// joinPath writes steps as a path: placement.clusters[2].mips. Names that
// would be misread stand in brackets and quotes: options["a.b"].
func joinPath(steps []step) string {
	var b []byte
	for _, s := range steps {
		switch {
		case s == nowhere:
		case s.name == "":
			b = strconv.AppendInt(append(b, '['), int64(s.index), 10)
			b = append(b, ']')
		case !isPlainName(s.name):
			b = append(appendString(append(b, '['), s.name), ']')
		default:
			if len(b) > 0 {
				b = append(b, '.')
			}
			b = append(b, s.name...)
		}
	}
	return string(b)
}

func isPlainName(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) || s[i] == '.' || s[i] == '+' {
			return false
		}
	}
	return s != ""
}

// splitPath reads a path back into steps; ok is false if it is none.
func splitPath(path string) (steps []step, ok bool) {
	for i := 0; i < len(path); {
		if path[i] != '[' {
			if path[i] == '.' {
				i++
			}
			first := i
			for i < len(path) && path[i] != '.' && path[i] != '[' {
				i++
			}
			if i == first {
				return steps, false
			}
			steps = append(steps, step{name: path[first:i]})
			continue
		}
		s := scanner{text: []byte(path), pos: i + 1}
		st := step{}
		if s.space() == '"' {
			raw, _, ok := s.str()
			if !ok {
				return steps, false
			}
			st.name = string(unescape(raw))
		} else {
			for ; s.pos < len(path) && path[s.pos]-'0' <= 9; s.pos++ {
				st.index = st.index*10 + int(path[s.pos]-'0')
			}
		}
		if s.pos >= len(path) || path[s.pos] != ']' {
			return steps, false
		}
		steps = append(steps, st)
		i = s.pos + 1
	}
	return steps, true
}

// JoinPath puts a path behind another: JoinPath("placement", "jobs[3].mi").
func JoinPath(outer, inner string) string {
	if outer == "" || inner == "" || inner[0] == '[' {
		return outer + inner
	}
	return outer + "." + inner
}

// Within prefixes the path of every fault, for faults of a part of a document.
func (fs Faults) Within(outer string) Faults {
	for i := range fs {
		fs[i].Path = JoinPath(outer, fs[i].Path)
	}
	return fs
}

// Name writes one field's name as a path of its own: cover, or ["a b"].
func Name(name string) string {
	return joinPath([]step{{name: name}})
}
