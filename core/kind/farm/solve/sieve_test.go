package solve

import (
	"context"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/kind/farm"
)

// unindexedEASY is EASY backfilling that visits the whole queue and tries every job that may
// find a hole.
type unindexedEASY struct{ easy }

func (e *unindexedEASY) decide(_ context.Context, s *stream) error {
	first := reserveFirst(s)
	if first == nil {
		return nil
	}
	e.holes.find(s)
	queue := s.queue
	for i := s.head + 1; i < len(queue) && s.free > 0; i++ {
		if j := queue[i]; j >= 0 && s.waiting[j] && e.holes.mayStart(s, j) {
			e.holes.backfill(s, j)
		}
		if len(queue) != len(s.queue) {
			queue, i = s.queue, s.head
		}
	}
	s.calendar.release(first, s.now)
	return nil
}

// drawCrowdedStream draws an overloaded stream with all requirements that a job can have.
func drawCrowdedStream(t *rapid.T) *farm.Problem {
	p := drawStream(t)
	kinds := rapid.IntRange(1, 3).Draw(t, "kinds")
	licences := map[string]int{"a": 1, "b": 3}
	for name, n := range p.Licenses {
		licences[name] = n
	}
	p.Licenses = licences
	for q := range p.Machines {
		p.Machines[q].Type = strconv.Itoa(q % kinds)
		if q%4 == 3 {
			p.Machines[q].Licenses = map[string]int{"b": 1}
		}
	}
	hurry := rapid.SampledFrom([]float64{0, 0.1, 1}).Draw(t, "hurry")
	for j := range p.Jobs {
		job := &p.Jobs[j]
		job.Submitted *= hurry
		job.Type = ""
		switch (j * 7) % 11 {
		case 0:
			if job.Parts() == 1 && kinds <= len(p.Machines) {
				job.Type = strconv.Itoa(j % kinds)
			}
		case 1:
			if job.Parts() == 1 {
				job.Licenses = map[string]int{"a": 1}
			}
		case 2:
			if job.Parts() == 1 {
				job.Licenses = map[string]int{"b": 1}
			}
		case 3:
			job.Memory = 0
		}
	}
	return p
}

// A sieve leaves out only jobs that would not have been tried: the schedule and the
// counts equal those of visiting the whole queue.
func TestSieveChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawCrowdedStream(t)
		o := Options{NoBound: true}
		r, err := newRun(p, AlgorithmEASY, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.unsuitableReason() != nil {
			t.Skip("some job can run nowhere")
		}
		if err := r.stream(context.Background(), &unindexedEASY{}); err != nil {
			t.Fatal(err)
		}
		got := solve(t, p, AlgorithmEASY, o)
		if got.Reason.String() != r.failure {
			t.Fatalf("got reason %q, want %q as without a sieve", got.Reason, r.failure)
		}
		if r.failure != "" {
			return
		}
		want := r.result()
		if got.Stats != want.Stats {
			t.Fatalf("got statistics %+v, want %+v as without a sieve", got.Stats, want.Stats)
		}
		for i, x := range got.Solution.Reservations {
			if x != want.Solution.Reservations[i] {
				t.Fatalf("got %+v, want %+v as without a sieve", x, want.Solution.Reservations[i])
			}
		}
	})
}

// plainScoredQueue is the queue of a policy that scores and sorts all waiting jobs at every
// event, and tries every one that may find a hole.
type plainScoredQueue struct{ scoredQueue }

