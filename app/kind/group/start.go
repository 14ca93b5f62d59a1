package group

import (
	"gridbox/app/screen"
	"gridbox/app/state"
)

// begin returns the steps to the first answer: a group, and as many nodes as requested.
func begin(s *state.State) []screen.Start {
	nodes, wanted := s.Count("node"), 2
	if p := problemOf(s.Problem); p != nil && p.Request != nil {
		wanted = min(wanted, p.Request.Nodes)
	}
	return []screen.Start{
		{Say: "Add a group: a site or a rack, whose nodes fail together.", Do: "Add a group", Add: "group",
			Done: s.Count("group") > 0 || nodes > 0, Extra: true},
		{Say: "Add a node to it.", Do: "Add a node", Add: "node", Done: nodes > 0},
		{Say: "Add a second one: the job asks for two nodes.", Do: "Add a second node", Add: "node",
			Done: nodes >= wanted && nodes > 0},
	}
}
