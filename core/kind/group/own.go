package group

import "gridbox/core/policy"

// DecideNode is the index of the decision of an own algorithm.
const DecideNode = 0

// PolicyKind returns the decisions of an own algorithm and the numbers that its
// formulas may read.
func PolicyKind() policy.Kind {
	return policy.Kind{ID: "group", Default: "spread",
		Decisions: []policy.Decision{{ID: "node",
			About: "the nodes that can still be taken, one after another; the lowest score is taken next, where the " +
				"budget then still suffices for the rest",
			Names: []policy.Name{
				{ID: "price", About: "price of the node"},
				{ID: "value", About: "value of the node, 0 where it has none"},
				{ID: "p", About: "availability of the node itself, from 0 to 1"},
				{ID: "q", About: "availability of its group, 1 where it is in none"},
				{ID: "worth", About: "value of its group, 0 where it has none"},
				{ID: "members", About: "nodes of its group that could be taken at first, 1 where it is in none"},
				{ID: "taken", Moves: true, About: "nodes of its group that are taken already"},
				{ID: "open", Moves: true, About: "nodes of its group that are not taken yet, itself among them"},
				{ID: "cheap", Moves: true,
					About: "mean price of its group's cheapest nodes that are not taken, as many as are wanted"},
				{ID: "left", Moves: true, About: "nodes that are still wanted"},
				{ID: "money", Moves: true, About: "what is left of the budget"},
				{ID: "nodes", About: "nodes that are asked for"},
				{ID: "budget", About: "the budget"},
				{ID: "which", About: "the node's place in the scenario, from 1"},
			}}},
		Ready: []policy.Ready{
			{ID: "cheapest", Title: "Cheapest", Source: "price", About: "The cheapest nodes, whatever their groups."},
			{ID: "reliable", Title: "Likeliest groups", Source: "if(taken > 0, -2, -q) * p",
				About: "Nodes of groups that are in use already, then those of the likeliest groups."},
			{ID: "spread", Title: "Loss for each node", Source: "if(taken > 0, 0, -ln(q) / min(open, left)) - ln(p)",
				About: "What a new group costs in likelihood, shared among the nodes that can be taken of it."},
			{ID: "thrift", Title: "Loss and price",
				About:  "The same, and a little for the price beside what is left for each node.",
				Source: "if(taken > 0, 0, -ln(q) / min(open, left)) - ln(p) + 0.02 * left * price / money"},
		}}
}

// Algorithms that take nodes one by one, by a fixed score.
const (
	Greedy  = "greedy"
	Spread  = "spread"
	Copyset = "copyset"
)

// RuleFormulas returns the formula of an algorithm that takes nodes one by one,
// or nil for other algorithms. Equal scores are decided by the price, then by
// the order of the document. An affordable node costs less than the budget plus
// one, so that a multiple of that outweighs any price.
func RuleFormulas(p *Problem, algorithm string) *policy.Formulas {
	source := ""
	switch algorithm {
	case Greedy:
		source = "-if(taken > 0, 1, q) * p / (price + 1e-9)"
		if p.Sums() {
			source = "-(value + if(taken > 0, 0, worth)) / (price + 1e-9)"
		}
	case Spread:
		source = "taken * (budget + 1) + price"
	case Copyset:
		source = "if(taken > 0, price, (budget + 1) * (2 - min(open, left) / left) + cheap)"
	default:
		return nil
	}
	own := PolicyKind()
	f, _ := own.Read(source, nil)
	return f
}
