package solve

import (
	"cmp"
	"slices"
	"testing"

	"gridbox/core/kind/window"

	"pgregory.net/rapid"
)

// simpleProfile is Profile without its shortcuts: for each length, the longest first, it counts the free
// nodes at the start of each slot.
func simpleProfile(p *window.WindowProblem) (start float64, nodes []string) {
	in := newInstance(p, "")
	length := func(i int32) float64 { return p.Request.Volume / p.Nodes[i].Performance }
	var suited []int32
	var lengths []float64
	for i := range p.Nodes {
		if in.group[i] >= 0 {
			suited = append(suited, int32(i))
			lengths = append(lengths, length(int32(i)))
		}
	}
	slices.SortStableFunc(suited, func(a, b int32) int { return cmp.Compare(p.Nodes[a].Price, p.Nodes[b].Price) })
	slices.SortFunc(lengths, func(a, b float64) int { return cmp.Compare(b, a) })
	for _, longest := range slices.Compact(lengths) {
		for _, at := range in.list.All() {
			var free []string
			price := 0.0
			for _, i := range suited {
				for _, s := range in.list.All() {
					if s.Node == i && length(i) <= longest && s.Start <= at.Start && at.Start+longest <= s.End &&
						len(free) < p.Request.Nodes {
						free = append(free, p.Nodes[i].ID)
						price += p.Nodes[i].Price
					}
				}
			}
			if len(free) == p.Request.Nodes &&
				(p.Request.Budget == nil || price*longest <= *p.Request.Budget*(1+1e-12)) {
				slices.Sort(free)
				return at.Start, free
			}
		}
	}
	return 0, nil
}

func TestProfileMatchesAPlainCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		r, err := Solve(t.Context(), p, AlgorithmProfile, Options{})
		if err != nil {
			t.Fatal(err)
		}
		start, nodes := simpleProfile(p)
		if r.Feasible != (nodes != nil) {
			t.Fatalf("got feasible %v, want nodes %v as by the count: %+v", r.Feasible, nodes, r.Shortage)
		}
		if !r.Feasible {
			return
		}
		var got []string
		for _, s := range r.Solution.Slots {
			got = append(got, s.Node)
		}
		slices.Sort(got)
		if r.Metrics.Start != start || !slices.Equal(got, nodes) || r.Bound > start {
			t.Fatalf("got %v at %v, bound %v; want %v at %v as by the count", got, r.Metrics.Start, r.Bound, nodes,
				start)
		}
	})
}

// Worked by hand: the fast node is free for its own part from 0 and for the slow one's part from 5.
func TestProfileByHand(t *testing.T) {
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 20,
		Nodes: []window.Node{{ID: "fast", Performance: 2, Price: 1}, {ID: "slow", Performance: 1, Price: 2}},
		Slots: []window.Slot{{Node: "fast", End: 4}, {Node: "fast", Start: 5, End: 15},
			{Node: "slow", Start: 6, End: 9}}},
		Request: &window.Request{Nodes: 1, Volume: 8}}
	r := solve(t, p, AlgorithmProfile, Options{})
	if r.Metrics.Start != 5 || r.Metrics.Finish != 9 || r.BoundMetric != "start" || r.Bound != 0 {
		t.Errorf("got %+v with the bound %v of %q, want from 5 to 9 with the bound 0 of start",
			r.Metrics, r.Bound, r.BoundMetric)
	}
	p.Slots[1].End = 12
	if r := solve(t, p, AlgorithmProfile, Options{}); r.Metrics.Start != 0 || r.Metrics.Finish != 4 {
		t.Errorf("got %+v without time for the slow node, want the fast one from 0 to 4", r.Metrics)
	}
}

// Profile finds a window whenever there is one.
func TestProfileFindsAWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		var found [2]bool
		for i, id := range []Algorithm{AlgorithmProfile, AlgorithmMinStart} {
			r, err := Solve(t.Context(), p, id, Options{})
			if err != nil {
				t.Fatal(err)
			}
			found[i] = r.Feasible
		}
		if found[0] != found[1] {
			t.Fatalf("got %v from Profile, want %v as from MinStart", found[0], found[1])
		}
	})
}
