package farm

import "gridbox/core/kind"

// Challenges returns the challenges of the kind.
func (methods) Challenges() []kind.Challenge {
	return []kind.Challenge{
		{ID: "short-queues", Title: "Short queues",
			About: "More is submitted than the farm can do for a while. EASY keeps the order of submission; make " +
				"jobs wait less.",
			Family:    `{"generate": {"preset": "farm-stream", "jobs": 400, "interval": 25}}`,
			Instances: 4, Metric: "meanWait", Target: "easy", ExamplePolicy: "saf", ExampleScore: 130},
		{ID: "keep-deadlines", Title: "Keep the deadlines",
			About: "Half of the jobs have a deadline, and EASY knows nothing of it. Reduce the delay of the " +
				"latest job.",
			Family:    `{"generate": {"preset": "farm-stream", "jobs": 300, "interval": 25, "deadlineShare": 0.5}}`,
			Instances: 4, Metric: "maxLateness", Target: "easy", ExamplePolicy: "slack", ExampleScore: 105},
	}
}
