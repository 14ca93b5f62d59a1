package importer

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gridbox/core/doc"
)

// Names converts names in files to ids. Ids are nonempty, without control
// characters, at most doc.MaxID characters long, and unique.
type Names struct {
	used    map[string]bool
	next    map[string]int
	Changed int // number of ids that differ from their name
}

// ID returns the id for a name. An empty name becomes noun.
func (n *Names) ID(name, noun string) string {
	if n.used == nil {
		n.used, n.next = map[string]bool{}, map[string]int{}
	}
	id := Clean(name)
	if id == "" {
		id = noun
	}
	if n.used[id] || id == noun && name == "" {
		id = n.uniqueID(id)
	}
	if n.used[id] = true; id != name {
		n.Changed++
	}
	return id
}

// uniqueID returns the id followed by the first number that makes it unique.
func (n *Names) uniqueID(id string) string {
	for {
		n.next[id]++
		number := "-" + strconv.Itoa(n.next[id])
		if another := cut(id, doc.MaxID-len(number)) + number; !n.used[another] {
			return another
		}
	}
}

// Clean returns a name in the form of an id: trimmed, without control
// characters or invalid bytes, at most doc.MaxID characters long.
func Clean(name string) string {
	name = strings.TrimSpace(strings.Map(func(c rune) rune {
		if c == utf8.RuneError || unicode.IsControl(c) {
			return -1
		}
		return c
	}, name))
	return cut(name, doc.MaxID)
}

func cut(text string, most int) string {
	n := 0
	for i := range text {
		if n++; n > most {
			return strings.TrimSpace(text[:i])
		}
	}
	return text
}

// Letters replaces names of people: the first becomes A, the second B, after Z
// come AA, AB and so on. The map is not stored elsewhere.
type Letters struct{ letters map[string]string }

// Replace returns the letters of a name.
func (l *Letters) Replace(name string) string {
	if l.letters == nil {
		l.letters = map[string]string{}
	}
	letters, known := l.letters[name]
	if !known {
		letters = letterCode(len(l.letters))
		l.letters[name] = letters
	}
	return letters
}

// Len returns the number of names.
func (l *Letters) Len() int { return len(l.letters) }

func letterCode(n int) (letters string) {
	for n++; n > 0; n = (n - 1) / 26 {
		letters = string(rune('A'+(n-1)%26)) + letters
	}
	return letters
}
