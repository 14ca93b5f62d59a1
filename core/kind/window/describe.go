package window

import (
	"maps"
	"slices"
	"strconv"

	"gridbox/core/kind"
	"gridbox/core/rng"
)

// Kind returns the kind window.
func Kind() kind.Kind { return kind.New[WindowProblem, Solution](methods{}) }

// methods implements kind.Methods.
type methods struct{ kind.Defaults[WindowProblem] }

// Describe returns the description of the kind.
func (methods) Describe() kind.Description {
	return kind.Description{
		ID: "window", Name: "Window",
		Question: "Which slots, starting and ending together, should a parallel job get?",
		Presets:  kind.PresetsOf(Presets()), Metrics: kind.MetricsOf(Metrics{}), Algorithms: algorithms(),
		Policy: PolicyKind(),
		Noise:  "window.nodes[*].price",
	}
}

// Complete extends the horizon to the latest given time, and sets the preset of
// a missing request.
func (methods) Complete(p *WindowProblem, c *kind.Completion) {
	p.EndHorizon(c)
	if p.Request == nil {
		c.Preset = "square-2018"
		c.Note(1, "", "the request, and times where there are none, are the example's; change them in the form")
	}
}

// EndHorizon extends the horizon to the latest end of the given slots and busy
// times.
func (e *Environment) EndHorizon(c *kind.Completion) {
	for _, list := range [][]Slot{e.Slots, e.Busy} {
		for i := range list {
			e.Horizon = max(e.Horizon, list[i].End)
		}
	}
	if e.Horizon > 0 {
		c.Note(1, "", "the horizon is the end of the last time, "+strconv.FormatFloat(e.Horizon, 'g', 10, 64))
	}
}

// Decide returns the nodes of the window.
func (methods) Decide(s *Solution, _ string) kind.Decision {
	return kind.Decision{Names: NodesOf(s.Slots)}
}

// NodesOf returns the nodes of taken slots.
func NodesOf(slots []Allocation) []string {
	names := make([]string, len(slots))
	for i := range slots {
		names[i] = slots[i].Node
	}
	return names
}

// Names returns the attributes of the nodes.
func (methods) Names(p *WindowProblem) []string {
	seen := map[string]bool{}
	for i := range p.Nodes {
		for name := range p.Nodes[i].Attributes {
			seen[name] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// stepsPerMs is the number of steps of a window search that a browser does in a
// millisecond.
const stepsPerMs = 20_000

// Work returns the estimated time of a run in a browser in milliseconds.
func (methods) Work(p *WindowProblem, algorithm string, options map[string]any) float64 {
	return p.Steps(algorithm, options) / stepsPerMs
}

// Roughen multiplies the volume and the prices by random factors.
func (methods) Roughen(p *WindowProblem, draw *rng.Stream) {
	p.Request.Volume *= draw.Uniform(0.9, 1.1)
	for i := range p.Nodes {
		p.Nodes[i].Price *= draw.Uniform(0.9, 1.1)
	}
}
