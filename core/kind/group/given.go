package group

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// FaultsFor returns the faults of the spec and of the given parts, with which Complete
// cannot generate the problem. Given parts may refer to nodes that are yet to be drawn, by
// their future names.
func (s Spec) FaultsFor(given *Problem) doc.Faults {
	lists := doc.Present(*given)
	found, faults := s.resolve(given)
	if faults != nil || len(lists) == 0 {
		return faults.PrefixPaths("generate")
	}
	faults = preset.Needless(s, lists)
	if len(given.Nodes) > 0 && given.Request != nil && (len(given.Groups) > 0 || !given.names()) {
		faults = append(faults, preset.NothingLeft(lists)...)
	}
	faults = faults.PrefixPaths("generate")
	if len(given.Nodes) == 0 {
		for i := range given.Groups {
			if len(given.Groups[i].Variants) > 0 {
				return append(faults, doc.Fault{Path: doc.At("groups", i) + ".variants",
					Reason: "say how many of the " +
						"group's nodes are taken, but the nodes are yet to be drawn; give the nodes, or remove them"})
			}
		}
	}
	if found.IsFixed() {
		whole := given.overlay(found.Draw())
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

// groupIDs returns the groups that nodes name, in order of first mention.
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

// Random reports whether another seed may give another problem. The request is
// not drawn.
func (s Spec) Random(given *Problem) bool {
	found, faults := preset.Find(Presets(), s.Preset)
	return faults == nil && !found.IsFixed() &&
		(len(given.Nodes) == 0 || len(given.Groups) == 0 && given.names())
}

// overlay returns the base with the parts of p over its own.
func (p *Problem) overlay(base Problem) Problem {
	out := *p
	if len(out.Groups) == 0 {
		out.Groups = base.Groups
	}
	if len(out.Nodes) == 0 {
		out.Nodes = base.Nodes
	}
	if len(out.Events) == 0 && len(p.Nodes) == 0 && len(p.Groups) == 0 { // events belong to their nodes and groups
		out.Events = base.Events
	}
	if out.Request == nil {
		out.Request = base.Request
	}
	return out
}

// fit adapts the parameters to the given parts. Parameters that the spec sets
// stay, and may be rejected later.
func (p *parameters) fit(given *Problem, s Spec) {
	if len(doc.Present(*given)) == 0 {
		return
	}
	if n := len(given.Nodes); n > 0 {
		p.Nodes = n
	}
	if given.Request == nil {
		preset.Limit(&p.Request, p.Nodes, s.Request)
	} else {
		p.Request = 1 // it is not used, so it cannot be too much
	}
}

// meanPrice returns the mean price of nodes.
func meanPrice(nodes []Node) float64 {
	sum := 0.0
	for i := range nodes {
		sum += nodes[i].Price
	}
	return sum / float64(len(nodes))
}

// Like returns the spec of groups with availabilities over the same range as
// those of a problem.
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
