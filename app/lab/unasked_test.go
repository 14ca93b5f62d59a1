package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A run of a link that takes long waits for a click, however short the link: by the size of the problem or by its
// algorithm.
func TestWhatTakesLongWaitsForAClick(t *testing.T) {
	p := openPage(t)
	for _, c := range []struct {
		name, kind, problem string
		at                  []string // the algorithms that are solved without a click
	}{
		{"many clusters", "placement", `"generate": {"preset": "rbhs-mixed", "jobs": 3000}`, nil},
		{"many datasets of each job", "placement",
			`"generate": {"preset": "rbhs-mixed", "jobs": 500, "clusters": 500, "datasets": 600,
				"needsMin": 300, "needsMax": 500}`, nil},
		{"covers of many datasets", "placement",
			`"generate": {"preset": "rbhs-mixed", "jobs": 30, "clusters": 30, "datasets": 600,
				"needsMin": 40, "needsMax": 60, "replicasMin": 3, "replicasMax": 6}`,
			[]string{"rbhs", "min-completion", "nearest-data", "fastest", "random",
				"olb", "met", "k-percent-best", "min-min", "max-min", "duplex", "sufferage",
				"storage-affinity", "delay-scheduling", "local-search"}},
		{"the paper's size", "placement", `"generate": {"preset": "rbhs-mixed"}`,
			[]string{"rbhs", "scp-tree", "min-completion", "nearest-data", "fastest", "random",
				"olb", "met", "k-percent-best", "min-min", "max-min", "duplex", "sufferage",
				"storage-affinity", "delay-scheduling", "local-search"}},
		{"many jobs", "farm", `"generate": {"preset": "farm-mixed", "jobs": 3000}`, nil},
		{"many machines", "farm", `"generate": {"preset": "farm-mixed", "jobs": 2500, "machines": 400}`, nil},
		{"many jobs and slots", "batch", `"generate": {"preset": "alp-amp-2011", "slotsMin": 5000, "slotsMax": 5000,
			"jobsMin": 60, "jobsMax": 60}`, nil},
		{"many slots for few jobs", "batch", `"generate": {"preset": "alp-amp-2011", "slotsMin": 20000,
			"slotsMax": 20000, "jobsMin": 4, "jobsMax": 4}`, nil},
		{"many nodes, Multiple Best and a criterion", "window", `"generate": {"preset": "square-2018", "nodes": 20000}`,
			[]string{"first-fit", "min-start", "min-finish", "min-runtime", "min-cost", "max-sum", "alp", "amp",
				"profile"}},
		{"many nodes for the table of GKA", "group", `"generate": {"preset": "gka-1000", "nodes": 20000}`,
			[]string{"frontier", "knapsack-single", "greedy", "spread", "copyset", "random",
				"brute-force"}}, // which fails immediately by its limit
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
			t.Fatal(c.name, faults)
		}
		problem, faults := scenario.Expand(draft)
		if faults != nil {
			t.Fatal(c.name, faults)
		}
		link, err := scenario.Link(draft)
		if err != nil || len(link) > 1000 {
			t.Fatalf("%s: Link: got error %v, %d bytes; want at most 1000", c.name, err, len(link))
		}
		s := *p.s()
		s.Draft, s.PosedDraft, s.Problem, s.ProblemOf = draft, draft, problem, draft
		for _, r := range draft.Runs {
			weight := weightOf(kinds.OfDraft(&s), &s, r)
			if at := slices.Contains(c.at, r.Algorithm); at != (weight <= maxSolved) {
				t.Errorf("%s: got weight %[3]v of %[2]s, want at most %[4]v: %[5]v",
					c.name, r.Algorithm, weight, maxSolved, slices.Contains(c.at, r.Algorithm))
			}
		}
	}
}

// The same for options and programs that take long on a small problem.
func TestWhatAnOptionMakesLongWaitsForAClick(t *testing.T) {
	p := openPage(t)
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
		s.Draft, s.PosedDraft, s.Problem, s.ProblemOf = draft, draft, problem, draft
		quick, long := weightOf(kinds.OfDraft(&s), &s, draft.Runs[0]), weightOf(kinds.OfDraft(&s), &s, draft.Runs[1])
		if quick > maxSolved || long <= maxSolved {
			t.Errorf("%s: got weights %v and %v; want only the second above the limit", c.kind, quick, long)
		}
	}
}

