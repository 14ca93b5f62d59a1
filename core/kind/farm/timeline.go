package farm

import (
	"cmp"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind"
)

// Timeline returns the reservations of each machine.
func (methods) Timeline(p *Problem, s *Solution) *kind.Timeline {
	t, at := &kind.Timeline{}, make(map[string]int, len(p.Machines))
	for i := range p.Machines {
		at[p.Machines[i].ID] = i
		t.Rows = append(t.Rows, kind.Row{Name: p.Machines[i].ID, Slots: p.Machines[i].Slots})
	}
	first := make(map[string]float64, len(p.Jobs))
	for i := range s.Reservations {
		r := &s.Reservations[i]
		if start, seen := first[r.Job]; !seen || r.Start < start {
			first[r.Job] = r.Start
		}
		b := kind.Bar{Name: r.Job, Category: cmp.Or(r.StartKind, "job"), Row: at[r.Machine], Slots: r.Slots,
			Start: r.Start,
			End:   r.Finish, Attributes: []string{"slots", strconv.Itoa(r.Slots), "memory", doc.Number(r.Memory),
				"part",
				strconv.Itoa(r.Part)}}
		if r.Preempted != nil {
			b.Attributes = append(b.Attributes, "preemptedBy", string(doc.Canonical(r.Preempted.By)))
		}
		t.Bars = append(t.Bars, b)
	}
	for i := range p.Jobs {
		if start, ok := first[p.Jobs[i].ID]; ok {
			t.Waits = append(t.Waits, kind.Wait{From: p.Jobs[i].Submitted, To: start})
		}
	}
	return t
}

// Topology returns the machines and the links between them.
func (methods) Topology(p *Problem) *kind.Graph {
	g := &kind.Graph{Keys: []kind.Key{{ID: "label", Type: "string", About: "name of the machine"},
		{ID: "slots", Type: "int", About: "processing slots"}, {ID: "memory", Type: "double", About: "memory in MB"},
		{ID: "speed", Type: "double", About: "how many times faster than the reference"},
		{ID: "type", Type: "string", About: "processor type"}}}
	for i := range p.Machines {
		m := &p.Machines[i]
		n := kind.Node{"label", m.ID, "slots", strconv.Itoa(m.Slots), "memory", doc.Number(m.Memory)}
		if m.Speed != nil {
			n = append(n, "speed", doc.Number(*m.Speed))
		}
		if m.Type != "" {
			n = append(n, "type", m.Type)
		}
		g.Nodes = append(g.Nodes, n)
	}
	g.Links = kind.LinksOf(p.Machines, func(m *Machine) string { return m.ID }, p.Links,
		func(l *Link) (a, b string, bandwidth float64) { return l.A, l.B, l.Bandwidth })
	return g
}
