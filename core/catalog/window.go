package catalog

import (
	"strings"

	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// The paper that the window search comes from.
const paperSquare = "Toporkov, Yemelyanov: Optimization of Resources Selection for Jobs Scheduling in Heterogeneous " +
	"Distributed Computing Environments (2018)"

// window is the kind: which n slots, starting and ending together, for one
// parallel job?
func windowKind() Kind {
	kind := Kind{
		ID: "window", Name: "Window",
		Question:   "Which slots, starting and ending together, should a parallel job get?",
		Metrics:    metricsOf(window.Metrics{}),
		Algorithms: windowAlgorithms(),
		Compare:    compareFoundWindows,
		Decisions:  windowDecisions,
	}
	for _, p := range window.Presets() {
		kind.Presets = append(kind.Presets, Preset{p.ID, p.Title, p.About})
	}
	return kind
}

func windowAlgorithms() []Algorithm {
	return withOptions(window.Options{}, []Algorithm{
		{ID: "first-fit", Name: "FirstFit", Paper: paperSquare, Default: true,
			About: "Takes the earliest window within the budget, on the fastest nodes among equals."},
		{ID: "min-start", Name: "MinStart", Paper: paperSquare,
			About: "Takes the window that starts earliest."},
		{ID: "min-finish", Name: "MinFinish", Paper: paperSquare, Default: true,
			About: "Takes the window that ends earliest."},
		{ID: "min-runtime", Name: "MinRuntime", Paper: paperSquare, Default: true,
			About: "Takes the shortest window."},
		{ID: "min-cost", Name: "MinCost", Paper: paperSquare, Default: true,
			About: "Takes the cheapest window."},
		{ID: "max-sum", Name: "MaxQ", Paper: paperSquare, Default: true,
			About: "Takes the window whose nodes have the greatest sum of an attribute, by an exact choice under " +
				"the budget."},
		{ID: "multiple-best", Name: "MultipleBest", Paper: paperSquare, Default: true,
			About: "Cuts FirstFit's windows out one after another and takes the best of them."},
		{ID: "custom", Name: "Custom", Paper: paperSquare,
			About: "Takes the best window by an expression; exact where it adds up over the nodes."},
		// The two of the paper on batches: the parts of their windows start
		// together and end when each node is done.
		{ID: "alp", Name: "ALP", Paper: paperALP,
			About: "Takes the earliest window in which every slot keeps an equal share of the budget; parts end when " +
				"their nodes are done."},
		{ID: "amp", Name: "AMP", Paper: paperALP,
			About: "Takes the earliest window whose cheapest slots keep the budget; parts end when their nodes " +
				"are done."},
		{ID: "own", Name: "Own", Paper: paperSquare,
			About: "Takes a window by a policy that somebody wrote: that of its lowest score, or which it decides."},
	})
}

// windowDecisions lists the slots of the window.
func windowDecisions(a *scenario.Answer) Decisions {
	s, ok := a.Solution.(*window.Solution)
	if !ok || s == nil {
		return Decisions{}
	}
	node, start, end, cost := Column{Name: "Node"}, Column{Name: "Start"}, Column{Name: "End"}, Column{Name: "Cost"}
	for i := range s.Slots {
		node.Words = append(node.Words, s.Slots[i].Node)
		start.Numbers, end.Numbers = append(start.Numbers, s.Slots[i].Start), append(end.Numbers, s.Slots[i].End)
		cost.Numbers = append(cost.Numbers, s.Slots[i].Cost)
	}
	return Decisions{Rows: len(s.Slots), Columns: []Column{node, start, end, cost}}
}

// compareFoundWindows says in one sentence how window a does against window b.
func compareFoundWindows(_ *scenario.Scenario, a, b *scenario.Answer) string {
	first, second := Label("window", a), Label("window", b)
	switch {
	case !a.Feasible && !b.Feasible:
		return "Neither finds a window."
	case !a.Feasible:
		return first + " finds no window, " + second + " does."
	case !b.Feasible:
		return first + " finds a window, " + second + " does not."
	}
	var says []string
	for _, m := range []struct{ id, verb, more, less string }{{"cost", "costs ", " more", " less"},
		{"finish", "ends ", " later", " earlier"},
		{"runtime", "is ", " longer", " shorter"}, {"value", "is worth ", " more", " less"}} {
		x, y := a.Metrics[m.id], b.Metrics[m.id]
		text, equal := margin(x, y)
		if equal || y == 0 {
			continue
		}
		than := m.less
		if x > y {
			than = m.more
		}
		says = append(says, m.verb+text+than)
	}
	switch k := len(says) - 1; {
	case k < 0:
		return first + " and " + second + " find equally good windows."
	case k > 0:
		says[k-1] += " and " + says[k]
		says = says[:k]
	}
	return first + "'s window " + strings.Join(says, ", ") + " than " + second + "'s."
}
