package state

import (
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// Blank is the empty problem of a kind, ready to be filled: what is asked for
// stands in it, with numbers that the first things added to it fulfil, so that
// an answer comes as soon as there is something to choose from.
func Blank(kind string) *scenario.Scenario {
	d := &scenario.Scenario{Format: scenario.Format, Version: scenario.Version, Kind: kind}
	of(d).begin(d)
	return d
}

// blankHorizon is how long nodes are looked at in a blank problem: that of the
// example that is small enough to follow by eye.
const blankHorizon = 600.0

// Count is how many things of a kind there are.
func (s *State) Count(kind string) int {
	if s.Problem == nil {
		return 0
	}
	n, _ := of(s.Problem).list(s.Problem, kind)
	return n
}

// joinSecond links the second cluster of a grid to the first: a grid begins
// joined, and what comes later is joined by hand.
func joinSecond(p *scenario.Placement) {
	if len(p.Clusters) == 2 && len(p.Links) == 0 {
		p.Links = []placement.Link{{A: p.Clusters[0].ID, B: p.Clusters[1].ID, Bandwidth: usualBandwidth(p)}}
	}
}

// firstData puts a dataset on the first cluster where the first job comes to a
// grid without any: where data lie is what placement is about.
func firstData(p *scenario.Placement) {
	if len(p.Jobs) == 0 && len(p.Datasets) == 0 && len(p.Clusters) > 0 {
		p.Datasets = []placement.Dataset{{ID: "d1", Size: 100, At: []string{p.Clusters[0].ID}}}
	}
}

// usualOdds is the availability of a new group: the median of those that have
// one, 0.95 for the first group, and none where availabilities are computed
// from events or not asked for.
func usualOdds(p *scenario.Group) *float64 {
	var odds []float64
	for i := range p.Groups {
		if a := p.Groups[i].Availability; a != nil {
			odds = append(odds, *a)
		}
	}
	if len(p.Events) > 0 || p.Sums() || len(odds) == 0 && len(p.Groups) > 0 {
		return nil
	}
	a := median(odds, 0.95)
	return &a
}

// groupAt is the group that is selected, or that of the node that is.
func groupAt(p *scenario.Group, t Thing) string {
	if t.Kind == "group" {
		return t.ID
	}
	for i := range p.Nodes {
		if t == (Thing{"node", p.Nodes[i].ID}) {
			return p.Nodes[i].Group
		}
	}
	return ""
}

// IsBlank tells a blank problem that nothing was done to.
func IsBlank(d *scenario.Scenario) bool {
	return d.Title == "" && scenario.Digest(d) == scenario.Digest(Blank(d.Kind))
}

// firstValue gives the first node a value, the paper's q, which some of the
// algorithms add up. What is added later is like what is there.
func firstValue(t Thing, e *window.Environment) bool {
	if t.Kind == "node" && len(e.Nodes) == 1 && e.Nodes[0].Attributes == nil {
		e.Nodes[0].Attributes = map[string]float64{"q": 5}
	}
	return true
}
