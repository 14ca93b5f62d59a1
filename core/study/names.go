package study

import "gridbox/core/catalog"

// Names returns the distinct names of the runs at a point. A varied option is
// part of the name of a run without a label.
func (p *Plan) Names(point int) []string {
	return catalog.Names(p.Scenario.Kind, p.Points[point].Runs)
}
