package batch

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
)

// question returns the question that a batch decides, in words.
func question(s *state.State) []ui.Node {
	p := s.Problem.Batch
	if p == nil || len(p.Jobs) == 0 || len(p.Nodes) == 0 {
		return nil
	}
	least, limit := "take the least time", ui.Term("quota", "budget")
	if p.Goal() == batch.LeastCost {
		least, limit = "cost least", ui.Term("quota", "time limit")
	}
	which := "each of "
	if len(p.Jobs) == 1 {
		which = ""
	}
	return screen.Sentence("Which ", ui.Term("window", "window"), i18n.T(" does {}", which),
		screen.Count(len(p.Jobs), "job"),
		" get on ", screen.Count(len(p.Nodes), "node"), i18n.T(", so that all together {} within the virtual "+
			"organisation's ",
			least), limit, "?")
}
