package lab

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

const theirs = "function decide() { return 0; }\n"

// programDraft returns a small scenario with a program and a run of it.
func programDraft() *scenario.Scenario {
	d := state.FromPreset("placement", "five-clusters", 7)
	d.Policies = []scenario.Policy{{ID: "theirs", Language: policy.JavaScript, Source: theirs}}
	d.Runs = []scenario.Run{{Algorithm: "rbhs"}, {Algorithm: policy.AlgorithmOwn,
		Options: map[string]any{"policy": "theirs"}}}
	return d
}

// A foreign program is sent to no worker before the user has allowed it, whatever happens meanwhile. Then it runs and
// stays allowed.
func TestProgramsWaitForPermission(t *testing.T) {
	p := openPage(t)
	p.lab.File("theirs.json", string(scenario.Text(programDraft())), "")
	p.work()
	own := func() *state.Answer { return p.s().All()[1] }
	if a := own(); !p.s().NeedsPermission(a.Run) || a.Status != state.Idle || len(p.crew.allowed) != 0 {
		t.Fatalf("got status %+v, allowed %v; want it waiting for permission", a.Status, p.crew.allowed)
	}
	if !strings.Contains(ui.HTML(labNode(p.s())), "waits for your permission") {
		t.Error("the page does not say that it waits for permission")
	}
	p.command("study", "start")
	if p.s().Layout.Dialog != "program" || studies.Slot.Get(p.s()).Phase != state.Unstarted {
		t.Error("a study starts without permission, or does not ask for it")
	}
	p.lab.Command("run", "", "")
	p.lab.Source("theirs", theirs+"// changed\n", true)
	p.work()
	if a := own(); !p.s().NeedsPermission(a.Run) || a.Status != state.Idle {
		t.Error("a foreign program that was changed runs without permission")
	}
	if from := p.s().Programs["theirs"].From; !strings.HasSuffix(from, "theirs.json and was changed here") {
		t.Errorf("changed program: got origin %q, want the file of the program", from)
	}
	p.lab.Command("undo", "", "")
	if from := p.s().Programs["theirs"].From; !strings.HasSuffix(from, "theirs.json") {
		t.Errorf("after undo: got origin %q, want the file of the program", from)
	}
	p.command("own-allow", "theirs")
	p.work()
	digest := scenario.SourceDigest(theirs)
	if a := own(); p.s().NeedsPermission(a.Run) || a.Status != state.Failed ||
		!slices.Contains(p.crew.allowed, digest) {
		t.Errorf("got status %v of an allowed program, want failed, as there is no interpreter", own().Status)
	}
	if !slices.ContainsFunc(p.calls, func(c string) bool { return c == "remember allowed "+digest }) {
		t.Error("the permission is not stored in the browser")
	}
}

// An allowed program runs immediately, however large the problem. A changed line waits for another click.
func TestAProgramThatIsAllowedRunsOnWhatIsLarge(t *testing.T) {
	programs := &counter{}
	d := programDraft()
	d.Placement = state.FromPreset("placement", "rbhs-mixed", 7).Placement
	clusters, jobs := 100, 1000
	d.Placement.Generate.Clusters, d.Placement.Generate.Jobs = &clusters, &jobs
	p := openPage(t, counting(programs))
	p.lab.File("theirs.json", string(scenario.Text(d)), "")
	p.work()
	own := p.s().All()[1].Run
	if ms := catalog.Work(p.s().Problem, own) * catalog.LanguageFactor(p.s().Draft, own); ms <= catalog.MaxAutomaticMs {
		t.Fatalf("got %v ms, want more than a moment", ms)
	}
	p.command("own-allow", "theirs")
	p.work()
	if len(programs.started) != 1 {
		t.Errorf("allowed: got %d programs started, want 1", len(programs.started))
	}
	p.lab.Source("theirs", theirs+"// changed\n", true)
	p.work()
	if len(programs.started) != 1 {
		t.Error("a changed program is started without permission")
	}
}

