package draw

import (
	"cmp"
	"math"

	"gridbox/core/diff"
	"gridbox/core/draw/compare"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/timeline"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// maxCauses is the greatest number of clusters in a picture of causes.
const maxCauses = 24

// Causes draws the jobs of every cluster in both answers, the first above the second. By time the
// jobs are where they run. By cause they are ordered by their part in the difference, and jobs
// that both answers place in the same way come first. So the surplus of the cluster that ends
// last is the difference.
func (Drawer) Causes(v *compare.View, byTime bool) *scene.Node {
	t := timeline.View{Unit: "s", Width: v.Width, RowHeight: 17, Static: v.Static, Selected: v.Marks(),
		Name: "What each cluster runs in both answers, the first above the second"}
	rows, work := causeRows(v)
	at := map[string]int{}
	for i, id := range rows {
		at[id] = i
		note := picture.Number(work[id][1] - work[id][0])
		if work[id][1] > work[id][0] {
			note = "+" + note
		}
		t.Rows = append(t.Rows, timeline.Row{ID: id, Note: note + " s", Height: 2})
	}
	for side := range v.Sides {
		s, ok := v.Sides[side].Answer.Solution.(*placement.Solution)
		if !ok {
			continue
		}
		bars := make([][]timeline.Bar, len(rows))
		for i := range s.Assignments {
			a := &s.Assignments[i]
			row, here := at[a.Cluster]
			if !here || !v.HasDecided(side, a.Job) {
				continue
			}
			b := timeline.Bar{Row: row, Start: a.Start, End: a.Finish, Ref: picture.Ref{Kind: picture.Job, ID: a.Job},
				Class: "work", Text: a.Job,
				Top: 0.5 * float64(side), Height: 0.5, Colour: v.Colours[side]}
			b.Say = i18n.T("{}, job {}, {} to {} s",
				v.Sides[side].Name, a.Job, picture.Number(a.Start), picture.Number(a.Finish))
			bars[row] = append(bars[row], b)
		}
		for row := range bars {
			if !byTime {
				stack(v, bars[row])
			}
			t.Bars = append(t.Bars, bars[row]...)
		}
		t.Marks = append(t.Marks, timeline.Mark{At: v.Sides[side].Answer.Metrics["makespan"],
			Class: "end " + picture.Hue(v.Colours[side])})
	}
	if b := v.Sides[0].Answer.Bound; b != nil && b.Metric == "makespan" {
		t.Marks = append(t.Marks, timeline.Mark{At: b.Value, Class: "bound", Label: i18n.T("bound {}",
			picture.Number(b.Value))})
	}
	return timeline.Draw(t)
}

// causeRows returns the clusters of a picture of causes, and how long each works in both answers.
// The cluster that ends last in the worse answer is the first; the others follow by the change of
// their work.
func causeRows(v *compare.View) (rows []string, work map[string][2]float64) {
	work = map[string][2]float64{}
	for side := range v.Sides {
		if s, ok := v.Sides[side].Answer.Solution.(*placement.Solution); ok {
			for i := range s.Assignments {
				a := &s.Assignments[i]
				w, known := work[a.Cluster]
				if !known {
					rows = append(rows, a.Cluster)
				}
				w[side] += a.TransferTime + a.RunTime
				work[a.Cluster] = w
			}
		}
	}
	apart := func(id string) float64 {
		if id == v.Report.Pivot {
			return math.Inf(1)
		}
		return math.Abs(work[id][1] - work[id][0])
	}
	sorting.Stable(rows, func(a, b string) int { return cmp.Compare(apart(b), apart(a)) })
	return rows[:min(len(rows), maxCauses)], work
}

// stack orders the bars of a row by their class and effect, and places them end to end.
func stack(v *compare.View, bars []timeline.Bar) {
	place := make(map[string]int, len(v.Report.Differences))
	for i := range v.Report.Differences {
		// Jobs without effect come first, then those with an effect, the greatest first.
		place[v.Report.Differences[i].ID] = 1 + i
		if v.Report.Differences[i].Class == diff.Explains {
			place[v.Report.Differences[i].ID] += len(v.Report.Differences)
		}
	}
	sorting.Stable(bars, func(a, b timeline.Bar) int { return place[a.Ref.ID] - place[b.Ref.ID] })
	at := 0.0
	for i := range bars {
		long := bars[i].End - bars[i].Start
		bars[i].Start, bars[i].End = at, at+long
		at += long
	}
}
