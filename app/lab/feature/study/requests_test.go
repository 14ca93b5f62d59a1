package study

import (
	"strings"
	"testing"

	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// openPreset returns the state of a preset with its problem.
func openPreset(t *testing.T, preset string, seed uint64) state.State {
	t.Helper()
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		t.Fatalf("preset %s does not exist", preset)
	}
	d := state.FromPreset(kind.ID, preset, seed)
	s := state.Reduce(state.State{Draft: d}, state.Open{Draft: state.FromPreset(kind.ID, preset, seed)})
	if s.Problem == nil || s.ProblemOf != s.PosedDraft {
		e, faults := scenario.Expand(s.Draft)
		if faults != nil {
			t.Fatal(faults)
		}
		s = state.Reduce(s, state.ExpandDone{Draft: s.PosedDraft, Problem: e})
	}
	return s
}

// In every kind generated jobs, noise and a varied number make studies that can be planned.
func TestStudiesOfOneProblem(t *testing.T) {
	paths := map[string]string{"five-clusters": "placement.clusters[2].mips", "twelve-nodes": "window.nodes[3].price",
		"alp-amp-figure-5": "batch.jobs[1].volume", "three-sites": "group.request.budget",
		"markov-2004": "farm.jobs[4].duration"}
	for preset, path := range paths {
		s := openPreset(t, preset, 7)
		s = Apply(s, state.MakeExplicit{})
		if what := state.Drawable(s.Draft); what == "" {
			t.Errorf("%s: got nothing to generate", preset)
		}
		for name, c := range map[string]struct {
			a      any
			single bool
			points int
		}{"draw": {state.DrawLists{}, false, 1}, "firm": {CheckRobustness{}, false, 1},
			"vary": {VaryThis{Path: path}, true, 11}} {
			next := Apply(s, c.a)
			if next.Draft == s.Draft {
				t.Errorf("%s, %s: got no study: %+v", preset, name, next.Alert)
				continue
			}
			plan, faults := study.New(next.Draft, study.Limits{})
			if faults != nil {
				t.Errorf("%s, %s: got faults %v, want none", preset, name, faults)
				continue
			}
			seeded := false
			for _, run := range plan.Scenario.Runs {
				a, _ := catalog.Find(next.Draft.Kind, run.Algorithm)
				seeded = seeded || a.Seeded
			}
			if plan.Single() != (c.single && !seeded) || len(plan.Points) != c.points {
				t.Errorf("%s, %s: got single %v, %d points; want %d points",
					preset, name, plan.Single(), len(plan.Points), c.points)
			}
			for r := range 3 {
				if _, err := plan.Instance(0, r, nil); err != nil {
					t.Errorf("%s, %s, replication %d: got error %v", preset, name, r, err)
				}
			}
			if back := Apply(next, state.Undo{}); back.Draft != s.Draft {
				t.Errorf("%s, %s: undo does not restore the problem", preset, name)
			}
		}
	}
}

// A range is around the value of the number, within the limits of the field, and its ends can be changed. A path to a
// thing contains its name.
func TestVaryThis(t *testing.T) {
	s := Apply(openPreset(t, "five-clusters", 7), VaryThis{Path: "placement.clusters[1].mips"})
	id := s.Draft.Placement.Clusters[1].ID
	v := &s.Draft.Study.Vary[0]
	if v.Path != "placement.clusters[id="+id+"].mips" || s.Draft.Study.Replications != 1 || !Slot.Get(&s).Sweep {
		t.Fatalf("got study %+v, want one replication over the MIPS of the second cluster", s.Draft.Study)
	}
	at := s.Draft.Placement.Clusters[1].MIPS
	w, ok := state.SweepOf(s.Draft, v)
	if !ok || w.Low != at/2 || w.High != 2*at || w.Count != 11 ||
		w.Min <= 0 || w.Max < w.High || w.Step <= 0 {
		t.Errorf("got sweep %+v, want half to twice %v", w, at)
	}
	s = Apply(s, state.SetField{Path: "study.vary[0].high", Text: "5000"})
	s = Apply(s, state.SetField{Path: "study.vary[0].count", Text: "5"})
	if w, ok := state.SweepOf(s.Draft, &s.Draft.Study.Vary[0]); !ok || w.High != 5000 || w.Count != 5 {
		t.Errorf("got sweep %+v, typed %+v; want 5 values up to 5000", w, s.InvalidFields)
	}
	s = Apply(s, state.SetField{Path: "study.vary[0].high", Text: "1"})
	if s.InvalidFields["study.vary[0].high"].Reason == "" {
		t.Error("an empty range was accepted")
	}
	// Whole numbers, bounded ones, zeros, and numbers of a generator or of options.
	for path, preset := range map[string]string{"group.groups[0].availability": "three-sites",
		"farm.machines[4].slots": "markov-2004", "farm.jobs[0].priority": "markov-2004",
		"window.generate.requestNodes": "twelve-nodes", "window.generate.priceSpread": "square-2018",
		"seed": "twelve-nodes"} {
		s := Apply(openPreset(t, preset, 7), VaryThis{Path: path})
		if path == "farm.jobs[0].priority" { // not set
			if s.Alert.Text == "" {
				t.Error("a field that is not set can be varied")
			}
			continue
		}
		if s.Draft.Study == nil || len(s.Draft.Study.Vary) != 1 {
			t.Errorf("%s: got no varied path: %+v", path, s.Alert)
			continue
		}
		if _, faults := study.New(s.Draft, study.Limits{}); faults != nil {
			t.Errorf("%s: got faults %v, want none", path, faults)
		}
	}
	// A generated problem becomes explicit, because it has no value to vary around.
	s = Apply(openPreset(t, "twelve-nodes", 7), VaryThis{Path: "window.nodes[2].price"})
	if scenario.Generates(s.Draft) || s.Draft.Study.Vary[0].Path != "window.nodes[id=n3].price" {
		t.Errorf("generated: got study %+v, alert %+v; want the price of n3 in an explicit problem",
			s.Draft.Study, s.Alert)
	}
}

