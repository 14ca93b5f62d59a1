package slots

import (
	"gridbox/core/kind/window"
	"gridbox/core/verify"
)

// A nodeIndex finds nodes by name. What is asked for mostly comes in the order of
// the document, or is one of few, so it looks beside the last one first and
// remembers which it met; only when it has passed over all nodes passedNodes times
// does it make a map of them, which takes longer than many a check.
type NodeIndex struct {
	nodes  []window.Node
	last   int
	passed int
	met    map[string]int
	at     map[string]int // of all of them, when it is made
}

const passedNodes = 12

func NewNodeIndex(nodes []window.Node) *NodeIndex {
	return &NodeIndex{nodes: nodes, met: map[string]int{}}
}

// Find gives the place of a node in the document.
func (x *NodeIndex) Find(id string) (at int, ok bool) {
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
			x.at = verify.Places(x.nodes, func(n *window.Node) string { return n.ID })
		}
	}
	at, ok = x.at[id]
	return at, ok
}

// Of is the place of a node that there is.
func (x *NodeIndex) Of(id string) int {
	at, _ := x.Find(id)
	return at
}
