package solve

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind/group"
)

// maxBudgets is the maximum number of budgets of a curve.
const maxBudgets = 400

// Sweep returns an algorithm's curves: over the number of nodes, with a budget
// proportional to it, and over the budget for the request's number of nodes.
// GKA's table contains both, so that one run gives every number of nodes and
// every budget at which the result changes. Other algorithms are run for at
// most limit numbers of nodes, and as many budgets. With a clock in milliseconds
// every run is measured.
func Sweep(ctx context.Context, p *group.Problem, algorithm Algorithm, o Options, limit int,
	clock func() float64) (Curve, error) {
	c := Curve{Algorithm: algorithm, Points: []Point{}}
	n := min(p.Request.Nodes, max(1, len(p.Nodes)))
	perNode := p.Request.Budget / float64(p.Request.Nodes)
	budget := func(n int) float64 { return perNode * float64(n) }
	counts := Counts(n, limit)
	if algorithm == AlgorithmGKA {
		inner := o
		inner.Log = nil
		table, why, err := NewTable(ctx, p, inner)
		switch {
		case err != nil:
			return c, err
		case table == nil:
			c.About = why
			return c, nil
		}
		c.Points, c.Budgets = table.counts(n, budget), table.budgets(p.Request.Nodes)
		c.About, c.Steps = "every number of nodes and every budget from one table", true
		if len(c.Budgets) == maxBudgets {
			c.About, c.Steps = i18n.English("every number of nodes and {} budgets from one table",
				strconv.Itoa(maxBudgets)), false
		}
		if clock == nil {
			return c, nil
		}
		timed, err := PointsByCount(ctx, p, algorithm, o, counts, budget, clock)
		for _, x := range timed {
			c.Points[x.Nodes-1].Elapsed = x.Elapsed
		}
		return c, err
	}
	var err error
	if c.Points, err = PointsByCount(ctx, p, algorithm, o, counts, budget, clock); err != nil {
		return c, err
	}
	if len(c.Points) == 0 {
		c.About = "refused for every number of nodes"
		return c, nil
	}
	c.About = "a run for every number of nodes"
	if len(counts) < n {
		c.About = i18n.English("a run for each of {} of {} numbers of nodes", strconv.Itoa(len(counts)),
			strconv.Itoa(n))
	}
	c.Budgets, err = pointsByBudget(ctx, p, algorithm, o, limit)
	return c, err
}

// pointsByBudget runs an algorithm for evenly spaced budgets, from the cheapest
// window's cost to the request's budget.
func pointsByBudget(ctx context.Context, p *group.Problem, algorithm Algorithm, o Options, most int) ([]Point, error) {
	in := newInstance(p, false)
	least, ok := in.minCost(in.n)
	if !ok || least > in.budget {
		return nil, nil
	}
	request := *p.Request
	asked := *p
	asked.Request = &request
	o.NoBound = true
	var points []Point
	for _, k := range Counts(int(min(in.budget-least, 1<<30))+1, most) {
		request.Budget = in.amount(least + int64(k) - 1)
		if k == 1 || len(points) == 0 {
			request.Budget = in.amount(least)
		}
		r, err := Solve(ctx, &asked, algorithm, o)
		if err != nil {
			return points, err
		}
		if r.Feasible {
			points = append(points, Point{Nodes: request.Nodes, Budget: request.Budget, Feasible: true,
				Value: r.Metrics.Value, Cost: r.Metrics.Cost, TreeNodes: r.Stats.TreeNodes})
		}
	}
	return points, nil
}

// counts returns the best windows of 1 to n nodes.
func (t *Table) counts(n int, budget func(n int) float64) []Point {
	points := make([]Point, n)
	for k := range points {
		points[k], _ = t.At(k+1, budget(k+1))
	}
	return points
}

// budgets returns the best windows of n nodes for every budget at which they
// improve, the cheapest first, or an even sample of them beyond maxBudgets.
func (t *Table) budgets(n int) []Point {
	var cells []int
	row := t.value[n*t.width : (n+1)*t.width]
	for c, x := range row {
		if x > unreachableValue/2 && (c == 0 || x > row[c-1]) {
			cells = append(cells, c)
		}
	}
	all := len(cells)
	if all > maxBudgets {
		for k := range maxBudgets {
			cells[k] = cells[k*(all-1)/(maxBudgets-1)]
		}
		cells = cells[:maxBudgets]
	}
	points := make([]Point, 0, len(cells))
	for _, c := range cells {
		r := t.instance.result(t.window(n, c))
		points = append(points, Point{Nodes: n, Budget: float64(int64(c)*t.steps) / t.instance.perCost, Feasible: true,
			Value: r.Metrics.Value, Cost: r.Metrics.Cost})
	}
	return slices.CompactFunc(points, func(a, b Point) bool {
		return cmp.Compare(a.Value, b.Value) == 0 &&
			a.Cost == b.Cost
	})
}
