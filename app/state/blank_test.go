package state

import (
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

func TestABlankProblemIsAValidDocument(t *testing.T) {
	for _, k := range catalog.Kinds() {
		d := Blank(k.ID)
		if d.Kind != k.ID {
			t.Fatalf("Blank(%s): got kind %s", k.ID, d.Kind)
		}
		read, faults := catalog.Parse(scenario.Text(d))
		if len(faults) > 0 {
			t.Fatalf("%s: %v", k.ID, faults)
		}
		if !IsBlank(read) || len(Runs(read)) == 0 {
			t.Errorf("%s: got another document, or one without runs: %s", k.ID, scenario.Text(read))
		}
		s := New(read)
		if s.Problem == nil || len(s.Answers) != len(Runs(read)) || len(s.Select) != 0 {
			t.Errorf("%s: got state %+v, want a problem with its runs, nothing selected", k.ID, s)
		}
		named := *d
		named.Title = "mine"
		if IsBlank(&named) {
			t.Errorf("%s: a problem with a title counts as blank", k.ID)
		}
	}
}

// Things added to a small problem get what they need: links, datasets and groups.
func TestFirstThingsCome(t *testing.T) {
	s := New(Blank("placement"))
	s = Reduce(Reduce(s, AddCluster{X: 0.2, Y: 0.5}), AddCluster{X: 0.8, Y: 0.5})
	if p := s.Draft.Placement; len(p.Links) != 1 || p.Links[0].A == p.Links[0].B {
		t.Errorf("two clusters: got links %+v, want one between them", p.Links)
	}
	s = Reduce(s, AddCluster{X: 0.5, Y: 0.1})
	if n := len(s.Draft.Placement.Links); n != 1 {
		t.Errorf("third cluster: got %d more links, want 0", n-1)
	}
	s = Reduce(s, Add{Kind: "job"})
	if p := s.Draft.Placement; len(p.Datasets) != 1 || len(p.Jobs[0].Datasets) != 1 {
		t.Errorf("first job: got datasets %+v, want one that it needs", p.Datasets)
	}
	s = Reduce(s, Add{Kind: "job"})
	if n := len(s.Draft.Placement.Datasets); n != 1 {
		t.Errorf("second job: got %d more datasets, want 0", n-1)
	}

	s = New(Blank("group"))
	for _, kind := range []string{"group", "node", "node"} {
		s = Reduce(s, Add{Kind: kind})
	}
	p := s.Draft.Group
	if a := p.Groups[0].Availability; a == nil || *a != 0.95 {
		t.Error("the first group has no availability of 0.95")
	}
	for i := range p.Nodes {
		if p.Nodes[i].Group != p.Groups[0].ID {
			t.Errorf("node %s is not in the first group", p.Nodes[i].ID)
		}
	}
	events := New(FromPreset("group", "maintenance", 7))
	if events = Reduce(events, Add{Kind: "group"}); events.Alert.Text != "" {
		t.Errorf("group in a problem with events: got %s, want it added", events.Alert.Text)
	}
	groups := events.Draft.Group.Groups
	if groups[len(groups)-1].Availability != nil {
		t.Error("a group in a problem with events has its own availability")
	}
}