func TestNoiseInTheForm(t *testing.T) {
	s := Apply(openPreset(t, "five-clusters", 7), AddNoise{"placement.links[*].bandwidth"})
	s = Apply(s, AddNoise{"placement.clusters[0].mips"})
	s = Apply(s, state.SetField{Path: "study.noise[0].cv", Text: "35 %"})
	list := s.Draft.Study.Noise
	if len(list) != 2 || list[0].CV != 0.35 || !strings.HasPrefix(list[1].Path, "placement.clusters[id=") {
		t.Fatalf("got noise %+v, typed %+v; want 2, the first 0.35", list, s.InvalidFields)
	}
	for field, text := range map[string]string{"study.noise[0].path": "placement.jobs.mi", "study.noise[1].cv": "900",
		"study.noise[7].cv": "1"} {
		if next := Apply(s, state.SetField{Path: field, Text: text}); next.InvalidFields[field].Reason == "" {
			t.Errorf("%s = %s was accepted", field, text)
		}
	}
	if s = Apply(s, DropNoise{0}); len(s.Draft.Study.Noise) != 1 {
		t.Error("the noise was not removed")
	}
	if next := Apply(s, AddNoise{"seed"}); len(next.Draft.Study.Noise) != 1 || next.Alert.Text == "" {
		t.Error("noise on the seed was accepted")
	}
}

// Every entry of every kind makes a study that can be planned. Other jobs are a separate draft, also if the problem
// is generated already; the open draft is unchanged.
func TestEntriesStartStudies(t *testing.T) {
	for preset, explicit := range map[string]bool{"five-clusters": true, "rbhs-mixed": false, "twelve-nodes": false,
		"alp-amp-figure-5": true, "three-sites": true, "markov-2004": true} {
		for _, door := range []string{"jobs", "noise", "vary"} {
			s := openPreset(t, preset, 7)
			a := EntryEdit(&s, door)
			if a == nil {
				t.Fatalf("%s, %s: got no action", preset, door)
			}
			next := Apply(s, a)
			if next.Draft == s.Draft || next.Draft.Study == nil {
				t.Errorf("%s, %s: got no study: %+v", preset, door, next.Alert)
				continue
			}
			if _, faults := study.New(next.Draft, study.Limits{}); faults != nil {
				t.Errorf("%s, %s: got faults %v, want none", preset, door, faults)
			}
			if own := next.Sheet != s.Sheet; own != (door == "jobs") {
				t.Errorf("%s, %s: got a separate draft: %v", preset, door, own)
			}
			if got := EntryOf(next.Draft.Study); got != door {
				t.Errorf("%s, %s: got it listed as %s", preset, door, got)
			}
			if door == "jobs" && scenario.Generates(s.Draft) == explicit {
				t.Errorf("%s: got explicit %v, want the opposite", preset, explicit)
			}
		}
	}
}

