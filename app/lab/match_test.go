package lab

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/match"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/league"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/shake"
)

// matchField enters a text into a field of a comparison.
func matchField(p *page, what, of, value string) {
	p.lab.Change(feature.Input{Attribute: func(name string) string {
		return map[string]string{"data-match": what, "data-of": of, "data-checked": "true"}[name]
	}, Value: value})
	p.settle()
}

// openEntries returns a page with the list of studies of a farm or another problem.
func openEntries(t *testing.T, preset string, change ...func(*page)) *page {
	t.Helper()
	p := openPage(t, change...)
	p.act(usePreset(preset))
	if preset == "rbhs-mixed" {
		p.act(setField("placement.generate.jobs", "6"))
	}
	p.work()
	p.command("goto", "study")
	p.work()
	return p
}

func pageText(p *page) string { return ui.PlainText(labNode(p.s())) }

// The league compares all algorithms of the kind with the numbers of the command line, and a cell opens its instance,
// reduced in size.
func TestALeagueInThePage(t *testing.T) {
	p := openEntries(t, "rbhs-mixed")
	matchField(p, "league-instances", "", "x")
	if view := pageText(p); !strings.Contains(view, "the number of instances must be a whole number") {
		t.Error("an invalid number of instances: got no message")
	}
	matchField(p, "league-instances", "", "6")
	p.command("study", "door", "league")
	c := func() *match.Comparison { return &match.Slot.Get(p.s()).League }
	if len(p.crew.matches) != 1 || c().Phase != state.Measuring || studies.Screen(p.s()) != match.LeagueScreen {
		t.Fatalf("got %d leagues, phase %v; want one measuring", len(p.crew.matches), c().Phase)
	}
	run := p.crew.matches[0]
	if len(c().Question.Runs) < 8 || slices.ContainsFunc(c().Question.Runs,
		func(r scenario.Run) bool { return r.Algorithm == policy.AlgorithmOwn }) {
		t.Errorf("got runs %v, want at least 8 without programs", c().Question.Runs)
	}
	run.measure(2)
	p.pass(time.Second)
	run.measure(1)
	if c().Result == nil || c().Done != 3 || !strings.Contains(pageText(p), "3 of 6 instances solved") {
		t.Errorf("got %d done, result %v; want 3 with a result", c().Done, c().Result != nil)
	}
	run.measure(3)
	if c().Phase != state.Complete || c().Text != "" {
		t.Fatalf("got phase %v, %q; want complete", c().Phase, c().Text)
	}
	want, err := league.Run(context.Background(), engine.All(), league.Request{Scenario: p.s().Draft,
		Question: c().Question})
	if err != nil {
		t.Fatal(err)
	}
	got := *c().Result
	got.Rows = slices.Clone(got.Rows)
	for i := range got.Rows {
		got.Rows[i].Ms = nil
	}
	want.Scenario = got.Scenario
	if string(doc.Canonical(got)) != string(doc.Canonical(want)) {
		t.Errorf("got league %s, want %s", doc.Canonical(got), doc.Canonical(want))
	}
	view := pageText(p)
	for _, text := range []string{"has the best mean rank by makespan", "Every pair", "How often close to the best",
		"Quality against time", "Complete: 6 of 6 instances solved"} {
		if !strings.Contains(view, text) {
			t.Errorf("the league does not show %q", text)
		}
	}
	at := slices.IndexFunc(got.Pairs, func(q league.Pair) bool { return q.Worst != nil && *q.Worst > 1 })
	p.command("match", "cell", ui.Exact(float64(at)))
	if c().Making == "" {
		t.Fatal("a click on a pair makes no instance")
	}
	p.work()
	if d := p.s().Draft; len(d.Runs) != 2 || d.Placement.Generate != nil || p.s().Layout.View != "" {
		t.Errorf("got draft %+v, want an instance with 2 runs", d)
	}
}

