package picture

import (
	"cmp"
	"slices"

	"gridbox/core/diff"
	"gridbox/core/kind"
	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// A Chip is a job as a small field beside the cluster that runs it.
type Chip struct {
	Job   string
	Say   string
	Class diff.Class
	Away  bool // runs here in another answer, and is outlined
}

// chips are the jobs of a side by cluster: what explains first, then what is
// elsewhere, then the rest, each in the order of the jobs.
func (v *PairView) chips(side int) [][]Chip {
	p := &v.Sides[side].Scenario.Placement.Problem
	at, list := clusterIndex(p), make([][]Chip, len(p.Clusters))
	rank := map[diff.Class]int{diff.Explains: 0, diff.Elsewhere: 1, diff.Same: 2}
	for _, i := range []int{side, 1 - side} {
		s, ok := v.Sides[i].Answer.Solution.(*placement.Solution)
		for k := 0; ok && k < len(s.Assignments); k++ {
			a := &s.Assignments[k]
			cluster, here := at[a.Cluster]
			chosen := v.Selected == kind.Thing{Kind: Job, ID: a.Job}
			if !here || !v.shows(i, a.Job) || i != side && !chosen {
				continue
			}
			c := Chip{Job: a.Job, Class: v.Report.ClassOf(kind.Thing{Kind: Job, ID: a.Job}), Away: i != side}
			c.Say = "Job " + a.Job + " on " + a.Cluster + ", " + Number(a.Start) + " to " + Number(a.Finish) + " s"
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

// Sizes of chips, and how many stand beside a cluster before they are counted.
const (
	chipTall  = 15.0
	chipGap   = 2.0
	chipText  = 10.0
	mostChips = 20
	chipTally = 64.0 // the width of a bar that counts them
)

// drawChips writes the jobs beside their clusters: as fields where there is
// room, else as a bar that counts them by what they come to.
func (t *topology) drawChips(m *markup) {
	if t.Chips == nil {
		return
	}
	few := len(t.p.Clusters) <= 14
	for i, list := range t.Chips {
		if len(list) == 0 {
			continue
		}
		if few && len(list) <= mostChips {
			t.drawFields(m, i, list)
		} else {
			t.drawTally(m, i, list)
		}
	}
}

func (t *topology) drawFields(m *markup, cluster int, list []Chip) {
	wide := 0.0
	for _, c := range list {
		wide = max(wide, min(48, textWidth(c.Job, chipText)+9))
	}
	columns := min(4, len(list))
	rows := (len(list) + columns - 1) / columns
	at := t.seatChips(cluster, float64(columns)*(wide+chipGap), float64(rows)*(chipTall+chipGap))
	for k, c := range list {
		x, y := at.X+float64(k%columns)*(wide+chipGap), at.Y+float64(k/columns)*(chipTall+chipGap)
		ref := Ref{Job, c.Job}
		m.raw(`<g class="gb-chip`)
		if t.selected[ref] {
			m.raw(" gb-sel")
		}
		if c.Away {
			m.raw(` gb-gone" aria-hidden="true"`)
		} else {
			m.raw(`"`)
			t.mark(m, Job, c.Job, c.Say)
		}
		m.raw(`><rect rx="3"`)
		m.nums(rectNames, x, y, wide, chipTall)
		m.raw("/>")
		line(m, "gb-chiptext", x+wide/2, y+11, truncate(c.Job, chipText, wide-5))
		m.raw("</g>")
	}
}

func (t *topology) drawTally(m *markup, cluster int, list []Chip) {
	at := t.seatChips(cluster, chipTally, 8)
	m.raw(`<g class="gb-tally" aria-hidden="true">`)
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].Class == list[from].Class {
			to++
		}
		unit := chipTally / float64(len(list))
		m.raw(`<rect data-strength="`, string(list[from].Class), `"`)
		m.nums(rectNames, at.X+float64(from)*unit, at.Y, float64(to-from)*unit, 7)
		m.raw("/>")
		from = to
	}
	m.raw("</g>")
}

// seatChips finds room for a field beside a cluster: right, left, below or above of
// it, where it stays in the picture and covers least of what is there.
func (t *topology) seatChips(cluster int, wide, tall float64) Point {
	c, r := t.at[cluster], t.radius[cluster]+6
	facts := 0.0
	if t.Jobs != nil {
		facts = 26 // what is written below the circle
	}
	best, least := Point{}, -1.0
	for _, q := range []Point{{c.X + r, c.Y - tall/2}, {c.X - r - wide, c.Y - tall/2}, {c.X - wide/2, c.Y + r + facts},
		{c.X - wide/2, c.Y - r - tall}} {
		b := box{q.X, q.Y, q.X + wide, q.Y + tall}
		cost := 40 * (max(0, 2-b.x0) + max(0, b.x1-t.frame.width+2) + max(0, 2-b.y0) + max(0, b.y1-t.frame.height+2))
		for i := range t.at {
			if i != cluster {
				cost += 4 * covered(b, around(t.at[i], 2*t.radius[i]+8, 2*t.radius[i]+8))
			}
		}
		for _, o := range t.boxes {
			cost += covered(b, o)
		}
		if least < 0 || cost < least {
			best, least = q, cost
		}
	}
	best.X = max(2, min(best.X, t.frame.width-wide-2))
	best.Y = max(2, min(best.Y, t.frame.height-tall-2))
	t.take(box{best.X, best.Y, best.X + wide, best.Y + tall})
	return best
}

// covered is how much of a box lies over another.
func covered(a, b box) float64 {
	return max(0, min(a.x1, b.x1)-max(a.x0, b.x0)) * max(0, min(a.y1, b.y1)-max(a.y0, b.y0))
}
