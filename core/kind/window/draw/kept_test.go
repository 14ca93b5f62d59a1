package draw

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/kind/window"
)

// A picture with cached parts equals the picture drawn as a whole, for any
// changes between two of them.
func TestReusedRowsEqualNewOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := func(n int) bool { return r.IntN(n) == 0 }
	p, faults := window.Generate(window.Spec{Preset: "square-2018"}, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	var kept picture.Cache
	v := Rows(&p)
	for step := range 30 {
		if some(2) {
			v.States = []noderows.State{{Node: p.Nodes[0].ID, Start: 1, End: float64(2 + step), Class: "open"}}
		}
		if some(4) {
			v.Selected = [][]picture.Ref{nil, {{Kind: picture.Node, ID: p.Nodes[3].ID}},
				{{Kind: picture.Busy, ID: markid.BusyID(2)}}}[r.IntN(3)]
		}
		if some(5) {
			v.From, v.To = 100*r.Float64(), 200+100*r.Float64()
			v.Rows = window.RankByPerformance(p.Nodes)[:10+r.IntN(20)]
		}
		if some(9) {
			v.Width, v.Static, v.Small = 300+500*r.Float64(), some(2), some(4)
		}
		v.Cache = &kept
		now := noderows.Draw(v)
		v.Cache = nil
		scenetest.CheckEqual(t, fmt.Sprint("square-2018", ", step ", step), now, noderows.Draw(v))
	}
}
