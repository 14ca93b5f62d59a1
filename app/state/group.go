package state

import (
	"sort"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/scenario"
)

// Regroup moves nodes into a group, or out of all groups if Group is empty.
type Regroup struct {
	Nodes []string
	Group string
}

// VariantID returns a name for a variant of a group, which has no id of its own.
func VariantID(group string, i int) string { return group + "#" + strconv.Itoa(i+1) }

// groupNouns returns the description of the group kind: its lists, its references between things, and its edits.
func groupNouns() nouns {
	n := commonNouns("group", func(s *scenario.Scenario) **scenario.Group { return &s.Group },
		func(p *scenario.Group) **group.Spec { return &p.Generate })
	n.begin = func(d *scenario.Scenario) {
		d.Group = &scenario.Group{Problem: group.Problem{Request: &group.Request{Nodes: 2, Budget: 20}}}
	}
	n.references = []reference{
		{kind: "group", path: []string{"nodes", "group"}, blank: true},
		{kind: "group", path: []string{"events", "group"}}, {kind: "node", path: []string{"events", "node"}},
	}
	n.addDependents, n.scoredKind, n.studies = membersAlong, "node", groupStudies
	n.drawing = drawing{"availabilities of the groups", "availabilities of the groups", "nodes",
		[]string{"groups", "events"}, []string{"gka-200"}}
	n.redraw = func(d *scenario.Scenario) {
		spec := group.Like(&d.Group.Problem)
		d.Group.Generate, d.Group.Groups, d.Group.Events = &spec, nil, nil
	}
	n.list, n.add, n.remove, n.rename, n.set = groupList, addToGroups, removeFromGroups, renameInGroups, setGroupField
	return n
}

// membersAlong copies the nodes of copied groups, and the events of both.
func membersAlong(d *scenario.Scenario, names func(string) map[string]bool, also func(string, int, func(int) bool)) {
	groups, list := names("group"), d.Group.Nodes
	also("node", len(list), func(i int) bool { return list[i].Group != "" && groups[list[i].Group] })
	nodes, events := names("node"), d.Group.Events
	also("event", len(events), func(i int) bool { return groups[events[i].Group] || nodes[events[i].Node] })
}

// groupList returns the number of things of a kind and a function for the id of each. Events are numbered from 1. The
// function is nil for a draft without groups.
func groupList(d *scenario.Scenario, kind string) (int, func(int) string) {
	p := d.Group
	if p == nil {
		return 0, nil
	}
	switch kind {
	case "event":
		return len(p.Events), func(i int) string { return strconv.Itoa(i + 1) }
	case "variant":
		var ids []string
		for g := range p.Groups {
			for v := range p.Groups[g].Variants {
				ids = append(ids, VariantID(p.Groups[g].ID, v))
			}
		}
		return len(ids), func(i int) string { return ids[i] }
	}
	return commonList(d, kind)
}

// addToGroups appends a new thing with default values. A node belongs to the group to, or else to the selection's
// group. It reports false if an event or a lot cannot be added.
func addToGroups(s *State, d *scenario.Scenario, t Ref, to string) bool {
	p := d.Group
	switch t.Kind {
	case "group":
		p.Groups = append(p.Groups[:len(p.Groups):len(p.Groups)], group.Group{ID: t.ID, Availability: usualOdds(p)})
	case "node":
		n := group.Node{ID: t.ID, Price: usualPrice(p), Group: to}
		if to == "" {
			n.Group = groupAt(p, s.Main())
		}
		p.Nodes = append(p.Nodes[:len(p.Nodes):len(p.Nodes)], n)
	case "event":
		return addEvent(s, p)
	case "variant":
		return addVariant(p, to)
	}
	return true
}

// addEvent adds an occupation of the selection, or of the first group without a
// given availability, late in the interval of the job.
func addEvent(s *State, p *scenario.Group) bool {
	e := group.Event{Start: group.RandomTime{Mean: p.Request.End}}
	switch m := s.Main(); m.Kind {
	case "group":
		e.Group = m.ID
	case "node":
		e.Node = m.ID
	default:
		for i := range p.Groups {
			if g := &p.Groups[i]; e.Group == "" && g.Availability == nil && len(g.Variants) == 0 {
				e.Group = g.ID
			}
		}
	}
	if p.Request.End <= p.Request.Start {
		r := *p.Request
		r.End = r.Start + 3600
		p.Request, e.Start.Mean = &r, r.End
	}
	p.Events = append(p.Events[:len(p.Events):len(p.Events)], e)
	return e.Group != "" || e.Node != ""
}

