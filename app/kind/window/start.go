package window

import (
	"gridbox/app/screen"
	"gridbox/app/state"
)

// begin returns the steps to the first answer: as many nodes as the job requests.
func begin(s *state.State) []screen.Start {
	nodes, wanted := s.Count("node"), 2
	if p := problemOf(s.Problem); p != nil {
		wanted = min(wanted, p.Request.Nodes)
	}
	return []screen.Start{
		{Say: "Add a node. It becomes a row of time, free from end to end.", Do: "Add a node", Add: "node",
			Done: nodes > 0},
		{Say: "Add a second one: a window takes several nodes at the same time.", Do: "Add a second node", Add: "node",
			Done: nodes >= wanted && nodes > 0},
	}
}