// A long run of the second document waits for a click as in the first.
func TestAComparedLongRunWaitsForAClick(t *testing.T) {
	draft, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "farm", "seed": 3,
		"farm": {"generate": {"preset": "farm-mixed"}},
		"runs": [{"algorithm": "two-stage", "options": {"tries": 100000}}, {"algorithm": "fcfs"}]}`))
	if faults != nil {
		t.Fatal(faults)
	}
	draft.View = &scenario.View{Comparison: "1,2"}
	link, err := scenario.Link(draft)
	if err != nil {
		t.Fatal(err)
	}
	p := openPage(t, func(p *page) { p.address = ReadAddress("", link) })
	p.work()
	if a := p.s().Answers; len(a) != 2 || a[0].Answer != nil || a[1].Answer == nil {
		t.Errorf("got answers %+v, want only the second", a)
	}
	for side := range 2 {
		if _, answer := p.pair().Answer(side); (answer != nil) != (side == 1) {
			t.Errorf("side %d: got answer %v, want one on side 1 only", side, answer)
		}
	}
}

// The page opens such a link and solves the short runs; the others wait.
func TestALinkSolvesNothingLong(t *testing.T) {
	p := openPage(t, func(p *page) {
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
		t.Fatalf("got answers %+v, want only the second", a)
	}
	p.command("run")
	p.work()
	if p.s().Answers[0].Answer == nil {
		t.Error("Run does not solve the long run")
	}
}

// openDraftLink opens the laboratory with the link of a draft.
func openDraftLink(t *testing.T, text string) *page {
	t.Helper()
	draft, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "seed": 3, ` + text + `}`))
	if faults != nil {
		t.Fatal(faults)
	}
	link, err := scenario.Link(draft)
	if err != nil {
		t.Fatal(err)
	}
	p := openPage(t, func(p *page) { p.address = ReadAddress("", link) })
	p.work()
	return p
}

// Short runs start without a click as long as their total is short. The others wait for a click, which starts them
// all.
func TestManyLightRunsWaitForAClick(t *testing.T) {
	const many = 40
	p := openDraftLink(t, `"kind": "placement", "placement": {"generate": {"preset": "rbhs-mixed"}},
		"runs": [`+strings.Repeat(`{"algorithm": "random"},`, many-1)+`{"algorithm": "fastest"}]`)
	spent, took := 0.0, 0.0
	for i, a := range p.s().Answers {
		weight := weightOf(kinds.OfDraft(p.s()), p.s(), a.Run)
		if weight > maxSolved {
			t.Fatalf("run %d: got weight %v, want a light run", i, weight)
		}
		spent += weight
		took += catalog.Work(p.s().Problem, a.Run)
		if light := spent <= maxTotalWeight || took <= catalog.MaxAutomaticMs; (a.Answer != nil) != light {
			t.Errorf("run %d, total weight %v, %v ms: got solved %v", i, spent, took, a.Answer != nil)
		}
	}
	if spent < 2*maxTotalWeight || took < 1500 {
		t.Fatalf("got total weight %v and %v ms, want more than the limits", spent, took)
	}
	p.command("run")
	p.work()
	for i, a := range p.s().Answers {
		if a.Answer == nil {
			t.Errorf("Run does not start run %d", i)
		}
	}
}

