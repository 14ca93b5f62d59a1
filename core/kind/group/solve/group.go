// Package solve has the algorithms for group problems. They allocate n nodes under a budget such
// that the availability of the window is greatest, where nodes fail in groups.
//
// It has the algorithms that Toporkov, Yemelyanov and Bulkhak compare in "Efficient Allocation of
// Resources under Group Dependencies and Availability Uncertainties" (brute force, Knapsack
// Single, the search tree with exact and with greedy node values, and the Group Knapsack
// Algorithm, GKA), and frontier, an exact algorithm of our own.
//
// All of them maximise the product of the availabilities of the distinct groups used and of the
// nodes themselves, or a sum of values, over windows of exactly n nodes within the budget. Among
// windows of equal worth the cheaper one is preferred; among those a fixed order of the algorithm
// decides.
//
// # Numbers
//
// Prices are the decimals of the document, scaled to integers without loss as long as their sum
// stays below 2^61 steps. Otherwise they are rounded up to the finest decimals with such a sum,
// and Stats.RoundingStep is set. Values under the objective sum have six decimals, or more while no
// sum reaches 2^50 steps. Availabilities become logarithms in steps of a power of two (2^-50 for
// ordinary numbers), so that sums of them do not depend on the order. Brute force and frontier
// compare two windows that are closer than the rounding of their logarithms as exact products of
// integers. GKA and the tree compare only the logarithms, and their bounds include the rounding
// error.
package solve

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/kind/group"
	"gridbox/core/policy"
	"gridbox/core/reason"
	"gridbox/core/trace"
)

// An Algorithm is the id of an algorithm.
type Algorithm string

// The algorithms.
const (
	AlgorithmBruteForce     Algorithm = "brute-force"
	AlgorithmKnapsackSingle Algorithm = "knapsack-single"
	AlgorithmTree           Algorithm = "tree"
	AlgorithmTreeGreedy     Algorithm = "tree-greedy"
	AlgorithmGKA            Algorithm = "gka"
	AlgorithmFrontier       Algorithm = "frontier"
	// AlgorithmGreedy, AlgorithmSpread and AlgorithmCopyset take nodes one by one as AlgorithmOwn does,
	// by fixed scores: the gain per price; the fewest nodes of a group, as topology spread constraints
	// of Kubernetes with a skew of 1; and the fewest groups, after the copysets of Cidon, Rumble,
	// Stutsman, Katti, Ousterhout and Rosenblum ("Copysets: Reducing the Frequency of Data Loss in Cloud
	// Storage", 2013), with the groups as the sets.
	AlgorithmGreedy  Algorithm = group.Greedy
	AlgorithmSpread  Algorithm = group.Spread
	AlgorithmCopyset Algorithm = group.Copyset
)

// Options of a run; the zero value is valid.
type Options struct {
	group.Options
	// Formulas are the policy of AlgorithmOwn.
	Formulas *policy.Formulas
	Seed     uint64 // of AlgorithmRandom
	// NoBound skips the bound of the optimum for heuristic algorithms.
	NoBound bool
	// Log records the decisions; nil records nothing.
	Log *trace.Log
	// Progress receives the progress of the run.
	Progress func(done, total int)
	// states replaces frontier's limits of labels in tests.
	states int
}

// A Result is the result of a run.
type Result struct {
	// Feasible is false if there is no window, or none was sought; Reason is then why.
	Feasible bool
	Reason   *reason.Reason
	// Refused is set if the algorithm does not support such a problem, or one of this size. A
	// window may then exist.
	Refused  bool
	Solution *group.Solution
	Metrics  group.Metrics
	// Bound is a proved upper bound of all windows, if HasBound.
	Bound    float64
	HasBound bool
	// Multipliers prove the bound: the worth of a unit of money and of a node in the
	// Lagrangian dual, as a natural logarithm or a plain value.
	Multipliers []float64
	// Blind are the multipliers that prove the optimum of Knapsack Single's own problem.
	Blind []float64
	// Stopped is set if a limit of effort ended a search early, so that an exact algorithm has
	// not proved its window optimal.
	Stopped bool
	Stats   Stats
}

// Stats count the work done.
type Stats struct {
	Sets         int // sets of nodes evaluated by brute force
	Cells        int // cells of GKA's table, over all groups
	TreeNodes    int // evaluated nodes of the search tree
	Labels       int // labels kept by frontier
	Rounds       int // rounds of frontier with a wider limit
	Effort       int // of frontier's search, in visits of labels; see caps.go
	FreeGroups   int // groups that frontier could not fix by bounds
	Comparisons  int // near-ties decided by exact products
	Unscored     int // nodes with a policy score that was NaN
	Infinite     int // nodes with a policy score that was infinite
	RoundingStep float64
	// DualBound is frontier's Lagrangian bound before the search.
	DualBound float64
}

// Solve solves a valid problem with one algorithm. The same problem and options
// give the same result, with or without a log. A cancelled run returns what it
// has with the error of the context.
func Solve(ctx context.Context, p *group.Problem, algorithm Algorithm, o Options) (Result, error) {
	in := newInstance(p, false)
	r, err := in.solve(ctx, algorithm, o)
	r.Stats.RoundingStep = in.roundingStep
	return r, err
}

// solve runs an algorithm. An infeasible instance gives a result with the reason. It returns an
// error if the algorithm is unknown or the context is cancelled.
func (in *instance) solve(ctx context.Context, algorithm Algorithm, o Options) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if why := in.infeasible(); why != nil {
		return Result{Reason: why}, nil
	}
	for _, a := range algorithms() {
		if a.id == algorithm {
			return a.solve(in, ctx, o)
		}
	}
	return Result{}, errors.New("group: no algorithm is called " + strconv.Quote(string(algorithm)))
}

// An algorithm is a way to solve a feasible instance.
type algorithm struct {
	id    Algorithm
	solve func(in *instance, ctx context.Context, o Options) (Result, error)
}

// algorithms returns all algorithms.
func algorithms() []algorithm {
	return []algorithm{
		{AlgorithmBruteForce, (*instance).bruteForce},
		{AlgorithmKnapsackSingle, (*instance).single},
		{AlgorithmTree, (*instance).exactTree},
		{AlgorithmTreeGreedy, (*instance).greedyTree},
		{AlgorithmGKA, (*instance).gka},
		{AlgorithmFrontier, (*instance).frontier},
		{AlgorithmOwn, (*instance).allocateByPolicy},
		{AlgorithmGreedy, allocateByRule(group.Greedy)},
		{AlgorithmSpread, allocateByRule(group.Spread)},
		{AlgorithmCopyset, allocateByRule(group.Copyset)},
		{AlgorithmRandom, (*instance).random},
	}
}

func refusal(why *reason.Reason) Result { return Result{Refused: true, Reason: why} }
