package placement

import "gridbox/core/kind"

// Challenges returns the challenges of the kind.
func (methods) Challenges() []kind.Challenge {
	return []kind.Challenge{
		{ID: "grid-in-a-hurry", Title: "A grid in a hurry",
			About: "Half of the jobs move data, half compute. RBHS looks at every job by itself; the last one is to " +
				"end early.",
			Family:    `{"generate": {"preset": "rbhs-mixed", "clusters": 20, "jobs": 120}}`,
			Instances: 6, Metric: "makespan", Target: "rbhs", ExamplePolicy: "completion", ExampleScore: 130},
		{ID: "heavy-data", Title: "Heavy data",
			About:     "Nearly all that jobs do is wait for data. The target puts each where it ends earliest.",
			Family:    `{"generate": {"preset": "rbhs-data", "clusters": 15, "jobs": 80}}`,
			Instances: 6, Metric: "meanCompletionTime", Target: "min-completion", ExamplePolicy: "completion",
			ExampleScore: 100},
	}
}
