package draw

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/draw/timeline"
	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
)

func farmOf(t testing.TB, spec farm.Spec) *farm.Problem {
	t.Helper()
	p, faults := farm.Generate(spec, 7)
	if faults != nil {
		t.Fatal(faults)
	}
	return &p
}

func scheduleOf(t testing.TB, p *farm.Problem) *farm.Solution {
	t.Helper()
	r, err := solver.Solve(context.Background(), p, solver.AlgorithmTwoStage, solver.Options{NoBound: true})
	if err != nil || !r.Feasible {
		t.Fatalf("Solve: got error %v, reason %v; want a schedule", err, r.Reason)
	}
	return r.Solution
}

func TestFarmIsFitForAStrictPolicy(t *testing.T) {
	for _, preset := range []string{"markov-2004", "farm-starvation", "farm-mixed", "farm-stream", "farm-graph"} {
		p := farmOf(t, farm.Spec{Preset: preset})
		s := scheduleOf(t, p)
		job := p.Jobs[len(p.Jobs)/2].ID
		v := MachinesView{Problem: p, Solution: s, Job: job, Bound: 10,
			Selected: []picture.Ref{{Kind: picture.Job, ID: job}}, Width: 720,
			Height: 600, World: true, Name: preset}
		scenetest.CheckPolicy(t, Machines(v), 1)
		v.Solution, v.Selected = nil, nil // only the machines can be reached
		scenetest.CheckPolicy(t, Machines(v), 1)
		v.Solution, v.Static, v.World = s, true, false
		scenetest.CheckPolicy(t, Machines(v), 0)
		if g := JobGraph(JobGraphView{Problem: p, Width: 400, Selected: v.Selected}); g != nil {
			scenetest.CheckPolicy(t, g, 1)
		}
	}
	Machines(MachinesView{Problem: &farm.Problem{}})
}

// A farm too large for single slots is summarised, and its text does not grow with
// the jobs.
func TestALargeFarmIsSummedUp(t *testing.T) {
	size := func(jobs int) int {
		machines := 300
		p := farmOf(t, farm.Spec{Preset: "farm-large", Machines: &machines, Jobs: &jobs})
		svg := Machines(MachinesView{Problem: p, Solution: scheduleOf(t, p), Job: "j5",
			Selected: []picture.Ref{{Kind: picture.Job, ID: "j5"}},
			Width:    720, Height: 600})
		scenetest.CheckPolicy(t, svg, 1)
		if !strings.Contains(svg.SVG(), `data-kind="job" data-id="j5"`) || strings.Count(svg.SVG(), `data-kind="machine"`) > 8 {
			t.Error("got other machines than those of the selected job one by one, want only those")
		}
		return len(svg.SVG())
	}
	if small, large := size(3000), size(12000); large > 2*small || large > 120_000 {
		t.Errorf("got %d bytes for 12,000 jobs and %d for 3,000, want at most twice as many and 120,000", large,
			small)
	}
}

// Each job gets as many lanes as it has slots, and no lane has two jobs at a time.
func TestLanesHoldOneJobAtATime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "lanes")
		until := make([]float64, n)
		now := 0.0
		for range rapid.IntRange(1, 30).Draw(t, "jobs") {
			now += float64(rapid.IntRange(0, 3).Draw(t, "gap"))
			free := 0
			for _, u := range until {
				if u <= now {
					free++
				}
			}
			if free == 0 {
				continue
			}
			r := &farm.Reservation{Slots: rapid.IntRange(1, free).Draw(t, "slots"), Start: now,
				Finish: now + float64(rapid.IntRange(1, 9).Draw(t, "time"))}
			before := append([]float64(nil), until...)
			taken := 0
			for _, run := range occupyLanes(until, r) {
				for i := run[0]; i < run[0]+run[1]; i++ {
					if before[i] > now {
						t.Fatalf("lane %d is assigned at %v, but occupied until %v", i, now, before[i])
					}
					taken++
				}
			}
			if taken != r.Slots {
				t.Fatalf("got %d lanes, want %d for the slots of the reservation", taken, r.Slots)
			}
		}
	})
}

// The signs show how a reservation was made.
func TestReservationsAreDistinguished(t *testing.T) {
	for how, want := range map[string]timeline.Sign{farm.StartRunning: timeline.Going,
		farm.StartReserved: timeline.Bracketed, farm.StartBackfill: timeline.Pale,
		farm.StartDirect: 0} {
		r := farm.Reservation{Job: "j", Part: 2, Slots: 1, Finish: 5, StartKind: how}
		if b := reservationBar(&r, true); b.Signs != want || b.Text != "j-2" || !strings.Contains(b.Say, "Job j-2") {
			t.Errorf("%s: got bar %+v, want signs %v and the name of the job", how, b, want)
		}
		r.Preempted = &farm.Preemption{By: "k"}
		if b := reservationBar(&r, false); b.Signs != want|timeline.Notched ||
			!strings.Contains(b.Say, "stopped for job k") {
			t.Errorf("%s, preempted: got bar %+v, want a notch and the preempting job k", how, b)
		}
	}
}

