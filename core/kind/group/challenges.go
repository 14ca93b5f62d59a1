package group

import "gridbox/core/kind"

// Challenges returns the challenges of the kind.
func (methods) Challenges() []kind.Challenge {
	return []kind.Challenge{
		{ID: "blind-buyers", Title: "Blind buyers",
			About:     "Knapsack Single buys the best nodes without a look at the groups in which they fail.",
			Family:    `{"generate": {"preset": "gka-200"}}`,
			Instances: 6, Metric: "availability", Target: "knapsack-single", ExamplePolicy: "thrift", ExampleScore: 98},
		{ID: "as-good-as-gka", Title: "As good as GKA",
			About:     "GKA is exact, so that 100 is the most. How close does a rule of one line come?",
			Family:    `{"generate": {"preset": "gka-200"}}`,
			Instances: 6, Metric: "availability", Target: "gka", ExamplePolicy: "thrift", ExampleScore: 80},
	}
}
