package screen

import (
	"sync"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// Functions on answers that every screen uses.

// Algorithm returns the algorithm of an answer, with the name and colour of its
// run; the zero value if there is no answer.
func Algorithm(s *state.State, a *state.Answer) kind.Algorithm {
	if a == nil {
		return kind.Algorithm{}
	}
	alg, _ := catalog.Find(s.Draft.Kind, a.Run.Algorithm)
	if a.Name != "" {
		alg.Name, alg.Colour = a.Name, a.Colour
	}
	return alg
}

// IsRefuted reports whether the checker found an answer to be wrong.
func IsRefuted(a *state.Answer) bool {
	return a != nil && a.Answer != nil && a.Answer.Check != nil && !a.Answer.Check.OK
}

// AnswerName returns the name of an answer's algorithm for a sentence, with a
// warning if the problem has changed since, or the checker refutes the answer.
func AnswerName(s *state.State, a *state.Answer) string {
	name := Algorithm(s, a).Name
	if a != nil && s.IsStale(*a) {
		name += " (before the last change)"
	}
	if IsRefuted(a) {
		name += " (refuted by the checker)"
	}
	return name
}

// Solution returns the solution of an answer if it can be shown on the current
// problem. If the answer belongs to an earlier problem, same reports whether it
// can.
func Solution[T any](s *state.State, a *state.Answer, same func(now, then *scenario.Scenario) bool) *T {
	if a == nil || a.Answer == nil || !a.Answer.Feasible || s.Problem == nil || a.Problem == nil {
		return nil
	}
	if s.IsStale(*a) && !same(s.Problem, a.Problem) {
		return nil
	}
	solution, _ := a.Answer.Solution.(*T)
	return solution
}

// SolvedAnswers returns the answers that have a solution.
func SolvedAnswers(s *state.State) (list []*state.Answer) {
	for i := range s.Answers {
		if a := &s.Answers[i]; a.Answer != nil && a.Answer.Feasible {
			list = append(list, a)
		}
	}
	return list
}

// Lacking returns the message that there is no solution, with the kind's word
// for one, and the reason if it is known.
func Lacking(a *state.Answer, what string) ui.Node {
	if a != nil && a.Answer != nil && !a.Answer.Feasible {
		return Empty(i18n.T("No {}: {}", what, a.Answer.Reason.String()))
	}
	return Empty("There is no answer yet.")
}

// Empty returns a sentence in place of missing contents.
func Empty(text string) ui.Node { return ui.El("p", ui.Class("empty"), text) }

// Marks returns the selected marks of the picture.
func Marks(s *state.State) []picture.Ref {
	var list []picture.Ref
	for _, t := range s.Select {
		list = append(list, picture.Ref{Kind: t.Kind, ID: t.ID})
	}
	return list
}

// Explanation returns the kind's own explanation, nil if there is none. It must
// not be modified: it is decoded once and shared by all drawings.
func Explanation[T any](s *state.State) *T {
	detail := s.Explanation.Detail
	if len(detail) == 0 {
		return nil
	}
	lastExplanation.Lock()
	defer lastExplanation.Unlock()
	if why, ok := lastExplanation.value.(*T); ok && &detail[0] == &lastExplanation.detail[0] {
		return why
	}
	var why T
	if !Read(detail, &why) {
		return nil
	}
	lastExplanation.detail, lastExplanation.value = detail, &why
	return &why
}

// Read decodes a worker's text into a value. It reports false if the text is empty or malformed.
func Read(detail []byte, into any) bool { return len(detail) > 0 && len(doc.Decode(detail, into)) == 0 }

// lastExplanation caches the last decoded explanation, with its text.
var lastExplanation struct {
	sync.Mutex
	detail []byte
	value  any
}
