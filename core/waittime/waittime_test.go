package waittime

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/importer/slurm"
	"gridbox/core/kind/farm"
	"gridbox/core/rng"
)

func predict(t interface {
	Helper()
	Fatal(...any)
}, p *farm.Problem, o Options) *Answer {
	t.Helper()
	a, err := Predict(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func job(a *Answer, id string) *Job {
	for i := range a.Jobs {
		if a.Jobs[i].ID == id {
			return &a.Jobs[i]
		}
	}
	return nil
}

func limit(x float64) *float64 { return &x }

// One machine of two slots. A runs on one until 100. B needs both, so it waits for A. C has a lower
// priority and a length of 100 and runs on the other slot. D, of length 200, would delay B there and
// waits for it. E waits for B to end. F needs the only licence, which A has now. All run to their limits.
func smallFarm() *farm.Problem {
	return &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 2, Memory: 10}}, Licenses: map[string]int{"l": 1},
		Moment: &farm.Moment{Clock: "2026-01-01T00:00:00", UsedShares: []float64{1, 1, 1}},
		Jobs: []farm.Job{
			{ID: "D", Slots: 1, Duration: 200, Priority: 2},
			{ID: "A", Slots: 1, Duration: 150, Estimate: limit(150), Running: &farm.Running{Machine: "m", Since: -50},
				Licenses: map[string]int{"l": 1}, Submitted: -60},
			{ID: "B", Slots: 2, Duration: 50, Priority: 5},
			{ID: "C", Slots: 1, Duration: 100, Priority: 4},
			{ID: "E", Slots: 1, Duration: 10, Priority: 1, After: []farm.After{{Job: "B"}}},
		}}
}

func TestByHand(t *testing.T) {
	a := predict(t, smallFarm(), Options{JobsToChange: []string{"D"}})
	got := []string{a.Jobs[0].ID, a.Jobs[1].ID, a.Jobs[2].ID, a.Jobs[3].ID}
	for id, want := range map[string]struct {
		start  float64
		reason string
		waits  []Wait
	}{
		"B": {100, Resources, []Wait{{Resources, 100}}},
		"C": {0, "", nil},
		"D": {150, Priority, []Wait{{Priority, 100}, {Resources, 150}}},
		"E": {150, Dependency, []Wait{{Dependency, 150}}},
	} {
		j := job(a, id)
		if j.Start != want.start || j.Early != want.start || j.Late != want.start || j.Planned != want.start ||
			j.Reason != want.reason || !slices.Equal(j.Waits, want.waits) {
			t.Errorf("job %s: got %+v, want start %v, reason %s, waits %v", id, j, want.start, want.reason,
				want.waits)
		}
	}
	if !slices.Equal(got, []string{"B", "C", "D", "E"}) {
		t.Errorf("jobs: got %v, want B, C, D and E", got)
	}
	// With half of its limit, 100, D would fit in parallel to A without C.
	for _, c := range job(a, "D").Changes {
		if c.Gain != 0 {
			t.Errorf("change of D: got %+v, want no gain", c)
		}
	}
	// D starts when B ends. A and C are also in front, but delay it in no replay.
	d := job(a, "D")
	if !slices.Equal(d.Holders, []Holder{{Job: "C", Slots: 1, Limit: 100},
		{Job: "B", Slots: 2, Limit: 50, Start: 100, Last: 1}}) ||
		d.OmittedHolders != 0 || d.Cases != nil || d.Histogram != nil || d.RunTime != 200 {
		t.Errorf("job D: got %+v, want it behind C and B, 200 s long", d)
	}
	if b := job(a, "B"); b.Holders != nil {
		t.Errorf("job B, which was not requested: got %+v, want no jobs in front", b)
	}
	p := smallFarm()
	p.Jobs[3].Licenses = map[string]int{"l": 1} // now C waits for A's licence, and D takes its slot
	p.Jobs[0].Estimate, p.Jobs[0].Duration = limit(300), 300
	a = predict(t, p, Options{All: true})
	if c := job(a, "C"); !slices.Equal(c.Waits, []Wait{{Limits, 150}}) || c.Start != 150 {
		t.Errorf("job C: got %+v, want a wait for limits until 150", c)
	}
	if d = job(a, "D"); d.Start != 150 || len(d.Changes) == 0 || d.Changes[0].Property != ChangeLimit ||
		d.Changes[0].Value != "75" ||
		d.Changes[0].Gain != 150 {
		t.Errorf("job D: got %+v, want start 150 and a gain of 150 with a limit of 75", d)
	}
}

