package doc

import "hash/maphash"

// An Index finds the positions of names in a list. It takes 8 to 16 bytes per
// name, where a map takes 60 and more. The list must not change.
type Index struct {
	table []int32 // hash table of positions plus 1; 0 is free
	name  func(i int) string
	seed  maphash.Seed
}

// NewIndex returns an empty index for a list of at most n names.
func NewIndex(n int, name func(i int) string) *Index {
	size := 8
	for size < 2*n {
		size *= 2
	}
	return &Index{table: make([]int32, size), name: name, seed: maphash.MakeSeed()}
}

// Add adds the name at position i. If the name is present already, Add returns
// its earlier position.
func (x *Index) Add(i int) (earlier int, twice bool) {
	at, found := x.slot(x.name(i))
	if found {
		return int(x.table[at]) - 1, true
	}
	x.table[at] = int32(i) + 1
	return 0, false
}

// Find returns the position of a name.
func (x *Index) Find(name string) (int, bool) {
	at, found := x.slot(name)
	return int(x.table[at]) - 1, found
}

// slot returns the slot of a name in the hash table, or the free slot where it
// would be added.
func (x *Index) slot(name string) (at int, found bool) {
	mask := len(x.table) - 1
	for at = int(maphash.String(x.seed, name)) & mask; x.table[at] != 0; at = (at + 1) & mask {
		if x.name(int(x.table[at])-1) == name {
			return at, true
		}
	}
	return at, false
}
