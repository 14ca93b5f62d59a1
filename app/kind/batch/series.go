package batch

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/draw/chart"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/batch/draw"
	"gridbox/core/sorting"
)

var series = []screen.Series{
	{ID: "time", Name: "Time of each job's window", Direction: "lower"},
	{ID: "cost", Name: "Cost of each job's window", Direction: "lower"},
	{ID: "front", Name: "Best combinations by time and cost", Direction: "lower"},
}

// chartOf returns the chart with an id for the selected cycle. "cost" and "time" have a bar per job, "front" has the
// combinations by time and cost. The answer with the most jobs comes first in a chart of bars. Runs without a
// solution are omitted.
func chartOf(s *state.State, id string) chart.Chart {
	c := chart.Chart{ID: "window-time", Title: series[0].Name, Bars: true, X: chart.Axis{Title: "job"},
		Y: chart.Axis{Title: "time"}}
	number := selectionOf(s).cycle
	switch id {
	case "cost":
		c = chart.Chart{ID: "window-cost", Title: series[1].Name, Bars: true, X: c.X, Y: chart.Axis{Title: "cost"}}
	case "front":
		c = chart.Chart{ID: "front", Title: series[2].Name, X: chart.Axis{Title: "total time"},
			Y: chart.Axis{Title: "total cost"}}
	}
	for i := range s.Answers {
		sol := solutionOf(s, &s.Answers[i])
		if sol == nil {
			continue
		}
		alg := screen.Algorithm(s, &s.Answers[i])
		one := chart.Series{Name: alg.Name, Colour: alg.Colour}
		if c.Bars {
			one.Points = perJob(s, sol, number, id == "cost")
		} else if r := reportOf(sol, number); r != nil {
			for _, p := range r.Front {
				one.Points = append(one.Points, chart.Point{X: p.Time, Y: p.Cost})
			}
		}
		c.Series = append(c.Series, one)
	}
	if c.Bars { // the series with the most jobs gives the order of jobs
		sorting.Stable(c.Series, func(a, b chart.Series) int { return len(b.Points) - len(a.Points) })
	}
	return c
}

// maxBars is the greatest number of jobs in a chart of bars.
const maxBars = 40

// perJob returns the time or the cost of the chosen window of each job of a cycle, in the order of the queue.
func perJob(s *state.State, sol *batch.Solution, number int, cost bool) (points []chart.Point) {
	for i := range s.Problem.Batch.Jobs {
		job := s.Problem.Batch.Jobs[i].ID
		list, chosen := draw.Alternatives(sol, job, number)
		if chosen < 0 || chosen >= len(list) || len(points) == maxBars {
			continue
		}
		y := list[chosen].End - list[chosen].Start
		if cost {
			y = list[chosen].Cost
		}
		points = append(points, chart.Point{Label: job, Y: y})
	}
	return points
}
