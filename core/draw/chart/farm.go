package chart

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A FarmRun is one algorithm's answer to a farm problem.
type FarmRun struct {
	Name     string
	Colour   int
	Solution *farm.Solution
}

// minSampled is the number of reservations from which on SlotsInUse does not try to draw every change.
const minSampled = 10_000

// SlotsInUse returns a chart of the slots that jobs use over time. It has a step for each change,
// or averages over equal steps if there are too many changes to see.
func SlotsInUse(runs []FarmRun) Chart {
	c := Chart{ID: "slots-over-time", Title: "Slots in use over time", X: Axis{"time", "s"},
		Y: Axis{Title: "slots in use"}}
	end := 0.0
	for _, r := range runs {
		for i := range r.Solution.Reservations {
			if at := r.Solution.Reservations[i].Finish; at > end { // the built-in max is a slow call in WebAssembly
				end = at
			}
		}
	}
	if !(end > 0) {
		return c
	}
	for _, r := range runs {
		s := Series{Name: r.Name, Colour: r.Colour, Steps: true}
		if len(r.Solution.Reservations) < minSampled {
			s.Points = slotsOverTime(r.Solution.Reservations)
		}
		if n := len(s.Points); n == 0 || n > samples {
			s.Points = averageSlots(r.Solution.Reservations, end)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// slotsOverTime returns the number of used slots from 0 on, at every change.
func slotsOverTime(list []farm.Reservation) (points []Point) {
	changes := map[float64]int{0: 0}
	for i := range list {
		changes[math.Max(0, list[i].Start)] += list[i].Slots
		changes[math.Max(0, list[i].Finish)] -= list[i].Slots
	}
	held := 0
	for _, at := range sorting.Keys(changes) {
		if changes[at] != 0 || at == 0 {
			held += changes[at]
			points = append(points, Point{X: at, Y: float64(held)})
		}
	}
	return points
}

// averageSlots returns the average number of used slots in equal steps, followed by a 0 at the
// end.
func averageSlots(list []farm.Reservation, end float64) (points []Point) {
	wide := end / samples
	held := make([]float64, samples)
	for i := range list {
		x := &list[i]
		for k := max(0, int(x.Start/wide)); k < samples && float64(k)*wide < x.Finish; k++ {
			from := float64(k) * wide
			to := from + wide
			if x.Start > from {
				from = x.Start
			}
			if x.Finish < to {
				to = x.Finish
			}
			if to > from {
				held[k] += float64(x.Slots) * (to - from) / wide
			}
		}
	}
	for k, y := range held {
		points = append(points, Point{X: float64(k) * wide, Y: y})
	}
	return append(points, Point{X: end})
}

// WaitsByRank returns a chart of the jobs' waits from submission to start, the shortest wait
// first.
func WaitsByRank(p *farm.Problem, runs []FarmRun) Chart {
	c := Chart{ID: "waits", Title: "Waits of the jobs, the shortest first", X: Axis{Title: "jobs"},
		Y: Axis{"wait", "s"}}
	for _, r := range runs {
		start := make(map[string]float64, len(p.Jobs))
		for i := range r.Solution.Reservations {
			x := &r.Solution.Reservations[i]
			if at, seen := start[x.Job]; !seen || x.Start < at {
				start[x.Job] = x.Start
			}
		}
		waits := make([]float64, 0, len(p.Jobs))
		for i := range p.Jobs {
			if at, ok := start[p.Jobs[i].ID]; ok {
				waits = append(waits, at-p.Jobs[i].Submitted)
			}
		}
		slices.Sort(waits)
		s := Series{Name: r.Name, Colour: r.Colour}
		next := 0
		for i, y := range waits {
			if i >= next || i == len(waits)-1 {
				s.Points = append(s.Points, Point{X: float64(i + 1), Y: y})
				next = len(s.Points) * len(waits) / samples
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}
