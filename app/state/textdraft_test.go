package state

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// doAll applies actions in order.
func doAll(s State, actions ...Action) State {
	for _, a := range actions {
		s = Reduce(s, a)
	}
	return s
}

func typing() State {
	draft, _ := catalog.FromPreset("five-clusters", 1)
	made, faults := scenario.Expand(draft)
	if faults != nil {
		panic(faults)
	}
	return New(made)
}

const unfinishedText = `{"format": "gridbox", "kind": `

// An incomplete text remains, whatever else happens, until the user completes or discards it.
func TestATextWithFaultsIsNeverLost(t *testing.T) {
	s := doAll(typing(), SetText{Text: unfinishedText})
	if s.Text == nil || s.Text.Text != unfinishedText || len(s.Text.Faults) == 0 || s.Text.Base != s.Draft {
		t.Fatalf("got text %+v, want the unfinished one with its faults", s.Text)
	}
	other, _ := catalog.FromPreset("farm-mixed", 1)
	one := s.Draft.Placement.Clusters[0].ID
	sheet := s.Sheet
	rapid.Check(t, func(t *rapid.T) {
		s := s
		beside := []Action{Undo{}, Redo{}, AddCluster{X: 0.5, Y: 0.5},
			SetField{Path: "title", Text: "new"}, Arrange{}, LeaveText{}, SelectElement{Element: Ref{"cluster", one}},
			Show{Field: "side", To: "problem"}, Open{Draft: other, Name: "open"}, usePreset("farm-mixed")}
		for _, a := range rapid.SliceOf(rapid.SampledFrom(beside)).Draw(t, "actions") {
			s = Reduce(s, a)
			if s.Sheet == sheet && (s.Text == nil || s.Text.Text != unfinishedText) {
				t.Fatalf("after %T: got text %+v, want the unfinished one", a, s.Text)
			}
			if s.Sheet != sheet && s.Text != nil {
				t.Fatalf("after %T: another draft has the text %+v", a, s.Text)
			}
			if s.Sheet != sheet && (s.Texts[sheet] == nil || s.Texts[sheet].Text != unfinishedText) {
				t.Fatalf("after %T: the text is not kept for its draft", a)
			}
		}
		for s.Sheet != sheet && len(s.Past) > 0 {
			s = Reduce(s, Undo{})
		}
		if s.Sheet != sheet || s.Text == nil || s.Text.Text != unfinishedText {
			t.Fatalf("undone: got text %+v, want the unfinished one", s.Text)
		}
		s = Reduce(s, SetText{Text: s.DraftText()})
		if s.Text != nil {
			t.Fatalf("text of the draft: got %+v, want none unfinished", s.Text)
		}
	})
}

// The last valid problem remains while the text has faults, and a change of it is recorded.
func TestTheDraftStaysWhileTheTextHasFaults(t *testing.T) {
	s := typing()
	was := s.Draft
	s = doAll(s, SetText{Text: unfinishedText})
	if s.Draft != was || s.Problem != was {
		t.Error("a text with faults changed the problem")
	}
	s = doAll(s, AddCluster{X: 0.1, Y: 0.1}, SetText{Text: unfinishedText + " "})
	if s.Text.Base != was || s.Draft == was {
		t.Error("a change of the draft under the text is not recorded")
	}
	whole := strings.Replace(string(scenario.Text(was)), `"version": 1`, `"version":  1`, 1)
	s = doAll(s, SetText{Text: whole})
	if s.Text.Text != whole || len(s.Text.Faults) != 0 ||
		len(s.Draft.Placement.Clusters) != len(was.Placement.Clusters) {
		t.Error("a corrected text is not accepted as it is")
	}
}

// Typing is one step of the problem's history; typing after the text was left is another.
func TestLeavingTheTextEndsAStep(t *testing.T) {
	s := typing()
	was := s.Draft
	write := func(title string) SetText {
		d := *was
		d.Title = title
		return SetText{Text: string(scenario.Text(&d))}
	}
	s = doAll(s, write("a"), write("ab"), LeaveText{}, LeaveText{}, write("abc"), write("abcd"))
	if s.Draft.Title != "abcd" || len(s.Past) != 2 {
		t.Fatalf("got title %q after %d steps, want abcd after 2", s.Draft.Title, len(s.Past))
	}
	if s = doAll(s, Undo{}); s.Draft.Title != "ab" {
		t.Errorf("undo: got title %q, want ab", s.Draft.Title)
	}
	if s = doAll(s, Undo{}); s.Draft != was {
		t.Errorf("second undo: got title %q, want the first draft", s.Draft.Title)
	}
}

