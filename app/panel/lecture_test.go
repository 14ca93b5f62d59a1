package panel_test

import (
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// Before a room the steps begin at their start; a guess is told to be right or
// wrong at the last step and not before, counted once, and asked anew of the next.
func TestALectureAsksAndThenTells(t *testing.T) {
	for _, sc := range kinds.Screens {
		t.Run(sc.Kind, func(t *testing.T) {
			s := labtest.Solve(t, labtest.Preset(t, sc.Kind, map[string]string{"placement": "five-clusters",
				"window": "twelve-nodes", "batch": "alp-amp-figure-5", "group": "three-sites",
				"farm": "markov-2004"}[sc.Kind]))
			if job := jobOf(&s); job != "" {
				s = labtest.Select(s, "job", job)
			}
			s = state.Reduce(labtest.Explain(t, s, sc), state.Lecturing{On: true})
			said := func() string { return ui.PlainText(panel.Why(&s, sc)) }
			if s.Why.Step != 0 || !strings.Contains(said(), "lick") {
				t.Fatalf("it begins at step %d with %q", s.Why.Step, said())
			}
			is := s.Decided()
			if len(is) == 0 {
				t.Fatal("nothing was decided")
			}
			s = state.Reduce(s, state.Predict{ID: is[0]})
			if now := said(); !strings.Contains(now, "You expect "+is[0]) || strings.Contains(now, "Right") {
				t.Errorf("with a guess it says %q", now)
			}
			end := len(s.Why.Trace.Events)
			s = state.Reduce(s, state.Stepped{To: end})
			s = state.Reduce(state.Reduce(s, state.Stepped{By: -1}), state.Stepped{To: end})
			if now := said(); !strings.Contains(now, "Right: "+is[0]) || !strings.Contains(now, "1 of 1 right") {
				t.Errorf("at the end it says %q", now)
			}
			s = state.Reduce(state.Reduce(s, state.Stepped{To: 0}), state.Predict{ID: "nobody"})
			s = state.Reduce(s, state.Stepped{To: end})
			if now := said(); !strings.Contains(now, "You expected nobody; it is "+is[0]) ||
				!strings.Contains(now, "1 of 2 right") {
				t.Errorf("after a wrong guess it says %q", now)
			}
			s = state.Reduce(s, state.Lecturing{})
			if strings.Contains(said(), "right so far") {
				t.Error("it goes on when it has ended")
			}
		})
	}
}
