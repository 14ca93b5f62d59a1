package doc

import (
	"strconv"
	"strings"
)

// A step leads from a value to a member: to the field of that name, or, if name
// is "", to the element at index. No field of a document is called "".
type step struct {
	name  string
	index int
}

// nowhere is the step of a reader between the members of an object.
var nowhere = step{index: -1}

// joinPath returns steps as a path: placement.clusters[2].mips. Names that
// would be ambiguous are written in brackets and quotes: options["a.b"].
func joinPath(steps []step) string {
	var b []byte
	for _, s := range steps {
		switch {
		case s == nowhere:
		case s.name == "":
			b = strconv.AppendInt(append(b, '['), int64(s.index), 10)
			b = append(b, ']')
		case !isPlainName(s.name):
			b = append(AppendString(append(b, '['), s.name), ']')
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

// A hop is a step of a path that a user writes. It may lead to several elements
// of a list: [*] to all, [id=Lyon] to the element of that id.
type hop struct {
	step
	every, byID bool
	id          string
}

// maxIndex limits the index of an element, so that a long row of digits does
// not overflow.
const maxIndex = 1 << 30

// splitPath parses a path into hops. It reports false if the path is malformed.
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

// bracket parses the content of brackets from offset i and returns the offset
// behind it. It reports false if the content is no index, id, name or asterisk.
func bracket(path string, i int) (h hop, end int, ok bool) {
	rest := path[i:]
	switch {
	case strings.HasPrefix(rest, "*"):
		return hop{every: true}, i + 1, true
	case strings.HasPrefix(rest, "id="):
		h.byID = true
		if h.id, end, ok = parseQuoted(path, i+3); ok {
			return h, end, true
		}
		to := strings.IndexByte(rest, ']')
		if to < 0 {
			return h, i, false
		}
		h.id = rest[3:to]
		return h, i + to, h.id != ""
	}
	if name, end, ok := parseQuoted(path, i); ok {
		return hop{step: step{name: name}}, end, true
	}
	for end = i; end < len(path) && path[end]-'0' <= 9; end++ {
		h.index = min(h.index*10+int(path[end]-'0'), maxIndex)
	}
	return h, end, end > i
}

// parseQuoted parses a quoted string.
func parseQuoted(path string, i int) (text string, end int, ok bool) {
	s := scanner{text: []byte(path), pos: i}
	if s.space() != '"' {
		return "", i, false
	}
	raw, _, ok := s.str()
	return string(unescape(raw)), s.pos, ok
}

// malformedPath is the fault of a malformed path.
const malformedPath = "is not a path; write one such as window.request.nodes, placement.jobs[0].mi, " +
	"placement.clusters[id=Lyon].mips or farm.jobs[*].duration"

// joinHops returns hops as a path.
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

// ElementOf returns the path of the element with an id in a list:
// placement.clusters[id=Lyon].
func ElementOf(list, id string) string {
	if id == "" || strings.ContainsAny(id, `]"\`) || id[0] == ' ' {
		return list + "[id=" + string(AppendString(nil, id)) + "]"
	}
	return list + "[id=" + id + "]"
}

// JoinPath appends a path to another: JoinPath("placement", "jobs[3].mi").
func JoinPath(outer, inner string) string {
	if outer == "" || inner == "" || inner[0] == '[' {
		return outer + inner
	}
	return outer + "." + inner
}

// PrefixPaths prefixes the path of every fault, for faults of a part of a document.
// It changes and returns the list.
func (fs Faults) PrefixPaths(outer string) Faults {
	for i := range fs {
		fs[i].Path = JoinPath(outer, fs[i].Path)
	}
	return fs
}

// Name returns the path of one field: cover, or ["a b"].
func Name(name string) string {
	return joinPath([]step{{name: name}})
}

// CutElement cuts a path at its first index: clusters[2].mips becomes clusters,
// 2 and mips. It reports whether the path has an index.
func CutElement(path string) (list string, i int, rest string, ok bool) {
	list, rest, ok = strings.Cut(path, "[")
	number, rest, shut := strings.Cut(rest, "]")
	i, err := strconv.Atoi(number)
	return list, i, strings.TrimPrefix(rest, "."), ok && shut && err == nil && i >= 0
}