func TestEntryFields(t *testing.T) {
	s := openPreset(t, "five-clusters", 7)
	if got := EntryText(&s, VaryPath); got != "placement.clusters[id=Lyon].mips" {
		t.Errorf("got path %q, want the MIPS of Lyon", got)
	}
	at := Apply(s, state.SelectElement{Element: state.Ref{Kind: "cluster", ID: "Nancy"}})
	if got := EntryText(&at, VaryPath); got != "placement.clusters[id=Nancy].mips" {
		t.Errorf("Nancy selected: got path %q, want its MIPS", got)
	}
	if low, high := EntryText(&s, VaryLow), EntryText(&s, VaryHigh); low != "410" || high != "1640" {
		t.Errorf("got range %s to %s, want 410 to 1640", low, high)
	}
	next := Apply(s, EntryEdit(&s, "vary"))
	found := false
	for _, v := range next.Draft.Study.Vary[0].Values {
		found = found || v == 820.0
	}
	if !found {
		t.Errorf("the value of the draft is not in %v", next.Draft.Study.Vary[0].Values)
	}
	for field, wrong := range map[string][]string{JobsDraws: {"", "0", "x", "99999999"}, NoiseCV: {"", "0", "x", "-3"},
		NoiseTimes: {"no"}, VaryLow: {"x"}, VaryHigh: {"x", "410", "1"}, VaryCount: {"1", "5000"}, VaryEach: {"0"}} {
		for _, text := range wrong {
			bad := Apply(s, SetEntryText{Field: field, Text: text})
			if EntryFault(&bad, field) == "" || EntryText(&bad, field) != text {
				t.Errorf("%s = %q was accepted", field, text)
			}
			asked := 0
			for _, door := range []string{"jobs", "noise", "vary"} {
				if EntryEdit(&bad, door) != nil {
					asked++
				}
			}
			if asked != 2 {
				t.Errorf("%s %q: got %d possible studies, want 2", field, text, asked)
			}
		}
	}
	typed := Apply(Apply(s, SetEntryText{Field: VaryLow, Text: "7"}), SetEntryText{Field: VaryPath, Text: "seed"})
	if EntryText(&typed, VaryLow) == "7" {
		t.Error("another path keeps the range of the former one")
	}
	noisy := Apply(Apply(s, SetEntryText{Field: NoiseCV, Text: "5 %"}), EntryEdit(&s, "noise"))
	if n := Apply(noisy, EntryEdit(&noisy, "noise")).Draft.Study.Noise; len(n) != 1 || n[0].CV != 0.05 {
		t.Errorf("got noise %+v, want one of 0.05", n)
	}
}

// The view begins with the list of studies, and shows the study of a draft that has one.
func TestScreensOfTheStudyView(t *testing.T) {
	s := openPreset(t, "five-clusters", 7)
	if got := Screen(&s); got != EntriesScreen {
		t.Errorf("without a study: got screen %s, want %s", got, EntriesScreen)
	}
	asked := Apply(s, AddDefault{})
	if got := Screen(&asked); got != StudyScreen {
		t.Errorf("with a study: got screen %s, want %s", got, StudyScreen)
	}
	doors := Apply(asked, ShowScreen{To: EntriesScreen})
	if got := Screen(&doors); got != EntriesScreen {
		t.Errorf("list of studies: got screen %s, want %s", got, EntriesScreen)
	}
	other := Apply(doors, state.Open{Draft: asked.Draft})
	if got := Screen(&other); got != StudyScreen {
		t.Errorf("another draft: got screen %s, want %s", got, StudyScreen)
	}
	gone := Apply(Apply(asked, ShowScreen{To: StudyScreen}), Remove{})
	if got := Screen(&gone); got != EntriesScreen || gone.Draft.Study != nil {
		t.Errorf("study removed: got screen %s, want %s", got, EntriesScreen)
	}
	if back := Apply(gone, state.Undo{}); back.Draft.Study == nil {
		t.Error("undo does not restore the study")
	}
}

func TestStudiesOfAProblem(t *testing.T) {
	s := openPreset(t, "five-clusters", 7)
	base := ProblemDigest(s.Draft)
	titled := *s.Draft
	titled.Title, titled.Runs, titled.Study = "Other", []scenario.Run{{Algorithm: "rbhs"}}, &scenario.Study{}
	if ProblemDigest(&titled) != base {
		t.Error("title, runs or study change the digest of the problem")
	}
	if other := openPreset(t, "five-clusters", 8); ProblemDigest(other.Draft) == base {
		t.Error("another seed has the same digest")
	}
	s = Apply(s, ListArrived{Base: base, Cards: []Card{{Key: "a", Base: base}, {Key: "b", Base: "x"},
		{Key: "c", Base: "y", From: base}}})
	s = Apply(s, AddCard{Card: Card{Key: "a", Base: base, Result: "again"}})
	if list := Studies(&s); len(list) != 2 || list[0].Result != "again" || list[1].Key != "c" {
		t.Errorf("got studies %+v, want a with its new finding, and c", list)
	}
	s = Apply(s, RemoveCard{Key: "a"})
	if list := Studies(&s); len(list) != 1 {
		t.Errorf("got studies %+v, want 1", list)
	}
}
