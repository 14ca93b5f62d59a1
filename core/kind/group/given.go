package group

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// Beside lists what keeps Complete from making the problem, without making it:
// what is wrong with the spec, and with what is given beside it. That may name
// nodes that are yet to be drawn, by the names that they will have.
func (s Spec) Beside(given *Problem) doc.Faults {
	lists := doc.Present(*given)
	found, faults := s.resolve(given)
	if faults != nil || len(lists) == 0 {
		return faults.Within("generate")
	}
	faults = preset.Needless(s, lists)
	if len(given.Nodes) > 0 && given.Request != nil && (len(given.Groups) > 0 || !given.names()) {
		faults = append(faults, preset.NothingLeft(lists)...)
	}
	faults = faults.Within("generate")
	if len(given.Nodes) == 0 {
		for i := range given.Groups {
			if len(given.Groups[i].Variants) > 0 {
				return append(faults, doc.Fault{Path: doc.At("groups", i) + ".variants", Why: "say how many of the " +
					"group's nodes are taken, but the nodes are yet to be drawn; give the nodes, or remove them"})
			}
		}
	}
	if found.Drawn() {
		whole := given.over(found.Draw())
		return append(faults, whole.Validate()...)
	}
	frame := *given
	if len(frame.Nodes) == 0 {
		for _, id := range preset.IDs("n", found.Parameters.Nodes) {
			frame.Nodes = append(frame.Nodes, Node{ID: id})
		}
	}
	if len(frame.Groups) == 0 {
		a := 1.0
		for _, id := range frame.groupIDs() {
			frame.Groups = append(frame.Groups, Group{ID: id, Availability: &a})
		}
	}
	if frame.Request == nil {
		frame.Request = &Request{Nodes: 1}
	}
	return append(faults, frame.Validate()...)
}

// names reports whether any node names a group.
func (p *Problem) names() bool { return len(p.groupIDs()) > 0 }

// groupIDs are the groups that nodes name, in the order in which they do.
func (p *Problem) groupIDs() (ids []string) {
	known := map[string]bool{"": true}
	for i := range p.Nodes {
		if id := p.Nodes[i].Group; !known[id] {
			known[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// Random reports whether another seed may make another problem: a request is not
// drawn but said by the parameters.
func (s Spec) Random(given *Problem) bool {
	found, faults := preset.Find(Presets(), s.Preset)
	return faults == nil && !found.Drawn() &&
		(len(given.Nodes) == 0 || len(given.Groups) == 0 && given.names())
}

// over puts what a problem gives over what another has.
func (p *Problem) over(base Problem) Problem {
	out := *p
	if len(out.Groups) == 0 {
		out.Groups = base.Groups
	}
	if len(out.Nodes) == 0 {
		out.Nodes = base.Nodes
	}
	if len(out.Events) == 0 && len(p.Nodes) == 0 && len(p.Groups) == 0 { // events are of their nodes and groups
		out.Events = base.Events
	}
	if out.Request == nil {
		out.Request = base.Request
	}
	return out
}

// fit brings the parameters in line with what is given. What the spec itself
// asks for stays, and is refused where it cannot be.
func (p *parameters) fit(given *Problem, s Spec) {
	if len(doc.Present(*given)) == 0 {
		return
	}
	if n := len(given.Nodes); n > 0 {
		p.Nodes = n
	}
	if given.Request == nil {
		preset.AtMost(&p.Request, p.Nodes, s.Request)
	} else {
		p.Request = 1 // it is not used, so it cannot be too much
	}
}

// meanPrice is what a node costs on average.
func meanPrice(nodes []Node) float64 {
	sum := 0.0
	for i := range nodes {
		sum += nodes[i].Price
	}
	return sum / float64(len(nodes))
}

// Like is the spec of groups whose availabilities resemble those of a problem:
// over the same range.
func Like(p *Problem) Spec {
	s := Spec{Preset: "gka-200"}
	preset.Range(&s.AvailabilityMin, &s.AvailabilityMax, 1e-4, 1, p.Groups, func(g *Group) float64 {
		if g.Availability == nil {
			return 1
		}
		return *g.Availability
	})
	return s
}