// The user's own program runs. A changed formula solves its own run only.
func TestOnlyTheRunOfAChangedPolicyIsSolved(t *testing.T) {
	p := openPage(t)
	p.work()
	before := p.s().Answers[0].Answer
	p.command("own-new", "formula:nearest")
	p.work()
	s := p.s()
	last := s.Answers[len(s.Answers)-1]
	if !s.IsFresh(last) || s.Layout.Side != "own" || s.Focus != last.ID {
		t.Fatalf("got status %+v, want an answer with its program open", last.Status)
	}
	p.lab.Source("my-nearest", "cra", true)
	p.work()
	now := p.s().Answers[len(p.s().Answers)-1]
	if !p.s().IsFresh(now) || now.Answer.Digest == last.Answer.Digest {
		t.Error("the changed formula was not solved")
	}
	if p.s().Answers[0].Answer != before {
		t.Error("the run of another algorithm was solved again")
	}
	p.lab.Source("my-nearest", "cra +", true)
	p.work()
	if a := p.s().Find(now.ID); a.Status != state.Failed {
		t.Error("an incomplete formula has an answer")
	}
	p.lab.Command("undo", "", "")
	p.work()
	checkSettled(t, p)
	p.command("own-remove", "my-nearest")
	if len(p.s().Draft.Policies) != 0 || p.s().Find(now.ID) != nil {
		t.Error("the removed program or its run still exists")
	}
	p.lab.Command("undo", "", "")
	if len(p.s().Draft.Policies) != 1 || p.s().Find(now.ID) == nil {
		t.Error("undo does not restore both the program and its run")
	}
}

// A counter is an interpreter that records the programs started.
type counter struct{ started []string }

func (c *counter) Start(_ context.Context, _, source string, _ uint64) (policy.Program, error) {
	c.started = append(c.started, source)
	return nil, &policy.Fault{Reason: "was started"}
}

// counting has workers start programs like those of a page.
func counting(programs *counter) func(*page) {
	return func(p *page) { p.crew.catalog.Programs = programs }
}

// However a link contains a program, in the first document, in the second, or in both, no action starts it before it
// is allowed. Then it runs for every pending request.
func TestNothingStartsAProgramUnasked(t *testing.T) {
	plain := state.FromPreset("placement", "five-clusters", 7)
	beside := func(d *scenario.Scenario, how string) *scenario.Scenario {
		other := *d
		other.View = &scenario.View{Comparison: how}
		return &other
	}
	other := programDraft()
	other.Policies[0].Source = theirs + "// another\n"
	for what, c := range map[string]struct{ first, second *scenario.Scenario }{
		"in front":        {first: programDraft()},
		"beside itself":   {first: beside(programDraft(), "2,1")},
		"in the second":   {beside(plain, "1,2"), programDraft()},
		"one in each":     {beside(programDraft(), "2,2"), other},
		"behind its back": {beside(programDraft(), "1,1"), other},
	} {
		t.Run(what, func(t *testing.T) {
			link, err := scenario.Link(c.first)
			if c.second != nil {
				link, err = scenario.LinkBoth(c.first, c.second)
			}
			if err != nil {
				t.Fatal(err)
			}
			programs := &counter{}
			p := openPage(t, counting(programs), func(p *page) { p.address = ReadAddress("", link) })
			p.work()
			for _, command := range [][]string{
				{"run"}, {"two", "open"}, {"two", "swap"}, {"two", "run"}, {"two", "next"},
				{"study", "start"}, {"hunt", "start"}, {"own", "theirs"}, {"own-ask", "theirs"},
				{"own-lose", "theirs"}, {"watch", "whole"}, {"watch", "play"}, {"dialog", "share"},
			} {
				p.command(command[0], command[1:]...)
				p.work()
			}
			if len(programs.started) > 0 {
				t.Fatalf("got program %q started, want none", programs.started)
			}
			if c.first.Policies == nil {
				return
			}
			p.command("own-allow", "theirs")
			p.work()
			if len(programs.started) == 0 {
				t.Error("the allowed program is not started")
			}
			for _, source := range programs.started {
				if source != theirs {
					t.Errorf("got program %q started, want only the allowed one", source)
				}
			}
		})
	}
}

