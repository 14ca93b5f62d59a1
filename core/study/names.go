package study

import "gridbox/core/catalog"

// Names are what the runs are called at a point, no two of them the same: an
// option that is varied is part of the name of a run without a label.
func (p *Plan) Names(point int) []string {
	return catalog.Names(p.Scenario.Kind, p.Points[point].Runs)
}
