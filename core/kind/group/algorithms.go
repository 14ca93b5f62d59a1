package group

import (
	"gridbox/core/kind"
)

// paperGroup is the paper of the group algorithms.
const paperGroup = "Toporkov, Yemelyanov, Bulkhak: Efficient Allocation of Resources under Group Dependencies and " +
	"Availability Uncertainties (2023)"

// algorithms returns the algorithms in the order of their colours, which is the
// order in which they were added.
func algorithms() []kind.Algorithm {
	return kind.SetOptions(Options{}, []kind.Algorithm{
		{ID: "frontier", Name: "Frontier", Default: true,
			About: "Exact on real prices, with proof: fixes most groups by a Lagrangian bound and searches the rest " +
				"by labels.",
			Article: "frontier", Code: `price money and places, so that each group is chosen for itself|round
groups that the bound settles are fixed, the others stay open|free
for each open group, each label: worth, money and places so far
	it cannot beat the best: drop it|label/bound
	another one is better in all: drop it|label/dominated
	else keep it|label
the best label at the end is the answer`},
		{ID: "gka", Name: "GKA", Paper: paperGroup, Default: true,
			About:   "The Group Knapsack Algorithm: a dynamic programme over groups, counts and money.",
			Article: "gka", Code: `for each group
	for each number of its nodes and each sum of money
		a set with it is better: note it in the cell|cell
	the table knows the best of all groups so far|group
read the answer from the last cell`},
		{ID: "knapsack-single", Name: "Knapsack Single", Paper: paperGroup, Default: true,
			About:   "Takes the best nodes one by one, ignoring groups; the result is then valued with its groups.",
			Article: "groups", Code: `price money and places, so that each node is chosen for itself|round
nodes that the bound settles are fixed, the others stay open|free
for each open node, each label: worth, money and places so far
	it cannot beat the best: drop it|label/bound
	another one is better in all: drop it|label/dominated
	else keep it|label
the best label at the end, valued with its groups, is the answer`},
		{ID: "tree", Name: "Tree", Paper: paperGroup,
			About:   "Branch and bound on groups that are in or out, with a knapsack at every node of the tree.",
			Article: "group-tree", Code: codeTree},
		{ID: "tree-greedy", Name: "Tree Greedy", Paper: paperGroup, Default: true,
			About:   "The same tree with a greedy choice at every node: faster, and not exact.",
			Article: "group-tree", Code: codeTree},
		{ID: "brute-force", Name: "Brute Force", Paper: paperGroup,
			About:   "Values every set of nodes; refused if there are more than 40 million.",
			Article: "groups", NoCodeReason: "it records no events"},
		{ID: "own", Name: "Own",
			About:   "Takes nodes one after another, by a policy of your own, as the budget allows.",
			Article: "own-algorithms", Code: `until there are enough nodes
	the policy scores each node that the budget allows|unscored
	the lowest score is taken|take`},
		{ID: Greedy, Name: "Greedy",
			About:   "Takes next the node with the greatest gain per price, its group's share included.",
			Article: "groups", Code: codeTaking(
				"gain per price: its availability, times that of a group not in use yet")},
		{ID: Spread, Name: "Spread",
			About:   "Takes next a node of the group with the fewest nodes taken, as topology spread constraints do.",
			Article: "groups", Code: codeTaking("nodes of its group taken already, then its price")},
		{ID: Copyset, Name: "Copyset",
			About:   "Takes as few groups as possible: nodes of groups in use, then the group with the most nodes.",
			Article: "groups", Code: codeTaking(
				"whether its group is in use, then how many nodes that has, then its price")},
		{ID: Random, Name: "Random", Seeded: true,
			About:   "Takes random nodes, as the budget allows: a baseline for all other choices.",
			Article: "groups", Code: `draw a number for each node
from the greatest number down, until there are enough nodes
	the budget suffices with it: it is taken|take`},
	})
}

// codeTree is the pseudo-code of both tree searches.
const codeTree = `take the open vertex of the best estimate
	choose the best nodes there, with some groups in and some out|node
	too dear: close it|node/budget
	its estimate is no better than the best: close it|node/bound
	else divide it: one group in, one group out|branch
the best choice met is the answer`

// codeTaking returns the pseudo-code of an algorithm that takes nodes by a score.
func codeTaking(score string) string {
	return `until there are enough nodes
	score each node that the budget allows: ` + score + `|unscored
	the best score is taken|take`
}
