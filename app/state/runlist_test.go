package state

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/catalog"
	_ "gridbox/core/fixedseed" // the same actions in every run
	"gridbox/core/scenario"
)

func ids(s *State) string {
	var list []string
	for _, a := range s.All() {
		id := a.ID
		if s.IsHidden(a.ID) {
			id = "(" + id + ")"
		}
		list = append(list, id)
	}
	return strings.Join(list, " ")
}

func runNames(s *State) string {
	var list []string
	for _, a := range s.All() {
		list = append(list, a.Name)
	}
	return strings.Join(list, "|")
}

func TestListOfRuns(t *testing.T) {
	s := start(t)
	s = run(s, AddRun{Algorithm: "rbhs"}, DuplicateRun{Run: "scp-tree"}, AddRun{Algorithm: "nothing of the sort"})
	if got := ids(&s); got != "rbhs scp-tree scp-tree~2 min-completion nearest-data rbhs~2" {
		t.Fatalf("got runs %s, want rbhs scp-tree scp-tree~2 min-completion nearest-data rbhs~2", got)
	}
	s = run(s, SetField{Path: "runs[5].options.weights", Text: "swapped"})
	const six = "RBHS|SCP Tree Search|SCP Tree Search #2|Min completion|Nearest data|RBHS · weights swapped"
	if got := runNames(&s); got != six {
		t.Errorf("got names %s, want %s", got, six)
	}
	s = run(s, FocusRun{Run: "rbhs~2"}, MoveRun{Run: "rbhs~2", To: 1})
	if got := ids(&s); got != "rbhs rbhs~2 scp-tree scp-tree~2 min-completion nearest-data" || s.Focus != "rbhs~2" ||
		s.Layout.MoveNote != "RBHS · weights swapped is run 2 of 6." {
		t.Errorf("moved: got %s, focus %s, notice %q; want rbhs~2 second with the focus", got, s.Focus,
			s.Layout.MoveNote)
	}
	s = run(s, SetField{Path: "runs[1].label", Text: "  Mine "}, MoveRun{Run: "rbhs~2", By: -1},
		MoveRun{Run: "rbhs~2", By: -1})
	if got := runNames(&s); !strings.HasPrefix(got, "Mine|RBHS|") || s.Layout.MoveNote != "Mine is run 1 of 6." {
		t.Errorf("moved up: got %s, notice %q; want Mine first", got, s.Layout.MoveNote)
	}
	if s = run(s, SetField{Path: "runs[0].label", Text: "a\u0001"}); s.InvalidFields["runs[0].label"].Reason == "" {
		t.Error("a name with control characters was accepted")
	}
	s = run(s, HideRun{Run: "rbhs~2", On: true})
	if got := ids(&s); !strings.HasPrefix(got, "(rbhs~2) rbhs ") || s.Focus == "rbhs~2" || len(s.Answers) != 5 {
		t.Errorf("hidden: got %s, focus %s; want (rbhs~2) first without the focus", got, s.Focus)
	}
	s = run(s, MoveRun{Run: "rbhs~2", To: 99}, RemoveRun{Run: "scp-tree"})
	if got := ids(&s); got != "rbhs scp-tree~2 min-completion nearest-data (rbhs~2)" || !s.Alert.Undo ||
		!slices.Equal(s.Draft.View.Hidden, []int{4}) {
		t.Errorf("got runs %s, alert %+v; want the hidden one last, with Undo", got, s.Alert)
	}
	s = run(s, Undo{}, HideRun{Run: "rbhs~2"})
	if got := runNames(&s); got != strings.Replace(six, "RBHS · weights swapped", "Mine", 1) || s.Draft.View != nil {
		t.Errorf("undone: got names %s, want Mine, none hidden", got)
	}
	if s = run(s, SetField{Path: "runs[5].label", Text: ""}); runNames(&s) != six {
		t.Errorf("name removed: got names %s, want %s", runNames(&s), six)
	}
	for range 3 {
		for _, a := range s.All() {
			s = run(s, HideRun{Run: a.ID, On: true})
		}
	}
	if len(s.Answers) != 1 || !s.Alert.Error {
		t.Errorf("got %d runs shown, want 1 and an error", len(s.Answers))
	}
}

// Answers stay with their runs when these are moved, renamed, hidden and shown, and a duplicate has the answer of its
// original.
func TestAnswersStayWithTheirRuns(t *testing.T) {
	s := run(start(t), AddRun{Algorithm: "rbhs"}, SetField{Path: "runs[4].options.weights", Text: "swapped"})
	answers := map[string]*scenario.Answer{}
	for _, a := range s.All() {
		answers[a.ID] = &scenario.Answer{Algorithm: a.Run.Algorithm, Feasible: true}
		s = run(s, RunDone{Run: a.ID, To: s.PosedDraft, Key: RunKey(a.Run), Answer: answers[a.ID], Problem: s.Problem})
	}
	fresh := func(when string) {
		t.Helper()
		for _, a := range s.All() {
			if a.Answer != answers[a.ID] || !s.IsFresh(*a) {
				t.Errorf("%s: %s has no current answer", when, a.ID)
			}
		}
	}
	fresh("at first")
	s = run(s, MoveRun{Run: "rbhs~2", To: 0}, SetField{Path: "runs[1].label", Text: "Mine"})
	fresh("moved and renamed")
	s = run(s, HideRun{Run: "rbhs", On: true})
	fresh("hidden")
	s = run(s, HideRun{Run: "rbhs"}, Undo{}, Undo{}, Undo{}, Undo{}, Redo{}, Redo{})
	fresh("undone")
	s = run(s, DuplicateRun{Run: "rbhs~2"})
	if twin := s.Find("rbhs~3"); twin == nil || twin.Answer != answers["rbhs~2"] || !s.IsFresh(*twin) {
		t.Error("the duplicate has no answer")
	}
	s = run(s, SetField{Path: "runs[0].options.weights", Text: "sum"})
	if a := s.All()[0]; s.IsFresh(*a) {
		t.Error("an answer is current after its options changed")
	}
	if got := s.Find("rbhs").LabelledAnswer(); got.Label != s.Find("rbhs").Name || *got.Run != s.Find("rbhs").Index ||
		answers["rbhs"].Label != "" {
		t.Errorf("got %+v, want the name and place of the run", got)
	}
}

