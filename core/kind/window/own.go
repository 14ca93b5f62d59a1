package window

import "gridbox/core/policy"

// Indexes of the decisions of an own algorithm.
const (
	DecideWindow = iota
	DecideNode
)

// PolicyKind returns the decisions of an own algorithm and the numbers that its
// formulas may read.
func PolicyKind() policy.Kind {
	set := []policy.Name{
		{ID: "start", Unit: "s", About: "when the window starts"},
		{ID: "runtime", Unit: "s", About: "how long it lasts"},
		{ID: "finish", Unit: "s", About: "when it ends"},
		{ID: "nodes", About: "nodes that the job asks for"},
		{ID: "volume", About: "volume of the job on each node"},
		{ID: "budget", About: "what the window may cost; infinite without a budget"},
		{ID: "horizon", Unit: "s", About: "until when free time is known"},
	}
	members := []policy.Name{
		{ID: "price", About: "price of the node for a second"},
		{ID: "performance", About: "performance of the node"},
		{ID: "cost", About: "price of the node for the time of the window; outside of a sum, that of the window"},
	}
	return policy.Kind{ID: "window", Default: "cheapest",
		Decisions: []policy.Decision{
			{ID: "window", Names: set, Members: members, Open: true, Usual: "cost",
				About: "all windows within the budget; the lowest score is taken, of equal ones that of the fastest " +
					"nodes, then the earliest"},
			{ID: "node", Names: set, Members: members, Open: true, Each: true,
				About: "weights of nodes, in place of a formula for the window: the lowest sum of them is taken, " +
					"by an exact choice"},
		},
		Ready: []policy.Ready{
			{ID: "cheapest", Title: "Cheapest", Source: "cost", About: "The window of the least cost."},
			{ID: "earliest", Title: "Earliest end", Source: "finish", About: "The window that ends earliest."},
			{ID: "shortest", Title: "Shortest", Source: "runtime", About: "The window that takes the least time."},
			{ID: "balanced", Title: "Cost and time", Source: "cost + finish",
				About: "A second later is as bad as a unit of cost more."},
			{ID: "power", Title: "Fastest nodes", Source: "node: -performance",
				About: "The nodes of the greatest performance together."},
		}}
}
