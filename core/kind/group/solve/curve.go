package solve

import (
	"context"

	"gridbox/core/kind/group"
)

// A Point of a curve is the best window for one request. Value is the
// objective.
type Point struct {
	Nodes    int     `json:"nodes"`
	Budget   float64 `json:"budget"`
	Feasible bool    `json:"feasible"`
	Value    float64 `json:"value,omitempty"`
	Cost     float64 `json:"cost,omitempty"`
	// TreeNodes is the number of nodes of the search tree. Elapsed is the time of one run, if
	// there is a clock.
	TreeNodes int     `json:"treeNodes,omitempty"`
	Elapsed   float64 `json:"elapsed,omitempty"`
}

// A Curve has the results of one algorithm for a series of requests.
type Curve struct {
	Algorithm Algorithm `json:"algorithm"`
	Points    []Point   `json:"points" about:"over the number of nodes, the budget growing with it"`
	Budgets   []Point   `json:"budgets,omitempty" about:"over the budget, for as many nodes as are requested"`
	// About states how it was computed: from one table, or by a number of runs.
	About string `json:"about,omitempty"`
	// Steps is set if Budgets are all budgets at which the result changes.
	Steps bool `json:"steps,omitempty"`
}

// Curves are the curves of several algorithms over the number of nodes, with
// the same budget per node.
type Curves struct {
	PerNode float64 `json:"perNode"`
	Curves  []Curve `json:"curves"`
}

// Counts returns at most limit numbers of nodes from 1 to n, evenly spaced, with
// n as the last.
func Counts(n, limit int) []int {
	limit = max(1, min(n, limit))
	list := make([]int, limit)
	for i := range list {
		list[i] = (i + 1) * n / limit
	}
	return list
}

// A run shorter than minTiming milliseconds is measured by repeating it,
// since clocks of pages tick in tenths and whole milliseconds.
const (
	minTiming  = 2.0
	maxRepeats = 40
)

// PointsByCount returns a point for every number of nodes in counts, each with its
// budget, by running one algorithm repeatedly. Refused requests are left out.
// The paper's charts are of this form, with a budget that grows with the number
// of nodes. With a clock in milliseconds it measures every run.
func PointsByCount(ctx context.Context, p *group.Problem, algorithm Algorithm, o Options, counts []int,
	budget func(n int) float64, clock func() float64) ([]Point, error) {
	request := *p.Request
	asked := *p
	asked.Request = &request
	o.NoBound = true
	points := make([]Point, 0, len(counts))
	for _, n := range counts {
		request.Nodes, request.Budget = n, budget(n)
		began, elapsed, runs := 0.0, 0.0, 0.0
		if clock != nil {
			began = clock()
		}
		var r Result
		for again := true; again; {
			var err error
			if r, err = Solve(ctx, &asked, algorithm, o); err != nil {
				return points, err
			}
			again, runs = false, runs+1
			if clock != nil {
				elapsed = clock() - began
				again = elapsed < minTiming && runs < maxRepeats
			}
		}
		if !r.Refused {
			points = append(points, Point{Nodes: n, Budget: request.Budget, Feasible: r.Feasible,
				Value: r.Metrics.Value, Cost: r.Metrics.Cost,
				TreeNodes: r.Stats.TreeNodes, Elapsed: elapsed / runs})
		}
	}
	return points, nil
}

// NewTable fills GKA's table for a valid problem once, for all smaller requests
// and budgets, as a slider needs. If the table would be too large it returns
// nil and the reason.
func NewTable(ctx context.Context, p *group.Problem, o Options) (t *Table, why string, err error) {
	in := newInstance(p, false)
	t, err = in.table(ctx, o)
	if err != nil || t.reason != nil {
		return nil, t.reason.String(), err
	}
	return t, "", nil
}

// At returns the best window of n nodes for a budget. Both must not exceed
// those of the table.
func (t *Table) At(n int, budget float64) (Point, *group.Solution) {
	point := Point{Nodes: n, Budget: budget}
	if n < 1 || n > t.instance.n || budget < 0 {
		return point, nil
	}
	cell := int(min(t.instance.affordable(budget)/t.steps, int64(t.width-1)))
	if t.value[n*t.width+cell] <= unreachableValue/2 {
		return point, nil
	}
	r := t.instance.result(t.window(n, cell))
	point.Feasible, point.Value, point.Cost = true, r.Metrics.Value, r.Metrics.Cost
	return point, r.Solution
}
