package solve

import (
	"context"
	"math"

	"gridbox/core/kind/window"
)

// A Front is the Pareto front of cost and value: the windows that no other
// window dominates.
type Front struct {
	Points []FrontPoint `json:"points"` // by rising cost and value
	// Exact is set if no point is missing. Otherwise there is one for each of a number of
	// budgets, and others may lie between them.
	Exact     bool   `json:"exact"`
	Attribute string `json:"attribute"` // the attribute that is summed
}

// A FrontPoint is one window of the front.
type FrontPoint struct {
	Cost   float64 `json:"cost"`
	Value  float64 `json:"value"`
	Start  float64 `json:"start"`
	Finish float64 `json:"finish"`
}

// Limits of exact points, and the number of budgets for sampling beyond.
const (
	maxExactPoints = 150
	budgetSamples  = 40
	maxExactNodes  = 200 // nodes
)

// FrontOf returns the front from the budget down: the most valuable window
// within the budget, then the most valuable one that is cheaper, and so on to
// the cheapest. Each is an exact choice (see subset.go), so every point is on
// the front. With many nodes there can be thousands of points; then the budget
// is lowered by at least a fortieth of the range. It takes up to two hundred
// runs of Max Sum.
func FrontOf(ctx context.Context, p *window.WindowProblem) (Front, error) {
	f := Front{Exact: true, Attribute: p.ValueAttribute()}
	least, err := Solve(ctx, p, AlgorithmMinCost, Options{})
	if err != nil || !least.Feasible {
		return f, err
	}
	q, r := *p, *p.Request
	q.Request = &r
	step := 0.0
	for {
		best, err := Solve(ctx, &q, AlgorithmMaxSum, Options{Options: window.Options{Attribute: f.Attribute}})
		if err != nil {
			return f, err
		}
		if !best.Feasible {
			break
		}
		m := best.Metrics
		f.add(FrontPoint{m.Cost, m.Value, m.Start, m.Finish})
		if m.Cost <= least.Metrics.Cost {
			break
		}
		if step == 0 && (len(p.Nodes) > maxExactNodes || len(f.Points) >= maxExactPoints) {
			step, f.Exact = (m.Cost-least.Metrics.Cost)/budgetSamples, false
		}
		// A cost may be above its decimal number by a rounding error, so that the next lower
		// budget allows the same window again.
		budget := math.Nextafter(m.Cost, 0)
		if r.Budget != nil {
			budget = min(budget, math.Nextafter(*r.Budget, 0))
		}
		if step > 0 {
			budget = max(min(budget, m.Cost-step), least.Metrics.Cost)
		}
		r.Budget = &budget
	}
	for i, k := 0, len(f.Points)-1; i < k; i, k = i+1, k-1 {
		f.Points[i], f.Points[k] = f.Points[k], f.Points[i]
	}
	return f, nil
}

// add adds a cheaper window. It replaces the previous point if that is worth no
// more.
func (f *Front) add(p FrontPoint) {
	if k := len(f.Points) - 1; k >= 0 && f.Points[k].Value <= p.Value {
		f.Points[k] = p
		return
	}
	f.Points = append(f.Points, p)
}
