package screen

import (
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/trace"
)

// Step returns the last replayed event, nil before the first.
func Step(s *state.State) *trace.Event {
	t := s.Explanation.Trace
	if t == nil || s.Explanation.Step < 1 || s.Explanation.Step > len(t.Events) {
		return nil
	}
	return &t.Events[s.Explanation.Step-1]
}

// Replaying reports whether the picture shows a recorded step of the run in front instead of its answer. The steps of
// a problem that has changed since do not count.
func Replaying(s *state.State) bool {
	t := s.Explanation.Trace
	return t != nil && s.Explanation.Run == s.Focus && s.Explanation.To == s.PosedDraft &&
		s.Explanation.Step < len(t.Events)
}

// Unbegun returns the sentence before the first step: the state at the start.
// It is empty if there are no steps.
func Unbegun(s *state.State, how string) []ui.Node {
	if t := s.Explanation.Trace; t == nil || len(t.Events) == 0 {
		return nil
	}
	return []ui.Node{ui.Text(i18n.T("{} Play the steps, or use the arrow keys.", how))}
}

// Number formats a number of an event; a missing one is infinite.
func Number(e *trace.Event, name string) string {
	v, ok := e.Value(name)
	if !ok {
		return "∞"
	}
	return ui.Num(v)
}

// Bold returns an emphasised word of a sentence.
func Bold(t string) ui.Node { return ui.El("b", t) }

// Title returns the name of the scenario in a sentence.
func Title(s *state.State) string {
	if s.Draft.Title == "" {
		return "the scenario"
	}
	return s.Draft.Title
}

// Versus returns a sentence on the difference of two answers, from the
// catalogue.
func Versus(s *state.State, a, b *state.Answer) []ui.Node {
	k, ok := catalog.ByID(s.Draft.Kind)
	if !ok || a.Problem == nil {
		return nil
	}
	return []ui.Node{ui.Text(k.Compare(a.Problem, a.LabelledAnswer(), b.LabelledAnswer()))}
}
