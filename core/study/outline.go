package study

import (
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// An Outline has the parts of a plan that a page needs to show results.
// Planning it there would take seconds for a large grid.
type Outline struct {
	Paths   []string `json:"paths,omitempty"`
	Metrics []string `json:"metrics"`
	// Points has the values of the paths at each point of the grid.
	Points [][]any        `json:"points"`
	Runs   []scenario.Run `json:"runs"`
	// Replications is the number of replications at each point.
	Replications int `json:"replications"`
}

// Outline returns the outline of the plan.
func (p *Plan) Outline() Outline {
	o := Outline{Paths: p.Paths, Metrics: p.Metrics, Runs: p.Scenario.Runs, Replications: p.Replications()}
	for i := range p.Points {
		o.Points = append(o.Points, append([]any{}, p.Points[i].Values...))
	}
	return o
}

// A Pick is a replication of a run at a point for opening as a scenario.
type Pick struct {
	Rank        string  `json:"rank"` // best, median or worst
	Replication int     `json:"replication"`
	Seed        uint64  `json:"seed"`
	Value       float64 `json:"value"`
}

// Picks returns the best, the median and the worst replication of a run at a
// point by one of the plan's metrics: the first of equal ones, and the lower
// median of an even number. It returns none without values.
func (p *Plan) Picks(part *Part, point, run, metric int) []Pick {
	c := part.Column(point, run, metric, p.Replications())
	order := make([]int, len(c.Values))
	for i := range order {
		order[i] = i
	}
	less := LowerIsBetter(p.Scenario.Kind, p.Metrics[metric])
	sorting.Stable(order, func(a, b int) int {
		x, y := c.Values[a], c.Values[b]
		if !less {
			x, y = y, x
		}
		return sorting.Ascending(x, y)
	})
	list := []Pick{}
	if n := len(order); n > 0 {
		for k, i := range []int{order[0], order[(n-1)/2], order[n-1]} {
			r := int(c.Replications[i])
			list = append(list, Pick{[]string{"best", "median", "worst"}[k], r, Seed(p.Points[point].Scenario.Seed, r),
				c.Values[i]})
		}
	}
	return list
}
