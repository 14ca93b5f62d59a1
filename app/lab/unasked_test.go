package lab

import (
	"slices"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// What a link brings and takes long to solve waits for a click, however short the link
// is: by its size, or by the algorithm that is asked.
func TestWhatTakesLongWaitsForAClick(t *testing.T) {
	p := opened(t)
	for _, c := range []struct {
		what, kind, problem string
		at                  []string // what is solved at once all the same
	}{
		{"many clusters", "placement", `"generate": {"preset": "rbhs-mixed", "jobs": 3000}`, nil},
		{"many datasets of each job", "placement",
			`"generate": {"preset": "rbhs-mixed", "jobs": 500, "clusters": 500, "datasets": 600,
				"needsMin": 300, "needsMax": 500}`, nil},
		{"covers of many datasets", "placement",
			`"generate": {"preset": "rbhs-mixed", "jobs": 30, "clusters": 30, "datasets": 600,
				"needsMin": 40, "needsMax": 60, "replicasMin": 3, "replicasMax": 6}`,
			[]string{"rbhs", "min-completion", "nearest-data", "fastest", "random"}},
		{"the paper's size", "placement", `"generate": {"preset": "rbhs-mixed"}`,
			[]string{"rbhs", "scp-tree", "min-completion", "nearest-data", "fastest", "random"}},
		{"many jobs", "farm", `"generate": {"preset": "farm-mixed", "jobs": 3000}`, nil},
		{"many machines", "farm", `"generate": {"preset": "farm-mixed", "jobs": 2500, "machines": 400}`, nil},
		{"many jobs and slots", "batch", `"generate": {"preset": "alp-amp-2011", "slotsMin": 5000, "slotsMax": 5000,
			"jobsMin": 60, "jobsMax": 60}`, nil},
		{"many slots for few jobs", "batch", `"generate": {"preset": "alp-amp-2011", "slotsMin": 20000,
			"slotsMax": 20000, "jobsMin": 4, "jobsMax": 4}`, nil},
		{"many nodes, Multiple Best and a criterion", "window", `"generate": {"preset": "square-2018", "nodes": 20000}`,
			[]string{"first-fit", "min-start", "min-finish", "min-runtime", "min-cost", "max-sum", "alp", "amp"}},
		{"many nodes for the table of GKA", "group", `"generate": {"preset": "gka-1000", "nodes": 20000}`,
			[]string{"frontier", "knapsack-single", "greedy", "brute-force"}}, // which says at once that it is too much
	} {
		kind, _ := catalog.ByID(c.kind)
		var runs []string
		for _, a := range kind.Algorithms {
			if a.ID != "own" {
				runs = append(runs, `{"algorithm": "`+a.ID+`"}`)
			}
		}
		draft, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "` + c.kind + `", "seed": 3,
			"` + c.kind + `": {` + c.problem + `}, "runs": [` + strings.Join(runs, ",") + `]}`))
		if faults != nil {
			t.Fatal(c.what, faults)
		}
		problem, faults := scenario.Expand(draft)
		if faults != nil {
			t.Fatal(c.what, faults)
		}
		link, err := scenario.Link(draft)
		if err != nil || len(link) > 1000 {
			t.Fatal(c.what, err, len(link))
		}
		s := *p.s()
		s.Draft, s.Posed, s.Problem, s.ProblemOf = draft, draft, problem, draft
		for _, r := range draft.Runs {
			weight := weightOf(screenOf(&s), &s, r)
			if at := slices.Contains(c.at, r.Algorithm); at != (weight <= small) {
				t.Errorf("%s: %s has weight %v", c.what, r.Algorithm, weight)
			}
		}
	}
}

// So do options and programs that take long on a small problem.
func TestWhatAnOptionMakesLongWaitsForAClick(t *testing.T) {
	p := opened(t)
	const program = `"policies": [{"id": "mine", "language": "javascript", "source": "function f() {}"},
		{"id": "plain", "language": "formula", "source": "score = rs"}], `
	for _, c := range []struct{ kind, problem, policies, quick, long string }{
		{"farm", `"preset": "farm-mixed"`, "", `"algorithm": "two-stage", "options": {"tries": 10}`,
			`"algorithm": "two-stage", "options": {"tries": 100000}`},
		{"window", `"preset": "square-2018"`, "", `"algorithm": "max-sum", "options": {"subset": "dense"}`,
			`"algorithm": "max-sum", "options": {"subset": "dense", "cells": 200}`},
		{"group", `"preset": "gka-1000", "nodes": 50, "request": 8`, "", `"algorithm": "tree"`,
			`"algorithm": "tree", "options": {"nodes": 1000000, "bound": "relaxed"}`},
		{"placement", `"preset": "rbhs-mixed"`, program, `"algorithm": "own", "options": {"policy": "plain"}`,
			`"algorithm": "own", "options": {"policy": "mine"}`},
	} {
		draft, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "` + c.kind + `", "seed": 3, ` +
			c.policies + `"` + c.kind + `": {"generate": {` + c.problem + `}}, "runs": [{` + c.quick + `}, {` + c.long + `}]}`))
		if faults != nil {
			t.Fatal(c.kind, faults)
		}
		problem, faults := scenario.Expand(draft)
		if faults != nil {
			t.Fatal(c.kind, faults)
		}
		s := *p.s()
		s.Draft, s.Posed, s.Problem, s.ProblemOf = draft, draft, problem, draft
		quick, long := weightOf(screenOf(&s), &s, draft.Runs[0]), weightOf(screenOf(&s), &s, draft.Runs[1])
		if quick > small || long <= small {
			t.Errorf("%s: %v and with options that take long %v", c.kind, quick, long)
		}
	}
}

