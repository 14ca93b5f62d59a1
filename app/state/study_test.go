package state

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Every kind has prepared studies of limited size.
func TestReadyStudiesMakeSense(t *testing.T) {
	for _, kind := range catalog.Kinds() {
		ready := ReadyStudies(kind.ID)
		if len(ready) == 0 {
			t.Errorf("kind %s has no prepared study", kind.ID)
		}
		for _, r := range ready {
			d := ReadyStudyDraft(r.ID)
			if d == nil {
				t.Fatalf("ReadyStudyDraft(%s): got nil", r.ID)
			}
			if _, faults := study.New(d, study.Limits{}); len(faults) > 0 {
				t.Errorf("%s: got faults %v, want none", r.ID, faults)
			}
			if z := study.Measure(d); z.Replications < 200 || z.Replications > 1000 || z.Solves > 30_000 {
				t.Errorf("%s: got %v replications, %v solutions; want 200 to 1000, at most 30000",
					r.ID, z.Replications, z.Solves)
			}
		}
	}
	if ReadyStudyDraft("nothing") != nil {
		t.Error("ReadyStudyDraft of an unknown study: got a draft")
	}
}

func generated() State { return New(FromPreset("placement", "rbhs-mixed", 7)) }

func TestTheStudyIsEditedFieldByField(t *testing.T) {
	s := generated()
	rev := s.Posed
	for _, c := range []struct{ path, text, why string }{
		{"study.replications", "1 000", ""},
		{"study.replications", "0", "at least 1"},
		{"study.replications", "many", "whole number"},
		{"study.confidence", "99 %", ""},
		{"study.confidence", "20", "0.5"},
		{"study.stop.metric", "makespan", ""},
		{"study.stop.width", "5", ""},
		{"study.stop.first", "50", ""},
		{"study.stop.first", "x", "whole number"},
		{"study.nothing", "1", "no field"},
	} {
		s = Reduce(s, SetField{Path: c.path, Text: c.text})
		got := s.Typed[c.path].Why
		if c.why == "" && got != "" || !strings.Contains(got, c.why) {
			t.Errorf("%s = %q: got reason %q, want %q", c.path, c.text, got, c.why)
		}
	}
	st := StudyOf(s.Draft)
	if st.Replications != 1000 || *st.Confidence != 0.99 ||
		*st.Stop != (scenario.Stop{Metric: "makespan", Width: 0.05, First: 50}) {
		t.Errorf("got study %s, want 1000 replications, 0.99 and the stop rule", doc.Canonical(st))
	}
	if s.Posed != rev {
		t.Error("a study changes the posed problem")
	}
	for range s.Past {
		s = Reduce(s, Undo{})
	}
	if s.Draft.Study != nil || s.Posed != rev {
		t.Errorf("undone: got study %v, posed problem changed %v; want neither", s.Draft.Study, s.Posed != rev)
	}
}

func TestPathsAreVariedOverListsAndRanges(t *testing.T) {
	s := Reduce(generated(), AddVary{Path: "placement.generate.jobs"})
	s = Reduce(s, AddVary{Path: "runs[0].options.weights"})
	s = Reduce(s, SetField{Path: "study.vary[0].values", Text: "100, 200,400"})
	v := StudyOf(s.Draft).Vary
	if len(v) != 2 || len(v[0].Values) != 3 || v[0].Values[2] != 400.0 || len(v[1].Values) != 3 ||
		v[1].Values[0] != "printed" {
		t.Fatalf("got varied %s, want 3 values each", doc.Canonical(v))
	}
	s = Reduce(s, VaryBy{Index: 0, Range: true})
	if v := StudyOf(s.Draft).Vary[0]; *v.From != 100 || *v.To != 400 || *v.Step != 150 || v.Values != nil {
		t.Errorf("got range %s, want 100 to 400 by 150", doc.Canonical(v))
	}
	s = Reduce(s, SetField{Path: "study.vary[0].step", Text: "-100"})
	if _, faults := study.New(s.Draft, study.Limits{}); len(faults) != 1 || faults[0].Path != "study.vary[0].step" {
		t.Errorf("step -100: got faults %v, want one at the step", faults)
	}
	s = Reduce(s, SetField{Path: "study.vary[0].path", Text: "placement.generate.clusters"})
	if v := StudyOf(s.Draft).Vary[0]; v.From != nil || v.Values[0] != 100.0 || v.Values[1] != 200.0 {
		t.Errorf("another path: got values %s, want 100 and 200", doc.Canonical(v))
	}
	s = Reduce(s, SetField{Path: "study.vary[1].path", Text: ""})
	if s.Typed["study.vary[1].path"].Why == "" {
		t.Error("an empty path was accepted")
	}
	s = Reduce(s, DropVary{Index: 0})
	if v := StudyOf(s.Draft).Vary; len(v) != 1 || v[0].Path != "runs[0].options.weights" || len(s.Typed) > 0 {
		t.Errorf("got varied %s, typed %v; want the weights only", doc.Canonical(v), s.Typed)
	}
	if next := Reduce(s, DropVary{Index: 7}); next.Draft != s.Draft {
		t.Error("a missing index was dropped")
	}
}

