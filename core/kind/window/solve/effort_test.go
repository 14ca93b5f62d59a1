package solve

import (
	"math"
	"testing"

	"gridbox/core/kind/window"
)

// A search that ends at its limit of effort reports this, and its bound is
// valid for the complete search.
func TestEffortEnds(t *testing.T) {
	stopped := 0
	for seed := range uint64(3) {
		p := newDistinctProblem(40, 4, 1, seed)
		for _, a := range []Algorithm{AlgorithmFirstFit, AlgorithmMinFinish, AlgorithmMinRuntime, AlgorithmMinCost,
			AlgorithmMaxSum, AlgorithmCustom} {
			o := Options{Options: window.Options{Expression: "start - finish + cost", Minimise: a == AlgorithmCustom}}
			whole := solve(t, p, a, o)
			for _, planar := range []bool{false, true} {
				for _, o.effort = range []int{20, 300, 2000, 40_000} {
					o.planar = planar
					r := solve(t, p, a, o)
					switch {
					case !r.Stats.Stopped:
						if r.Metrics != whole.Metrics {
							t.Errorf("%s, %d steps: got %+v, want %+v", a, o.effort, r.Metrics, whole.Metrics)
						}
						continue
					case !r.Feasible && r.Shortage.Reason != ShortEffort:
						t.Errorf("%s, %d steps: got %+v, want shortage %v", a, o.effort, r.Shortage, ShortEffort)
					case r.Feasible && r.BoundMetric != "":
						best := whole.Metrics.Metric(window.Criterion(r.BoundMetric))
						if beyond := r.Bound - best; a != AlgorithmMaxSum && beyond > 1e-9 ||
							a == AlgorithmMaxSum && beyond < -1e-9 {
							t.Errorf("%s, %d steps: got bound %v, which the complete search exceeds with %v", a,
								o.effort, r.Bound, best)
						}
					}
					stopped++
				}
			}
		}
	}
	if stopped < 20 {
		t.Errorf("got %d stopped searches, want 20 at least", stopped)
	}
}

// Windows that start as late as possible are found if a criterion requires it:
// all pairs of nodes are tried from their first start to their last.
func TestLaterStartsAreFound(t *testing.T) {
	for seed := range uint64(8) {
		p := newDistinctProblem(7, 2, 1.2, seed)
		for _, text := range []string{"start", "finish - runtime / 2", "sum(q) + start / 50", "least(q) + finish / 100",
			"sum(price) * start"} {
			for _, minimise := range []bool{false, true} {
				o := Options{Options: window.Options{Expression: text, Minimise: minimise}}
				r := solve(t, p, AlgorithmCustom, o)
				want, found := bestPair(t, p, text, minimise)
				if r.Feasible != found || found && math.Abs(r.Stats.Criterion-want) > 1e-9*(1+math.Abs(want)) {
					t.Errorf("%s, minimise %v, seed %d: got %v, want %v", text, minimise, seed,
						r.Stats.Criterion, want)
				}
			}
		}
	}
}

// bestPair returns the best criterion of all pairs of nodes from many
// starts.
func bestPair(t *testing.T, p *window.WindowProblem, text string, minimise bool) (best float64, found bool) {
	t.Helper()
	s, err := newSearch(t.Context(), p, AlgorithmCustom, Options{Options: window.Options{Expression: text,
		Minimise: minimise}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.compile()
	if err != nil {
		t.Fatal(err)
	}
	best = math.Inf(-1)
	for a := range p.Slots {
		for b := range a {
			x, y := &p.Slots[a], &p.Slots[b]
			i, j := nodeIndex(x.Node), nodeIndex(y.Node)
			if i == j {
				continue
			}
			k := int(max(c.instance.group[i], c.instance.group[j]))
			if k < 0 || c.instance.group[i] < 0 || c.instance.group[j] < 0 ||
				c.instance.weights[i]+c.instance.weights[j] > c.instance.groups[k].capacity {
				continue
			}
			from, to := max(x.Start, y.Start), min(x.End, y.End)-c.instance.groups[k].runtime
			for step := 0; from <= to && step <= 4; step++ {
				c.setGroup(k)
				start := from + (to-from)*float64(step)/4
				c.set[0], c.set[2] = start, start+c.instance.groups[k].runtime
				if v := c.value([]int32{min(i, j), max(i, j)}); v > best {
					best, found = v, true
				}
			}
		}
	}
	return c.sign * best, found
}

// nodeIndex returns the index of a node from its id.
func nodeIndex(id string) int32 {
	n := int32(0)
	for _, d := range id[1:] {
		n = 10*n + d - '0'
	}
	return n
}
