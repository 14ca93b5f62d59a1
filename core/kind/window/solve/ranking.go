package solve

import (
	"math/bits"

	"gridbox/core/kind/window"
)

// A ranking is a set of nodes in a fixed order, stored as one bit per node, so
// that the first n of them are found by scanning words of 64 bits. Adding and
// removing take constant time and are the most frequent operations; a run of
// empty words at the front is rare.
type ranking struct {
	position []int32 // position of each node
	node     []int32 // node at each position
	words    []uint64
}

// newRanking returns an empty set with the nodes ordered by a strict total
// order.
func newRanking(nodes int, before func(a, b int32) bool) *ranking {
	r := identityRanking(nodes)
	r.sort(before)
	return r
}

// identityRanking returns an empty set with the nodes in their own order.
func identityRanking(nodes int) *ranking {
	r := &ranking{position: make([]int32, nodes), node: make([]int32, nodes), words: make([]uint64, (nodes+63)/64)}
	for i := range r.node {
		r.node[i], r.position[i] = int32(i), int32(i)
	}
	return r
}

// rankingOf returns an empty set with the nodes in a given order.
func rankingOf(order []int32) *ranking {
	r := &ranking{position: make([]int32, len(order)), node: order, words: make([]uint64, (len(order)+63)/64)}
	for at, n := range order {
		r.position[n] = int32(at)
	}
	return r
}

// priceRanking returns a ranking of the nodes by price, equal ones as in the
// document. Rounded weights have the same order, but this one is finer.
func (in *instance) priceRanking() *ranking { return rankingOf(in.p.CheapestFirst()) }

// sort reorders the nodes and empties the set.
func (r *ranking) sort(before func(a, b int32) bool) {
	window.SortNodes(r.node, before)
	for at, n := range r.node {
		r.position[n] = int32(at)
	}
	clear(r.words)
}

func (r *ranking) add(node int32) {
	at := r.position[node]
	r.words[at>>6] |= 1 << (at & 63)
}

func (r *ranking) has(node int32) bool {
	at := r.position[node]
	return r.words[at>>6]&(1<<(at&63)) != 0
}

func (r *ranking) remove(node int32) {
	at := r.position[node]
	r.words[at>>6] &^= 1 << (at & 63)
}

// first appends the first n nodes of the set whose slot lasts until a time.
// Nodes whose slot ends earlier are removed permanently, since times only grow.
func (r *ranking) first(n int, end []float64, until float64, into []int32) []int32 {
	for w := range r.words {
		for word := r.words[w]; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			node := r.node[w<<6|bit]
			if end[node] < until {
				r.words[w] &^= 1 << bit
				continue
			}
			if len(into) == n {
				return into
			}
			into = append(into, node)
		}
		if len(into) == n {
			return into
		}
	}
	return into
}
