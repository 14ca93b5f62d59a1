package verify_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/kind/group"
	groupverify "gridbox/core/kind/group/verify"
	"gridbox/core/kind/placement"
	placementverify "gridbox/core/kind/placement/verify"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"
)

// right visits an answer of each kind that has a bound, with its scenario.
func right(t *testing.T, try func(t *testing.T, s *scenario.Scenario, answer func() *scenario.Answer)) {
	for _, run := range []struct{ preset, algorithm, objective string }{{"five-clusters", "rbhs", ""},
		{"twelve-nodes", "min-cost", ""}, {"twelve-nodes", "max-sum", ""}, {"alp-amp-figure-5", "amp", "time"},
		{"alp-amp-figure-5", "amp", "cost"}, {"farm-starvation", "two-stage", ""}} {
		t.Run(run.preset+" "+run.algorithm+" "+run.objective, func(t *testing.T) {
			preset, _ := catalog.FromPreset(run.preset, 7)
			s, faults := scenario.Expand(preset)
			if faults != nil {
				t.Fatal(faults)
			}
			if s.Farm != nil {
				s.Farm.Jobs[0].Deadline = new(float64) // which it misses
			}
			asked := scenario.Run{Algorithm: run.algorithm}
			if run.objective != "" {
				asked.Options = map[string]any{"objective": run.objective}
			}
			a, err := engine.All().RunExplicit(t.Context(), s, asked, engine.Env{})
			if err != nil || !a.Feasible || !a.Check.OK || a.Bound == nil {
				t.Fatalf("got error %v, reason %v, check %+v, bound %v; want a valid answer with a bound", err,
					a.Reason, a.Check, a.Bound)
			}
			try(t, s, func() *scenario.Answer {
				copied, bound := a, *a.Bound
				copied.Metrics, copied.Bound = maps.Clone(a.Metrics), &bound
				return &copied
			})
		})
	}
}

// violationPaths lists the paths of violations, except those of the proofs of bounds, since
// these tests invent bounds.
func violationPaths(s *scenario.Scenario, a *scenario.Answer) string {
	var paths []string
	for _, v := range engine.All().Verify(s, a).Violations {
		if v.Path != "bound.certificate" {
			paths = append(paths, v.Path)
		}
	}
	return strings.Join(paths, " ")
}

// Every metric of every kind is checked against the solution, up to the
// tolerance.
func TestAlteredMetricsAreRejected(t *testing.T) {
	right(t, func(t *testing.T, s *scenario.Scenario, answer func() *scenario.Answer) {
		for name, is := range answer().Metrics {
			wrong := "metrics." + name
			for by, want := range map[float64]string{0.5e-9: "", -0.5e-9: "", 3e-9: wrong, -3e-9: wrong} {
				a := answer()
				a.Bound = nil
				of := a.Metrics[name]
				times := map[string]string{"runtime": "finish", "meanWait": "makespan"}[name]
				if times != "" && want != "" {
					of = a.Metrics[times] // a difference of times has their rounding error
				}
				if a.Metrics[name] += by * of; a.Metrics[name] == is {
					t.Fatalf("%s = %v is not changed", name, is)
				}
				if found := violationPaths(s, a); found != want {
					t.Errorf("%s changed by %v: got %q, want %q", name, by, found, want)
				}
			}
			a := answer()
			delete(a.Metrics, name)
			if found := violationPaths(s, a); found != "metrics."+name {
				t.Errorf("%s left out: got %q, want it missed", name, found)
			}
		}
		a := answer()
		a.Metrics["beauty"], a.Metrics["age"] = 1, 2
		if found := violationPaths(s, a); found != "metrics.age metrics.beauty" {
			t.Errorf("unknown metrics: got %q, want both", found)
		}
	})
}

