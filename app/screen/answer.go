package screen

import (
	"sync"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// What every screen asks of the answers.

// Algorithm is the algorithm of an answer, with the name and colour that its run
// has among the others; the zero one for none.
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

// Refuted reports whether the checker found an answer to be wrong.
func Refuted(a *state.Answer) bool {
	return a != nil && a.Answer != nil && a.Answer.Check != nil && !a.Answer.Check.OK
}

// Named is what a sentence calls the algorithm of an answer, with a word of
// warning where the problem has changed since, or the checker refutes it.
func Named(s *state.State, a *state.Answer) string {
	name := Algorithm(s, a).Name
	if a != nil && s.Stale(*a) {
		name += " (before the last change)"
	}
	if Refuted(a) {
		name += " (refuted by the checker)"
	}
	return name
}

// Solution is that of an answer as long as it can be shown on the problem as it
// is now: of an answer to an earlier one, same says whether it can.
func Solution[T any](s *state.State, a *state.Answer, same func(now, then *scenario.Scenario) bool) *T {
	if a == nil || a.Answer == nil || !a.Answer.Feasible || s.Problem == nil || a.Problem == nil {
		return nil
	}
	if s.Stale(*a) && !same(s.Problem, a.Problem) {
		return nil
	}
	solution, _ := a.Answer.Solution.(*T)
	return solution
}

// Solved lists the answers that hold a solution.
func Solved(s *state.State) (list []*state.Answer) {
	for i := range s.Answers {
		if a := &s.Answers[i]; a.Answer != nil && a.Answer.Feasible {
			list = append(list, a)
		}
	}
	return list
}

// Lacking says that there is no solution to show, by the kind's word for one,
// and why where that is known.
func Lacking(a *state.Answer, what string) ui.Node {
	if a != nil && a.Answer != nil && !a.Answer.Feasible {
		return Empty("No " + what + ": " + a.Answer.Reason.String())
	}
	return Empty("There is no answer yet.")
}

// Empty is a sentence in the place of something that is not there.
func Empty(text string) ui.Node { return ui.El("p", ui.Class("empty"), text) }

// Marks are the marks of the picture that are selected.
func Marks(s *state.State) []picture.Ref {
	var list []picture.Ref
	for _, t := range s.Select {
		list = append(list, picture.Ref{Kind: t.Kind, ID: t.ID})
	}
	return list
}

// Explained is the kind's own explanation, nil where there is none. Nothing of it is
// modified: it is read once, however often it is drawn.
func Explained[T any](s *state.State) *T {
	detail := s.Why.Detail
	if len(detail) == 0 {
		return nil
	}
	explained.Lock()
	defer explained.Unlock()
	if why, ok := explained.why.(*T); ok && &detail[0] == &explained.of[0] {
		return why
	}
	var why T
	if !Read(detail, &why) {
		return nil
	}
	explained.of, explained.why = detail, &why
	return &why
}

// Read fills a value from what a worker told of it, and says whether that was whole.
func Read(detail []byte, into any) bool { return len(detail) > 0 && len(doc.Decode(detail, into)) == 0 }

// explained is what was read last, and of what.
var explained struct {
	sync.Mutex
	of  []byte
	why any
}
