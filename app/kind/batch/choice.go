package batch

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	solver "gridbox/core/kind/batch/solve"
	"gridbox/core/kind/window"
)

// maxTerms is the greatest number of nodes that a sum lists.
const maxTerms = 5

// formula returns the result of a search as formulas with its numbers: the cost of the window, its
// limit, and its length. A node's numbers highlight the node, the results the window.
func formula(s *state.State, w *solver.Explanation) ui.Node {
	job := jobOf(s, w.Job)
	if w.Window == nil || job == nil || len(w.Window.Slots) == 0 {
		return ui.Node{}
	}
	n, about := picture.Number, markid.Alternative+":"+markid.WindowID(w.Cycle, w.Family, w.Job)
	part := func(of *window.Node, value float64, title string) ui.Node {
		return ui.Part(n(value), title, "node:"+of.ID)
	}
	var parts []ui.Node
	slowest, longest, rest := (*window.Node)(nil), 0.0, 0.0
	for i := range w.Window.Slots {
		slot := &w.Window.Slots[i]
		of, lasts := nodeOf(s, slot.Node), slot.End-slot.Start
		if of == nil {
			return ui.Node{}
		}
		if lasts > longest {
			slowest, longest = of, lasts
		}
		if i >= maxTerms {
			rest += slot.Cost
			continue
		}
		if i > 0 {
			parts = append(parts, ui.Text(" + "))
		}
		parts = append(parts, part(of, of.Price, i18n.T("the price of {} for a unit of time", of.ID)), ui.Text(" · "),
			part(of, lasts, i18n.T("how long the part lasts on {}", of.ID)))
	}
	if more := len(w.Window.Slots) - maxTerms; more > 0 {
		parts = append(parts, ui.Text(i18n.T(" + {} of {} more", n(rest), ui.Integer(more))))
	}
	total := func(value float64, title string) ui.Node {
		return ui.El("b", ui.Part(n(value), title, about))
	}
	limit := i18n.T("; no price above {}", n(job.MaxPrice))
	if w.Algorithm == solver.AMP {
		limit = " ≤ " + n(job.MaxPrice) + " · " + n(job.Volume/job.MinPerformance) + " · " + ui.Integer(job.Nodes) +
			" = " + n(job.Budget())
	}
	return ui.El("span", ui.Class("sum"), screen.Sentence("cost: ", parts, " = ",
		total(w.Window.Cost, "what the window costs"), limit, "; time: ", n(job.Volume), " / ",
		part(slowest, slowest.Performance, i18n.T("the performance of {}, the slowest", slowest.ID)), " = ",
		total(longest, "how long the window lasts"), "."))
}

func nodeOf(s *state.State, id string) *window.Node {
	for i := range s.Problem.Batch.Nodes {
		if n := &s.Problem.Batch.Nodes[i]; n.ID == id {
			return n
		}
	}
	return nil
}
