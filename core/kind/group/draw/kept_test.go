package draw

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/kind/group"
)

// A picture with cached parts equals the picture drawn as a whole, for any
// changes between two of them.
func TestReusedPoolsEqualNewOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := func(n int) bool { return r.IntN(n) == 0 }
	for _, preset := range []string{"three-sites", "gka-1000"} {
		p, faults := group.Generate(group.Spec{Preset: preset}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		var kept picture.Cache
		v := PoolsView{Problem: &p}
		for step := range 30 {
			id := p.Groups[r.IntN(len(p.Groups))].ID
			if some(2) {
				v.States = map[string]string{id: []string{"in", "out", "next", "fixed"}[r.IntN(4)]}
			}
			if some(4) {
				v.Selected = [][]picture.Ref{nil, {{Kind: picture.Group, ID: id}},
					{{Kind: picture.Node, ID: p.Nodes[r.IntN(len(p.Nodes))].ID}}}[r.IntN(3)]
			}
			if some(5) {
				v.Window = []*group.Solution{nil, {Nodes: []string{p.Nodes[r.IntN(len(p.Nodes))].ID}}}[r.IntN(2)]
			}
			if some(9) {
				v.Width, v.Static, v.Small = 300+500*r.Float64(), some(2), some(4)
			}
			v.Cache = &kept
			now := Pools(v)
			v.Cache = nil
			scenetest.CheckEqual(t, fmt.Sprint(preset, ", step ", step), now, Pools(v))
		}
	}
}
