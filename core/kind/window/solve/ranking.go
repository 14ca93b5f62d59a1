package solve

import (
	"math/bits"

	"gridbox/core/kind/window"
)

// A ranking holds a changing set of nodes in a fixed order, one bit a node: the
// first n of them are found by looking at words of 64. Adding and removing
// takes no time at all, which is what happens most; the first few dozen words
// are rarely all empty.
type ranking struct {
	place []int32 // of each node in the order
	node  []int32 // at each place
	words []uint64
}

// newRanking orders nodes; the order has no equals.
func newRanking(nodes int, before func(a, b int32) bool) *ranking {
	r := plainRanking(nodes)
	r.sort(before)
	return r
}

// plainRanking has the nodes in their own order.
func plainRanking(nodes int) *ranking {
	r := &ranking{place: make([]int32, nodes), node: make([]int32, nodes), words: make([]uint64, (nodes+63)/64)}
	for i := range r.node {
		r.node[i], r.place[i] = int32(i), int32(i)
	}
	return r
}

// rankingOf has all nodes in a given order.
func rankingOf(order []int32) *ranking {
	r := &ranking{place: make([]int32, len(order)), node: order, words: make([]uint64, (len(order)+63)/64)}
	for at, n := range order {
		r.place[n] = int32(at)
	}
	return r
}

// byPrice ranks the nodes by their prices, equals as in the document. Weights are
// in the same order, and where they are rounded this one is the finer.
func (in *instance) byPrice() *ranking { return rankingOf(in.p.Cheapest()) }

// sort makes the order anew; the set is empty then.
func (r *ranking) sort(before func(a, b int32) bool) {
	window.SortNodes(r.node, before)
	for at, n := range r.node {
		r.place[n] = int32(at)
	}
	clear(r.words)
}

func (r *ranking) add(node int32) {
	at := r.place[node]
	r.words[at>>6] |= 1 << (at & 63)
}

func (r *ranking) has(node int32) bool {
	at := r.place[node]
	return r.words[at>>6]&(1<<(at&63)) != 0
}

func (r *ranking) remove(node int32) {
	at := r.place[node]
	r.words[at>>6] &^= 1 << (at & 63)
}

// first appends the first n nodes of the set whose slot reaches until; those
// that do not leave the set for good, since times only grow.
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
