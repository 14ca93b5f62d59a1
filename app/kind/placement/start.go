package placement

import (
	"gridbox/app/screen"
	"gridbox/app/state"
)

// begin returns the steps to the first answer: two clusters, and a job for them.
func begin(s *state.State) []screen.Start {
	clusters := s.Count("cluster")
	return []screen.Start{
		{Say: "Click to place the first cluster.", Do: "Add a cluster", Add: "cluster", Done: clusters > 0},
		{Say: "Click to place a second one; a link joins them.", Do: "Add a second cluster", Add: "cluster",
			Done: clusters > 1, Extra: true},
		{Say: "Add a job. The first one brings a dataset that it needs.", Do: "Add a job", Add: "job",
			Done: s.Count("job") > 0},
	}
}
