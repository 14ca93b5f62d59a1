package doc

import "hash/maphash"

// An Index finds the places of names in a list. It takes 8 to 16 bytes a
// name, where a map takes 60 and more; the list must stay as it is.
type Index struct {
	places []int32 // 0 is free, else a place and one
	name   func(i int) string
	seed   maphash.Seed
}

// NewIndex makes an empty index of a list of at most n names.
func NewIndex(n int, name func(i int) string) *Index {
	size := 8
	for size < 2*n {
		size *= 2
	}
	return &Index{places: make([]int32, size), name: name, seed: maphash.MakeSeed()}
}

// Add enters the name at place i, or gives the earlier place that has it.
func (x *Index) Add(i int) (earlier int, twice bool) {
	at, found := x.slot(x.name(i))
	if found {
		return int(x.places[at]) - 1, true
	}
	x.places[at] = int32(i) + 1
	return 0, false
}

// Find gives the place of a name.
func (x *Index) Find(name string) (int, bool) {
	at, found := x.slot(name)
	return int(x.places[at]) - 1, found
}

// slot is where a name stands, or where it would.
func (x *Index) slot(name string) (at int, found bool) {
	mask := len(x.places) - 1
	for at = int(maphash.String(x.seed, name)) & mask; x.places[at] != 0; at = (at + 1) & mask {
		if x.name(int(x.places[at])-1) == name {
			return at, true
		}
	}
	return at, false
}
