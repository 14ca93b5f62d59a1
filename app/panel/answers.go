package panel

import (
	"slices"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// Answers returns the right side: the runs side by side, the changes that would
// alter the current decision, and the details of the focused answer.
func Answers(s *state.State, sc *screen.Screen, added Additions) ui.Node {
	tabs := []ui.Tab{{ID: "compare", Name: "Answers"}, {ID: state.FlipsTab, Name: "Why"}}
	all := detailsOf(s, sc)
	if s.View() == state.QueueView && HasQueue(s, sc) {
		return queueAnswers(s, sc)
	}
	at := max(0, slices.IndexFunc(all, func(t screen.AnswerTab) bool { return t.ID == s.Layout.Answers }))
	if len(all) > 0 {
		tabs = append(tabs, ui.Tab{ID: all[at].ID, Name: "Details"})
	}
	body := ui.El("div", ui.Class("pane"), ui.A("id", "answers"), ui.A("role", "tabpanel"), ui.A("tabindex", "0"))
	chosen := "compare"
	switch {
	case s.Layout.Answers == RunsTab:
		body.Children = []ui.Node{ui.El("div", ui.Class("runs-head"), ui.El("h2", "Order, names and options"),
			ui.Button("Back to the answers", ui.Act("answers", "compare"))), runList(s)}
	case s.Layout.Answers == state.FlipsTab:
		chosen = state.FlipsTab
		body.Children = []ui.Node{focus(s), flips(s, sc)}
	case len(all) > 0 && all[at].ID == s.Layout.Answers:
		chosen = all[at].ID
		body.Children = []ui.Node{details(all, at)}
		if !all[at].Own {
			body.Children = append(body.Children, focus(s))
		}
		body.Children = append(body.Children, all[at].View(s))
	default:
		body.Children = []ui.Node{compareTab(s, sc, added)}
	}
	if next := screen.NextStart(s, sc); next != nil { // an empty problem has no answers
		body.Children = []ui.Node{ui.El("p", ui.Class("empty"), i18n.T("There is nothing to solve yet. {}",
			next.Say)),
			ui.El("div", ui.Class("acts pad"), addAlgorithm())}
	}
	body.Attrs = append(body.Attrs, ui.A("aria-labelledby", "answers-"+chosen))
	return ui.El("section", ui.Class("runs"), ui.A("role", sideRole(s, "answers")), ui.A("aria-label", "Answers"),
		ui.Tabs("Answers", "answers", "answers", chosen, tabs), body)
}

// queueTab returns the answers of the view of the queue, nil if the problem has
// none.
func queueTab(s *state.State, sc *screen.Screen) *screen.AnswerTab {
	for i := range sc.Answers {
		if t := &sc.Answers[i]; t.ID == state.QueueView && t.Exists(s) {
			return t
		}
	}
	return nil
}

// HasQueue reports whether there is a queue to view.
func HasQueue(s *state.State, sc *screen.Screen) bool { return queueTab(s, sc) != nil }

// queueAnswers returns the right side of the view of the queue.
func queueAnswers(s *state.State, sc *screen.Screen) ui.Node {
	return ui.El("section", ui.Class("runs"), ui.A("role", sideRole(s, "answers")), ui.A("aria-label", "Answers"),
		ui.El("div", ui.Class("tabs"), ui.El("h2", "The queue")),
		ui.El("div", ui.Class("pane"), ui.A("id", "answers"), ui.A("tabindex", "0"), ui.A("role", "region"),
			ui.A("aria-label", "The queue"), queueTab(s, sc).View(s)))
}

// detailsOf returns the available details of the focused answer.
func detailsOf(s *state.State, sc *screen.Screen) (list []screen.AnswerTab) {
	for _, t := range sc.Answers {
		if t.ID != state.QueueView && (t.Exists == nil || t.Exists(s)) {
			list = append(list, t)
		}
	}
	return list
}

// details returns the list from which a detail of the focused answer is chosen, an empty node if there is only one.
func details(all []screen.AnswerTab, at int) ui.Node {
	if len(all) == 1 {
		return ui.Node{}
	}
	var ids, names []string
	for _, t := range all {
		ids, names = append(ids, t.ID), append(names, t.Name)
	}
	return ui.El("div", ui.Class("form"), ui.FormRow("f-detail", "Detail", ui.Choice(all[at].ID, ids, names,
		ui.A("id", "f-detail"), ui.A("data-show", "answers"))))
}

// addAlgorithm returns the buttons to add runs, and to change their order, names and options.
func addAlgorithm() ui.Node {
	return ui.Button(ui.Class("plain"), ui.Act("dialog", "runs"), opens, ui.Icon("add"), "Add algorithm")
}

// focus returns the list that chooses the answer that a tab shows.
func focus(s *state.State) ui.Node {
	var ids, names []string
	for i := range s.Answers {
		a := &s.Answers[i]
		ids, names = append(ids, a.ID), append(names, screen.Algorithm(s, a).Name)
	}
	return ui.El("div", ui.Class("form"), ui.FormRow("f-focus", "Answer of", ui.Choice(s.Focus, ids, names,
		ui.A("id", "f-focus"), ui.A("data-show", "focus"))))
}
