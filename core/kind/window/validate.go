package window

import (
	"math"
	"strconv"

	"gridbox/core/doc"
)

// Validate returns the faults of the problem, with paths relative to it:
// slots[2].end.
//
// Problems without a solution are valid: a request for more nodes than there
// are, a budget of 0, no nodes, a deadline before the earliest start, a
// condition that no node meets. Busy times of a node may overlap. Faults are: a
// missing horizon or request, an empty or repeated id, a slot of an unknown
// node, a slot that ends before it starts or lies outside the horizon,
// overlapping slots of one node, both slots and busy times, a performance or
// volume that is not positive, a negative price or budget, and a number that is
// not finite.
func (p *WindowProblem) Validate() doc.Faults { return p.ValidateWith(nil) }

// ValidateWith is Validate that calls pause, if not nil, at intervals; see
// [doc.Review].
func (p *WindowProblem) ValidateWith(pause func()) doc.Faults {
	v := &validation{doc.Review{Pause: pause}}
	v.environment(&p.Environment)
	if p.Request == nil {
		v.Fault("request", "", "is missing; say how many nodes the job needs and its volume")
	} else {
		v.request(p.Request, p.Nodes)
	}
	return v.Faults
}

// Validate returns the faults of the nodes and their time.
func (e *Environment) Validate() doc.Faults { return e.ValidateWith(nil) }

// ValidateWith is Validate that calls pause, if not nil, at intervals; see
// [doc.Review].
func (e *Environment) ValidateWith(pause func()) doc.Faults {
	v := &validation{doc.Review{Pause: pause}}
	v.environment(e)
	return v.Faults
}

// A validation collects the faults of a problem.
type validation struct{ doc.Review }

// environment adds the faults of the nodes, the horizon, the slots and the busy times.
func (v *validation) environment(e *Environment) {
	if e.Horizon == 0 {
		v.Fault("horizon", "", "is missing; say how long the scheduling interval is")
	} else {
		v.Positive("horizon", e.Horizon, "the horizon")
	}
	known := v.nodes(e.Nodes)
	if len(e.Slots) > 0 && len(e.Busy) > 0 {
		v.Fault("busy", "", "is given as well as slots; give the free time or the taken time, not both")
	}
	v.times("slots", e.Slots, known, e.Horizon)
	v.overlaps(e.Slots, known)
	v.times("busy", e.Busy, known, e.Horizon)
}

// nodes adds the faults of the nodes and returns their indexes by id, the first of a repeated id.
func (v *validation) nodes(list []Node) map[string]int {
	known := make(map[string]int, len(list))
	for i := range list {
		n, at := &list[i], doc.At("nodes", i)
		earlier, twice := known[n.ID]
		switch {
		case n.ID == "":
			v.Fault(at+".id", text(n.ID), "is empty; give every node a name")
		case twice:
			v.Fault(at+".id", text(n.ID), "is already the name of "+doc.At("nodes", earlier)+"; names are unique")
		default:
			known[n.ID] = i
		}
		v.Positive(at+".performance", n.Performance, "performance")
		v.NotNegative(at+".price", n.Price, "the price")
		for _, name := range names(n.Attributes) {
			path := doc.JoinPath(at+".attributes", doc.Name(name))
			v.Finite(path, n.Attributes[name])
			if name == "" {
				v.Fault(at+".attributes", text(name), "has an empty name; give every attribute one")
			}
		}
	}
	return known
}

// names returns the sorted keys of a map.
func names(m map[string]float64) []string {
	list := make([]string, 0, len(m))
	for name := range m {
		at := len(list)
		list = append(list, name)
		for ; at > 0 && list[at-1] > name; at-- {
			list[at] = list[at-1]
		}
		list[at] = name
	}
	return list
}

