// Package solve allocates n nodes under a budget so that the whole window is
// most likely available, when nodes fail in groups.
//
// It holds the algorithms that Toporkov, Yemelyanov and Bulkhak compare in
// "Efficient Allocation of Resources under Group Dependencies and Availability
// Uncertainties" (brute force, Knapsack Single, the search tree with exact and
// with greedy node values, and the Group Knapsack Algorithm, GKA), and an
// exact one of our own, frontier.
//
// All of them maximise the product of the availabilities of the distinct
// groups used and of the nodes themselves, or a sum of values, over windows of
// exactly n nodes that cost no more than the budget. Of windows that are worth
// the same the cheaper one is preferred; among those the algorithm's own order
// decides, which is the same every time.
//
// # Numbers
//
// Prices are the decimals that the document says, scaled to integers without loss
// as long as all of them together stay below 2^61 steps, and rounded up to the
// finest decimals that do where not; Stats.Rounded says so. Values under the
// objective sum are kept to six decimals, and to more while no sum of them
// reaches 2^50 steps. Availabilities become logarithms in
// steps of a power of two (2^-50 for ordinary numbers), so that sums of them
// do not depend on the order. Two windows that are closer than the rounding of
// their logarithms are compared by brute force and frontier as exact products
// of whole numbers. GKA and the tree tell only apart what their integers tell
// apart, and their bounds say so.
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
)

// Options of a run; the zero value is valid.
type Options struct {
	group.Options
	// Formulas are the policy of AlgorithmOwn.
	Formulas *policy.Formulas
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
	Sets        int // sets of nodes evaluated by brute force
	Cells       int // cells of GKA's table, over all groups
	TreeNodes   int // evaluated nodes of the search tree
	Labels      int // labels kept by frontier
	Rounds      int // rounds of frontier with a wider limit
	Effort      int // of frontier's search, in visits of labels; see caps.go
	FreeGroups  int // groups that frontier could not fix by bounds
	Comparisons int // near-ties decided by exact products
	Unscored    int // nodes with a policy score that was NaN
	Infinite    int // nodes with a policy score that was infinite
	Rounded     float64
	// DualBound is frontier's Lagrangian bound before the search.
	DualBound float64
}

// Solve solves a valid problem with one algorithm. The same problem and options
// give the same result, with or without a log. A cancelled run returns what it
// has with the error of the context.
func Solve(ctx context.Context, p *group.Problem, algorithm Algorithm, o Options) (Result, error) {
	in := newInstance(p, false)
	r, err := in.solve(ctx, algorithm, o)
	r.Stats.Rounded = in.rounded
	return r, err
}

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
		{AlgorithmOwn, (*instance).byPolicy},
	}
}

func refused(why *reason.Reason) Result { return Result{Refused: true, Reason: why} }