// addVariant adds a variant with one node more than the largest so far, at the usual price.
func addVariant(p *scenario.Group, id string) bool {
	p.Groups = append([]group.Group(nil), p.Groups...)
	for i := range p.Groups {
		g := &p.Groups[i]
		if g.ID != id {
			continue
		}
		members, most := membersOf(p, id), 0
		for _, v := range g.Variants {
			most = max(most, v.Nodes)
		}
		if members == 0 {
			return false
		}
		v := group.Variant{Nodes: min(most+1, members), Value: 1}
		v.Cost = usualPrice(p) * float64(v.Nodes)
		for has(g.Variants, v) {
			v.Cost++
		}
		if g.Availability != nil && !p.Sums() {
			v.Value, g.Availability = *g.Availability, nil
		}
		g.Variants = append(g.Variants[:len(g.Variants):len(g.Variants)], v)
		return true
	}
	return false
}

func has(list []group.Variant, v group.Variant) bool {
	for _, x := range list {
		if x.Nodes == v.Nodes && x.Cost == v.Cost {
			return true
		}
	}
	return false
}

func membersOf(p *scenario.Group, group string) int {
	n := 0
	for i := range p.Nodes {
		if p.Nodes[i].Group == group {
			n++
		}
	}
	return n
}

func usualPrice(p *scenario.Group) float64 {
	v := make([]float64, len(p.Nodes))
	for i := range p.Nodes {
		v[i] = p.Nodes[i].Price
	}
	return median(v, 5)
}

// removeFromGroups removes the nodes of a group with it, events of removed
// things, and variants that need more nodes than are left.
func removeFromGroups(d *scenario.Scenario, gone map[Ref]bool) {
	p := d.Group
	kept := make([]group.Event, 0, len(p.Events))
	for i, e := range p.Events {
		if !gone[Ref{"event", strconv.Itoa(i + 1)}] && !gone[Ref{"group", e.Group}] &&
			!gone[Ref{"node", e.Node}] {
			kept = append(kept, e)
		}
	}
	p.Nodes = keep(p.Nodes, func(n group.Node) bool {
		return !gone[Ref{"node", n.ID}] && !(n.Group != "" && gone[Ref{"group", n.Group}])
	})
	left := map[string]bool{}
	for i := range p.Nodes {
		left[p.Nodes[i].ID] = true
	}
	p.Events = keep(kept, func(e group.Event) bool { return e.Node == "" || left[e.Node] })
	p.Groups = keep(p.Groups, func(g group.Group) bool { return !gone[Ref{"group", g.ID}] })
	for i := range p.Groups {
		g := &p.Groups[i]
		if len(g.Variants) == 0 {
			continue
		}
		var list []group.Variant
		for k, v := range g.Variants {
			if !gone[Ref{"variant", VariantID(g.ID, k)}] {
				list = append(list, v)
			}
		}
		g.Variants = list
	}
	fitVariants(p)
}

// fitVariants drops variants that take more nodes than their group has. It modifies the groups.
func fitVariants(p *scenario.Group) {
	for i := range p.Groups {
		if g := &p.Groups[i]; len(g.Variants) > 0 {
			members := membersOf(p, g.ID)
			g.Variants = keep(g.Variants, func(v group.Variant) bool { return v.Nodes <= members })
		}
	}
}

// renameInGroups replaces the name of a group or node in all references to it. The changed lists are copies.
func renameInGroups(d *scenario.Scenario, kind, from, to string) {
	p := d.Group
	if kind == "group" {
		p.Nodes = append([]group.Node(nil), p.Nodes...)
		for i := range p.Nodes {
			if p.Nodes[i].Group == from {
				p.Nodes[i].Group = to
			}
		}
	}
	p.Events = append([]group.Event(nil), p.Events...)
	for i := range p.Events {
		e := &p.Events[i]
		if kind == "group" && e.Group == from {
			e.Group = to
		}
		if kind == "node" && e.Node == from {
			e.Node = to
		}
	}
}

