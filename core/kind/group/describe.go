package group

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/rng"
)

// Kind returns the kind group.
func Kind() kind.Kind { return kind.New[Problem, Solution](methods{}) }

// methods implements kind.Methods.
type methods struct{ kind.Defaults[Problem] }

// Describe returns the description of the kind.
func (methods) Describe() kind.Description {
	return kind.Description{
		ID: "group", Name: "Groups",
		Question: "Which nodes under a budget are most likely all available, when nodes fail in groups?",
		Presets:  kind.PresetsOf(Presets()), Metrics: kind.MetricsOf(Metrics{}), Algorithms: algorithms(),
		Policy: PolicyKind(),
		Noise:  "group.groups[*].availability",
	}
}

// Complete sets the preset that generates the parts which the tables do not contain.
func (methods) Complete(p *Problem, c *kind.Completion) {
	if p.Request == nil {
		c.Preset = "gka-22"
		c.Note(1, "", "the request, and lists that no table fills, are the example's; change them in the form")
	}
}

// Timeline returns nil: the kind has no time axis.
func (methods) Timeline(*Problem, *Solution) *kind.Timeline { return nil }

// Decide returns the nodes of the window.
func (methods) Decide(s *Solution, _ string) kind.Decision {
	return kind.Decision{Names: slices.Clone(s.Nodes)}
}

// Work returns the estimated time of a run in a browser in milliseconds.
func (methods) Work(p *Problem, algorithm string, options map[string]any) float64 {
	var o Options
	doc.Fill(&o, options)
	return p.Work(algorithm, o)
}

// Roughen multiplies the availabilities of the groups by random factors.
func (methods) Roughen(p *Problem, draw *rng.Stream) {
	for i := range p.Groups {
		if a := p.Groups[i].Availability; a != nil {
			*a *= draw.Uniform(0.9, 1)
		}
	}
}
