package screen

import (
	"cmp"
	"slices"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/sorting"
)

// An Ask is a question to an audience about one decision, with the answers to choose from.
type Ask struct {
	// Does continues the name of the algorithm: "places job j1. Where does it run?"
	Does    string
	Needs   []ui.Node // the facts that the decision depends on, as one sentence
	Options []Option  // at most state.MaxOptions, in an order that does not reveal the right one
	Answer  string    // "On Nancy."
	Unit    string    // heading of the scores, "" for none
	Why     string    // the reason, in one or two sentences
}

// An Option is one of the answers to choose from.
type Option struct {
	Mark  state.Thing // its mark in the picture, the zero Thing if it has none
	Name  string
	Score string // its score or cost, shown with the answer
	Right bool
}

// Numbers returns the numbers of the options by the ids of their marks.
func (a *Ask) Numbers() map[string]int {
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
func (a *Ask) Number(t state.Thing) int {
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
func (a *Ask) RightHands(guesses [state.MaxOptions]int) (n int) {
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

// Few returns the indices of at most state.MaxOptions of n things in increasing order. It prefers
// things of a smaller rank and, among equal ranks, of a smaller index.
func Few(n int, rank func(i int) float64) []int {
	chosen := make([]int, 0, n)
	for i := range n {
		chosen = append(chosen, i)
	}
	sorting.Stable(chosen, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	chosen = chosen[:min(n, state.MaxOptions)]
	slices.Sort(chosen)
	return chosen
}

// Mixed returns the indices of at most state.MaxOptions things, some of them
// right: the first three right ones, then wrong ones, then the other right
// ones. The indices are in increasing order.
func Mixed(right []bool) []int {
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
	return Few(len(right), func(i int) float64 { return rank[i] })
}
