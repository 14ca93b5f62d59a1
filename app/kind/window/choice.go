package window

import (
	"gridbox/app/screen"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
)

// maxTerms is the greatest number of costs that a sum lists.
const maxTerms = 6

// formula returns the window's cost and runtime as formulas with their numbers. A cost is a button that selects its
// node and highlights it in the picture, as is the performance of the slowest node. At most maxTerms costs are listed.
// A solution without slots gets an empty node.
func formula(sol *window.Solution, p *window.WindowProblem, m map[string]float64) ui.Node {
	term := func(node, text, title string) ui.Node {
		return ui.El("button", ui.A("type", "button"), ui.Class("term"), ui.Act("select", "node:"+node),
			ui.A("title", title), ui.Lights("node:"+node), text)
	}
	if len(sol.Slots) == 0 {
		return ui.Node{}
	}
	var parts []ui.Node
	rest, slowest := 0.0, (*window.Node)(nil)
	for i := range sol.Slots {
		slot := &sol.Slots[i]
		if n := nodeOf(p, slot.Node); i == 0 || n.Performance < slowest.Performance {
			slowest = n
		}
		if i >= maxTerms {
			rest += slot.Cost
			continue
		}
		if i > 0 {
			parts = append(parts, ui.Text(" + "))
		}
		parts = append(parts, term(slot.Node, ui.Num(slot.Cost),
			i18n.T("what {} costs: its price for the time it works", slot.Node)))
	}
	if more := len(sol.Slots) - maxTerms; more > 0 {
		parts = append(parts, ui.Text(i18n.T(" + {} of {} more", ui.Num(rest), ui.Integer(more))))
	}
	return ui.El("span", ui.Class("sum"), screen.Sentence("cost: ", parts, " = ", ui.El("b", ui.Num(m["cost"])),
		"; runtime: ", ui.Num(p.Request.Volume), " / ", term(slowest.ID, ui.Num(slowest.Performance),
			i18n.T("the performance of {}, the slowest", slowest.ID)), " = ", ui.El("b", ui.Num(m["runtime"])), "."))
}
