package study

import (
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// An Outline is what a page must know of a plan to show what comes out of it,
// without planning it itself: checking a large grid takes seconds.
type Outline struct {
	Paths   []string `json:"paths,omitempty"`
	Metrics []string `json:"metrics"`
	// Points holds the values of the paths at each point of the grid.
	Points [][]any        `json:"points"`
	Runs   []scenario.Run `json:"runs"`
	// Replications is how many there are at each point.
	Replications int `json:"replications"`
}

// Outline is that of a plan.
func (p *Plan) Outline() Outline {
	o := Outline{Paths: p.Paths, Metrics: p.Metrics, Runs: p.Scenario.Runs, Replications: p.Replications()}
	for i := range p.Points {
		o.Points = append(o.Points, append([]any{}, p.Points[i].Values...))
	}
	return o
}

// A Pick is one replication of a run at a point, worth being opened.
type Pick struct {
	Rank        string  `json:"rank"` // best, median or worst
	Replication int     `json:"replication"`
	Seed        uint64  `json:"seed"`
	Value       float64 `json:"value"`
}

// Picks finds the best, the median and the worst replication of a run at a
// point by one of the plan's metrics. Of equal ones the first counts; of an even
// number the lower median. There are none where there are no values.
func (p *Plan) Picks(part *Part, point, run, metric int) []Pick {
	c := part.Column(point, run, metric, p.Replications())
	order := make([]int, len(c.Values))
	for i := range order {
		order[i] = i
	}
	less := Less(p.Scenario.Kind, p.Metrics[metric])
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