// What stands beside another document waits as that would in front.
func TestAProgramBesideWaitsForAClick(t *testing.T) {
	draft, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "farm", "seed": 3,
		"farm": {"generate": {"preset": "farm-mixed"}},
		"runs": [{"algorithm": "two-stage", "options": {"tries": 100000}}, {"algorithm": "fcfs"}]}`))
	if faults != nil {
		t.Fatal(faults)
	}
	draft.View = &scenario.View{Beside: "1,2"}
	link, err := scenario.Link(draft)
	if err != nil {
		t.Fatal(err)
	}
	p := opened(t, func(p *page) { p.address = ReadAddress("", link) })
	p.work()
	if a := p.s().Answers; len(a) != 2 || a[0].Answer != nil || a[1].Answer == nil {
		t.Errorf("%+v", a)
	}
	for side := range 2 {
		if _, answer := p.s().BesideAnswer(side); (answer != nil) != (side == 1) {
			t.Errorf("side %d has the answer %v", side, answer)
		}
	}
}

// The page opens such a link and solves what is soon solved; the rest waits.
func TestALinkSolvesNothingLong(t *testing.T) {
	p := opened(t, func(p *page) {
		draft, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement", "seed": 3,
			"placement": {"generate": {"preset": "rbhs-mixed", "jobs": 10, "clusters": 30, "datasets": 600,
				"needsMin": 40, "needsMax": 60, "replicasMin": 3, "replicasMax": 6}},
			"runs": [{"algorithm": "scp-tree"}, {"algorithm": "rbhs"}]}`))
		if faults != nil {
			t.Fatal(faults)
		}
		link, err := scenario.Link(draft)
		if err != nil {
			t.Fatal(err)
		}
		p.address = ReadAddress("", link)
	})
	p.work()
	if a := p.s().Answers; len(a) != 2 || a[0].Answer != nil || a[1].Answer == nil {
		t.Fatalf("%+v", a)
	}
	p.command("run")
	p.work()
	if p.s().Answers[0].Answer == nil {
		t.Error("a click does not solve it")
	}
}
