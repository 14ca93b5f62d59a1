package window

import (
	"strings"

	"gridbox/core/kind"
)

// paperSquare is the paper of the square window search.
const paperSquare = "Toporkov, Yemelyanov: Optimization of Resources Selection for Jobs Scheduling in Heterogeneous " +
	"Distributed Computing Environments (2018)"

// paperBackfilling is the paper of the availability profile.
const paperBackfilling = "Mu'alem, Feitelson: Utilization, Predictability, Workloads, and User Runtime Estimates in " +
	"Scheduling the IBM SP2 with Backfilling (2001)"

// PaperALP is the paper of ALP and AMP.
const PaperALP = "Toporkov, Toporkova, Bobchenkov, Yemelyanov, Tselishchev: Resource Selection Algorithms for " +
	"Economic Scheduling in Distributed Systems (2011)"

// algorithms returns the algorithms in the order of their colours, which is the
// order in which they were added.
func algorithms() []kind.Algorithm {
	return kind.SetOptions(Options{}, []kind.Algorithm{
		{ID: "first-fit", Name: "FirstFit", Paper: paperSquare, Default: true,
			About:   "Takes the earliest window within the budget, on the fastest nodes among equals.",
			Article: "square-window", Code: pseudocode(`take the cheapest subset that keeps the budget|examine`)},
		{ID: "min-start", Name: "MinStart", Paper: paperSquare,
			About:   "Takes the window that starts earliest.",
			Article: "square-window", Code: pseudocode(`take the cheapest subset that keeps the budget|examine`)},
		{ID: "min-finish", Name: "MinFinish", Paper: paperSquare, Default: true,
			About:   "Takes the window that ends earliest.",
			Article: "square-window", Code: pseudocode(`take the cheapest subset that keeps the budget|examine`)},
		{ID: "min-runtime", Name: "MinRuntime", Paper: paperSquare, Default: true,
			About:   "Takes the shortest window.",
			Article: "square-window", Code: pseudocode(`take the cheapest subset that keeps the budget|examine`)},
		{ID: "min-cost", Name: "MinCost", Paper: paperSquare, Default: true,
			About:   "Takes the cheapest window.",
			Article: "square-window", Code: pseudocode(`take the cheapest subset|examine`)},
		{ID: "max-sum", Name: "MaxQ", Paper: paperSquare, Default: true,
			About: "Takes the window whose nodes have the greatest sum of an attribute, by an exact choice under " +
				"the budget.",
			Article: "subset-choice", Code: pseudocode(`take the subset of the greatest sum within the budget|examine`)},
		{ID: "multiple-best", Name: "MultipleBest", Paper: paperSquare, Default: true,
			About:   "Cuts FirstFit's windows out one after another and takes the best of them.",
			Article: "square-window",
			Code:    pseudocode(`take the cheapest subset of the candidates; a window that is kept is cut out|examine`)},
		{ID: "custom", Name: "Custom", Paper: paperSquare,
			About:   "Takes the best window by an expression; exact where it adds up over the nodes.",
			Article: "own-criterion", Code: pseudocode(`take the best subset by the expression|examine`)},
		// Both algorithms of the paper on batches: the parts of their windows start together,
		// and each ends when its node is done.
		{ID: "alp", Name: "ALP", Paper: PaperALP,
			About: "Takes the earliest window in which no slot exceeds an equal share of the budget; parts end when " +
				"their nodes are done.",
			Article: "alp-amp", Code: CodeALP()},
		{ID: "amp", Name: "AMP", Paper: PaperALP,
			About: "Takes the earliest window whose cheapest slots are within the budget; parts end when their nodes " +
				"are done.",
			Article: "alp-amp", Code: CodeAMP()},
		{ID: "own", Name: "Own", Paper: paperSquare,
			About:   "Takes a window by a policy of your own: that of its lowest score, or which it decides.",
			Article: "own-algorithms", Code: pseudocode(`take the best subset by the policy|examine`)},
		{ID: "profile", Name: "Profile", Paper: paperBackfilling,
			About: "Takes the earliest time at which enough nodes are free for as long as the slowest of them could " +
				"need, as queues plan a job.",
			Article: "square-window", Code: `from the slowest node that suits: how long does the job take on it?|group
	too few nodes are as fast, or all are too dear: go on with faster ones|pass
	for each start of a slot
		too short for that, or too dear by itself: leave it out|skip
		else its node is free|add
		nodes that are not free for long enough any more are left out|expire
		fewer are free than wanted, or the cheapest are too dear: go on|prune
		take the cheapest of them|examine
		they are the answer|improve`},
	})
}

// pseudocode returns the pseudo-code of a square window search with its own
// choice of a subset.
func pseudocode(subset string) string {
	return strings.Replace(`for each least performance: how long is a window on such nodes?|group
	nothing in it can be better: skip it|pass
	of its slots, keep those that could be part of something better|narrow
	for each slot, by its start
		too short, or too dear by itself: leave it out|skip
		else it becomes a candidate|add
		candidates that end too early expire|expire
		too few, too dear or no better than the best: go on|prune
		@
		it is better: it is the best so far|improve
	it is the answer|window found none unscored`, "@", subset, 1)
}

// CodeALP returns the pseudo-code of a search for one window by ALP.
func CodeALP() string { return pass(`none of them exceeds the greatest price`) }

// CodeAMP returns the pseudo-code of a search for one window by AMP.
func CodeAMP() string { return pass(`the cheapest of them cost more than the budget: go on|over`) }

// pass returns the pseudo-code of one pass over the list of slots, with the rule that a window has to keep.
func pass(rule string) string {
	return strings.Replace(`for each slot, by its start
	its node is too slow, too dear, or it is too short: skip it|reject
	else take it in|take
	slots that end too early expire|expire
	@
	enough slots at one time: they are the window|found
the list is exhausted: there is none|none`, "@", rule, 1)
}
