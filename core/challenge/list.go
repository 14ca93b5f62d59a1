package challenge

import "gridbox/core/scenario"

func run(algorithm string) scenario.Run { return scenario.Run{Algorithm: algorithm} }

// All lists the challenges, two a kind.
var All = []Challenge{
	{ID: "grid-in-a-hurry", Kind: "placement", Title: "A grid in a hurry",
		About: "Half of the jobs move data, half compute. RBHS looks at every job by itself; the last one is to end " +
			"early.",
		Family:    `{"generate": {"preset": "rbhs-mixed", "clusters": 20, "jobs": 120}}`,
		Instances: 6, Metric: "makespan", Target: run("rbhs"), Known: "completion", Reached: 130},
	{ID: "heavy-data", Kind: "placement", Title: "Heavy data",
		About:     "Nearly all that jobs do is wait for data. The target puts each where it ends earliest.",
		Family:    `{"generate": {"preset": "rbhs-data", "clusters": 15, "jobs": 80}}`,
		Instances: 6, Metric: "meanCompletionTime", Target: run("min-completion"), Known: "completion", Reached: 100},
	{ID: "frugal-window", Kind: "window", Title: "A frugal window",
		About:     "First Fit takes the first window that it can pay. There are cheaper ones.",
		Family:    `{"generate": {"preset": "square-2018"}}`,
		Instances: 8, Metric: "cost", Target: run("first-fit"), Known: "cheapest", Reached: 120},
	{ID: "short-window", Kind: "window", Title: "A short window",
		About:     "The target is the shortest window that there is, so that 100 is the most.",
		Family:    `{"generate": {"preset": "square-2018"}}`,
		Instances: 8, Metric: "runtime", Target: run("min-runtime"), Known: "shortest", Reached: 100},
	{ID: "hasty-batch", Kind: "batch", Title: "A batch that shall be done",
		About: "The organisation wants the least time for its budget, and AMP finds the windows. A program may find " +
			"others.",
		Family:    `{"generate": {"preset": "alp-amp-2011"}}`,
		Instances: 8, Metric: "totalTime", Target: run("amp"), Known: "shortest", Reached: 100},
	{ID: "thrifty-batch", Kind: "batch", Title: "A thrifty batch",
		About: "The organisation wants the least cost in its time, and AMP finds the windows. A program may find " +
			"others.",
		Family:    `{"generate": {"preset": "alp-amp-2011"}, "objective": "cost"}`,
		Instances: 8, Metric: "totalCost", Target: run("amp"), Known: "cheapest", Reached: 100},
	{ID: "blind-buyers", Kind: "group", Title: "Blind buyers",
		About:     "Knapsack Single buys the best nodes without a look at the groups in which they fail.",
		Family:    `{"generate": {"preset": "gka-200"}}`,
		Instances: 6, Metric: "availability", Target: run("knapsack-single"), Known: "thrift", Reached: 98},
	{ID: "as-good-as-gka", Kind: "group", Title: "As good as GKA",
		About:     "GKA is exact, so that 100 is the most. How near comes a rule of one line?",
		Family:    `{"generate": {"preset": "gka-200"}}`,
		Instances: 6, Metric: "availability", Target: run("gka"), Known: "thrift", Reached: 80},
	{ID: "short-queues", Kind: "farm", Title: "Short queues",
		About: "More is submitted than the farm can do for a while. EASY keeps the order of submission; jobs shall " +
			"wait less.",
		Family:    `{"generate": {"preset": "farm-stream", "jobs": 400, "interval": 25}}`,
		Instances: 4, Metric: "meanWait", Target: run("easy"), Known: "saf", Reached: 130},
	{ID: "keep-deadlines", Kind: "farm", Title: "Keep the deadlines",
		About:     "Half of the jobs have a deadline, and EASY knows nothing of it. The latest job shall be less late.",
		Family:    `{"generate": {"preset": "farm-stream", "jobs": 300, "interval": 25, "deadlineShare": 0.5}}`,
		Instances: 4, Metric: "maxLateness", Target: run("easy"), Known: "slack", Reached: 105},
}
