package placement

import (
	"gridbox/app/screen"
	"gridbox/app/state"
)

// begin is the way to the first answer: two clusters, and a job for them.
func begin(s *state.State) []screen.Start {
	clusters := s.Count("cluster")
	return []screen.Start{
		{Say: "Click where the first cluster is to stand.", Do: "Add a cluster", Add: "cluster", Done: clusters > 0},
		{Say: "Click again for a second one; a link joins the two.", Do: "Add a second cluster", Add: "cluster",
			Done: clusters > 1, Extra: true},
		{Say: "Add a job. The first one brings a dataset that it needs.", Do: "Add a job", Add: "job",
			Done: s.Count("job") > 0},
	}
}
