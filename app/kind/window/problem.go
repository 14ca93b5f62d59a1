package window

import (
	"math"
	"slices"
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/kind/window"
)

// problem returns the request and the nodes.
func problem(s *state.State) ui.Node {
	p := problemOf(s.Problem)
	if p == nil {
		return screen.Empty("This problem has no request.")
	}
	nodes := screen.Environment{Environment: &p.Environment, Value: p.ValueAttribute()}
	return ui.El("div", request(s, p), conditions(s, p, nodes.Horizon(s)), nodes.Nodes(s))
}

// form returns the form of the node or the busy time selected last.
func form(s *state.State) ui.Node {
	p := problemOf(s.Problem)
	if p == nil {
		return ui.Node{}
	}
	return screen.Environment{Environment: &p.Environment, Value: p.ValueAttribute()}.SelectedForm(s)
}

// request returns the form of the request: sliders that solve again as they move.
func request(s *state.State, p *window.WindowProblem) ui.Node {
	r := p.Request
	slowest, fastest := math.Inf(1), 1.0
	for i := range p.Nodes {
		slowest, fastest = min(slowest, p.Nodes[i].Performance), max(fastest, p.Nodes[i].Performance)
	}
	if math.IsInf(slowest, 0) {
		slowest = 1
	}
	over := func(most float64) screen.Range {
		most = round(most)
		return screen.Range{Max: most, Step: stepOf(most)}
	}
	volume := over(max(p.Horizon*slowest, r.Volume))
	volume.Min = volume.Step
	budget := ui.FieldView{Path: "request.budget", Label: "Budget", Placeholder: "no limit",
		Title: "greatest cost of the window; no limit when empty"}
	most := maxCost(p)
	if r.Budget != nil {
		budget.Value, most = ui.Exact(*r.Budget), max(most, *r.Budget)
	}
	return screen.Section("Request", ui.El("div", ui.Class("form"),
		screen.Slider(s, ui.FieldView{Path: "request.nodes", Label: "Nodes", Value: strconv.Itoa(r.Nodes),
			Title: "number of nodes taken together"}, 1,
			screen.Range{Min: 1, Max: float64(max(1, len(p.Nodes), r.Nodes)), Step: 1}),
		screen.Slider(s, ui.FieldView{Path: "request.volume", Label: "Volume", Value: ui.Exact(r.Volume),
			Title: "work on each node; the window lasts volume / slowest performance"}, 0, volume),
		screen.Slider(s, budget, round(most), over(most)),
		screen.Slider(s, ui.FieldView{Path: "request.minPerformance", Label: "Least performance",
			Value: ui.Exact(r.MinPerformance), Title: "only nodes at least this fast"}, 0,
			screen.Range{Max: max(fastest, r.MinPerformance), Step: stepOf(fastest)})))
}

// maxCost returns the cost of a window of the dearest nodes, each for the time that it needs by
// itself, and a half more for nodes that wait for a slower one.
func maxCost(p *window.WindowProblem) float64 {
	var prices []float64
	for i := range p.Nodes {
		prices = append(prices, 1.5*p.Nodes[i].Price*p.Request.Volume/p.Nodes[i].Performance)
	}
	slices.Sort(prices)
	sum := 0.0
	for k := range min(p.Request.Nodes, len(prices)) {
		sum += prices[len(prices)-1-k]
	}
	return max(1, sum)
}

// round rounds a scale's end up to two digits.
func round(v float64) float64 {
	unit := 1.0
	for unit*100 < v {
		unit *= 10
	}
	return math.Ceil(v/unit) * unit
}

// stepOf returns a step that divides a slider into at most about 250 parts.
func stepOf(most float64) float64 {
	step := 0.01
	for _, f := range []float64{0.05, 0.1, 0.5, 1, 5, 10, 50, 100, 500, 1000} {
		if most/step > 250 {
			step = f
		}
	}
	return step
}

// conditions returns the fields of the further constraints of the request.
func conditions(s *state.State, p *window.WindowProblem, horizon ui.Node) ui.Node {
	r := p.Request
	deadline := ui.FieldView{Path: "request.deadline", Label: "Deadline", Number: true, Placeholder: "horizon",
		Title: "latest finish of the window"}
	if r.Deadline != nil {
		deadline.Value = ui.Exact(*r.Deadline)
	}
	value := ui.FieldView{Path: "request.value", Label: "Value", Value: p.ValueAttribute(),
		Choices: state.AttributeNames(p.Nodes), Title: "attribute whose sum is the value of the window"}
	rows := []ui.Node{
		screen.Row(s, ui.FieldView{Path: "request.earliestStart", Label: "Earliest start", Number: true,
			Value: ui.Exact(r.EarliestStart), Title: "the window does not start before"}),
		screen.Row(s, deadline),
		screen.Row(s, ui.FieldView{Path: "request.require", Label: "Require",
			Value: state.ConditionWords(r.Require, ui.Exact), Placeholder: "q >= 5",
			Title: "conditions on attributes of each node, separated by commas"}),
		screen.Row(s, ui.FieldView{Path: "request.exclude", Label: "Exclude", Value: state.NameList(r.Exclude),
			Placeholder: "none", Title: "nodes that are not used"}),
		horizon,
	}
	if len(value.Choices) > 0 {
		rows = append(rows[:2:2], append([]ui.Node{screen.Row(s, value)}, rows[2:]...)...)
	}
	return screen.Fold("Conditions", ui.El("div", ui.Class("form"), rows))
}
