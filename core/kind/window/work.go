package window

import (
	"math"

	"gridbox/core/doc"
)

// mostWalks is how many walks over the slots a search of many groups comes to.
const mostWalks = 100

// Work estimates the steps of one run; a million take some 50 ms in a worker.
// Every group of equal performance walks over the slots, and many groups are
// searched at once. Multiple Best besides takes its windows out one after
// another, of which a long horizon has many; a criterion of one's own looks at
// all nodes at each start.
func (p *WindowProblem) Work(algorithm string) float64 {
	if p.Request == nil {
		return 0
	}
	speeds, fastest := map[float64]bool{}, 0.0
	for i := range p.Nodes {
		speeds[p.Nodes[i].Performance] = true
		fastest = max(fastest, p.Nodes[i].Performance)
	}
	slots := float64(max(len(p.Slots), len(p.Nodes)+len(p.Busy)))
	walks := float64(slots * float64(min(len(speeds), mostWalks)))
	switch algorithm {
	case "multiple-best":
		return walks + float64(p.windows(fastest)*(slots+float64(alternative*p.Request.Nodes)))
	case "custom", "own":
		return walks * float64(len(p.Nodes))
	}
	return walks
}

// alternative is how many steps each node of a window takes to be written, checked and
// drawn.
const alternative = 100

// windows is how many windows Multiple Best may find: as many as the shortest
// ones fill the free time.
func (p *WindowProblem) windows(fastest float64) float64 {
	free := 0.0
	for i := range p.Slots {
		free += p.Slots[i].End - p.Slots[i].Start
	}
	if len(p.Slots) == 0 {
		free = p.Horizon * float64(len(p.Nodes))
	}
	count := free / (float64(max(p.Request.Nodes, 1)) * p.Request.Volume / fastest)
	if math.IsNaN(count) {
		return 0
	}
	return min(count, MostAlternatives)
}

// What Max Sum takes by the paper's recurrence: so many subsets are chosen, among so many
// nodes of those that are free at a time, and ten cells take as long as a step.
const (
	recurrences  = 10
	candidates   = 50
	cellsAStep   = 10
	mostRecursed = 1 << 29 // cells, of which there are no more
)

// Recurrence estimates the steps of Max Sum by the paper's recurrence, beside those of
// Work: the more cells a unit of cost makes, the more.
func (p *WindowProblem) Recurrence(o Options) float64 {
	if o.Subset != Dense || p.Request == nil {
		return 0
	}
	among := min(len(p.Nodes), candidates)
	cost := 0.0
	for i := range p.Nodes[:among] {
		cost += float64(p.Nodes[i].Price * p.Request.Volume / p.Nodes[i].Performance)
	}
	if p.Request.Budget != nil {
		cost = min(cost, *p.Request.Budget)
	}
	cells := float64(among) * float64(p.Request.Nodes) * float64(cost*float64(max(o.Cells, 1)))
	return recurrences / cellsAStep * min(cells, mostRecursed)
}

// Steps estimates the steps of a search for a window with its options.
func (p *WindowProblem) Steps(algorithm string, options map[string]any) float64 {
	steps := p.Work(algorithm)
	if algorithm == "max-sum" {
		var o Options
		doc.Fill(&o, options)
		steps += p.Recurrence(o)
	}
	return steps
}
