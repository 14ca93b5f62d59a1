package group

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/kind/group/draw"
)

// window lists the nodes of the focused answer, group by group, with what each
// group adds to the risk.
func window(s *state.State) ui.Node {
	a := s.FocusedAnswer()
	if a == nil || a.Answer == nil || !a.Answer.Feasible {
		return screen.Lacking(a, "answer")
	}
	p := problemOf(a.Problem)
	w, ok := a.Answer.Solution.(*group.Solution)
	if p == nil || !ok {
		return screen.Empty("The problem of this answer no longer exists.")
	}
	var rows []ui.Node
	for _, x := range shares(p, w) {
		name := ui.Text("on their own")
		if x.group != "" {
			name = screen.Pick("group", x.group, x.group)
		}
		text := draw.Probability(x.worth)
		if p.Sums() {
			text = ui.Num(x.worth)
		}
		rows = append(rows, ui.El("tr", ui.If(s.IsSelected("group", x.group), ui.Class("sel")), ui.RowHead(name),
			ui.El("td", ui.Class("wrap"), list(x.nodes)), screen.Cell(picture.Number(x.cost)), screen.Cell(text)))
	}
	worth := "availability"
	if p.Sums() {
		worth = "value"
	}
	total := i18n.T("Altogether {} of a budget of {}.",
		picture.Number(a.Answer.Metrics["cost"]), picture.Number(p.Request.Budget))
	if !p.Sums() {
		total += i18n.T(" All {} nodes are available together with probability {}, the product of this column.",
			ui.Integer(len(w.Nodes)), draw.Probability(a.Answer.Metrics["availability"]))
	}
	return ui.El("div", screen.Table("Nodes of the window", []string{"group", "nodes", "cost", worth}, rows),
		ui.El("p", ui.Class("note"), total))
}

// list joins ids and counts those beyond a dozen.
func list(ids []string) string {
	const most = 12
	text := ""
	for i, id := range ids {
		if i == most {
			return i18n.T("{} and {} more", text, ui.Integer(len(ids)-most))
		}
		if i > 0 {
			text += " "
		}
		text += id
	}
	return text
}
