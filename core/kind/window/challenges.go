package window

import "gridbox/core/kind"

// Challenges returns the challenges of the kind.
func (methods) Challenges() []kind.Challenge {
	return []kind.Challenge{
		{ID: "frugal-window", Title: "A frugal window",
			About:     "FirstFit takes the first window that the budget allows. There are cheaper ones.",
			Family:    `{"generate": {"preset": "square-2018"}}`,
			Instances: 8, Metric: "cost", Target: "first-fit", ExamplePolicy: "cheapest", ExampleScore: 120},
		{ID: "short-window", Title: "A short window",
			About:     "The target is the shortest window that exists, so 100 is the maximum.",
			Family:    `{"generate": {"preset": "square-2018"}}`,
			Instances: 8, Metric: "runtime", Target: "min-runtime", ExamplePolicy: "shortest", ExampleScore: 100},
	}
}
