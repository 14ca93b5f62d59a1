package farm

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
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
	return screen.Sentence("When, and on which of ", screen.Count(len(p.Machines), "machine"), ", should "+which,
		screen.Count(len(p.Jobs), "job"), " run, so that jobs ", ui.Term("wait", "wait"), " little, "+and+"the ",
		ui.Term("makespan", "last one ends early"), late+"?")
}
