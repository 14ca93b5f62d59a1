package batch

import "gridbox/core/kind"

// Challenges returns the challenges of the kind.
func (methods) Challenges() []kind.Challenge {
	return []kind.Challenge{
		{ID: "hasty-batch", Title: "Finish the batch",
			About: "The organisation wants the least time for its budget, and AMP finds the windows. A program may " +
				"find others.",
			Family:    `{"generate": {"preset": "alp-amp-2011"}}`,
			Instances: 8, Metric: "totalTime", Target: "amp", ExamplePolicy: "shortest", ExampleScore: 100},
		{ID: "thrifty-batch", Title: "A thrifty batch",
			About: "The organisation wants the least cost in its time, and AMP finds the windows. A program may find " +
				"others.",
			Family:    `{"generate": {"preset": "alp-amp-2011"}, "objective": "cost"}`,
			Instances: 8, Metric: "totalCost", Target: "amp", ExamplePolicy: "cheapest", ExampleScore: 100},
	}
}
