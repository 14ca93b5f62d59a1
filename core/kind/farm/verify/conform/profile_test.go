package conform

import (
	"math"
	"testing"

	_ "gridbox/core/fixedseed"

	"pgregory.net/rapid"
)

// A profile gives the results of a list of reservations that is searched at
// every whole second.
func TestProfile(t *testing.T) {
	type reservation struct {
		n        amount
		from, to float64
	}
	const horizon = 40
	rapid.Check(t, func(t *rapid.T) {
		p, all := newProfile(amount{4, 4}), []reservation{}
		second := rapid.IntRange(0, horizon-1)
		for range rapid.IntRange(0, 12).Draw(t, "reservations") {
			r := reservation{amount{rapid.IntRange(0, 3).Draw(t, "slots"), rapid.Int64Range(0, 3).Draw(t, "memory")},
				float64(second.Draw(t, "from")), float64(second.Draw(t, "to"))}
			p.add(r.n, -1, r.from, r.to)
			if rapid.Bool().Draw(t, "kept") {
				all = append(all, r)
			} else {
				p.add(r.n, 1, r.from, r.to)
			}
		}
		n := amount{rapid.IntRange(0, 4).Draw(t, "slots"), rapid.Int64Range(0, 4).Draw(t, "memory")}
		covered := func(at float64) bool {
			free := amount{4, 4}
			for _, r := range all {
				if r.from <= at && at < r.to {
					free.slots -= r.n.slots
					free.memory -= r.n.memory
				}
			}
			return free.covers(n)
		}
		from, duration := float64(second.Draw(t, "start")), float64(rapid.IntRange(1, 9).Draw(t, "duration"))
		earliest, tail, lacking := math.Inf(1), math.Inf(1), math.Inf(1)
		for at := float64(horizon); at >= from; at-- {
			run := true
			for s := at; s < at+duration; s++ {
				run = run && covered(s)
			}
			if run {
				earliest = at
			}
			if !covered(at) {
				lacking = at
			} else if tail == at+1 || at == horizon {
				tail = at
			}
		}
		if got := p.earliestFree(n, duration, from); got != earliest {
			t.Fatalf("earliestFree: got %v, want %v", got, earliest)
		}
		if got := p.tail(n, from); got != tail {
			t.Fatalf("tail: got %v, want %v", got, tail)
		}
		if got, ok := p.lacking(n, from); ok != !math.IsInf(lacking, 1) || ok && got != lacking {
			t.Fatalf("lacking: got %v %t, want %v", got, ok, lacking)
		}
		if next := p.next(from); covered(from) != covered(max(from, next-1)) && !math.IsInf(next, 1) {
			t.Fatalf("next(%v): got %v, want no change before it", from, next)
		}
		for i := 1; i < len(p); i++ {
			if p[i].from <= p[i-1].from || p[i].free == p[i-1].free {
				t.Fatalf("got breakpoints %v, want ascending times with different amounts", p)
			}
		}
	})
}