// A varied option follows its run.
func TestPlacesFollowTheRuns(t *testing.T) {
	varied := &scenario.Study{Replications: 9,
		Vary: []scenario.Vary{{Path: "runs[0].options.weights", Values: []any{"printed"}}}}
	s := run(start(t), SetStudy{Study: varied}, MoveRun{Run: "rbhs", To: 2})
	if v := s.Draft.Study.Vary; v[0].Path != "runs[2].options.weights" {
		t.Errorf("moved run: got varied %+v, want runs[2]", v)
	}
	s = run(s, RemoveRun{Run: "rbhs"})
	if v := s.Draft.Study.Vary; len(v) != 0 {
		t.Errorf("removed run: got varied %+v, want none", v)
	}
	if faults := catalog.Check(s.Draft); len(faults) > 0 {
		t.Error(faults)
	}
}

// After any actions the list and the document agree: every run has a unique place, ID and name, hidden runs are
// apart, and undoing everything gives the first document.
func TestListOfRunsHoldsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New(FromPreset("placement", "five-clusters", 7))
		first := s.DraftText()
		for range rapid.IntRange(1, 40).Draw(t, "actions") {
			all := s.All()
			who := all[rapid.IntRange(0, len(all)-1).Draw(t, "who")].ID
			place := rapid.IntRange(-2, len(all)+1).Draw(t, "place")
			s = Reduce(s, rapid.SampledFrom([]Action{AddRun{Algorithm: "rbhs"}, DuplicateRun{Run: who},
				MoveRun{Run: who, To: place}, MoveRun{Run: who, By: place}, HideRun{Run: who, On: true},
				HideRun{Run: who},
				RemoveRun{Run: who}, Undo{}, Redo{}, FocusRun{Run: who},
				SetField{Path: "runs[" + strconv.Itoa(place) + "].label", Text: "RBHS #2"},
				SetField{Path: "runs[" + strconv.Itoa(place) + "].options.weights", Text: "sum"}}).Draw(t, "action"))
			checkRuns(t, &s)
		}
		for len(s.Past) > 0 {
			s = Reduce(s, Undo{})
			checkRuns(t, &s)
		}
		if s.DraftText() != first {
			t.Errorf("undone: got %s, want %s", s.DraftText(), first)
		}
	})
}

func checkRuns(t *rapid.T, s *State) {
	runs := Runs(s.Draft)
	all, seen := s.All(), map[string]bool{}
	if len(all) != len(runs) || len(s.Answers) == 0 || s.FocusedAnswer() == nil {
		t.Fatalf("got %d of %d runs, %d shown, focus %s", len(all), len(runs), len(s.Answers), s.Focus)
	}
	for i, a := range all {
		switch {
		case a == nil || a.Index != i || RunKey(a.Run) != RunKey(runs[i]) || a.Run.Label != runs[i].Label:
			t.Fatalf("run %d: got %+v, want that of the draft", i, a)
		case a.ID == "" || seen["id "+a.ID] || seen["name "+a.Name]:
			t.Fatalf("run %d: ID %q or name %q is empty or not unique", i, a.ID, a.Name)
		case s.IsHidden(a.ID) == s.Shows(a.ID):
			t.Fatalf("%s is both hidden and shown, or neither", a.ID)
		}
		seen["id "+a.ID], seen["name "+a.Name] = true, true
	}
	if faults := catalog.Check(s.Draft); len(faults) > 0 {
		t.Fatal(faults)
	}
}

// A document with very many runs is handled.
func BenchmarkManyRuns(b *testing.B) {
	d := *FromPreset("placement", "five-clusters", 7)
	for range 10_000 {
		d.Runs = append(d.Runs, scenario.Run{Algorithm: "rbhs"})
	}
	s := New(&d)
	for b.Loop() {
		s = Reduce(s, MoveRun{Run: "rbhs", By: 1})
		s = Reduce(s, Undo{})
	}
}

// A draft that returns to one with an answer shows the answer, not the failure of another draft.
func TestAFreshAnswerHasNotFailed(t *testing.T) {
	s := presetState(t, "five-clusters", 1)
	r := Runs(s.Draft)[0]
	id := s.Answers[0].ID
	s = run(s, RunDone{Run: id, To: s.PosedDraft, Key: s.KeyOf(r), Answer: &scenario.Answer{Feasible: true},
		Problem: s.Problem},
		SetField{Path: "runs[0].options.queueAware", Text: "true"}, RunFailed{Run: id, Text: "line 1"})
	if a := s.Answers[0]; a.Status != Failed || s.IsFresh(a) {
		t.Fatalf("changed run: got %+v, want failed", a)
	}
	if a := run(s, Undo{}).Answers[0]; a.Status != Done || a.Text != "" {
		t.Errorf("undone: got status %v, text %q; want done", a.Status, a.Text)
	}
}
