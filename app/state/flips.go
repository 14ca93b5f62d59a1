package state

import (
	"strconv"

	"gridbox/app/library"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// Trying is a change of one number that was made to see its effect on a decision. It ends when the problem changes
// again.
type Trying struct {
	Path, Name, Unit string
	From, To         float64
	Element          string             // the thing that is decided
	Was              string             // the decision before the change
	Metrics          map[string]float64 // of the answer before
	PosedDraft       *scenario.Scenario // the problem with the change
}

// TryFlip makes such a change, as an edit that can be undone. TryCopy makes it
// in a copy of the draft, which is not changed; CopyFlip moves the current
// change into a copy. KeepFlip keeps the change as an ordinary edit.
type (
	TryFlip  struct{ Trying Trying }
	TryCopy  struct{ Trying Trying }
	CopyFlip struct{}
	KeepFlip struct{}
)

// FlipsTab is the tab with the changes that would alter a decision.
const FlipsTab = "flips"

// reduce returns the state with the number changed in the explicit problem. The result has only a message if the
// problem is not ready, the path does not name exactly one number, or the value is invalid.
func (a TryFlip) reduce(s State) State {
	t := a.Trying
	way, wrong := doc.WayTo(scenario.Scenario{}, t.Path)
	d, ok := ready(s)
	if wrong != "" || !ok || way.Count(d) != 1 {
		return NotReady.reduce(s)
	}
	own := *d
	way.Change(&own, func(x float64) float64 { t.From = x; return t.To })
	if faults := scenario.Validate(&own); len(faults) > 0 {
		return Notify{Text: i18n.T("That cannot be tried: {}", faults[0].String()), Error: true}.reduce(s)
	}
	if answer := s.FocusedAnswer(); t.Metrics == nil && answer != nil && answer.Answer != nil {
		t.Metrics = answer.Answer.Metrics
	}
	s = commit(s, &own, i18n.T("try {}", t.Name), "", true)
	t.PosedDraft = s.PosedDraft
	s.Trying = t
	return s
}

func (a TryCopy) reduce(s State) State {
	tried := TryFlip(a).reduce(s)
	if tried.Draft == s.Draft {
		return tried // it is impossible; the message has the reason
	}
	return openTrialCopy(s, tried.Draft, tried.Trying)
}

func (CopyFlip) reduce(s State) State {
	t, d := s.CurrentTrial(), s.Draft
	if t == nil {
		return s
	}
	trying, was := *t, *d
	way, _ := doc.WayTo(scenario.Scenario{}, t.Path)
	way.Change(&was, func(float64) float64 { return t.From })
	return openTrialCopy(commit(s, &was, i18n.T("put {} back", t.Name), "", true), d, trying)
}

// openTrialCopy opens a copy of the current draft, in which a change is tried.
func openTrialCopy(s State, draft *scenario.Scenario, t Trying) State {
	from, own := library.DisplayTitle(s.Draft.Title), *draft
	own.Title = from + ", " + t.Name + " at " + strconv.FormatFloat(t.To, 'g', 6, 64)
	s = Open{Draft: &own, Name: i18n.T("try {} in a copy", t.Name)}.reduce(s)
	s.Trying = t
	s.Trying.PosedDraft = s.PosedDraft
	return Notify{Text: i18n.T("This is a copy in which {} is tried. {} stays as it was.", t.Name, from),
		Undo: true}.reduce(s)
}

func (KeepFlip) reduce(s State) State {
	s.Trying = Trying{}
	return s
}

// CurrentTrial returns the change that is being tried, nil if the problem has changed since.
func (s *State) CurrentTrial() *Trying {
	if s.Trying.PosedDraft == nil || s.Trying.PosedDraft != s.PosedDraft {
		return nil
	}
	return &s.Trying
}
