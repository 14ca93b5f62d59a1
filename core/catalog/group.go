package catalog

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/group"
	"gridbox/core/scenario"
)

// paperGroup is where the algorithms of groups come from.
const paperGroup = "Toporkov, Yemelyanov, Bulkhak: Efficient Allocation of Resources under Group Dependencies and " +
	"Availability Uncertainties (2023)"

// group is the kind: which n nodes under a budget survive best, when nodes
// fail in groups?
func groupKind() Kind {
	kind := Kind{
		ID: "group", Name: "Groups",
		Question:   "Which nodes under a budget are most likely all available, when nodes fail in groups?",
		Metrics:    metricsOf(group.Metrics{}),
		Algorithms: groupAlgorithms(),
		Compare:    compareGroups,
		Decisions:  groupDecisions,
	}
	for _, p := range group.Presets() {
		kind.Presets = append(kind.Presets, Preset{p.ID, p.Title, p.About})
	}
	return kind
}

func groupAlgorithms() []Algorithm {
	return withOptions(group.Options{}, []Algorithm{
		{ID: "frontier", Name: "Frontier", Default: true,
			About: "Exact on real prices, with proof: fixes most groups by a Lagrangian bound and searches the rest " +
				"by labels."},
		{ID: "gka", Name: "GKA", Paper: paperGroup, Default: true,
			About: "The Group Knapsack Algorithm: a dynamic programme over groups, counts and money."},
		{ID: "knapsack-single", Name: "Knapsack Single", Paper: paperGroup, Default: true,
			About: "The best nodes one by one, blind to groups; valued truly afterwards."},
		{ID: "tree", Name: "Tree", Paper: paperGroup,
			About: "Branch and bound on groups that are in or out, with a knapsack at every node of the tree."},
		{ID: "tree-greedy", Name: "Tree Greedy", Paper: paperGroup, Default: true,
			About: "The same tree with a greedy choice at every node: faster, and not exact."},
		{ID: "brute-force", Name: "Brute Force", Paper: paperGroup,
			About: "Values every set of nodes; refused where there are more than 40 million."},
		{ID: "own", Name: "Own",
			About: "Takes nodes one after another, by a policy that somebody wrote, as the budget allows."},
	})
}

// compareGroups says how answer a does against answer b.
func compareGroups(s *scenario.Scenario, a, b *scenario.Answer) string {
	nameA, nameB := Label("group", a), Label("group", b)
	switch {
	case !a.Feasible && !b.Feasible:
		return "Neither " + nameA + " nor " + nameB + " finds a window."
	case !a.Feasible:
		return nameA + " finds no window where " + nameB + " finds one."
	case !b.Feasible:
		return nameA + " finds a window where " + nameB + " finds none."
	}
	sums := s != nil && s.Group != nil && s.Group.Sums()
	text := worth(nameA, nameB, a.Metrics["value"], b.Metrics["value"], sums) +
		costs(a.Metrics["cost"], b.Metrics["cost"])
	if ours, ok := a.Solution.(*group.Solution); ok {
		if theirs, ok := b.Solution.(*group.Solution); ok {
			text += "; " + sameNodes(common(ours.Nodes, theirs.Nodes), len(ours.Nodes))
		}
	}
	return text + "."
}

// worth says whose window is better, with both values where they differ.
func worth(nameA, nameB string, a, b float64, sums bool) string {
	text, equal := margin(a, b)
	both := " (" + odds(a) + " against " + odds(b) + ")"
	switch {
	case equal && sums:
		return nameA + " and " + nameB + " find windows of the same worth"
	case equal:
		return nameA + "'s window is as likely available as " + nameB + "'s"
	case sums && a > b:
		return nameA + "'s window is worth " + text + " more than " + nameB + "'s" + both
	case sums:
		return nameA + "'s window is worth " + text + " less than " + nameB + "'s" + both
	case strings.HasSuffix(text, "times"):
		return nameA + "'s window is available " + text + " as often as " + nameB + "'s" + both
	case a > b:
		return nameA + "'s window is available " + text + " more often than " + nameB + "'s" + both
	}
	return nameA + "'s window is available " + text + " less often than " + nameB + "'s" + both
}

func odds(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

func costs(a, b float64) string {
	difference := doc.Decimal(math.Round(math.Abs(a-b)*100) / 100)
	switch {
	case difference == "0":
		return " and costs the same"
	case a < b:
		return " and costs " + difference + " less"
	}
	return " and costs " + difference + " more"
}

func sameNodes(same, nodes int) string {
	of := strconv.Itoa(same) + " of " + strconv.Itoa(nodes)
	switch {
	case same == nodes:
		return "both take the same nodes"
	case same == 0:
		return "they have no node in common"
	case same == 1:
		return of + " nodes is the same"
	}
	return of + " nodes are the same"
}

func common(a, b []string) int {
	in := make(map[string]bool, len(a))
	for _, id := range a {
		in[id] = true
	}
	count := 0
	for _, id := range b {
		if in[id] {
			count++
		}
	}
	return count
}

// groupDecisions lists the nodes of the window.
func groupDecisions(a *scenario.Answer) Decisions {
	solution, ok := a.Solution.(*group.Solution)
	if !ok {
		return Decisions{}
	}
	return Decisions{Rows: len(solution.Nodes), Columns: []Column{{Name: "node", Words: solution.Nodes}}}
}
