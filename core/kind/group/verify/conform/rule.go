// Package conform checks that an answer to a group problem is the one of the algorithm that it
// names: the best window if the algorithm guarantees it, otherwise the window to which the rule
// of the algorithm leads. Large problems are checked for validity and bound only.
package conform

import (
	"math"
	"slices"

	"gridbox/core/kind/group"
	kernel "gridbox/core/kind/group/verify"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// Limits of the work of following a rule. Beyond them an answer is valid and its bound proved,
// but it is not compared with its algorithm.
const (
	maxTableWork   = 20_000_000 // cells times ways of GKA's table in coarse cells
	maxTreeWork    = 4_000_000  // nodes read by the tree search
	maxSingleWork  = 24_000_000 // work of the proof for Knapsack Single
	maxRefuteWork  = 500_000    // work that refutes an answer that was stopped
	maxFormulaWork = 2_000_000  // scores of a policy's formula
)

// Answer checks an answer as package verify does, and against its algorithm. The seed is the scenario's.
// Formulas are those of a policy, nil for other answers.
func Answer(p *group.Problem, seed uint64, formulas *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := &checker{Checker: kernel.New(p, a), seed: seed, formulas: formulas}
	verify.Judge(&c.Verdict, c)
	return c.Result()
}

// A checker compares one answer with its algorithm.
type checker struct {
	*kernel.Checker
	seed     uint64
	formulas *policy.Formulas
	window   map[int]bool    // the nodes of the answer
	holding  *kernel.Holding // its window, of an algorithm that promises the cheapest
}

// A promise is the guarantee of an algorithm about its windows.
type promise int

const (
	noPromise       promise = iota
	bestPromise             // no window is better
	cheapestPromise         // and no window composed of the same values is cheaper
)

// algorithmPromise returns the guarantee of the answer's algorithm.
func (c *checker) algorithmPromise() promise {
	switch c.Answer.Algorithm {
	case "tree":
		return bestPromise
	case "frontier", "brute-force":
		return cheapestPromise
	case "gka":
		if !c.coarse() {
			return cheapestPromise
		}
	}
	return noPromise
}

// coarse reports whether GKA's cells are larger than the steps of prices.
func (c *checker) coarse() bool {
	return c.Options.Cells > 0 && float64(c.Options.Cells) < math.Pow10(c.ScaledProblem().Digits)
}

// newHolding returns the holding of the window, or nil if it is never available.
func (c *checker) newHolding() *kernel.Holding {
	s, h, worth, used := c.ScaledProblem(), &kernel.Holding{}, kernel.Sum{}, map[int]bool{}
	for _, i := range c.Nodes {
		g := c.Group(i)
		if s.Nodes[i].Odds == 0 || g >= 0 && s.Groups[g].Odds == 0 {
			return nil
		}
		if _, variant := c.Variants[g]; variant {
			continue
		}
		h.Cost += s.Steps(c.Problem.Nodes[i].Price)
		worth.Add(s.Nodes[i].Worth)
		h.Fingerprint += s.Nodes[i].Fingerprint
		if g >= 0 && !used[g] {
			used[g] = true
			worth.Add(s.Groups[g].Worth)
			h.Fingerprint += s.Groups[g].Fingerprint
		}
	}
	for _, u := range s.Units {
		for _, l := range u.Variants {
			if k, ok := c.Variants[u.Group]; ok && k == l.Index {
				h.Cost += l.Cost
				worth.Add(l.Worth)
				h.Fingerprint += l.Fingerprint
			}
		}
	}
	h.Worth = worth.Value()
	return h
}

// Solution checks a window, then compares it with its algorithm.
func (c *checker) Solution(s *group.Solution) []verify.Metric {
	metrics := c.Checker.Solution(s)
	if len(c.Violations) > 0 {
		return metrics
	}
	if c.algorithmPromise() == cheapestPromise {
		c.holding = c.newHolding()
	}
	if c.refuses() {
		c.Violation("solution", "is there although %s refuses such a problem", c.Answer.Algorithm)
		return metrics
	}
	c.window = map[int]bool{}
	for _, i := range c.Nodes {
		c.window[i] = true
	}
	if c.algorithmPromise() != noPromise {
		c.exact(verify.Find(metrics, "value"))
	}
	switch c.Answer.Algorithm {
	case "tree":
		if c.Options.Bound == group.Relaxed && c.ScaledProblem().Uniform {
			c.followTree() // it chooses the cheapest nodes
		}
	case "tree-greedy":
		c.followTree()
	case "knapsack-single":
		c.followSingle()
	case "gka":
		if c.coarse() {
			c.followTable()
		}
	case policy.AlgorithmOwn:
		if c.formulas != nil {
			c.followFormula(c.formulas.Expression(group.DecideNode))
		}
	case group.Greedy, group.Spread, group.Copyset:
		c.followFormula(group.RuleFormulas(c.Problem, c.Answer.Algorithm).Expression(group.DecideNode))
	case group.Random:
		c.followDraws()
	}
	return metrics
}

// exact checks that the bound of an exact algorithm is reached. It need not be if the answer
// states that a limit stopped it, or if prices or values have too many digits. Then no better
// window may be found with little work, and a tree must have been stopped by one of its limits.
func (c *checker) exact(m *verify.Metric) {
	b := c.Answer.Bound
	if b == nil {
		c.Violation("bound", "is missing: %s shows that nothing is better, or what may be", c.Answer.Algorithm)
		return
	}
	if verify.ApproxEqualSum(b.Value, m.Value, m.MaxTerm) || b.Metric != "value" &&
		(c.Problem.Sums() || b.Metric != "availability") {
		return // reached, or rejected by package verify
	}
	stopped := c.Answer.Stats["stopped"] == 1
	switch s := c.ScaledProblem(); {
	case !stopped && s.Exact && !c.roundsValues():
		c.Violation("bound.value", "is %v and not the %s %v, and nothing says what stopped %s", b.Value, b.Metric,
			m.Value,
			c.Answer.Algorithm)
	case c.Answer.Algorithm == "tree":
		if stopped && !c.roundsValues() && !c.treeStopped() {
			c.Violation("stats.treeNodes", "are %v, at which no limit stops a tree", c.Answer.Stats["treeNodes"])
		}
	case b.Certificate != nil && b.Certificate.Argument == "multipliers" && len(b.Certificate.Multipliers) >= 2:
		g := kernel.Goal{MaxWorth: c.WorthThreshold(m.Value, m.MaxTerm), Work: maxRefuteWork}
		if s.Exact && s.Follow(b.Certificate.Multipliers[:2], g) == kernel.Passed {
			c.Violation("solution", "is not the best: one of more than %v is within reach", m.Value)
		}
	}
}

// roundsValues reports whether summed values have more digits than the trees keep.
func (c *checker) roundsValues() bool {
	_, exact := valueSteps(c.Problem)
	return c.Problem.Sums() && !exact
}

// Proves reports whether the bound's certificate proves it. If the bound is reached and the
// algorithm guarantees it, no window composed of the same values may be cheaper.
func (c *checker) Proves(b *scenario.Bound, m *verify.Metric) bool {
	var h *kernel.Holding
	if verify.ApproxEqualSum(b.Value, m.Value, m.MaxTerm) {
		h = c.holding
	}
	switch c.Follow(b, m, h) {
	case kernel.Proven:
		return true
	case kernel.Cheaper:
		c.Violation("solution", "is not the cheapest window of its groups and availabilities")
		return true
	}
	return false
}

// Infeasible checks that there is no window, or that the algorithm refuses the problem.
func (c *checker) Infeasible() bool {
	proven := c.Checker.Infeasible()
	if !proven && c.Answer.Stats["refused"] == 1 && !c.refuses() {
		c.Violation("stats.refused", "%s does not refuse such a problem", c.Answer.Algorithm)
	}
	return proven
}

// refuses reports whether the algorithm of the answer refuses the problem: for variants, too many
// sets, or a table that is too large. It reports false for other algorithms.
func (c *checker) refuses() bool {
	variants := slices.ContainsFunc(c.Problem.Groups, func(g group.Group) bool { return len(g.Variants) > 0 })
	switch c.Answer.Algorithm {
	case "brute-force":
		return windows(c.ScaledProblem()) > group.MaxSets
	case "knapsack-single", policy.AlgorithmOwn, group.Greedy, group.Spread, group.Copyset, group.Random:
		return variants
	case "tree", "tree-greedy":
		return variants || slices.ContainsFunc(c.steps(), func(u stepUnit) bool { return u.setup > 0 })
	case "gka":
		t := c.table()
		return t.tooLarge || c.coarse() && t.minCells() > t.budget
	}
	return false
}

// windows returns the number of windows of any cost, or a number above the limit of brute force.
func windows(s *kernel.ScaledProblem) float64 {
	nodes := 0
	ways := make([]float64, s.N+1) // ways to take k nodes by variants
	ways[0] = 1
	for _, u := range s.Units {
		nodes += len(u.Items)
		for k := s.N; k > 0; k-- {
			for _, l := range u.Variants {
				if l.Nodes <= k {
					ways[k] += ways[k-l.Nodes]
				}
			}
		}
	}
	total := 0.0
	for k, w := range ways {
		if sets := choose(nodes, s.N-k); w > 0 && sets > 0 {
			total += float64(w * sets)
		}
	}
	return total
}

// choose returns the binomial coefficient of n and k, or a number above the limit of brute force.
func choose(n, k int) float64 {
	if k > n {
		return 0
	}
	sets := 1.0
	for i := 1; i <= min(k, n-k) && sets <= group.MaxSets; i++ {
		sets = sets * float64(n-i+1) / float64(i)
	}
	return math.Round(sets)
}
