package placement

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// question returns the question that a placement decides, in words.
func question(s *state.State) []ui.Node {
	p := s.Problem.Placement
	if p == nil || len(p.Clusters) == 0 || len(p.Jobs) == 0 {
		return nil
	}
	travel := any(", from wherever their data are?")
	switch {
	case len(p.Datasets) == 0:
		travel = "?"
	case len(p.Links) > 0:
		travel = screen.Sentence(", when the ", screen.Count(len(p.Datasets), "dataset"),
			" they read must first travel over ", screen.Count(len(p.Links), "link"), "?")
	}
	which := "each of "
	if len(p.Jobs) == 1 {
		which = ""
	}
	return screen.Sentence("On which of ", screen.Count(len(p.Clusters), "cluster"), i18n.T(" should {}", which),
		screen.Count(len(p.Jobs), "job"), " run, so that the ", ui.Term("makespan", "last one ends early"), travel)
}