// A shared link contains the program, which waits for permission in another page. An instance that a search found
// with the user's program does not wait in the same page.
func TestAProgramIsHandedOn(t *testing.T) {
	programs := &counter{}
	p := openPage(t, counting(programs))
	p.command("own-new", "program:rbhs")
	p.work()
	s := p.s()
	mine := s.Draft.Policies[0]
	if len(programs.started) == 0 || s.NeedsPermissionFor(mine) {
		t.Fatal("the user's own program does not run")
	}
	link := p.lab.linkTo(s.Draft)
	there, faults := scenario.OpenLink(link[strings.Index(link, "#"):])
	if len(faults) > 0 || len(there.Policies) != 1 || there.Policies[0].Source != mine.Source {
		t.Fatalf("OpenLink: got faults %v, or other programs than in the draft", faults)
	}
	elsewhere := &counter{}
	_, fragment, _ := strings.Cut(link, "#")
	q := openPage(t, counting(elsewhere), func(p *page) { p.address = ReadAddress("", "#"+fragment) })
	q.work()
	if len(elsewhere.started) > 0 || !q.s().NeedsPermissionFor(q.s().Draft.Policies[0]) {
		t.Error("the program of a link is started without permission")
	}

	p.calls = nil
	p.command("own-lose", mine.ID)
	p.settle()
	if got := ui.HTML(viewNamed(p.s(), "question")); p.s().Layout.View != "study" || len(p.drainCalls("unfold")) != 1 ||
		!strings.Contains(got, `selected>Mine`) && !strings.Contains(got, mine.ID) {
		t.Errorf("got view %q, calls %q, want the search with the program: %s", p.s().Layout.View, p.calls, got)
	}
	if len(p.crew.hunts) != 1 {
		t.Fatalf("got %d searches, want 1", len(p.crew.hunts))
	}
	head := p.crew.hunts[0].chase.Head
	if head.A.Algorithm != policy.AlgorithmOwn || head.A.Options["policy"] != mine.ID ||
		head.B.Algorithm == policy.AlgorithmOwn {
		t.Errorf("got question %+v, want the program against an algorithm", head)
	}
	small := *p.s().Problem
	small.Policies, small.Runs, small.Title = s.Draft.Policies, []scenario.Run{head.A, head.B}, "the worst"
	p.crew.hunts[0].chase.End(scenario.Canonical(&small), nil)
	p.settle()
	p.command("hunt", "open")
	p.work()
	if now := p.s(); now.Draft.Title != "the worst" || now.NeedsPermissionFor(now.Draft.Policies[0]) {
		t.Errorf("got %q, waiting %v; want the worst instance with an allowed program", now.Draft.Title, now.Waiting())
	}
}

// A program that was replaced stays allowed, because undo returns to it and another algorithm may be equal to it.
func TestWhatIsTakenBackStaysAllowed(t *testing.T) {
	p := openPage(t)
	p.command("own-new", "program:rbhs")
	source := p.s().Draft.Policies[0].Source
	for _, text := range []string{source + "//", source, source + "// x"} {
		p.lab.Source("my-rbhs", text, false)
	}
	p.lab.Command("undo", "", "")
	if now := p.s().Draft.Policies[0]; now.Source != source || p.s().NeedsPermissionFor(now) {
		t.Errorf("undo: got %.30q, waiting %v; want the former program, allowed", now.Source,
			p.s().NeedsPermissionFor(now))
	}
	p.command("own-new", "program:rbhs")
	for _, text := range []string{"x", source, "y"} {
		p.lab.Source("my-rbhs-2", text, false)
	}
	if p.s().NeedsPermissionFor(p.s().Draft.Policies[0]) {
		t.Error("the first program waits when the second is changed")
	}
	if p.s().AllowedPrograms[scenario.SourceDigest("x")] {
		t.Error("a text that was only typed is still allowed")
	}
}

