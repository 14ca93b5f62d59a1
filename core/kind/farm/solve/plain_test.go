package solve

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/kind/farm"
)

// everything is replanning in its plain form: every reservation is made immediately,
// and all are made again when the plan changes.
type everything struct{ replanning }

func (*everything) begin(s *stream, planned []event) {
	if !s.early {
		(&replanning{}).begin(s, planned) // with nothing on the list that is not planned
	}
}

func (e *everything) decide(_ context.Context, s *stream) error {
	again := s.newJobs
	if s.early {
		again = nil
		for _, j := range s.queue[s.head:] {
			if j < 0 {
				continue
			}
			again = append(again, j)
			if h := s.plans[j]; h != nil {
				s.calendar.release(h, h.start)
				s.plans[j] = nil
			}
		}
	}
	for _, j := range again {
		h := s.reserve(j)
		if h != nil && h.start == s.now {
			s.push(event{time: h.start, kind: starts, job: j})
		}
	}
	s.newJobs, s.early = s.newJobs[:0], false
	return nil
}

// trying is conservative backfilling that tries every reservation when a job has
// ended early.
type trying struct{ conservative }

func (e *trying) handleEarlyEnd(*stream, *hold) {}

func (e *trying) decide(ctx context.Context, s *stream) error {
	e.startOnly = false
	return e.conservative.decide(ctx, s)
}

// asking is EASY backfilling that tries every waiting job.
type asking struct{ easy }

func (e *asking) decide(_ context.Context, s *stream) error {
	first := reserveFirst(s)
	if first == nil {
		return nil
	}
	for _, j := range slices.Clone(s.queue[s.head:]) {
		if j >= 0 && j != first.job && s.waiting[j] {
			e.holes.find(s) // so that there are holes of the job's machines
			e.holes.backfill(s, j)
		}
	}
	s.calendar.release(first, s.now)
	return nil
}

// reserveFirst starts jobs in the order of the queue as long as they can start, and
// reserves the slots of the first that cannot, if there is one.
func reserveFirst(s *stream) (first *hold) {
	s.newJobs, s.early = s.newJobs[:0], false
	for s.head < len(s.queue) && first == nil && s.failure == "" {
		first = s.startFirst()
	}
	if first == nil {
		return nil
	}
	s.wake(first.start)
	for _, q := range first.machines {
		first.finish = append(first.finish, first.start+s.remaining[first.job]/s.in.speed(first.job, q))
	}
	s.calendar.occupy(first)
	return first
}

// drawStream draws a stream of jobs with estimates that are too high or too low,
// and sometimes parallel jobs, licences and data.
func drawStream(t *rapid.T) *farm.Problem {
	spec := farm.Spec{Preset: "farm-mixed", Machines: sample(t, "machines", 1, 3, 8),
		Jobs: sample(t, "jobs", 20, 80, 200), Types: sample(t, "types", 1),
		SlotsMax: sample(t, "slots", 1, 4, 8), Interval: sample(t, "interval", 20.0, 100, 400),
		Overestimate: sample(t, "over", 1.0, 2, 5),
		WideShare:    sample(t, "wide", 0.2, 0.6), ParallelShare: sample(t, "parallel", 0, 0, 0.3),
		LicensedShare: sample(t, "licensed", 0, 0, 0.4),
		SpeedSpread:   sample(t, "speeds", 0, 0, 0.5), DependentShare: sample(t, "dependent", 0, 0, 0.4)}
	data := 0.0
	if rapid.IntRange(0, 3).Draw(t, "linked") == 0 {
		all := float64(*spec.Machines - 1)
		spec.Degree, data = &all, 1e5
	}
	spec.DataMax = &data
	p, faults := farm.Generate(spec, rapid.Uint64Range(0, 1000).Draw(t, "seed"))
	if faults != nil {
		t.Fatal(faults)
	}
	if rapid.IntRange(0, 3).Draw(t, "short") == 0 {
		for j := range p.Jobs {
			if e := p.Jobs[j].Duration / 4; j%3 == 0 {
				p.Jobs[j].Estimate = &e
			}
		}
	}
	if rapid.IntRange(0, 3).Draw(t, "own speeds") == 0 {
		for j := range p.Jobs {
			if j%5 == 0 {
				p.Jobs[j].Speeds = map[string]float64{p.Machines[j%len(p.Machines)].ID: 2}
			}
		}
	}
	return &p
}

// Shortcuts change nothing. Conservative backfilling tries no immovable
// reservation, replanning plans only as far as it matters, and EASY tries only
// jobs that may start. All give the schedules of their plain forms.
func TestQueuesAgainstPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawStream(t)
		n := len(p.Jobs)
		for _, c := range []struct {
			a           Algorithm
			compression farm.Compression
			plain       scheduler
		}{{AlgorithmConservative, farm.Replan, &everything{}},
			{AlgorithmConservative, farm.Keep, &trying{conservative{lastTried: make([]int, n)}}},
			{AlgorithmEASY, "", &asking{}}} {
			a, plain := c.a, c.plain
			o := Options{NoBound: true, Options: farm.Options{Compression: c.compression}}
			r, err := newRun(p, a, o)
			if err != nil {
				t.Fatal(err)
			}
			if r.unsuitableReason() != nil {
				continue
			}
			if err := r.stream(context.Background(), plain); err != nil {
				t.Fatal(err)
			}
			got := solve(t, p, a, o)
			if got.Reason.String() != r.failure {
				t.Fatalf("%s: got reason %q, want %q as by the plain form", a, got.Reason, r.failure)
			}
			if r.failure != "" {
				continue
			}
			want := r.result().Solution.Reservations
			for i, x := range got.Solution.Reservations {
				if x != want[i] {
					t.Fatalf("%s: got %+v, want %+v as by the plain form", a, x, want[i])
				}
			}
		}
	})
}
