package panel_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/decision"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/sensitivity"
)

// addDecision returns the state with the changes of the decision, requested as by the page while the tab is open.
func addDecision(t *testing.T, s state.State, sc *screen.Screen) (state.State, decision.Report) {
	t.Helper()
	thing, ok := panel.Decision(&s, sc)
	if !ok {
		t.Fatal("got no decision to ask about")
	}
	r, err := sensitivity.Analyse(context.Background(), engine.All(),
		sensitivity.Question{Scenario: s.Problem, Run: s.FocusedAnswer().Run,
			Element: thing.ID, MaxSolves: min(panel.FlipSolves(&s, sc), 800)})
	if err != nil {
		t.Fatal(err)
	}
	detail, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	s = state.Reduce(s, state.ExplanationPending{Flips: true, Run: s.Focus, About: thing.ID, Key: "f",
		To: s.PosedDraft})
	return state.Reduce(s, state.ExplanationArrived{Flips: true, Key: "f", Detail: detail}), r
}

// In every kind the list names the decision and the changes that would alter it. Trying one shows before and after,
// and putting it back restores the problem.
func TestWhatWouldChangeADecision(t *testing.T) {
	small := map[string]string{"placement": "five-clusters", "batch": "alp-amp-figure-5"}
	for _, sc := range kinds.Screens {
		t.Run(sc.Kind, func(t *testing.T) {
			kind, _ := catalog.ByID(sc.Kind)
			preset := kind.Presets[0].ID
			if small[sc.Kind] != "" {
				preset = small[sc.Kind]
			}
			s := labtest.Solve(t, labtest.Preset(t, sc.Kind, preset))
			s = state.Reduce(s, state.Show{Field: "answers", To: state.FlipsTab})
			if thing := jobOf(&s); thing != "" {
				s = labtest.Select(s, "job", thing)
			}
			before := ui.PlainText(panel.Answers(&s, sc, bare))
			if !strings.Contains(before, "Trying numbers") {
				t.Fatalf(`got %q, want "Trying numbers"`, before)
			}
			s, r := addDecision(t, s, sc)
			if len(r.Flips) == 0 {
				t.Fatal("got no flips of the decision")
			}
			got := ui.PlainText(panel.Answers(&s, sc, bare))
			for _, want := range []string{r.Decision, strings.TrimPrefix(r.Flips[0].Name, "power of cluster ")[1:],
				ui.AllDigits(r.Flips[0].To), r.Flips[0].NewDecision,
				"Any one of these changes would alter the decision, smallest first"} {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing from %q", want, got)
				}
			}
			draft, f := s.Draft, r.Flips[0]
			metric := kind.Metrics[0].ID
			aside := state.Reduce(s, state.TryCopy{Trying: state.Trying{Path: f.Path, Name: f.Name, To: f.To}})
			if number(t, aside.Draft, f.Path) != f.To || aside.Sheet == s.Sheet || aside.CurrentTrial() == nil ||
				state.Reduce(aside, state.Undo{}).Draft != draft {
				t.Errorf("copy: got %q, tried %+v; want the number in a copy that undo leaves",
					aside.Draft.Title, aside.Trying)
			}
			s = state.Reduce(s, state.TryFlip{Trying: state.Trying{Path: f.Path, Name: f.Name, Unit: f.Unit,
				To: f.To, Was: r.Decision}})
			if s.CurrentTrial() == nil || s.Trying.From != f.From || s.Draft == draft {
				t.Fatalf("got tried %+v, alert %v; want the number in the draft", s.Trying, s.Alert)
			}
			s.Problem, s.ProblemOf = s.Draft, s.PosedDraft
			s = labtest.Solve(t, s)
			s, now := addDecision(t, s, sc)
			got = ui.PlainText(panel.Answers(&s, sc, bare))
			if !strings.Contains(got, "instead of "+ui.AllDigits(f.From)+".") ||
				!strings.Contains(got, now.Decision) || !strings.Contains(got, "Put it back") ||
				now.Decision == r.Decision {
				t.Errorf(`tried: got %q, want both values, the decision and "Put it back"`, got)
			}
			copied := state.Reduce(s, state.CopyFlip{})
			if copied.CurrentTrial() == nil || copied.Sheet == s.Sheet ||
				!strings.Contains(copied.Draft.Title, f.Name) ||
				number(t, copied.Draft, f.Path) != f.To || copied.Trying.Metrics[metric] != s.Trying.Metrics[metric] {
				t.Errorf("moved into a copy: got %q, tried %+v", copied.Draft.Title, copied.Trying)
			}
			left := state.Reduce(copied, state.Undo{})
			if left.Sheet != s.Sheet || number(t, left.Draft, f.Path) != f.From || left.Draft.Title != s.Draft.Title {
				t.Error("undo of the copy does not restore the draft")
			}
			kept := state.Reduce(s, state.KeepFlip{})
			if kept.CurrentTrial() != nil || kept.Draft != s.Draft {
				t.Error("the kept number is still on trial, or changed")
			}
			s = state.Reduce(s, state.Undo{})
			if s.Draft != draft || s.CurrentTrial() != nil {
				t.Error("putting it back does not restore the problem")
			}
		})
	}
}

