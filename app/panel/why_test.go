package panel_test

import (
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/trace"
)

// Before the last step the explanation shows neither the verdict nor the mark of the winner. After a change it is
// marked as outdated, and cannot be stepped.
func TestTheStripGivesNothingAwayAndIsNeverOldInSilence(t *testing.T) {
	for _, sc := range kinds.Screens {
		t.Run(sc.Kind, func(t *testing.T) {
			kind, _ := catalog.ByID(sc.Kind)
			s := labtest.Solve(t, labtest.Preset(t, sc.Kind, kind.Presets[0].ID))
			if job := jobOf(&s); job != "" {
				s = labtest.Select(s, "job", job)
			}
			s = labtest.Explain(t, s, sc)
			if s.Explanation.Trace == nil || len(s.Explanation.Trace.Events) < 2 {
				t.Fatal("got no steps, want at least 2")
			}
			verdict := ui.PlainText(ui.El("p", sc.Verdict(&s)))
			if got := ui.PlainText(panel.Explanation(&s, sc)); verdict == "" || !strings.Contains(got, verdict) {
				t.Fatalf("at the end: verdict %q is not in %q", verdict, got)
			}
			for step := range len(s.Explanation.Trace.Events) {
				at := state.Reduce(s, state.StepReplay{To: step})
				strip := panel.Explanation(&at, sc)
				if got := ui.PlainText(strip); strings.Contains(got, verdict) {
					t.Fatalf("step %d: got the verdict before the end: %q", step, got)
				}
			}
			none := s
			none.Explanation.Trace, none.Explanation.Step = &trace.Log{}, 0
			if got := ui.PlainText(panel.Explanation(&none, sc)); !strings.Contains(got, "records no steps") ||
				strings.Contains(got, "Play the steps") {
				t.Errorf(`run without steps: got %q, want "records no steps"`, got)
			}
			if s.IsExplanationStale() {
				t.Fatal("a new explanation counts as outdated")
			}
			old := s
			old.PosedDraft = nil // the problem is another
			if got := ui.PlainText(panel.Explanation(&old, sc)); !strings.Contains(got, "before the last change") {
				t.Errorf(`another problem: got %q, want "before the last change"`, got)
			}
			if now := state.Reduce(old, state.StepReplay{By: -1}); now.Explanation.Step != old.Explanation.Step {
				t.Error("an outdated explanation can be stepped")
			}
			if now := state.Reduce(old, state.Play{On: true}); now.Explanation.Playing {
				t.Error("an outdated explanation can be played")
			}
		})
	}
}

// The picture of a placement shows only the result of the steps so far.
func TestThePictureGivesNothingAway(t *testing.T) {
	sc := kinds.Screens[0]
	s := labtest.Solve(t, labtest.Preset(t, sc.Kind, "five-clusters"))
	s = labtest.Explain(t, labtest.Select(s, "job", "j1"), sc)
	ended := ui.HTML(panel.Picture(&s, sc))
	s = state.Reduce(s, state.StepReplay{To: 0})
	began := ui.HTML(panel.Picture(&s, sc))
	for _, got := range []string{"runs j1 on Nancy", "12 jobs"} {
		if !strings.Contains(ended, got) || strings.Contains(began, got) {
			t.Errorf("%q: got %t at the end, %t before the first step; want true, false",
				got, strings.Contains(ended, got), strings.Contains(began, got))
		}
	}
}
