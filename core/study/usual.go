package study

import (
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// NameAndUnit returns the name of a number at a path in words, and its unit: power
// of cluster Lyon, in MIPS. Other paths are returned unchanged.
func NameAndUnit(path string) (name, unit string) {
	way, why := doc.WayTo(scenario.Scenario{}, path)
	if why != "" {
		return path, ""
	}
	return way.Description(), way.Field().Unit
}

// A Number is a sort of number of a problem, for selection lists.
type Number struct {
	Path, Name, Unit string
	Count            int // how many there are
}

// Numbers returns the sorts of numbers of a scenario's problem, each over all
// elements of its list, without the parameters of its generator.
func Numbers(s *scenario.Scenario) (list []Number) {
	var inside func(path string, fields []doc.Field)
	inside = func(path string, fields []doc.Field) {
		for _, f := range fields {
			here := doc.JoinPath(path, doc.Name(f.Name))
			switch f.Kind {
			case "number", "whole":
				way, why := doc.WayTo(scenario.Scenario{}, here)
				if why != "" {
					continue
				}
				if n := way.Count(s); n > 0 {
					list = append(list, Number{Path: here, Name: way.Description(), Unit: f.Unit, Count: n})
				}
			case "list":
				inside(here+"[*]", f.Inside)
			case "object":
				inside(here, f.Inside)
			}
		}
	}
	for _, f := range doc.Fields(scenario.Scenario{}) {
		if f.Name != s.Kind {
			continue
		}
		for _, own := range f.Inside {
			if own.Name != "generate" {
				inside(s.Kind, []doc.Field{own})
			}
		}
	}
	return list
}

// Usual returns a suggestion of noise for a scenario's problem, on the numbers
// that are least known in advance: amounts of work and speeds.
func Usual(s *scenario.Scenario) (noise []scenario.Noise) {
	for _, n := range []scenario.Noise{
		{Path: "placement.jobs[*].mi", CV: 0.3}, {Path: "placement.links[*].bandwidth", CV: 0.1},
		{Path: "window.nodes[*].performance", CV: 0.1}, {Path: "window.nodes[*].price", CV: 0.1},
		{Path: "batch.jobs[*].volume", CV: 0.3},
		{Path: "group.groups[*].availability", CV: 0.05}, {Path: "group.nodes[*].price", CV: 0.1},
		{Path: "farm.jobs[*].duration", CV: 0.3},
	} {
		if !strings.HasPrefix(n.Path, s.Kind+".") {
			continue
		}
		if way, why := doc.WayTo(scenario.Scenario{}, n.Path); why == "" && way.Count(s) > 0 {
			noise = append(noise, n)
		}
	}
	return noise
}