// The state of a run by the user's algorithm is sent once when its run is explained, then only the current step.
// Nothing is sent while another side is open.
func TestStandingIsReported(t *testing.T) {
	p := openPage(t)
	p.lab.File("farm.json", string(scenario.Text(state.FromPreset("farm", "markov-2004", 7))), "")
	p.work()
	if _, is := p.news["step"]; is {
		t.Error("the step is sent although no program is open")
	}
	p.command("own-new", "formula:sjf")
	if _, is := p.news["standing"]; is {
		t.Error("the state is sent before there are steps")
	}
	p.work()
	got := ""
	p.command("select", "job:"+p.s().Problem.Farm.Jobs[2].ID)
	for range 5 {
		p.work()
		if now, is := p.news["standing"].(string); is && now != "" {
			got = now
		}
		p.command("watch", "whole", "true")
	}
	if p.s().Explanation.Trace == nil {
		t.Fatal("the run has no trace")
	}
	lines := strings.Split(got, "\n")
	for i, part := range []string{`"machines":[`, `"reservations":[`, `"events":[{`} {
		if len(lines) != 3 || !strings.Contains(lines[i], part) {
			t.Errorf("got no %s in %.300s", part, got)
		}
	}
	p.command("step", "back")
	if _, again := p.news["standing"]; again ||
		p.news["step"] != strconv.Itoa(p.s().Explanation.Step)+" "+p.s().Explanation.About {
		t.Errorf("a step sends the state again: %v, step %v", again, p.news["step"])
	}
}

// A fault of a program is reported with the state in which it occurred.
func TestTheStateOfAFaultIsReported(t *testing.T) {
	p := openPage(t)
	p.command("own-new", "program:rbhs")
	p.work()
	run := p.s().RunOf("my-rbhs")
	p.act(state.RunFailed{Run: run.ID, Text: "it stops", Faults: doc.Faults{{Path: "policies[0].source",
		Reason: "it stops", Start: 1, End: 2, State: `{"number":3}`}}})
	if got, _ := p.news["faults"].(string); !strings.Contains(got, `{\"number\":3}`) {
		t.Errorf("got faults %q, want the state of the fault", got)
	}
}

// An emptied editor stays empty and shows advice. Neither the former text nor its fault returns, except by undo.
func TestAnEmptySourceShowsAnExample(t *testing.T) {
	for _, from := range []string{"formula:sjf", "program:easy"} {
		p := openPage(t)
		p.lab.File("farm.json", string(scenario.Text(state.FromPreset("farm", "markov-2004", 7))), "")
		p.command("own-new", from)
		policy, _ := p.s().Policy()
		run := p.s().RunOf(policy.ID)
		p.act(state.RunFailed{Run: run.ID, Text: "One thing is wrong with the scenario.", Faults: doc.Faults{{
			Path: "policies[0].source", Reason: "line 1, column 3: an operator or the end is expected, not n",
			Start: 2, End: 3}}})
		if side := p.side(); !strings.Contains(side, "line 1, column 3") || strings.Contains(side, "policies[") {
			t.Fatalf("%s: got no fault at the editor: %s", from, side)
		}
		for _, empty := range []string{"", " \n"} {
			p.lab.Source(policy.ID, empty, false)
			p.settle()
			if side := p.side(); !strings.Contains(side, "Write a ") || strings.Contains(side, "line 1, column 3") {
				t.Errorf("%s, %q: got %s, want what to write instead of the fault", from, empty, side)
			}
			if text, is := p.news["text"]; !is || text != empty || p.news["faults"] != "[]" {
				t.Errorf("%s, %q: got text %q in the editor, faults %v; want it empty without faults",
					from, empty, text, p.news["faults"])
			}
		}
		p.lab.Source(policy.ID, policy.Source, false)
		if side := p.side(); strings.Contains(side, "Write a ") {
			t.Errorf("%s: got %s, want no advice for a source that is not empty", from, side)
		}
	}
}

// side returns the text of the left side.
func (p *page) side() string {
	return ui.PlainText(panel.Problem(p.s(), kinds.OfDraft(p.s()), featureParts))
}

// Scores that are not finite are reported below the editor.
func TestScoresThatAreNotFiniteAreReported(t *testing.T) {
	for source, want := range map[string]string{
		"1/0": "of 19 jobs is infinite", "0/0": "of 19 jobs is not a number", "r": ""} {
		p := openPage(t)
		p.lab.File("farm.json", string(scenario.Text(state.FromPreset("farm", "markov-2004", 7))), "")
		p.command("own-new", "formula:sjf")
		p.work()
		policy, _ := p.s().Policy()
		p.lab.Source(policy.ID, source, false)
		p.work()
		if side := p.side(); !strings.Contains(side, "It runs in") && source == "r" || !strings.Contains(side, want) ||
			source == "r" && strings.Contains(side, "The score of") {
			t.Errorf("source %s: no %q in %s", source, want, side)
		}
	}
}
