package state

import (
	"reflect"
	"slices"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// Every field of the state belongs to a facet that exists, and no facet is
// without a field.
func TestEveryFieldHasAFacet(t *testing.T) {
	if len(facetNames) != int(facets) {
		t.Fatalf("got %d names of %d facets", len(facetNames), facets)
	}
	used := map[Facet]bool{}
	var walk func(list []part)
	walk = func(list []part) {
		for _, p := range list {
			if p.facet < 0 || p.facet >= facets {
				t.Errorf("the tag of the field at %v names no facet", p.at)
			}
			used[p.facet] = true
			walk(p.list)
		}
	}
	walk(parts())
	for f, name := range facetNames {
		if !used[Facet(f)] {
			t.Errorf("facet %s has no field", name)
		}
	}
}

// The type of every field can be compared.
func TestEveryFieldCanBeCompared(t *testing.T) {
	var walk func(of reflect.Type, list []part)
	walk = func(of reflect.Type, list []part) {
		for _, p := range list {
			f := of.FieldByIndex(p.at)
			if k := f.Type.Kind(); !f.Type.Comparable() && k != reflect.Slice && k != reflect.Map {
				t.Errorf("field %s has kind %v, want a comparable type, slice or map", f.Name, k)
			}
			if p.list != nil {
				walk(f.Type.Elem(), p.list)
			}
		}
	}
	walk(reflect.TypeFor[State](), parts())
}

// touches lists the facets that an action changes.
func touches(s State, a Action) (list []string) {
	next := Reduce(s, a)
	for f, name := range facetNames {
		if next.Key(Facet(f)) != s.Key(Facet(f)) {
			list = append(list, name)
		}
	}
	return list
}

func TestAnActionTouchesTheFacetsThatItChanges(t *testing.T) {
	s := start(t)
	r := s.Answers[0].Run
	solved := run(s, RunDone{Run: r.Algorithm, To: s.PosedDraft, Key: RunKey(r),
		Answer: &scenario.Answer{Feasible: true}, Problem: s.Problem})
	for _, c := range []struct {
		from State
		do   Action
		want []string
	}{
		{s, Show{Field: "dialog", To: "help"}, []string{"look"}},
		{s, Show{Field: "side", To: s.Layout.Side}, nil},
		{s, FocusRun{Run: s.Focus}, nil},
		{s, FocusRun{Run: s.Answers[1].Run.Algorithm}, []string{"focus"}},
		{s, Notify{Text: "hello"}, []string{"alert"}},
		{s, Dismiss{}, nil},
		{s, SetField{Path: "placement.clusters[0].mips", Text: "abc"}, []string{"typed"}},
		{s, SetText{Text: "{"}, []string{"text"}},
		{s, RunProgress{Run: r.Algorithm, Done: 1, Total: 2, Now: 3}, []string{"progress"}},
		{s, RunDone{Run: r.Algorithm, To: s.PosedDraft, Answer: &scenario.Answer{}, Problem: s.Problem},
			[]string{"answers", "progress"}},
		{solved, RunDone{Run: r.Algorithm, To: s.PosedDraft, Key: "other", Answer: solved.Answers[0].Answer,
			Problem: s.Problem}, []string{"answers"}},
		{s, ExplanationPending{Key: "k"}, []string{"why"}},
		{s, ExplanationPending{Matrix: true, Key: "k"}, []string{"matrix"}},
		{s, DraftSaved{Draft: s.Draft}, []string{"keep"}},
		{s, MoveClusters{To: []ClusterPosition{{"Lyon", 0.9, 0.9}}}, []string{"draft", "select"}},
		{s, Undo{}, nil},
	} {
		if got := touches(c.from, c.do); !slices.Equal(got, c.want) {
			t.Errorf("%#v: got facets %v, want %v", c.do, got, c.want)
		}
	}
}

// Undo restores the very document that was solved, so its answers are current again.
func TestUndoBringsBackWhatWasAnswered(t *testing.T) {
	s := start(t)
	r := s.Answers[0].Run
	s = run(s, RunDone{Run: r.Algorithm, To: s.PosedDraft, Key: RunKey(r), Answer: &scenario.Answer{Feasible: true},
		Problem: s.Problem})
	s = run(s, SetField{Path: "placement.jobs[0].mi", Text: "5"}, DraftSaved{Draft: s.Draft})
	if s.IsFresh(s.Answers[0]) || s.Keep.SavedDraft == s.Draft {
		t.Fatal("a change keeps the answer or the saved state current")
	}
	if s = run(s, Undo{}); !s.IsFresh(s.Answers[0]) || s.Keep.SavedDraft != s.Draft {
		t.Error("undo does not restore the answer and the saved state")
	}
}

// The same name is another algorithm in another kind.
func TestAnAnswerOfAnotherKindIsRefused(t *testing.T) {
	s := start(t)
	late := RunDone{Run: s.Answers[0].Run.Algorithm, To: s.PosedDraft, Answer: &scenario.Answer{}, Problem: s.Problem}
	kind, _ := catalog.ByID("window")
	d := FromPreset(kind.ID, kind.Presets[0].ID, 7)
	s = run(s, Open{Draft: d})
	late.Run = s.Answers[0].Run.Algorithm
	if s = run(s, late); s.Answers[0].Answer != nil {
		t.Error("a window has the answer to a placement")
	}
}
