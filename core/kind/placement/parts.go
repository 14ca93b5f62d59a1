package placement

// Parts tell which of some things are linked. Each thing leads to another of its
// part, or to itself where it is the part's root; a part joins another by its root
// leading there.
type Parts []int

// Apart are n things of which each is a part of its own.
func Apart(n int) Parts {
	parts := make(Parts, n)
	for i := range parts {
		parts[i] = i
	}
	return parts
}

// Root finds the root of a thing's part, and makes the way shorter for the next time.
func (p Parts) Root(i int) int {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}
