// Package knapsack chooses exactly n of m items so that their weights fit a
// capacity and their values add up to as much as possible: the subset problem
// (1) of Toporkov and Yemelyanov, "Optimization of Resources Selection for Jobs
// Scheduling in Heterogeneous Distributed Computing Environments" (ICCS 2018),
// section 3.3. It is the knapsack problem with a cardinality constraint.
//
// Weights are whole numbers, so that "fits" is never a matter of rounding;
// Scale turns decimal prices into whole numbers without loss. Values are any
// numbers. Where all values are whole (and below 2^53 in sum) the answer is
// exact to the last unit; otherwise up to the rounding of sums of n numbers.
//
// Dense is the paper's recurrence (2), the reference. Solver gives the same
// optimum by a Lagrangian relaxation and a search that starts from it (core.go).
package knapsack

import (
	"errors"
	"math"
)

// A Problem is one instance. Values and Weights have the same length; weights
// are not negative and their sum stays below 2^53.
type Problem struct {
	Values   []float64
	Weights  []int64
	Count    int
	Capacity int64
	// Floor, if Floored, is a known value: only a choice of greater value is sought, which
	// saves most of the work.
	Floor   float64
	Floored bool
	// Hint is a multiplier that Relax tries first. If its bound does not beat the floor, the
	// best multiplier need not be found.
	Hint float64
	// Labels limits the states of the search; 0 means MaxLabels, and a negative value skips
	// the search after the relaxation. At the limit the search falls back on the recurrence if
	// that is small enough, and otherwise returns its best choice with the bound.
	Labels int
}

// An Outcome is the kind of a Result.
type Outcome int

// The outcomes.
const (
	// None: no choice of Count items fits the capacity.
	None Outcome = iota
	// Below: no choice is better than the floor, or none was found if Bound is above the
	// floor.
	Below
	// Found: Items is the choice.
	Found
)

// A Result is a choice with its proof: no choice has a value above Bound. The
// choice is optimal if Bound equals Value (or the floor, for Below).
type Result struct {
	Outcome Outcome
	Items   []int32 // indexes in Values, ascending; valid until the next call
	Value   float64
	Weight  int64
	Bound   float64
	Labels  int // states of the search
}

// MaxLabels is the default limit of states: 24 bytes each.
const MaxLabels = 1 << 21

// ErrTooLarge is returned by Dense if its table would not fit into the memory
// of a page.
var ErrTooLarge = errors.New(
	"knapsack: the table of the recurrence is too large; use fewer items or a coarser price unit")

// A Solver keeps buffers between calls. The zero Solver is ready; it is not
// safe for concurrent use.
type Solver struct {
	p          Problem
	whole      bool    // all values are whole numbers
	slack      float64 // error of sums of keys
	key        []float64
	order      []int32 // a permutation of the items, the chosen ones first
	lambda, mu float64 // multipliers of capacity and count
	bound      float64
	best       float64 // the value to beat: of chosen, or the floor
	chosen     []int32 // ascending
	have       bool    // chosen is a choice of this problem
	candidate  []int32
	search
}

// Solve finds an optimal choice.
//
// Complexity: O(m) for each of the few steps that find the multiplier, then a
// search whose size depends on the gap between the bound and the best choice;
// tens of states on random values, up to Labels if values are nearly
// proportional to weights.
func (s *Solver) Solve(p Problem) Result {
	s.p, s.have, s.chosen = p, false, s.chosen[:0]
	s.labels, s.proven = s.labels[:0], false
	s.best = math.Inf(-1)
	if p.Floored {
		s.best = p.Floor
	}
	n := p.Count
	if n < 0 || n > len(p.Values) || p.Capacity < 0 {
		return Result{Outcome: None, Bound: math.Inf(-1)}
	}
	s.measure()
	if n == 0 {
		s.bound = 0
		s.offer(nil)
		return s.result()
	}
	if !s.relax() {
		return Result{Outcome: None, Bound: math.Inf(-1)}
	}
	if s.open() {
		s.improve()
	}
	if s.open() && p.Labels >= 0 {
		s.expand()
	}
	return s.result()
}

// measure determines whether values are whole, and the error of sums.
func (s *Solver) measure() {
	s.whole = true
	most := 0.0
	for _, v := range s.p.Values {
		s.whole = s.whole && v == math.Trunc(v)
		most = max(most, math.Abs(v))
	}
	total := most * float64(s.p.Count+2)
	s.whole = s.whole && total < 1<<50
	// Each key is a product and a difference, each sum has n terms: 2^-48 of
	// the largest total is far above all their errors for n up to 1000.
	s.slack = total * 0x1p-48 * float64(1+s.p.Count/1000)
}

// open reports whether a choice better than the best may exist.
func (s *Solver) open() bool { return s.promising(s.bound) }

// promising reports whether a bound allows something better.
func (s *Solver) promising(bound float64) bool {
	if s.whole {
		return math.Floor(bound+s.slack+1e-6) > s.best
	}
	// A gain below the rounding error of sums counts as none. Otherwise all choices that tie
	// up to rounding would be enumerated.
	return bound-s.slack > s.best
}

// offer replaces the best choice with a feasible one that is better. Its value is
// summed in the order of the items, so that the same choice always has the same
// value.
func (s *Solver) offer(items []int32) {
	first := !s.have && !s.p.Floored
	if rough := s.value(items); !first && rough+s.slack <= s.best {
		return
	}
	s.candidate = append(s.candidate[:0], items...)
	ascending(s.candidate)
	if value := s.value(s.candidate); first || value > s.best {
		s.best, s.have = value, true
		s.chosen, s.candidate = s.candidate, s.chosen
	}
}

// value returns the sum of the values of items in the given order.
func (s *Solver) value(items []int32) float64 {
	sum := 0.0
	for _, i := range items {
		sum += s.p.Values[i]
	}
	return sum
}

// result returns the result.
func (s *Solver) result() Result {
	r := Result{Outcome: Below, Bound: s.bound, Labels: len(s.labels)}
	if s.whole {
		r.Bound = math.Floor(r.Bound + s.slack + 1e-6)
	}
	r.Bound = max(r.Bound, s.best)
	if !s.open() || s.proven {
		r.Bound = s.best
	}
	if !s.have {
		return r
	}
	r.Outcome, r.Items, r.Value = Found, s.chosen, s.best
	for _, i := range r.Items {
		r.Weight += s.p.Weights[i]
	}
	r.Bound = max(r.Bound, r.Value)
	if !s.open() || s.proven {
		r.Bound = r.Value
	}
	return r
}

// ascending sorts a short list by insertion, a longer one by a heap sort.
func ascending(list []int32) {
	if len(list) > 32 {
		mid := len(list) / 2
		ascending(list[:mid])
		ascending(list[mid:])
		left := append([]int32(nil), list[:mid]...)
		right := list[mid:]
		for i, l, r := 0, 0, 0; l < len(left); i++ {
			if r < len(right) && right[r] < left[l] {
				list[i] = right[r]
				r++
				continue
			}
			list[i] = left[l]
			l++
		}
		return
	}
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && list[k-1] > list[k]; k-- {
			list[k-1], list[k] = list[k], list[k-1]
		}
	}
}
