package group

import (
	"math"
	"strconv"

	"gridbox/core/doc"
)

// Validate returns the faults of the problem, with paths relative to it:
// nodes[2].price.
//
// Problems without a solution are valid: empty lists, groups without nodes,
// nodes without a group, a budget that buys nothing, a request for more nodes
// than there are. Faults are: a missing request, a request for no nodes, an
// empty or repeated id, a node or event of an unknown group or node, an
// availability outside (0, 1], a negative price, a number that is not finite,
// availabilities both given and computed, variants that contradict each other
// or their group, and events without an interval.
func (p *Problem) Validate() doc.Faults { return p.ValidateWith(nil) }

// ValidateWith is Validate that calls pause, if not nil, at intervals; see
// [doc.Review].
func (p *Problem) ValidateWith(pause func()) doc.Faults {
	v := &validation{doc.Review{Pause: pause}}
	groups := v.groups(p)
	nodes := v.nodes(p, groups)
	v.variants(p, groups)
	v.events(p, groups, nodes)
	v.request(p)
	return v.Faults
}

// A validation collects the faults of a problem.
type validation struct{ doc.Review }

// groups adds the faults of the groups and returns their indexes by id. Of a repeated id the last
// group counts.
func (v *validation) groups(p *Problem) map[string]int {
	known := make(map[string]int, len(p.Groups))
	for i := range p.Groups {
		g := &p.Groups[i]
		if _, twice := known[g.ID]; g.ID == "" || twice {
			v.ID(known, "group", doc.At("groups", i), g.ID, i)
		}
		known[g.ID] = i
		if a := g.Availability; a != nil && !(*a > 0 && *a <= 1) {
			v.availability(doc.At("groups", i)+".availability", a)
		}
		if g.Value != 0 {
			v.Finite(doc.At("groups", i)+".value", g.Value)
		}
	}
	return known
}

// nodes checks the nodes. Like groups it builds paths only for possible faults,
// since there may be a million nodes.
func (v *validation) nodes(p *Problem, groups map[string]int) *doc.Index {
	known := doc.NewIndex(len(p.Nodes), func(i int) string { return p.Nodes[i].ID })
	group := "" // nodes of a group are often adjacent
	for i := range p.Nodes {
		v.CountInspection()
		n := &p.Nodes[i]
		if earlier, twice := known.Add(i); n.ID == "" || twice {
			v.ID(map[string]int{n.ID: earlier}, "node", doc.At("nodes", i), n.ID, i)
		}
		if !(n.Price >= 0) || math.IsInf(n.Price, 1) {
			v.NotNegative(doc.At("nodes", i)+".price", n.Price, "price")
		}
		if n.Group != "" && n.Group != group {
			if _, ok := groups[n.Group]; ok {
				group = n.Group
			} else {
				v.Fault(doc.At("nodes", i)+".group", text(n.Group),
					"names a group that does not exist; add it or choose another")
			}
		}
		if a := n.Availability; a != nil && !(*a > 0 && *a <= 1) {
			v.availability(doc.At("nodes", i)+".availability", a)
		}
		if n.Value != 0 {
			v.Finite(doc.At("nodes", i)+".value", n.Value)
		}
	}
	return known
}

// variants adds faults for impossible variants: more nodes than the group has,
// a value that is no probability, two of the same size and cost with different
// values, and availabilities that a variant's value would contradict.
func (v *validation) variants(p *Problem, groups map[string]int) {
	members := make([]int, len(p.Groups))
	with := false
	for i := range p.Groups {
		with = with || len(p.Groups[i].Variants) > 0
	}
	if !with {
		return
	}
	for i := range p.Nodes {
		v.CountInspection()
		n := &p.Nodes[i]
		g, ok := groups[n.Group]
		if !ok {
			continue
		}
		members[g]++
		if n.Availability != nil && *n.Availability != 1 && !p.Sums() && len(p.Groups[g].Variants) > 0 {
			v.Fault(doc.At("nodes", i)+".availability", doc.Exact(*n.Availability),
				"contradicts the variants of group "+n.Group+
					", which say what its nodes are worth; remove one of the two")
		}
	}
	for i := range p.Groups {
		g, at := &p.Groups[i], doc.At("groups", i)
		if len(g.Variants) > 0 && g.Availability != nil && *g.Availability != 1 && !p.Sums() {
			v.Fault(at+".availability", doc.Exact(*g.Availability),
				"contradicts the variants of the group, which say what its nodes are worth; remove one of the two")
		}
		for k := range g.Variants {
			v.variant(p, at+"."+doc.At("variants", k), g.Variants[:k], &g.Variants[k], members[i])
		}
	}
}

