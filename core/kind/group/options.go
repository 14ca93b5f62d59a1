package group

// Options are the options of the algorithms. A zero value is the default.
type Options struct {
	Cells  int    `json:"cells" of:"gka" rule:"int,>=0" label:"Cells" about:"cells of the table per unit of cost; 0: as many as exact prices need"`
	Bound  Bound  `json:"bound" of:"tree tree-greedy" default:"amortised" rule:"oneof=amortised|relaxed" label:"Bound" about:"charge of a node of an undecided group; amortised: its share of the group's availability; relaxed: nothing, which makes the tree grow"`
	Policy string `json:"policy" of:"own" default:"spread" label:"Policy" about:"a policy of the scenario, or a ready one: cheapest, reliable, spread or thrift"`
	Nodes  int    `json:"nodes" of:"tree tree-greedy" default:"20000" default.tree-greedy:"3000" rule:"int,>=1" label:"Node limit" about:"node limit of the search tree, with the bound reached by then; lower in problems of thousands of nodes" about.tree-greedy:"node limit of the search tree; lower in problems of thousands of nodes"`
}

// Bound is the charge of a node of an undecided group in the search tree.
type Bound string

// The bounds of the search tree; the zero value is Amortised.
const (
	// Amortised distributes the logarithm of a group's availability over the maximum number of
	// nodes that can be taken of it: min(|G|, n).
	Amortised Bound = "amortised"
	// Relaxed treats undecided groups as certain, so that only the budget counts. The tree
	// then grows as large as the paper shows.
	Relaxed Bound = "relaxed"
)
