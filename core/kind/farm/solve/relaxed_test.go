package solve

import (
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/trace"
	"pgregory.net/rapid"
)

// The first of the queue starts by the time until which the others may delay it, as long as no
// job exceeds its estimate and none joins the queue before it.
func TestRelaxedKeepsItsPromise(t *testing.T) {
	promised, delayed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p, faults := farm.Generate(farm.Spec{Preset: "farm-stream", Machines: sample(t, "machines", 1, 2, 5),
			Jobs: sample(t, "jobs", 10, 60), Overestimate: sample(t, "over", 1.0, 3),
			SlotsMax:    sample(t, "slots", 2, 8),
			SpeedSpread: sample(t, "speeds", 0, 0.4), Interval: sample(t, "interval", 20.0, 100),
			Types:     sample(t, "types", 1),
			WideShare: sample(t, "wide", 0.2, 0.6), DependentShare: sample(t, "dependent", 0.0)},
			rapid.Uint64Range(0, 5000).Draw(t, "seed"))
		if faults != nil {
			t.Fatal(faults)
		}
		log := &trace.Log{}
		relax := *sample(t, "relax", 0.1, 0.5, 2)
		r := solve(t, &p, AlgorithmRelaxed, Options{Options: farm.Options{Relax: relax}, Log: log})
		if !r.Feasible {
			return
		}
		starts := map[string]float64{}
		for _, x := range r.Solution.Reservations {
			starts[x.Job] = x.Start
		}
		for _, e := range log.Events {
			if e.Kind != "relax" {
				continue
			}
			promised++
			could, _ := e.Value("start")
			until, _ := e.Value("until")
			at := starts[e.Ref("job")]
			if at > could {
				delayed++
			}
			if at > until*(1+1e-12) {
				t.Fatalf("job %s, which could start at %v: got start %v, want %v at the latest", e.Ref("job"), could,
					at, until)
			}
		}
	})
	if promised < 100 || delayed < 10 {
		t.Errorf("got %d jobs with a promised start, %d of them delayed; want 100 and 10 at least", promised, delayed)
	}
}

// The permitted delay of the first of the queue is a share of its first planned wait.
func TestRelaxedByHand(t *testing.T) {
	// Four slots. a runs on three of them until 100, b needs all four and waits since 20, so that
	// its wait would be 80. c needs one slot for 84 s from 24 on: it would delay b until 108.
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 4}}, Jobs: []farm.Job{
		{ID: "a", Slots: 3, Duration: 100}, {ID: "b", Slots: 4, Duration: 10, Submitted: 20},
		{ID: "c", Slots: 1, Duration: 84, Submitted: 24}}}
	for _, c := range []struct{ relax, b, c float64 }{{0, 108, 24}, {0.0999, 100, 110}, {0.1, 108, 24}, {1, 108, 24}} {
		r := solve(t, p, AlgorithmRelaxed, Options{Options: farm.Options{Relax: c.relax}})
		if at := r.Solution.Reservations; at[1].Start != c.b || at[2].Start != c.c {
			t.Errorf("relax %v: got starts %v of b and %v of c, want %v and %v", c.relax, at[1].Start, at[2].Start,
				c.b, c.c)
		}
	}
}
