package solve

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/trace"

	"pgregory.net/rapid"
)

// pieces lists the pieces of a schedule, as "job start-finish".
func pieces(r *Result) string {
	var list []string
	for _, x := range r.Solution.Reservations {
		text := fmt.Sprintf("%s %v-%v", x.Job, x.Start, x.Finish)
		if x.Preempted != nil {
			text += " for " + x.Preempted.By
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// patient returns a job that can be suspended.
func patient(id string, slots int, duration, submitted float64) farm.Job {
	return farm.Job{ID: id, Slots: slots, Duration: duration, Submitted: submitted, Preemptible: true,
		Restartable: true}
}

// The schedules are those of Slurm's page on gang scheduling: five nodes, slices of 30 s.
func TestGangBySlurmsExamples(t *testing.T) {
	for _, c := range []struct {
		name string
		jobs []farm.Job
		want string
	}{
		{"two jobs on all nodes take turns", []farm.Job{patient("3", 5, 60, 0), patient("4", 5, 60, 1)},
			"3 0-30 for 4, 3 60-90, 4 30-60 for 3, 4 90-120"},
		{"job 10 runs continually, 9 and 11 take turns",
			[]farm.Job{patient("9", 3, 70, 0), patient("10", 2, 100, 0), patient("11", 3, 40, 0)},
			"9 0-30 for 11, 9 60-90 for 11, 9 100-110, 10 0-100, 11 30-60 for 9, 11 90-100"},
		{"local backfilling: 14 runs beside 12 although 13 waits",
			[]farm.Job{patient("12", 3, 40, 0), patient("13", 5, 30, 0), patient("14", 2, 40, 0)},
			"12 0-30 for 13, 12 60-70, 13 30-60, 14 0-30 for 13, 14 60-70"},
	} {
		p := &farm.Problem{Machines: []farm.Machine{{ID: "n", Slots: 5}}, Jobs: c.jobs}
		r := solve(t, p, AlgorithmGang, Options{})
		if got := pieces(&r); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// Shares, memory, licences, parts and jobs that cannot be suspended.
func TestGangByHand(t *testing.T) {
	alone := farm.Job{ID: "b", Slots: 2, Duration: 20}
	wide := patient("b", 4, 20, 0)
	wide.Partition = 2
	heavy, licensed := patient("a", 2, 40, 0), patient("a", 2, 40, 0)
	heavy.Memory, licensed.Licenses = 6, map[string]int{"L": 1}
	heavyToo, licensedToo := heavy, licensed
	heavyToo.ID, licensedToo.ID = "b", "b"
	off := false
	for _, c := range []struct {
		name    string
		p       farm.Problem
		options farm.Options
		want    string
	}{
		{"with a share of 1 nothing is shared", farm.Problem{Jobs: []farm.Job{patient("a", 2, 40, 0),
			patient("b", 2, 20, 0)}}, farm.Options{Share: 1}, "a 0-40, b 40-60"},
		{"a shorter slice", farm.Problem{Jobs: []farm.Job{patient("a", 2, 20, 0), patient("b", 2, 10, 0)}},
			farm.Options{Slice: 10}, "a 0-10 for b, a 20-30, b 10-20"},
		{"the third waits for machines", farm.Problem{Jobs: []farm.Job{patient("a", 2, 40, 0), patient("b", 2, 40, 0),
			patient("c", 2, 10, 0)}}, farm.Options{Share: 2},
			"a 0-30 for b, a 60-70, b 30-60 for a, b 70-80, c 80-90"},
		{"a job that cannot be suspended waits for free slots", farm.Problem{Jobs: []farm.Job{patient("a", 2, 40, 0),
			alone, patient("c", 2, 10, 0)}}, farm.Options{}, "a 0-40, b 40-60, c 60-70"},
		{"a policy without preemption", farm.Problem{Policy: &farm.Policy{Preemption: &off},
			Jobs: []farm.Job{patient("a", 2, 40, 0), patient("b", 2, 20, 0)}}, farm.Options{}, "a 0-40, b 40-60"},
		{"memory is not shared", farm.Problem{Jobs: []farm.Job{heavy, heavyToo}}, farm.Options{}, "a 0-40, b 40-80"},
		{"nor are licences", farm.Problem{Licenses: map[string]int{"L": 1}, Jobs: []farm.Job{licensed, licensedToo}},
			farm.Options{}, "a 0-40, b 40-80"},
		{"parts run together", farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 2, Memory: 10},
			{ID: "n", Slots: 2}}, Jobs: []farm.Job{patient("a", 2, 40, 0), wide}}, farm.Options{},
			"a 0-30 for b, a 50-60, b 30-50, b 30-50"},
		{"the machine with the least share given away", farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 4},
			{ID: "n", Slots: 2}}, Jobs: []farm.Job{patient("a", 2, 40, 0), patient("b", 2, 40, 0),
			patient("c", 2, 40, 0)}}, farm.Options{}, "a 0-40, b 0-40, c 0-40"},
	} {
		if c.p.Machines == nil {
			c.p.Machines = []farm.Machine{{ID: "m", Slots: 2, Memory: 10}}
		}
		if faults := c.p.Validate(); faults != nil {
			t.Fatalf("%s: got faults %v, want none", c.name, faults)
		}
		r := solve(t, &c.p, AlgorithmGang, Options{Options: c.options})
		if got := pieces(&r); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// Too many suspensions are refused, with advice.
func TestGangRefusesTooManySlices(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "n", Slots: 1}},
		Jobs: []farm.Job{patient("a", 1, 1e6, 0), patient("b", 1, 1e6, 0)}}
	r := solve(t, p, AlgorithmGang, Options{})
	if r.Feasible || r.Reason.Code != "too-many-slices" || !strings.Contains(r.Reason.Text, "20000") {
		t.Errorf("got feasible %v, reason %+v; want the reason too-many-slices", r.Feasible, r.Reason)
	}
	r = solve(t, p, AlgorithmGang, Options{Options: farm.Options{Slice: 1000}})
	if !r.Feasible || r.Stats.Preemptions < 1900 {
		t.Errorf("slices of 1000 s: got feasible %v, %d suspensions; want 1900 at least", r.Feasible,
			r.Stats.Preemptions)
	}
}

