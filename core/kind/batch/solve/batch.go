// Package solve schedules a batch of parallel jobs in a virtual organisation. It searches for
// many alternative windows for every job, which do not overlap, and then chooses the combination
// of one window for each job that is best for the organisation.
//
// The searches ALP and AMP, the search for alternatives and the two problems of choice are those
// of Toporkov, Toporkova, Bobchenkov, Yemelyanov and Tselishchev, "Resource Selection Algorithms
// for Economic Scheduling in Distributed Systems" (ICCS 2011), in the wording of its Russian
// sister on the search for alternative slot sets (sections 3 and 4).
//
// Deviations and interpretations:
//
//   - Condition 2b of ALP is printed L(s) >= t P(s)/P, by which a faster node would need a
//     longer slot. No time below t could then result, yet the paper reports such times; so a
//     part lasts t P / P(s) = volume / P(s). Options.Duration offers the printed formula.
//   - Slots with equal starts are in the order of the nodes in the document.
//   - The time of a window is the time of its longest part; Options.Measure offers the sum over
//     its parts.
//   - The quotas T* and B* are defined in sister papers only; see quota.go.
//   - A sum keeps a limit if it exceeds it by a factor of at most 1 + 10^-12, so that the total
//     of an answer, rounded as printed, can be used as a limit.
//   - Sums are compared as the decimals and quotients of the document, not as rounded numbers
//     (amount.go).
package solve

import (
	"gridbox/core/kind/batch"
	"gridbox/core/policy"
	"gridbox/core/reason"
	"gridbox/core/trace"
)

// An Algorithm is the id of a search for windows.
type Algorithm string

// The algorithms.
const (
	// ALP limits the price of every slot of a window to the job's greatest price.
	ALP Algorithm = "alp"
	// AMP limits the cost of the whole window to the job's budget S = C t N.
	AMP Algorithm = "amp"
)

// MaxWindows is the maximum number of windows of a run.
const MaxWindows = 200_000

// Options of a run; the zero value is valid.
type Options struct {
	batch.Options
	// Formulas are the policy of AlgorithmOwn.
	Formulas *policy.Formulas
	// NoFront skips the Pareto front.
	NoFront bool
	// Log records the events; nil records nothing.
	Log *trace.Log
	// Progress receives the progress of the run.
	Progress func(done, total int)

	program *programSearch // finds the windows, if the algorithm is a program
}

// A Result is the result of a run.
type Result struct {
	// Feasible is false if no job got a window; Reason is then why.
	Feasible bool
	Reason   *reason.Reason
	Solution *batch.Solution
	Metrics  batch.Metrics
	// Bound is a lower bound of the objective over all combinations of the alternatives found,
	// over all cycles. It equals the objective if Exact is set. Prices, one for each cycle,
	// are the multipliers that prove it (relax.go).
	Bound  float64
	Prices []float64
	Exact  bool
	Stats  Stats
}

// Stats count the work done.
type Stats struct {
	Searches      int // searches for one window
	SlotsExamined int // slots inspected in all searches
	Windows       int // windows found
	States        int // partial combinations in all choices
	Postponed     int // postponements of jobs to the next cycle
	Unscored      int // policy scores that were NaN
	Infinite      int // policy scores that were infinite
}

// keepsLimit reports whether a sum keeps a limit, up to rounding.
func keepsLimit(sum, limit float64) bool {
	if limit < 0 {
		return sum <= limit-float64(limit*-1e-12)
	}
	return sum <= limit+float64(limit*1e-12)
}
