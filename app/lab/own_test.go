package lab

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

const theirs = "function decide() { return 0; }\n"

// withProgram is a small scenario with a program and a run of it.
func withProgram() *scenario.Scenario {
	d := state.FromPreset("placement", "five-clusters", 7)
	d.Policies = []scenario.Policy{{ID: "theirs", Language: policy.JavaScript, Source: theirs}}
	d.Runs = []scenario.Run{{Algorithm: "rbhs"}, {Algorithm: policy.Own, Options: map[string]any{"policy": "theirs"}}}
	return d
}

// A program that came from elsewhere is asked of no worker before somebody has
// allowed it, whatever is done meanwhile; then it is, and stays allowed.
func TestProgramsWaitForPermission(t *testing.T) {
	p := opened(t)
	p.lab.File("theirs.json", string(scenario.Text(withProgram())), "")
	p.work()
	own := func() *state.Answer { return p.s().All()[1] }
	if a := own(); !p.s().Waits(a.Run) || a.Status != state.Idle || len(p.crew.allowed) != 0 {
		t.Fatalf("it was asked: %+v, allowed %v", a.Status, p.crew.allowed)
	}
	if !strings.Contains(ui.HTML(whole(p.s())), "waits for your permission") {
		t.Error("nothing says that it waits")
	}
	p.command("study", "start")
	if p.s().Look.Dialog != "program" || p.s().Study.Phase != state.Unstarted {
		t.Error("a study starts, or does not ask")
	}
	p.lab.Command("run", "", "")
	p.lab.Source("theirs", theirs+"// changed\n", true)
	p.work()
	if a := own(); !p.s().Waits(a.Run) || a.Status != state.Idle {
		t.Error("a changed letter makes it one's own")
	}
	p.lab.Command("undo", "", "")
	p.command("own-allow", "theirs")
	p.work()
	digest := scenario.SourceDigest(theirs)
	if a := own(); p.s().Waits(a.Run) || a.Status != state.Failed || !slices.Contains(p.crew.allowed, digest) {
		t.Errorf("allowed, and it is not asked: %v", own().Status)
	}
	if !slices.ContainsFunc(p.calls, func(c string) bool { return c == "remember allowed "+digest }) {
		t.Error("the browser does not keep the permission")
	}
}

// What is written here runs; a formula's change asks its own run and no other.
func TestOnlyTheRunOfAChangedPolicyIsSolved(t *testing.T) {
	p := opened(t)
	p.work()
	before := p.s().Answers[0].Answer
	p.command("own-new", "formula:nearest")
	p.work()
	s := p.s()
	last := s.Answers[len(s.Answers)-1]
	if !s.Fresh(last) || s.Look.Side != "own" || s.Focus != last.ID {
		t.Fatalf("%+v", last.Status)
	}
	p.lab.Source("my-nearest", "cra", true)
	p.work()
	now := p.s().Answers[len(p.s().Answers)-1]
	if !p.s().Fresh(now) || now.Answer.Digest == last.Answer.Digest {
		t.Error("the changed formula was not solved")
	}
	if p.s().Answers[0].Answer != before {
		t.Error("another run was solved again")
	}
	p.lab.Source("my-nearest", "cra +", true)
	p.work()
	if a := p.s().Find(now.ID); a.Status != state.Failed {
		t.Error("a formula that is cut off has an answer")
	}
	p.lab.Command("undo", "", "")
	p.work()
	settled(t, p)
	p.command("own-remove", "my-nearest")
	if len(p.s().Draft.Policies) != 0 || p.s().Find(now.ID) != nil {
		t.Error("it is still there")
	}
	p.lab.Command("undo", "", "")
	if len(p.s().Draft.Policies) != 1 || p.s().Find(now.ID) == nil {
		t.Error("undo brings back half of it")
	}
}
