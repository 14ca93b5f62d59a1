package state

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/catalog"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// nodes returns a small window problem with free or busy time.
func nodes(t testing.TB, given string) State {
	t.Helper()
	budget := 100.0
	p := window.WindowProblem{
		Environment: window.Environment{Horizon: 100, Nodes: []window.Node{
			{ID: "n1", Performance: 4, Price: 1, Attributes: map[string]float64{"q": 3}},
			{ID: "n2", Performance: 2, Price: 0.5, Attributes: map[string]float64{"q": 5}}}},
		Request: &window.Request{Nodes: 2, Volume: 80, Budget: &budget, Exclude: []string{"n2"}},
	}
	times := []window.Slot{{Node: "n1", Start: 20, End: 50}, {Node: "n2", Start: 0, End: 30}}
	if given == "slots" {
		p.Slots = times
	} else {
		p.Busy = times
	}
	d := &scenario.Scenario{Format: scenario.Format, Version: scenario.Version, Kind: "window",
		Window: &scenario.Window{WindowProblem: p}}
	if faults := catalog.Check(d); len(faults) > 0 {
		t.Fatal(faults)
	}
	return New(d)
}

func TestEveryEditOfNodesCanBeUndoneAndRedone(t *testing.T) {
	for name, x := range map[string]struct {
		given string
		edit  Action
		want  string
	}{
		"draw": {"busy", SetBusy{Node: "n2", Start: 60, End: 70}, `{"end":70,"node":"n2","start":60}]`},
		"move": {"busy", SetBusy{ID: "b1", Node: "n2", Start: 60, End: 90},
			`"busy":[{"end":90,"node":"n2","start":60}`},
		"delete busy": {"busy", Delete{Elements: []Ref{{"busy", "b1"}}},
			`"busy":[{"end":30,"node":"n2","start":0}],`},
		"add busy": {"busy", Add{Kind: "busy", To: "n2"},
			`{"end":76.66666666666667,"node":"n2","start":53.33333333333333}`},
		"end of busy": {"busy", SetField{Path: "window.busy[1].end", Text: "44"},
			`{"end":44,"node":"n2","start":0}`},
		"draw on slots": {"slots", SetBusy{Node: "n2", Start: 5, End: 10},
			`"busy":[{"end":20,"node":"n1","start":0},{"end":100,"node":"n1","start":50},{"end":100,"node":"n2","start":30},{"end":10,"node":"n2","start":5}],`},
		"less of slots": {"slots", Delete{Elements: []Ref{{"busy", "b2"}}},
			`"busy":[{"end":20,"node":"n1","start":0},{"end":100,"node":"n2","start":30}],`},
		"field of slots": {"slots", SetField{Path: "window.busy[0].end", Text: "10"},
			`"busy":[{"end":10,"node":"n1","start":0}`},
		"node": {"busy", Add{Kind: "node"}, `"id":"n3"`},
		"less nodes": {"slots", Delete{Elements: []Ref{{"node", "n2"}}},
			`"slots":[{"end":50,"node":"n1","start":20}]`},
		"price": {"busy", SetField{Path: "window.nodes[0].price", Text: "3.5"}, `"price":3.5`},
		"attribute": {"busy", SetField{Path: "window.nodes[0].attributes.mem", Text: "64"},
			`"attributes":{"mem":64,"q":3}`},
		"less of them": {"busy", SetField{Path: "window.nodes[0].attributes.q", Text: ""}, `"id":"n1"`},
		"rename":       {"slots", SetField{Path: "window.nodes[1].id", Text: "zoe"}, `"exclude":["zoe"]`},
		"budget":       {"busy", SetField{Path: "window.request.budget", Text: "64"}, `"budget":64`},
		"no budget": {"busy", SetField{Path: "window.request.budget", Text: ""},
			`"request":{"exclude":["n2"],"nodes":2`},
		"deadline": {"busy", SetField{Path: "window.request.deadline", Text: "90"}, `"deadline":90`},
		"count":    {"busy", SetField{Path: "window.request.nodes", Text: "1"}, `"nodes":1`},
		"exclude":  {"busy", SetField{Path: "window.request.exclude", Text: "n1, n2"}, `"exclude":["n1","n2"]`},
		"require": {"busy", SetField{Path: "window.request.require", Text: "q >= 3, mem!=4"},
			`"require":[{"attribute":"q","is":">=","value":3},{"attribute":"mem","is":"!=","value":4}]`},
		"horizon": {"busy", SetField{Path: "window.horizon", Text: "200"}, `"horizon":200`},
	} {
		before := nodes(t, x.given)
		after := run(before, x.edit)
		text := string(scenario.Canonical(after.Draft))
		if len(after.Past) != 1 || !strings.Contains(text, x.want) {
			t.Errorf("%s: got %d steps, want 1; document %s, want %s in it", name, len(after.Past), text, x.want)
			continue
		}
		if faults := catalog.Check(after.Draft); len(faults) > 0 {
			t.Errorf("%s left an invalid draft: %v", name, faults)
		}
		undone := run(after, Undo{})
		if scenario.Digest(undone.Draft) != scenario.Digest(before.Draft) {
			t.Errorf("%s: undo gave another draft", name)
		}
		if got := string(scenario.Canonical(run(undone, Redo{}).Draft)); got != text {
			t.Errorf("%s: redo gave another draft", name)
		}
	}
}

