package state

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/layout"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

func start(t testing.TB) State {
	t.Helper()
	return New(FromPreset("placement", "five-clusters", 7))
}

func run(s State, actions ...Action) State {
	for _, a := range actions {
		s = Reduce(s, a)
	}
	return s
}

func TestEveryEditCanBeUndoneAndRedone(t *testing.T) {
	edits := map[string]Action{
		"add":       AddCluster{X: 0.2, Y: 0.3},
		"move":      MoveClusters{To: []ClusterPosition{{"Lyon", 0.1, 0.1}}},
		"connect":   Connect{A: "Lille", B: "Nice"},
		"replica":   ToggleReplica{Dataset: "d1", Cluster: "Nice"},
		"dataset":   Add{Kind: "dataset"},
		"job":       Add{Kind: "job"},
		"rename":    SetField{Path: "placement.clusters[0].id", Text: "Lugdunum"},
		"number":    SetField{Path: "placement.jobs[2].mi", Text: "12 345.5"},
		"delete":    Delete{Elements: []Ref{{"cluster", "Nancy"}, {"job", "j1"}}},
		"arrange":   Arrange{},
		"preset":    usePreset("rbhs-data"),
		"algorithm": AddRun{Algorithm: "random"},
		"option":    SetField{Path: "runs[0].options.queueAware", Text: "true"},
		"title":     SetField{Path: "title", Text: "Mine"},
	}
	for name, edit := range edits {
		before := start(t)
		after := run(before, edit)
		if len(after.Past) != 1 || after.Past[0].Name == "" {
			t.Errorf("%s: got %d steps, want 1 with a name", name, len(after.Past))
			continue
		}
		text := string(scenario.Canonical(after.Draft))
		if text == string(scenario.Canonical(before.Draft)) {
			t.Errorf("%s changed nothing", name)
		}
		undone := run(after, Undo{})
		if got := string(scenario.Canonical(undone.Draft)); got != string(scenario.Canonical(before.Draft)) {
			t.Errorf("%s: undo gave another draft", name)
		}
		if got := string(scenario.Canonical(run(undone, Redo{}).Draft)); got != text {
			t.Errorf("%s: redo gave another draft", name)
		}
		if faults := catalog.Check(after.Draft); len(faults) > 0 {
			t.Errorf("%s left an invalid draft: %v", name, faults)
		}
	}
}

func TestADragIsOneStep(t *testing.T) {
	s := start(t)
	posed := s.PosedDraft
	for i := range 20 {
		s = run(s, MoveClusters{To: []ClusterPosition{{"Lyon", float64(i) / 20, 0.5}}})
	}
	if len(s.Past) != 1 {
		t.Fatalf("20 moves of one drag: got %d steps, want 1", len(s.Past))
	}
	if s.PosedDraft != posed {
		t.Error("moving a cluster needs new answers")
	}
}

func TestRenamingFollowsEveryReference(t *testing.T) {
	s := run(start(t), SelectElement{Element: Ref{"cluster", "Lyon"}},
		SetField{Path: "placement.clusters[0].id", Text: "Lugdunum"})
	if text := string(scenario.Canonical(s.Draft)); strings.Contains(text, `"Lyon"`) {
		t.Error("a reference has the old name")
	}
	if s.Main() != (Ref{"cluster", "Lugdunum"}) {
		t.Errorf("got %v selected, want the renamed cluster", s.Main())
	}
}

func TestWhatCannotBeTakenStaysAsTyped(t *testing.T) {
	for path, texts := range map[string][]string{
		"placement.clusters[0].mips":   {"", "abc", "-5", "0", "1e999", "NaN", "3,5"},
		"placement.clusters[0].id":     {"", "Nancy"},
		"placement.clusters[99].mips":  {"5"},
		"placement.links[0].bandwidth": {"0"},
		"placement.jobs[0].datasets":   {"d1, nowhere"},
		"placement.datasets[0].at":     {"Lyon, Atlantis"},
		"seed":                         {"-1", "1.5", "99999999999999999999"},
		"runs[0].options.weights":      {"heavy"},
		"runs[0].options.none":         {"1"},
		"runs[9].options.weights":      {"sum"},
		"placement.generate.clusters":  {"5"},
		"placement.nothing":            {"5"},
	} {
		for _, text := range texts {
			before := start(t)
			s := run(before, SetField{Path: path, Text: text})
			typed, ok := s.InvalidFields[path]
			if !ok || typed.Text != text || typed.Reason == "" {
				t.Errorf("%s = %q: got typed %+v, want the text with a reason", path, text, typed)
			}
			if s.Draft != before.Draft {
				t.Errorf("%s = %q changed the draft", path, text)
			}
		}
	}
}