func (a *plainScoredQueue) decide(_ context.Context, s *stream) error {
	fresh := s.newJobs
	s.newJobs, s.early, s.late = s.newJobs[:0], false, false
	all, fills := s.scores.job, s.scores.backfill
	if !all.moving && (fills == nil || !fills.moving) { // the queue notices NaN when the job arrives
		for _, j := range fresh {
			s.scores.checkScore(s, all, j)
			if fills != nil {
				s.scores.checkScore(s, fills, j)
			}
		}
	}
	if s.free == 0 || s.head == len(s.queue) {
		return nil
	}
	jobs := s.queuedJobs(nil)
	s.scores.rank(all, s, jobs)
	if fills != nil {
		s.scores.rank(fills, s, jobs)
	}
	s.waitingJobs, s.freeSlots = len(jobs), s.free
	all.sort(jobs)
	for i, j := range jobs {
		h := s.bestHold(j, s.now)
		switch {
		case h == nil:
			s.markStuck(j)
			return nil
		case h.start > s.now:
			s.wake(h.start)
			if a.fill {
				a.backfillOthers(s, h, jobs[i+1:])
			}
			return nil
		}
		h.startKind = s.firstStartKind(j, a.fill)
		s.start(h, false)
	}
	return nil
}

func (a *plainScoredQueue) backfillOthers(s *stream, first *hold, jobs []int32) {
	a.holes.reserve(s, first)
	if o := s.scores.backfill; o != nil {
		o.sort(jobs)
	}
	for _, j := range jobs {
		if s.free > 0 && s.failure == "" && a.holes.mayStart(s, j) {
			a.holes.backfill(s, j)
		}
	}
	s.release(first)
}

// The shortcuts in the queue of a policy leave out only jobs that would not have been
// tried. Scores of jobs, of backfilled jobs and of machines are constant or change.
func TestAQuickQueueOfAPolicyChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawCrowdedStream(t)
		source := rapid.SampledFrom([]string{"s", "-r", "r * n", "if(n > 2, 0 / 0, s)", "-pow(w / r, 3) * n", "slack",
			"-w / (log2(n) * r)", "s\nbackfill: r", "-r\nbackfill: -w / r", "w / r\nbackfill: n",
			"now - w\nbackfill: free * w", "r\nmachine: -slots", "-w * r\nmachine: load"}).Draw(t, "source")
		o := Options{NoBound: true, Formulas: formulas(t, source)}
		o.Backfill = rapid.SampledFrom([]farm.Backfill{farm.BackfillEASY, farm.BackfillNone}).Draw(t, "backfill")
		r, err := newRun(p, AlgorithmOwn, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.unsuitableReason() != nil {
			t.Skip("some job can run nowhere")
		}
		plain := &plainScoredQueue{scoredQueue{fill: o.Backfill != farm.BackfillNone}}
		if err := r.stream(context.Background(), plain); err != nil {
			t.Fatal(err)
		}
		got := solve(t, p, AlgorithmOwn, o)
		if got.Reason.String() != r.failure {
			t.Fatalf("%s: got reason %q, want %q as by the plain form", source, got.Reason, r.failure)
		}
		if r.failure != "" {
			return
		}
		want := r.result()
		if got.Stats != want.Stats {
			t.Fatalf("%s: got statistics %+v, want %+v as by the plain form", source, got.Stats, want.Stats)
		}
		for i, x := range got.Solution.Reservations {
			if x != want.Solution.Reservations[i] {
				t.Fatalf("%s: got %+v, want %+v as by the plain form", source, x, want.Solution.Reservations[i])
			}
		}
	})
}

// The work per job hardly grows while a queue grows without limit: for 32,000 jobs of an
// overloaded log it is less than 1.5 times that for 4,000.
func TestSieveVisitsFewJobs(t *testing.T) {
	perJob := func(n int) float64 {
		p := log(n, 150)
		for j := range p.Jobs {
			p.Jobs[j].Submitted /= 2
		}
		r, err := newRun(p, AlgorithmEASY, Options{NoBound: true})
		if err != nil {
			t.Fatal(err)
		}
		how := &easy{}
		if err := r.stream(context.Background(), how); err != nil {
			t.Fatal(err)
		}
		return float64(how.jobIndex.inspected) / float64(n)
	}
	if few, many := perJob(4000), perJob(32_000); many > 1.5*few {
		t.Errorf("inspections per job: got %.1f for 32,000, %.1f for 4,000; want at most 1.5 times as many", many,
			few)
	}
}
