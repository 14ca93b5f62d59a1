package window

import (
	"gridbox/core/doc"
	"gridbox/core/kind"
)

// Timeline returns the slots of the window.
func (methods) Timeline(p *WindowProblem, s *Solution) *kind.Timeline {
	t, at := p.Rows()
	t.Bars = Bars("job", s.Slots, at)
	t.Waits = []kind.Wait{{To: first(s.Slots)}}
	return t
}

// Rows returns a timeline with the nodes as its rows, and the row of each node.
func (e *Environment) Rows() (t *kind.Timeline, at map[string]int) {
	t, at = &kind.Timeline{Unitless: true}, make(map[string]int, len(e.Nodes))
	for i := range e.Nodes {
		at[e.Nodes[i].ID] = i
		t.Rows = append(t.Rows, kind.Row{Name: e.Nodes[i].ID, Slots: 1, Threads: []string{"node"}})
	}
	return t, at
}

// Bars returns the slots of a window of a job as bars of a timeline; at has the
// row of each node.
func Bars(job string, slots []Allocation, at map[string]int) []kind.Bar {
	bars := make([]kind.Bar, len(slots))
	for i, s := range slots {
		bars[i] = kind.Bar{Name: job, Category: "window", Row: at[s.Node], Slots: 1, Start: s.Start, End: s.End,
			Attributes: []string{"cost", doc.Number(s.Cost)}}
	}
	return bars
}

// first returns the earliest start of slots, 0 if there are none.
func first(slots []Allocation) float64 {
	if len(slots) == 0 {
		return 0
	}
	start := slots[0].Start
	for _, s := range slots {
		start = min(start, s.Start)
	}
	return start
}