// A shake gives the verdict of the command line, and each trace can be opened as a draft.
func TestAShakeInThePage(t *testing.T) {
	p := openEntries(t, "farm-mixed")
	matchField(p, "shake-instances", "", "10")
	matchField(p, "shake-strength", "", "20")
	p.command("shake")
	if studies.Screen(p.s()) != match.ShakeScreen || len(p.crew.matches) != 0 {
		t.Fatalf("got screen %s, want the shake not started", studies.Screen(p.s()))
	}
	for _, w := range []string{"a", "b"} { // two equal algorithms are invalid
		matchField(p, w, "", "0")
	}
	if !strings.Contains(pageText(p), "Choose two different algorithms.") {
		t.Error("an algorithm against itself: got no message")
	}
	matchField(p, "b", "", "1")
	p.command("run")
	run := p.crew.matches[0]
	run.measure(10)
	c := match.Slot.Get(p.s()).Shake
	want, err := shake.Run(context.Background(), engine.All(), shake.Request{Scenario: p.s().Draft,
		A: c.Question.Runs[0], B: c.Question.Runs[1], Metric: c.Question.Metric, Times: 10, Strength: 0.2, Load: 1})
	if err != nil || c.Shaken.Better != want.Better || c.Shaken.Worse != want.Worse || c.Shaken.Equal != want.Equal {
		t.Fatalf("got shake %+v, error %v; want %+v", c.Shaken, err, want)
	}
	if !strings.Contains(pageText(p), " of 10 shaken traces by ") {
		t.Error("the verdict is not shown")
	}
	explicit, _ := scenario.Expand(p.s().Draft)
	p.command("match", "trace", "7")
	p.work()
	d := p.s().Draft
	wanted := shake.Trace(explicit, 7, 0.2, 1)
	if string(doc.Canonical(d.Farm)) != string(doc.Canonical(wanted.Farm)) ||
		len(d.Runs) != 2 || !strings.HasSuffix(d.Title, "shaken trace 8") {
		t.Errorf("got another trace, %d runs, or title %q", len(d.Runs), d.Title)
	}
}

// A comparison that was cancelled, or whose page was reloaded, continues with the solved instances.
func TestALeagueGoesOn(t *testing.T) {
	s := store.Memory("")
	p := openEntries(t, "rbhs-mixed", func(p *page) { p.library = memory(s, "tab") })
	matchField(p, "league-instances", "", "6")
	p.command("study", "door", "league")
	p.crew.matches[0].measure(2)
	p.command("escape")
	c := func() *match.Comparison { return &match.Slot.Get(p.s()).League }
	if !p.crew.matches[0].cancelled || c().Phase != state.Paused || c().Done != 2 {
		t.Fatalf("cancelled: got phase %v, %d done; want paused, 2", c().Phase, c().Done)
	}
	p.command("match", "start")
	if have := p.crew.matches[1].match.Have; len(have) != 1 || have[0].To != 2 {
		t.Fatalf("continued: got chunks %v, want the 2 instances done", have)
	}
	p.crew.matches[1].measure(1)
	p.command("match", "cancel")
	p.pass(time.Minute)

	p = openEntries(t, "rbhs-mixed", func(p *page) { p.library = memory(s, "tab") })
	p.pass(time.Minute)
	if c().Done != 3 || c().Result == nil || !strings.Contains(pageText(p), "has the best mean rank") {
		t.Fatalf("after a reload: got %d instances, want 3 with a result", c().Done)
	}
	p.command("study", "door", "league")
	run := p.crew.matches[0]
	if len(run.match.Have) != 2 {
		t.Fatalf("continued: got %d chunks, want 2", len(run.match.Have))
	}
	run.measure(3)
	if c().Phase != state.Complete || c().Done != 6 {
		t.Errorf("got phase %v, %d done; want complete, 6", c().Phase, c().Done)
	}
	// Another question starts from the beginning.
	matchField(p, "family", "", match.Varied)
	matchField(p, "pick", "0", "")
	p.command("match", "start")
	if q := c().Question; len(p.crew.matches[1].match.Have) != 0 || len(q.Noise) == 0 || len(q.Runs) < 8 {
		t.Errorf("changed question: got %d chunks, question %+v; want none, at least 8 runs with noise",
			len(p.crew.matches[1].match.Have), q)
	}
}

// The screens of the comparisons satisfy the drawing rules in every kind.
func TestMatchScreensKeepTheRules(t *testing.T) {
	for _, preset := range []string{"rbhs-mixed", "farm-mixed", "twelve-nodes", "alp-amp-2011", "gka-22"} {
		p := openEntries(t, preset)
		for _, screen := range []string{match.LeagueScreen, match.ShakeScreen} {
			if screen == match.ShakeScreen && p.s().Draft.Kind != "farm" {
				continue
			}
			look := func() { labtest.CheckPart(t, labNode(p.s()), preset+" "+screen) }
			matchField(p, screen+"-instances", "", "3")
			p.command("study", "screen", screen)
			look()
			matchField(p, "instances", "", "none")
			matchField(p, "strength", "", "much")
			look()
			matchField(p, "instances", "", "2")
			matchField(p, "strength", "", "5")
			p.command("match", "start")
			look()
			run := p.crew.matches[len(p.crew.matches)-1]
			run.measure(1)
			look()
			run.measure(1)
			look()
			if c := match.Slot.Get(p.s()).Comparison(screen); c.Phase != state.Complete || !c.Current(p.s()) {
				t.Errorf("%s %s: got phase %v, want complete and current", preset, screen, c.Phase)
			}
		}
	}
}
