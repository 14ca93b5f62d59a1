package lab

import (
	"strconv"

	"gridbox/app/kind/kinds"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/decision"
)

// explainFlips requests the smallest changes that would alter the decision,
// while their tab is open.
func (w *answerUpdater) explainFlips(a *state.Answer) {
	s := &w.lab.s
	solves := panel.FlipSolves(s, kinds.OfDraft(s))
	thing, ok := panel.Decision(s, kinds.OfDraft(s))
	if s.Layout.Answers != state.FlipsTab || solves == 0 || !ok {
		return
	}
	about := map[string]string{"flips": strconv.Itoa(solves)}
	if thing.ID != "" {
		about["job"] = thing.ID
	}
	w.requestExplanation(&w.flips, &s.Flips, state.ExplanationPending{Flips: true, Run: a.ID, About: thing.ID}, a.Run,
		about)
}

// tryFlip applies the change of a row of the list.
func tryFlip(l *Lab, id, _ string) {
	if t, ok := l.flip(id); ok {
		l.do(state.TryFlip{Trying: t})
	}
}

// tryCopy applies the change of a row in a copy of the draft; without a row, it moves the change that is being tried
// into a copy.
func tryCopy(l *Lab, id, _ string) {
	if id == "" {
		l.do(state.CopyFlip{})
	} else if t, ok := l.flip(id); ok {
		l.do(state.TryCopy{Trying: t})
	}
}

// flip returns the change of a row of the list. It reports false if the list belongs to an earlier problem.
func (l *Lab) flip(id string) (state.Trying, bool) {
	var r decision.Report
	i, err := strconv.Atoi(id)
	if err != nil || !screen.Read(l.s.Flips.Detail, &r) || i < 0 || i >= len(r.Flips) ||
		l.s.Flips.To != l.s.PosedDraft {
		return state.Trying{}, false
	}
	f := &r.Flips[i]
	return state.Trying{Path: f.Path, Name: f.Name, Unit: f.Unit, To: f.To, Element: l.s.Flips.About,
		Was: r.Decision}, true
}
