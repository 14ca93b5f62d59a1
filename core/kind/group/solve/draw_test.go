package solve

import (
	"context"
	"math"
	"strconv"
	"testing"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
)

// traits are the features of a drawn problem.
type traits struct {
	own, lots, sums, alone, ties, decimals bool
}

// drawProblem makes a small random problem of the given traits.
func drawProblem(s *rng.Stream, x traits) *group.Problem {
	p := &group.Problem{Request: &group.Request{}}
	odd := func() *float64 {
		a := float64(s.UniformInt(300, 1000)) / 1000
		if x.ties {
			a = float64(s.UniformInt(7, 10)) / 10
		}
		return &a
	}
	if x.sums {
		p.Request.Objective = group.ObjectiveSum
	}
	cost := 0.0
	for g := range s.UniformInt(1, 5) {
		id := "g" + strconv.Itoa(g)
		member := group.Group{ID: id, Availability: odd()}
		size := s.UniformInt(0, 4)
		if x.sums {
			member.Value = float64(s.UniformInt(-20, 8)) / 4
		}
		if x.lots && size > 0 && s.Chance(0.6) {
			member.Availability = nil
			for k := range s.UniformInt(1, 4) {
				v := group.Variant{Nodes: s.UniformInt(1, size), Value: *odd(), Cost: float64(4*s.UniformInt(1, 9) + k)}
				if x.sums {
					v.Value = float64(s.UniformInt(-9, 20)) / 8
				}
				member.Variants = append(member.Variants, v)
			}
		}
		p.Groups = append(p.Groups, member)
		for range size {
			p.Nodes = append(p.Nodes, group.Node{Group: id})
		}
	}
	for range s.UniformInt(0, 3) {
		if x.alone {
			p.Nodes = append(p.Nodes, group.Node{})
		}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		n.ID, n.Price = "n"+strconv.Itoa(i), float64(s.UniformInt(0, 8))
		if x.decimals {
			n.Price = float64(s.UniformInt(0, 8000)) / 1000
		}
		if x.sums {
			n.Value = float64(s.UniformInt(-4, 12)) / 8
		}
		inLots := false
		for _, g := range p.Groups {
			inLots = inLots || g.ID == n.Group && len(g.Variants) > 0
		}
		if x.own && !inLots && s.Chance(0.7) {
			n.Availability = odd()
		}
		cost += n.Price
	}
	p.Request.Nodes = s.UniformInt(1, max(1, len(p.Nodes)))
	p.Request.Budget = math.Floor(cost * s.Float64())
	return p
}

func mustSolve(t testing.TB, p *group.Problem, algorithm Algorithm, o Options) Result {
	t.Helper()
	r, err := Solve(context.Background(), p, algorithm, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// nearlyEqual reports whether two products of a few dozen doubles are equal but for
// their order.
func nearlyEqual(a, b float64) bool { return math.Abs(a-b) <= 1e-11*math.Max(math.Abs(a), math.Abs(b)) }

var allTraits = []traits{{}, {alone: true}, {ties: true}, {decimals: true, alone: true}, {own: true},
	{own: true, ties: true, alone: true}, {lots: true},
	{lots: true, own: true, alone: true}, {sums: true}, {sums: true, lots: true, alone: true},
	{sums: true, own: true, decimals: true}}

// The exact algorithms agree on random small problems of every kind.
func TestExactAlgorithmsAgree(t *testing.T) {
	count := 400
	if testing.Short() {
		count = 100
	}
	for k, x := range allTraits {
		s := rng.New(uint64(k), "agree", 0)
		for i := range count {
			p := drawProblem(s, x)
			if faults := p.Validate(); faults != nil {
				continue // two variants of the same size and cost
			}
			agree(t, p, i)
			if t.Failed() {
				t.Fatalf("the exact algorithms disagree on %+v, problem %d: %+v, request %+v", x, i, *p, *p.Request)
			}
		}
	}
}

// agree compares the exact algorithms with brute force: availability, cost and
// bound.
func agree(t testing.TB, p *group.Problem, i int) {
	t.Helper()
	want := mustSolve(t, p, AlgorithmBruteForce, Options{})
	for _, a := range []Algorithm{AlgorithmFrontier, AlgorithmGKA, AlgorithmTree, AlgorithmTreeGreedy,
		AlgorithmKnapsackSingle} {
		got := mustSolve(t, p, a, Options{
			Options: group.Options{Bound: []group.Bound{group.Amortised, group.Relaxed}[i%2]}})
		if got.Refused {
			if a == AlgorithmFrontier || a == AlgorithmGKA {
				t.Errorf("%s: got a refusal, %s; want a result", a, got.Reason)
			}
			continue
		}
		if got.Feasible != want.Feasible || got.Reason.String() != want.Reason.String() {
			t.Errorf("%s: got feasible %v (%s), want %v (%s) as by brute force", a, got.Feasible, got.Reason,
				want.Feasible, want.Reason)
			continue
		}
		if !want.Feasible {
			continue
		}
		if got.HasBound && (got.Bound < got.Metrics.Value || got.Bound < want.Metrics.Value &&
			!nearlyEqual(got.Bound, want.Metrics.Value)) {
			t.Errorf("%s: got bound %v of value %v, want at least the best, %v", a, got.Bound, got.Metrics.Value,
				want.Metrics.Value)
		}
		if got.Metrics.Value > want.Metrics.Value && !nearlyEqual(got.Metrics.Value, want.Metrics.Value) ||
			got.Metrics.Cost > p.Request.Budget {
			t.Errorf("%s: got %+v, want at most the best, %+v, within the budget", a, got.Metrics, want.Metrics)
		}
		if a == AlgorithmTreeGreedy || a == AlgorithmKnapsackSingle {
			continue
		}
		if !nearlyEqual(got.Metrics.Value, want.Metrics.Value) || !nearlyEqual(got.Bound, want.Metrics.Value) {
			t.Errorf("%s: got %v with bound %v, want %v for both", a, got.Metrics.Value, got.Bound,
				want.Metrics.Value)
		}
		if a == AlgorithmFrontier && (got.Metrics.Cost != want.Metrics.Cost || got.Bound != got.Metrics.Value) {
			t.Errorf("%s: got cost %v, bound %v; want %v, %v", a, got.Metrics.Cost, got.Bound, want.Metrics.Cost,
				got.Metrics.Value)
		}
	}
}