// A reservation occupies the second machine; without it the job would start there. Three
// complete replays are returned on request: valid schedules of the farm, each with later
// starts than the one before. Nothing else changes.
func TestWorlds(t *testing.T) {
	p := smallFarm()
	p.Moment.UsedShares = []float64{0.2, 0.4, 0.9}
	plain, asked := predict(t, p, Options{}), predict(t, p, Options{Worlds: true})
	if len(plain.Worlds) != 0 || len(asked.Worlds) != 3 {
		t.Fatalf("got %d and %d replays, want 0 and 3", len(plain.Worlds), len(asked.Worlds))
	}
	last := math.Inf(-1)
	for _, w := range asked.Worlds {
		sum, slots := 0.0, map[string]int{}
		for _, r := range w.Reservations {
			slots[r.Job] += r.Slots
			if r.Job != "A" {
				sum += r.Start
			}
		}
		for i := range p.Jobs {
			if j := &p.Jobs[i]; slots[j.ID] != j.Slots {
				t.Errorf("job %s: got %d slots, want %d", j.ID, slots[j.ID], j.Slots)
			}
		}
		if sum < last {
			t.Errorf("starts: got the sum %v after %v, want no smaller one", sum, last)
		}
		last = sum
	}
	asked.Worlds = nil
	if a, b := text(t, plain), text(t, asked); a != b {
		t.Errorf("without its replays: got %s\nwant %s", b, a)
	}
}

func text(t *testing.T, a *Answer) string {
	t.Helper()
	got, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

func TestReservation(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1}, {ID: "n", Slots: 1}}, Jobs: []farm.Job{
		{ID: "A", Slots: 1, Duration: 200, Running: &farm.Running{Machine: "m", Since: -10}, Submitted: -10},
		{ID: farm.ReservationJob("course", "n"), Slots: 1, Duration: 100, Submitted: -50,
			Running: &farm.Running{Machine: "n", Since: -50}},
		{ID: "B", Slots: 1, Duration: 10},
		{ID: "C", Slots: 1, Duration: 10, Submitted: 500},
	}}
	a := predict(t, p, Options{})
	if b := job(a, "B"); b.Reason != Reservation || b.Planned != 50 {
		t.Errorf("job B: got %+v, want a wait for the reservation until 50", b)
	}
	if c := job(a, "C"); c.Reason != Limits || c.Start != 500 {
		t.Errorf("job C: got %+v, want the reason limits and the start 500", c)
	}
}

