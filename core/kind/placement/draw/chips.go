package draw

import (
	"cmp"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"slices"

	"gridbox/core/diff"
	"gridbox/core/draw/compare"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// A Chip is a job as a small box near the cluster that runs it.
type Chip struct {
	Job   string
	Say   string
	Class diff.Class
	Away  bool // runs here in the other answer, and is outlined
}

// chipsOf returns the jobs of a side by cluster: first jobs that explain the difference, then
// jobs that are elsewhere in the other answer, then the rest, each in the order of the jobs. A
// selected job has a chip at its cluster in the other answer too.
func chipsOf(v *compare.View, side int) [][]Chip {
	p := &v.Sides[side].Scenario.Placement.Problem
	at, list := clusterIndex(p), make([][]Chip, len(p.Clusters))
	rank := map[diff.Class]int{diff.Explains: 0, diff.Elsewhere: 1, diff.Same: 2}
	for _, i := range []int{side, 1 - side} {
		s, ok := v.Sides[i].Answer.Solution.(*placement.Solution)
		for k := 0; ok && k < len(s.Assignments); k++ {
			a := &s.Assignments[k]
			cluster, here := at[a.Cluster]
			chosen := v.Selected == kind.Ref{Kind: picture.Job, ID: a.Job}
			if !here || !v.HasDecided(i, a.Job) || i != side && !chosen {
				continue
			}
			c := Chip{Job: a.Job, Class: v.Report.ClassOf(kind.Ref{Kind: picture.Job, ID: a.Job}), Away: i != side}
			c.Say = i18n.T("Job {} on {}, {} to {} s",
				a.Job, a.Cluster, picture.Number(a.Start), picture.Number(a.Finish))
			if !c.Away || !slices.ContainsFunc(list[cluster], func(o Chip) bool { return o.Job == a.Job }) {
				list[cluster] = append(list[cluster], c)
			}
		}
	}
	for i := range list {
		sorting.Stable(list[i], func(a, b Chip) int {
			if a.Away != b.Away {
				return map[bool]int{true: 1, false: -1}[a.Away]
			}
			return cmp.Compare(rank[a.Class], rank[b.Class])
		})
	}
	return list
}

// Sizes of chips, and the number of chips up to which they are drawn one by one.
const (
	chipTall  = 15.0
	chipGap   = 2.0
	chipText  = 10.0
	maxChips  = 20
	chipTally = 64.0 // the width of a bar that counts chips
)

// drawChips draws the jobs next to their clusters: as boxes if there is room, otherwise as a bar
// of their classes.
func (t *topology) drawChips(m *scene.Builder) {
	if t.Chips == nil {
		return
	}
	few := len(t.p.Clusters) <= 14
	for i, list := range t.Chips {
		if len(list) == 0 {
			continue
		}
		if few && len(list) <= maxChips {
			t.drawFields(m, i, list)
		} else {
			t.drawTally(m, i, list)
		}
	}
}

// drawFields draws the jobs of a cluster as boxes in up to four columns. A job that runs here only
// in the other answer is outlined and cannot be selected.
func (t *topology) drawFields(m *scene.Builder, cluster int, list []Chip) {
	wide := 0.0
	for _, c := range list {
		wide = max(wide, min(48, picture.TextWidth(c.Job, chipText)+9))
	}
	columns := min(4, len(list))
	rows := (len(list) + columns - 1) / columns
	at := t.placeChips(cluster, float64(columns)*(wide+chipGap), float64(rows)*(chipTall+chipGap))
	for k, c := range list {
		x, y := at.X+float64(k%columns)*(wide+chipGap), at.Y+float64(k/columns)*(chipTall+chipGap)
		ref := picture.Ref{Kind: picture.Job, ID: c.Job}
		m.Open("g", "gb-chip")
		if t.selected[ref] {
			m.Class("gb-sel")
		}
		if c.Away {
			m.Class("gb-gone")
			m.Attr("aria-hidden", "true")
		} else {
			t.mark(m, picture.Job, c.Job, c.Say)
		}
		m.Open("rect", "")
		m.Attr("rx", "3")
		m.Nums(scene.Box, x, y, wide, chipTall)
		m.Close()
		m.Label("gb-chiptext", x+wide/2, y+11, picture.Truncate(c.Job, chipText, wide-5))
		m.Close()
	}
}

// drawTally draws the jobs of a cluster as a bar, divided by their classes in proportion to the
// numbers of jobs. Jobs of a class must be adjacent.
func (t *topology) drawTally(m *scene.Builder, cluster int, list []Chip) {
	at := t.placeChips(cluster, chipTally, 8)
	m.Open("g", "gb-tally")
	m.Attr("aria-hidden", "true")
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].Class == list[from].Class {
			to++
		}
		unit := chipTally / float64(len(list))
		m.Open("rect", "")
		m.Attr("data-strength", string(list[from].Class))
		m.Nums(scene.Box, at.X+float64(from)*unit, at.Y, float64(to-from)*unit, 7)
		m.Close()
		from = to
	}
	m.Close()
}

// placeChips returns a place for a box right, left, below or above a cluster. It chooses the one
// within the picture that covers the least of what is drawn there, and takes it.
func (t *topology) placeChips(cluster int, wide, tall float64) picture.Point {
	c, r := t.at[cluster], t.radius[cluster]+6
	facts := 0.0
	if t.Jobs != nil {
		facts = 26 // the text below the circle
	}
	best, least := picture.Point{}, -1.0
	for _, q := range []picture.Point{{X: c.X + r, Y: c.Y - tall/2}, {X: c.X - r - wide, Y: c.Y - tall/2},
		{X: c.X - wide/2, Y: c.Y + r + facts},
		{X: c.X - wide/2, Y: c.Y - r - tall}} {
		b := picture.Box{X0: q.X, Y0: q.Y, X1: q.X + wide, Y1: q.Y + tall}
		cost := 40 * (max(0, 2-b.X0) + max(0, b.X1-t.frame.width+2) + max(0, 2-b.Y0) + max(0, b.Y1-t.frame.height+2))
		for i := range t.at {
			if i != cluster {
				cost += 4 * picture.OverlapArea(b, picture.BoxAround(t.at[i], 2*t.radius[i]+8, 2*t.radius[i]+8))
			}
		}
		for _, o := range t.boxes {
			cost += picture.OverlapArea(b, o)
		}
		if least < 0 || cost < least {
			best, least = q, cost
		}
	}
	best.X = max(2, min(best.X, t.frame.width-wide-2))
	best.Y = max(2, min(best.Y, t.frame.height-tall-2))
	t.occupy(picture.Box{X0: best.X, Y0: best.Y, X1: best.X + wide, Y1: best.Y + tall})
	return best
}
