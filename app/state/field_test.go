package state

import (
	"strconv"
	"testing"
)

// A title is checked by its own rule, without checking the problem.
func TestWordsAreCheckedAlone(t *testing.T) {
	s := presetState(t, "five-clusters", 1)
	next := Reduce(s, SetField{Path: "title", Text: "Another"})
	if next.Draft.Title != "Another" || next.PosedDraft != s.PosedDraft || len(next.InvalidFields) != 0 {
		t.Errorf("got title %q, typed %v; want Another", next.Draft.Title, next.InvalidFields)
	}
	next = Reduce(next, SetField{Path: "title", Text: "no \xff"})
	if next.Draft.Title != "Another" || next.InvalidFields["title"].Reason == "" {
		t.Errorf("invalid text: got title %q, typed %v; want it refused", next.Draft.Title, next.InvalidFields)
	}
	if next = Reduce(next, SetField{Path: "about", Text: "Words"}); next.Draft.About != "Words" {
		t.Errorf("got about %q, want Words", next.Draft.About)
	}
}

// Enter and leaving a field each report its value: an equal value is no step, and the answers remain.
func TestAnEqualValueIsNoChange(t *testing.T) {
	s := presetState(t, "five-clusters", 1)
	for path, text := range map[string]string{"title": s.Draft.Title, "about": s.Draft.About,
		"seed": strconv.FormatUint(s.Draft.Seed, 10), "placement.clusters[1].id": "Nancy",
		"placement.clusters[1].mips": "1 450.0", "placement.jobs[0].datasets": "d1, d3"} {
		if next := Reduce(s, SetField{Path: path, Text: text}); next.Draft != s.Draft ||
			next.PosedDraft != s.PosedDraft {
			t.Errorf("%s = %q, the same value: got step %q, want none", path, text, next.Past[len(next.Past)-1].Name)
		}
	}
	typed := Reduce(s, SetField{Path: "placement.clusters[1].mips", Text: "x"})
	if next := Reduce(typed, SetField{Path: "placement.clusters[1].mips", Text: "1450"}); len(next.InvalidFields) != 0 {
		t.Errorf("got typed %v, want no invalid text", next.InvalidFields)
	}
	if next := Reduce(s, SetField{Path: "placement.clusters[1].mips", Text: "1451"}); next.PosedDraft == s.PosedDraft {
		t.Error("another value does not change the problem")
	}
}
