package panel_test

import (
	"regexp"
	"strings"
	"testing"

	"gridbox/app/kind/batch"
	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	problem "gridbox/core/kind/batch"
	"gridbox/core/replay"
)

// smallExamples are the examples whose replays are tested here.
var smallExamples = map[string]string{"placement": "five-clusters", "window": "twelve-nodes",
	"batch": "alp-amp-figure-5",
	"group": "three-sites", "farm": "markov-2004"}

// openReplay returns a kind's example, explained, at the first step.
func openReplay(t *testing.T, sc *screen.Screen, whole bool, algorithm string) state.State {
	t.Helper()
	s := labtest.Solve(t, labtest.Preset(t, sc.Kind, smallExamples[sc.Kind]))
	if algorithm != "" {
		s = labtest.Focus(s, algorithm)
	}
	if job := jobOf(&s); job != "" {
		s = labtest.Select(s, "job", job)
	}
	if whole {
		s = state.Reduce(s, state.Watch{Setting: "whole", To: "on"})
	}
	return state.Reduce(labtest.Explain(t, s, sc), state.StepReplay{})
}

// colours matches what differs between the pictures of two algorithms before any step.
var colours = regexp.MustCompile(`\b[cC](olour)?-?\d+\b|data-[a-z]+="[^"]*"|by [A-Z][^"<.]*|step 0 of \d+`)

// No result is shown before its step: at the start the picture and its words equal those of any other algorithm.
func TestNothingOfTheResultShowsBeforeItsStep(t *testing.T) {
	others := map[string][]string{"placement": {"rbhs", "nearest-data"}, "window": {"first-fit", "min-cost"},
		"batch": {"alp", "amp"}, "farm": {"fcfs", "easy"}}
	for _, sc := range kinds.Screens {
		for _, whole := range []bool{false, true} {
			of := others[sc.Kind]
			if of == nil || whole && !sc.Wholes || sc.Kind == "batch" && !whole {
				continue // its search excludes the windows of earlier families
			}
			drawn := func(algorithm string) string {
				s := openReplay(t, sc, whole, algorithm)
				if s.Explanation.Step != 0 || len(s.Explanation.Trace.Events) == 0 {
					t.Fatalf("%s: got step %d, want 0 of some", sc.Kind, s.Explanation.Step)
				}
				return colours.ReplaceAllString(ui.HTML(panel.Picture(&s, sc)), "")
			}
			a, b := drawn(of[0]), drawn(of[1])
			if a != b {
				at := 0
				for at < min(len(a), len(b)) && a[at] == b[at] {
					at++
				}
				t.Errorf("%s, whole %v: algorithms differ before the first step: %.160s | %.160s",
					sc.Kind, whole, a[max(0, at-60):], b[max(0, at-60):])
			}
		}
	}
}

// A whole run ends with its result and rule; neither is shown before.
func TestAWholeRunEndsOnWhatItCameTo(t *testing.T) {
	for _, sc := range kinds.Screens {
		if !sc.Wholes {
			continue
		}
		s := openReplay(t, sc, true, "")
		alg := screen.Algorithm(&s, s.FocusedAnswer())
		for k := range s.Explanation.Trace.Events {
			at := state.Reduce(s, state.StepReplay{To: k})
			if got := ui.PlainText(panel.Explanation(&at, sc)); strings.Contains(got, "comes to") {
				t.Fatalf("%s, step %d: got the result before the end: %s", sc.Kind, k, got)
			}
		}
		s = state.Reduce(s, state.StepReplay{To: 1 << 30})
		got := ui.PlainText(panel.Explanation(&s, sc))
		m := ui.Num(s.FocusedAnswer().Answer.Metrics[metricOf(sc.Kind)])
		for _, want := range []string{alg.Name + " comes to: ", m, alg.About} {
			if !strings.Contains(got, strings.ReplaceAll(want, "\u202f", " ")) {
				t.Errorf("%s: got end %q, want %q", sc.Kind, got[max(0, len(got)-300):], want)
			}
		}
	}
}

func metricOf(kind string) string {
	return map[string]string{"placement": "makespan", "batch": "totalTime", "farm": "makespan"}[kind]
}

