package state

import (
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Runs gives the runs of a draft: its own, or the kind's default set.
func Runs(d *scenario.Scenario) []scenario.Run { return catalog.Runs(d) }

// matchAnswers gives every run of the draft its place and keeps the answers
// that are there already.
func matchAnswers(s State) State {
	runs := Runs(s.Draft)
	next := make([]Answer, len(runs))
	for i, r := range runs {
		next[i] = Answer{Run: r, Rev: -1}
		for _, old := range s.Answers {
			if old.Run.Algorithm == r.Algorithm {
				next[i] = old
				next[i].Run = r
				break
			}
		}
	}
	s.Answers = next
	s.Rev[OfAnswers]++
	if s.Focused() == nil && len(next) > 0 {
		s.Focus = next[0].Run.Algorithm
		s.Rev[OfFocus]++
	}
	return s
}

// RunKey tells runs with different options apart.
func RunKey(r scenario.Run) string { return string(doc.Canonical(r)) }

// change applies f to the answer of an algorithm, which facet is about.
func change(s State, facet Facet, algorithm string, f func(*Answer)) State {
	next := append([]Answer(nil), s.Answers...)
	for i := range next {
		if next[i].Run.Algorithm == algorithm {
			f(&next[i])
			s.Answers = next
			s.Rev[facet]++
			return s
		}
	}
	return s
}

func (a RunWaits) reduce(s State) State {
	return change(s, OfProgress, a.Algorithm, func(r *Answer) {
		r.Status, r.Done, r.Total, r.Started, r.Now, r.Text, r.Faults = Waiting, 0, 0, 0, 0, "", nil
	})
}

func (a RunProgress) reduce(s State) State {
	return change(s, OfProgress, a.Algorithm, func(r *Answer) {
		if r.Status == Waiting {
			r.Started = a.Now
		}
		r.Status, r.Done, r.Total, r.Now = Running, a.Done, a.Total, a.Now
	})
}

func (a RunDone) reduce(s State) State {
	return change(s, OfAnswers, a.Algorithm, func(r *Answer) {
		r.Status, r.Answer, r.Rev, r.Key, r.Problem, r.Text = Done, a.Answer, a.Rev, a.Key, a.Problem, ""
	})
}

func (a RunFailed) reduce(s State) State {
	return change(s, OfProgress, a.Algorithm, func(r *Answer) {
		r.Status, r.Text, r.Faults = Failed, a.Text, a.Faults
		if a.Cancelled {
			r.Status = Cancelled
		}
	})
}

func (a Expanded) reduce(s State) State {
	if a.Rev != s.SolveRev {
		return s
	}
	if a.Problem == nil {
		text := a.Text
		if len(a.Faults) > 0 {
			text = "The generator refused: " + a.Faults[0].String()
		}
		return Tell{Text: text, Error: true, Undo: len(s.Past) > 0}.reduce(s)
	}
	s.Problem, s.ProblemRev = a.Problem, a.Rev
	s = layOut(s)
	s.Select = prune(s.Select, s.Problem)
	if len(s.Select) == 0 {
		s.Select = firstThing(s.Problem)
	}
	s.Rev[OfDraft]++
	s.Rev[OfSelect]++
	return s
}

func (a WhyPending) reduce(s State) State {
	old := s.Why
	s.Why = Why{Run: a.Run, About: a.About, Rev: a.Rev, Key: a.Key, Pending: true}
	if old.About == a.About {
		// What is known stays visible until the new answer comes.
		s.Why.Trace, s.Why.Detail, s.Why.Step = old.Trace, old.Detail, old.Step
	}
	s.Rev[OfWhy]++
	return s
}

func (a WhyArrived) reduce(s State) State {
	if s.Why.Key != a.Key {
		return s
	}
	s.Why.Pending, s.Why.Playing = false, false
	s.Why.Trace, s.Why.Detail, s.Why.Text = a.Trace, a.Detail, a.Text
	s.Why.Step = 0
	if a.Trace != nil {
		s.Why.Step = len(a.Trace.Events)
	}
	s.Rev[OfWhy]++
	return s
}

func (a MatrixPending) reduce(s State) State {
	s.Matrix = Matrix{Key: a.Key, Pending: true}
	s.Rev[OfMatrix]++
	return s
}

func (a MatrixArrived) reduce(s State) State {
	if s.Matrix.Key == a.Key {
		s.Matrix = Matrix{Key: a.Key, Detail: a.Detail, Text: a.Text}
		s.Rev[OfMatrix]++
	}
	return s
}

func (a Stepped) reduce(s State) State {
	if s.Why.Trace == nil {
		return s
	}
	to := a.To
	if a.By != 0 {
		to = s.Why.Step + a.By
	}
	s.Why.Step = max(0, min(to, len(s.Why.Trace.Events)))
	if s.Why.Step == len(s.Why.Trace.Events) {
		s.Why.Playing = false
	}
	s.Rev[OfWhy]++
	return s
}

func (a Play) reduce(s State) State {
	if s.Why.Trace == nil || len(s.Why.Trace.Events) == 0 {
		return s
	}
	if a.On && s.Why.Step >= len(s.Why.Trace.Events) {
		s.Why.Step = 0
	}
	s.Why.Playing = a.On
	s.Rev[OfWhy]++
	return s
}
