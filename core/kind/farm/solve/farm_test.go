package solve

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/farm"
	"gridbox/core/trace"
)

func sample[T any](t *rapid.T, name string, from ...T) *T {
	x := rapid.SampledFrom(from).Draw(t, name)
	return &x
}

// drawSmallFarm draws a farm without preemption.
func drawSmallFarm(t *rapid.T) *farm.Problem {
	p, faults := farm.Generate(farm.Spec{Preset: "farm-mixed", Machines: sample(t, "machines", 1, 3, 9),
		Jobs: sample(t, "jobs", 3, 30, 60), Types: sample(t, "types", 1),
		SlotsMax: sample(t, "slots", 1, 4), SpeedSpread: sample(t, "speeds", 0, 0.4),
		Interval: sample(t, "interval", 0.0, 300), ParallelShare: sample(t, "parallel", 0, 0.3),
		LicensedShare: sample(t, "licensed", 0, 0.4), PreemptibleShare: sample(t, "preemptible", 0.0)},
		rapid.Uint64Range(0, 500).Draw(t, "seed"))
	if faults != nil {
		t.Fatal(faults)
	}
	p.Policy = &farm.Policy{Dynamic: &farm.Dynamic{Finish: sample(t, "finish", 0.0, 1), Load: sample(t, "load", 0, 0.3),
		Demand: sample(t, "demand", 0, 0.01)}}
	return &p
}

// The index finds the same machine as checking every machine.
func TestIndexAgainstAsking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawSmallFarm(t)
		o := Options{stopBefore: func(r *run, j int32) bool {
			if len(r.in.jobs[j].parts) > 1 {
				return false
			}
			best := noOffer
			n, ready := r.in.jobs[j].part(1), r.ready(j, 0)
			for q := range p.Machines {
				machine := int32(q)
				if r.in.lacks(&r.in.jobs[j], p.Jobs[j].Type, n, 1, &r.in.classes[r.in.class[q]]) != "" {
					continue
				}
				d := r.remaining[j] / r.in.speed(j, machine)
				start := r.calendar.earliestStart(j, machine, n, d, r.readyOn(j, machine, ready))
				o := offer{machine, start, r.cost(start, start+d, r.calendar.load[q], r.calendar.demand[r.in.class[q]]),
					r.calendar.load[q]}
				if o.beats(&best) {
					best = o
				}
			}
			if got := r.single(j, 0); got != best {
				t.Fatalf("job %s by the index: got %+v, want %+v as by checking every machine", p.Jobs[j].ID, got,
					best)
			}
			return false
		}}
		solve(t, p, AlgorithmTwoStage, o)
	})
}

// FCFS never lets a job overtake. Conservative and EASY backfilling have no
// longer mean waits here, and everything is recorded.
func TestQueueOrder(t *testing.T) {
	jobs, interval := 300, 60.0
	p := preset(t, farm.Spec{Preset: "farm-stream", Jobs: &jobs, Interval: &interval}, 3)
	waits := map[Algorithm]float64{}
	for _, a := range []Algorithm{AlgorithmFCFS, AlgorithmEASY, AlgorithmConservative} {
		r := solve(t, p, a, Options{})
		waits[a] = r.Metrics.MeanWait
		last := 0.0
		for _, x := range r.Solution.Reservations {
			if a == AlgorithmFCFS && x.Part == 1 {
				if x.Start < last {
					t.Errorf("%s: job %s starts at %v, before an earlier one at %v", a, x.Job, x.Start, last)
				}
				last = x.Start
			}
		}
	}
	if waits[AlgorithmEASY] > waits[AlgorithmFCFS] || waits[AlgorithmConservative] > waits[AlgorithmFCFS] {
		t.Errorf("got mean waits %v, want none longer than that of FCFS", waits)
	}
}

func solveTwoStage(t *testing.T, machines []farm.Machine, jobs []farm.Job, policy *farm.Policy) Result {
	t.Helper()
	p := &farm.Problem{Machines: machines, Jobs: jobs, Policy: policy}
	if faults := p.Validate(); faults != nil {
		t.Fatal(faults)
	}
	return solve(t, p, AlgorithmTwoStage, Options{})
}

// A running job is stopped within the three ratios, keeps or loses its
// progress, and is not stopped if it is almost done.
func TestPreemption(t *testing.T) {
	machine := []farm.Machine{{ID: "q", Slots: 1}}
	for _, c := range []struct {
		since       float64
		restartable bool
		low, finish float64 // of the low job, at the end
	}{
		{-100, true, 1000, 1150}, {-100, false, 1000, 1250}, {-900, true, 1000, 100},
	} {
		low := farm.Job{ID: "low", Slots: 1, Duration: c.low, Submitted: c.since, Preemptible: true,
			Restartable: c.restartable, Running: &farm.Running{Machine: "q", Since: c.since}}
		high := farm.Job{ID: "high", Slots: 1, Duration: 250, Submitted: -1, Priority: 9}
		r := solveTwoStage(t, machine, []farm.Job{low, high}, nil)
		last := r.Solution.Reservations[0]
		for _, x := range r.Solution.Reservations {
			if x.Job == "low" {
				last = x
			}
		}
		if last.Finish != c.finish {
			t.Errorf("since %v, restartable %v: got end %v, want %v: %+v", c.since, c.restartable, last.Finish,
				c.finish, r.Solution.Reservations)
		}
	}
}

