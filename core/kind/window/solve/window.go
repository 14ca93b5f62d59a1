// Package solve searches for a window for one parallel job: n slots on different nodes that start
// and end together.
//
// It has the general square window search of Toporkov and Yemelyanov, "Optimization of Resources
// Selection for Jobs Scheduling in Heterogeneous Distributed Computing Environments" (ICCS 2018),
// section 3.2. Nodes form groups by performance; the group of performance P contains every node
// that is at least as fast, and a window in it lasts T = V/P. In each group, from the fastest on,
// slots are added in the order of their starts, and slots that end before start + T expire; the
// best n of the rest within the budget are a window.
//
// Interpretations, where the text is silent or contradicts itself:
//
//   - The best value is "none" at first, not 0 (step 1), because minimised criteria are
//     negative.
//   - Performance at least p and cost at most C, as in section 4.1 and (1), not strictly.
//   - Slots that start at the same time are added one by one, as printed, in the order of their
//     nodes, and the first window found is taken. This reproduces the paper's averages for First
//     Fit and Multiple Best. With the option Together all of them are added first; windows with
//     the same start are then cheaper, and the order of nodes has no effect. For cost, value and
//     custom criteria only the greatest set of candidates at a start counts, so these always add
//     all.
//   - First Fit takes the earliest start over all groups, the fastest group among equals; the
//     first window in the order of the groups would be that of Min Runtime, and the paper's two
//     algorithms differ. The reading Literal uses that order.
//   - Step v.A, that some slot belongs to the group's own performance, only saves work: without
//     such a slot the window was found before, in a faster group, shorter and cheaper.
//   - Among windows with an equal criterion the one of the fastest group is chosen, then the
//     earliest.
//
// Candidate windows start where slots start: any window can be moved to the left up to the latest
// start of its slots, and no criterion gets worse by that except a custom one that favours late
// starts.
//
// Slots that cannot lead to a better window are skipped, by the budget, by the count, by the best
// values, or by a Lagrangian bound (subset.go). If there are many groups, as when every node has
// its own performance, starts and groups are searched together, and bounds prune ranges of both
// (plane.go). None of this changes an answer.
package solve

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/policy"
	"gridbox/core/trace"
)

// An Algorithm names one way to choose a window.
type Algorithm string

// The algorithms.
const (
	// AlgorithmFirstFit takes the earliest window within the budget. The time is O(G S) for G
	// groups and S slots, with 64 nodes per step.
	AlgorithmFirstFit   Algorithm = "first-fit"
	AlgorithmMinStart   Algorithm = "min-start"
	AlgorithmMinFinish  Algorithm = "min-finish"
	AlgorithmMinRuntime Algorithm = "min-runtime"
	AlgorithmMinCost    Algorithm = "min-cost"
	// AlgorithmMaxSum takes the window with the greatest sum of an attribute:
	// the paper's MaxQ.
	AlgorithmMaxSum Algorithm = "max-sum"
	// AlgorithmMultipleBest repeatedly cuts First Fit's window out of the free time, and takes
	// the best of these windows by one criterion.
	AlgorithmMultipleBest Algorithm = "multiple-best"
	AlgorithmCustom       Algorithm = "custom"
	// AlgorithmOwn is Custom with the formula of a policy, which is minimised. If the formula
	// weighs nodes, the sum of weights is minimised.
	AlgorithmOwn Algorithm = policy.AlgorithmOwn
)

// Options of a run; the zero value is valid.
type Options struct {
	window.Options
	// Formulas are the policy of AlgorithmOwn.
	Formulas *policy.Formulas
	// NoBound skips the bound of Multiple Best, which needs another search.
	NoBound bool
	// Log records the steps; nil records nothing.
	Log *trace.Log
	// Progress receives the number of groups done, or the part of the horizon.
	Progress func(done, total int)

	planar bool // search any number of groups as a plane
	effort int  // replaces maxEffort if not 0
}

// A Result is the result of a run.
type Result struct {
	// Feasible is false if there is no window; Shortage is then the reason.
	Feasible bool
	Shortage *Shortage
	Solution *window.Solution
	Metrics  window.Metrics
	// Bound is a proved limit of the metric named by BoundMetric. The answer is optimal if it
	// reaches the bound. Bounded is empty if there is none.
	BoundMetric string
	Bound       float64
	// Best is, for Multiple Best, the best value of each metric over the alternatives, which
	// may be of different windows.
	Best  window.Metrics
	Stats Stats
}

