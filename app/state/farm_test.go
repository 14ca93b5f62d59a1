package state

import (
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

func farmState(t testing.TB) State {
	t.Helper()
	return New(FromPreset("farm", "markov-2004", 7))
}

func TestEveryEditOfAFarmCanBeUndoneAndRedone(t *testing.T) {
	edits := map[string]Action{
		"machine":   Add{Kind: "machine"},
		"job":       Add{Kind: "job"},
		"link":      Connect{A: "q1", B: "q5"},
		"share":     Add{Kind: "share"},
		"duration":  SetField{Path: "farm.jobs[6].duration", Text: "1200"},
		"type":      SetField{Path: "farm.jobs[6].type", Text: "5"},
		"switch":    SetField{Path: "farm.jobs[6].preemptible", Text: "true"},
		"after":     SetField{Path: "farm.jobs[6].after", Text: "1, 2"},
		"licences":  SetField{Path: "farm.licenses", Text: "solver 4, mesh: 2"},
		"weight":    SetField{Path: "farm.policy.weights.memory", Text: "3"},
		"policy":    SetField{Path: "farm.policy.preemption", Text: ""},
		"rename":    SetField{Path: "farm.machines[0].id", Text: "first"},
		"named job": SetField{Path: "farm.jobs[0].id", Text: "one"},
		"delete":    Delete{Elements: []Ref{{"machine", "q1"}}},
		"stop":      SetField{Path: "farm.jobs[0].running.machine", Text: ""},
	}
	for name, edit := range edits {
		before := farmState(t)
		was := string(scenario.Canonical(before.Draft))
		after := run(before, edit)
		is := string(scenario.Canonical(after.Draft))
		if len(after.Past) != 1 || is == was {
			t.Errorf("%s changed nothing: typed %v", name, after.InvalidFields)
			continue
		}
		if string(scenario.Canonical(before.Draft)) != was {
			t.Errorf("%s changed the given state", name)
		}
		undone := run(after, Undo{})
		if string(scenario.Canonical(undone.Draft)) != was ||
			string(scenario.Canonical(run(undone, Redo{}).Draft)) != is {
			t.Errorf("%s: undo or redo gave another draft", name)
		}
		if faults := catalog.Check(after.Draft); len(faults) > 0 {
			t.Errorf("%s left an invalid draft: %v", name, faults)
		}
	}
}

func TestNamesAreFollowedAndForgotten(t *testing.T) {
	s := run(farmState(t), SetField{Path: "farm.jobs[6].after", Text: "1 2"},
		SetField{Path: "farm.jobs[6].after[1].delay", Text: "30"},
		SetField{Path: "farm.machines[0].id", Text: "first"}, SetField{Path: "farm.jobs[1].id", Text: "two"})
	p := s.Draft.Farm
	if p.Jobs[2].Running.Machine != "first" || p.Jobs[6].After[1].Job != "two" || p.Jobs[6].After[1].Delay != 30 ||
		p.Order[2] != "two" {
		t.Errorf("renamed: got job %+v, order %v; want the new names", p.Jobs[6], p.Order)
	}
	s = run(s, Delete{Elements: []Ref{{"machine", "first"}, {"job", "two"}}})
	p = s.Draft.Farm
	if p.Jobs[1].ID != "3" || p.Jobs[1].Running != nil || len(p.Jobs[5].After) != 1 || len(p.Order) != 18 {
		t.Errorf("deleted: got job %+v, order %v; want no deleted names", p.Jobs[1], p.Order)
	}
}

func TestFaultyFieldsOfAFarm(t *testing.T) {
	for path, text := range map[string]string{
		"farm.jobs[0].slots": "1.5", "farm.jobs[0].duration": "-3", "farm.jobs[0].after": "3",
		"farm.jobs[6].after":  "7",
		"farm.jobs[99].slots": "1", "farm.jobs[0].nothing": "1", "farm.licenses": "solver",
		"farm.policy.spentRatio":      "2",
		"farm.machines[0].slots.more": "1", "placement.jobs[0].mi": "3", "farm": "x",
	} {
		before := farmState(t)
		s := run(before, SetField{Path: path, Text: text})
		if s.InvalidFields[path].Reason == "" || s.Draft != before.Draft {
			t.Errorf("%s = %q was accepted", path, text)
		}
	}
}

func TestAnotherKindLeavesNothingBehind(t *testing.T) {
	s := run(start(t), Show{Field: "answers", To: "links"}, Show{Field: "chart", To: "loads"},
		Open{Draft: FromPreset("farm", "farm-mixed", 7), Name: "open"})
	if s.Problem != nil || s.Answers[0].Run.Algorithm != "two-stage" || s.Focus != "two-stage" ||
		s.Layout.Answers != "compare" || len(s.Select) != 0 {
		t.Errorf("got view %+v, want the default of a farm", s.Layout)
	}
	for _, a := range []Action{AddCluster{}, MoveClusters{To: []ClusterPosition{{"q1", 0, 0}}}, Arrange{},
		ToggleReplica{Dataset: "d1", Cluster: "q1"}, Add{Kind: "dataset"}} {
		s := run(farmState(t), a)
		if len(s.Past) != 0 {
			t.Errorf("%T changed a farm", a)
		}
	}
}

func TestAJobWaitsForAnother(t *testing.T) {
	s := run(farmState(t), Connect{Kind: "job", A: "10", B: "7"})
	if a := s.Draft.Farm.Jobs[6].After; len(a) != 1 || a[0].Job != "10" {
		t.Fatalf("got dependencies %+v, want 10", a)
	}
	for name, a := range map[string]Action{"itself": Connect{Kind: "job", A: "7", B: "7"},
		"again":  Connect{Kind: "job", A: "10", B: "7"},
		"circle": Connect{Kind: "job", A: "7", B: "10"}, "running": Connect{Kind: "job", A: "7", B: "1"},
		"nobody": Connect{Kind: "job", A: "7", B: "99"}} {
		if next := run(s, a); next.Draft != s.Draft {
			t.Errorf("%s was accepted", name)
		}
	}
	if next := run(s, Connect{Kind: "job", A: "7", B: "10"}); !next.Alert.Error {
		t.Error("a cycle is refused without a message")
	}
}

func TestSharesOfUsers(t *testing.T) {
	s := New(FromPreset("farm", "farm-fair-share", 7))
	s = run(s, SetField{Path: "farm.shares[0].id", Text: "chemistry"},
		SetField{Path: "farm.shares[2].id", Text: "busy"}, SetField{Path: "farm.shares[2].shares", Text: "3"},
		SetField{Path: "farm.shares[4].under", Text: "chemistry"})
	p := s.Draft.Farm
	if x := p.Shares[2]; x.Account != "chemistry" || *x.Shares != 3 || p.Jobs[0].User != "busy" ||
		p.Shares[4].Account != "chemistry" || p.Jobs[40].User != "light" {
		t.Errorf("renamed: got share %+v, job %+v; want the new names", x, p.Jobs[0])
	}
	s = run(s, Delete{Elements: []Ref{{"share", "chemistry"}, {"share", "light"}}})
	p = s.Draft.Farm
	if len(p.Shares) != 3 || p.Shares[1].Account != "" || len(p.Jobs) != 48 || p.Jobs[40].User != "light" {
		t.Errorf("deleted: got shares %+v, want 3 without a parent", p.Shares)
	}
	s = run(s, Add{Kind: "share"})
	if x := s.Draft.Farm.Shares[3]; x.ID != "light" || !x.User || s.Main() != (Ref{"share", "light"}) {
		t.Errorf("new share: got %+v, selected %v; want the unlisted user light", x, s.Main())
	}
	if s = run(s, Add{Kind: "share"}); s.Draft.Farm.Shares[4].ID != "s5" {
		t.Errorf("new user: got %+v, want s5", s.Draft.Farm.Shares[4])
	}
	s = run(s, SetField{Path: "farm.shares[0].under", Text: "busy"})
	if s.InvalidFields["farm.shares[0].under"].Reason == "" {
		t.Error("a user is accepted as an account")
	}
}