// A preemptible job fills a gap in which it cannot end.
func TestFiller(t *testing.T) {
	jobs := []farm.Job{
		{ID: "now", Slots: 1, Duration: 100, Priority: 20},
		{ID: "wide", Slots: 2, Duration: 100, Priority: 10},
		{ID: "filler", Slots: 1, Duration: 150, Preemptible: true, Restartable: true},
	}
	r := solveTwoStage(t, []farm.Machine{{ID: "q", Slots: 2}}, jobs, nil)
	if r.Stats.Preemptions != 1 || r.Metrics.Makespan != 250 {
		t.Errorf("got %+v, %+v; want one preemption and makespan 250", r.Stats, r.Solution.Reservations)
	}
	off := false
	if r := solveTwoStage(t, []farm.Machine{{ID: "q", Slots: 2}}, jobs,
		&farm.Policy{Preemption: &off}); r.Stats.Preemptions != 0 || r.Metrics.Makespan != 350 {
		t.Errorf("without preemption: got %+v, %+v; want makespan 350", r.Stats, r.Solution.Reservations)
	}
}

// A job that fits on no machine is named by every algorithm, with each
// machine's reason. Unreachable data are named too.
func TestNowhere(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "q1", Slots: 1, Memory: 10}, {ID: "q2", Slots: 4, Type: "x"}},
		Jobs: []farm.Job{{ID: "a", Slots: 2, Memory: 5, Duration: 1}}}
	for _, a := range []Algorithm{AlgorithmTwoStage, AlgorithmFCFS, AlgorithmEASY, AlgorithmConservative} {
		r := solve(t, p, a, Options{})
		if r.Feasible || r.Reason.String() != `job "a" fits on no machine: q1: 1 of 2 slots; q2: 0 of 5 MB` {
			t.Errorf("%s: got feasible %t, reason %q; want that a fits on no machine", a, r.Feasible, r.Reason)
		}
	}
	p.Jobs = []farm.Job{{ID: "a", Slots: 1, Memory: 5, Duration: 1},
		{ID: "b", Slots: 2, Duration: 1, After: []farm.After{{Job: "a", Data: 1}}}}
	for _, a := range []Algorithm{AlgorithmTwoStage, AlgorithmFCFS, AlgorithmEASY, AlgorithmConservative} {
		if r := solve(t, p, a, Options{}); r.Feasible || !strings.Contains(r.Reason.String(), `needs data of job "a"`) {
			t.Errorf("%s: got feasible %t, reason %q; want that b needs data of a", a, r.Feasible, r.Reason)
		}
	}
	p.Links = []farm.Link{{A: "q1", B: "q2", Bandwidth: 0.5}}
	if r := solve(t, p, AlgorithmTwoStage, Options{}); !r.Feasible || r.Metrics.Makespan != 1+2+1 {
		t.Errorf("with a link: got %+v, want makespan 4", r)
	}
}

// A past deadline counts as late and makes the job urgent.
func TestDeadlinePast(t *testing.T) {
	past := -50.0
	r := solveTwoStage(t, []farm.Machine{{ID: "q", Slots: 1}},
		[]farm.Job{{ID: "a", Slots: 1, Duration: 10}, {ID: "late", Slots: 1, Duration: 10, Deadline: &past}}, nil)
	if r.Metrics.MaxLateness != 60 || r.Solution.Reservations[1].Start != 0 {
		t.Errorf("got %+v, %+v; want maximum lateness 60 and a start of the late job at 0", r.Metrics, r.Solution)
	}
}

// Jobs are explained: the offers of table 3's rule, shortages, waits.
func TestWhy(t *testing.T) {
	p := preset(t, farm.Spec{Preset: "markov-2004"}, 0)
	w, err := Explain(context.Background(), p, AlgorithmTwoStage,
		Options{Options: farm.Options{Mode: farm.Published}}, "18")
	if err != nil {
		t.Fatal(err)
	}
	q5 := w.Machines[4]
	if w.Position != 7 || w.Machines[0].Lacks != LacksSlots || *q5.Start != 10800 || *q5.Load != 16800 ||
		q5.Rank != 1 ||
		len(w.Waits) != 1 || w.Waits[0].Job != "10" || w.Reservations[0].StartKind != farm.StartReserved {
		t.Errorf("got %+v, q5 %+v; want place 7, the best offer by q5 and a wait for job 10", w, q5)
	}
	for _, j := range p.Jobs {
		for _, a := range []Algorithm{AlgorithmTwoStage, AlgorithmEASY} {
			if w, err := Explain(context.Background(), p, a, Options{}, j.ID); err != nil || len(w.Machines) != 5 ||
				len(w.Reservations) == 0 {
				t.Errorf("%s, job %s: got error %v, %+v; want five machines and reservations", a, j.ID, err, w)
			}
		}
	}
	if _, err := Explain(context.Background(), p, AlgorithmTwoStage, Options{}, "28"); err == nil {
		t.Error("Explain of the unknown job 28: got no error")
	}
}