// Stats count the work done.
type Stats struct {
	Groups       int     // groups searched slot by slot
	GroupsPruned int     // groups pruned by a bound
	Slots        int     // slots added to the candidates
	Examined     int     // starts whose best subset was chosen
	Pruned       int     // starts, or ranges of starts and groups, pruned by a bound
	Labels       int     // states of the exact choices
	Alternatives int     // windows that Multiple Best found
	Searched     int     // starts at which a custom criterion was searched heuristically
	Criterion    float64 // value of the custom criterion
	Rounding     float64 // greatest rounding of a price; 0 for decimals
	Stopped      bool    // the search reached its limit of effort
}

// add adds the work of an earlier search.
func (s *Stats) add(before *Stats) {
	s.Groups += before.Groups
	s.GroupsPruned += before.GroupsPruned
	s.Slots += before.Slots
	s.Examined += before.Examined
	s.Pruned += before.Pruned
	s.Labels += before.Labels
	s.Stopped = s.Stopped || before.Stopped
}

// setGeneralBound sets the bound of a search over a subset of the windows to
// the result of the general one.
func (s *search) setGeneralBound(algorithm Algorithm, o window.Options) error {
	s.boundMetric = ""
	if !s.have || s.o.NoBound {
		return nil
	}
	general, err := Solve(s.ctx, s.instance.p, algorithm, Options{Options: o, planar: s.o.planar, effort: s.o.effort})
	if err == nil && general.Feasible {
		s.boundMetric, s.bound, s.gap = general.BoundMetric, general.Bound, true
	}
	return err
}

// Solve solves a valid problem with one algorithm. The same problem and options
// give the same result, with or without a log. A cancelled run returns the best
// window so far with the error of the context. An invalid custom expression is
// returned as doc.Faults.
func Solve(ctx context.Context, p *window.WindowProblem, algorithm Algorithm, o Options) (Result, error) {
	s, err := newSearch(ctx, p, algorithm, o)
	if err != nil {
		return Result{}, err
	}
	for _, a := range algorithms() {
		if a.id == algorithm {
			return a.search(s)
		}
	}
	return Result{}, errors.New("window: no algorithm is called " + strconv.Quote(string(algorithm)))
}

// An algorithm is a way to search.
type algorithm struct {
	id     Algorithm
	search func(s *search) (Result, error)
}

// algorithms returns all algorithms.
func algorithms() []algorithm {
	return []algorithm{
		{AlgorithmFirstFit, (*search).firstFit},
		{AlgorithmMinStart, func(s *search) (Result, error) { return s.first(window.ByStart) }},
		{AlgorithmMinFinish, func(s *search) (Result, error) { return s.first(window.ByFinish) }},
		{AlgorithmMinRuntime, func(s *search) (Result, error) { return s.first(window.ByRuntime) }},
		{AlgorithmMinCost, (*search).minCost},
		{AlgorithmMaxSum, (*search).maxSum},
		{AlgorithmMultipleBest, (*search).multiple},
		{AlgorithmCustom, (*search).customCriterion},
		{AlgorithmOwn, (*search).customCriterion},
		{AlgorithmProfile, (*search).profile},
	}
}

// firstFit searches for the earliest start.
func (s *search) firstFit() (Result, error) {
	if s.o.Reading == window.Literal {
		return s.first(window.ByRuntime)
	}
	return s.first(window.ByStart)
}

// first searches for the least start, finish or runtime.
func (s *search) first(by window.Criterion) (Result, error) {
	err := s.minimise(by)
	s.boundMetric = string(by)
	return s.result(err)
}

// minCost searches for the cheapest window.
func (s *search) minCost() (Result, error) {
	err := s.findCheapest()
	s.boundMetric = string(window.ByCost)
	return s.result(err)
}

// maxSum returns the window with the greatest sum of an attribute. If no node has the
// attribute, the result is a shortage.
func (s *search) maxSum() (Result, error) {
	if len(s.instance.p.Nodes) >= s.instance.n && !s.instance.hasAttribute() {
		return Result{Shortage: &Shortage{Reason: ShortAttribute, Need: float64(s.instance.n),
			Text: i18n.English("no node has an attribute called {} to add up", strconv.Quote(s.instance.value))}}, nil
	}
	s.boundMetric = string(window.ByValue)
	err := s.subsets()
	if err == nil && s.o.Subset == window.Dense {
		err = s.setGeneralBound(AlgorithmMaxSum, window.Options{Attribute: s.o.Attribute, Minimise: s.o.Minimise})
	}
	return s.result(err)
}

// customCriterion searches for the best value of an expression or a policy.
func (s *search) customCriterion() (Result, error) { return s.result(s.solveCustom()) }
