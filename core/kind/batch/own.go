package batch

import "gridbox/core/policy"

// Indexes of the decisions of an own algorithm.
const (
	DecideWindow = iota
	DecideJob
)

// PolicyKind returns the decisions of an own algorithm and the numbers that its
// formulas may read.
func PolicyKind() policy.Kind {
	return policy.Kind{ID: "batch", Default: "shortest",
		Decisions: []policy.Decision{
			{ID: "window", Usual: "time",
				About: "the windows that jobs are offered; of the combinations within the limit, with " +
					"one window per job, the one with the lowest sum of scores is taken",
				Names: []policy.Name{
					{ID: "start", Unit: "s", About: "when the window starts"},
					{ID: "end", Unit: "s", About: "when its longest part ends"},
					{ID: "time", Unit: "s", About: "time of the window, by the option that says which"},
					{ID: "cost", About: "cost of the window"},
					{ID: "nodes", About: "nodes that the job asks for"},
					{ID: "volume", About: "volume of the job on each node"},
					{ID: "maxPrice", About: "greatest price for a second that the job allows"},
					{ID: "priority", About: "priority of the job"},
					{ID: "offer", About: "which of the job's windows it is, from 1"},
					{ID: "offers", About: "how many windows the job is offered"},
					{ID: "job", About: "the job's place in the queue, from 1"},
					{ID: "cycle", About: "which cycle it is, from 1"},
					{ID: "now", Unit: "s", About: "when the cycle begins"},
				}},
			{ID: "job",
				About: "the jobs that wait; the lowest score is served first, and without a formula the order is " +
					"that of priorities, then of arrival",
				Names: []policy.Name{
					{ID: "nodes", About: "nodes that the job asks for"},
					{ID: "volume", About: "volume of the job on each node"},
					{ID: "least", About: "performance that its nodes have at least"},
					{ID: "maxPrice", About: "greatest price for a second that the job allows"},
					{ID: "budget", About: "what a window of it may cost under AMP"},
					{ID: "priority", About: "priority of the job"},
					{ID: "arrived", About: "the cycle in which it arrived, from 1"},
					{ID: "cycle", About: "which cycle it is, from 1"},
					{ID: "place", About: "the job's place in the scenario, from 1"},
				}}},
		Ready: []policy.Ready{
			{ID: "shortest", Title: "Least time", Source: "time", About: "The least time of all windows together."},
			{ID: "cheapest", Title: "Least cost", Source: "cost", About: "The least cost of all windows together."},
			{ID: "earliest", Title: "Earliest ends", Source: "end", About: "The least mean end of the jobs."},
			{ID: "balanced", Title: "Time and cost", Source: "time + cost",
				About: "A second more is as bad as a unit of cost more."},
			{ID: "first", Title: "First offers", Source: "offer",
				About: "For each job the first window that was found, as far as the limit allows."},
			{ID: "small-first", Title: "Small jobs first", Source: "window: end\njob: nodes * volume",
				About: "Small jobs are served first, and the windows that end earliest are taken."},
		}}
}