// The explanations of the queues are true: a job got the best machine's offer,
// it overtook only earlier jobs that started no sooner, and reservations made
// after it were not delayed while estimates hold.
func TestWhyOfQueues(t *testing.T) {
	overtaken, limited, asked := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawStream(t)
		a := rapid.SampledFrom([]Algorithm{AlgorithmFCFS, AlgorithmEASY, AlgorithmConservative}).Draw(t, "algorithm")
		r := solve(t, p, a, Options{NoBound: true})
		if !r.Feasible {
			return
		}
		starts, submitted, exact := map[string]float64{}, map[string]float64{}, true
		for i := range p.Jobs {
			submitted[p.Jobs[i].ID] = p.Jobs[i].Submitted
			exact = exact && p.Jobs[i].EstimatedRunTime() == p.Jobs[i].Duration
		}
		for _, x := range r.Solution.Reservations {
			starts[x.Job] = x.Start
		}
		ids := []string{p.Jobs[rapid.IntRange(0, len(p.Jobs)-1).Draw(t, "job")].ID}
		// Few jobs overtake, so the first one that does is also explained.
		if k := slices.IndexFunc(r.Solution.Reservations,
			func(x farm.Reservation) bool { return x.StartKind == farm.StartBackfill }); k >= 0 {
			ids = append(ids, r.Solution.Reservations[k].Job)
		}
		for _, id := range ids {
			w, err := Explain(context.Background(), p, a, Options{}, id)
			if err != nil || len(w.Reservations) == 0 || w.Reservations[0].Start != starts[id] || w.Trade != nil {
				t.Fatalf("%s, job %s: got error %v, %+v; want a reservation from %v", a, id, err, w, starts[id])
			}
			for _, c := range w.Machines {
				if (c.Lacks == "") != (c.Start != nil) {
					t.Fatalf("got machine %+v, want either a start or a shortage", c)
				}
				if c.Rank == 1 && len(w.Reservations) == 1 &&
					(c.Machine != w.Reservations[0].Machine || *c.Start != starts[id]) {
					t.Fatalf("best machine %s offers %v, but the job got %+v", c.Machine, *c.Start, w.Reservations[0])
				}
			}
			asked++
			if a == AlgorithmFCFS && w.Overtaken > 0 {
				t.Fatalf("FCFS: got job %s overtaken %d times, want 0", id, w.Overtaken)
			}
			for _, other := range w.Overtakes {
				overtaken++
				if submitted[other] > submitted[id] || starts[other] < starts[id] {
					t.Fatalf("the explanation states falsely that job %s overtook %s", id, other)
				}
			}
			for _, l := range w.Limits {
				limited++
				if l.Start <= starts[id] || a == AlgorithmConservative && exact && starts[l.Job] > l.Start {
					t.Fatalf("got limit %+v of job %s, which starts at %v, job %s at %v; want a limit that is kept", l,
						id, starts[id], l.Job, starts[l.Job])
				}
			}
		}
	})
	if asked == 0 || overtaken == 0 || limited == 0 {
		t.Errorf("got %d explanations, %d overtaken jobs, %d limits; want some of each", asked, overtaken, limited)
	}
}

// The explanation of first come first served names the job ahead in the queue.
func TestWhyOfLine(t *testing.T) {
	p := preset(t, farm.Spec{Preset: "farm-starvation"}, 0)
	w, err := Explain(context.Background(), p, AlgorithmFCFS, Options{}, "small 1")
	if err != nil || len(w.Waits) == 0 || !slices.Contains(w.Waits, Wait{For: "queue", Job: "wide", Until: 50}) {
		t.Errorf("Explain(small 1) of FCFS: got error %v, waits %+v; want a wait for job wide until 50", err, w.Waits)
	}
	w, err = Explain(context.Background(), p, AlgorithmTwoStage, Options{}, "wide")
	if err != nil || w.Overtaken != 0 || w.Trade == nil {
		t.Errorf("Explain(wide): got error %v, %+v; want a trade and no overtaking", err, w)
	}
}

// Logs and explanations change nothing. A cancelled run returns its error.
func TestWatchedAndCancelled(t *testing.T) {
	p := preset(t, farm.Spec{Preset: "farm-stream"}, 1)
	for _, a := range []Algorithm{AlgorithmTwoStage, AlgorithmFCFS, AlgorithmEASY, AlgorithmConservative} {
		plain, log := solve(t, p, a, Options{}), &trace.Log{}
		watched := solve(t, p, a, Options{Log: log})
		if !slices.EqualFunc(plain.Solution.Reservations, watched.Solution.Reservations,
			func(a, b farm.Reservation) bool {
				return a.Start == b.Start && a.Finish == b.Finish && a.Machine == b.Machine &&
					a.StartKind == b.StartKind
			}) || plain.Stats != watched.Stats || len(log.Events) == 0 {
			t.Errorf("%s: the answer with a log differs, or the log is empty", a)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := Solve(ctx, p, a, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: got error %v, want %v", a, err, context.Canceled)
		}
	}
}
