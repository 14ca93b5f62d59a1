package state

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gridbox/core/catalog"
	"gridbox/core/draw/layout"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// Changes of the document copy the changed parts and share the rest.

// ready returns a copy of the draft whose problem may be edited. A generated
// problem becomes explicit with the first edit, except for lists that are
// generated together with given ones (see keepGenerated). Before the explicit
// problem has arrived, ok is false.
func ready(s State) (d *scenario.Scenario, ok bool) {
	if s.Problem == nil || s.ProblemOf != s.PosedDraft {
		return nil, false
	}
	c := *s.Draft
	nounsOf(s.Draft).copyProblem(&c, s.Problem)
	return &c, true
}

// Editable returns the draft with its explicit problem, and false while that is missing.
func (s *State) Editable() (d *scenario.Scenario, ok bool) { return ready(*s) }

// NotReady is the message while the explicit problem is missing.
var NotReady = Notify{Text: "The problem is still being generated; try again in a moment.", Error: true}

// edit applies f to an editable copy of the draft. f returns the name of the
// step; an empty name means that nothing changed.
func edit(s State, merge string, solves bool, f func(d *scenario.Scenario) string) State {
	d, ok := ready(s)
	if !ok {
		return NotReady.reduce(s)
	}
	name := f(d)
	if name == "" {
		return s
	}
	d = keepGenerated(&s, d)
	if solves {
		if faults := catalog.Check(d); len(faults) > 0 {
			return Notify{Text: i18n.T("That cannot be: {}", faults[0].String()), Error: true}.reduce(s)
		}
	}
	return commit(s, d, name, merge, solves)
}

// editPlacement is edit for a placement problem; other kinds do not change.
func editPlacement(s State, merge string, solves bool, f func(p *scenario.Placement) string) State {
	if s.Draft.Kind != "placement" {
		return s
	}
	return edit(s, merge, solves, func(d *scenario.Scenario) string { return f(d.Placement) })
}

// reduce returns the state with a new cluster of usual power, under a free name and selected.
func (a AddCluster) reduce(s State) State {
	id := ""
	s = editPlacement(s, "", true, func(p *scenario.Placement) string {
		id = freeID("c", len(p.Clusters)+1,
			func(id string) bool { return indexOf(&p.Problem, Ref{"cluster", id}) >= 0 })
		x, y := unit(a.X), unit(a.Y)
		p.Clusters = append(p.Clusters[:len(p.Clusters):len(p.Clusters)],
			placement.Cluster{ID: id, MIPS: usualPower(p), X: &x, Y: &y})
		joinSecond(p)
		nameTimes(p)
		return i18n.T("add cluster {}", id)
	})
	if id != "" {
		s = SelectElement{Element: Ref{"cluster", id}}.reduce(s)
	}
	return s
}

// reduce returns the state with the clusters moved. The moves of the same clusters become one step, and the other
// clusters keep their places. Unknown clusters are ignored.
func (a MoveClusters) reduce(s State) State {
	merge := "move"
	for _, to := range a.To {
		merge += " " + to.ID
	}
	return editPlacement(s, merge, false, func(p *scenario.Placement) string {
		p.Clusters = append([]placement.Cluster(nil), p.Clusters...)
		pin(p, s.Positions)
		name := ""
		for _, to := range a.To {
			if i := indexOf(&p.Problem, Ref{"cluster", to.ID}); i >= 0 {
				x, y := unit(to.X), unit(to.Y)
				p.Clusters[i].X, p.Clusters[i].Y = &x, &y
				name = i18n.T("move {}", to.ID)
			}
		}
		if len(a.To) > 1 && name != "" {
			name = fmt.Sprintf("move %d clusters", len(a.To))
		}
		return name
	})
}

// pin stores the displayed positions of clusters that have none in the document, so that moving one does not move the
// others.
func pin(p *scenario.Placement, places []layout.Point) {
	for i := range p.Clusters {
		if c := &p.Clusters[i]; (c.X == nil || c.Y == nil) && i < len(places) {
			x, y := unit(places[i].X), unit(places[i].Y)
			c.X, c.Y = &x, &y
		}
	}
}

func (a Connect) reduce(s State) State {
	link := ""
	s = edit(s, "", true, func(d *scenario.Scenario) (done string) {
		link, done = nounsOf(d).connect(d, a)
		return done
	})
	if link != "" {
		s = SelectElement{Element: Ref{"link", link}}.reduce(s)
	}
	return s
}

