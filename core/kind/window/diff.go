package window

import (
	"cmp"

	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/sorting"
)

// aggregations has the way in which metrics are computed from nodes. Other metrics are
// compared as a whole.
var aggregations = map[string]kind.Aggregation{"start": kind.Peak, "runtime": kind.Peak, "cost": kind.Sum,
	"value": kind.Sum}

// Parts returns the nodes of a window. Nodes that become free late delay its
// start, and slow nodes its runtime; the end depends on both.
func (methods) Parts(p *WindowProblem, a, _ *kind.Answer[*Solution], metric string) kind.Parts {
	s := a.Solution
	parts := kind.Parts{Aggregation: aggregations[metric], Total: a.Metrics[metric]}
	if s == nil || p.Request == nil || parts.Aggregation == kind.NotAggregated {
		return kind.Parts{}
	}
	attribute := p.ValueAttribute()
	if a.Algorithm == "max-sum" {
		var o Options
		doc.Fill(&o, a.Options)
		attribute = cmp.Or(o.Attribute, attribute)
	}
	place := make(map[string]int, len(p.Nodes))
	for i := range p.Nodes {
		place[p.Nodes[i].ID] = i
	}
	since := freeSince(p, s, place)
	for i := range s.Slots {
		t := &s.Slots[i]
		n := &p.Nodes[place[t.Node]]
		it := kind.Item{Ref: kind.Ref{Kind: "node", ID: t.Node},
			Stand: kind.Stand{Location: t.Node, From: t.Start, To: t.End, Cost: t.Cost}}
		it.Mark = kind.Mark(t.Start) + kind.Mark(t.End) + kind.Mark(t.Cost)
		switch need := p.Request.Volume / n.Performance; metric {
		case "cost":
			it.Value = t.Cost
		case "value":
			it.Value = n.Attributes[attribute]
		case "start":
			it.Value = since[t.Node]
		case "runtime":
			it.Value = need
		}
		parts.Items = append(parts.Items, it)
	}
	return parts
}

// freeSince returns for each node the start of the free time that contains its
// part, but not before the earliest start of the request.
func freeSince(p *WindowProblem, s *Solution, place map[string]int) map[string]float64 {
	taken := make([]*Allocation, len(p.Nodes))
	for i := range s.Slots {
		taken[place[s.Slots[i].Node]] = &s.Slots[i]
	}
	since := make(map[string]float64, len(s.Slots))
	for _, f := range p.Free().All() {
		if t := taken[f.Node]; t != nil && f.Start <= t.Start && t.Start < f.End {
			since[t.Node] = max(f.Start, p.Request.EarliestStart)
		}
	}
	return since
}

// Order returns the nodes of the window by name, with the start of the window
// there.
func (m methods) Order(p *WindowProblem, a *kind.Answer[*Solution]) []kind.Step {
	var list []kind.Step
	parts := m.Parts(p, a, a, "cost")
	sorting.Sort(parts.Items, func(a, b kind.Item) int { return cmp.Compare(a.Ref.ID, b.Ref.ID) })
	for i := range parts.Items {
		it := &parts.Items[i]
		list = append(list, kind.Step{Ref: it.Ref, Text: kind.Tenths(it.Stand.From)})
	}
	return list
}