// times adds the faults of the slots or busy times in a field of the environment. known has the
// nodes by id. Without a positive horizon the ends are not compared with it.
func (v *validation) times(field string, list []Slot, known map[string]int, horizon float64) {
	for i := range list {
		s, at := &list[i], doc.At(field, i)
		if _, ok := known[s.Node]; !ok {
			v.Fault(at+".node", text(s.Node), "names a node that does not exist; add it or choose another")
		}
		if !v.Finite(at+".start", s.Start) || !v.Finite(at+".end", s.End) {
			continue
		}
		v.NotNegative(at+".start", s.Start, "the start")
		if s.End <= s.Start {
			v.Fault(at+".end", doc.Exact(s.End), "must be after the start, "+doc.Exact(s.Start))
		} else if horizon > 0 && s.End > horizon {
			v.Fault(at+".end", doc.Exact(s.End), "lies after the horizon, "+doc.Exact(horizon)+
				"; end there or lengthen the horizon")
		}
	}
}

// overlaps adds a fault for each slot that overlaps another slot of its node.
func (v *validation) overlaps(list []Slot, known map[string]int) {
	type placed struct {
		Free
		at int
	}
	times := make([]Free, 0, len(list))
	first := make(map[Free]int, len(list))
	for i := range list {
		v.CountInspection()
		n, ok := known[list[i].Node]
		if !ok || !(list[i].Start < list[i].End) || math.IsInf(list[i].End, 0) {
			continue
		}
		f := Free{int32(n), list[i].Start, list[i].End}
		if earlier, twice := first[f]; twice {
			v.Fault(doc.At("slots", i), text(list[i].Node), "is the same as "+doc.At("slots", earlier)+"; remove one")
			continue
		}
		first[f] = i
		times = append(times, f)
	}
	order(times, lessByNode)
	var last placed
	for i, f := range times {
		v.CountInspection()
		if i > 0 && f.Node == last.Node && f.Start < last.End {
			a, b := min(last.at, first[f]), max(last.at, first[f])
			v.Fault(doc.At("slots", b), text(list[b].Node),
				"overlaps "+doc.At("slots", a)+" of the same node; shorten or join them")
		}
		if i == 0 || f.Node != last.Node || f.End > last.End {
			last = placed{f, first[f]}
		}
	}
}

// request adds the faults of a request. nodes are the nodes of the environment, which it may
// exclude.
func (v *validation) request(r *Request, nodes []Node) {
	if r.Nodes < 1 {
		v.Fault("request.nodes", strconv.Itoa(r.Nodes), "must be at least 1")
	}
	v.Positive("request.volume", r.Volume, "the volume")
	v.NotNegative("request.minPerformance", r.MinPerformance, "the least performance")
	if r.Budget != nil {
		v.NotNegative("request.budget", *r.Budget, "the budget")
	}
	v.NotNegative("request.earliestStart", r.EarliestStart, "the earliest start")
	if r.Deadline != nil {
		v.Positive("request.deadline", *r.Deadline, "the deadline")
	}
	for i := range r.Require {
		c, at := &r.Require[i], "request."+doc.At("require", i)
		if c.Attribute == "" {
			v.Fault(at+".attribute", text(""), "is empty; name an attribute of the nodes")
		}
		switch c.Is {
		case ">=", ">", "=", "!=", "<", "<=":
		default:
			v.Fault(at+".is", text(c.Is), "is not a comparison; choose one of >=, >, =, !=, <, <=")
		}
		v.Finite(at+".value", c.Value)
	}
	v.checkExcluded(r.Exclude, nodes)
}

// checkExcluded adds a fault for each excluded id that is not the id of a node.
func (v *validation) checkExcluded(list []string, nodes []Node) {
	if len(list) == 0 {
		return
	}
	known := make(map[string]bool, len(nodes))
	for i := range nodes {
		known[nodes[i].ID] = true
	}
	for i, id := range list {
		if !known[id] {
			v.Fault("request."+doc.At("exclude", i), text(id), "names a node that does not exist; remove it")
		}
	}
}

func text(s string) string { return strconv.Quote(s) }
