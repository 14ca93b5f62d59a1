package verify_test

import (
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/verify"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"
)

// preemptedFarm returns a farm of one slot in which a job is stopped after 40 of its
// 100 seconds for one of 20 seconds, and then continues.
func preemptedFarm() (*farm.Problem, *farm.Solution) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1, Memory: 8}}, Jobs: []farm.Job{
		{ID: "long", Slots: 1, Duration: 100, Preemptible: true, Restartable: true},
		{ID: "urgent", Slots: 1, Duration: 20, Submitted: 40, Priority: 2},
		{ID: "last", Slots: 1, Duration: 10}}}
	return p, &farm.Solution{Reservations: []farm.Reservation{
		{Job: "long", Part: 1, Machine: "m", Slots: 1, Finish: 40, Preempted: &farm.Preemption{By: "urgent", Ratio: 2}},
		{Job: "long", Part: 1, Machine: "m", Slots: 1, Start: 60, Finish: 120},
		{Job: "urgent", Part: 1, Machine: "m", Slots: 1, Start: 40, Finish: 60},
		{Job: "last", Part: 1, Machine: "m", Slots: 1, Start: 120, Finish: 130}}}
}

// newAnswer returns an answer with the metrics of a farm of one slot.
func newAnswer(s *farm.Solution, makespan, wait, busy, late float64) *scenario.Answer {
	return &scenario.Answer{Algorithm: "by hand", Feasible: true, Solution: s, Metrics: map[string]float64{
		"makespan": makespan, "meanWait": wait, "utilization": busy / makespan, "maxLateness": late, "cost": makespan}}
}

// A job may be stopped only by a permitted job that starts at that time on that
// machine, and then continues.
func TestStopsAreChecked(t *testing.T) {
	no := false
	for what, c := range map[string]struct {
		do   func(p *farm.Problem, s *farm.Solution)
		want string
	}{
		"nothing": {func(*farm.Problem, *farm.Solution) {}, ""},
		"a job that may not be stopped": {func(p *farm.Problem, _ *farm.Solution) { p.Jobs[0].Preemptible = false },
			"may not be preempted"},
		"where none may be": {func(p *farm.Problem, _ *farm.Solution) { p.Policy = &farm.Policy{Preemption: &no} },
			"may not be preempted"},
		"for a job that matters little more": {func(_ *farm.Problem, s *farm.Solution) {
			s.Reservations[0].Preempted.Ratio = 1.4
		}, "the policy asks for 1.5"},
		"for a job that there is not": {func(_ *farm.Problem, s *farm.Solution) {
			s.Reservations[0].Preempted.By = "none"
		}, `"none" is not a job`},
		"for a job that does not start": {func(_ *farm.Problem, s *farm.Solution) {
			s.Reservations[0].Preempted.By = "last"
		}, "does not start on its machine at 40"},
		"when all is nearly done": {func(p *farm.Problem, s *farm.Solution) {
			p.Jobs[0].Duration, s.Reservations[1].Finish = 49, 69
		}, "9 s remain of 40 s invested; the policy asks for the share 0.25"},
		"and begins anew": {func(p *farm.Problem, _ *farm.Solution) {
			p.Jobs[0].Restartable = false
		}, "is 120, must be 160"},
		"and never again": {func(_ *farm.Problem, s *farm.Solution) {
			s.Reservations = append(s.Reservations[:1], s.Reservations[2:]...)
		}, "the last piece of a job is not preempted"},
		"and goes on at once": {func(_ *farm.Problem, s *farm.Solution) {
			s.Reservations[1].Start, s.Reservations[1].Finish = 30, 90
		}, "is before the earlier piece of the job has ended, at 40"},
		"without a stop": {func(_ *farm.Problem, s *farm.Solution) { s.Reservations[0].Preempted = nil },
			"goes on later although nothing preempted it"},
	} {
		p, s := preemptedFarm()
		c.do(p, s)
		v := verify.Answer(p, newAnswer(s, 130, 40, 130, 0)).Violations
		if !verifytest.Has(v, c.want) {
			t.Errorf("%s: got %v, want %q", what, v, c.want)
		}
	}
}

