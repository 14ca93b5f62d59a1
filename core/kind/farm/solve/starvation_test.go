package solve

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/kind/farm"
	"gridbox/core/trace"
)

// No starvation: with advance reservation, later jobs in the order do not affect a job. So the
// schedule of the first k jobs is that of the first k alone, however many others there are.
func TestReservationsHoldAgainstLowerJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawSmallFarm(t)
		for j := range p.Jobs {
			p.Order = append(p.Order, p.Jobs[j].ID)
		}
		whole := solve(t, p, AlgorithmTwoStage, Options{})
		k := rapid.IntRange(1, len(p.Jobs)).Draw(t, "k")
		few := *p
		few.Jobs, few.Order = p.Jobs[:k], p.Order[:k]
		if few.Policy.Dynamic.Demand != nil {
			none := 0.0
			few.Policy.Dynamic.Demand = &none // demand depends on the jobs to come, and only on the machine
			whole = solve(t, p, AlgorithmTwoStage, Options{})
		}
		part := solve(t, &few, AlgorithmTwoStage, Options{})
		if !slices.Equal(whole.Solution.Reservations[:len(part.Solution.Reservations)], part.Solution.Reservations) {
			t.Fatal("later jobs changed the reservations of earlier ones")
		}
	})
}

// newStarvationFarm returns a stream of small jobs. A job as wide as the widest machine and of the highest
// priority is submitted after a quarter of them. It also returns the first cycle that has that
// job.
func newStarvationFarm(t rapid.TB, spec farm.Spec, seed uint64) (p farm.Problem, known float64) {
	t.Helper()
	p, faults := farm.Generate(spec, seed)
	if faults != nil {
		t.Fatal(faults)
	}
	most, weight := 0, 1000.0
	for _, m := range p.Machines {
		most = max(most, m.Slots)
	}
	wide := farm.Job{ID: "wide", Slots: most, Duration: 500, Priority: 9, Submitted: p.Jobs[len(p.Jobs)/4].Submitted}
	p.Jobs = append(p.Jobs, wide)
	p.Policy.Weights = &farm.Weights{Priority: &weight}
	return p, math.Ceil(wide.Submitted / *spec.Cycle) * *spec.Cycle
}

// plannedEnd returns the time at which a job's piece would have ended without being stopped. Speeds
// are 1 and estimates hold.
func plannedEnd(job *farm.Job, before []farm.Reservation, x farm.Reservation) float64 {
	left := job.Duration
	for _, piece := range before {
		if job.Restartable && piece.Job == job.ID && piece.Part == x.Part {
			left -= piece.Finish - piece.Start
		}
	}
	return x.Start + left
}

// No starvation in a stream either: with reservations the job of the highest priority starts at
// the planned end of the jobs that ran in the first cycle that had it. Its width and later jobs
// do not matter. That is the start reserved in this cycle. The paper promises no more: in the
// same cycle a running job may be stopped for a third one, which runs in the gap, and the
// reservation stays unchanged until the next cycle.
func TestReservationsHoldOverCycles(t *testing.T) {
	waited := 0
	rapid.Check(t, func(t *rapid.T) {
		p, known := newStarvationFarm(t, farm.Spec{Preset: "farm-mixed", Machines: sample(t, "machines", 1, 2, 5),
			Jobs: sample(t, "jobs", 20, 80), Types: sample(t, "types", 1),
			SlotsMax: sample(t, "slots", 2, 4), Interval: sample(t, "interval", 20.0, 100),
			DurationMax:      sample(t, "longest", 600.0, 3000),
			PreemptibleShare: sample(t, "preemptible", 0.0, 0.3), Cycle: sample(t, "cycle", 45.0, 300)},
			rapid.Uint64Range(0, 500).Draw(t, "seed"))
		start, latest := 0.0, known
		reservations := solve(t, &p, AlgorithmTwoStage, Options{}).Solution.Reservations
		for i, x := range reservations {
			if x.Job == "wide" {
				start = x.Start
			} else if x.Start < known && x.Finish >= known {
				j := slices.IndexFunc(p.Jobs, func(job farm.Job) bool { return job.ID == x.Job })
				latest = max(latest, plannedEnd(&p.Jobs[j], reservations[:i], x))
			}
		}
		if start > latest {
			t.Fatalf("job known from %v: got start %v, want %v at the latest, the planned end of the running jobs",
				known, start, latest)
		}
		if start > known {
			waited++
		}
	})
	if waited == 0 {
		t.Error("the job waited in no stream, so that the test compares nothing")
	}
}

