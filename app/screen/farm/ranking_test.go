package farm

import (
	"strings"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/engine"
	rules "gridbox/core/policy"
	"gridbox/core/problem/farm"
	"gridbox/core/scenario"
)

// A formula of one's own shows beside the steps how the queue stands by it: at 100 s
// job a leaves the machine, and b, c and d have waited for it; the least score stands
// first. Of one job its score shows over time.
func TestTheQueueByScore(t *testing.T) {
	d := &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "farm",
		Farm: &scenario.Farm{Problem: farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1}}, Jobs: []farm.Job{
			{ID: "a", Slots: 1, Duration: 100}, {ID: "b", Slots: 1, Duration: 40, Submitted: 1},
			{ID: "c", Slots: 1, Duration: 20, Submitted: 2}, {ID: "d", Slots: 1, Duration: 30, Submitted: 3}}}},
		Policies: []scenario.Policy{{ID: "mine", Language: rules.Formula, Source: "job: r - w\n"}},
		Runs:     []scenario.Run{{Algorithm: rules.Own, Options: map[string]any{"policy": "mine"}}}}
	s := labtest.Solve(t, labtest.Open(t, d))
	asked := func(about map[string]string, whole bool) state.State {
		why, err := engine.All().ExplainExplicit(t.Context(), s.Problem, s.Draft.Runs[0], about, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		next := state.Reduce(s, state.WhyPending{Run: s.Focused().ID, Whole: whole, Key: "k", To: s.Posed})
		return state.Reduce(next, state.WhyArrived{Key: "k", Trace: why.Trace})
	}
	whole := asked(nil, true)
	longest, at := 0, 0
	for i := range whole.Why.Trace.Events {
		to := state.Reduce(whole, state.Stepped{To: i + 1})
		if n := len(rowsOf(ranking(&to))); n > longest {
			longest, at = n, i+1
		}
	}
	to := state.Reduce(whole, state.Stepped{To: at})
	rows := rowsOf(ranking(&to))
	if len(rows) != 4 || rows[0][0] != "at 100 s" || rows[1][0] != "c" || rows[2][0] != "d" || rows[3][0] != "b" ||
		strings.TrimSpace(rows[1][4]) != "−78" || rows[3][1] != "99" || rows[3][2] != "40" {
		t.Errorf("%q", rows)
	}
	if text := ui.PlainText(scores(&to)); !strings.Contains(text, "The queue at 100 s, by score") {
		t.Error(text)
	}
	none := state.Reduce(whole, state.Stepped{To: 0})
	if n := ranking(&none); !n.IsZero() {
		t.Errorf("before the first step: %s", ui.HTML(n))
	}
	one := asked(map[string]string{"job": "b"}, false)
	drawn := ui.HTML(ranking(&one))
	if !strings.Contains(drawn, `class="gb-picture score-course"`) ||
		!strings.Contains(drawn, "The score of job b goes from −59 at 100 s to −109 at 150 s") {
		t.Error(drawn)
	}
	one.Problem = nil
	if n := ranking(&one); !n.IsZero() {
		t.Error("scores of no problem")
	}
}
