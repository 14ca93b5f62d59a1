package group

import (
	"strconv"

	"gridbox/core/kind"
)

// Parts returns the nodes and the groups of the window. Each group counts once.
func (methods) Parts(p *Problem, a, _ *kind.Answer[*Solution], metric string) kind.Parts {
	s := a.Solution
	if s == nil || p.Request == nil {
		return kind.Parts{}
	}
	parts := kind.Parts{Aggregation: kind.NotAggregated}
	switch sums := p.Sums(); {
	case metric == "cost", metric == "value" && sums:
		parts.Aggregation = kind.Sum
	case metric == "availability" && !sums, metric == "value":
		parts.Aggregation = kind.Product
	default:
		return parts
	}
	odds := p.Odds()
	taken, variant, used := make(map[string]bool, len(s.Nodes)), map[string]int{}, map[string]int{}
	for _, id := range s.Nodes {
		taken[id] = true
	}
	for _, v := range s.Variants {
		variant[v.Group] = v.Variant
	}
	parts.Total = 1
	add := func(sort, id, where string, cost, odd, value float64) {
		it := kind.Item{Ref: kind.Ref{Kind: sort, ID: id}, Stand: kind.Stand{Location: where, Cost: cost},
			Mark: where + kind.Mark(cost)}
		switch {
		case metric == "cost":
			it.Value = cost
		case parts.Aggregation == kind.Product:
			it.Value = odd
			parts.Total *= odd
		default:
			it.Value = value
		}
		parts.Items = append(parts.Items, it)
	}
	inVariants := make(map[string]bool, len(p.Groups))
	for i := range p.Groups {
		inVariants[p.Groups[i].ID] = len(p.Groups[i].Variants) > 0
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if !taken[n.ID] {
			continue
		}
		used[n.Group]++
		if inVariants[n.Group] {
			add("node", n.ID, n.Group, 0, 1, 0)
		} else {
			add("node", n.ID, n.Group, n.Price, odds.Nodes[i], n.Value)
		}
	}
	for i := range p.Groups {
		q := &p.Groups[i]
		switch v, lots := variant[q.ID]; {
		case used[q.ID] == 0:
		case lots && v < len(q.Variants):
			add("group", q.ID, strconv.Itoa(q.Variants[v].Nodes), q.Variants[v].Cost, q.Variants[v].Value,
				q.Variants[v].Value)
		default:
			add("group", q.ID, "used", 0, odds.Groups[i], q.Value)
		}
	}
	return parts
}

// Order returns the groups of the window, with the number of nodes taken of
// each.
func (methods) Order(p *Problem, a *kind.Answer[*Solution]) []kind.Step {
	var list []kind.Step
	count, taken := map[string]int{}, make(map[string]bool, len(a.Solution.Nodes))
	for _, id := range a.Solution.Nodes {
		taken[id] = true
	}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; taken[n.ID] {
			count[n.Group]++
		}
	}
	for i := range p.Groups {
		if id := p.Groups[i].ID; count[id] > 0 {
			list = append(list, kind.Step{Ref: kind.Ref{Kind: "group", ID: id}, Text: strconv.Itoa(count[id])})
		}
	}
	return list
}