// variant adds the faults of a variant at a path. earlier are the variants before it in its group,
// which has a number of members.
func (v *validation) variant(p *Problem, at string, earlier []Variant, x *Variant, members int) {
	switch {
	case x.Nodes < 1:
		v.Fault(at+".nodes", strconv.Itoa(x.Nodes), "must be at least 1")
	case x.Nodes > members:
		v.Fault(at+".nodes", strconv.Itoa(x.Nodes),
			"is more than the "+strconv.Itoa(members)+" nodes of the group; add nodes or take fewer")
	}
	v.NotNegative(at+".cost", x.Cost, "cost")
	if p.Sums() {
		v.Finite(at+".value", x.Value)
	} else {
		v.availability(at+".value", &x.Value)
	}
	for k := range earlier {
		if e := &earlier[k]; e.Nodes == x.Nodes && e.Cost == x.Cost {
			v.Fault(at, "", "takes as many nodes for the same cost as "+doc.At("variants", k)+
				"; keep the one that is right")
			return
		}
	}
}

// events adds the faults of the events, and of the interval of the request that events need.
func (v *validation) events(p *Problem, groups map[string]int, nodes *doc.Index) {
	for i := range p.Events {
		e, at := &p.Events[i], doc.At("events", i)
		g, okGroup := groups[e.Group]
		n, okNode := nodes.Find(e.Node)
		switch {
		case (e.Node == "") == (e.Group == ""):
			v.Fault(at, "", "must name either a node or a group")
		case e.Group != "" && !okGroup:
			v.Fault(at+".group", text(e.Group), "names a group that does not exist; add it or choose another")
		case e.Node != "" && !okNode:
			v.Fault(at+".node", text(e.Node), "names a node that does not exist; add it or choose another")
		case e.Group != "" && (p.Groups[g].Availability != nil || len(p.Groups[g].Variants) > 0):
			v.Fault(at+".group", text(e.Group),
				"has its availability given, which contradicts events; remove one of the two")
		case e.Node != "" && p.Nodes[n].Availability != nil:
			v.Fault(at+".node", text(e.Node),
				"has its availability given, which contradicts events; remove one of the two")
		case e.Node != "" && p.Nodes[n].Group != "":
			if g, ok := groups[p.Nodes[n].Group]; ok && len(p.Groups[g].Variants) > 0 && !p.Sums() {
				v.Fault(at+".node", text(e.Node),
					"is in a group with variants, which say what its nodes are worth; remove one of the two")
			}
		}
		if e.Chance != nil && v.Finite(at+".chance", *e.Chance) && (*e.Chance < 0 || *e.Chance > 1) {
			v.Fault(at+".chance", doc.Exact(*e.Chance), "must lie from 0 to 1")
		}
		v.randomTime(at+".start", &e.Start)
		if e.End != nil {
			v.randomTime(at+".end", e.End)
		}
	}
	if r := p.Request; len(p.Events) > 0 && r != nil && !(r.End > r.Start) {
		v.Fault("request.end", doc.Exact(r.End), "must lie after request.start, "+doc.Exact(r.Start)+
			": events need the interval of the job")
	}
}

// randomTime adds the faults of a moment at a path: its numbers, its law, and a mean or spread that
// contradicts the law.
func (v *validation) randomTime(at string, m *RandomTime) {
	v.Finite(at+".mean", m.Mean)
	v.NotNegative(at+".spread", m.Spread, "spread")
	switch m.Law {
	case "", "fixed":
		if m.Spread != 0 {
			v.Fault(at+".spread", doc.Exact(m.Spread), "has no meaning for a fixed moment; set a law or remove it")
		}
	case "exponential":
		if !(m.Mean > 0) {
			v.Fault(at+".mean", doc.Exact(m.Mean), "must be above 0 for an exponential moment")
		}
	case "uniform", "normal":
	default:
		v.Fault(at+".law", text(m.Law), "is not a law; choose fixed, uniform, normal or exponential")
	}
}

// request adds the faults of the request, or one if it is missing.
func (v *validation) request(p *Problem) {
	r := p.Request
	if r == nil {
		v.Fault("request", "", "is missing; say how many nodes are wanted and for what budget")
		return
	}
	if r.Nodes < 1 {
		v.Fault("request.nodes", strconv.Itoa(r.Nodes), "must be at least 1")
	}
	v.NotNegative("request.budget", r.Budget, "budget")
	v.Finite("request.start", r.Start)
	v.Finite("request.end", r.End)
	switch r.Objective {
	case "", ObjectiveAvailability, ObjectiveSum:
	default:
		v.Fault("request.objective", text(r.Objective), "is not an objective; choose availability or sum")
	}
}

func (v *validation) availability(path string, a *float64) {
	if a != nil && v.Finite(path, *a) && !(*a > 0 && *a <= 1) {
		v.Fault(path, doc.Exact(*a), "must be greater than 0 and at most 1; leave out a node that is never available")
	}
}

func text(s string) string { return strconv.Quote(s) }
