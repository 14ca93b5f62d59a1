package window

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// question returns the question that the search for a window decides, in words.
func question(s *state.State) []ui.Node {
	p := problemOf(s.Problem)
	if p == nil || len(p.Nodes) == 0 {
		return nil
	}
	r := p.Request
	budget := any("")
	if r.Budget != nil {
		budget = screen.Sentence(", within a ", ui.Term("budget", "budget"), " of ", ui.El("b", ui.Num(*r.Budget)))
	}
	by := ""
	if r.Deadline != nil {
		by = i18n.T(" and before {}", ui.Num(*r.Deadline))
	}
	return screen.Sentence("When, and on which ", ui.El("b", ui.Integer(r.Nodes)), " of ",
		screen.Count(len(p.Nodes), "node"),
		", is there free time simultaneously for a ", ui.Term("volume", "volume"), " of ", ui.El("b", ui.Num(r.Volume)),
		" on each", budget, by, "?")
}