// reduce returns the state with the replica added or removed. The state is unchanged if the dataset or the cluster is
// unknown.
func (a ToggleReplica) reduce(s State) State {
	return editPlacement(s, "", true, func(p *scenario.Placement) string {
		i := indexOf(&p.Problem, Ref{"dataset", a.Dataset})
		if i < 0 || indexOf(&p.Problem, Ref{"cluster", a.Cluster}) < 0 {
			return ""
		}
		p.Datasets = append([]placement.Dataset(nil), p.Datasets...)
		at, had := removeID(p.Datasets[i].At, a.Cluster)
		if !had {
			at = append(at, a.Cluster)
		}
		p.Datasets[i].At = at
		if had {
			return i18n.T("take {} from {}", a.Dataset, a.Cluster)
		}
		return i18n.T("put {} on {}", a.Dataset, a.Cluster)
	})
}

// reduce returns the state with the new thing, which is selected and shown in its table. The state is unchanged if
// the kind of problem cannot add such a thing.
func (a Add) reduce(s State) State {
	if a.Kind == "cluster" {
		at := farthestPosition(s.Positions)
		return AddCluster{X: at.X, Y: at.Y}.reduce(s)
	}
	var made Ref
	s = edit(s, "", true, func(d *scenario.Scenario) string {
		n, id := nounsOf(d).list(d, a.Kind)
		names := make(map[string]bool, n)
		for i := range n {
			names[id(i)] = true
		}
		made = Ref{a.Kind, freeID(a.Kind[:1], n+1, func(id string) bool { return names[id] })}
		if id == nil || nounsOf(d).add == nil || !nounsOf(d).add(&s, d, made, a.To) {
			made = Ref{}
			return ""
		}
		if n, id := nounsOf(d).list(d, a.Kind); elementIndex(d, made) < 0 && n > 0 { // the thing has no id field
			made.ID = id(n - 1)
		}
		return i18n.T("add {} {}", a.Kind, made.ID)
	})
	if made.ID != "" {
		s = SelectElement{Element: made}.reduce(s)
		s = jumpTo(s, made)
	}
	return s
}

// farthestPosition returns the place of a coarse grid that is farthest from all clusters.
func farthestPosition(places []layout.Point) layout.Point {
	const n = 9
	best, most := layout.Point{X: 0.5, Y: 0.5}, -1.0
	for i := 1; i < n; i++ {
		for j := 1; j < n; j++ {
			p, near := layout.Point{X: float64(i) / n, Y: float64(j) / n}, math.Inf(1)
			for _, q := range places {
				near = min(near, (p.X-q.X)*(p.X-q.X)+(p.Y-q.Y)*(p.Y-q.Y))
			}
			if near > most && len(places) > 0 {
				best, most = p, near
			}
		}
	}
	return best
}

// jumpTo turns to the page of a list that contains the thing.
func jumpTo(s State, t Ref) State {
	if s.Problem == nil {
		return s
	}
	if i := elementIndex(s.Problem, t); i >= 0 {
		s.Layout.Find = withEntry(s.Layout.Find, t.Kind, "")
		s.Layout.Page = withEntry(s.Layout.Page, t.Kind, i/PageRows)
	}
	return s
}

// PageRows is the number of rows of a list on a page.
const PageRows = 25

// reduce returns the state without the things, which are no longer selected. Unknown things are ignored.
func (a Delete) reduce(s State) State {
	gone := map[Ref]bool{}
	s = edit(s, "", true, func(d *scenario.Scenario) string {
		known := elementTest(d, len(a.Elements))
		for _, t := range a.Elements {
			if known(t) {
				gone[t] = true
			}
		}
		if len(gone) == 0 || nounsOf(d).remove == nil {
			return ""
		}
		nounsOf(d).remove(d, gone)
		verb := "delete "
		if a.Cut {
			verb = "cut "
		}
		if len(gone) == 1 {
			for t := range gone {
				return verb + t.Kind + " " + t.ID
			}
		}
		return verb + CountText(d.Kind, slices.Collect(maps.Keys(gone)))
	})
	// The next thing gets the name of a removed thing whose name is its index; it is not selected.
	s.Select = keep(s.Select, func(t Ref) bool { return !gone[t] })
	return s
}

func (Arrange) reduce(s State) State {
	return editPlacement(s, "", false, func(p *scenario.Placement) string {
		p.Clusters = append([]placement.Cluster(nil), p.Clusters...)
		for i := range p.Clusters {
			p.Clusters[i].X, p.Clusters[i].Y = nil, nil
		}
		return "arrange the clusters"
	})
}
