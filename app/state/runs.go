package state

import (
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/replay"
	"gridbox/core/scenario"
)

// Runs returns the runs of a draft: its own, or the kind's default set.
func Runs(d *scenario.Scenario) []scenario.Run { return catalog.Runs(d) }

// RunKey returns a key that differs for runs with different options; the label
// is ignored, because it changes no answer.
func RunKey(r scenario.Run) string {
	r.Label = ""
	return string(doc.Canonical(r))
}

// change applies f to the answer of a run, hidden or not.
func change(s State, run string, f func(*Answer)) State {
	for _, list := range []*[]Answer{&s.Answers, &s.HiddenAnswers} {
		next := append([]Answer(nil), *list...)
		for i := range next {
			if next[i].ID == run {
				f(&next[i])
				*list = next
				return s
			}
		}
	}
	return s
}

func (a RunWaits) reduce(s State) State {
	return change(s, a.Run, func(r *Answer) {
		r.Status, r.Done, r.Total, r.Started, r.Updated, r.Text, r.Faults = Waiting, 0, 0, 0, 0, "", nil
	})
}

func (a RunProgress) reduce(s State) State {
	return change(s, a.Run, func(r *Answer) {
		if r.Status == Waiting {
			r.Started = a.Now
		}
		r.Status, r.Done, r.Total, r.Updated = Running, a.Done, a.Total, a.Now
	})
}

func (a RunDone) reduce(s State) State {
	if a.To.Kind != s.Draft.Kind {
		return s // algorithms of several kinds have the same name
	}
	return change(s, a.Run, func(r *Answer) {
		r.Status, r.Answer, r.To, r.Key, r.Problem, r.Text = Done, a.Answer, a.To, a.Key, a.Problem, ""
	})
}

func (a RunFailed) reduce(s State) State {
	return change(s, a.Run, func(r *Answer) {
		r.Status, r.Text, r.Faults = Failed, a.Text, a.Faults
		if a.Cancelled {
			r.Status = Cancelled
		}
	})
}

// reduce returns the state with the explicit problem, its layout, and a selection of things that still exist. Without
// a problem it adds the reason as a message. The result of an earlier draft is ignored.
func (a ExpandDone) reduce(s State) State {
	if a.Draft != s.PosedDraft {
		return s
	}
	if a.Problem == nil {
		text := a.Text
		if len(a.Faults) > 0 {
			text = i18n.T("The generator refused: {}", a.Faults[0].String())
		}
		return Notify{Text: text, Error: true, Undo: len(s.Past) > 0}.reduce(s)
	}
	before := s.Problem
	s.Problem, s.ProblemOf = a.Problem, a.Draft
	s = layoutClusters(s, before)
	s.Select = prune(s.Select, s.Problem)
	if len(s.Select) == 0 {
		s.Select = firstElement(s.Problem)
	}
	return s
}

// explanationField returns the field in which an explanation is stored.
func (s *State) explanationField(matrix, flips bool) *Explanation {
	switch {
	case flips:
		return &s.Flips
	case matrix:
		return &s.Matrix
	}
	return &s.Explanation
}

// reduce returns the state with the explanation marked as requested. The present explanation stays if it is about the
// same thing, or if Keep is set and the draft is unchanged.
func (a ExplanationPending) reduce(s State) State {
	w := s.explanationField(a.Matrix, a.Flips)
	old := *w
	if a.Whole && old.Whole && old.Run == a.Run && old.To == a.To && s.Replaying() {
		// The program runs again to record its input for another job.
		s.Replay.At, s.Replay.fresh = old.Step, old.Step == 0
	}
	*w = Explanation{Run: a.Run, About: a.About, Whole: a.Whole, To: a.To, Key: a.Key, Pending: true}
	if old.About == a.About && old.Whole == a.Whole && !a.Matrix && !a.Flips || a.Keep && old.To == a.To {
		// The present explanation stays visible until the new one arrives.
		w.Trace, w.Phases, w.Detail, w.Step = old.Trace, old.Phases, old.Detail, old.Step
	}
	return s
}

// reduce returns the state with the explanation. Its step is the remembered one, the question's while presenting, the
// start of a fresh replay, or the last. An explanation that was not requested last is ignored.
func (a ExplanationArrived) reduce(s State) State {
	w := s.explanationField(a.Matrix, a.Flips)
	if w.Key != a.Key {
		return s
	}
	w.Pending, w.Playing = false, false
	w.Trace, w.Detail, w.Text = a.Trace, a.Detail, a.Text
	w.Step = 0
	if a.Matrix || a.Flips {
		return s
	}
	at := s.Replay.At
	s.Replay.At = 0
	if w.Phases = nil; a.Trace == nil {
		return s
	}
	w.Phases = replay.Phases(a.Trace)
	switch n := len(a.Trace.Events); {
	case at > 0:
		w.Step = min(at, n)
	case s.Lecture.On:
		w.Step = s.QuestionStep()
	case !s.Replay.fresh:
		w.Step = n
	}
	s.Replay.fresh = false
	return s
}

// IsExplanationStale reports whether the explanation belongs to the problem before the
// last change.
func (s *State) IsExplanationStale() bool {
	return s.Explanation.Pending || s.Explanation.To != s.PosedDraft
}
