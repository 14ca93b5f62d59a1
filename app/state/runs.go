package state

import (
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Runs gives the runs of a draft: its own, or the kind's default set.
func Runs(d *scenario.Scenario) []scenario.Run { return catalog.Runs(d) }

// RunKey tells runs with different options apart; what a run is called changes
// no answer.
func RunKey(r scenario.Run) string {
	r.Label = ""
	return string(doc.Canonical(r))
}

// change applies f to the answer of a run, also of one that is hidden meanwhile.
func change(s State, run string, f func(*Answer)) State {
	for _, list := range []*[]Answer{&s.Answers, &s.Aside} {
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
		r.Status, r.Done, r.Total, r.Started, r.Now, r.Text, r.Faults = Waiting, 0, 0, 0, 0, "", nil
	})
}

func (a RunProgress) reduce(s State) State {
	return change(s, a.Run, func(r *Answer) {
		if r.Status == Waiting {
			r.Started = a.Now
		}
		r.Status, r.Done, r.Total, r.Now = Running, a.Done, a.Total, a.Now
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

func (a Expanded) reduce(s State) State {
	if a.Of != s.Posed {
		return s
	}
	if a.Problem == nil {
		text := a.Text
		if len(a.Faults) > 0 {
			text = "The generator refused: " + a.Faults[0].String()
		}
		return Tell{Text: text, Error: true, Undo: len(s.Past) > 0}.reduce(s)
	}
	s.Problem, s.ProblemOf = a.Problem, a.Of
	s = layOut(s)
	s.Select = prune(s.Select, s.Problem)
	if len(s.Select) == 0 {
		s.Select = firstThing(s.Problem)
	}
	return s
}

// explained is where an explanation goes.
func (s *State) explained(matrix bool) *Why {
	if matrix {
		return &s.Matrix
	}
	return &s.Why
}

func (a WhyPending) reduce(s State) State {
	w := s.explained(a.Matrix)
	old := *w
	*w = Why{Run: a.Run, About: a.About, To: a.To, Key: a.Key, Pending: true}
	if old.About == a.About && !a.Matrix {
		// What is known stays visible until the new answer comes.
		w.Trace, w.Detail, w.Step = old.Trace, old.Detail, old.Step
	}
	return s
}

func (a WhyArrived) reduce(s State) State {
	w := s.explained(a.Matrix)
	if w.Key != a.Key {
		return s
	}
	w.Pending, w.Playing = false, false
	w.Trace, w.Detail, w.Text = a.Trace, a.Detail, a.Text
	w.Step = 0
	if a.Trace != nil {
		w.Step = len(a.Trace.Events)
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
	return s
}
