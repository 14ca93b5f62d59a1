package solve

import (
	"context"
	"math"

	"gridbox/core/kind/window"
)

// A Front is the windows between cheapest and most valuable that no other
// window beats in both: none costs no more and is worth more.
type Front struct {
	Points []FrontPoint `json:"points"` // from the cheapest on, each worth more than the one before
	// Exact tells that no point is missing; else there is one for each of a
	// number of budgets, and there may be others between them.
	Exact     bool   `json:"exact"`
	Attribute string `json:"attribute"` // what the value sums
}

// A FrontPoint is one window of the front.
type FrontPoint struct {
	Cost   float64 `json:"cost"`
	Value  float64 `json:"value"`
	Start  float64 `json:"start"`
	Finish float64 `json:"finish"`
}

// How far a front is followed from point to point, and by how many budgets it
// is sampled beyond.
const (
	followed   = 150
	sampled    = 40
	mostFollow = 200 // nodes
)

// FrontOf follows the front from the budget down: the most valuable window
// within the budget, then the most valuable one that is cheaper, and so on to
// the cheapest of all. Each is an exact choice (see subset.go), so every point
// is on the front. With more than a few nodes there can be thousands of them;
// then the budget goes down by a fortieth of the way at least. It costs up to two hundred
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
		if step == 0 && (len(p.Nodes) > mostFollow || len(f.Points) >= followed) {
			step, f.Exact = (m.Cost-least.Metrics.Cost)/sampled, false
		}
		// A cost may be a hair above the decimal number that it stands for, so
		// that the next lower budget allows the same window again.
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

// add puts a cheaper window before those known; one that is worth as much as
// the one before takes its place.
func (f *Front) add(p FrontPoint) {
	if k := len(f.Points) - 1; k >= 0 && f.Points[k].Value <= p.Value {
		f.Points[k] = p
		return
	}
	f.Points = append(f.Points, p)
}