func TestNothingToAsk(t *testing.T) {
	if _, err := Predict(context.Background(), &farm.Problem{}, Options{}); err != ErrNone {
		t.Errorf("Predict of an empty farm: got error %v, want ErrNone", err)
	}
	p := smallFarm()
	p.Jobs = append(p.Jobs, farm.Job{ID: "huge", Slots: 100, Duration: 1})
	if _, err := Predict(context.Background(), p, Options{}); err == nil {
		t.Error("Predict with a job that fits on no machine returns no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Predict(ctx, smallFarm(), Options{}); err == nil {
		t.Error("a cancelled Predict returns no error")
	}
	for slots, want := range map[int]string{2: "B", 1: "C"} {
		p := smallFarm()
		p.Jobs[2].Slots, p.Jobs[2].Priority = slots, 0
		if got := First(p); got != want {
			t.Errorf("First with %d slots of B: got %s, want %s", slots, got, want)
		}
	}
	if got := First(&farm.Problem{}); got != "" {
		t.Errorf("First of an empty farm: got %q, want none", got)
	}
	if HasQueue(&farm.Problem{Jobs: []farm.Job{{ID: "x"}}}) || !HasQueue(smallFarm()) {
		t.Error("HasQueue: want false for a farm without machines, true for a farm with a queue")
	}
}

// draw returns a small farm with a queue.
func draw(t *rapid.T) *farm.Problem {
	p := &farm.Problem{Licenses: map[string]int{"l": 1}, Moment: &farm.Moment{}}
	kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b"}), 1, 3).Draw(t, "machines")
	for i, kind := range kinds {
		p.Machines = append(p.Machines, farm.Machine{ID: "m" + strconv.Itoa(i), Slots: 4, Memory: 100, Type: kind,
			Licenses: map[string]int{farm.PartitionLicence(kind): 4}})
		end := rapid.Float64Range(10, 1000).Draw(t, "end")
		p.Jobs = append(p.Jobs, farm.Job{ID: "r" + strconv.Itoa(i), Slots: rapid.IntRange(1, 4).Draw(t, "taken"),
			Duration: end + 10, Submitted: -10, Running: &farm.Running{Machine: "m" + strconv.Itoa(i), Since: -10}})
	}
	for range rapid.IntRange(0, 4).Draw(t, "ended") {
		p.Moment.UsedShares = append(p.Moment.UsedShares, float64(rapid.IntRange(0, 20).Draw(t, "used"))/20)
	}
	for i := range rapid.IntRange(1, 8).Draw(t, "jobs") {
		j := farm.Job{ID: "j" + strconv.Itoa(i), Slots: rapid.IntRange(1, 4).Draw(t, "slots"),
			Memory:   float64(rapid.IntRange(0, 100).Draw(t, "memory")),
			Priority: float64(rapid.IntRange(0, 3).Draw(t, "priority")),
			Duration: float64(rapid.IntRange(10, 2000).Draw(t, "limit"))}
		switch rapid.IntRange(0, 3).Draw(t, "where") {
		case 0:
			j.Type = rapid.SampledFrom(kinds).Draw(t, "type")
		case 1:
			j.Licenses = map[string]int{farm.PartitionLicence(rapid.SampledFrom(kinds).Draw(t, "partition")): 1}
		case 2:
			j.Licenses = map[string]int{"l": 1}
		}
		if i > 0 && rapid.IntRange(0, 3).Draw(t, "depends") == 0 {
			j.After = []farm.After{{Job: "j" + strconv.Itoa(rapid.IntRange(0, i-1).Draw(t, "on"))}}
		}
		p.Jobs = append(p.Jobs, j)
	}
	if faults := p.Validate(); len(faults) > 0 {
		t.Fatal(faults)
	}
	return p
}

// A predicted change has its effect when it is made and the queue is predicted again. A reason
// is one of the five, and waits are in the order of time.
func TestChangesKeepTheirPromise(t *testing.T) {
	classes := []string{Resources, Priority, Dependency, Limits, Reservation}
	changes := 0
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t)
		a := predict(t, p, Options{Replays: 15, All: true})
		for i := range a.Jobs {
			j := &a.Jobs[i]
			if !(j.Early <= j.Start && j.Start <= j.Late) || j.Early < 0 {
				t.Fatalf("job: got %+v, want a start within its interval", j)
			}
			held, cases, spread := 0.0, 0.0, 0
			for _, h := range j.Holders {
				if h.Last < 0 || h.Gap && (h.Running || h.Last == 0) || h.Job == j.ID {
					t.Fatalf("got the job in front %+v, want a share and another job than %s", h, j.ID)
				}
				held += h.Last
			}
			for k, c := range j.Cases {
				if c.Share <= 0 || k > 0 && c.Overruns <= j.Cases[k-1].Overruns {
					t.Fatalf("cases: got %+v, want increasing ones with positive shares", j.Cases)
				}
				cases += c.Share
			}
			if j.Histogram != nil {
				for _, n := range j.Histogram.Counts {
					spread += n
				}
			}
			if held > 1+1e-9 || j.Cases != nil && math.Abs(cases-1) > 1e-9 ||
				j.Histogram != nil && spread != a.Replays || j.Histogram == nil && j.Early != j.Late {
				t.Fatalf("job: got %+v, want shares that add up to 1 and one start per replay", j)
			}
			last := 0.0
			for _, w := range j.Waits {
				if w.Until <= last || !slices.Contains(classes, w.Class) {
					t.Fatalf("job: got %+v, want known reasons of waits in the order of time", j)
				}
				last = w.Until
			}
			if last != j.Planned {
				t.Fatalf("the waits do not end at the start: %+v", j)
			}
			if (j.Reason == "") != (j.Planned == 0) {
				t.Fatalf("job: got %+v, want a reason if and only if it waits", j)
			}
		}
		for i := range a.Jobs {
			for _, c := range a.Jobs[i].Changes {
				changed, ok := Apply(p, a.Jobs[i].ID, c)
				if !ok {
					t.Fatalf("change %+v is not possible", c)
				}
				again := job(predict(t, changed, Options{Replays: 15}), a.Jobs[i].ID)
				if again.Start != c.Start || c.Gain > 0 && !(again.Start < a.Jobs[i].Start) {
					t.Fatalf("change %+v: got the start %g, want %g", c, again.Start, c.Start)
				}
				changes++
			}
		}
	})
	if changes == 0 {
		t.Error("no change was tested")
	}
}

