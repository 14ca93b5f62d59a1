package render

import (
	"slices"
	"strings"
)

// A selector is one way to an element: the last compound is the element's own, and
// joins say how each is reached from the one before it.
type selector struct {
	compounds []compound
	joins     []byte // ' ', '>' or '+', one fewer than compounds
	weight    int    // specificity: classes count 1000, names 1
}

// A compound is what one element must be.
type compound struct {
	name    string
	classes []string
	attrs   []attribute
	any     []selector // :is
	not     []selector
	first   bool // :first-child
	root    bool
	never   bool // what asks for a pointer, a focus or another page
}

type attribute struct {
	name, value string
	some        bool // any value will do
}

// selectors reads a list; what is in it that a printed page never fulfils is left out.
func selectors(text string) (list []selector) {
	for _, one := range split(text, ',') {
		if s := readSelector(one); !s.never() {
			list = append(list, s)
		}
	}
	return list
}

func (s *selector) never() bool {
	return slices.ContainsFunc(s.compounds, func(c compound) bool { return c.never })
}

// split divides at a sign that is in no brackets.
func split(text string, at byte) (list []string) {
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case at:
			if depth == 0 {
				list = append(list, strings.TrimSpace(text[from:i]))
				from = i + 1
			}
		}
	}
	return append(list, strings.TrimSpace(text[from:]))
}

func readSelector(text string) selector {
	s, join := selector{}, byte(0)
	for _, word := range words(text) {
		if len(word) == 1 && strings.Contains(">+~", word) {
			join = word[0]
			continue
		}
		c := s.readCompound(word)
		if len(s.compounds) > 0 {
			if join == 0 {
				join = ' '
			}
			c.never = c.never || join == '~'
			s.joins = append(s.joins, join)
		}
		join = 0
		s.compounds = append(s.compounds, c)
	}
	return s
}

// words divides at spaces that are in no brackets; combinators are words.
func words(text string) (list []string) {
	for _, word := range split(strings.Join(strings.Fields(text), " "), ' ') {
		if word != "" {
			list = append(list, word)
		}
	}
	return list
}

func (s *selector) readCompound(text string) (c compound) {
	for text != "" {
		end := 1
		for end < len(text) && strings.IndexByte(".[:", text[end]) < 0 {
			if text[end] == '(' {
				end = closing(text, end)
			}
			end++
		}
		word := text[:end]
		text = text[end:]
		switch word[0] {
		case '.':
			c.classes = append(c.classes, word[1:])
			s.weight += 1000
		case '[':
			name, value, given := strings.Cut(strings.Trim(word, "[]"), "=")
			c.attrs = append(c.attrs, attribute{name, strings.Trim(value, `"`), !given})
			s.weight += 1000
		case ':':
			s.pseudo(&c, word)
		default:
			if word != "*" {
				c.name = word
				s.weight++
			}
		}
	}
	return c
}

func (s *selector) pseudo(c *compound, word string) {
	name, inside, _ := strings.Cut(strings.TrimSuffix(word, ")"), "(")
	switch name {
	case ":is", ":not":
		list := selectors(inside)
		heaviest := 0
		for _, one := range split(inside, ',') {
			whole := readSelector(one)
			heaviest = max(heaviest, whole.weight)
		}
		s.weight += heaviest
		if name == ":not" {
			c.not = append(c.not, list...)
		} else {
			c.any, c.never = list, c.never || len(list) == 0
		}
	case ":first-child":
		c.first = true
		s.weight += 1000
	case ":root":
		c.root = true
		s.weight += 1000
	default:
		c.never = true
		s.weight += 1000
	}
}

// fits tells whether the selector chooses an element.
func (s *selector) fits(e *element) bool { return s.fitsFrom(e, len(s.compounds)-1) }

func (s *selector) fitsFrom(e *element, k int) bool {
	if e == nil || !s.compounds[k].fits(e) {
		return false
	}
	if k == 0 {
		return true
	}
	switch s.joins[k-1] {
	case '>':
		return s.fitsFrom(e.parent, k-1)
	case '+':
		return s.fitsFrom(e.before, k-1)
	}
	for up := e.parent; up != nil; up = up.parent {
		if s.fitsFrom(up, k-1) {
			return true
		}
	}
	return false
}

func (c *compound) fits(e *element) bool {
	if c.name != "" && c.name != e.name || c.root && e.parent != nil || c.first && e.before != nil {
		return false
	}
	for _, class := range c.classes {
		if !slices.Contains(e.classes, class) {
			return false
		}
	}
	for _, a := range c.attrs {
		if v, ok := e.attrs[a.name]; !ok || !a.some && v != a.value {
			return false
		}
	}
	some := func(list []selector) bool {
		return slices.ContainsFunc(list, func(s selector) bool { return s.fits(e) })
	}
	return !some(c.not) && (len(c.any) == 0 || some(c.any))
}