// Parts are equal, no more than allowed, and stopped together.
func TestPartsAreChecked(t *testing.T) {
	no := false
	for what, c := range map[string]struct {
		do   func(p *farm.Problem, s *farm.Solution)
		want string
	}{
		"nothing": {func(*farm.Problem, *farm.Solution) {}, ""},
		"where no job is divided": {func(p *farm.Problem, _ *farm.Solution) {
			p.Policy = &farm.Policy{Partitioning: &no}
		}, "may have up to 1"},
		"slots do not divide": {func(p *farm.Problem, _ *farm.Solution) { p.Jobs[0].Slots = 5 }, "of equal slots"},
		"unequal slots": {func(_ *farm.Problem, s *farm.Solution) {
			s.Reservations[0].Slots = 3
		}, "is 3, must be 2"},
		"too little memory": {func(_ *farm.Problem, s *farm.Solution) {
			s.Reservations[1].Memory = 1
		}, "is 1, must be 2"},
		"one stopped alone": {func(_ *farm.Problem, s *farm.Solution) {
			s.Reservations[1].Preempted = &farm.Preemption{By: "j", Ratio: 2}
		}, "preempted together"},
		"wrongly numbered": {func(_ *farm.Problem, s *farm.Solution) { s.Reservations[1].Part = 3 }, "is 3, must be 2"},
		"no time at all": {func(p *farm.Problem, s *farm.Solution) { s.Reservations[1].Finish = 0 },
			"is 0, must be 10"},
		"too many running": {func(p *farm.Problem, s *farm.Solution) {
			p.Jobs[0].Running = &farm.Running{Machine: "a"}
		}, "runs already, in 1 parts"},
		"a job that there is not": {func(_ *farm.Problem, s *farm.Solution) {
			s.Reservations = append(s.Reservations, farm.Reservation{Job: "x", Machine: "a"})
		}, `"x" is no job`},
	} {
		p := &farm.Problem{Machines: []farm.Machine{{ID: "a", Slots: 4, Memory: 4}, {ID: "b", Slots: 4, Memory: 4}},
			Jobs: []farm.Job{{ID: "j", Slots: 4, Memory: 4, Duration: 10, Partition: 2}}}
		s := &farm.Solution{}
		for i, m := range []string{"a", "b"} {
			s.Reservations = append(s.Reservations,
				farm.Reservation{Job: "j", Part: i + 1, Machine: m, Slots: 2, Memory: 2, Finish: 10})
		}
		c.do(p, s)
		v := verify.Answer(p, newAnswer(s, 10, 0, 5, 0)).Violations
		if !verifytest.Has(v, c.want) {
			t.Errorf("%s: got %v, want %q", what, v, c.want)
		}
	}
}

// Data never arrive without a link, and take their time over one.
func TestTransfersAreChecked(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "a", Slots: 1}, {ID: "b", Slots: 1}},
		Links: []farm.Link{{A: "b", B: "a", Bandwidth: 10}},
		Jobs: []farm.Job{{ID: "first", Slots: 1, Duration: 5},
			{ID: "second", Slots: 1, Duration: 5, After: []farm.After{{Job: "first", Delay: 1, Data: 20}}}}}
	for _, c := range []struct {
		machine string
		start   float64
		ok      bool
	}{{"b", 8, true}, {"b", 7.9, false}, {"a", 6, true}, {"a", 5.9, false}} {
		s := &farm.Solution{Reservations: []farm.Reservation{{Job: "first", Part: 1, Machine: "a", Slots: 1, Finish: 5},
			{Job: "second", Part: 1, Machine: c.machine, Slots: 1, Start: c.start, Finish: c.start + 5}}}
		a := newAnswer(s, c.start+5, c.start/2, 5, 0) // 10 of two slots
		if v := verify.Answer(p, a).Violations; len(v) > 0 == c.ok {
			t.Errorf("on machine %s from %v: got violations %v, want valid %t", c.machine, c.start, v, c.ok)
		}
	}
	p.Links = nil
	s := &farm.Solution{Reservations: []farm.Reservation{{Job: "first", Part: 1, Machine: "a", Slots: 1, Finish: 5},
		{Job: "second", Part: 1, Machine: "b", Slots: 1, Start: 1e9, Finish: 1e9 + 5}}}
	if v := verify.Answer(p, newAnswer(s, 1e9+5, 5e8, 5, 0)).Violations; !verifytest.Has(v, "is there at +Inf") {
		t.Errorf("without a link: got %v, want data at +Inf", v)
	}
}

// The claim that there is no schedule is accepted if a job suits no machine.
func TestSchedulesThatAreNot(t *testing.T) {
	most := map[string]int{"own": 1, "floating": 2}
	for what, c := range map[string]struct {
		job  farm.Job
		ok   bool
		data float64
	}{
		"it fits":                     {farm.Job{Slots: 2, Memory: 4, Type: "x", Licenses: most}, false, 0},
		"too many slots":              {farm.Job{Slots: 3}, true, 0},
		"too much memory":             {farm.Job{Slots: 1, Memory: 5}, true, 0},
		"another type":                {farm.Job{Slots: 1, Type: "y"}, true, 0},
		"too many licences":           {farm.Job{Slots: 1, Licenses: map[string]int{"own": 2}}, true, 0},
		"too many of the whole farm":  {farm.Job{Slots: 1, Licenses: map[string]int{"floating": 3}}, true, 0},
		"a licence that nobody has":   {farm.Job{Slots: 1, Licenses: map[string]int{"no": 1}}, true, 0},
		"data that need not get over": {farm.Job{Slots: 1}, true, 1},
		"it runs already":             {farm.Job{Slots: 9, Running: &farm.Running{Machine: "m"}}, false, 0},
	} {
		c.job.ID, c.job.Duration = "j", 1
		m := farm.Machine{ID: "m", Slots: 2, Memory: 4, Type: "x", Licenses: map[string]int{"own": 1}}
		k := farm.Job{ID: "k", Slots: 1, Duration: 1, After: []farm.After{{Job: "j", Data: c.data}}}
		p := &farm.Problem{Machines: []farm.Machine{m}, Licenses: map[string]int{"floating": 2, "own": 9},
			Jobs: []farm.Job{c.job, k}}
		if v := verify.Answer(p, &scenario.Answer{Reason: reason.New("no")}).Result(); v.OK != c.ok {
			t.Errorf("%s: got violations %v, want valid %t", what, v.Violations, c.ok)
		}
	}
}