func TestAGoodValueTakesTheFaultAway(t *testing.T) {
	s := run(start(t), SetField{Path: "placement.clusters[0].mips", Text: "abc"},
		SetField{Path: "placement.clusters[0].mips", Text: "900"})
	if len(s.InvalidFields) != 0 || s.Draft.Placement.Clusters[0].MIPS != 900 {
		t.Errorf("got typed %v, MIPS %v; want none, 900", s.InvalidFields, s.Draft.Placement.Clusters[0].MIPS)
	}
}

func TestTextWithFaultsLosesNothing(t *testing.T) {
	s := start(t)
	good := s.DraftText()
	bad := strings.Replace(good, `"mips": 820`, `"mips": -820`, 1)
	if bad == good {
		t.Fatal("the example has no cluster of 820 MIPS")
	}
	s2 := run(s, SetText{Text: bad})
	if s2.ShownText() != bad || len(s2.Text.Faults) != 1 || s2.Text.Faults[0].Path != "placement.clusters[0].mips" ||
		s2.Text.Faults[0].End == 0 {
		t.Fatalf("got text %+v, want one fault with its place", s2.Text)
	}
	if s2.Draft != s.Draft {
		t.Error("a faulty text changed the draft")
	}
	s3 := run(s2, SetText{Text: strings.Replace(good, `"mips": 820`, `"mips": 821`, 1)})
	if s3.Draft.Placement.Clusters[0].MIPS != 821 || len(s3.Past) != 1 {
		t.Error("the corrected text was not accepted")
	}
	if garbage := run(s, SetText{Text: "{"}); garbage.Text == nil || len(garbage.Text.Faults) == 0 {
		t.Error("invalid JSON has no fault")
	}
}

func TestEditingAGeneratedProblemMakesItExplicit(t *testing.T) {
	s := run(start(t), usePreset("split-network"))
	if s.Problem == nil || s.ProblemOf == s.PosedDraft {
		t.Fatal("a generated problem counts as expanded before the expansion arrived")
	}
	if blocked := run(s, Add{Kind: "job"}); blocked.Draft != s.Draft || !blocked.Alert.Error {
		t.Error("an edit before the expansion is accepted, or refused without a message")
	}
	e, faults := scenario.Expand(s.Draft)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s = run(s, ExpandDone{Draft: s.PosedDraft, Problem: e})
	n := len(e.Placement.Jobs)
	s = run(s, Add{Kind: "job"})
	if s.Draft.Placement.Generate != nil || len(s.Draft.Placement.Jobs) != n+1 {
		t.Error("the edit did not make the problem explicit")
	}
	if back := run(s, Undo{}); back.Draft.Placement.Generate == nil {
		t.Error("undo does not restore the generator")
	}
}

func TestAnExpansionThatComesLateIsDropped(t *testing.T) {
	s := run(start(t), usePreset("split-network"))
	old := s.PosedDraft
	e, _ := scenario.Expand(s.Draft)
	s = run(s, SetField{Path: "seed", Text: "8"}, ExpandDone{Draft: old, Problem: e})
	if s.ProblemOf == s.PosedDraft {
		t.Error("the expansion of another seed was accepted")
	}
}

