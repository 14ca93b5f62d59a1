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
			t.Fatalf("the blank problem of %s is of kind %s", k.ID, d.Kind)
		}
		read, faults := catalog.Parse(scenario.Text(d))
		if len(faults) > 0 {
			t.Fatalf("%s: %v", k.ID, faults)
		}
		if !IsBlank(read) || len(Runs(read)) == 0 {
			t.Errorf("%s comes back as another document, or with nothing to run: %s", k.ID, scenario.Text(read))
		}
		s := New(read)
		if s.Problem == nil || len(s.Answers) != len(Runs(read)) || len(s.Select) != 0 {
			t.Errorf("%s opens as %+v", k.ID, s)
		}
		named := *d
		named.Title = "mine"
		if IsBlank(&named) {
			t.Errorf("%s: a problem with a name counts as nobody's", k.ID)
		}
	}
}

// What is added to a problem that has little fits what is there.
func TestFirstThingsCome(t *testing.T) {
	s := New(Blank("placement"))
	s = Reduce(Reduce(s, AddCluster{X: 0.2, Y: 0.5}), AddCluster{X: 0.8, Y: 0.5})
	if p := s.Draft.Placement; len(p.Links) != 1 || p.Links[0].A == p.Links[0].B {
		t.Errorf("two clusters come with the links %+v", p.Links)
	}
	s = Reduce(s, AddCluster{X: 0.5, Y: 0.1})
	if n := len(s.Draft.Placement.Links); n != 1 {
		t.Errorf("a third cluster brings %d links", n-1)
	}
	s = Reduce(s, Add{Kind: "job"})
	if p := s.Draft.Placement; len(p.Datasets) != 1 || len(p.Jobs[0].Datasets) != 1 {
		t.Errorf("the first job comes with %+v", p.Datasets)
	}
	s = Reduce(s, Add{Kind: "job"})
	if n := len(s.Draft.Placement.Datasets); n != 1 {
		t.Errorf("a second job brings %d datasets", n-1)
	}

	s = New(Blank("group"))
	for _, kind := range []string{"group", "node", "node"} {
		s = Reduce(s, Add{Kind: kind})
	}
	p := s.Draft.Group
	if a := p.Groups[0].Availability; a == nil || *a != 0.95 {
		t.Error("the first group has no availability")
	}
	for i := range p.Nodes {
		if p.Nodes[i].Group != p.Groups[0].ID {
			t.Errorf("node %s stands alone", p.Nodes[i].ID)
		}
	}
	events := New(FromPreset("group", "maintenance", 7))
	if events = Reduce(events, Add{Kind: "group"}); events.Alert.Text != "" {
		t.Errorf("beside events a group cannot be added: %s", events.Alert.Text)
	}
	groups := events.Draft.Group.Groups
	if groups[len(groups)-1].Availability != nil {
		t.Error("beside events a group comes with an availability of its own")
	}
}
