package verify

import (
	"math"
	"math/bits"
	"strconv"
	"testing"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"

	"pgregory.net/rapid"
)

// visitWindows visits all windows of a small problem that start with a slot.
func visitWindows(p *window.WindowProblem, show func(w *Figures)) {
	for _, first := range p.Slots {
		for set := range 1 << len(p.Slots) {
			if bits.OnesCount(uint(set)) != p.Request.Nodes {
				continue
			}
			slowest := math.Inf(1)
			for i := range p.Slots { // one slot per node, in the same order
				if set>>i&1 == 1 {
					slowest = min(slowest, p.Nodes[i].Performance)
				}
			}
			w := Figures{Start: first.Start, Runtime: p.Request.Volume / slowest}
			w.Finish = w.Start + w.Runtime
			fits := true
			for i, s := range p.Slots {
				if set>>i&1 == 1 {
					fits = fits && s.Start <= w.Start && w.Finish <= s.End
					w.Cost += p.Nodes[i].Price * w.Runtime
					w.Value += p.Nodes[i].Attributes["q"]
				}
			}
			if fits && w.Cost <= *p.Request.Budget {
				show(&w)
			}
		}
	}
}

// Searches find nothing just below the best of all windows, and find it just above.
func TestSearchesAgainstEveryWindow(t *testing.T) {
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
			budget = float64(share*share)*1.3 + 0.05 // no cost equals it
			searchesAgree(t, p)
		}
	})
}

func searchesAgree(t *rapid.T, p *window.WindowProblem) {
	best, some := Figures{}, false
	visitWindows(p, func(w *Figures) {
		if !some {
			best, some = *w, true
		}
		best = Figures{Start: min(best.Start, w.Start), Runtime: min(best.Runtime, w.Runtime),
			Finish: min(best.Finish, w.Finish), Cost: min(best.Cost, w.Cost), Value: max(best.Value, w.Value)}
	})
	c := New(p, &scenario.Answer{Algorithm: "max-sum"})
	for _, metric := range []string{"start", "finish", "runtime", "cost"} {
		found, complete := c.Candidates().Best(metric)
		if (found != nil) != some || !complete {
			t.Fatalf("%s: got %+v, complete %t; want complete and a window: %t", metric, found, complete, some)
		}
		if some && math.Abs(found.Metric(metric)-best.Metric(metric)) > 1e-9 {
			t.Fatalf("%s: got %v, want %v", metric, found.Metric(metric), best.Metric(metric))
		}
	}
	if !some {
		return
	}
	if sum, found, complete := c.Sums(best.Value).Search(); found || !complete {
		t.Fatalf("above the best %v: got %v, found %t, complete %t; want a complete search without one", best.Value,
			sum, found, complete)
	}
	if sum, found, _ := c.Sums(best.Value - 1).Search(); !found || math.Abs(sum-best.Value) > 1e-9 {
		t.Fatalf("below the best: got %v, found %t; want %v", sum, found, best.Value)
	}
}
