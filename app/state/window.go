package state

import (
	"strings"

	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// windowNouns returns the operations of the kind window.
func windowNouns() nouns {
	n := commonNouns("window", func(s *scenario.Scenario) **scenario.Window { return &s.Window },
		func(p *scenario.Window) **window.Spec { return &p.Generate })
	n.begin = beginWindow
	n.references, n.addDependents, n.studies = busyReferences, busyAlong, windowStudies
	n.drawing = drawing{"load of the nodes", "load of the nodes", "nodes", []string{"horizon", "slots", "busy"},
		[]string{"twelve-nodes", "square-2018"}}
	n.redraw = func(d *scenario.Scenario) {
		p := d.Window
		spec := window.Like(&p.Environment)
		p.Generate, p.Horizon, p.Slots, p.Busy = &spec, 0, nil, nil
	}
	n.list = func(d *scenario.Scenario, kind string) (int, func(int) string) {
		return environmentList(d, &d.Window.Environment, kind)
	}
	n.add = func(s *State, d *scenario.Scenario, t Ref, to string) bool {
		return addToEnvironment(s, &d.Window.Environment, t, to) && firstValue(t, &d.Window.Environment)
	}
	n.remove = func(d *scenario.Scenario, gone map[Ref]bool) {
		removeFromEnvironment(&d.Window.Environment, gone)
		r := *d.Window.Request
		r.Exclude = keep(r.Exclude, func(id string) bool { return !gone[Ref{"node", id}] })
		d.Window.Request = &r
	}
	n.rename = func(d *scenario.Scenario, kind, from, to string) {
		renameInEnvironment(&d.Window.Environment, kind, from, to)
		r := *d.Window.Request
		r.Exclude = replaceName(r.Exclude, from, to)
		d.Window.Request = &r
	}
	n.set = func(d *scenario.Scenario, path, text string) (bool, string) {
		if path == "request.require" {
			list, why := conditions(text)
			r := *d.Window.Request
			r.Require = list
			d.Window.Request = &r
			return true, why
		}
		return setInEnvironment(&d.Window.Environment, path, text)
	}
	return n
}

func beginWindow(d *scenario.Scenario) {
	budget, deadline := 300.0, blankHorizon
	d.Window = &scenario.Window{WindowProblem: window.WindowProblem{
		Environment: window.Environment{Horizon: blankHorizon},
		Request: &window.Request{Nodes: 2, Volume: 500, MinPerformance: 1, Budget: &budget,
			Deadline: &deadline}}}
}

// conditions parses "q >= 5, memory > 16".
func conditions(text string) (list []window.Condition, why string) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		c := window.Condition{}
		for _, is := range []string{">=", "<=", "!=", ">", "<", "="} {
			name, number, ok := strings.Cut(part, is)
			if !ok {
				continue
			}
			c.Attribute, c.Is = strings.TrimSpace(name), is
			if why := ParseNumber(strings.TrimSpace(number), &c.Value); why != "" {
				return nil, i18n.T("after {}: {}", is, why)
			}
			break
		}
		switch {
		case strings.TrimSpace(part) == "":
			continue
		case c.Attribute == "":
			return nil, "write conditions as q >= 5, separated by commas"
		}
		list = append(list, c)
	}
	return list, ""
}

// ConditionWords formats conditions as they are typed.
func ConditionWords(list []window.Condition, number func(float64) string) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, c.Attribute+" "+c.Is+" "+number(c.Value))
	}
	return strings.Join(parts, ", ")
}

// firstValue adds a value to the first node: the paper's q, which some algorithms sum. Later nodes get the attributes
// of the existing ones.
func firstValue(t Ref, e *window.Environment) bool {
	if t.Kind == "node" && len(e.Nodes) == 1 && e.Nodes[0].Attributes == nil {
		e.Nodes[0].Attributes = map[string]float64{"q": 5}
	}
	return true
}

var windowStudies = []ReadyStudy{
	{ID: "window-criteria", Title: "Every search by every criterion",
		About: "The paper's experiment with 300 of its 3000 instances: what each algorithm pays for what it is " +
			"best at.",
		preset: "square-2018", study: scenario.Study{Replications: 300}},
	{ID: "window-budget", Title: "What a budget buys",
		About: "Twelve nodes and budgets from scarce to plenty, 1000 instances each; no window where the " +
			"budget is too small.",
		preset: "twelve-nodes", study: scenario.Study{Replications: 1000, Metrics: []string{"start", "finish", "cost"},
			Vary: []scenario.Vary{list("window.generate.budget", 90.0, 150.0, 210.0, 270.0)}}},
}
