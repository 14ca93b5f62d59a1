package state

import (
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/draw/markid"
	"gridbox/core/kind/batch"
	"gridbox/core/scenario"
)

func startBatch(t testing.TB) State {
	t.Helper()
	return New(FromPreset("batch", "alp-amp-figure-5", 7))
}

func TestEveryEditOfABatchCanBeUndoneAndRedone(t *testing.T) {
	for name, edit := range map[string]Action{
		"job":           Add{Kind: "job"},
		"node":          Add{Kind: "node"},
		"busy time":     SetBusy{Node: "cpu3", Start: 460, End: 480},
		"rename":        SetField{Path: "batch.jobs[0].id", Text: "first"},
		"rename a node": SetField{Path: "batch.nodes[0].id", Text: "fast"},
		"number":        SetField{Path: "batch.jobs[1].nodes", Text: "2"},
		"priority":      SetField{Path: "batch.jobs[2].priority", Text: "5"},
		"limit":         SetField{Path: "batch.limit", Text: "1 500"},
		"objective":     SetField{Path: "batch.objective", Text: "cost"},
		"cycles":        SetField{Path: "batch.cycles", Text: "2"},
		"sight":         SetField{Path: "batch.sight", Text: "300"},
		"delete":        Delete{Elements: []Ref{{"job", "2"}, {"node", "cpu2"}}},
		"preset":        usePreset("alp-amp-2011"),
	} {
		before := startBatch(t)
		after := run(before, edit)
		text := string(scenario.Canonical(after.Draft))
		if len(after.Past) != 1 || after.Past[0].Name == "" || text == string(scenario.Canonical(before.Draft)) ||
			after.PosedDraft == before.PosedDraft {
			t.Errorf("%s: got %d steps, typed %v; want one that changes the draft", name, len(after.Past),
				after.InvalidFields)
			continue
		}
		undone := run(after, Undo{})
		if string(scenario.Canonical(undone.Draft)) != string(scenario.Canonical(before.Draft)) {
			t.Errorf("%s: undo gave another draft", name)
		}
		if string(scenario.Canonical(run(undone, Redo{}).Draft)) != text {
			t.Errorf("%s: redo gave another draft", name)
		}
		if faults := catalog.Check(after.Draft); len(faults) > 0 {
			t.Errorf("%s left an invalid draft: %v", name, faults)
		}
	}
}

func TestABatchRefusesWhatItCannotHold(t *testing.T) {
	for path, text := range map[string]string{
		"batch.jobs[0].nodes": "0", "batch.jobs[0].volume": "0", "batch.jobs[0].id": "2", "batch.jobs[9].volume": "1",
		"batch.limit": "-1", "batch.cycles": "0.5", "batch.jobs[0].cycle": "3", "batch.objective": "speed",
	} {
		s := run(startBatch(t), SetField{Path: path, Text: text})
		if s.InvalidFields[path].Reason == "" || len(s.Past) > 0 {
			t.Errorf("%s = %q was accepted", path, text)
		}
	}
}

// A slider's many values are one step. An empty text restores the default quota, and another objective drops a limit
// of the other kind.
func TestTheLimitOfABatch(t *testing.T) {
	s := startBatch(t)
	for _, x := range []string{"2000", "1900", "1800"} {
		s = run(s, SetField{Path: "batch.limit", Text: x})
	}
	if len(s.Past) != 1 || *s.Draft.Batch.Limit != 1800 {
		t.Fatalf("got %d steps to limit %v, want one to 1800", len(s.Past), *s.Draft.Batch.Limit)
	}
	if same := run(s, SetField{Path: "batch.objective", Text: batch.LeastTime}); same.Draft.Batch.Limit == nil {
		t.Error("setting the same objective removes the limit")
	}
	if other := run(s, SetField{Path: "batch.objective", Text: batch.LeastCost}); other.Draft.Batch.Limit != nil ||
		other.Draft.Batch.Goal() != batch.LeastCost {
		t.Errorf("another objective: got limit %v, want none", other.Draft.Batch.Limit)
	}
	if own := run(s, SetField{Path: "batch.limit", Text: ""}); own.Draft.Batch.Limit != nil {
		t.Error("an empty limit is not the default one")
	}
}

// The mark of a window selects its job, shown in its cycle and family.
func TestAWindowMeansItsJob(t *testing.T) {
	before := startBatch(t)
	s := run(before, SelectElement{Element: Ref{markid.Alternative, markid.WindowID(1, 2, "3")}})
	if s.Main() != (Ref{"job", "3"}) || s.Layout.Find["family"] != "2" || s.Layout.Find["cycle"] != "1" {
		t.Errorf("got %v selected, filter %v; want job 3 of family 2, cycle 1", s.Main(), s.Layout.Find)
	}
	if s.Draft != before.Draft || len(s.Past) != len(before.Past) {
		t.Error("a selection changes the document")
	}
	for _, id := range []string{"x", markid.WindowID(1, 1, "nobody")} {
		if again := run(s, SelectElement{Element: Ref{markid.Alternative, id}}); again.Main() != (Ref{"job", "3"}) {
			t.Errorf("%q: got %v selected, want job 3", id, again.Main())
		}
	}
}

// A batch without jobs can be filled again.
func TestABatchFromNothing(t *testing.T) {
	s := startBatch(t)
	s = run(s, Delete{Elements: []Ref{{"job", "1"}, {"job", "2"}, {"job", "3"}}}, Add{Kind: "job"})
	if j := s.Draft.Batch.Jobs; len(j) != 1 || s.Main() != (Ref{"job", j[0].ID}) || len(catalog.Check(s.Draft)) > 0 {
		t.Errorf("got jobs %+v, selected %v; want one valid job, selected", j, s.Main())
	}
}