// number returns the number at a path of a document.
func number(t *testing.T, d *scenario.Scenario, path string) (at float64) {
	t.Helper()
	way, wrong := doc.WayTo(scenario.Scenario{}, path)
	if wrong != "" {
		t.Fatalf("WayTo(%s): got %s", path, wrong)
	}
	own := *d
	way.Change(&own, func(x float64) float64 { at = x; return x })
	return at
}

// jobOf returns the first job of a problem that has any.
func jobOf(s *state.State) string {
	switch {
	case s.Problem.Placement != nil:
		return s.Problem.Placement.Jobs[0].ID
	case s.Problem.Batch != nil:
		return s.Problem.Batch.Jobs[0].ID
	case s.Problem.Farm != nil:
		return s.Problem.Farm.Jobs[0].ID
	}
	return ""
}

// A change that leaves no answer shows the former decision and that there is none now, and can be put back. A job
// that only starts in another order keeps its machines.
func TestWhatLeavesNoAnswerCanBeTried(t *testing.T) {
	i := slices.IndexFunc(kinds.Screens, func(sc *screen.Screen) bool { return sc.Kind == "farm" })
	s := labtest.Select(labtest.Solve(t, labtest.Preset(t, "farm", "markov-2004")), "job", "19")
	s = state.Reduce(s, state.Show{Field: "answers", To: state.FlipsTab})
	s, r := addDecision(t, s, kinds.Screens[i])
	turns := 0
	for _, f := range r.Flips {
		if strings.Contains(f.NewDecision, "the same, as number ") {
			turns++
		}
		if strings.Contains(f.NewDecision, "without ,") {
			t.Errorf("%s: got %q, want named things", f.Name, f.NewDecision)
		}
	}
	if turns == 0 {
		t.Errorf("got flips %+v, want one that only changes the order", r.Flips)
	}
	s = state.Reduce(s, state.TryFlip{Trying: state.Trying{Path: "farm.machines[id=q1].memory", To: 119,
		Name: "memory of machine q1", Was: r.Decision}})
	s.Problem, s.ProblemOf = s.Draft, s.PosedDraft
	s = labtest.Solve(t, s)
	got := ui.PlainText(panel.Answers(&s, kinds.Screens[i], bare))
	for _, want := range []string{r.Decision + " no answer", "Put it back", "There is no answer"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing from %q", want, got)
		}
	}
}

// A change that the problem does not allow is refused with a message, and nothing is tried.
func TestWhatCannotBeTried(t *testing.T) {
	s := labtest.Solve(t, labtest.Preset(t, "placement", "five-clusters"))
	for _, path := range []string{"placement.clusters[id=Nobody].mips", "placement", "no path at all["} {
		now := state.Reduce(s, state.TryFlip{Trying: state.Trying{Path: path, To: 5}})
		if now.CurrentTrial() != nil {
			t.Errorf("path %s is accepted as a trial", path)
		}
	}
}
