// Package conform checks whether an answer to a group problem is the one of the algorithm
// that it names: the best that there is, for an algorithm that promises it, or what the
// rule of the algorithm leads to.
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

// Limits of the work of following a rule. Beyond them an answer is valid and its bound
// proven, but whether it is this algorithm's is not checked.
const (
	maxTableWork   = 20_000_000 // cells times ways, of GKA's table in coarse cells
	maxTreeWork    = 4_000_000  // nodes that the tree search reads
	maxSingleWork  = 24_000_000 // work of the proof for Knapsack Single
	maxRefuteWork  = 500_000    // work that refutes an answer that says it was stopped
	maxFormulaWork = 2_000_000  // scores of a policy's formula
)

// Answer checks an answer as package verify does, and against its algorithm. Formulas are
// those of a policy, nil for other answers.
func Answer(p *group.Problem, formulas *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := &checker{Checker: kernel.New(p, a), formulas: formulas}
	verify.Judge(&c.Verdict, c)
	return c.Result()
}

// A checker compares one answer with its algorithm.
type checker struct {
	*kernel.Checker
	formulas *policy.Formulas
	window   map[int]bool    // the nodes of the answer
	holding  *kernel.Holding // its window, of an algorithm that promises the cheapest
}

// A promise is what an algorithm says of its windows.
type promise int

const (
	noPromise promise = iota
	best              // no window is better
	cheapest          // and none composed of the same values is cheaper
)

// promised returns the promise of the answer's algorithm.
func (c *checker) promised() promise {
	switch c.Answer.Algorithm {
	case "tree":
		return best
	case "frontier", "brute-force":
		return cheapest
	case "gka":
		if !c.coarse() {
			return cheapest
		}
	}
	return noPromise
}

// coarse reports whether GKA's cells are larger than the steps of prices.
func (c *checker) coarse() bool {
	return c.Options.Cells > 0 && float64(c.Options.Cells) < math.Pow10(c.Scaled().Digits)
}

// Solution checks a window and then compares it with its algorithm.
func (c *checker) Solution(s *group.Solution) []verify.Metric {
	metrics := c.Checker.Solution(s)
	if len(c.Found) > 0 {
		return metrics
	}
	if c.promised() == cheapest {
		c.holding = c.Scaled().Hold(c.Nodes, c.Lots, c.Group)
	}
	if c.refuses() {
		c.Violation("solution", "is there although "+c.Answer.Algorithm+" refuses such a problem")
		return metrics
	}
	c.window = map[int]bool{}
	for _, i := range c.Nodes {
		c.window[i] = true
	}
	if c.promised() != noPromise {
		c.exact(verify.Find(metrics, "value"))
	}
	switch c.Answer.Algorithm {
	case "tree":
		if c.Options.Bound == group.Relaxed && c.Scaled().Alike {
			c.followTree() // it takes the cheapest nodes
		}
	case "tree-greedy":
		c.followTree()
	case "knapsack-single":
		c.followSingle()
	case "gka":
		if c.coarse() {
			c.followTable()
		}
	case policy.Own:
		if c.formulas != nil {
			c.followFormula(c.formulas.Of(group.DecideNode))
		}
	}
	return metrics
}

// exact checks that the bound of an exact algorithm is met. An answer may say that a limit
// stopped it, or have prices or values of more digits than are kept. Then no better window
// may be found by little work, and a tree must have been stopped by a limit that it has.
func (c *checker) exact(m *verify.Metric) {
	b := c.Answer.Bound
	if b == nil {
		c.Violation("bound", "is missing: "+c.Answer.Algorithm+" shows that nothing is better, or what may be")
		return
	}
	if verify.Same(b.Value, m.Is, m.Of) || b.Metric != "value" && (c.Problem.Sums() || b.Metric != "availability") {
		return // met, or the kernel refuses it
	}
	stopped := c.Answer.Stats["stopped"] == 1
	switch s := c.Scaled(); {
	case !stopped && s.Exact && !c.rounded():
		c.Violation("bound.value", "is "+verify.Number(b.Value)+" and not the "+b.Metric+" "+verify.Number(m.Is)+
			", and nothing says what stopped "+c.Answer.Algorithm)
	case c.Answer.Algorithm == "tree":
		if stopped && !c.rounded() && !c.treeStopped() {
			c.Violation("stats.treeNodes", "are "+verify.Number(c.Answer.Stats["treeNodes"])+
				", at which no limit stops a tree")
		}
	case b.Certificate != nil && b.Certificate.By == "multipliers" && len(b.Certificate.Multipliers) >= 2:
		g := kernel.Goal{Most: c.MoreThan(m.Is, m.Of), Work: maxRefuteWork}
		if s.Exact && s.Follow(b.Certificate.Multipliers[:2], g) == kernel.Passed {
			c.Violation("solution", "is not the best: one of more than "+verify.Number(m.Is)+" is within reach")
		}
	}
}

// rounded reports whether values that are added up have more digits than the trees keep.
func (c *checker) rounded() bool {
	_, exact := valueSteps(c.Problem)
	return c.Problem.Sums() && !exact
}

// Proves follows the bound's certificate. Where the bound is met and the algorithm promises
// it, no window composed of the same values may be cheaper.
func (c *checker) Proves(b *scenario.Bound, m *verify.Metric) bool {
	var h *kernel.Holding
	if verify.Same(b.Value, m.Is, m.Of) {
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
		c.Violation("stats.refused", c.Answer.Algorithm+" does not refuse such a problem")
	}
	return proven
}

// refuses reports whether the algorithm refuses the problem.
func (c *checker) refuses() bool {
	variants := slices.ContainsFunc(c.Problem.Groups, func(g group.Group) bool { return len(g.Variants) > 0 })
	switch c.Answer.Algorithm {
	case "brute-force":
		return windows(c.Scaled()) > group.MostSets
	case "knapsack-single", policy.Own:
		return variants
	case "tree", "tree-greedy":
		return variants || slices.ContainsFunc(c.steps(), func(u stepUnit) bool { return u.setup > 0 })
	case "gka":
		t := c.table()
		return t.tooLarge || c.coarse() && t.leastCells() > t.budget
	}
	return false
}

// windows returns the number of windows, whatever they cost, or more than brute force
// compares.
func windows(s *kernel.Scaled) float64 {
	nodes := 0
	ways := make([]float64, s.N+1) // of taking so many nodes by variants
	ways[0] = 1
	for _, u := range s.Units {
		nodes += len(u.Items)
		for k := s.N; k > 0; k-- {
			for _, l := range u.Lots {
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

// choose returns the number of sets of k of n things, or more than brute force compares.
func choose(n, k int) float64 {
	if k > n {
		return 0
	}
	sets := 1.0
	for i := 1; i <= min(k, n-k) && sets <= group.MostSets; i++ {
		sets = sets * float64(n-i+1) / float64(i)
	}
	return math.Round(sets)
}
