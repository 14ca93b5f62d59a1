package draw

import (
	"gridbox/core/draw/compare"
	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
)

// DrawSide draws the answer of a side with its jobs as chips and without datasets. The routes of a
// selected job are drawn if the side shows it.
func (Drawer) DrawSide(v *compare.View, side int) compare.SidePicture {
	x := &v.Sides[side]
	whole := &x.Scenario.Placement.Problem
	bare := *whole
	bare.Datasets = nil // their tags would cover the chips
	t := TopologyView{Problem: &bare, Positions: placesOf(v, side), Colour: v.Colours[side], Static: v.Static,
		Width:  v.Width,
		Height: v.Height, Name: v.Name(side), Selected: v.Marks(), Chips: chipsOf(v, side)}
	if s, ok := x.Answer.Solution.(*placement.Solution); ok {
		t.Jobs = make([]int, len(whole.Clusters))
		for i := range t.Jobs {
			for _, c := range t.Chips[i] {
				if !c.Away {
					t.Jobs[i]++
				}
			}
		}
		if v.Selected.Kind == picture.Job && v.HasDecided(side, v.Selected.ID) {
			t.Routes = RoutesOf(whole, s, v.Selected.ID)
		}
	}
	return compare.SidePicture{Picture: Topology(t)}
}

// placesOf returns the places of a side's clusters. A cluster of the second side without a place
// in its document has the place that it has on the first side.
func placesOf(v *compare.View, side int) []layout.Point {
	if v.Positions[side] != nil || side == 0 {
		return v.Positions[side]
	}
	p, q := &v.Sides[0].Scenario.Placement.Problem, &v.Sides[1].Scenario.Placement.Problem
	first := v.Positions[0]
	if first == nil {
		first = layout.Clusters(p)
	}
	if v.Sides[0].Scenario == v.Sides[1].Scenario {
		return first
	}
	at, list := clusterIndex(p), layout.Clusters(q)
	for i := range q.Clusters {
		if k, ok := at[q.Clusters[i].ID]; ok && q.Clusters[i].X == nil {
			list[i] = first[k]
		}
	}
	return list
}

// Moves returns an arrow for each pair of clusters between which jobs move from the first answer
// to the second.
func (Drawer) Moves(v *compare.View) (list []compare.Arrow) {
	q := &v.Sides[1].Scenario.Placement.Problem
	t := newTopology(TopologyView{Problem: &placement.Problem{Clusters: q.Clusters, Links: q.Links}, Width: v.Width,
		Height: v.Height, Positions: placesOf(v, 1)}, &placement.Problem{Clusters: q.Clusters, Links: q.Links})
	way, count := map[[2]string]int{}, []int{}
	for i := range v.Report.Differences {
		d := &v.Report.Differences[i]
		if d.A == nil || d.B == nil || d.A.Location == d.B.Location || !v.HasDecided(0, d.ID) ||
			!v.HasDecided(1, d.ID) {
			continue
		}
		a, here := t.index[d.A.Location]
		b, there := t.index[d.B.Location]
		if !here || !there {
			continue
		}
		key := [2]string{d.A.Location, d.B.Location}
		k, known := way[key]
		if !known {
			k = len(list)
			way[key] = k
			list, count = append(list, compare.Arrow{From: picture.BoxAround(t.at[a], 2*t.radius[a], 2*t.radius[a]),
				To: picture.BoxAround(t.at[b], 2*t.radius[b], 2*t.radius[b]), Class: d.Class}), append(count, 0)
		}
		count[k]++
		list[k].Effect += d.Effect
		list[k].Text = picture.Count(count[k], "job")
	}
	return list
}
