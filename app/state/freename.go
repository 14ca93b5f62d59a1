package state

import (
	"strconv"

	"gridbox/core/doc"
)

// A nameBook remembers which names are taken and finds free ones.
type nameBook struct {
	taken map[string]bool
	next  map[string]int // last used number by the part before the digits
}

func newNames(n int, id func(int) string) *nameBook {
	b := &nameBook{taken: make(map[string]bool, n), next: map[string]int{}}
	for i := range n {
		b.taken[id(i)] = true
	}
	return b
}

// free returns a name itself if it is free, else the next one by its number: j3
// becomes j4 or the first free one after it, Lyon becomes Lyon-2.
func (b *nameBook) free(name string) string {
	if b.taken[name] {
		digits := len(name)
		for digits > 0 && name[digits-1] >= '0' && name[digits-1] <= '9' && len(name)-digits < 9 {
			digits--
		}
		base, from := name[:digits], 2
		if n, err := strconv.Atoi(name[digits:]); err == nil && base != "" {
			from = n + 1
		} else {
			base = name + "-"
		}
		if runes := []rune(base); len(runes) > doc.MaxID-10 {
			base = string(runes[:doc.MaxID-10])
		}
		from = max(from, b.next[base])
		for b.taken[base+strconv.Itoa(from)] {
			from++
		}
		b.next[base] = from + 1
		name = base + strconv.Itoa(from)
	}
	b.taken[name] = true
	return name
}
