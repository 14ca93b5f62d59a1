package verify

import (
	"math"
	"math/bits"
	"strconv"
	"testing"

	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"

	"pgregory.net/rapid"
)

// every shows all windows of a small problem that start with a slot.
func every(p *window.WindowProblem, show func(w *shown)) {
	for _, first := range p.Slots {
		for set := range 1 << len(p.Slots) {
			if bits.OnesCount(uint(set)) != p.Request.Nodes {
				continue
			}
			slowest := math.Inf(1)
			for i := range p.Slots { // a slot a node, in the same order
				if set>>i&1 == 1 {
					slowest = min(slowest, p.Nodes[i].Performance)
				}
			}
			w := shown{start: first.Start, runtime: p.Request.Volume / slowest}
			w.finish = w.start + w.runtime
			fits := true
			for i, s := range p.Slots {
				if set>>i&1 == 1 {
					fits = fits && s.Start <= w.start && w.finish <= s.End
					w.cost += p.Nodes[i].Price * w.runtime
					w.value += p.Nodes[i].Attributes["q"]
				}
			}
			if fits && w.cost <= *p.Request.Budget {
				show(&w)
			}
		}
	}
}

// What hunts leave out before they look at it is never what they look for: just
// below the best of all windows they find nothing, and just above they do.
func TestHuntsAgainstEveryWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		budget := 0.0
		p := &window.WindowProblem{Environment: window.Environment{Horizon: 40},
			Request: &window.Request{Volume: 6, Value: "q", Budget: &budget,
				Nodes: rapid.IntRange(1, 4).Draw(t, "n")}}
		for i := range rapid.IntRange(3, 9).Draw(t, "nodes") {
			n := window.Node{ID: "n" + strconv.Itoa(i),
				Performance: float64(rapid.IntRange(1, 3).Draw(t, "performance")),
				Price:       float64(rapid.IntRange(0, 50).Draw(t, "price")) / 10,
				Attributes:  map[string]float64{"q": float64(rapid.IntRange(-3, 20).Draw(t, "value"))}}
			from := float64(rapid.IntRange(0, 6).Draw(t, "from"))
			p.Nodes = append(p.Nodes, n)
			p.Slots = append(p.Slots, window.Slot{Node: n.ID, Start: from,
				End: from + float64(rapid.IntRange(2, 20).Draw(t, "long"))})
		}
		for share := range 12 {
			budget = float64(share*share)*1.3 + 0.05 // which no cost is
			huntsAgree(t, p)
		}
	})
}

func huntsAgree(t *rapid.T, p *window.WindowProblem) {
	best, some := shown{}, false
	every(p, func(w *shown) {
		if best = best.improved(w); !some {
			best, some = *w, true
		}
	})
	a := &scenario.Answer{Algorithm: "max-sum"}
	c := &windowCheck{Verdict: verify.Verdict{Kind: "window", Answer: a}, p: p}
	c.nodes = slots.NewNodeIndex(p.Nodes)
	c.free = slots.FreeTimes(&p.Environment, c.nodes)
	for _, metric := range []string{"start", "finish", "runtime", "cost"} {
		is := best.by(metric)
		if w, complete := c.better(metric, is); some && (w != nil || !complete) {
			t.Fatalf("%s: there is none below %v, and %+v is found, complete %t", metric, is, w, complete)
		}
		more := is + 0.01
		if !some {
			more = 1e6
		}
		if w, _ := c.better(metric, more); (w != nil) != some {
			t.Fatalf("%s: below %v it is %t that there is one, and %+v is found", metric, more, some, w)
		}
	}
	if found, complete := c.summing(best.value).look(); some && (found || !complete) {
		t.Fatalf("a value above %v is found, complete %t", best.value, complete)
	}
	if found, _ := c.summing(best.value - 1).look(); some && !found {
		t.Fatalf("no value above %v is found, and there is %v", best.value-1, best.value)
	}
}
