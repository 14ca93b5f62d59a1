package conform_test

import (
	"strconv"
	"testing"
	"time"

	"gridbox/core/engine"
	"gridbox/core/kind/group"
	"gridbox/core/kind/group/verify/conform"
	"gridbox/core/scenario"
)

// BenchmarkGroup solves and checks requests for 80 nodes, with certificate and
// rule, and reports the time of the check as a share of the solver's.
func BenchmarkGroup(b *testing.B) {
	for _, algorithm := range []string{"frontier", "knapsack-single"} {
		for _, nodes := range []int{1000, 10_000, 100_000} {
			largest, least, low, high, step, share, request := 20, 0.5, 2.0, 15.0, 0.1, 5/8.5, 80
			p, faults := group.Generate(group.Spec{Preset: "gka-1000", Nodes: &nodes, Request: &request,
				GroupMax: &largest, AvailabilityMin: &least, PriceMin: &low, PriceMax: &high, PriceStep: &step,
				BudgetShare: &share}, 7)
			if faults != nil {
				b.Fatal(faults)
			}
			s := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "group", Group: &scenario.Group{Problem: p}}
			b.Run(algorithm+"/"+strconv.Itoa(nodes), func(b *testing.B) {
				solving, checking := time.Duration(0), time.Duration(0)
				for b.Loop() {
					began := time.Now()
					a, err := engine.All().Measure(b.Context(), s, scenario.Run{Algorithm: algorithm}, engine.Env{})
					if err != nil {
						b.Fatal(err)
					}
					solved := time.Now()
					if v := conform.Answer(&p, 0, nil, &a).Violations; len(v) > 0 {
						b.Fatalf("got violations %v, want none", v)
					}
					solving += solved.Sub(began)
					checking += time.Since(solved)
				}
				b.ReportMetric(float64(solving.Microseconds())/float64(b.N), "solve-µs/op")
				b.ReportMetric(100*float64(checking)/float64(solving), "check-%")
			})
		}
	}
}
