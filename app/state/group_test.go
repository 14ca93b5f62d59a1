package state

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

func pools(t testing.TB, preset string) State {
	t.Helper()
	s := New(FromPreset("group", preset, 7))
	if s.Problem == nil {
		t.Fatalf("%s: got no explicit problem", preset)
	}
	return s
}

func TestEveryPresetOpens(t *testing.T) {
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			s := New(FromPreset(k.ID, p.ID, 7))
			if faults := catalog.Check(s.Draft); len(faults) > 0 {
				t.Errorf("%s: got faults %v, want none", p.ID, faults)
			}
			if explicit(s.Draft) != (s.Problem != nil) {
				t.Errorf("%s: got explicit %v, problem %v; want them equal", p.ID, explicit(s.Draft), s.Problem != nil)
			}
		}
	}
}

func TestEveryEditOfGroupsCanBeUndoneAndRedone(t *testing.T) {
	for name, x := range map[string]struct {
		preset string
		edit   Action
		want   string // in the document afterwards
	}{
		"group": {"three-sites", Add{Kind: "group"}, `{"availability":0.9,"id":"g4"}`},
		"node":  {"three-sites", Add{Kind: "node", To: "Cork"}, `{"group":"Cork","id":"n17","price":5}`},
		"move": {"three-sites", Regroup{Nodes: []string{"n1", "n2"}, Group: "Turin"},
			`{"group":"Turin","id":"n1"`},
		"alone":  {"three-sites", Regroup{Nodes: []string{"n1"}}, `{"id":"n1","price":6.5}`},
		"budget": {"three-sites", SetField{Path: "group.request.budget", Text: "41.5"}, `"budget":41.5`},
		"count":  {"three-sites", SetField{Path: "group.request.nodes", Text: "7"}, `"nodes":7`},
		"price":  {"three-sites", SetField{Path: "group.nodes[0].price", Text: "9"}, `"price":9}`},
		"availability": {"three-sites", SetField{Path: "group.groups[0].availability", Text: "0.5"},
			`{"availability":0.5,"id":"Oslo"}`},
		"no availability": {"three-sites", SetField{Path: "group.groups[0].availability", Text: ""}, `{"id":"Oslo"}`},
		"objective":       {"three-sites", SetField{Path: "group.request.objective", Text: "sum"}, `"objective":"sum"`},
		"rename": {"three-sites", SetField{Path: "group.groups[2].id", Text: "Dublin"},
			`{"group":"Dublin","id":"n10"`},
		"rename node": {"maintenance", SetField{Path: "group.nodes[1].id", Text: "ace"}, `"node":"ace"`},
		"delete a group": {"maintenance", Delete{Elements: []Ref{{"group", "rack 1"}}},
			`[{"id":"rack 2"},{"id":"rack 3"}]`},
		"delete a node": {"discounts", Delete{Elements: []Ref{{"node", "n1"}}},
			`{"id":"Alder","variants":[{"cost":8,"nodes":1,"value":0.98},{"cost":14,"nodes":2,"value":0.98},{"cost":22,"nodes":4,"value":0.97}]}`},
		"a variant": {"discounts", Add{Kind: "variant", To: "Birch"}, `"nodes":4,"value":1}`},
		"less variants": {"discounts", Delete{Elements: []Ref{{"variant", "Alder#2"}}},
			`[{"cost":8,"nodes":1,"value":0.98},{"cost":22,"nodes":4,"value":0.97}`},
		"variant's cost": {"discounts", SetField{Path: "group.groups[0].variants[1].cost", Text: "13"},
			`{"cost":13,"nodes":2,"value":0.98}`},
		"event":       {"maintenance", Add{Kind: "event"}, `{"group":"rack 1","start":{"mean":7200}}`},
		"less events": {"maintenance", Delete{Elements: []Ref{{"event", "1"}}}, `"events":[{"end"`},
		"law": {"maintenance", SetField{Path: "group.events[0].start.law", Text: "exponential"},
			`{"law":"exponential","mean":8400}`},
		"never ends": {"maintenance", SetField{Path: "group.events[1].end.law", Text: "never"},
			`{"group":"rack 2","start":`},
		"ends": {"maintenance", SetField{Path: "group.events[0].end.law", Text: "uniform"},
			`"end":{"law":"uniform","mean":12000,"spread":600}`},
		"concerns": {"maintenance", SetField{Path: "group.events[0].about", Text: "node:n1"}, `{"node":"n1"`},
	} {
		before := pools(t, x.preset)
		after := run(before, x.edit)
		text := string(scenario.Canonical(after.Draft))
		if len(after.Past) != 1 || after.Past[0].Name == "" {
			t.Errorf("%s: got %d steps, want 1; typed %v, alert %v", name, len(after.Past), after.InvalidFields,
				after.Alert)
			continue
		}
		if !strings.Contains(text, x.want) {
			t.Errorf("%s: no %s in %s", name, x.want, text)
		}
		if faults := catalog.Check(after.Draft); len(faults) > 0 {
			t.Errorf("%s left an invalid draft: %v", name, faults)
		}
		if after.PosedDraft == before.PosedDraft {
			t.Errorf("%s needs no new answers", name)
		}
		undone := run(after, Undo{})
		if got := string(scenario.Canonical(undone.Draft)); got != string(scenario.Canonical(before.Draft)) {
			t.Errorf("%s: undo gave another draft", name)
		}
		if got := string(scenario.Canonical(run(undone, Redo{}).Draft)); got != text {
			t.Errorf("%s: redo gave another draft", name)
		}
	}
}