// setGroupField sets the subject of an event, or the distribution of its times,
// and clears the fields that become meaningless.
func setGroupField(d *scenario.Scenario, path, text string) (done bool, why string) {
	rest, found := strings.CutPrefix(path, "events[")
	number, name, _ := strings.Cut(rest, "].")
	i, err := strconv.Atoi(number)
	if !found || err != nil || i < 0 || i >= len(d.Group.Events) {
		return false, ""
	}
	p := d.Group
	p.Events = append([]group.Event(nil), p.Events...)
	e := &p.Events[i]
	switch name {
	case "about":
		kind, id, _ := strings.Cut(text, ":")
		e.Group, e.Node = "", ""
		if kind == "node" {
			e.Node = id
		} else {
			e.Group = id
		}
	case "start.law":
		e.Start = lawful(e.Start, text)
	case "end.law":
		switch {
		case text == "never":
			e.End = nil
		case e.End == nil:
			m := lawful(group.RandomTime{Mean: e.Start.Mean + 3600}, text)
			e.End = &m
		default:
			m := lawful(*e.End, text)
			e.End = &m
		}
	default:
		return false, ""
	}
	return true, ""
}

// lawful returns the moment with another law and values that this law allows. Laws with a spread get 600 s if it is
// 0, and other laws get none. An exponential law gets a mean of one hour if it is not positive.
func lawful(m group.RandomTime, law string) group.RandomTime {
	m.Law = law
	switch law {
	case "fixed", "":
		m.Spread = 0
	case "exponential":
		m.Spread = 0
		if m.Mean <= 0 {
			m.Mean = 3600
		}
	default:
		if m.Spread == 0 {
			m.Spread = 600
		}
	}
	return m
}

// reduce returns the state with the nodes in the group. The state is unchanged if nothing differs or the group is
// unknown. If the result would be invalid, only a message is added.
func (a Regroup) reduce(s State) State {
	if s.Draft.Kind != "group" || len(a.Nodes) == 0 {
		return s
	}
	before := s
	s = edit(s, "", true, func(d *scenario.Scenario) string {
		p := d.Group
		if a.Group != "" && elementIndex(d, Ref{"group", a.Group}) < 0 {
			return ""
		}
		moved := map[string]bool{}
		for _, id := range a.Nodes {
			moved[id] = true
		}
		p.Nodes = append([]group.Node(nil), p.Nodes...)
		p.Groups = append([]group.Group(nil), p.Groups...)
		var names []string
		for i := range p.Nodes {
			if n := &p.Nodes[i]; moved[n.ID] && n.Group != a.Group {
				n.Group = a.Group
				names = append(names, n.ID)
			}
		}
		fitVariants(p)
		sort.Strings(names)
		switch {
		case len(names) == 0:
			return ""
		case len(names) > 1:
			names = []string{i18n.T("{} nodes", strconv.Itoa(len(names)))}
		}
		if a.Group == "" {
			return i18n.T("take {} out of its group", names[0])
		}
		return i18n.T("move {} to {}", names[0], a.Group)
	})
	if s.Draft != before.Draft {
		if faults := catalog.Check(s.Draft); len(faults) > 0 {
			return Notify{Text: i18n.T("This cannot be moved there: it {}.", faults[0].Reason),
				Error: true}.reduce(before)
		}
	}
	return s
}

// usualOdds returns the availability of a new group: the median of the present ones, 0.95 for the
// first group, nil if availabilities are computed from events or not used.
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

// groupAt returns the selected group, or the group of the selected node.
func groupAt(p *scenario.Group, t Ref) string {
	if t.Kind == "group" {
		return t.ID
	}
	for i := range p.Nodes {
		if t == (Ref{"node", p.Nodes[i].ID}) {
			return p.Nodes[i].Group
		}
	}
	return ""
}

var groupStudies = []ReadyStudy{
	{ID: "group-budget", Title: "Availability for money",
		About:  "11 of 22 nodes under budgets from tight to easy, 300 instances each.",
		preset: "gka-22", study: scenario.Study{Replications: 300, Metrics: []string{"availability", "cost"},
			Vary: []scenario.Vary{list("group.generate.budgetShare", 0.9, 1.0, 1.1, 1.2)}}},
	{ID: "group-correlation", Title: "When better nodes cost more",
		About:  "Prices that follow availability not at all, by half, and entirely; 300 instances each.",
		preset: "gka-22", study: scenario.Study{Replications: 300, Metrics: []string{"availability", "cost"},
			Vary: []scenario.Vary{list("group.generate.correlation", 0.0, 0.5, 1.0)}}},
}
