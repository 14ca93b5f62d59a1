package group

import (
	"math"

	"gridbox/core/rng"
)

// An Event occupies a node, or a whole group, from a random Start to a random
// End, if it happens at all: another job, a maintenance, a failure and its
// repair. The paper describes availability events by random variables without
// specifying their distributions; ours are independent of each other.
type Event struct {
	Node   string      `json:"node,omitempty" ref:"nodes" label:"Node" about:"id of the node that it occupies; or give a group"`
	Group  string      `json:"group,omitempty" ref:"groups" label:"Group" about:"id of the group that it occupies; or give a node"`
	Chance *float64    `json:"chance,omitempty" rule:"0..1" label:"Chance" about:"probability that it happens; 1 when absent"`
	Start  RandomTime  `json:"start" rule:"required" about:"when it begins"`
	End    *RandomTime `json:"end,omitempty" about:"when it ends; never when absent"`
}

// A RandomTime is a random point in time.
type RandomTime struct {
	Law    string  `json:"law,omitempty" rule:"oneof=fixed|uniform|normal|exponential" label:"Law" about:"fixed (the default), uniform, normal, or exponential (memoryless, from 0)"`
	Mean   float64 `json:"mean" rule:"required" label:"Mean" unit:"s" about:"its mean"`
	Spread float64 `json:"spread,omitempty" rule:">=0" label:"Spread" unit:"s" about:"standard deviation of normal, half the width of uniform"`
}

// CDF returns the probability that the moment is at t or earlier.
func (m *RandomTime) CDF(t float64) float64 {
	switch away := t - m.Mean; {
	case m.Law == "exponential" && m.Mean > 0:
		return 1 - rng.Exp(-math.Max(t, 0)/m.Mean)
	case m.Law == "normal" && m.Spread > 0:
		return normal(away / m.Spread)
	case m.Law == "uniform" && m.Spread > 0:
		return math.Min(math.Max(0.5+float64(away/m.Spread/2), 0), 1)
	case away >= 0:
		return 1
	}
	return 0
}

// Free returns the probability that the event does not occupy [start, end]:
// that it does not happen, has ended by the start, or begins after the end.
// Beginning and end are taken as independent, so the last two cases are
// exclusive except for the chance that an event ends before it begins; the sum
// is limited to 1.
func (e *Event) Free(start, end float64) float64 {
	free := 1 - e.Start.CDF(end)
	if e.End != nil {
		free += e.End.CDF(start)
	}
	chance := 1.0
	if e.Chance != nil {
		chance = *e.Chance
	}
	return 1 - float64(chance*(1-math.Min(free, 1)))
}

// Odds are the availabilities of groups and nodes: given, computed from events,
// or 1.
type Odds struct {
	Groups []float64 // in the order of the document
	Nodes  []float64
}

// Odds returns the availabilities of a valid problem: the product over all
// events that concern a node or group. The availability is 0 if it is certainly
// occupied.
func (p *Problem) Odds() Odds {
	o := Odds{make([]float64, len(p.Groups)), make([]float64, len(p.Nodes))}
	for i := range p.Groups {
		o.Groups[i] = availabilityOf(p.Groups[i].Availability)
	}
	for i := range p.Nodes {
		o.Nodes[i] = availabilityOf(p.Nodes[i].Availability)
	}
	if len(p.Events) == 0 {
		return o
	}
	groups, nodes := make(map[string]int, len(p.Groups)), make(map[string]int, len(p.Nodes))
	for i := range p.Groups {
		groups[p.Groups[i].ID] = i
	}
	for i := range p.Nodes {
		nodes[p.Nodes[i].ID] = i
	}
	for i := range p.Events {
		e := &p.Events[i]
		free := e.Free(p.Request.Start, p.Request.End)
		if e.Group != "" {
			o.Groups[groups[e.Group]] *= free
		} else {
			o.Nodes[nodes[e.Node]] *= free
		}
	}
	return o
}

func availabilityOf(availability *float64) float64 {
	if availability == nil {
		return 1
	}
	return *availability
}

// normal returns the distribution function of the standard normal distribution.
// It does not use math.Erf, since that goes through math.Exp, whose last bit
// differs between platforms. Near the middle it is 1/2 + phi(x) (x + x^3/3 +
// x^5/(3 5) + ...); 80 terms reach the last bit for |x| < 3 (Marsaglia,
// "Evaluating the Normal Distribution", 2004). Farther out the tail is phi(x) /
// (x + 1/(x + 2/(x + ...))), Laplace's continued fraction, which keeps the
// digits of a small tail.
func normal(x float64) float64 {
	const sqrtTwoPi = 2.50662827463100050242
	density := rng.Exp(-float64(x*x)/2) / sqrtTwoPi
	if math.Abs(x) < 3 {
		sum, term := x, x
		for k := 3.0; k < 163; k += 2 {
			term = float64(term*float64(x*x)) / k
			sum += term
		}
		return math.Min(math.Max(0.5+float64(density*sum), 0), 1)
	}
	far := math.Abs(x)
	fraction := far
	for k := 120.0; k >= 1; k-- {
		fraction = far + k/fraction
	}
	if x > 0 {
		return 1 - density/fraction
	}
	return density / fraction
}
