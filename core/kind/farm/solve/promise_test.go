package solve

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/kind/farm"
	"gridbox/core/rng"
)

// startRecorder is a scheduler that records the first planned start of each job.
type startRecorder struct {
	scheduler
	firstStarts map[int32]float64
}

func (p *startRecorder) decide(ctx context.Context, s *stream) error {
	err := p.scheduler.decide(ctx, s)
	for j, h := range s.plans {
		if _, known := p.firstStarts[int32(j)]; h != nil && !known {
			p.firstStarts[int32(j)] = h.start
		}
	}
	return err
}

// countBrokenPromises counts the jobs that start later than first planned.
func countBrokenPromises(t rapid.TB, p *farm.Problem, c farm.Compression) int {
	r, err := newRun(p, AlgorithmConservative, Options{Options: farm.Options{Compression: c}})
	if err != nil {
		t.Fatal(err)
	}
	if r.unsuitableReason() != nil {
		return 0
	}
	how := &startRecorder{newConservative(r), map[int32]float64{}}
	if err := r.stream(context.Background(), how); err != nil {
		t.Fatal(err)
	}
	count := 0
	for j, at := range how.firstStarts {
		if len(r.pieces[j]) > 0 && r.pieces[j][0].start > at {
			count++
		}
	}
	return count
}

// As long as no job exceeds its estimate, none starts later than first planned.
// Replanning does not guarantee that.
func TestNoJobStartsAfterItsReservation(t *testing.T) {
	late := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawStream(t)
		for j := range p.Jobs {
			if e := p.Jobs[j].EstimatedRunTime(); e < p.Jobs[j].Duration {
				p.Jobs[j].Estimate = nil
			}
		}
		if n := countBrokenPromises(t, p, farm.Keep); n > 0 {
			t.Fatalf("got %d jobs that start later than first planned, want 0", n)
		}
		late += countBrokenPromises(t, p, farm.Replan)
	})
	if late == 0 {
		t.Error("replanning delays no job in any stream, so that the test compares nothing")
	}
}

// This is conservative-promise.json of the review: j1 ends before its estimate,
// and replanning lets j3, which was planned at 2, wait for j2.
func TestPromiseOfTheReview(t *testing.T) {
	three := 3.0
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 2, Memory: 100}}, Jobs: []farm.Job{
		{ID: "j0", Slots: 1, Duration: 1}, {ID: "j1", Slots: 1, Duration: 1, Estimate: &three},
		{ID: "j2", Slots: 2, Duration: 2}, {ID: "j3", Slots: 1, Duration: 1}}}
	for c, want := range map[farm.Compression]int{farm.Keep: 0, farm.Replan: 1} {
		if n := countBrokenPromises(t, p, c); n != want {
			t.Errorf("%s: got %d broken promises, want %d", c, n, want)
		}
	}
}

// A job that exceeds its estimate displaces only the jobs that no longer fit.
func TestOutlivedDisplaces(t *testing.T) {
	one := 1.0
	p := &farm.Problem{Machines: []farm.Machine{{ID: "a", Slots: 1}, {ID: "b", Slots: 1}}, Jobs: []farm.Job{
		{ID: "longer", Slots: 1, Duration: 3, Estimate: &one}, {ID: "other", Slots: 1, Duration: 2},
		{ID: "displaced", Slots: 1, Duration: 4}, {ID: "stays", Slots: 1, Duration: 1}}}
	r := solve(t, p, AlgorithmConservative, Options{})
	for i, want := range []float64{0, 0, 3, 2} {
		if x := r.Solution.Reservations[i]; x.Start != want {
			t.Errorf("job %s: got start %v, want %v", x.Job, x.Start, want)
		}
	}
}

// The free intervals around a place equal those found by a search of the whole
// profile.
func TestAroundEqualsTheWholeProfile(t *testing.T) {
	draw := rng.New(1, "around", 0)
	whole := func(s *stream, q int32, from, to float64) []interval {
		list := make([]interval, bits.Len32(uint32(s.in.p.Machines[q].Slots)))
		begin := make([]float64, len(list))
		for i := range list {
			list[i], begin[i] = interval{math.Inf(1), math.Inf(-1), 0}, math.Inf(1)
		}
		shut := func(i int, end float64) {
			if begin[i] < to && end > from {
				x := &list[i]
				x.first, x.last, x.maxLength = min(x.first, begin[i]), max(x.last, end), max(x.maxLength, end-begin[i])
			}
			begin[i] = math.Inf(1)
		}
		s.calendar.store.visit(s.calendar.machines[q], s.now, func(time float64, free need) bool {
			for i := range list {
				switch enough := free.slots >= 1<<i; {
				case enough && math.IsInf(begin[i], 1):
					begin[i] = max(s.now, time)
				case !enough && !math.IsInf(begin[i], 1):
					shut(i, time)
				}
			}
			return true
		})
		for i := range list {
			if !math.IsInf(begin[i], 1) {
				shut(i, math.Inf(1))
			}
		}
		return list
	}
	reaching := 0
	for range 60 {
		p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1 + int(draw.Uint64()%70)}},
			Jobs: []farm.Job{{ID: "j", Slots: 1, Duration: 1}}}
		r, err := newRun(p, AlgorithmConservative, Options{NoBound: true})
		if err != nil {
			t.Fatal(err)
		}
		s := &stream{run: r, now: float64(draw.Uint64() % 20)}
		at := s.calendar.machines[0]
		for range draw.Uint64() % 120 {
			from := float64(draw.Uint64() % 100)
			to, n := from+float64(1+draw.Uint64()%30), int32(1+draw.Uint64()%uint64(p.Machines[0].Slots))
			if s.calendar.store.earliestFree(at, need{n, 0}, to-from, from) == from {
				s.calendar.store.occupy(at, need{n, 0}, from, to)
			}
		}
		for range 40 {
			from := float64(draw.Uint64() % 110)
			to := from + float64(draw.Uint64()%25)
			got, want := s.freeIntervals(0, from, to), whole(s, 0, from, to)
			if !slices.Equal(got, want) {
				t.Fatalf("freeIntervals(0, %g, %g) at %g: got %v, want %v", from, to, s.now, got, want)
			}
			if got[0].first < from && got[0].last > to {
				reaching++
			}
		}
	}
	if reaching < 100 {
		t.Errorf("got %d intervals that reach beyond their place, want 100 at least", reaching)
	}
}
