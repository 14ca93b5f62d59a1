package screen

import (
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// A Start is one of the steps before a problem has its first answer.
type Start struct {
	Say   string // what to do, in a sentence
	Do    string // the label of the button
	Add   string // the kind of thing that it adds
	Done  bool
	Extra bool // not needed for an answer
}

// NextStart returns the next step before a problem can have an answer, nil if nothing is missing.
func NextStart(s *state.State, sc *Screen) *Start {
	if sc.Begin == nil || s.Problem == nil || s.ProblemOf != s.PosedDraft {
		return nil
	}
	steps, lacks := sc.Begin(s), false
	for i := range steps {
		lacks = lacks || !steps[i].Done && !steps[i].Extra
	}
	for i := range steps {
		if lacks && !steps[i].Done {
			return &steps[i]
		}
	}
	return nil
}

// Beginning returns the hint on an empty picture: the first step, with a button
// for it. It is empty if there is an answer to show.
func Beginning(s *state.State, sc *Screen) ui.Node {
	next := NextStart(s, sc)
	if next == nil {
		return ui.Node{}
	}
	var items []ui.Node
	for _, step := range sc.Begin(s) {
		item := ui.El("li", ui.If(step.Done, ui.Class("done")), ui.If(step.Say == next.Say && !step.Done,
			ui.A("aria-current", "step")))
		if step.Done {
			item.Children = append(item.Children, ui.Icon("check"), ui.El("span", ui.Class("quiet"), "done: "))
		}
		item.Children = append(item.Children, ui.El("span", step.Say))
		items = append(items, item)
	}
	return ui.El("section", ui.Class("begin"), ui.A("aria-label", "What to do first"),
		ui.El("div", ui.Class("card"),
			ui.El("h2", "What to do first"),
			ui.El("ol", items),
			ui.El("p", ui.Class("quiet"), ui.A("role", "status"), i18n.T("Next: {}", next.Say)),
			ui.El("div", ui.Class("acts"),
				ui.Button(next.Do, ui.Class("primary"), ui.Act("add", next.Add),
					ui.Flag("disabled", s.Stage != state.Live)),
				ui.Button("Examples", ui.Act("dialog", "examples"), ui.A("aria-haspopup", "dialog"))),
			ui.El("p", ui.Class("quietly"), "Or drop a file on the page.")))
}
