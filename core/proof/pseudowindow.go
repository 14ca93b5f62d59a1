package proof

import (
	"cmp"
	"errors"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind/group"
	"gridbox/core/kind/window"
	"gridbox/core/kind/window/verify"
	"gridbox/core/scenario"
)

// windows returns the proof for a window, nil for an answer of another kind.
func windows(s *scenario.Scenario, a *scenario.Answer) (*Pseudo, error) {
	if s.Window == nil {
		return nil, nil
	}
	return windowPseudo(&s.Window.WindowProblem, a)
}

// windowPseudo returns the proof that no choice of nodes at the start of an answer beats the bound
// on the sum of the value attribute. The nodes suit the request, are at least as fast as the
// slowest of the answer, and are free for as long as it lasts. Other starts are not part of the
// proof. It returns an error if the bound is not on the value.
func windowPseudo(p *window.WindowProblem, a *scenario.Answer) (*Pseudo, error) {
	solution, ok := a.Solution.(*window.Solution)
	if a.Bound.Metric != "value" || !ok || len(solution.Slots) == 0 {
		return nil, errors.New("a window has a pseudo-Boolean proof of a bound on its value, as max-sum gives one")
	}
	c := verify.New(p, a)
	choice, slowest := subset(c, solution)
	sign, side := 1.0, "above "
	if c.Options.Minimise {
		sign, side = -1, "below "
	}
	for i := range choice.Nodes {
		choice.Nodes[i].Value *= sign
	}
	price, place := prices(choice)
	s, err := groupPseudo(choice, sign*a.Bound.Value, []float64{price, place})
	if err != nil {
		return nil, err
	}
	s.Claim = "a choice of " + decimal(p.Request.Nodes) + " nodes from " + doc.Exact(solution.Slots[0].Start) +
		" s on, of performance " + doc.Exact(slowest) + " or more, whose sum of " + c.Attribute() + " is " + side +
		doc.Exact(a.Bound.Value)
	return s, nil
}

// subset returns the choice at the start of an answer as a problem of nodes without groups, and the performance of
// its slowest node.
func subset(c *verify.Check, s *window.Solution) (*group.Problem, float64) {
	p := c.Problem
	slowest := p.Nodes[c.NodeIndex[s.Slots[0].Node]].Performance
	for _, slot := range s.Slots {
		slowest = min(slowest, p.Nodes[c.NodeIndex[slot.Node]].Performance)
	}
	start, runtime := s.Slots[0].Start, p.Request.Volume/slowest
	choice := &group.Problem{Request: &group.Request{Nodes: p.Request.Nodes, Objective: group.ObjectiveSum}}
	all := 0.0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		free := false
		for _, f := range c.Free[i] {
			free = free || f.Start <= start && start+runtime <= f.End
		}
		if free && n.Performance >= slowest && c.Misfit(n) == "" {
			all += n.Price
			value := n.Attributes[c.Attribute()]
			choice.Nodes = append(choice.Nodes, group.Node{ID: n.ID, Price: n.Price, Value: value})
		}
	}
	choice.Request.Budget = all
	if b := p.Request.Budget; b != nil {
		choice.Request.Budget = min(all, *b/runtime)
	}
	return choice, slowest
}

// prices returns the price of money, and that of a node, at which the sum of the best nodes bounds the choice most.
// The bound is convex in the price of money.
func prices(p *group.Problem) (money, node float64) {
	gains := func(money float64) (list []float64, bound float64) {
		for i := range p.Nodes {
			list = append(list, p.Nodes[i].Value-float64(money*p.Nodes[i].Price))
		}
		slices.SortFunc(list, func(a, b float64) int { return cmp.Compare(b, a) })
		list = list[:min(p.Request.Nodes, len(list))]
		bound = money * p.Request.Budget
		for _, x := range list {
			bound += x
		}
		return list, bound
	}
	low, high := 0.0, 1.0
	for i := range p.Nodes {
		for k := range p.Nodes {
			if cost := p.Nodes[i].Price - p.Nodes[k].Price; cost > 0 {
				high = max(high, (p.Nodes[i].Value-p.Nodes[k].Value)/cost)
			}
		}
	}
	for range 100 {
		a, b := low+(high-low)/3, high-(high-low)/3
		_, atA := gains(a)
		_, atB := gains(b)
		if atA <= atB {
			high = b
		} else {
			low = a
		}
	}
	list, _ := gains(low)
	if len(list) == 0 {
		return low, 0
	}
	return low, list[len(list)-1]
}
