package window

import (
	"math"

	"gridbox/core/doc"
)

// maxWalks is the number of passes over the slots that a search over many
// groups amounts to.
const maxWalks = 100

// Work returns the estimated number of steps of one run, or 0 without a request. Every group of
// equal performance is a pass over the slots, up to a limit, since many groups are searched
// together. Multiple Best also cuts its windows, and a long horizon has many. A custom criterion
// visits all nodes at each start.
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
	walks := float64(slots * float64(min(len(speeds), maxWalks)))
	switch algorithm {
	case "multiple-best":
		return walks + float64(p.windows(fastest)*(slots+float64(alternative*p.Request.Nodes)))
	case "custom", "own":
		return walks * float64(len(p.Nodes))
	}
	return walks
}

// alternative is the number of steps for writing, checking and drawing a node
// of a window.
const alternative = 100

// windows returns the possible number of Multiple Best's windows: the free time
// divided by that of the shortest window.
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
	return min(count, MaxAlternatives)
}

// Parameters of the estimate for the paper's recurrence: the number of subsets
// that are chosen, the number of candidates at a start, and the cells that take
// as long as a step.
const (
	recurrences = 10
	candidates  = 50
	cellsAStep  = 10
	maxCells    = 1 << 29 // limit of the cells
)

// Recurrence returns the estimated number of additional steps of Max Sum with
// the paper's recurrence. It grows with the cells per unit of cost.
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
	return recurrences / cellsAStep * min(cells, maxCells)
}

// Steps returns the estimated steps of a window search with its options.
func (p *WindowProblem) Steps(algorithm string, options map[string]any) float64 {
	steps := p.Work(algorithm)
	if algorithm == "max-sum" {
		var o Options
		doc.Fill(&o, options)
		steps += p.Recurrence(o)
	}
	return steps
}