func TestWhatBusyTimeCannotBeChangesNothing(t *testing.T) {
	for name, a := range map[string]Action{
		"backwards": SetBusy{ID: "b1", Node: "n1", Start: 30, End: 30},
		"beyond":    SetBusy{ID: "b1", Node: "n1", Start: 90, End: 101},
		"early":     SetBusy{ID: "b1", Node: "n1", Start: -1, End: 10},
		"nowhere":   SetBusy{ID: "b1", Node: "n9", Start: 1, End: 10},
		"nobody":    SetBusy{ID: "b9", Node: "n1", Start: 1, End: 10},
		"the same":  SetBusy{ID: "b1", Node: "n1", Start: 20, End: 50},
	} {
		before := nodes(t, "busy")
		if after := run(before, a); after.Draft != before.Draft {
			t.Errorf("%s changed the draft", name)
		}
	}
	s := run(nodes(t, "busy"), SetField{Path: "window.busy[0].end", Text: "10"},
		SetField{Path: "window.request.require", Text: "q about 5"})
	if len(s.InvalidFields) != 2 || len(s.Past) != 0 {
		t.Errorf("got typed %v, %d steps; want 2 invalid texts, 0", s.InvalidFields, len(s.Past))
	}
}

func TestStepsByKeysAreOne(t *testing.T) {
	s := nodes(t, "busy")
	for i := range 5 {
		s = run(s, SetBusy{ID: "b1", Node: "n1", Start: float64(21 + i), End: float64(51 + i), ByKey: true})
	}
	if len(s.Past) != 1 {
		t.Errorf("five key presses: got %d steps, want 1", len(s.Past))
	}
	s = run(s, SetBusy{ID: "b1", Node: "n1", Start: 0, End: 5}, SetBusy{ID: "b1", Node: "n1", Start: 1, End: 5})
	if len(s.Past) != 3 {
		t.Errorf("key presses and two drags: got %d steps, want 3", len(s.Past))
	}
}

func TestNewBusyTimeIsSelected(t *testing.T) {
	if s := run(nodes(t, "slots"), SetBusy{Node: "n2", Start: 5, End: 10}); s.Main() != (Ref{"busy", "b4"}) {
		t.Errorf("got %v selected, want busy b4", s.Main())
	}
}

// After any actions on nodes the draft is valid and the selected things exist.
func TestAnythingLeavesAValidWindowProblem(tb *testing.T) {
	rapid.Check(tb, func(t *rapid.T) {
		s := nodes(tb, rapid.SampledFrom([]string{"busy", "slots"}).Draw(t, "given"))
		busy := rapid.SampledFrom([]string{"", "b1", "b2", "b3", "b7"})
		node := rapid.SampledFrom([]string{"n1", "n2", "n3", "x"})
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			var a Action
			switch rapid.IntRange(0, 5).Draw(t, "action") {
			case 0:
				a = SetBusy{busy.Draw(t, "b"), node.Draw(t, "n"), rapid.Float64Range(-5, 105).Draw(t, "from"),
					rapid.Float64Range(-5, 105).Draw(t, "to"), rapid.Bool().Draw(t, "key")}
			case 1:
				a = Add{Kind: rapid.SampledFrom([]string{"node", "busy", "job"}).Draw(t, "kind"),
					To: node.Draw(t, "to")}
			case 2:
				a = Delete{Elements: []Ref{{"busy", busy.Draw(t, "b")},
					{"node", node.Draw(t, "n")}}[rapid.IntRange(0, 1).Draw(t, "from"):]}
			case 3:
				a = SetField{rapid.SampledFrom([]string{"window.busy[0].start", "window.nodes[0].id",
					"window.request.nodes", "window.request.budget", "window.horizon"}).Draw(t, "path"),
					rapid.SampledFrom([]string{"", "0", "3", "x", "1e9"}).Draw(t, "text")}
			case 4:
				a = Undo{}
			case 5:
				a = SelectElement{Element: Ref{"busy", busy.Draw(t, "b")}}
			}
			before := string(scenario.Canonical(s.Draft))
			next := Reduce(s, a)
			if string(scenario.Canonical(s.Draft)) != before {
				t.Fatalf("%#v changed the given state", a)
			}
			s = next
			if faults := catalog.Check(s.Draft); len(faults) > 0 {
				t.Fatalf("after %#v: %v", a, faults)
			}
			if kept := prune(s.Select, s.Problem); len(kept) != len(s.Select) {
				t.Fatalf("after %#v: selection %v has missing things", a, s.Select)
			}
		}
	})
}
