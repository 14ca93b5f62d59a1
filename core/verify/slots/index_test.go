package slots

import (
	"strconv"
	"testing"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/window"

	"pgregory.net/rapid"
)

// A node is found wherever it stands and whatever was asked before, and no other.
func TestNodeIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := make([]window.Node, rapid.IntRange(0, 12).Draw(t, "nodes"))
		for i := range nodes {
			nodes[i].ID = strconv.Itoa(i)
		}
		x := NewNodeIndex(nodes)
		for _, k := range rapid.SliceOfN(rapid.IntRange(0, 14), 0, 40).Draw(t, "asked") {
			at, ok := x.Find(strconv.Itoa(k))
			if ok != (k < len(nodes)) || ok && at != k {
				t.Fatalf("%d of %d: %d, %t", k, len(nodes), at, ok)
			}
		}
	})
}
