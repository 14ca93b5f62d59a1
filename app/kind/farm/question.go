package farm

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// question returns the question that a farm's schedule decides, in words.
func question(s *state.State) []ui.Node {
	p := s.Problem.Farm
	if p == nil || len(p.Jobs) == 0 || len(p.Machines) == 0 {
		return nil
	}
	which := "each of "
	if len(p.Jobs) == 1 {
		which = ""
	}
	and, late := "and ", ""
	for i := range p.Jobs {
		if p.Jobs[i].Deadline != nil {
			and, late = "", ", and none is late"
		}
	}
	return screen.Sentence("When, and on which of ", screen.Count(len(p.Machines), "machine"), i18n.T(", should {}",
		which),
		screen.Count(len(p.Jobs), "job"), " run, so that jobs ", ui.Term("wait", "wait"), i18n.T(" little, {}the ",
			and),
		ui.Term("makespan", "last one ends early"), late+"?")
}
