package group

import (
	"gridbox/app/picture"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/problem/group"
)

// window lists the nodes of the focused answer, group by group, with what each
// group adds to the risk.
func window(s *state.State) ui.Node {
	a := s.Focused()
	if a == nil || a.Answer == nil || !a.Answer.Feasible {
		return screen.Lacking(a, "answer")
	}
	p := problemOf(a.Problem)
	w, ok := a.Answer.Solution.(*group.Solution)
	if p == nil || !ok {
		return screen.Empty("The problem of this answer is gone.")
	}
	odds := p.Odds()
	in := make(map[string]bool, len(w.Nodes))
	for _, id := range w.Nodes {
		in[id] = true
	}
	bought := map[string]group.Variant{}
	for _, c := range w.Variants {
		for g := range p.Groups {
			if p.Groups[g].ID == c.Group {
				bought[c.Group] = p.Groups[g].Variants[c.Variant]
			}
		}
	}
	prices, names := map[string]float64{}, map[string][]string{}
	product := map[string]float64{"": 1}
	for g := range p.Groups {
		product[p.Groups[g].ID] = odds.Groups[g]
		if p.Sums() {
			product[p.Groups[g].ID] = p.Groups[g].Value
		}
	}
	if p.Sums() {
		product[""] = 0
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if !in[n.ID] {
			continue
		}
		prices[n.Group] += n.Price
		names[n.Group] = append(names[n.Group], n.ID)
		if p.Sums() {
			product[n.Group] += n.Value
		} else {
			product[n.Group] *= odds.Nodes[i]
		}
	}
	var rows []ui.Node
	row := func(group string) {
		if len(names[group]) == 0 {
			return
		}
		cost, worth := prices[group], product[group]
		if v, ok := bought[group]; ok {
			cost, worth = v.Cost, v.Value
		}
		name := ui.Text("on their own")
		if group != "" {
			name = screen.Pick("group", group, group)
		}
		said := picture.Odd(worth)
		if p.Sums() {
			said = ui.Num(worth)
		}
		rows = append(rows, ui.El("tr", ui.If(s.Selected("group", group), ui.Class("sel")), ui.RowHead(name),
			ui.El("td", ui.Class("wrap"), list(names[group])), screen.Cell(picture.Number(cost)), screen.Cell(said)))
	}
	for g := range p.Groups {
		row(p.Groups[g].ID)
	}
	row("")
	worth := "available"
	if p.Sums() {
		worth = "worth"
	}
	total := "Altogether " + picture.Number(a.Answer.Metrics["cost"]) + " of a budget of " +
		picture.Number(p.Request.Budget) + "."
	if !p.Sums() {
		total += " All " + ui.Whole(len(w.Nodes)) + " nodes are available together with " +
			picture.Odd(a.Answer.Metrics["availability"]) + ", the product of this column."
	}
	return ui.El("div", screen.Table("Nodes of the window", []string{"group", "nodes", "cost", worth}, rows),
		ui.El("p", ui.Class("note"), total))
}

// list writes ids while they are few.
func list(ids []string) string {
	const most = 12
	text := ""
	for i, id := range ids {
		if i == most {
			return text + " and " + ui.Whole(len(ids)-most) + " more"
		}
		if i > 0 {
			text += " "
		}
		text += id
	}
	return text
}
