package window

import (
	"gridbox/app/screen"
	"gridbox/app/ui"
	"gridbox/core/kind/window"
)

// mostTerms is how many costs a sum writes out.
const mostTerms = 6

// made is the window's cost and runtime as the sums that make them, with its
// numbers in. A cost is a button that selects its node, which lights up in the
// picture, and so does the performance of the slowest.
func made(sol *window.Solution, p *window.WindowProblem, m map[string]float64) ui.Node {
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
		if i >= mostTerms {
			rest += slot.Cost
			continue
		}
		if i > 0 {
			parts = append(parts, ui.Text(" + "))
		}
		parts = append(parts, term(slot.Node, ui.Num(slot.Cost),
			"what "+slot.Node+" costs: its price for the time it works"))
	}
	if more := len(sol.Slots) - mostTerms; more > 0 {
		parts = append(parts, ui.Text(" + "+ui.Num(rest)+" of "+ui.Whole(more)+" more"))
	}
	return ui.El("span", ui.Class("sum"), screen.Sentence("cost: ", parts, " = ", ui.El("b", ui.Num(m["cost"])),
		"; runtime: ", ui.Num(p.Request.Volume), " / ", term(slowest.ID, ui.Num(slowest.Performance),
			"the performance of "+slowest.ID+", the slowest"), " = ", ui.El("b", ui.Num(m["runtime"])), "."))
}
