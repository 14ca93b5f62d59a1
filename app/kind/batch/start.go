package batch

import (
	"gridbox/app/screen"
	"gridbox/app/state"
)

// begin returns the steps to the first answer: nodes, and a job that requests time on them.
func begin(s *state.State) []screen.Start {
	nodes := s.Count("node")
	return []screen.Start{
		{Say: "Add a node. It becomes a row of time, free from end to end.", Do: "Add a node", Add: "node",
			Done: nodes > 0},
		{Say: "Add a second one, so that there is a choice.", Do: "Add a second node", Add: "node", Done: nodes > 1,
			Extra: true},
		{Say: "Add a job. It asks for time on one node, at a price that the nodes have.", Do: "Add a job", Add: "job",
			Done: s.Count("job") > 0},
	}
}
