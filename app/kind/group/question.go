package group

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// question returns the question that the choice of nodes decides, in words.
func question(s *state.State) []ui.Node {
	p := problemOf(s.Problem)
	if p == nil || p.Request == nil || len(p.Nodes) == 0 {
		return nil
	}
	aim := screen.Sentence(" be taken, so that they ", ui.Term("availability", "stay available"),
		" together most probably")
	if p.Sums() {
		aim = screen.Sentence(" be taken, so that their ", ui.Term("value", "values"), " add up to the most")
	}
	in := any("")
	if len(p.Groups) > 0 {
		in = screen.Sentence(" in ", screen.Count(len(p.Groups), "group"), ", each of which fails as one,")
	}
	return screen.Sentence("Which ", ui.El("b", ui.Integer(p.Request.Nodes)), " of ",
		screen.Count(len(p.Nodes), "node"), in, " should", aim, ", within a ", ui.Term("budget", "budget"),
		" of ", ui.El("b", ui.Num(p.Request.Budget)), "?")
}
