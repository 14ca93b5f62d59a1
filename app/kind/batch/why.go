package batch

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/batch/draw"
	solver "gridbox/core/kind/batch/solve"
	"gridbox/core/trace"
)

// subject returns the selected job as the thing to explain: how its windows were found. It reports false if the job is
// not in the queue of the cycle.
func subject(s *state.State) (state.Ref, bool) {
	l := selectionOf(s)
	return s.Main(), l.job != "" && isQueued(s, l)
}

// isQueued reports whether the selected job has arrived by the cycle and got no window before it.
func isQueued(s *state.State, l selection) bool {
	j := jobOf(s, l.job)
	if j == nil || j.Arrives() > l.cycle {
		return false
	}
	sol, _ := shownAnswer(s)
	return sol == nil || !slices.ContainsFunc(sol.Chosen, func(c batch.Choice) bool {
		return c.Job == l.job &&
			max(1, c.Cycle) < l.cycle
	})
}

// explainParams returns the cycle and the family of the search to explain.
func explainParams(s *state.State) map[string]string {
	l := selectionOf(s)
	return map[string]string{"cycle": strconv.Itoa(l.cycle), "family": strconv.Itoa(l.family)}
}

// explanation returns the kind's explanation, nil if there is none.
func explanation(s *state.State) *solver.Explanation {
	if w := screen.Explanation[solver.Explanation](s); w != nil && w.Job != "" {
		return w
	}
	return nil
}

// replaying reports whether the picture shows a step instead of the answer.
func replaying(s *state.State) bool {
	return s.Main().Kind == "job" && s.ReplayingOf(s.Main().ID)
}

// stepText describes the last replayed step in a sentence.
func stepText(s *state.State) []ui.Node {
	e := screen.Step(s)
	if e == nil {
		return screen.Unbegun(s, "No step has run yet.")
	}
	t, node := ui.Text, screen.Bold(e.Ref("node"))
	number := func(name string) string { return number(e, name) }
	slot := i18n.T(" from {} to {}", number("start"), number("end"))
	switch e.Kind {
	case "take":
		return []ui.Node{t("The slot on "), node,
			t(i18n.T("{} is added to the window: the part lasts {} there and costs {}.",
				slot, number("duration"), number("cost")))}
	case "reject":
		return []ui.Node{t("The slot on "), node, t(i18n.T("{} is skipped: {}.", slot, reasons[e.Reason]))}
	case "expire":
		return []ui.Node{t("The slot on "), node,
			t(i18n.T(" expires: from {} on, the part would not end before {}.", number("start"), number("end")))}
	case "over":
		return []ui.Node{t(i18n.T("Enough slots are held at {}, but the cheapest of them cost {}, above the "+
			"budget of {}.",
			number("start"), number("cost"), number("budget")))}
	case "found":
		return []ui.Node{t(i18n.T("The window is found: it starts at {}, ends at {} and costs {}. Its time is "+
			"cut from the list.",
			number("start"), number("end"), number("cost")))}
	case "cycle", "search", "cut", "quota", "choose", "postpone":
		return wholly(e)
	case "none":
		if e.Reason == "budget" {
			return []ui.Node{t("The list is exhausted: every set of slots found costs more than the budget.")}
		}
		return []ui.Node{t("The list is exhausted: there were never enough slots at the same time.")}
	}
	return []ui.Node{t(e.Kind)}
}

// number formats a value of an event for a sentence.
func number(e *trace.Event, name string) string {
	v, _ := e.Value(name)
	return picture.Number(v)
}

// reasons has the reasons why a slot is not suitable.
var reasons = map[string]string{
	"slow":  "its node is below the least performance",
	"short": "it is too short for the part",
	"dear":  "its node is above the greatest price",
}