// The same request has the same answer, whatever else is requested.
func TestSteady(t *testing.T) {
	a, b := predict(t, smallFarm(), Options{}), predict(t, smallFarm(), Options{All: true})
	for i := range b.Jobs {
		j := &b.Jobs[i]
		j.Changes, j.Holders, j.Cases, j.Histogram = nil, nil, nil, nil
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	if !bytes.Equal(x, y) {
		t.Errorf("the same request: got %s\nwant %s", y, x)
	}
}

// The real queue of 22 November is compared with Slurm's predictions and with the later
// events. Of 16 waiting lines, which are 18 jobs, Slurm expected a start of 12; 16 jobs
// started, one was cancelled and one depended on that.
//
// Measured, as absolute differences to the real start of the 11 jobs of which both are known:
// ours misses by 30 s in the median and by 82 at most, Slurm by 20 min 39 s and by 30 min 18
// s, since it assumes that every job runs to its limit, and these used 2 to 12 % of theirs. Of
// the real starts 13 of 16 are in the intervals, which promise 8 of 10; with the same
// probabilities in every replay there would be 11.
//
// If we also assume that all jobs run to their limits, our plan is 9 min 33 s from Slurm's in
// the median and 21 min 33 s at most: Slurm's began eleven minutes after the moment and put
// jobs of one slot one after the other on a node of two.
func TestAgainstSlurm(t *testing.T) {
	files := importertest.Genuine(t, "slurm/squeue-all.txt", "slurm/scontrol-show-job.txt",
		"slurm/scontrol-show-node.txt", "slurm/sacct-all.txt")
	made := slurm.Read(files, importer.Wishes{})
	a := predict(t, &made.Scenario.Farm.Problem, Options{})
	var promise []float64
	for i := range a.Jobs {
		if j := &a.Jobs[i]; j.Forecast.Start != nil {
			promise = append(promise, math.Abs(*j.Forecast.Start-j.Planned))
		}
	}
	slices.Sort(promise)
	r := a.ComparePredictions()
	t.Logf("%d jobs foretold; %+v; our plan by limits misses Slurm's by %.0f, at most %.0f", len(promise), r,
		promise[len(promise)/2], promise[len(promise)-1])
	if len(promise) != 12 || r.Started != 16 || r.Both != 11 {
		t.Errorf("got %d predictions, %d started, %d both; want 12, 16, 11", len(promise), r.Started, r.Both)
	}
	if r.Ours.Median > 40 || r.Ours.Max > 120 || !(10*r.Ours.Median < r.Theirs.Median) {
		t.Errorf("median miss: got %.0f s, at most %.0f; want 40, 120 and a tenth of Slurm's %.0f", r.Ours.Median,
			r.Ours.Max, r.Theirs.Median)
	}
	if r.Inside < 13 {
		t.Errorf("got %d of %d real starts in the intervals, want at least 13", r.Inside, r.Started)
	}
}

// Intervals contain the starts of about as many jobs as they promise, however few have ended, for any
// use of limits. The shares of ended and of waiting jobs are drawn from one distribution.
func TestIntervalsKeepTheirPromise(t *testing.T) {
	worlds := 80
	if testing.Short() {
		worlds = 15
	}
	for _, ended := range []int{3, 7, 30} {
		held, all := 0, 0
		for world := range uint64(worlds) {
			draw := rng.New(world, "worlds", 0)
			p, truth := worldOf(draw, ended)
			a := predict(t, p, Options{Replays: 100, Seed: world})
			q, err := newQueue(p, Options{Replays: 1})
			if err != nil {
				t.Fatal(err)
			}
			truly := *q.base
			truly.Jobs = slices.Clone(q.base.Jobs)
			for j := range truly.Jobs {
				truly.Jobs[j].Duration = truth[truly.Jobs[j].ID]
			}
			came, err := q.starts(t.Context(), &truly, nil)
			if err != nil {
				t.Fatal(err)
			}
			for j := range truly.Jobs {
				if x := job(a, truly.Jobs[j].ID); x != nil && x.Early < x.Late {
					if all++; came.start[j] >= x.Early && came.start[j] <= x.Late {
						held++
					}
				}
			}
		}
		share := float64(held) / float64(all)
		t.Logf("%d ended: %.3f of %d starts in their intervals", ended, share, all)
		if share < Level-0.15 || share > Level+0.15 {
			t.Errorf("%d jobs ended: got the share %.3f of %d starts in their intervals, want about %v", ended, share,
				all, Level)
		}
	}
}

// worldOf returns a queue of 20 jobs, drawn with its own use of limits, and their real run times.
func worldOf(draw *rng.Stream, ended int) (*farm.Problem, map[string]float64) {
	power, full := 0.3+4*draw.Float64(), 0.3*draw.Float64()
	share := func() float64 {
		if draw.Float64() < full {
			return 1
		}
		return max(0.001, math.Pow(draw.Float64(), power))
	}
	p := &farm.Problem{Moment: &farm.Moment{}, Machines: []farm.Machine{{ID: "m", Slots: 16}}}
	for range ended {
		p.Moment.UsedShares = append(p.Moment.UsedShares, share())
	}
	truth := map[string]float64{}
	for i := range 24 {
		limit := float64(60 * (1 + draw.Uint64()%120))
		j := farm.Job{ID: strconv.Itoa(i), Slots: 1 << (draw.Uint64() % 4), Duration: limit, Priority: float64(100 - i)}
		truth[j.ID] = share() * limit
		if i < 4 {
			j.Slots, j.Running = 4, &farm.Running{Machine: "m", Since: float64(-limit * draw.Float64() / 2)}
			for k := 0; truth[j.ID] <= -j.Running.Since; k++ { // it is still running
				if truth[j.ID] = share() * limit; k > 100 {
					j.Running.Since = -truth[j.ID] / 2
				}
			}
		}
		p.Jobs = append(p.Jobs, j)
	}
	return p, truth
}

// BenchmarkPredict measures one request about a long queue in which every job depends on
// random numbers.
func BenchmarkPredict(b *testing.B) {
	for _, n := range []int{20, 200, 2000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			p := &farm.Problem{}
			for i := range 50 {
				id := "m" + strconv.Itoa(i)
				p.Machines = append(p.Machines, farm.Machine{ID: id, Slots: 16})
				p.Jobs = append(p.Jobs, farm.Job{ID: "r" + strconv.Itoa(i), Slots: 12, Duration: float64(1000 + 100*i),
					Running: &farm.Running{Machine: id}})
			}
			for i := range n {
				p.Jobs = append(p.Jobs, farm.Job{ID: strconv.Itoa(i), Slots: 1 + i*7%16,
					Duration: float64(600 + i*131%5000), Priority: float64(n - i)})
			}
			for b.Loop() {
				if _, err := Predict(context.Background(), p, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A change with an invalid value leaves the job as it is.
func TestInvalidChangesChangeNothing(t *testing.T) {
	estimate := 60.0
	for _, property := range []string{ChangeLimit, ChangeSlots, ChangeMemory, "unknown"} {
		for _, value := range []string{"", "-1", "0", "NaN", "many"} {
			job := farm.Job{ID: "a", Slots: 2, Duration: 30, Estimate: &estimate, Memory: 4}
			want := job
			if ok := (&Change{Property: property, Value: value}).applyTo(&job); ok || !reflect.DeepEqual(job, want) {
				t.Errorf("%s %q: got %t and %+v, want false and %+v", property, value, ok, job, want)
			}
		}
	}
}