func TestWhatGroupsCannotTakeIsRefused(t *testing.T) {
	for path, text := range map[string]string{
		"group.groups[0].availability":     "1.5",
		"group.groups[9].availability":     "0.5",
		"group.request.nodes":              "0",
		"group.nodes[0].price":             "-1",
		"group.nodes[0].group":             "Atlantis",
		"group.request":                    "5",
		"group.nodes":                      "5",
		"group.nodes[0].nothing":           "5",
		"placement.clusters[0].id":         "5",
		"group.groups[0].variants[0].cost": "1",
		"group.events[0].start.law":        "fixed",
		"group.generate.nodes":             "22",
	} {
		before := pools(t, "three-sites")
		if s := run(before, SetField{Path: path, Text: text}); s.Draft != before.Draft ||
			s.InvalidFields[path].Reason == "" {
			t.Errorf("%s = %s was accepted, or refused without a reason: %v", path, text, s.InvalidFields)
		}
	}
	if s := run(pools(t, "three-sites"), SetField{Path: "group.request.nodes",
		Text: "2.5"}); s.InvalidFields["group.request.nodes"].Reason != "a whole number is needed" {
		t.Errorf(`2.5 nodes: got typed %v, want "a whole number is needed"`, s.InvalidFields)
	}
	// A node with its own availability contradicts a vendor's variants.
	s := run(pools(t, "discounts"), SetField{Path: "group.nodes[11].availability", Text: "0.9"})
	if moved := run(s, Regroup{Nodes: []string{"n12"}, Group: "Alder"}); moved.Draft != s.Draft || !moved.Alert.Error {
		t.Error("a node with its own availability is accepted in a group with variants")
	}
	// Actions of other kinds have no effect.
	for _, a := range []Action{AddCluster{X: 0.5, Y: 0.5}, Arrange{}, Connect{A: "n1", B: "n2"},
		MoveClusters{To: []ClusterPosition{{"n1", 0, 0}}}, Add{Kind: "job"}, Add{Kind: "cluster"}} {
		if after := run(s, a); after.Draft != s.Draft {
			t.Errorf("%T changed a problem of groups", a)
		}
	}
}

func TestASliderIsOneStep(t *testing.T) {
	s := pools(t, "three-sites")
	for _, text := range []string{"30", "28", "26.5"} {
		s = run(s, SetField{Path: "group.request.budget", Text: text})
	}
	if len(s.Past) != 1 || s.Draft.Group.Request.Budget != 26.5 {
		t.Errorf("got %d steps, budget %v; want 1, 26.5", len(s.Past), s.Draft.Group.Request.Budget)
	}
	if old := pools(t, "three-sites"); old.Draft.Group.Request.Budget != 34 {
		t.Error("the preset was changed")
	}
}

func TestARenamedGroupStaysSelected(t *testing.T) {
	s := run(pools(t, "three-sites"), SelectElement{Element: Ref{"group", "Cork"}},
		SetField{Path: "group.groups[2].id", Text: "Dublin"})
	if s.Main() != (Ref{"group", "Dublin"}) {
		t.Errorf("got %v selected, want group Dublin", s.Main())
	}
}
