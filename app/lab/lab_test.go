package lab

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature/adversary"
	"gridbox/app/lab/feature/shelf"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/library"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

func first(t testing.TB) state.State {
	t.Helper()
	text, err := FirstJSON()
	if err != nil {
		t.Fatal(err)
	}
	return stateOf(text, "/some/prefix")
}

func TestTheFirstScenarioComesSolved(t *testing.T) {
	s := first(t)
	for _, a := range s.Answers {
		if !s.IsFresh(a) || !a.Answer.Feasible || a.Answer.Check == nil || !a.Answer.Check.OK {
			t.Errorf("%s has no verified answer", a.Run.Algorithm)
		}
	}
	if s.Explanation.Trace == nil || len(s.Explanation.Trace.Events) == 0 || len(s.Explanation.Detail) == 0 {
		t.Error("the explanation of the first job is missing")
	}
}

func TestWithoutItsDataThePageOpensUnsolved(t *testing.T) {
	for _, text := range []string{"", "null", "{", `{"scenario":{}}`} {
		s := stateOf([]byte(text), "")
		if s.Draft == nil || len(s.Answers) == 0 || s.Answers[0].Answer != nil {
			t.Errorf("%q: got another state than the unsolved first scenario", text)
		}
	}
}

func TestPrerenderIsWholeMarkup(t *testing.T) {
	markup, err := Prerender("/some/prefix")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Prerender("/some/prefix"); again != markup {
		t.Error("two prerenders differ")
	}
	if strings.Contains(markup, "style=") || strings.Contains(markup, "onclick") ||
		strings.Contains(markup, "<script") {
		t.Error("the markup has inline styles or scripts")
	}
	nodes, err := html.ParseFragment(strings.NewReader(markup),
		&html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil || len(nodes) != 1 {
		t.Fatalf("ParseFragment: got %d roots, error %v; want 1", len(nodes), err)
	}
	for _, want := range []string{"RBHS", "SCP Tree Search", "Lyon", "263.9"} {
		if !strings.Contains(markup, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func TestIdsAreUnique(t *testing.T) {
	s := first(t)
	for _, side := range []string{"problem", "document", "own"} {
		for _, dialog := range []string{"", "open", "draft", "commands", "replay", "examples", "share",
			"help", "runs", "own", "program", "table"} {
			s := state.Reduce(state.Reduce(s, state.Show{Field: "side", To: side}),
				state.Show{Field: "dialog", To: dialog})
			seen := map[string]bool{}
			for _, n := range ui.Find(labNode(&s), func(ui.Node) bool { return true }) {
				if id, ok := n.Attribute("id"); ok {
					if seen[id] {
						t.Errorf("side %s, dialog %s: id %s occurs twice", side, dialog, id)
					}
					seen[id] = true
				}
				if label, ok := n.Attribute("for"); ok && label == "" {
					t.Errorf("side %s: a label has no field: %s", side, ui.PlainText(n))
				}
			}
		}
	}
}

// A view whose key did not change is not drawn again, so its drawing must be unchanged, whatever happens.
func TestKeysSayWhenAViewChanges(t *testing.T) {
	s := first(t)
	answered := func(i int) state.Action {
		r := s.Answers[i].Run
		return state.RunDone{Run: r.Algorithm, To: s.PosedDraft, Key: state.RunKey(r), Answer: s.Answers[i].Answer,
			Problem: s.Problem}
	}
	mean := 3.5
	outline := &study.Outline{Metrics: []string{"makespan"}, Points: [][]any{{}}, Runs: state.Runs(s.Draft)[:2]}
	view := &report.Document{Confidence: 0.95,
		Cells: []report.Cell{{Metric: "makespan", Mean: &mean, Count: 4}, {Metric: "makespan", Failed: 4}},
		Pairs: []report.Pair{{Metric: "makespan", BRun: 1}}}
	steps := []any{
		state.Alive{Narrow: true, Dark: true}, state.StoreStateKnown{Keep: state.Keep{Durable: true}},
		state.DraftSaved{Draft: s.Draft},
		state.SelectElement{Element: state.Ref{Kind: "cluster", ID: "Nancy"}}, state.FocusRun{Run: "scp-tree"},
		state.StepReplay{To: 3}, state.Play{On: true}, state.StepReplay{By: 1},
		state.SetField{Path: "placement.clusters[0].mips", Text: "abc"},
		state.SetField{Path: "placement.clusters[0].mips", Text: "900"}, state.RunWaits{Run: "rbhs"},
		state.RunProgress{Run: "rbhs", Done: 1, Total: 10, Now: 5}, answered(0),
		state.RunFailed{Run: "rbhs", Text: "it broke"},
		state.ExplanationPending{Run: "rbhs", About: "j2", Key: "k"}, state.ExplanationArrived{Key: "k", Text: "none"},
		state.Show{Field: "form", To: "on"}, state.Show{Field: "side", To: "document"}, state.SetText{Text: "{"},
		state.Undo{}, state.Redo{},
		state.Show{Field: "side", To: "own"}, state.NewPolicy{From: "formula:rbhs"},
		state.SetPolicy{ID: "my-rbhs", Source: "rs"},
		state.NewPolicy{From: "program:rbhs"}, state.Show{Field: "policy", To: "my-rbhs"},
		state.Allow{Digests: []string{"x"}},
		state.RemovePolicy{ID: "my-rbhs"},
		state.Show{Field: "answers", To: "timeline"}, state.Show{Field: "answers", To: "links"},
		state.Show{Field: "tool", To: "add"},
		state.Show{Field: "dialog", To: "runs"}, state.AddRun{Algorithm: "random"},
		state.Show{Field: "dialog", To: "examples"}, state.Show{Field: "dialog"},
		state.Show{Field: "answers", To: panel.RunsTab}, state.DuplicateRun{Run: "rbhs"},
		state.SetField{Path: "runs[0].label", Text: "a\nb"}, state.SetField{Path: "runs[1].label", Text: "Mine"},
		state.MoveRun{Run: "rbhs", By: 1}, state.HideRun{Run: "scp-tree", On: true}, state.RemoveRun{Run: "random"},
		state.Show{Field: "options", To: "rbhs"}, state.SetField{Path: "runs[1].options.weights", Text: "heavy"},
		state.AddCluster{X: 0.3, Y: 0.3}, state.MoveClusters{To: []state.ClusterPosition{{ID: "Lyon", X: 0.2, Y: 0.2}}},
		state.Notify{Text: "hello", Error: true}, state.Dismiss{},
		state.Resize{Width: 300, Height: 400}, state.Show{Field: "chart", To: "loads"},
		state.LinkReady{Link: "l"}, state.Sharing{Choice: "study"}, usePreset("split-network"),
		state.Show{Field: "view", To: "study"}, studies.AddVary{Path: "placement.generate.jobs"},
		state.SetField{Path: "study.replications", Text: "x"},
		studies.PlanArrived{Key: "k", Refusal: "too large"}, state.SetField{Path: "study.replications", Text: "10"},
		studies.PlanArrived{Key: "l", Refusal: "too long"},
		studies.SavedPartArrived{SavedPart: studies.SavedPart{Key: "k",
			Done: 3}},
		studies.Start{Key: "k", Kind: "placement"},
		studies.SetRunning{Outline: outline, Size: 10}, studies.Progress{Done: 5, Now: 900},
		studies.ViewArrived{View: view}, studies.ShowNextPart{}, studies.ShowNextPart{},
		studies.PickCell{Point: 0, Run: 1},
		studies.PicksArrived{Point: 0, Run: 1, Metric: "makespan", List: []study.Pick{{Rank: "best"}}},
		studies.SetLog{On: true}, studies.Pause{}, studies.End{},
		studies.ConfirmLarge{On: true}, studies.Close{},
		adversary.Slot.Do(adversary.SetA{Run: "1"}), adversary.Slot.Do(adversary.SetB{Run: "0"}),
		adversary.Slot.Do(adversary.SetMetric{ID: "meanTransferTime"}),
		adversary.Slot.Do(adversary.SetTries{Text: "x"}), adversary.Slot.Do(adversary.SetTries{Text: "50"}),
		adversary.Slot.Do(adversary.SetTurn{Path: "placement.generate.jobs"}),
		adversary.Slot.Do(adversary.Start{Key: "k"}),
		adversary.Slot.Do(adversary.Progress{Far: adversary.Far{Tried: 9, Bad: "twice as bad"}, Now: 900}),
		adversary.Slot.Do(adversary.Pause{}), adversary.Slot.Do(adversary.Resume{Now: 1000}),
		adversary.Slot.Do(adversary.Progress{Far: adversary.Far{Tried: 50, Sizes: "9 jobs", SmallSizes: "2 jobs"}}),
		adversary.Slot.Do(adversary.End{Text: "it broke"}),
		adversary.Slot.Do(adversary.End{SmallInstance: s.Draft, Link: "l"}), adversary.Slot.Do(adversary.Close{}),
		state.Show{Field: "view", To: "library"},
		shelf.Slot.Do(shelf.ListArrived{Cards: []library.Card{{Slot: "a", SaveNumber: 2},
			{Slot: "b", Title: "B", SaveNumber: 1}},
			Now: 1}),
		shelf.Slot.Do(shelf.ChooseCard{By: 1}),
		shelf.Slot.Do(shelf.NameCard{Slot: "b"}),
		shelf.Slot.Do(shelf.SetTitle{Slot: "b", Title: "C"}),
		shelf.Slot.Do(shelf.NameCard{}),
		shelf.Slot.Do(shelf.Seek{Field: "words", To: "c"}),
		shelf.Slot.Do(shelf.Seek{Field: "words"}),
		shelf.Slot.Do(shelf.Seek{Field: "sort", To: "title"}),
		state.VersionsKnown{Slot: "b", List: []library.Version{{ID: "v", At: 5}}},
		shelf.Slot.Do(shelf.ChangesArrived{ID: "v", Baseline: "now"}),
		shelf.RowsSlot.Do(shelf.SetVisible{Top: 10, Bottom: 500}), state.StorageSpaceKnown{Used: 1, Quota: 2,
			Persistent: "no"},
		shelf.Slot.Do(shelf.Remark{Slot: "a", Gone: 9}),
		shelf.Slot.Do(shelf.Seek{Field: "trash", To: "true"}),
		shelf.Slot.Do(shelf.ConfirmEmpty{On: true}),
		shelf.Slot.Do(shelf.ForgetCards{Slots: []string{"a"}}),
		state.Show{Field: "narrow", To: "true"}, state.Show{Field: "narrow"},
		state.Show{Field: "view"},
		state.Show{Field: "find", List: "job", To: "3"}, state.Show{Field: "page", List: "job", To: "1"},
	}
	for _, a := range steps {
		next := s
		for _, action := range stepsOf(&s, a) {
			next = state.Reduce(next, action)
		}
		for i := range views {
			v := &views[i]
			if next.Key(v.facets...) != s.Key(v.facets...) {
				continue
			}
			if ui.HTML(v.draw(&next, kinds.OfDraft(&next))) != ui.HTML(v.draw(&s, kinds.OfDraft(&s))) {
				t.Errorf("%T changes %s but not its key", a, v.name)
			}
		}
		s = next
	}
}

func TestEveryKindHasAScreen(t *testing.T) {
	for _, k := range catalog.Kinds() {
		found := false
		for _, sc := range kinds.Screens {
			found = found || sc.Kind == k.ID
		}
		if !found {
			t.Errorf("kind %s has no screen", k.ID)
		}
	}
}

func TestFileNames(t *testing.T) {
	for title, want := range map[string]string{"": "scenario", "Five clusters": "five-clusters", "../../etc": "etc",
		"Жизнь": "scenario", "a__b!": "a-b"} {
		if got := fileName(title); got != want {
			t.Errorf("fileName(%q): got %q, want %q", title, got, want)
		}
	}
}