func TestAnswersGrowStale(t *testing.T) {
	s := start(t)
	r := s.Answers[0].Run
	s = run(s, RunDone{Run: r.Algorithm, To: s.PosedDraft, Key: RunKey(r), Answer: &scenario.Answer{Feasible: true},
		Problem: s.Problem})
	if !s.IsFresh(s.Answers[0]) {
		t.Fatal("a new answer is not current")
	}
	if moved := run(s, MoveClusters{To: []ClusterPosition{{"Lyon", 0.9, 0.9}}}); !moved.IsFresh(moved.Answers[0]) {
		t.Error("moving a cluster makes answers outdated")
	}
	if option := run(s, SetField{Path: "runs[0].options.weights", Text: "sum"}); !option.IsStale(option.Answers[0]) {
		t.Error("an answer is current after its options changed")
	}
	if edited := run(s, SetField{Path: "placement.jobs[0].mi", Text: "1"}); !edited.IsStale(edited.Answers[0]) {
		t.Error("an answer is current after a job changed")
	}
}

func TestTheLastRunCannotBeTakenAway(t *testing.T) {
	s := start(t)
	for _, a := range s.All() {
		s = run(s, RemoveRun{Run: a.ID})
	}
	if len(Runs(s.Draft)) != 1 || !s.Alert.Error {
		t.Errorf("got %d runs, alert %q; want 1 and an error", len(Runs(s.Draft)), s.Alert.Text)
	}
}

// randomAction draws a random user action, valid or not.
func randomAction(t *rapid.T) Action {
	cluster := rapid.SampledFrom([]string{"Lyon", "Nancy", "Rennes", "Lille", "Nice", "c6", "nowhere"})
	dataset := rapid.SampledFrom([]string{"d1", "d2", "d3", "d6", "none"})
	thing := rapid.Custom(func(t *rapid.T) Ref {
		kind := rapid.SampledFrom([]string{"cluster", "link", "dataset", "job", "moon"}).Draw(t, "kind")
		return Ref{kind, rapid.SampledFrom(
			[]string{"Lyon", "Nancy", "d1", "j1", "j5", "Lyon~Nancy", "Nancy~Lyon", ""}).Draw(t, "id")}
	})
	coordinate := rapid.Float64Range(-1, 2)
	switch rapid.IntRange(0, 13).Draw(t, "action") {
	case 0:
		return AddCluster{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")}
	case 1:
		return MoveClusters{To: []ClusterPosition{{cluster.Draw(t, "c"), coordinate.Draw(t, "x"),
			coordinate.Draw(t, "y")}}}
	case 2:
		return Connect{A: cluster.Draw(t, "a"), B: cluster.Draw(t, "b")}
	case 3:
		return ToggleReplica{Dataset: dataset.Draw(t, "d"), Cluster: cluster.Draw(t, "c")}
	case 4:
		return Add{Kind: rapid.SampledFrom([]string{"cluster", "dataset", "job"}).Draw(t, "kind")}
	case 5:
		return Delete{Elements: rapid.SliceOfN(thing, 0, 3).Draw(t, "things")}
	case 6:
		return Undo{}
	case 7:
		return Redo{}
	case 8:
		return SelectElement{Element: thing.Draw(t, "thing"), With: rapid.Bool().Draw(t, "with")}
	case 9:
		return AddRun{Algorithm: rapid.SampledFrom([]string{"rbhs", "random", "scp-tree"}).Draw(t, "alg")}
	case 10:
		path := rapid.SampledFrom([]string{"placement.clusters[0].mips", "placement.clusters[1].id",
			"placement.jobs[0].datasets", "seed", "title", "runs[0].options.weights",
			"placement.links[0].bandwidth"}).Draw(t, "path")
		return SetField{Path: path, Text: rapid.SampledFrom(
			[]string{"", "7", "-1", "Lyon", "d1", "sum", "x y", "1e300"}).Draw(t, "text")}
	case 11:
		return Arrange{}
	case 12:
		return usePreset(rapid.SampledFrom([]string{"five-clusters", "nothing"}).Draw(t, "preset"))
	}
	return Show{Field: rapid.SampledFrom([]string{"side", "tool", "answers", "phone"}).Draw(t, "what"), To: "problem"}
}

// After any actions the draft is valid, the selected things exist, and earlier states are unchanged.
func TestAnythingLeavesAValidState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New(FromPreset("placement", "five-clusters", 7))
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			a := randomAction(t)
			before := string(scenario.Canonical(s.Draft))
			next := Reduce(s, a)
			if string(scenario.Canonical(s.Draft)) != before {
				t.Fatalf("%T changed the given state", a)
			}
			s = next
			if faults := catalog.Check(s.Draft); len(faults) > 0 {
				t.Fatalf("after %#v: %v", a, faults)
			}
			if s.Problem != nil && len(s.Positions) != len(s.Problem.Placement.Clusters) {
				t.Fatalf("after %#v: %d places for %d clusters", a, len(s.Positions), len(s.Problem.Placement.Clusters))
			}
			if s.Problem != nil && !slices.Equal(s.Positions, layout.Clusters(&s.Problem.Placement.Problem)) {
				t.Fatalf("after %#v: the clusters have the places of another problem", a)
			}
			if kept := prune(s.Select, s.Problem); len(kept) != len(s.Select) {
				t.Fatalf("after %#v: selection %v has missing things", a, s.Select)
			}
			if s.FocusedAnswer() == nil {
				t.Fatalf("after %#v: no run has the focus", a)
			}
		}
	})
}

