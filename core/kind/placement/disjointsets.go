package placement

// DisjointSets is a union-find structure over the elements 0 to n-1. The entry of an element is
// another element of its set, or the element itself if it is the root. Two sets are merged by
// setting the entry of one root to the other.
type DisjointSets []int

// NewDisjointSets returns n sets of one element each.
func NewDisjointSets(n int) DisjointSets {
	parts := make(DisjointSets, n)
	for i := range parts {
		parts[i] = i
	}
	return parts
}

// Root returns the root of the set of i. It shortens the path for later calls (path halving).
func (p DisjointSets) Root(i int) int {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}
