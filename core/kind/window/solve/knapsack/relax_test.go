package knapsack

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// lagrangian returns L by its definition.
func lagrangian(p Problem, lambda float64) float64 {
	var keys []float64
	for i := range p.Values {
		keys = append(keys, p.Values[i]-lambda*float64(p.Weights[i]))
	}
	slices.Sort(keys)
	sum := lambda * float64(p.Capacity)
	for _, key := range keys[len(keys)-p.Count:] {
		sum += key
	}
	return sum
}

// minBound returns the least L. Its breakpoints are where two items swap, so
// its minimum is at 0 or at a breakpoint.
func minBound(p Problem) float64 {
	least := lagrangian(p, 0)
	for i := range p.Values {
		for k := range i {
			if w := p.Weights[i] - p.Weights[k]; w != 0 {
				if lambda := (p.Values[i] - p.Values[k]) / float64(w); lambda > 0 {
					least = min(least, lagrangian(p, lambda))
				}
			}
		}
	}
	return least
}

// drawAll visits instances of all classes, a few of each.
func drawAll(t *testing.T, visit func(class string, p Problem, s *Solver)) {
	t.Helper()
	r := rand.New(rand.NewPCG(9, 10))
	s := &Solver{}
	for range 12 {
		for _, class := range classes {
			m := 1 + r.IntN(40)
			visit(class, draw(class, m, 1+r.IntN(m), r), s)
		}
	}
}

func isNear(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b)) }

// The relaxation gives the least bound and its multiplier. A sufficient hint
// saves the search for it.
func TestRelaxIsTheLeastBound(t *testing.T) {
	priced, hinted := 0, 0
	drawAll(t, func(class string, p Problem, s *Solver) {
		sorted := slices.Sorted(slices.Values(p.Weights))
		lightest := int64(0)
		for _, w := range sorted[:p.Count] {
			lightest += w
		}
		bound, lambda := s.Relax(p)
		if lightest > p.Capacity {
			if !math.IsInf(bound, -1) || lambda != 0 {
				t.Fatalf("%s %+v, where nothing fits: got bound %v at %v, want -Inf at 0", class, p, bound, lambda)
			}
			return
		}
		want := minBound(p)
		if !isNear(bound, want) || lambda < 0 || !isNear(lagrangian(p, lambda), bound) {
			t.Fatalf("%s %+v: got bound %v at %v, want %v", class, p, bound, lambda, want)
		}
		if lambda > 0 {
			priced++
		}
		for _, far := range []float64{0.5, 1.1, 3} {
			h := p
			h.Hint, h.Floored = far*lambda+0.01, true
			there := lagrangian(p, h.Hint)
			h.Floor = there + 1
			if got, at := s.Relax(h); !isNear(got, there) || at != h.Hint {
				t.Fatalf("%s %+v, sufficient hint: got bound %v at %v, want %v at the hint", class, h, got, at, there)
			}
			h.Floor = want - 1
			if got, at := s.Relax(h); !isNear(got, want) || !isNear(lagrangian(p, at), want) {
				t.Fatalf("%s %+v, insufficient hint: got bound %v at %v, want %v", class, h, got, at, want)
			}
			hinted++
		}
	})
	if priced < 20 || hinted == 0 {
		t.Errorf("got %d instances with a multiplier above 0, %d with a hint; want 20 and 1 at least", priced, hinted)
	}
	s := &Solver{}
	for _, count := range []int{0, 3} {
		p := Problem{Values: []float64{1, 2}, Weights: []int64{1, 1}, Count: count, Capacity: 9}
		if bound, _ := s.Relax(p); !math.IsInf(bound, -1) {
			t.Errorf("%d of two items: got bound %v, want -Inf", count, bound)
		}
	}
}

