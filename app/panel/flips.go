package panel

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/decided"
)

// Decision is the thing whose decision is looked at: the job that is selected, or
// the zero Thing where an answer is one decision.
func Decision(s *state.State) (state.Thing, bool) {
	switch s.Draft.Kind {
	case "window", "group":
		return state.Thing{}, true
	}
	if t := s.Main(); t.Kind == "job" {
		return t, true
	}
	return state.Thing{}, false
}

// Flips are found by solving again and again, so a problem must be solved soon
// for it: how often is chosen so that all of it takes a few seconds.
const (
	flipWork  = 12.0
	leastFlip = 160
	mostFlip  = 6000
)

// FlipSolves is how often the run that is looked at may be solved, 0 for a
// problem that takes too long.
func FlipSolves(s *state.State, sc *screen.Screen) int {
	a := s.Focused()
	if a == nil {
		return 0
	}
	n := flipWork / max(sc.WeightOf(s, a.Run), 1e-9)
	if n < leastFlip {
		return 0
	}
	return int(min(n, mostFlip))
}

// flips tells by how little numbers would have to change for another decision.
func flips(s *state.State, sc *screen.Screen) ui.Node {
	a := s.Focused()
	thing, ok := Decision(s)
	note := func(text string) ui.Node {
		return ui.El("p", ui.Class("empty"), ui.A("role", "status"), text)
	}
	switch {
	case a == nil:
		return note("There is no answer to ask about.")
	case !ok:
		return note("Select a job to see what would have it decided otherwise.")
	case FlipSolves(s, sc) == 0:
		return note("This problem takes too long to be solved again for each number.")
	}
	parts := []ui.Node{tried(s, a, thing.ID)}
	var r decided.Report
	switch {
	case s.Flips.Text != "":
		return ui.El("div", append(parts, note(s.Flips.Text)))
	case s.Fresh(*a) && a.Answer != nil && !a.Answer.Feasible:
		return ui.El("div", append(parts, note("There is no answer, and so no decision that a number could alter.")))
	case !screen.Read(s.Flips.Detail, &r):
		return ui.El("div", append(parts, note("Trying numbers, one at a time.")))
	case s.Flips.To != s.Posed:
		return ui.El("div", append(parts, note("The problem has changed; trying its numbers anew.")))
	}
	return ui.El("div", append(parts, found(&r, screen.Algorithm(s, a).Name, thing.ID)))
}

// found is the list itself.
func found(r *decided.Report, algorithm, job string) ui.Node {
	lead := algorithm + " takes " + r.Decision + "."
	if job != "" {
		lead = algorithm + " has job " + job + " on " + r.Decision + "."
	}
	reach := "All " + ui.Whole(r.Numbers) + " numbers"
	if r.Tried < r.Numbers {
		reach = "The nearest " + ui.Whole(r.Tried) + " of " + ui.Whole(r.Numbers) + " numbers"
	}
	reach += " were tried, each alone, up to " + ui.Num(r.Reach*100) + " % off. What stands here happened."
	if len(r.Flips) == 0 {
		return ui.El("section", ui.Class("flips"),
			ui.El("p", lead, " No change of a single number was found that alters it."),
			ui.El("p", ui.Class("note"), reach))
	}
	var rows []ui.Node
	for i := range r.Flips {
		f := &r.Flips[i]
		unit := ""
		if f.Unit != "" {
			unit = " " + f.Unit
		}
		rows = append(rows, ui.El("tr",
			ui.RowHead(f.Name+" ", ui.El("span", ui.El("b", ui.Plain(f.To)+unit), " for "+ui.Plain(f.From))),
			ui.El("td", ui.Class("wrap"), f.Then),
			ui.El("td", ui.El("button", ui.A("type", "button"), ui.Class("btn"), ui.Act("try", strconv.Itoa(i)),
				ui.A("aria-label", "Try "+f.Name+" at "+ui.Plain(f.To)), "Try"),
				ui.IconButton("duplicate", "Try "+f.Name+" at "+ui.Plain(f.To)+" in a copy",
					ui.Act("trycopy", strconv.Itoa(i))))))
	}
	head := []ui.Node{ui.ColHead("if it were"), ui.ColHead("then"),
		ui.ColHead(ui.El("span", ui.Class("quiet"), "try it"))}
	return ui.El("section", ui.Class("flips"),
		ui.El("p", lead, " It would be otherwise if one of these were so, the smallest change first:"),
		screen.TableOf("data flip-list", "Changes that alter the decision", head, rows),
		ui.El("p", ui.Class("note"), reach))
}

// tried tells of a change that is being tried: before and after, and the way back.
func tried(s *state.State, a *state.Answer, thing string) ui.Node {
	t := s.Tried()
	if t == nil {
		return ui.Node{}
	}
	kind, _ := catalog.ByID(s.Draft.Kind)
	unit := ""
	if t.Unit != "" {
		unit = " " + t.Unit
	}
	now := "…"
	if s.Fresh(*a) && a.Answer != nil && s.Problem != nil {
		d := decided.Of(s.Problem, a.Answer, thing)
		now = d.Text(nil)
	}
	rows := []ui.Node{ui.El("tr", ui.RowHead("decided"), ui.El("td", t.Was), ui.El("td", ui.El("b", now)))}
	if s.Fresh(*a) && a.Answer != nil && a.Answer.Feasible && t.Metrics != nil {
		for _, m := range kind.Metrics[:min(2, len(kind.Metrics))] {
			rows = append(rows, ui.El("tr", ui.RowHead(ui.Term(kind.ID+"."+m.ID, m.Head())),
				ui.El("td", ui.Num(t.Metrics[m.ID])), ui.El("td", ui.Num(a.Answer.Metrics[m.ID]))))
		}
	}
	return ui.El("section", ui.Class("tried"), ui.A("role", "status"),
		ui.El("p", "Tried: ", ui.El("b", t.Name), " at ",
			ui.El("b", ui.Plain(t.To)+unit), " for "+ui.Plain(t.From)+"."),
		screen.TableOf("data", "Before and after", []ui.Node{ui.ColHead(ui.El("span", ui.Class("quiet"), "what")),
			ui.ColHead("before"), ui.ColHead("after")}, rows),
		ui.El("div", ui.Class("acts"), ui.Button("Put it back", ui.Act("undo")),
			ui.Button("Keep it", ui.Act("keeptried")), ui.Button("Move it into a copy", ui.Act("trycopy"),
				ui.A("title", "a draft of its own with the change; this one is put back"))))
}