// A bound belongs to a metric that can have one, is on the side of better
// values, and has the right gap.
func TestAlteredBoundsAreRejected(t *testing.T) {
	right(t, func(t *testing.T, s *scenario.Scenario, answer func() *scenario.Answer) {
		first := answer()
		k, _ := catalog.ByID(s.Kind)
		m, _ := k.Metric(first.Bound.Metric)
		is, away := first.Metrics[m.ID], -1.0 // away from the answer, to what is better
		if !m.Less {
			away = 1
		}
		for what, c := range map[string]struct {
			bound, times, plus float64 // the bound, and the changes to its gap
			want               string
		}{
			"a bound that proves less":  {is + away*0.3*is, 1, 0, ""},
			"the metric itself":         {is, 1, 0, ""},
			"the metric but for digits": {is - away*1e-10*is, 1, 0, ""},
			"the wrong side":            {is - away*1e-6*is, 1, 0, "bound.value"},
			"far on the wrong side":     {is - away*0.5*is, 1, 0, "bound.value"},
			"no gap where there is one": {is + away*0.3*is, 0, 0, "bound.gap"},
			"a gap that is too small":   {is + away*0.3*is, 0.999, 0, "bound.gap"},
			"a gap below nothing":       {is + away*0.3*is, -1, 0, "bound.gap"},
			"a gap where there is none": {is, 1, 1e-6, "bound.gap"},
		} {
			a := verifytest.SetBound(answer(), m.ID, c.bound)
			a.Bound.Gap = c.times*a.Bound.Gap + c.plus
			if found := violationPaths(s, a); found != c.want {
				t.Errorf("%s: got %q, want %q; %+v", what, found, c.want, a.Bound)
			}
		}
		a := answer()
		a.Metrics[m.ID] *= 2
		if found := violationPaths(s, verifytest.SetBound(a, m.ID, is)); found != "metrics."+m.ID+" bound.gap" {
			t.Errorf("gap to another metric value: got %q, want metrics.%s bound.gap", found, m.ID)
		}
		a = answer()
		if a.Bound = nil; violationPaths(s, a) != "" {
			t.Errorf("no bound: got %q, want nothing", violationPaths(s, a))
		}
		a = answer()
		if a.Bound.Metric = "beauty"; violationPaths(s, a) != "bound.metric" {
			t.Errorf("bound of an unknown metric: got %q, want bound.metric", violationPaths(s, a))
		}
	})
}

// The gap of a bound of 0 is a distance, not a share.
func TestBoundOfNothing(t *testing.T) {
	right(t, func(t *testing.T, s *scenario.Scenario, answer func() *scenario.Answer) {
		a := answer()
		if s.Kind == "group" || a.Bound.Metric == "value" {
			return // nothing is greater
		}
		is := a.Metrics[a.Bound.Metric]
		for gap, want := range map[float64]string{is: "", 0: "bound.gap", 1: "bound.gap"} {
			a.Bound.Value, a.Bound.Gap = 0, gap
			if found := violationPaths(s, a); found != want {
				t.Errorf("bound 0, gap %v of %v: got %q, want %q", gap, is, found, want)
			}
		}
	})
}

// Metrics that nothing limits on the side of better values have no bound.
func TestWhatHasNoBound(t *testing.T) {
	want := map[string]string{
		"placement": "meanCompletionTime meanTransferTime totalTransferTime", "window": "",
		"batch time": "alternativesPerJob budget meanCost meanTime timeLimit totalCost",
		"batch cost": "alternativesPerJob budget meanCost meanTime timeLimit totalTime",
		"group":      "cost", "farm": "cost utilization",
	}
	right(t, func(t *testing.T, s *scenario.Scenario, answer func() *scenario.Answer) {
		var refused []string
		for _, name := range slices.Sorted(maps.Keys(answer().Metrics)) {
			a := answer()
			switch found := violationPaths(s, verifytest.SetBound(a, name, a.Metrics[name])); found {
			case "bound.metric":
				refused = append(refused, name)
			case "", "bound.value": // the checker finds an answer beyond it
			default:
				t.Errorf("bound of %s: got %q, want bound.metric, bound.value or nothing", name, found)
			}
		}
		kind := s.Kind
		if s.Kind == "batch" {
			kind += " " + answer().Options["objective"].(string)
		}
		if found := strings.Join(refused, " "); found != want[kind] {
			t.Errorf("metrics without a bound: got %q, want %q", found, want[kind])
		}
	})
}

