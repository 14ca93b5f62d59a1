package catalog

import (
	"strings"

	"gridbox/core/problem/window"
	"gridbox/core/scenario"
)

// The paper that the window search comes from.
const paperSquare = "Toporkov, Yemelyanov: Optimization of Resources Selection for Jobs Scheduling in Heterogeneous Distributed Computing Environments (2018)"

// window is the kind: which n slots, starting and ending together, for one
// parallel job?
func windowKind() Kind {
	kind := Kind{
		ID: "window", Name: "Window",
		Question: "Which slots, starting and ending together, should a parallel job get?",
		Metrics: []Metric{
			{ID: "start", Name: "Start", Less: true, About: "when the window starts"},
			{ID: "runtime", Name: "Runtime", Less: true, About: "how long the window lasts: the volume over the performance of its slowest node"},
			{ID: "finish", Name: "Finish", Less: true, About: "when the window ends"},
			{ID: "cost", Name: "Cost", Less: true, About: "what all of its nodes cost for that time"},
			{ID: "value", Name: "Value", About: "sum of the value attribute over its nodes"},
		},
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
	together := Option{ID: "together", Name: "Together", Default: false,
		About: "whether all slots of one start are candidates before a window is taken from them, which makes it cheaper; as printed they are added one by one"}
	reading := Option{ID: "reading", Name: "Reading", Default: "corrected", Choices: []string{"corrected", "literal"},
		About: "corrected: the earliest start over all groups; literal: the first window in the order of the groups"}
	attribute := Option{ID: "attribute", Name: "Attribute", Default: "",
		About: "what to add up; the request's value when empty"}
	minimise := Option{ID: "minimise", Name: "Minimise", Default: false,
		About: "whether less is better"}
	subset := Option{ID: "subset", Name: "Choice", Default: "exact", Choices: []string{"exact", "dense"},
		About: "exact: on real prices; dense: the paper's recurrence on costs rounded up to whole units"}
	cells := Option{ID: "cells", Name: "Cells", Default: 1.0, Rule: ">=1,<=1000,int",
		About: "how many cells of the recurrence make one unit of cost"}
	criterion := Option{ID: "criterion", Name: "Criterion", Default: "cost", Choices: []string{"start", "finish", "runtime", "cost", "value"},
		About: "by what the best of the alternatives is chosen"}
	expression := Option{ID: "expression", Name: "Criterion", Default: "cost",
		About: "over start, runtime, finish, nodes, volume, budget and horizon, and over sum(), mean(), least() and most() of price, performance, cost and attributes"}
	fewer := minimise
	fewer.Default = true
	list := []Algorithm{
		{ID: "first-fit", Name: "FirstFit", Default: true, Options: []Option{reading, together},
			About: "Takes the earliest window within the budget, on the fastest nodes among equals."},
		{ID: "min-start", Name: "MinStart", Options: []Option{together},
			About: "Takes the window that starts earliest."},
		{ID: "min-finish", Name: "MinFinish", Default: true, Options: []Option{together},
			About: "Takes the window that ends earliest."},
		{ID: "min-runtime", Name: "MinRuntime", Default: true, Options: []Option{together},
			About: "Takes the shortest window."},
		{ID: "min-cost", Name: "MinCost", Default: true,
			About: "Takes the cheapest window."},
		{ID: "max-sum", Name: "MaxQ", Default: true, Options: []Option{attribute, minimise, subset, cells},
			About: "Takes the window whose nodes have the greatest sum of an attribute, by an exact choice under the budget."},
		{ID: "multiple-best", Name: "MultipleBest", Default: true, Options: []Option{criterion, together},
			About: "Cuts FirstFit's windows out one after another and takes the best of them."},
		{ID: "custom", Name: "Custom", Options: []Option{expression, fewer},
			About: "Takes the best window by an expression; exact where it adds up over the nodes."},
	}
	for i := range list {
		list[i].Colour, list[i].Paper = i+1, paperSquare
	}
	return append(list, roughWindows(len(list))...)
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
	for _, m := range []struct{ id, verb, more, less string }{{"cost", "costs ", " more", " less"}, {"finish", "ends ", " later", " earlier"},
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
