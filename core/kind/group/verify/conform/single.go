package conform

import (
	"cmp"
	"math"

	kernel "gridbox/core/kind/group/verify"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// followSingle compares a window with that of Knapsack Single: the best of the problem in which
// every node fails independently with the probability of its group, and the cheapest of these.
func (c *checker) followSingle() {
	if !c.ScaledProblem().Exact {
		return
	}
	alone, h := c.singles()
	g := kernel.Goal{MaxWorth: h.Worth + float64(verify.Tolerance*max(1, math.Abs(h.Worth))), Work: maxSingleWork,
		Holding: h}
	if c.Answer.Stats["stopped"] == 1 {
		g.Work = maxRefuteWork
	}
	var multipliers []float64
	if b := c.Answer.Bound; b != nil && b.Certificate != nil && len(b.Certificate.Multipliers) == 4 {
		multipliers = b.Certificate.Multipliers[2:]
	} else {
		multipliers = multipliersOf(alone)
	}
	switch alone.Follow(multipliers, g) {
	case kernel.Passed:
		c.Violation("solution", "is not that of knapsack-single: taken one by one, other nodes are worth more")
	case kernel.Cheaper:
		c.Violation("solution", "is not that of knapsack-single: nodes worth as much one by one cost less")
	}
}

// singles returns the problem in which every node is alone, with the worth of the node and its
// group, and the holding of the window in it.
func (c *checker) singles() (*kernel.ScaledProblem, *kernel.Holding) {
	s := c.ScaledProblem()
	alone := *s
	alone.Sums, alone.Uniform, alone.Units = true, false, nil
	for _, u := range s.Units {
		for _, x := range u.Items {
			x.Worth = u.Setup + x.Worth
			x.Fingerprint = kernel.FingerprintOf(x.Worth, 0)
			alone.Units = append(alone.Units, kernel.Unit{Group: -1, Items: []kernel.Item{x}})
		}
	}
	h, worth := &kernel.Holding{}, kernel.Sum{}
	for _, i := range c.Nodes {
		x := s.Nodes[i].Worth
		if g := c.Group(i); g >= 0 {
			x = s.Groups[g].Worth + x
		}
		h.Cost += s.Steps(c.Problem.Nodes[i].Price)
		worth.Add(x)
		h.Fingerprint += kernel.FingerprintOf(x, 0)
	}
	h.Worth = worth.Value()
	return &alone, h
}

// multipliersOf returns the price of a unit of money and the price of a node, for the proof of a
// problem of single nodes. Both are 0 if there are fewer nodes than requested.
//
// For a price of money, the N nodes of the greatest gains determine the price of a node. Bisection
// finds the least price of money for which their cost is within the budget.
func multipliersOf(s *kernel.ScaledProblem) []float64 {
	var items []kernel.Item
	for _, u := range s.Units {
		items = append(items, u.Items...)
	}
	if len(items) < s.N {
		return []float64{0, 0}
	}
	prices := func(lambda float64) (mu, cost float64) {
		gain := func(x kernel.Item) float64 { return x.Worth - float64(lambda*float64(x.Price)) }
		sorting.Sort(items, func(a, b kernel.Item) int {
			return cmp.Or(cmp.Compare(gain(b), gain(a)), cmp.Compare(a.Price, b.Price))
		})
		for _, x := range items[:s.N] {
			cost += float64(x.Price)
		}
		return gain(items[s.N-1]), cost
	}
	low, high := 0.0, 0.0
	mu, cost := prices(0)
	for step := 1 / float64(s.Budget+1); cost > float64(s.Budget) && step < 1e6; step *= 4 {
		low, high = high, step
		mu, cost = prices(step)
	}
	for range 40 {
		if high == 0 {
			break
		}
		middle := (low + high) / 2
		if u, cost := prices(middle); cost > float64(s.Budget) {
			low = middle
		} else {
			high, mu = middle, u
		}
	}
	return []float64{high * math.Pow10(s.Digits), mu}
}