// A group's sum of values may have a bound; then its availability has none.
func TestBoundOfASum(t *testing.T) {
	one := 0.5
	p := &group.Problem{Nodes: []group.Node{{ID: "a", Price: 1, Value: -3, Availability: &one},
		{ID: "b", Price: 1, Value: 3 - 1e-13}},
		Request: &group.Request{Nodes: 2, Budget: 2, Objective: group.ObjectiveSum}}
	a := &scenario.Answer{Algorithm: "by hand", Feasible: true,
		Solution: &group.Solution{Nodes: []string{"a", "b"}},
		Metrics:  map[string]float64{"availability": 0.5, "cost": 2, "value": 0}} // in another order of the terms
	for metric, want := range map[string]string{"value": "", "availability": "bound.metric"} {
		verifytest.SetBound(a, metric, a.Metrics[metric]).Bound.Certificate = &scenario.Certificate{
			Argument:    "multipliers",
			Multipliers: []float64{0, -10}}
		found := groupverify.Answer(p, a).Violations
		if len(found) > 1 || len(found) == 1 && found[0].Path != want || want != "" && len(found) == 0 {
			t.Errorf("bound of the %s: got violations %v, want one at %q", metric, found, want)
		}
	}
	a.Metrics["value"], a.Bound = 1e-6, nil
	if found := groupverify.Answer(p, a).Violations; len(found) != 1 || found[0].Path != "metrics.value" {
		t.Errorf("wrong sum: got violations %v, want one at metrics.value", found)
	}
}

// An answer has a decision or a reason, and not both.
func TestFormOfAnswers(t *testing.T) {
	right(t, func(t *testing.T, s *scenario.Scenario, answer func() *scenario.Answer) {
		a := answer()
		if a.Solution = nil; violationPaths(s, a) != "solution" {
			t.Errorf("no solution: got %q, want solution", violationPaths(s, a))
		}
		if a.Solution = "words"; violationPaths(s, a) != "solution" {
			t.Errorf("solution of another kind: got %q, want solution", violationPaths(s, a))
		}
		a = answer()
		if a.Feasible = false; violationPaths(s, a) != "solution metrics bound reason feasible" {
			t.Errorf("infeasible with everything: got %q, want solution metrics bound reason feasible",
				violationPaths(s, a))
		}
		a.Solution, a.Metrics, a.Bound, a.Reason = nil, map[string]float64{}, nil, reason.New("no-luck")
		a.Stats = map[string]float64{"windows": 1, "refused": 1}
		if violationPaths(s, a) != "feasible" {
			t.Errorf("infeasible with a reason alone: got %q, want feasible", violationPaths(s, a))
		}
	})
}

// An infinite time is not equal to a finite one.
func TestNothingIsEqualToInfinity(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "c", MIPS: 1e-200}},
		Jobs: []placement.Job{{ID: "j", MI: 1e200}}}
	five := placement.Assignment{Job: "j", Cluster: "c", RunTime: 5, Finish: 5}
	a := scenario.Answer{Algorithm: "by hand", Feasible: true,
		Solution: &placement.Solution{Assignments: []placement.Assignment{five}}, Metrics: map[string]float64{
			"makespan": 5, "meanTransferTime": 0, "totalTransferTime": 0, "meanCompletionTime": 5}}
	found := placementverify.Answer(p, &a).Violations
	if len(found) != 1 || found[0].Path != "solution.assignments[0].runTime" ||
		found[0].Reason != "is 5, must be +Inf" {
		t.Errorf("finite time of an impossible job: got violations %v, want run time +Inf", found)
	}
}

// At most a hundred violations of an answer are listed.
func TestViolationsAreBounded(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "c", MIPS: 1}}}
	s := &placement.Solution{}
	for i := range 150 {
		p.Jobs = append(p.Jobs, placement.Job{ID: strconv.Itoa(i), MI: 1})
		s.Assignments = append(s.Assignments, placement.Assignment{Job: strconv.Itoa(i), Cluster: "nowhere"})
	}
	a := scenario.Answer{Algorithm: "fastest", Feasible: true, Solution: s}
	if v := placementverify.Answer(p, &a); v.OK || len(v.Violations) != 100 {
		t.Errorf("got %d violations, want 100", len(v.Violations))
	}
}