// A problem that takes long to generate waits for a click, in the first and the second document.
func TestALargeGeneratorWaitsForAClick(t *testing.T) {
	const large = `"kind": "group", "group": {"generate": {"preset": "gka-1000", "nodes": 320000}},
		"runs": [{"algorithm": "frontier"}]`
	p := openDraftLink(t, large)
	if len(p.crew.names("expand")) != 0 || p.s().Problem != nil && p.s().ProblemOf == p.s().PosedDraft {
		t.Fatal("a large problem is generated without a click")
	}
	html := ui.HTML(viewNamed(p.s(), "answers"))
	if !strings.Contains(html, "Press Run to solve it") {
		t.Error("the page does not say that the problem waits for Run")
	}
	p.command("run")
	p.work()
	if a := p.s().Answers; len(a) != 1 || a[0].Answer == nil {
		t.Errorf("Run: got answers %+v, want one", a)
	}
	big := p.s().Draft

	p = openPage(t)
	p.compare(document{Name: "large", Draft: big},
		document{Name: "small", Draft: labtest.Preset(t, "group", "gka-22").Draft})
	p.work()
	if _, answer := p.pair().Answer(0); answer != nil || !p.pair().Sides[0].Large {
		t.Error("compared: a large problem is generated without a click")
	}
	if _, answer := p.pair().Answer(1); answer == nil {
		t.Error("compared: a small problem has no answer")
	}
	p.command("two", "run")
	p.work()
	if _, answer := p.pair().Answer(0); answer == nil {
		t.Error("Run does not solve the compared large problem")
	}
}

// Short runs are solved when the scenario is opened, even if they are too long to be solved at every change.
// Conservative backfilling of jobs that all wait together is not short.
func TestWhatIsSoonSolvedIsSolvedWhenOpened(t *testing.T) {
	p := openDraftLink(t, `"kind": "farm", "farm": {"generate": {"preset": "farm-mixed", "jobs": 3000}},
		"runs": [{"algorithm": "fcfs"}, {"algorithm": "easy"}]`)
	for i, a := range p.s().Answers {
		if weightOf(kinds.OfDraft(p.s()), p.s(), a.Run) <= maxSolved {
			t.Fatal("a run is light, want only runs above the limit")
		}
		if a.Answer == nil {
			t.Errorf("opened: run %d has no answer", i)
		}
	}
	p.act(state.SetField{Path: "farm.generate.jobs", Text: "3001"})
	p.work()
	for i, a := range p.s().Answers {
		if p.s().IsFresh(a) {
			t.Errorf("run %d is solved after a change without a click", i)
		}
	}
	const all = 1000
	jobs := make([]string, all)
	for i := range jobs {
		jobs[i] = fmt.Sprintf(`{"id": "j%d", "slots": 1, "duration": %d, "estimate": 900}`, i, 1+i%800)
	}
	p = openDraftLink(t, `"kind": "farm", "farm": {"machines": [{"id": "m", "slots": 4}], "jobs": [`+strings.Join(jobs, ",")+`]},
		"runs": [{"algorithm": "conservative"}, {"algorithm": "easy"}]`)
	if a := p.s().Answers; a[0].Answer != nil || a[1].Answer == nil {
		t.Errorf("%d jobs submitted together: got conservative solved %v, EASY %v; want only EASY",
			all, a[0].Answer != nil, a[1].Answer != nil)
	}
}

// A phone shows either the picture or the answers, so the picture also shows that the problem waits.
func TestAPhoneShowsThatALargeProblemWaits(t *testing.T) {
	p := openDraftLink(t, `"kind": "placement", "placement": {"generate": {"preset": "rbhs-mixed", "jobs": 10,
		"clusters": 30, "datasets": 600, "needsMin": 40, "needsMax": 60, "replicasMin": 3, "replicasMax": 6}},
		"runs": [{"algorithm": "scp-tree"}]`)
	for _, c := range []struct {
		situation, message, offers string
		act                        func()
	}{
		{"on a wide screen", "", "", func() { p.act(state.Alive{Narrow: true}) }},
		{"before it is asked for", "press Run to solve it", "run", func() { p.command("run") }},
		{"while it is solved", "Solving", "cancel", p.work},
		{"when it is solved", "", "", func() {}},
	} {
		text := ui.HTML(panel.RunBar(p.s(), kinds.OfDraft(p.s())))
		if c.offers == "" && text != `<div class="waits"></div>` {
			t.Errorf("%s: got %s, want no offer", c.situation, text)
		}
		if !strings.Contains(strings.ToLower(text), strings.ToLower(c.message)) ||
			c.offers != "" && !strings.Contains(text, `data-act="`+c.offers+`"`) {
			t.Errorf("%s: got %s, want %q", c.situation, text, c.message)
		}
		c.act()
	}
}
