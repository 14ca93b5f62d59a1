package solve

import (
	"context"

	"gridbox/core/kind/group"
)

// staircase returns the best windows of n nodes for every budget up to the request's: from the
// most expensive one down, each the best that costs less than the one before, at most limit of
// them. Between two points nothing changes. Each step is one run of frontier, which returns the
// cheapest of the best windows; its cost limits the next budget.
func staircase(ctx context.Context, p *group.Problem, limit int) ([]Point, error) {
	in := newInstance(p, false)
	var points []Point
	for budget := in.budget; len(points) < limit; {
		in.restrict(budget)
		if in.infeasible() != nil {
			return points, nil
		}
		s, err := in.search(ctx, Options{})
		if err != nil {
			return points, err
		}
		r := in.result(s.window())
		points = append(points, Point{Nodes: in.n, Budget: float64(budget) / in.perCost, Feasible: true,
			Value: r.Metrics.Value, Cost: r.Metrics.Cost})
		budget = in.windowCost(s.window()) - 1
	}
	return points, nil
}

// windowCost returns the cost of a window in steps.
func (in *instance) windowCost(w window) int64 {
	lots := make(map[string]bool, len(w.variants))
	sum := int64(0)
	for _, c := range w.variants {
		lots[c.Group] = true
		for g := range in.p.Groups {
			if in.p.Groups[g].ID == c.Group {
				sum += in.costSteps(in.p.Groups[g].Variants[c.Variant].Cost)
			}
		}
	}
	for _, i := range w.nodes {
		if n := &in.p.Nodes[i]; !lots[n.Group] {
			sum += in.costSteps(n.Price)
		}
	}
	return sum
}

// restrict builds the groups again for a smaller budget.
func (in *instance) restrict(budget int64) {
	in.budget = budget
	in.nodeWorth, in.variants, in.variantStart = nil, nil, nil
	in.fill()
}