// Places of a large problem that were computed before are used, and remain when only the title changes.
func TestPlacesAreNotFoundTwice(t *testing.T) {
	s, paused := New(FromPreset("placement", "five-clusters", 7)), 0
	wide := *s.Draft
	of := *wide.Placement
	wide.Placement, of.Clusters, of.Links = &of, make([]placement.Cluster, 300), nil
	for i := range of.Clusters {
		of.Clusters[i] = placement.Cluster{ID: "c" + strconv.Itoa(i), MIPS: 1}
	}
	ahead := layout.ClustersWith(&of.Problem, func() { paused++ })
	got := run(s, Open{Draft: &wide, Name: "open"})
	if paused == 0 || len(got.Positions) != 300 || &got.Positions[0] != &ahead[0] {
		t.Errorf("after %d pauses: the places were computed again", paused)
	}
	if renamed := run(s, SetField{Path: "title", Text: "Renamed"}); &renamed.Positions[0] != &s.Positions[0] {
		t.Error("another title: the places were computed again")
	}
}

func TestANewClusterFindsRoom(t *testing.T) {
	s := run(start(t), Add{Kind: "cluster"})
	c := s.Draft.Placement.Clusters[5]
	for _, other := range s.Draft.Placement.Clusters[:5] {
		dx, dy := *c.X-*other.X, *c.Y-*other.Y
		if dx*dx+dy*dy < 0.02 {
			t.Errorf("the new cluster overlaps %s", other.ID)
		}
	}
}

// Times follow their clusters when one is added, renamed or deleted.
func TestTimesFollowTheirClusters(t *testing.T) {
	d, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement", "placement": {
		"clusters": [{"id": "a", "mips": 1}, {"id": "b", "mips": 1}],
		"jobs": [{"id": "x", "times": [3, 7]}, {"id": "y", "times": {"b": 4}}, {"id": "z", "mi": 6}]}}`))
	if faults != nil {
		t.Fatal(faults)
	}
	p := d.Placement
	removed := *d
	own := *p
	removed.Placement = &own
	removeFromPlacement(&removed, map[Ref]bool{{"cluster", "a"}: true})
	renameCluster(p, "b", "c")
	p.Clusters[1].ID = "c"
	p.Clusters = append(p.Clusters, placement.Cluster{ID: "new", MIPS: 1})
	nameTimes(p)
	for got, want := range map[string]string{
		string(doc.Canonical(removed.Placement.Jobs)): `[{"id":"x","times":[7]},{"id":"y","times":{"b":4}},{"id":"z","mi":6}]`,
		string(doc.Canonical(p.Jobs)):                 `[{"id":"x","times":{"a":3,"c":7}},{"id":"y","times":{"c":4}},{"id":"z","mi":6}]`,
	} {
		if got != want {
			t.Errorf("got jobs %s, want %s", got, want)
		}
	}
}
