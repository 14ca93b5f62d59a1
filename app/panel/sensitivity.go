package panel

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/decision"
	"gridbox/core/i18n"
)

// Decision returns the thing whose decision is explained: the selected job, or the zero Thing if an answer is one
// decision.
func Decision(s *state.State, sc *screen.Screen) (state.Ref, bool) {
	if !sc.Wholes {
		return state.Ref{}, true
	}
	if t := s.Main(); t.Kind == "job" {
		return t, true
	}
	return state.Ref{}, false
}

// The search for flips solves the problem many times. These bounds of the number of solutions keep it within a few
// seconds.
const (
	flipWork = 12.0
	minFlips = 160
	maxFlips = 6000
)

// FlipSolves returns the maximal number of times that the search for changes may solve the focused run, 0 for a
// problem that takes too long.
func FlipSolves(s *state.State, sc *screen.Screen) int {
	a := s.FocusedAnswer()
	if a == nil {
		return 0
	}
	n := flipWork / max(sc.WeightOf(s, a.Run), 1e-9)
	if n < minFlips {
		return 0
	}
	return int(min(n, maxFlips))
}

// flips lists the smallest changes of numbers that would alter the decision.
func flips(s *state.State, sc *screen.Screen) ui.Node {
	a := s.FocusedAnswer()
	thing, ok := Decision(s, sc)
	note := func(text string) ui.Node {
		return ui.El("p", ui.Class("empty"), ui.A("role", "status"), text)
	}
	switch {
	case a == nil:
		return note("There is no answer to ask about.")
	case !ok:
		return note("Select a job to see what would change its decision.")
	case FlipSolves(s, sc) == 0:
		return note("This problem takes too long to be solved again for each number.")
	}
	parts := []ui.Node{trialSection(s, a, thing.ID)}
	var r decision.Report
	switch {
	case s.Flips.Text != "":
		return ui.El("div", append(parts, note(s.Flips.Text)))
	case s.IsFresh(*a) && a.Answer != nil && !a.Answer.Feasible:
		return ui.El("div", append(parts, note("There is no answer, and so no decision that a number could alter.")))
	case !screen.Read(s.Flips.Detail, &r):
		return ui.El("div", append(parts, note("Trying numbers, one at a time.")))
	case s.Flips.To != s.PosedDraft:
		return ui.El("div", append(parts, note("The problem has changed; trying its numbers again.")))
	}
	return ui.El("div", append(parts, flipSection(&r, screen.Algorithm(s, a).Name, thing.ID)))
}

// flipSection returns the decision with the changes of single numbers that would alter it, the ties, and the extent of
// the search. A note replaces the list if there are none.
func flipSection(r *decision.Report, algorithm, job string) ui.Node {
	lead := i18n.T("{} takes {}.", algorithm, r.Decision)
	if job != "" {
		lead = i18n.T("{} runs job {} on {}.", algorithm, job, r.Decision)
	}
	parts := []any{ui.Class("flips")}
	if len(r.Flips) == 0 && len(r.Ties) == 0 {
		return ui.El("section", append(parts, ui.El("p", lead,
			" No change of a single number was found that alters it."),
			ui.El("p", ui.Class("note"), searchExtent(r)))...)
	}
	if len(r.Flips) > 0 {
		var rows []ui.Node
		for i := range r.Flips {
			rows = append(rows, flipRow(i, &r.Flips[i]))
		}
		head := []ui.Node{ui.ColHead("change"), ui.ColHead("then"), ui.ColHead(ui.El("span", ui.Class("quiet"),
			"try it"))}
		parts = append(parts, ui.El("p", lead, " Any one of these changes would alter the decision, smallest first:"),
			screen.TableOf("data flip-list", "Changes that alter the decision", head, rows))
	} else {
		parts = append(parts, ui.El("p", lead))
	}
	return ui.El("section", append(parts, tie(r.Ties), ui.El("p", ui.Class("note"), searchExtent(r)))...)
}