func TestMetricsAreTicked(t *testing.T) {
	s := Reduce(generated(), ToggleMetric{Metric: "makespan"})
	if m := StudyOf(s.Draft).Metrics; len(m) != 3 {
		t.Errorf("got metrics %v, want 3", m)
	}
	s = Reduce(s, ToggleMetric{Metric: "elapsedMs"})
	if m := StudyOf(s.Draft).Metrics; len(m) != 4 || m[3] != "elapsedMs" {
		t.Errorf("got metrics %v, want 4 with elapsedMs", m)
	}
}

func outline() *study.Outline {
	return &study.Outline{Paths: []string{"a", "b"}, Metrics: []string{"makespan"},
		Runs:   []scenario.Run{{Algorithm: "rbhs"}},
		Points: [][]any{{1.0, "x"}, {1.0, "y"}, {1.0, "z"}, {2.0, "x"}, {2.0, "y"}, {2.0, "z"}}}
}

func TestAStudyGoesItsWay(t *testing.T) {
	s := generated()
	s = Reduce(s, StudyStarts{Key: "k", Kind: "placement"})
	s = Reduce(s, StudyBegan{Outline: outline(), Size: 600, Done: 100, Now: 1000})
	if !s.Running() || s.Study.Metric != "makespan" || s.Study.Axis != 1 {
		t.Fatalf("began: got %+v, want running on makespan, axis 1", s.Study)
	}
	s = Reduce(s, StudyProgress{Done: 350, Now: 2000})
	if left := s.Study.Left(); left != 1000 {
		t.Errorf("got %v ms left, want 1000", left)
	}
	s = Reduce(s, StudyPaused{On: true})
	if s.Running() || s.Study.Left() != 0 {
		t.Error("a paused study is running")
	}
	s = Reduce(s, StudyPaused{Now: 9000})
	s = Reduce(s, StudyProgress{Done: 400, Now: 9500})
	if left := s.Study.Left(); left != 2000 {
		t.Errorf("after the pause: got %v ms left, want 2000", left)
	}
	s = Reduce(s, StudyEnded{Text: "a worker died"})
	if s.Study.Phase != Paused || s.Study.Text == "" {
		t.Error("a failed study is not paused with its reason")
	}
	s = Reduce(Reduce(s, StudyPaused{Now: 1}), StudyEnded{})
	if s.Study.Phase != Complete || s.Study.Text != "" {
		t.Errorf("ended: got %+v, want complete", s.Study)
	}
	if s = Reduce(s, StudyClosed{}); s.Study.Outline != nil || s.Study.Phase != Unstarted {
		t.Error("a closed study is still there")
	}
	if s = Reduce(Reduce(s, StudyStarts{Key: "k"}), StudyEnded{Text: "no"}); s.Study.Phase != Unstarted ||
		s.Study.Text != "no" {
		t.Error("a study without a plan began")
	}
}

func TestPointsOfTheGridAreFound(t *testing.T) {
	st := Study{Outline: outline(), Counts: []int{2, 3}, Axis: 1, At: []int{1, 0}}
	for i, want := range []int{3, 4, 5} {
		if got := st.Point(i); got != want {
			t.Errorf("place %d: got point %d, want %d", i, got, want)
		}
	}
	s := State{Study: st}
	s = Reduce(Reduce(s, ViewStudy{What: "axis", To: 0}), ViewStudy{What: "at", Of: 1, To: 2})
	if got := s.Study.Point(1); got != 5 {
		t.Errorf("got point %d, want 5", got)
	}
	s = Reduce(s, PickCell{Point: 5, Run: 0})
	s = Reduce(s, PicksArrived{Point: 4, Run: 0, List: []study.Pick{{Rank: "best"}}})
	if len(s.Study.Pick.List) > 0 {
		t.Error("replications of another cell were accepted")
	}
	s = Reduce(s, PicksArrived{Point: 5, Run: 0, List: []study.Pick{{Rank: "best"}}})
	if len(s.Study.Pick.List) != 1 {
		t.Error("replications of the cell were not accepted")
	}
}

// The number of stored replications belongs to one revision of the draft, and is known until the study is closed, so
// that the next can be started.
func TestKeptIsKnownForTheDraftAsItIs(t *testing.T) {
	s := generated()
	if _, ok := s.Kept(); ok {
		t.Error("got a known number of stored replications before they were searched")
	}
	s = Reduce(s, StudyFound{Found: Found{Key: "k", Done: 50}})
	if done, ok := s.Kept(); done != 50 || !ok {
		t.Errorf("found: got %d, known %v; want 50, true", done, ok)
	}
	started := Reduce(s, StudyStarts{Key: "k", Kind: "placement"})
	for _, after := range []State{started, Reduce(started, StudyClosed{})} {
		if done, ok := after.Kept(); done != 0 || !ok {
			t.Errorf("started: got %d, known %v; want 0, true", done, ok)
		}
	}
	late := Reduce(started, StudyFound{Found: Found{Key: "k", Done: 50}})
	if done, ok := late.Kept(); done != 0 || !ok {
		t.Errorf("found after the start: got %d, known %v; want 0, true", done, ok)
	}
	edited := Reduce(s, AddVary{Path: "placement.generate.jobs"})
	if done, ok := edited.Kept(); done != 0 || ok {
		t.Errorf("edited: got %d, known %v; want 0, false", done, ok)
	}
}