// The marked line of the pseudo-code is that of the step, and each step has one.
func TestTheCodeIsShownWithTheSteps(t *testing.T) {
	for _, sc := range kinds.Screens {
		s := state.Reduce(openReplay(t, sc, false, ""), state.Watch{Setting: "code"})
		for k := 1; k <= min(40, len(s.Explanation.Trace.Events)); k++ {
			s = state.Reduce(s, state.StepReplay{To: k})
			lines := replay.Code(sc.Kind, s.FocusedAnswer().Run.Algorithm)
			want := lines[replay.LineIndex(lines, &s.Explanation.Trace.Events[k-1])].Text
			html := ui.HTML(panel.Explanation(&s, sc))
			if !strings.Contains(html, `aria-current="step">`+ui.HTML(ui.Text(want))) {
				t.Fatalf("%s, step %d: the line %q is not marked", sc.Kind, k, want)
			}
		}
	}
}

// The commands go to the next and the former phase, a fold is one step, and a loop starts again.
func TestWaysToWatch(t *testing.T) {
	sc := kinds.Screens[0]
	s := openReplay(t, sc, false, "")
	phases, n := replay.Phases(s.Explanation.Trace), len(s.Explanation.Trace.Events)
	if len(phases) < 3 {
		t.Fatalf("got phases %v, want at least 3", phases)
	}
	for _, p := range phases {
		if s = state.Reduce(s, state.GoToPhase{By: 1}); s.Explanation.Step != p.Step {
			t.Errorf("next phase: got step %d, want %d, %s", s.Explanation.Step, p.Step, p.Name)
		}
	}
	if s = state.Reduce(s, state.GoToPhase{By: 1}); s.Explanation.Step != n {
		t.Errorf("after the last phase: got step %d, want %d", s.Explanation.Step, n)
	}
	for i := len(phases) - 1; i >= 0; i-- {
		if phases[i].Step == n {
			continue // it is there already
		}
		if s = state.Reduce(s, state.GoToPhase{By: -1}); s.Explanation.Step != phases[i].Step {
			t.Errorf("phase before: got step %d, want %d", s.Explanation.Step, phases[i].Step)
		}
	}
	s = state.Reduce(state.Reduce(s, state.Watch{Setting: "fold"}), state.StepReplay{})
	stops := 0
	for ; s.Explanation.Step < n; stops++ {
		s = state.Reduce(s, state.StepReplay{By: 1})
	}
	if stops >= n || stops < len(phases) {
		t.Errorf("got %d stops of %d steps, want %d or more, fewer than the steps", stops, n, len(phases))
	}
	for _, loop := range []bool{true, false} {
		s = state.Reduce(s, state.Watch{Setting: "loop"})
		s = state.Reduce(state.Reduce(s, state.StepReplay{To: n - 1}), state.Play{On: true})
		if s = state.Reduce(s, state.StepReplay{By: 1}); s.Explanation.Playing != loop {
			t.Errorf("end, looping %v: got playing %v", loop, s.Explanation.Playing)
		}
		s = state.Reduce(s, state.Play{})
	}
	s = state.Reduce(s, state.Watch{Setting: "speed", To: "99"})
	if s.Replay.Speed != 3 {
		t.Errorf("got speed %d, want 3", s.Replay.Speed)
	}
}

// Before the combination is chosen, the picture of a whole batch does not depend on the choice.
func TestNoWindowStandsOutBeforeItIsChosen(t *testing.T) {
	sc := &batch.Screen
	s := openReplay(t, sc, true, "")
	other := *s.FocusedAnswer().Answer
	solution := *other.Solution.(*problem.Solution)
	solution.Chosen = append([]problem.Choice(nil), solution.Chosen...)
	for i := range solution.Chosen {
		solution.Chosen[i].Window = 1 - min(1, solution.Chosen[i].Window)
	}
	other.Solution = &solution
	o := labtest.WithAnswer(s, s.FocusedAnswer().Run, &other)
	differed := false
	for k, e := range s.Explanation.Trace.Events {
		draw := func(s state.State) string {
			s = state.Reduce(s, state.StepReplay{To: k})
			return ui.HTML(panel.Picture(&s, sc)) + ui.HTML(panel.Explanation(&s, sc))
		}
		if same := draw(s) == draw(o); !same && !differed {
			t.Fatalf("step %d shows the choice before it is made", k)
		}
		differed = differed || e.Kind == "choose"
	}
	if !differed {
		t.Fatal("got no choice")
	}
}
