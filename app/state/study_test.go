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

func generatedState() State { return New(FromPreset("placement", "rbhs-mixed", 7)) }

func TestTheStudyIsEditedFieldByField(t *testing.T) {
	s := generatedState()
	rev := s.PosedDraft
	for _, c := range []struct{ path, text, reason string }{
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
		got := s.InvalidFields[c.path].Reason
		if c.reason == "" && got != "" || !strings.Contains(got, c.reason) {
			t.Errorf("%s = %q: got reason %q, want %q", c.path, c.text, got, c.reason)
		}
	}
	st := StudyOf(s.Draft)
	if st.Replications != 1000 || *st.Confidence != 0.99 ||
		*st.Stop != (scenario.Stop{Metric: "makespan", Width: 0.05, First: 50}) {
		t.Errorf("got study %s, want 1000 replications, 0.99 and the stop rule", doc.Canonical(st))
	}
	if s.PosedDraft != rev {
		t.Error("a study changes the posed problem")
	}
	for range s.Past {
		s = Reduce(s, Undo{})
	}
	if s.Draft.Study != nil || s.PosedDraft != rev {
		t.Errorf("undone: got study %v, posed problem changed %v; want neither", s.Draft.Study, s.PosedDraft != rev)
	}
}

// presetState returns the state of a preset with its problem.
func presetState(t *testing.T, preset string, seed uint64) State {
	t.Helper()
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		t.Fatalf("preset %s does not exist", preset)
	}
	s := Reduce(State{Draft: FromPreset(kind.ID, preset, seed)}, Open{Draft: FromPreset(kind.ID, preset, seed)})
	if s.Problem == nil || s.ProblemOf != s.PosedDraft {
		e, faults := scenario.Expand(s.Draft)
		if faults != nil {
			t.Fatal(faults)
		}
		s = Reduce(s, ExpandDone{Draft: s.PosedDraft, Problem: e})
	}
	return s
}

// An edited list becomes explicit; the others remain generated.
func TestEditsLeaveDrawnWhatIsDrawn(t *testing.T) {
	s := Reduce(presetState(t, "five-clusters", 7), DrawLists{})
	if s.Draft.Placement.Generate == nil || len(s.Draft.Placement.Jobs) != 0 {
		t.Fatalf("got no generator: %+v", s.Alert)
	}
	jobs := *s.Draft.Placement.Generate.Jobs
	e, faults := scenario.Expand(s.Draft)
	if faults != nil || len(e.Placement.Jobs) != jobs || jobs != 24 {
		t.Fatalf("got faults %v, %d jobs; want none, 24", faults, jobs)
	}
	s = Reduce(s, ExpandDone{Draft: s.PosedDraft, Problem: e})
	next := Reduce(s, SetField{Path: "placement.clusters[1].mips", Text: "1234"})
	p := next.Draft.Placement
	if p.Generate == nil || len(p.Jobs) != 0 || p.Clusters[1].MIPS != 1234 {
		t.Errorf("cluster edited: got generator %+v, typed %+v; want it kept", p.Generate, next.InvalidFields)
	}
	next = Reduce(s, SetField{Path: "placement.jobs[1].mi", Text: "1234"})
	if p = next.Draft.Placement; p.Generate != nil || len(p.Jobs) != jobs || p.Jobs[1].MI != 1234 {
		t.Errorf("job edited: got generator %+v, %d jobs, typed %+v; want an explicit list",
			p.Generate, len(p.Jobs), next.InvalidFields)
	}
	if next = Reduce(s, MakeExplicit{}); next.Draft.Placement.Generate != nil {
		t.Error("made explicit: got a generator")
	}
}