// A pick takes the greatest keys: no item left out precedes a taken one by the
// order of before.
func TestPickTakesTheGreatest(t *testing.T) {
	drawAll(t, func(class string, p Problem, s *Solver) {
		for _, lambda := range []float64{0, 0.3, 1, 7} {
			s.p = p
			value, weight := s.pick(lambda)
			want := slices.Clone(s.order)
			slices.SortFunc(want, func(a, b int32) int {
				if s.precedes(a, b) {
					return -1
				}
				return 1
			})
			got := slices.Clone(s.order[:p.Count])
			wantValue, wantWeight := s.sums(want[:p.Count])
			slices.Sort(got)
			slices.Sort(want[:p.Count])
			if !slices.Equal(got, want[:p.Count]) || !isNear(value, wantValue) || weight != wantWeight {
				t.Fatalf("%s %+v: got items %v, want %v", class, p, got, want[:p.Count])
			}
			for i := range s.order {
				for k := range i {
					a, b := int32(i), int32(k)
					if s.precedes(a, b) == s.precedes(b, a) || s.key[a] > s.key[b] && !s.precedes(a, b) {
						t.Fatalf("%s %+v: items %d and %d have no strict order by key", class, p, a, b)
					}
				}
			}
		}
	})
}

// Equal keys are ordered by weight, then by value, then by place.
func TestOrderOfEqualKeys(t *testing.T) {
	p := Problem{Values: []float64{5, 5, 7, 7, 9}, Weights: []int64{2, 2, 2, 1, 9}}
	s := &Solver{p: p, key: []float64{1, 1, 1, 1, 3}}
	order := []int32{4, 3, 2, 0, 1}
	for i, a := range order {
		for k, b := range order {
			if s.precedes(a, b) != (i < k) {
				t.Errorf("precedes(%d, %d): got %v, want %v", a, b, !(i < k), i < k)
			}
		}
	}
}

// If values equal weights, all items are tied, and the relaxation ends with the
// heaviest run of neighbours that fits.
func TestSettleTakesTheHeaviestRun(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	s := &Solver{}
	moved := 0
	for range 60 {
		m := 2 + r.IntN(30)
		p := draw("subset-sum", m, 1+r.IntN(m), r)
		sorted := slices.Sorted(slices.Values(p.Weights))
		run, at := int64(0), 0
		for _, w := range sorted[:p.Count] {
			run += w
		}
		if run > p.Capacity {
			continue
		}
		for ; at+p.Count < m && run+sorted[at+p.Count]-sorted[at] <= p.Capacity; at++ {
			run += sorted[at+p.Count] - sorted[at]
		}
		if at+p.Count < m {
			moved++
		}
		s.p, s.have, s.best = p, false, math.Inf(-1)
		s.measure()
		s.relax()
		if _, weight := s.sums(s.order[:p.Count]); weight != run || s.best < float64(run) {
			t.Fatalf("%+v: got weight %d, best value %v; want the run of weight %d", p, weight, s.best, run)
		}
	}
	if moved == 0 {
		t.Error("got no instance whose capacity is short, want some")
	}
}

// The first choice is improved until no exchange of one item increases its
// value.
func TestImproveLeavesNoExchange(t *testing.T) {
	drawAll(t, func(class string, p Problem, s *Solver) {
		s.p, s.have, s.best = p, false, math.Inf(-1)
		s.measure()
		if !s.relax() {
			return
		}
		before := s.best
		s.improve()
		value, weight := s.sums(s.chosen)
		if !isNear(value, s.best) || s.best < before || weight > p.Capacity || len(s.chosen) != p.Count {
			t.Fatalf("%s %+v: got %v of weight %d and value %v, want a choice that fits, of value %v", class, p,
				s.chosen, weight, value, s.best)
		}
		for _, i := range s.chosen {
			for j := range p.Values {
				in, fits := slices.Contains(s.chosen, int32(j)), weight-p.Weights[i]+p.Weights[j] <= p.Capacity
				if gain := p.Values[j] - p.Values[i]; !in && fits && gain > s.slack {
					t.Fatalf("%s %+v: item %d instead of %d increases the value by %v, want no such exchange", class,
						p, j, i, gain)
				}
			}
		}
	})
}