// flipRow shows one change: the suggested value, and the value from which on it has its effect.
func flipRow(i int, f *decision.Flip) ui.Node {
	name, unit, at := numberName(f.Name), unitOf(f.Unit), strconv.Itoa(i)
	parts := []any{name + ": ", ui.El("b", ui.AllDigits(f.To)+unit), i18n.T(" instead of {}", ui.AllDigits(f.From))}
	if f.Threshold != f.To {
		side := " on"
		if f.To < f.From {
			side = " down"
		}
		parts = append(parts, ui.El("span", i18n.T("from {}{}{}", ui.AllDigits(f.Threshold), unit, side)))
	}
	try := i18n.T("Try {} at {}{}", name, ui.AllDigits(f.To), unit)
	return ui.El("tr", ui.RowHead(parts...), ui.El("td", ui.Class("wrap"), f.NewDecision),
		ui.El("td", ui.El("button", ui.A("type", "button"), ui.Class("btn"), ui.Act("try", at), ui.A("aria-label",
			try), "Try"),
			ui.IconButton("duplicate", i18n.T("{} in a copy", try), ui.Act("trycopy", at))))
}

// tie lists the numbers that alter the decision by a change below decision.TieShare.
func tie(names []string) ui.Node {
	if len(names) == 0 {
		return ui.Node{}
	}
	var list []string
	for _, name := range names[:min(3, len(names))] {
		list = append(list, numberName(name))
	}
	text := strings.Join(list, ", ")
	if more := len(names) - len(list); more > 0 {
		text += i18n.T(" and {} more", ui.Integer(more))
	}
	return ui.El("p", ui.Class("tie"), i18n.T("Practically a tie: less than {} % of one of these numbers "+
		"decides: {}.",
		ui.AllDigits(100*decision.TieShare), text))
}

// searchExtent describes which numbers were varied, and by how much.
func searchExtent(r *decision.Report) string {
	text := i18n.T("Each of the {} numbers", ui.Integer(r.Numbers))
	if r.Tried < r.Numbers {
		text = i18n.T("Each of the nearest {} of {} numbers", ui.Integer(r.Tried), ui.Integer(r.Numbers))
	}
	text += " was varied on its own, "
	switch {
	case r.Reach == 0:
		text += "by less than 0.1 %"
	case r.Reach < 1:
		text += i18n.T("by up to {} %", ui.AllDigits(math.Round(1000*r.Reach)/10))
	default:
		text += i18n.T("up to {}", map[float64]string{1: "twofold", 2: "threefold", 4: "fivefold"}[r.Reach])
	}
	return i18n.T("{}; every result above was recomputed.", text)
}

// numberName returns the name of a number in a list: a cluster's power has the
// cluster's name only, because the unit distinguishes it.
func numberName(name string) string {
	if cluster, ok := strings.CutPrefix(name, "power of cluster "); ok {
		return cluster
	}
	return ui.Begin(name)
}

func unitOf(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// trialSection describes a change that is being tried: values before and after, and the buttons to undo or keep it.
func trialSection(s *state.State, a *state.Answer, thing string) ui.Node {
	t := s.CurrentTrial()
	if t == nil {
		return ui.Node{}
	}
	kind, _ := catalog.ByID(s.Draft.Kind)
	now := "…"
	if s.IsFresh(*a) && a.Answer != nil && s.Problem != nil {
		d := decision.Of(s.Problem, a.Answer, thing)
		now = d.Text(nil)
	}
	rows := []ui.Node{ui.El("tr", ui.RowHead("decided"), ui.El("td", t.Was), ui.El("td", ui.El("b", now)))}
	if s.IsFresh(*a) && a.Answer != nil && a.Answer.Feasible && t.Metrics != nil {
		for _, m := range kind.Metrics[:min(2, len(kind.Metrics))] {
			both := ui.Distinct(t.Metrics[m.ID], a.Answer.Metrics[m.ID])
			rows = append(rows, ui.El("tr", ui.RowHead(ui.Term(kind.ID+"."+m.ID, m.Head())),
				ui.El("td", both[0]), ui.El("td", both[1])))
		}
	}
	return ui.El("section", ui.Class("tried"), ui.A("role", "status"),
		ui.El("p", "Tried: ", ui.El("b", numberName(t.Name)+": "+ui.AllDigits(t.To)+unitOf(t.Unit)),
			i18n.T(" instead of {}.", ui.AllDigits(t.From))),
		screen.TableOf("data", "Before and after", []ui.Node{ui.ColHead(ui.El("span", ui.Class("quiet"), "what")),
			ui.ColHead("before"), ui.ColHead("after")}, rows),
		ui.El("div", ui.Class("acts"), ui.Button("Put it back", ui.Act("undo")),
			ui.Button("Keep it", ui.Act("keeptried")), ui.Button("Move to a copy", ui.Act("trycopy"),
				ui.A("title", "a new draft with the change; this draft is put back"))))
}
