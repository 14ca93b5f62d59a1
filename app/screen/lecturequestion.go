package screen

import (
	"cmp"
	"slices"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// MaxOptions is the greatest number of answers to a question.
const MaxOptions = 5

// A LectureQuestion is a question to an audience about one decision, with the answers to choose from.
type LectureQuestion struct {
	// Does continues the name of the algorithm: "places job j1. Where does it run?"
	Does    string
	Facts   []ui.Node // the facts that the decision depends on, as one sentence
	Options []Option  // at most MaxOptions, in an order that does not reveal the right one
	Answer  string    // "On Nancy."
	Unit    string    // heading of the scores, "" for none
	Reason  string    // the reason, in one or two sentences
}

// An Option is one of the answers to choose from.
type Option struct {
	Mark  state.Ref // its mark in the picture, the zero Thing if it has none
	Name  string
	Score string // its score or cost, shown with the answer
	Right bool
}

// Numbers returns the numbers of the options by the ids of their marks.
func (a *LectureQuestion) Numbers() map[string]int {
	if a == nil {
		return nil
	}
	numbers := map[string]int{}
	for i := range a.Options {
		if id := a.Options[i].Mark.ID; id != "" {
			numbers[id] = i + 1
		}
	}
	return numbers
}

// Number returns the index of the option with a mark, -1 if there is none.
func (a *LectureQuestion) Number(t state.Ref) int {
	if a != nil && t.ID != "" {
		for i := range a.Options {
			if a.Options[i].Mark == t {
				return i
			}
		}
	}
	return -1
}

// RightHands returns the number of right guesses.
func (a *LectureQuestion) RightHands(guesses [MaxOptions]int) (n int) {
	if a == nil {
		return 0
	}
	for i := range a.Options {
		if a.Options[i].Right {
			n += guesses[i]
		}
	}
	return n
}

// PresentedQuestion returns the presented question, nil for none.
func (sc *Screen) PresentedQuestion(s *state.State) *LectureQuestion {
	if !s.Lecture.On || sc.LectureQuestion == nil || s.Problem == nil {
		return nil
	}
	return sc.LectureQuestion(s)
}

// Next returns the actions that select the next job; the first follows the last. While presenting it skips
// jobs without a decision. In a kind whose runs make a single decision it then focuses the next run instead.
func (sc *Screen) Next(s *state.State) (actions []state.Action) {
	if s.Problem == nil {
		return nil
	}
	if s.Lecture.On && !sc.Wholes {
		return NextRun(s)
	}
	n, id, at := Jobs(s)
	for k := range n {
		next := state.SelectElement{Element: state.Ref{Kind: "job", ID: id((at + 1 + k) % n)}}
		if !s.Lecture.On {
			return []state.Action{next}
		}
		actions = []state.Action{state.Reveal{}, next}
		then := state.Reduce(state.Reduce(*s, state.Reveal{}), next)
		if sc.PresentedQuestion(&then) != nil {
			break
		}
	}
	return actions
}

// NextRun returns the actions that focus the next run while presenting; the first follows the last.
func NextRun(s *state.State) []state.Action {
	for i := range s.Answers {
		if s.Answers[i].ID == s.Focus {
			return []state.Action{state.Reveal{}, state.FocusRun{Run: s.Answers[(i+1)%len(s.Answers)].ID}}
		}
	}
	return nil
}

// Jobs returns the number of jobs of a problem, their ids, and the index of the selected one, -1 for none.
func Jobs(s *state.State) (n int, id func(int) string, at int) {
	n, id = doc.List(scenario.Problem(s.Problem), "jobs")
	at = -1
	if t := s.Main(); t.Kind == "job" {
		for i := range n {
			if id(i) == t.ID {
				at = i
			}
		}
	}
	return n, id, at
}

// BestOptions returns the indices of at most MaxOptions of n things in increasing order. It prefers
// things of a smaller rank and, among equal ranks, of a smaller index.
func BestOptions(n int, rank func(i int) float64) []int {
	chosen := make([]int, 0, n)
	for i := range n {
		chosen = append(chosen, i)
	}
	sorting.Stable(chosen, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	chosen = chosen[:min(n, MaxOptions)]
	slices.Sort(chosen)
	return chosen
}

// MixedOptions returns the indices of at most MaxOptions things, some of them
// right: the first three right ones, then wrong ones, then the other right
// ones. The indices are in increasing order.
func MixedOptions(right []bool) []int {
	const most = 3
	found, rank := 0, make([]float64, len(right))
	for i := range right {
		if rank[i] = 1; !right[i] {
			continue
		}
		if rank[i] = 0; found >= most {
			rank[i] = 2
		}
		found++
	}
	return BestOptions(len(right), func(i int) float64 { return rank[i] })
}
