package placement

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind"
)

// Timeline returns the jobs of each cluster, and the transfers as separate bars.
func (methods) Timeline(p *Problem, s *Solution) *kind.Timeline {
	t, at := &kind.Timeline{}, make(map[string]int, len(p.Clusters))
	for i := range p.Clusters {
		at[p.Clusters[i].ID] = i
		t.Rows = append(t.Rows, kind.Row{Name: p.Clusters[i].ID, Slots: 1, Threads: []string{"jobs", "transfers"}})
	}
	for i := range s.Assignments {
		a := &s.Assignments[i]
		t.Bars = append(t.Bars, kind.Bar{Name: a.Job, Category: "job", Row: at[a.Cluster], Slots: 1, Start: a.Start,
			End:        a.Finish,
			Attributes: []string{"transferTime", doc.Number(a.TransferTime), "runTime", doc.Number(a.RunTime)}})
		t.Waits = append(t.Waits, kind.Wait{To: a.Start})
		if a.TransferTime > 0 {
			t.Bars = append(t.Bars, kind.Bar{Name: a.Job, Category: "transfer", Row: at[a.Cluster], Start: a.Start,
				End: a.Start + a.TransferTime, Thread: 2, Attributes: []string{"datasets",
					strconv.Itoa(len(a.Sources))}})
		}
	}
	return t
}

// Topology returns the clusters and the links between them.
func (methods) Topology(p *Problem) *kind.Graph {
	g := &kind.Graph{Keys: []kind.Key{{ID: "label", Type: "string", About: "name of the cluster"},
		{ID: "mips", Type: "double", About: "power in MIPS"},
		{ID: "x", Type: "double", About: "place from left, 0 to 1"},
		{ID: "y", Type: "double", About: "place from the top, 0 to 1"},
		{ID: "datasets", Type: "string", About: "datasets with a copy here"}}}
	held := make(map[string][]string, len(p.Clusters))
	for i := range p.Datasets {
		for _, at := range p.Datasets[i].At {
			held[at] = append(held[at], p.Datasets[i].ID)
		}
	}
	for i := range p.Clusters {
		c := &p.Clusters[i]
		n := kind.Node{"label", c.ID, "mips", doc.Number(c.MIPS)}
		if c.X != nil && c.Y != nil {
			n = append(n, "x", doc.Number(*c.X), "y", doc.Number(*c.Y))
		}
		if len(held[c.ID]) > 0 {
			n = append(n, "datasets", strings.Join(held[c.ID], "; "))
		}
		g.Nodes = append(g.Nodes, n)
	}
	g.Links = kind.LinksOf(p.Clusters, func(c *Cluster) string { return c.ID }, p.Links,
		func(l *Link) (a, b string, bandwidth float64) { return l.A, l.B, l.Bandwidth })
	return g
}
