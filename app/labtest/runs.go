package labtest

import (
	"fmt"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/scenario"
)

// hostile are names of runs with special characters.
var hostile = []string{`<img src=x onerror=alert(1)>`, "a\u202Eb", `"&lt;'`, strings.Repeat("long ", 19)}

// runs draws the list of runs and the answers for repeated algorithms: named,
// renamed, hidden, ordered, with options open.
func (v *Viewer) runs(s state.State) {
	list := state.Reduce(s, state.Show{Field: "answers", To: panel.RunsTab})
	v.CheckPage(list, "the list of runs")
	for _, a := range s.All() {
		v.Glimpse(state.Reduce(list, state.Show{Field: "options", To: a.ID}), "options of %s", a.ID)
	}
	first := s.Answers[0].ID
	list = state.Reduce(list, state.DuplicateRun{Run: first})
	v.Glimpse(list, "a duplicate")
	for i, label := range hostile {
		list = state.Reduce(state.Reduce(list, state.AddRun{Algorithm: s.Answers[0].Run.Algorithm}),
			state.SetField{Path: "runs[" + string(rune('0'+i)) + "].label", Text: label})
		list = state.Reduce(list, state.MoveRun{Run: first, By: 1})
	}
	v.CheckPage(list, "hostile names")
	v.Glimpse(state.Reduce(list, state.SetField{Path: "runs[0].label", Text: "a\nb"}), "a name that is none")
	v.CheckPage(state.Reduce(list, state.HideRun{Run: first, On: true}), "a hidden run")
	if isLarge(&s) {
		return
	}
	list = state.Reduce(list, state.Show{Field: "answers", To: "compare"})
	for _, a := range list.Answers {
		if a.Answer == nil && v.sc.WeightOf(&list, a.Run) <= 1 {
			list = Solve(v.t, list, a.Run)
		}
	}
	v.CheckPage(v.explain(list), "answers of one algorithm several times")
	for _, c := range v.sc.Series {
		v.CheckPage(v.explain(state.Reduce(list, state.Show{Field: "chart", To: c.ID})), "chart %s of repeated runs",
			c.ID)
	}
}

// Glimpse draws the parts that the list of runs changes.
func (v *Viewer) Glimpse(s state.State, of string, args ...any) {
	v.t.Helper()
	v.checkNodes([]ui.Node{panel.Answers(&s, v.sc, additions)}, false, fmt.Sprintf(of, args...))
}

// runOf returns the ID of an equal run, preferably one without an answer.
func runOf(s *state.State, r scenario.Run) string {
	for _, a := range s.Answers {
		if state.RunKey(a.Run) == state.RunKey(r) && a.Run.Label == r.Label && a.Answer == nil {
			return a.ID
		}
	}
	for _, a := range s.Answers {
		if state.RunKey(a.Run) == state.RunKey(r) && a.Run.Label == r.Label {
			return a.ID
		}
	}
	return r.Algorithm
}