// A job is never suspended for more slices than there are jobs, every job runs for all its time, and
// the events are those of the schedule.
func TestGangIsFair(t *testing.T) {
	suspensions := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "jobs")
		p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 4}, {ID: "n", Slots: 3}}}
		for j := range n {
			slots, duration := rapid.IntRange(1, 4).Draw(t, "slots"), rapid.IntRange(1, 200).Draw(t, "duration")
			submitted := rapid.IntRange(0, 100).Draw(t, "submitted")
			p.Jobs = append(p.Jobs, patient(fmt.Sprint("j", j), slots, float64(duration), float64(submitted)))
		}
		log := &trace.Log{}
		r := solve(t, p, AlgorithmGang, Options{Log: log, Options: farm.Options{Share: 1000}})
		suspensions += r.Stats.Preemptions
		got, last := map[string]float64{}, map[string]float64{}
		for _, x := range r.Solution.Reservations {
			if before, known := last[x.Job]; known && x.Start-before > float64(30*(n+1)) {
				t.Fatalf("job %s is suspended from %v to %v, for more slices than %d jobs", x.Job, before, x.Start, n)
			}
			got[x.Job] += x.Finish - x.Start
			last[x.Job] = x.Finish
		}
		for j := range p.Jobs {
			if x := &p.Jobs[j]; math.Abs(got[x.ID]-x.Duration) > 1e-9 {
				t.Fatalf("job %s: got run time %v s, want %v", x.ID, got[x.ID], x.Duration)
			}
		}
		events := map[string]int{}
		for _, e := range log.Events {
			events[e.Kind]++
		}
		if events["preempt"] != r.Stats.Preemptions || events["place"] != len(r.Solution.Reservations) {
			t.Fatalf("got events %v, want %d preempt and %d place", events, r.Stats.Preemptions,
				len(r.Solution.Reservations))
		}
	})
	if suspensions < 20 {
		t.Errorf("got %d suspensions in all, want 20 at least", suspensions)
	}
}
