package verify

import (
	"math"

	"gridbox/core/kind/group"
)

// odds are the availabilities of groups and nodes: given, or the product over the events
// that concern them. They are computed independently of the nouns.
type odds struct{ groups, nodes []float64 }

func oddsOf(p *group.Problem, nodes, groups map[string]int) odds {
	o := odds{make([]float64, len(p.Groups)), make([]float64, len(p.Nodes))}
	for g := range o.groups {
		o.groups[g] = 1
	}
	for i := range o.nodes {
		o.nodes[i] = 1
	}
	for k := range p.Events {
		e := &p.Events[k]
		if e.Node != "" {
			o.nodes[nodes[e.Node]] *= spared(e, p.Request)
		} else {
			o.groups[groups[e.Group]] *= spared(e, p.Request)
		}
	}
	for g := range o.groups {
		if x := p.Groups[g].Availability; x != nil {
			o.groups[g] = *x
		}
	}
	for i := range o.nodes {
		if x := p.Nodes[i].Availability; x != nil {
			o.nodes[i] = *x
		}
	}
	return o
}

// spared returns the probability that an event does not affect the job.
func spared(e *group.Event, r *group.Request) float64 {
	happens := 1.0
	if e.Chance != nil {
		happens = *e.Chance
	}
	away := 1 - before(&e.Start, r.End)
	if e.End != nil {
		away = math.Min(1, away+before(e.End, r.Start))
	}
	return 1 - float64(happens*(1-away))
}

// before returns the distribution function of a moment.
func before(m *group.Moment, t float64) float64 {
	switch {
	case m.Law == "exponential" && m.Mean > 0:
		return 1 - decay(math.Max(t, 0)/m.Mean)
	case m.Law == "normal" && m.Spread > 0:
		return math.Erfc((m.Mean-t)/m.Spread/math.Sqrt2) / 2
	case m.Law == "uniform" && m.Spread > 0:
		return math.Max(0, math.Min(1, (t-(m.Mean-m.Spread))/(2*m.Spread)))
	case m.Mean <= t:
		return 1
	}
	return 0
}

// decay returns e^-x by the series at x/2^k, squared k times. From 800 on the result is
// less than the smallest number.
func decay(x float64) float64 {
	if x > 800 {
		return 0
	}
	halvings := 0
	for ; x > 0.25; halvings++ {
		x /= 2
	}
	sum, term := 1.0, 1.0
	for k := 1.0; k < 16; k++ {
		term *= -x / k
		sum += term
	}
	for range halvings {
		sum *= sum
	}
	return sum
}