// Every thing that can be selected has its own span in the text, and any position in it leads back to the thing. Busy
// time that the document does not write has none.
func TestThingsHaveLines(t *testing.T) {
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			draft, _ := catalog.FromPreset(p.ID, 3)
			made, faults := scenario.Expand(draft)
			if faults != nil || len(scenario.Text(made)) > 200_000 {
				continue
			}
			s, seen := New(made), 0
			text := []byte(s.ShownText())
			for _, kind := range strings.Fields("cluster link dataset job node busy group event variant machine") {
				n, id := nounsOf(made).list(made, kind)
				for i := 0; i < n; i += 1 + n/20 {
					thing := Ref{kind, id(i)}
					span, ok := s.Lines(text, thing)
					if !ok {
						if kind != "busy" {
							t.Errorf("%s: %v has no span in the text", p.ID, thing)
						}
						continue
					}
					seen++
					if kind == "variant" {
						continue // its position leads to its group
					}
					for _, at := range []int{span.Start + 1, (span.Start + span.End) / 2, span.End - 1} {
						if got := s.ElementAt(text, at); got != thing {
							t.Errorf("%s: %q at %d: got %v, want %v", p.ID, span.Text(text), at, got, thing)
						}
					}
				}
			}
			if seen == 0 {
				t.Errorf("%s: got no thing in the text", p.ID)
			}
		}
	}
}

// While the text has faults, things are found by their names.
func TestThingsAreFoundByNameInATextWithFaults(t *testing.T) {
	s := typing()
	first, last := s.Draft.Placement.Jobs[0].ID, len(s.Draft.Placement.Jobs)-1
	text := s.DraftText()
	span, _ := s.Lines([]byte(text), Ref{"job", first})
	cut := text[:span.Start] + `{"id": ` + "\n" + text[span.Start:]
	s = doAll(s, SetText{Text: cut})
	if len(s.Text.Faults) == 0 {
		t.Fatal("got no faults, want some")
	}
	got, ok := s.Lines([]byte(cut), Ref{"job", s.Draft.Placement.Jobs[last].ID})
	if !ok || !strings.Contains(got.Text([]byte(cut)), `"`+s.Draft.Placement.Jobs[last].ID+`"`) {
		t.Errorf("got span %q, want that of the last job", got.Text([]byte(cut)))
	}
	if at := s.ElementAt([]byte(cut), got.Start+2); at != (Ref{"job", s.Draft.Placement.Jobs[last].ID}) {
		t.Errorf("got %v, want the last job", at)
	}
	if _, ok := s.Lines([]byte(cut), Ref{"job", "no such job"}); ok {
		t.Error("a missing job has a span")
	}
	generated, _ := catalog.FromPreset("farm-mixed", 1)
	made, _ := scenario.Expand(generated)
	g := New(generated)
	g.Problem = made
	if _, ok := g.Lines([]byte(g.ShownText()), Ref{"job", made.Farm.Jobs[0].ID}); ok {
		t.Error("a generated job has a span")
	}
}

// A change of a draft in the background, such as another title in the library, is there when undo and redo return to
// it.
func TestUndoLeadsBackToTheDraftAsItLiesNow(t *testing.T) {
	s, other := typing(), typing().Draft
	behind := s.Sheet
	s = doAll(s, SetField{Path: "title", Text: "first"}, Open{Draft: other, Name: "open"})
	front, renamed := s.Sheet, *s.Desk[other.Kind].Draft
	renamed.Title = "second"
	titles := func(what string, s State) {
		t.Helper()
		if s = Reduce(s, Undo{}); s.Sheet != behind || s.Draft.Title != "second" {
			t.Errorf("%s: undo: got sheet %d, %q; want second", what, s.Sheet, s.Draft.Title)
		}
		if s = Reduce(s, Redo{}); s.Sheet != front || s.Draft != other {
			t.Errorf("%s: redo: got sheet %d, %q; want the other draft", what, s.Sheet, s.Draft.Title)
		}
		if s = doAll(s, Undo{}, Undo{}, Redo{}); s.Sheet != behind || s.Draft.Title != "second" {
			t.Errorf("%s: two undos and a redo: got sheet %d, %q; want second", what, s.Sheet, s.Draft.Title)
		}
	}
	titles("renamed behind", Reduce(s, Relay{Sheet: behind, Draft: &renamed}))
	again := *other
	again.Title = "third"
	s = doAll(s, Relay{Sheet: behind, Draft: &renamed}, Undo{})
	if s = doAll(s, Relay{Sheet: front, Draft: &again}, Redo{}); s.Sheet != front || s.Draft.Title != "third" {
		t.Errorf("redo: got sheet %d, %q; want third", s.Sheet, s.Draft.Title)
	}
}
