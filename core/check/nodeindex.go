package check

import "gridbox/core/kind/window"

// A nodeIndex finds nodes by name. What is asked for mostly comes in the order of
// the document, or is one of few, so it looks beside the last one first and
// remembers which it met; only when it has passed over all nodes passedNodes times
// does it make a map of them, which takes longer than many a check.
type nodeIndex struct {
	nodes  []window.Node
	last   int
	passed int
	met    map[string]int
	at     map[string]int // of all of them, when it is made
}

const passedNodes = 12

func newNodeIndex(nodes []window.Node) *nodeIndex {
	return &nodeIndex{nodes: nodes, met: map[string]int{}}
}

// find gives the place of a node in the document.
func (x *nodeIndex) find(id string) (at int, ok bool) {
	n := len(x.nodes)
	for _, i := range [2]int{x.last, x.last + 1} {
		if x.at == nil && i < n && x.nodes[i].ID == id {
			x.last = i
			return i, true
		}
	}
	if at, ok = x.met[id]; ok {
		return at, true
	}
	for i := 0; x.at == nil && i < n; i++ {
		if x.nodes[i].ID == id {
			x.met[id], x.last = i, i
			return i, true
		}
		if x.passed++; x.passed > passedNodes*n {
			x.at = places(x.nodes, func(n *window.Node) string { return n.ID })
		}
	}
	at, ok = x.at[id]
	return at, ok
}

// of is the place of a node that there is.
func (x *nodeIndex) of(id string) int {
	at, _ := x.find(id)
	return at
}
