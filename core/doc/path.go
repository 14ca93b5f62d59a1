package doc

import (
	"strconv"
	"strings"
)

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

// A hop is a step of a path that people write, which may lead to more than one
// element of a list: [*] to all, [id=Lyon] to the one of that id.
type hop struct {
	step
	every, byID bool
	id          string
}

// mostIndex bounds the number of an element, so that a slip of a digit is none.
const mostIndex = 1 << 30

// splitPath reads a path into hops; ok is false if it is none.
func splitPath(path string) (hops []hop, ok bool) {
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
				return hops, false
			}
			hops = append(hops, hop{step: step{name: path[first:i]}})
			continue
		}
		h, end, ok := bracket(path, i+1)
		if !ok || end >= len(path) || path[end] != ']' {
			return hops, false
		}
		hops = append(hops, h)
		i = end + 1
	}
	return hops, true
}

// bracket reads what stands in brackets from place i on, and says where it ends.
func bracket(path string, i int) (h hop, end int, ok bool) {
	rest := path[i:]
	switch {
	case strings.HasPrefix(rest, "*"):
		return hop{every: true}, i + 1, true
	case strings.HasPrefix(rest, "id="):
		h.byID = true
		if h.id, end, ok = quoted(path, i+3); ok {
			return h, end, true
		}
		to := strings.IndexByte(rest, ']')
		if to < 0 {
			return h, i, false
		}
		h.id = rest[3:to]
		return h, i + to, h.id != ""
	}
	if name, end, ok := quoted(path, i); ok {
		return hop{step: step{name: name}}, end, true
	}
	for end = i; end < len(path) && path[end]-'0' <= 9; end++ {
		h.index = min(h.index*10+int(path[end]-'0'), mostIndex)
	}
	return h, end, end > i
}

// quoted reads a string in quotes.
func quoted(path string, i int) (text string, end int, ok bool) {
	s := scanner{text: []byte(path), pos: i}
	if s.space() != '"' {
		return "", i, false
	}
	raw, _, ok := s.str()
	return string(unescape(raw)), s.pos, ok
}

// noPath is why a text is no path.
const noPath = "is not a path; write one such as window.request.nodes, placement.jobs[0].mi, " +
	"placement.clusters[id=Lyon].mips or farm.jobs[*].duration"

// joinHops writes hops as a path.
func joinHops(hops []hop) string {
	path := ""
	for _, h := range hops {
		switch {
		case h.every:
			path += "[*]"
		case h.byID:
			path += ElementOf("", h.id)
		default:
			path = JoinPath(path, joinPath([]step{h.step}))
		}
	}
	return path
}

// ElementOf is the path of the element of a list that has an id:
// placement.clusters[id=Lyon].
func ElementOf(list, id string) string {
	if id == "" || strings.ContainsAny(id, `]"\`) || id[0] == ' ' {
		return list + "[id=" + string(appendString(nil, id)) + "]"
	}
	return list + "[id=" + id + "]"
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

// CutElement cuts a path at its first number of an element: clusters[2].mips
// becomes clusters, 2 and mips. It reports whether the path has one.
func CutElement(path string) (list string, i int, rest string, ok bool) {
	list, rest, ok = strings.Cut(path, "[")
	number, rest, shut := strings.Cut(rest, "]")
	i, err := strconv.Atoi(number)
	return list, i, strings.TrimPrefix(rest, "."), ok && shut && err == nil && i >= 0
}
