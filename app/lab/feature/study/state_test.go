package study

import (
	"testing"

	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

func generatedState() state.State { return state.New(state.FromPreset("placement", "rbhs-mixed", 7)) }

func TestPathsAreVariedOverListsAndRanges(t *testing.T) {
	s := Apply(generatedState(), AddVary{Path: "placement.generate.jobs"})
	s = Apply(s, AddVary{Path: "runs[0].options.weights"})
	s = Apply(s, state.SetField{Path: "study.vary[0].values", Text: "100, 200,400"})
	v := state.StudyOf(s.Draft).Vary
	if len(v) != 2 || len(v[0].Values) != 3 || v[0].Values[2] != 400.0 || len(v[1].Values) != 3 ||
		v[1].Values[0] != "printed" {
		t.Fatalf("got varied %s, want 3 values each", doc.Canonical(v))
	}
	s = Apply(s, VaryBy{Index: 0, Range: true})
	if v := state.StudyOf(s.Draft).Vary[0]; *v.From != 100 || *v.To != 400 || *v.Step != 150 || v.Values != nil {
		t.Errorf("got range %s, want 100 to 400 by 150", doc.Canonical(v))
	}
	s = Apply(s, state.SetField{Path: "study.vary[0].step", Text: "-100"})
	if _, faults := study.New(s.Draft, study.Limits{}); len(faults) != 1 || faults[0].Path != "study.vary[0].step" {
		t.Errorf("step -100: got faults %v, want one at the step", faults)
	}
	s = Apply(s, state.SetField{Path: "study.vary[0].path", Text: "placement.generate.clusters"})
	if v := state.StudyOf(s.Draft).Vary[0]; v.From != nil || v.Values[0] != 100.0 || v.Values[1] != 200.0 {
		t.Errorf("another path: got values %s, want 100 and 200", doc.Canonical(v))
	}
	s = Apply(s, state.SetField{Path: "study.vary[1].path", Text: ""})
	if s.InvalidFields["study.vary[1].path"].Reason == "" {
		t.Error("an empty path was accepted")
	}
	s = Apply(s, DropVary{Index: 0})
	if v := state.StudyOf(s.Draft).Vary; len(v) != 1 || v[0].Path != "runs[0].options.weights" ||
		len(s.InvalidFields) > 0 {
		t.Errorf("got varied %s, typed %v; want the weights only", doc.Canonical(v), s.InvalidFields)
	}
	if next := Apply(s, DropVary{Index: 7}); next.Draft != s.Draft {
		t.Error("a missing index was dropped")
	}
}

func TestMetricsAreTicked(t *testing.T) {
	s := Apply(generatedState(), ToggleMetric{Metric: "makespan"})
	if m := state.StudyOf(s.Draft).Metrics; len(m) != 3 {
		t.Errorf("got metrics %v, want 3", m)
	}
	s = Apply(s, ToggleMetric{Metric: "elapsedMs"})
	if m := state.StudyOf(s.Draft).Metrics; len(m) != 4 || m[3] != "elapsedMs" {
		t.Errorf("got metrics %v, want 4 with elapsedMs", m)
	}
}

func outline() *study.Outline {
	return &study.Outline{Paths: []string{"a", "b"}, Metrics: []string{"makespan"},
		Runs:   []scenario.Run{{Algorithm: "rbhs"}},
		Points: [][]any{{1.0, "x"}, {1.0, "y"}, {1.0, "z"}, {2.0, "x"}, {2.0, "y"}, {2.0, "z"}}}
}

func TestAStudyGoesItsWay(t *testing.T) {
	s := generatedState()
	s = Apply(s, Start{Key: "k", Kind: "placement"})
	s = Apply(s, SetRunning{Outline: outline(), Size: 600, Done: 100, Now: 1000})
	if !Running(&s) || Slot.Get(&s).Metric != "makespan" || Slot.Get(&s).Axis != 1 {
		t.Fatalf("began: got %+v, want running on makespan, axis 1", Slot.Get(&s))
	}
	s = Apply(s, Progress{Done: 350, Now: 2000})
	if left := Slot.Get(&s).Remaining(); left != 1000 {
		t.Errorf("got %v ms left, want 1000", left)
	}
	s = Apply(s, Pause{})
	if Running(&s) || Slot.Get(&s).Remaining() != 0 {
		t.Error("a paused study is running")
	}
	s = Apply(s, Resume{Now: 9000})
	s = Apply(s, Progress{Done: 400, Now: 9500})
	if left := Slot.Get(&s).Remaining(); left != 2000 {
		t.Errorf("after the pause: got %v ms left, want 2000", left)
	}
	s = Apply(s, End{Text: "a worker died"})
	if Slot.Get(&s).Phase != state.Paused || Slot.Get(&s).Text == "" {
		t.Error("a failed study is not paused with its reason")
	}
	s = Apply(Apply(s, Resume{Now: 1}), End{})
	if Slot.Get(&s).Phase != state.Complete || Slot.Get(&s).Text != "" {
		t.Errorf("ended: got %+v, want complete", Slot.Get(&s))
	}
	if s = Apply(s, Close{}); Slot.Get(&s).Outline != nil || Slot.Get(&s).Phase != state.Unstarted {
		t.Error("a closed study is still there")
	}
	if s = Apply(Apply(s, Start{Key: "k"}), End{Text: "no"}); Slot.Get(&s).Phase != state.Unstarted ||
		Slot.Get(&s).Text != "no" {
		t.Error("a study without a plan began")
	}
}

// setState sets the whole state of the feature.
type setState State

func (p setState) Change(*state.State, State) State { return State(p) }

func TestPointsOfTheGridAreFound(t *testing.T) {
	st := State{Outline: outline(), Counts: []int{2, 3}, Axis: 1, At: []int{1, 0}}
	for i, want := range []int{3, 4, 5} {
		if got := st.Point(i); got != want {
			t.Errorf("place %d: got point %d, want %d", i, got, want)
		}
	}
	s := Apply(state.State{}, setState(st), SetAxis{Path: 0}, SetAt{Path: 1, Value: 2})
	if got := Slot.Get(&s).Point(1); got != 5 {
		t.Errorf("got point %d, want 5", got)
	}
	s = Apply(s, PickCell{Point: 5, Run: 0})
	s = Apply(s, PicksArrived{Point: 4, Run: 0, List: []study.Pick{{Rank: "best"}}})
	if len(Slot.Get(&s).Pick.List) > 0 {
		t.Error("replications of another cell were accepted")
	}
	s = Apply(s, PicksArrived{Point: 5, Run: 0, List: []study.Pick{{Rank: "best"}}})
	if len(Slot.Get(&s).Pick.List) != 1 {
		t.Error("replications of the cell were not accepted")
	}
}

// The number of stored replications belongs to one revision of the draft, and is known until the study is closed, so
// that the next can be started.
func TestKeptIsKnownForTheDraftAsItIs(t *testing.T) {
	s := generatedState()
	if _, ok := SavedReplications(&s); ok {
		t.Error("got a known number of stored replications before they were searched")
	}
	s = Apply(s, SavedPartArrived{SavedPart: SavedPart{Key: "k", Done: 50}})
	if done, ok := SavedReplications(&s); done != 50 || !ok {
		t.Errorf("found: got %d, known %v; want 50, true", done, ok)
	}
	started := Apply(s, Start{Key: "k", Kind: "placement"})
	for _, after := range []state.State{started, Apply(started, Close{})} {
		if done, ok := SavedReplications(&after); done != 0 || !ok {
			t.Errorf("started: got %d, known %v; want 0, true", done, ok)
		}
	}
	late := Apply(started, SavedPartArrived{SavedPart: SavedPart{Key: "k", Done: 50}})
	if done, ok := SavedReplications(&late); done != 0 || !ok {
		t.Errorf("found after the start: got %d, known %v; want 0, true", done, ok)
	}
	edited := Apply(s, AddVary{Path: "placement.generate.jobs"})
	if done, ok := SavedReplications(&edited); done != 0 || ok {
		t.Errorf("edited: got %d, known %v; want 0, false", done, ok)
	}
}

func TestUnreadableChunksAreSkipped(t *testing.T) {
	for _, garbage := range []string{"", "x", "1 2", "2 1 {}\n", "a 2 {}\n", "-1 2 {}\n", "1 2 \n"} {
		if got := readPiece([]byte(garbage)); len(got) != 0 {
			t.Errorf("readPiece(%q): got %v, want none", garbage, got)
		}
	}
}

// Progress, results and the set-up belong to facets of their own.
func TestAChangeTouchesItsFacets(t *testing.T) {
	s := generatedState()
	for tag, c := range map[string]state.Change[State]{progressTag: Progress{Done: 7}, setupTag: ConfirmLarge{On: true},
		resultsTag: SetLog{On: true}} {
		next := Apply(s, c)
		for _, other := range []string{progressTag, setupTag, resultsTag} {
			facet := Slot.TagFacet(other)
			if changed := s.Key(facet) != next.Key(facet); changed != (other == tag) {
				t.Errorf("%T: got facet %s changed %v, want only %s", c, other, changed, tag)
			}
		}
		if s.Key(Slot.Facet) != next.Key(Slot.Facet) {
			t.Errorf("%T changes the facet of the run", c)
		}
	}
}

// Parts that tests of other packages use.
var (
	ChartShown  = currentChart
	SidePart    = sidePart
	VerdictPart = verdictPart
	PointPart   = pointPart
)

// Apply returns the state after actions, changes of the study, and edits of the draft's study.
func Apply(s state.State, steps ...any) state.State {
	for _, step := range steps {
		switch step := step.(type) {
		case state.Action:
			s = state.Reduce(s, step)
		case state.Change[State]:
			s = state.Reduce(s, Slot.Do(step))
		case Edit:
			for _, a := range Actions(&s, step) {
				s = state.Reduce(s, a)
			}
		}
	}
	return s
}
