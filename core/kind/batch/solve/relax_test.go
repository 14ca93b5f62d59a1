package solve

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// bestPrice is the bound of relax.go by its definition: the greatest over
// lambda of sum_i min_k (g_ik + lambda z_ik) - lambda Z. It is concave in
// lambda, with breakpoints where two items of a class are equal, so its maximum
// is at 0 or at a breakpoint.
func bestPrice(classes []class, limit float64) float64 {
	prices := []float64{0}
	for _, c := range classes {
		for i := range c {
			for k := range i {
				prices = append(prices, (c[k].g-c[i].g)/(c[i].z-c[k].z))
			}
		}
	}
	best := math.Inf(-1)
	for _, price := range prices {
		best = max(best, boundAt(classes, price)-price*limit)
	}
	return best
}

func boundAt(classes []class, price float64) float64 {
	sum := 0.0
	for _, c := range classes {
		least := math.Inf(1)
		for _, it := range c {
			least = min(least, it.g+price*it.z)
		}
		sum += least
	}
	return sum
}

// If the dynamic programme is cut off, the bound is the best bound of the
// relaxation, and no combination is below it.
func TestBoundWhereCutOff(t *testing.T) {
	cut, gaps := cancelledContext(), 0
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.Map(rapid.IntRange(0, 60), func(n int) float64 { return float64(n) })
		classes := drawClasses(t, whole)
		limit := float64(rapid.IntRange(0, 150).Draw(t, "limit"))
		c := chooser{}
		got, err := c.choose(cut, classes, limit)
		if !got.ok || got.exact && err == nil {
			return // nothing fits, or the relaxation is the answer
		}
		if err == nil || got.exact {
			t.Fatalf("cancelled: got error %v, %+v; want an error and no exact choice", err, got)
		}
		least := math.Inf(1)
		visitCombinations(classes, func(z, g float64) {
			if keepsLimit(z, limit) {
				least = min(least, g)
			}
		})
		want := min(got.g, bestPrice(classes, limit))
		if got.bound > least+1e-9 || math.Abs(got.bound-want) > 1e-9*(1+limit) {
			t.Fatalf("got bound %v, want %v as by the relaxation and at most the best combination %v", got.bound, want,
				least)
		}
		if got.bound < got.g {
			gaps++
		}
	})
	if gaps == 0 {
		t.Error("got no choice with a gap, want some")
	}
}

func cancelledContext() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// Partial combinations that exceed the limit, or cannot end below the best
// known combination, are removed as early as possible.
func TestProgrammeKeepsNothingInVain(t *testing.T) {
	classes := hardClasses("whole", 12, 9)
	for _, limit := range []float64{450, 500, 840, 1200} {
		c := chooser{}
		first, _ := c.choose(cancelledContext(), classes, limit)
		known := first.g
		if got, err := c.choose(context.Background(), classes, limit); err != nil || !got.ok {
			t.Fatalf("got error %v, %+v; want a choice", err, got)
		}
		for _, s := range c.states {
			depth := 0
			for up := s.parent; up >= 0; up = c.states[up].parent {
				depth++
			}
			if s.parent < 0 {
				continue
			}
			rest, leastZ := classes[depth:], s.z
			for _, class := range rest {
				leastZ += class[0].z
			}
			if leastZ > limit*(1+1e-6) {
				t.Fatalf("limit %v: got the state %+v, which ends above it at %v", limit, s, leastZ)
			}
			if ends := s.g + c.x.price*(s.z-limit) + boundAt(rest, c.x.price); ends > known+1e-3 {
				t.Fatalf("limit %v: got the state %+v, which ends at %v, above the known %v", limit, s, ends, known)
			}
		}
	}
}

// Partial combinations exceed the allowed memory only by those that the last
// item adds: here a twelfth of a layer at most.
func TestStatesAreBounded(t *testing.T) {
	c := chooser{}
	got, err := c.choose(context.Background(), hardClasses("line", 40, 12), 2800)
	if err != nil || got.exact || !got.ok || got.bound > got.g || got.g-got.bound > 0.05 {
		t.Errorf("got error %v, %+v; want a choice that is not exact, with a bound", err, got)
	}
	if kept := len(c.states) + len(c.merged); kept < maxStates || kept > maxStates*13/12 {
		t.Errorf("got %d states, want %d to %d", kept, maxStates, maxStates*13/12)
	}
}