func TestJobGraphShowsWhoWaits(t *testing.T) {
	p := farmOf(t, farm.Spec{Preset: "markov-2004"})
	if JobGraph(JobGraphView{Problem: p, Width: 400}) != nil {
		t.Error("got a graph of jobs without dependencies, want none")
	}
	p.Jobs[6].After, p.Jobs[7].After = []farm.After{{Job: "6"}}, []farm.After{{Job: "7"}, {Job: "6"}}
	svg := JobGraph(JobGraphView{Problem: p, Width: 400, Selected: []picture.Ref{{Kind: picture.Job, ID: "7"}}}).SVG()
	if n := strings.Count(svg, `<g class="gb-task`); n != 3 {
		t.Errorf("got %d jobs in the graph, want 3", n)
	}
	if n := strings.Count(svg, "gb-near"); n != 2 {
		t.Errorf("got %d highlighted edges of the selected job, want 2", n)
	}
}

func TestFarmGoldens(t *testing.T) {
	p := farmOf(t, farm.Spec{Preset: "markov-2004"})
	p.Jobs[6].After = []farm.After{{Job: "18"}}
	p.Order = nil
	selected := []picture.Ref{{Kind: picture.Job, ID: "7"}}
	scenetest.Golden(t, "farm", Machines(MachinesView{Problem: p, Solution: scheduleOf(t, p), Job: "7", Bound: 15257,
		Selected: selected,
		Colour:   1, Width: 720, Height: 580, World: true, Name: "Nineteen jobs"}))
	scenetest.Golden(t, "jobgraph", JobGraph(JobGraphView{Problem: p, Width: 400, Selected: selected, Colour: 1,
		Name: "Jobs"}))
}

// A part of the time of a large farm is the same picture from cached levels as without
// them. On its own machine few reservations are drawn one by one, and the text of
// no part grows with the jobs.
func TestPartsOfALargeFarm(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1152}}}
	s := &farm.Solution{}
	for i := range 20_000 {
		id, at := strconv.Itoa(i), float64(i)
		p.Jobs = append(p.Jobs, farm.Job{ID: id, Slots: 16, Duration: 30, Submitted: at})
		s.Reservations = append(s.Reservations, farm.Reservation{Job: id, Part: 1, Machine: "m", Slots: 16, Start: at,
			Finish: at + 30})
	}
	levels := NewLevels(p, s)
	for _, c := range []struct {
		from, to float64
		bars     int
	}{{0, 0, 0}, {5000, 9000, 0}, {5000, 5100, 130}} {
		v := MachinesView{Problem: p, Solution: s, From: c.from, To: c.to, Width: 720, Height: 500, World: true}
		anew := Machines(v)
		v.Levels = levels
		if !scene.Equal(Machines(v), anew) {
			t.Errorf("from %v to %v: the picture with cached levels differs from that without", c.from, c.to)
		}
		scenetest.CheckPolicy(t, anew, 1)
		if n := len(Rows(v).Bars); n < c.bars-2 || n > c.bars+2 {
			t.Errorf("from %v to %v: got %d bars, want %d within 2", c.from, c.to, n, c.bars)
		}
		if len(anew.SVG()) > 200_000 {
			t.Errorf("from %v to %v: got %d bytes, want at most 200,000", c.from, c.to, len(anew.SVG()))
		}
	}
}

// BenchmarkPart draws a part of a large schedule, as every step of a zoom does.
func BenchmarkPart(b *testing.B) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1152}}}
	s := &farm.Solution{}
	for i := range 250_000 {
		s.Reservations = append(s.Reservations, farm.Reservation{Job: strconv.Itoa(i), Part: 1, Machine: "m", Slots: 16,
			Start: float64(i), Finish: float64(i + 50)})
	}
	levels := NewLevels(p, s)
	for _, to := range []float64{250_000, 25_000, 100} {
		b.Run(strconv.Itoa(int(to)), func(b *testing.B) {
			for b.Loop() {
				Machines(MachinesView{Problem: p, Solution: s, Levels: levels, From: 1, To: to, Width: 720, Height: 500,
					World: true})
			}
		})
	}
}