// An instance in which a job starts later than necessary: j1 was planned to end at 896, and j9 stops it
// at 600, in the cycle that has just reserved 896 for the wide job. The jobs that ran have then
// ended at 757, and the reservation is kept.
func TestReservationOutlivesWhatItWaitedFor(t *testing.T) {
	machines, jobs, types, slots := 1, 20, 1, 2
	interval, longest, preemptible, cycle := 100.0, 600.0, 0.3, 300.0
	p, known := newStarvationFarm(t, farm.Spec{Preset: "farm-mixed", Machines: &machines, Jobs: &jobs, Types: &types,
		SlotsMax: &slots, Interval: &interval,
		DurationMax: &longest, PreemptibleShare: &preemptible, Cycle: &cycle}, 0)
	log := &trace.Log{}
	r := solve(t, &p, AlgorithmTwoStage, Options{Log: log, About: "wide"})
	reserved := slices.IndexFunc(log.Events, func(e trace.Event) bool { return e.Kind == "offer" })
	if known != 600 || reserved < 0 || log.Events[reserved].Values[0] != (trace.Value{Name: "start", Num: 896}) {
		t.Errorf("cycle at %v: got %+v, want an offer with start 896 at 600", known, log.Events[reserved:])
	}
	for _, x := range r.Solution.Reservations {
		switch {
		case x.Job == "wide" && x.Start != 896:
			t.Errorf("wide job: got start %v, want 896 as reserved", x.Start)
		case x.Job == "j1" && x.Start == 514 && (x.Finish != 600 || x.Preempted == nil || x.Preempted.By != "j9"):
			t.Errorf("got %+v, want j1 to be stopped by j9 at 600", x)
		}
	}
}

// Without reservations a wide job starves as long as small ones arrive. With them, and in every
// queue but a greedy one, it starts when two small jobs have ended.
func TestStarvation(t *testing.T) {
	p := preset(t, farm.Spec{Preset: "farm-starvation"}, 0)
	start := func(a Algorithm) float64 {
		for _, r := range solve(t, p, a, Options{}).Solution.Reservations {
			if r.Job == "wide" {
				return r.Start
			}
		}
		return -1
	}
	if at := start(AlgorithmTwoStage); at < 2000 {
		t.Errorf("wide job without reservation: got start %v, want 2000 or later", at)
	}
	on, cycle := true, 50.0
	for _, a := range []Algorithm{AlgorithmFCFS, AlgorithmEASY, AlgorithmConservative} {
		if at := start(a); at != 50 {
			t.Errorf("wide job by %s: got start %v, want 50", a, at)
		}
	}
	p.Policy.Reservation = &on
	if at := start(AlgorithmTwoStage); at > 150 {
		t.Errorf("wide job with reservation: got start %v, want 150 at the latest", at)
	}
	p.Policy.Cycle = &cycle
	if at := start(AlgorithmTwoStage); at > 150 {
		t.Errorf("wide job with cycles: got start %v, want 150 at the latest", at)
	}
}

// Two jobs of one priority that lose their progress do not stop each other forever, although the
// ratios allow it.
func TestStopsEnd(t *testing.T) {
	for _, reservation := range []bool{true, false} {
		for _, cycle := range []float64{0, 1} {
			one, none := 1.0, 0.0
			p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1}}, Jobs: []farm.Job{
				{ID: "a", Slots: 1, Duration: 100, Preemptible: true},
				{ID: "b", Slots: 1, Duration: 100, Submitted: 50, Preemptible: true}},
				Policy: &farm.Policy{Cycle: &cycle, Reservation: &reservation, PriorityRatio: &one,
					RemainingRatio: &none, Weights: &farm.Weights{Waiting: &none}}}
			if r := solve(t, p, AlgorithmTwoStage, Options{}); r.Stats.Preemptions > 2*maxStops {
				t.Errorf("got %d preemptions, want at most %d", r.Stats.Preemptions, 2*maxStops)
			}
		}
	}
}
