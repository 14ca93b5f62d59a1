package importer

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gridbox/core/doc"
)

// Names makes ids of other people's names: never empty, without control
// characters, at most doc.MaxID long, and each only once.
type Names struct {
	used    map[string]bool
	next    map[string]int
	Changed int // how many ids are not the name that they were made of
}

// ID gives an id for a name; noun is what a nameless one is called.
func (n *Names) ID(name, noun string) string {
	if n.used == nil {
		n.used, n.next = map[string]bool{}, map[string]int{}
	}
	id := Clean(name)
	if id == "" {
		id = noun
	}
	if n.used[id] || id == noun && name == "" {
		id = n.numbered(id)
	}
	if n.used[id] = true; id != name {
		n.Changed++
	}
	return id
}

// numbered is the id with the first number behind it that makes it unique.
func (n *Names) numbered(id string) string {
	for {
		n.next[id]++
		number := "-" + strconv.Itoa(n.next[id])
		if another := cut(id, doc.MaxID-len(number)) + number; !n.used[another] {
			return another
		}
	}
}

// Clean is a name as an id may be: trimmed, without control characters or
// invalid bytes, at most doc.MaxID characters long.
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

// Letters stands in for names of people: the first becomes A, the second B,
// after Z come AA, AB and so on. Who is who is not kept anywhere but here.
type Letters struct{ of map[string]string }

// Of gives the letters of a name.
func (l *Letters) Of(name string) string {
	if l.of == nil {
		l.of = map[string]string{}
	}
	letters, known := l.of[name]
	if !known {
		letters = lettered(len(l.of))
		l.of[name] = letters
	}
	return letters
}

// Len is how many names there were.
func (l *Letters) Len() int { return len(l.of) }

func lettered(n int) (letters string) {
	for n++; n > 0; n = (n - 1) / 26 {
		letters = string(rune('A'+(n-1)%26)) + letters
	}
	return letters
}
