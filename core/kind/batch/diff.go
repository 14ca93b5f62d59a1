package batch

import (
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind"
)

// aggregations has the way in which metrics are computed from jobs. Other metrics are
// compared as a whole.
var aggregations = map[string]kind.Aggregation{"alternativesPerJob": kind.Sum, "totalTime": kind.Sum,
	"totalCost": kind.Sum, "meanTime": kind.Sum,
	"meanCost": kind.Sum}

// waitingMark is the mark of a job without a window.
const waitingMark = "waits"

// Parts returns the chosen window of each job, or that it waits.
func (methods) Parts(p *Problem, a, _ *kind.Answer[*Solution], metric string) kind.Parts {
	s := a.Solution
	parts := kind.Parts{Aggregation: aggregations[metric]}
	if s == nil || parts.Aggregation == kind.NotAggregated {
		return kind.Parts{}
	}
	parts.Items = make([]kind.Item, len(p.Jobs))
	place := make(map[string]int, len(parts.Items))
	for i := range parts.Items {
		id := p.Jobs[i].ID
		place[id] = i
		parts.Items[i] = kind.Item{Ref: kind.Ref{Kind: "job", ID: id}, Mark: waitingMark}
	}
	type list struct {
		job   string
		cycle int
	}
	lists, offers := make(map[list]*Alternatives, len(s.Alternatives)), float64(len(s.Alternatives))
	for i := range s.Alternatives {
		of := &s.Alternatives[i]
		lists[list{of.Job, of.Cycle}] = of
		if metric == "alternativesPerJob" {
			parts.Items[place[of.Job]].Value += float64(len(of.Windows)) / offers
		}
	}
	var o Options
	doc.Fill(&o, a.Options)
	together, served := o.Measure == Sum, float64(len(s.Chosen))
	for _, c := range s.Chosen {
		of := lists[list{c.Job, c.Cycle}]
		if of == nil || c.Window >= len(of.Windows) {
			continue
		}
		w, it := &of.Windows[c.Window], &parts.Items[place[c.Job]]
		it.Stand, it.Mark = kind.Stand{From: w.Start, To: w.End, Cost: w.Cost}, kind.Mark(w.Start)+kind.Mark(w.Cost)
		time, names := w.End-w.Start, make([]string, len(w.Slots))
		for k := range w.Slots {
			names[k] = w.Slots[k].Node
			if together {
				time += w.Slots[k].End - w.Slots[k].Start
			}
		}
		if together {
			time -= w.End - w.Start
		}
		slices.Sort(names)
		it.Stand.Location = strings.Join(names, ", ")
		it.Mark += it.Stand.Location
		switch metric {
		case "totalTime":
			it.Value = time
		case "totalCost":
			it.Value = w.Cost
		case "meanTime":
			it.Value = time / served
		case "meanCost":
			it.Value = w.Cost / served
		}
	}
	return parts
}

// Order returns the jobs that have a window in the order of the queue.
func (m methods) Order(p *Problem, a *kind.Answer[*Solution]) []kind.Step {
	var list []kind.Step
	parts := m.Parts(p, a, a, "totalCost")
	for i := range parts.Items {
		if it := &parts.Items[i]; it.Mark != waitingMark {
			list = append(list, kind.Step{Ref: it.Ref, Text: kind.Tenths(it.Stand.From) + " " + it.Stand.Location})
		}
	}
	return list
}
