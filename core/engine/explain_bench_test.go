package engine

import (
	"context"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// BenchmarkExplainPlacement measures the explanation of one decision of 1000 jobs on 100
// clusters, with the search for the data of every candidate: the first decision, one in the
// middle, and the last.
func BenchmarkExplainPlacement(b *testing.B) {
	s, faults := catalog.Parse(largeText(b, 1000))
	if faults != nil {
		b.Fatal(faults)
	}
	jobs := s.Placement.Jobs
	for _, algorithm := range []string{"rbhs", "scp-tree", "min-completion"} {
		for where, job := range map[string]string{"first": jobs[0].ID, "middle": jobs[500].ID, "last": jobs[999].ID} {
			b.Run(algorithm+"/"+where, func(b *testing.B) {
				for b.Loop() {
					_, err := All().ExplainExplicit(context.Background(), s, scenario.Run{Algorithm: algorithm},
						map[string]string{"job": job}, Env{})
					if err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
