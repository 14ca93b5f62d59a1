package farm

import (
	"cmp"
	"math"
	"strings"

	"gridbox/core/kind"
	"gridbox/core/sorting"
)

// aggregations is the way in which each metric is computed from jobs. Metrics that are not listed are
// compared as a whole.
var aggregations = map[string]kind.Aggregation{"makespan": kind.Peak, "maxLateness": kind.Peak, "meanWait": kind.Sum}

// Parts returns the jobs as items, with their machines and times.
func (methods) Parts(p *Problem, a, _ *kind.Answer[*Solution], metric string) kind.Parts {
	s := a.Solution
	parts, n := kind.Parts{Aggregation: aggregations[metric], Total: a.Metrics[metric]}, float64(len(p.Jobs))
	if s == nil || parts.Aggregation == kind.NotAggregated {
		return kind.Parts{}
	}
	place := make(map[string]int, len(p.Jobs))
	for i := range p.Jobs {
		place[p.Jobs[i].ID] = i
		parts.Items = append(parts.Items, kind.Item{Ref: kind.Ref{Kind: "job", ID: p.Jobs[i].ID}})
	}
	for i := range s.Reservations {
		r := &s.Reservations[i]
		it := &parts.Items[place[r.Job]]
		if it.Mark == "" {
			it.Stand = kind.Stand{From: r.Start, To: r.Finish}
		}
		if where := ", " + it.Stand.Location + ","; !strings.Contains(where, ", "+r.Machine+",") {
			it.Stand.Location = strings.TrimPrefix(it.Stand.Location+", "+r.Machine, ", ")
		}
		it.Stand.From, it.Stand.To = min(it.Stand.From, r.Start), max(it.Stand.To, r.Finish)
		it.Mark += r.Machine + " " + kind.Mark(r.Start) + kind.Mark(r.Finish)
	}
	for i := range parts.Items {
		it, j := &parts.Items[i], &p.Jobs[i]
		switch {
		case metric == "meanWait":
			it.Value = (it.Stand.From - j.Submitted) / n
		case metric == "makespan":
			it.Value = it.Stand.To
		case j.Deadline != nil:
			it.Value = it.Stand.To - *j.Deadline
		default:
			it.Value = math.Inf(-1)
		}
	}
	return parts
}

// Order returns the jobs with their machines, by start.
func (m methods) Order(p *Problem, a *kind.Answer[*Solution]) []kind.Step {
	var list []kind.Step
	parts := m.Parts(p, a, a, "makespan")
	sorting.Stable(parts.Items, func(a, b kind.Item) int { return cmp.Compare(a.Stand.From, b.Stand.From) })
	for i := range parts.Items {
		it := &parts.Items[i]
		list = append(list, kind.Step{Ref: it.Ref, Text: it.Stand.Location + " " + kind.Tenths(it.Stand.From)})
	}
	return list
}
