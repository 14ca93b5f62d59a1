package render

import (
	"slices"
	"strings"
	"sync"

	"gridbox/assets/css"
)

// A rule gives the elements of a selector some declarations.
type rule struct {
	selector
	place int // of the rule in the sheets; of equal weight the later wins
	says  []declaration
}

type declaration struct{ name, value string }

// A sheet is all rules, by a class or name that their element must have.
type sheet struct{ by map[string][]*rule }

// styles are the site's own, without what they say of other media.
var styles = sync.OnceValue(func() *sheet {
	s := &sheet{by: map[string][]*rule{}}
	place := 0
	for _, block := range blocks(css.Tokens + css.Picture) {
		says := declarations(block.body)
		for _, one := range selectors(block.head) {
			place++
			last := &one.compounds[len(one.compounds)-1]
			key := last.name
			if len(last.classes) > 0 {
				key = "." + last.classes[0]
			}
			s.by[key] = append(s.by[key], &rule{one, place, says})
		}
	}
	return s
})

type block struct{ head, body string }

// blocks divides a sheet into rules; those inside of @media are for screens, or
// for people's choices that paper does not know.
func blocks(text string) (list []block) {
	for {
		from := strings.Index(text, "/*")
		if from < 0 {
			break
		}
		end := strings.Index(text[from:], "*/")
		text = text[:from] + text[from+end+2:]
	}
	depth, from, open := 0, 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			if depth++; depth == 1 {
				open = i
			}
		case '}':
			if depth--; depth == 0 {
				if head := strings.TrimSpace(text[from:open]); !strings.HasPrefix(head, "@") {
					list = append(list, block{head, text[open+1 : i]})
				}
				from = i + 1
			}
		}
	}
	return list
}

func declarations(text string) (list []declaration) {
	for _, one := range strings.Split(text, ";") {
		if name, value, ok := strings.Cut(one, ":"); ok {
			list = append(list, declaration{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	return list
}

// of lists what the sheets say to an element, the strongest last.
func (s *sheet) of(e *element) []declaration {
	var found []*rule
	take := func(key string) {
		for _, r := range s.by[key] {
			if r.fits(e) {
				found = append(found, r)
			}
		}
	}
	take("")
	take(e.name)
	for _, class := range e.classes {
		take("." + class)
	}
	slices.SortFunc(found, func(a, b *rule) int {
		if a.weight != b.weight {
			return a.weight - b.weight
		}
		return a.place - b.place
	})
	var list []declaration
	for _, r := range found {
		list = append(list, r.says...)
	}
	return list
}
