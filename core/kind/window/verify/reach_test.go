package verify

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"

	"pgregory.net/rapid"
)

// Whether there is a better window than one does not hang on what a reach leaves out: from
// one window to the next better one, until there is none.
func TestReachLeavesOutNothingBetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &window.WindowProblem{Environment: window.Environment{Horizon: 60},
			Request: &window.Request{Volume: 6, Nodes: rapid.IntRange(1, 3).Draw(t, "n")}}
		places := rapid.SampledFrom([]float64{1, 10, 3e7}).Draw(t, "places") // prices as decimals, or not
		for i := range rapid.IntRange(1, 12).Draw(t, "nodes") {
			n := window.Node{ID: "n" + strconv.Itoa(i),
				Performance: float64(rapid.IntRange(1, 4).Draw(t, "performance")),
				Price:       float64(rapid.IntRange(0, 40).Draw(t, "price")) / places}
			p.Nodes = append(p.Nodes, n)
			at := 0.0
			for range rapid.IntRange(1, 3).Draw(t, "slots") {
				at += float64(rapid.IntRange(1, 6).Draw(t, "gap"))
				end := at + float64(rapid.IntRange(1, 12).Draw(t, "length"))
				p.Slots = append(p.Slots, window.Slot{Node: n.ID, Start: at, End: end})
				at = end
			}
		}
		if rapid.Bool().Draw(t, "budgeted") {
			budget := float64(rapid.IntRange(0, 200).Draw(t, "budget"))
			p.Request.Budget = &budget
		}
		id := rapid.SampledFrom([]string{"first-fit", "min-finish", "min-runtime", "min-cost"}).Draw(t, "algorithm")
		check := func() *windowCheck {
			c := &windowCheck{Verdict: verify.Verdict{Kind: "window", Answer: &scenario.Answer{Algorithm: id}}, p: p}
			c.nodes = slots.NewNodeIndex(p.Nodes)
			c.free = slots.FreeTimes(&p.Environment, c.nodes)
			return c
		}
		whole := check()
		metric, value, all := whole.promised(), 0.0, whole.searched()
		if len(all.runtime) == 0 {
			return
		}
		k := rapid.IntRange(0, len(all.runtime)-1).Draw(t, "group") // any window of it to begin with
		best, _ := anything(all, all.strict).look(windowCell{k0: k, k1: k, s0: math.Inf(-1), s1: math.Inf(1)})
		for best != nil {
			f := whole.field
			nodes := f.pick(best.group, best.from, true, f.pieces, f.strict[best.group])
			if len(nodes) != p.Request.Nodes {
				t.Fatalf("a window of %d nodes", len(nodes))
			}
			k = 0 // the cheapest may all be of a faster group
			for _, n := range nodes {
				k = max(k, int(f.own[n]))
			}
			w := shown{start: best.from, runtime: f.runtime[k], cost: f.cost(f.weighing(nodes), k)}
			w.finish = w.start + w.runtime
			part := check()
			part.reach = &windowReach{metric, w, nodes}
			value = w.by(metric)
			best, _ = whole.better(metric, value)
			if other, complete := part.better(metric, value); (other == nil) != (best == nil) || !complete {
				t.Fatalf("below %s %v: %v with all free times, %v with those in reach", metric, value, best, other)
			}
			// And the very window is taken from these as from all, if it could not begin sooner.
			if !slices.ContainsFunc(f.pieces, func(s opening) bool {
				return s.start == w.start && slices.Contains(nodes, s.node)
			}) {
				continue
			}
			again := part.field.pick(k, w.start, true, part.field.pieces, math.Inf(1))
			taken := f.pick(k, w.start, true, f.pieces, math.Inf(1))
			if len(again) != len(taken) || f.weighing(again) != f.weighing(taken) {
				t.Fatalf("takes %v from what is in reach and %v from all", again, taken)
			}
		}
	})
}
