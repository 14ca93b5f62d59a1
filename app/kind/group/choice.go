package group

import (
	"gridbox/app/screen"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/kind/group/draw"
)

// A share is the contribution of one group's nodes, or of nodes without a group, to a window.
type share struct {
	group string // "" for nodes on their own
	nodes []string
	cost  float64
	worth float64 // the factor, or under the objective sum the summand
}

// shares returns the contributions to a window, by group; nodes without a group come last.
func shares(p *group.Problem, w *group.Solution) []share {
	var all []share
	odds, at := p.Odds(), map[string]int{}
	begin := func(id string, worth float64) {
		at[id] = len(all)
		all = append(all, share{group: id, worth: worth})
	}
	for g := range p.Groups {
		worth := odds.Groups[g]
		if p.Sums() {
			worth = p.Groups[g].Value
		}
		begin(p.Groups[g].ID, worth)
	}
	if p.Sums() {
		begin("", 0)
	} else {
		begin("", 1)
	}
	in := make(map[string]bool, len(w.Nodes))
	for _, id := range w.Nodes {
		in[id] = true
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if !in[n.ID] {
			continue
		}
		x := &all[at[n.Group]]
		x.nodes, x.cost = append(x.nodes, n.ID), x.cost+n.Price
		if p.Sums() {
			x.worth += n.Value
		} else {
			x.worth *= odds.Nodes[i]
		}
	}
	for _, c := range w.Variants {
		for g := range p.Groups {
			if p.Groups[g].ID == c.Group {
				v := &p.Groups[g].Variants[c.Variant]
				all[at[c.Group]].cost, all[at[c.Group]].worth = v.Cost, v.Value
			}
		}
	}
	used := all[:0]
	for _, x := range all {
		if len(x.nodes) > 0 {
			used = append(used, x)
		}
	}
	return used
}

// maxTerms is the greatest number of groups that a formula lists.
const maxTerms = 6

// sums returns the formulas of a window's value and cost with their numbers. A number highlights its group and nodes.
func sums(p *group.Problem, w *group.Solution, m map[string]float64) ui.Node {
	all := shares(p, w)
	if len(all) == 0 {
		return ui.Node{}
	}
	metric, sign, text, total := "availability", " · ", draw.Probability, 1.0
	if p.Sums() {
		metric, sign, text, total = "value", " + ", ui.Num, 0.0
	}
	var worths, costs []ui.Node
	rest := 0.0
	for i, x := range all {
		if i >= maxTerms {
			rest += x.cost
			if p.Sums() {
				total += x.worth
			} else {
				total *= x.worth
			}
			continue
		}
		if i > 0 {
			worths, costs = append(worths, ui.Text(sign)), append(costs, ui.Text(" + "))
		}
		what, lights := i18n.T("{} of {}", picture.Count(len(x.nodes), "node"), x.group), []string{"group:" + x.group}
		if x.group == "" {
			what, lights = i18n.T("nodes on their own: {}", list(x.nodes)), nil
		}
		for _, id := range x.nodes {
			lights = append(lights, "node:"+id)
		}
		worths = append(worths, ui.Part(text(x.worth), i18n.T("what they add: {}", what), lights...))
		costs = append(costs, ui.Part(picture.Number(x.cost), i18n.T("what they cost: {}", what), lights...))
	}
	if more := len(all) - maxTerms; more > 0 {
		of := i18n.T(" of {} more", ui.Integer(more))
		worths = append(worths, ui.Text(sign+text(total)+of))
		costs = append(costs, ui.Text(" + "+picture.Number(rest)+of))
	}
	return ui.El("span", ui.Class("sum"), screen.Sentence(metric+": ", worths, " = ", ui.El("b", text(m[metric])),
		"; cost: ", costs, " = ", ui.El("b", picture.Number(m["cost"])), " ≤ "+picture.Number(p.Request.Budget)+"."))
}
