package farm

import (
	"math"

	"gridbox/app/screen"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
)

// formula returns the choice between the machines as a formula with its numbers: the offered starts,
// or the costs if more than the start counts. A number highlights its machine.
func formula(w *solver.Explanation, r *farm.Rules) ui.Node {
	best, second := candidateByRank(w, 1), candidateByRank(w, 2)
	if best == nil || best.Cost == nil || len(w.Reservations) == 0 || w.Parts > 1 {
		return ui.Node{}
	}
	if *best.Cost == *best.Start && (second == nil || *second.Cost == *second.Start) {
		parts := screen.Sentence("start: ", ui.El("b", offerPart(best, *best.Start, "the earliest start on ")),
			" s on ",
			best.Machine)
		if second != nil {
			parts = append(parts, screen.Sentence(relation(*best.Start, *second.Start),
				offerPart(second, *second.Start, "the earliest start on "), " s on ", second.Machine)...)
		}
		return ui.El("span", ui.Class("sum"), parts, ".")
	}
	parts := screen.Sentence("cost: ", costTerms(best, r), " = ", ui.El("b",
		offerPart(best, *best.Cost, "the cost of ")),
		" on ", best.Machine)
	if second != nil {
		parts = append(parts, screen.Sentence(relation(*best.Cost, *second.Cost),
			offerPart(second, *second.Cost, "the cost of "), " on ", second.Machine)...)
	}
	return ui.El("span", ui.Class("sum"), parts, ".")
}

func relation(best, second float64) string {
	if best == second {
		return " = "
	}
	return " < "
}

// offerPart returns a number of a formula that highlights the machine of an offer.
func offerPart(c *solver.Candidate, value float64, title string) ui.Node {
	return ui.Part(picture.Number(value), title+c.Machine, "machine:"+c.Machine)
}

// costTerms returns a machine's cost as the terms of a sum, weight by weight.
func costTerms(c *solver.Candidate, r *farm.Rules) (parts []ui.Node) {
	for _, x := range []struct {
		weight float64
		value  *float64
		title  string
	}{{r.Start, c.Start, "the earliest start on "}, {r.Finish, c.Finish, "the finish after that start on "},
		{r.Load, c.Load, "the slot-seconds placed on "},
		{r.Demand, c.Demand, "the slot-seconds that waiting jobs may want on "}} {
		if x.weight == 0 || x.value == nil {
			continue
		}
		if len(parts) > 0 {
			parts = append(parts, ui.Text(" + "))
		}
		parts = append(parts, ui.Text(picture.Number(x.weight)+" · "), offerPart(c, *x.value, x.title))
	}
	return parts
}

// tradeOf returns the static priority as a sum. If it comes from another order, the sum is the priority that the job
// would have without that order.
func tradeOf(w *solver.Explanation, r *farm.Rules) []ui.Node {
	t := w.Trade
	if t == nil {
		return nil
	}
	var parts []ui.Node
	sum := 0.0
	for i, x := range []struct {
		weight, value float64
		name          string
	}{{r.Memory, t.Memory, "memory"}, {r.Slots, t.Slots, "slots"}, {r.Slack, t.Slack, "slack"},
		{r.Waiting, t.Waiting, "waiting"}, {r.Priority, t.Initial, "initial"}} {
		if i > 0 {
			parts = append(parts, ui.Text(" + "))
		}
		sum += float64(x.weight * x.value)
		parts = append(parts, ui.Text(picture.Number(x.weight)+" · "),
			ui.Part(picture.Number(x.value), i18n.T("{} of job {}, from 0 to 1", x.name, w.Job), "job:"+w.Job),
			ui.Text(" "+x.name))
	}
	if math.Abs(sum-t.Priority) > 1e-9*max(1, math.Abs(sum)) {
		return screen.Sentence(i18n.T("static priority {}, the number of jobs from it to the end of the order; "+
			"without that order it would be ",
			picture.Number(t.Priority)), parts, " = "+
			picture.Number(sum))
	}
	return screen.Sentence("static priority: ", parts, " = "+picture.Number(t.Priority))
}