// verdict describes the result of the search, and what the choice does with it.
func verdict(s *state.State) []ui.Node {
	w := explanation(s)
	if w == nil || s.Problem == nil || s.Problem.Batch == nil {
		return nil
	}
	name := strings.ToUpper(string(w.Algorithm))
	job := jobOf(s, w.Job)
	text := ""
	switch {
	case w.Window != nil:
		text = i18n.T("Family {}: {} finds {} from {} for {}",
			strconv.Itoa(w.Family), name, picture.Count(len(w.Window.Slots), "node"),
			picture.Number(w.Window.Start), picture.Number(w.Window.End-w.Window.Start))
		if job != nil && w.Algorithm == solver.AMP {
			text += i18n.T(", {} below the budget of {}",
				picture.Number(job.Budget()-w.Window.Cost), picture.Number(job.Budget()))
		}
		text += "."
	case w.MissingBudget != nil:
		text = i18n.T("Family {} finds nothing: the cheapest set of slots costs {} more than the budget.",
			strconv.Itoa(w.Family), picture.Number(*w.MissingBudget))
	case w.MissingNodes > 0:
		text = i18n.T("Family {} finds nothing: at the best time {} were missing.",
			strconv.Itoa(w.Family), picture.Count(w.MissingNodes, "node"))
	}
	return append(screen.Sentence(formula(s, w)), ui.Text(text+choiceOf(s)))
}

func jobOf(s *state.State, id string) *batch.Job {
	if s.Problem == nil || s.Problem.Batch == nil {
		return nil
	}
	for i := range s.Problem.Batch.Jobs {
		if s.Problem.Batch.Jobs[i].ID == id {
			return &s.Problem.Batch.Jobs[i]
		}
	}
	return nil
}

// choiceOf compares the chosen window of the selected job with its fastest and its cheapest one.
func choiceOf(s *state.State) string {
	l := selectionOf(s)
	sol, _ := shownAnswer(s)
	list, chosen := draw.Alternatives(sol, l.job, l.cycle)
	if chosen < 0 || chosen >= len(list) || len(list) == 1 {
		return ""
	}
	time := func(i int) float64 { return list[i].End - list[i].Start }
	fast, cheap := 0, 0
	for i := range list {
		if time(i) < time(fast) {
			fast = i
		}
		if list[i].Cost < list[cheap].Cost {
			cheap = i
		}
	}
	text := i18n.T(" The combination takes window {} of {}", strconv.Itoa(chosen+1), strconv.Itoa(len(list)))
	switch {
	case time(chosen) <= time(fast) && list[chosen].Cost <= list[cheap].Cost:
		return i18n.T("{}, the fastest and the cheapest of them.", text)
	case time(chosen) <= time(fast):
		return i18n.T("{}, the fastest; the cheapest costs {} less.",
			text, picture.Number(list[chosen].Cost-list[cheap].Cost))
	case list[chosen].Cost <= list[cheap].Cost:
		return i18n.T("{}, the cheapest; the fastest takes {} less.", text, picture.Number(time(chosen)-time(fast)))
	}
	return i18n.T("{}; the fastest takes {} less, the cheapest costs {} less.",
		text, picture.Number(time(chosen)-time(fast)),
		picture.Number(list[chosen].Cost-list[cheap].Cost))
}

// eventCounts counts the events of the search up to the current step.
func eventCounts(s *state.State) ui.Node {
	t := s.Explanation.Trace
	if t == nil {
		return ui.Node{}
	}
	count := map[string]int{}
	held, most, cheapest, budget := 0, 0, "", ""
	events := draw.CurrentSearch(t, s.Explanation.Step)
	for i := range events {
		e := &events[i]
		count[e.Kind+e.Reason]++
		switch e.Kind {
		case "take":
			held++
		case "expire":
			held--
		case "over":
			cheapest, budget = number(e, "cost"), number(e, "budget")
		case "found":
			cheapest = number(e, "cost")
		}
		most = max(most, held)
	}
	line := func(name, value string) ui.Node {
		return ui.El("tr", ui.RowHead(screen.Term(name)), ui.El("td", value))
	}
	n := strconv.Itoa
	rows := []ui.Node{
		line("held", n(held)),
		line("expired", n(count["expire"])),
		line("too short", n(count["rejectshort"])),
		line("too slow", n(count["rejectslow"])),
	}
	if w := explanation(s); w != nil && w.Algorithm == solver.ALP {
		rows = append(rows, line("too dear", n(count["rejectdear"])))
	} else {
		rows = append(rows, line("over budget", n(count["overbudget"])))
		if cheapest != "" {
			if budget != "" {
				cheapest += i18n.T(" of {}", budget)
			}
			rows = append(rows, line("cost", cheapest))
		}
	}
	return screen.TableOf("heat tally", "Slots that the search has visited", nil, rows)
}
