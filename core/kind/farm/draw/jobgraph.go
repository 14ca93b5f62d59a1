package draw

import (
	"slices"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A JobGraphView is the dependencies of a farm's jobs: who waits for whom,
// from the top down. Jobs that have no part in it are left out.
type JobGraphView struct {
	Problem  *farm.Problem
	Selected []picture.Ref
	Colour   int
	Width    float64
	Name     string
}

// graphShown is how many jobs a graph shows; of more, only what the selected
// one waits for and what waits for it, directly or not.
const graphShown = 240

// JobGraph draws the view as one svg element; empty when nobody waits.
func JobGraph(v JobGraphView) string {
	g := newJobGraph(v)
	if len(g.order) == 0 {
		return ""
	}
	m := &svg.Builder{}
	m.Open("gb-jobgraph "+picture.Hue(v.Colour), v.Width, g.height)
	m.Raw(` role="group" aria-roledescription="graph"`)
	m.Attr("aria-label", v.Name+": "+picture.Count(len(g.order), "job"))
	m.Raw(">")
	for _, i := range g.order {
		g.drawTies(m, i)
	}
	for k, i := range g.order {
		g.drawJob(m, i, k == g.stop)
	}
	m.Raw("</svg>")
	return m.String()
}

type jobGraph struct {
	JobGraphView
	index    map[string]int
	order    []int // jobs that show
	place    map[int]picture.Point
	height   float64
	labelled bool
	stop     int // the place in order of the tab stop
	on       map[picture.Ref]bool
}

func newJobGraph(v JobGraphView) *jobGraph {
	g := &jobGraph{JobGraphView: v, index: map[string]int{}, place: map[int]picture.Point{}, on: map[picture.Ref]bool{}}
	for _, r := range v.Selected {
		g.on[r] = true
	}
	jobs := v.Problem.Jobs
	for i := range jobs {
		g.index[jobs[i].ID] = i
	}
	tied := make([]bool, len(jobs))
	count := 0
	for i := range jobs {
		for _, a := range jobs[i].After {
			tied[i], tied[g.index[a.Job]] = true, true
		}
	}
	for _, t := range tied {
		if t {
			count++
		}
	}
	if count > graphShown {
		g.relatives(tied)
	}
	g.layOut(tied)
	return g
}

// relatives keeps the selected job, what it waits for and what waits for it.
func (g *jobGraph) relatives(tied []bool) {
	jobs := g.Problem.Jobs
	before, after := make([]bool, len(jobs)), make([]bool, len(jobs))
	for _, r := range g.Selected {
		if i, ok := g.index[r.ID]; ok && r.Kind == picture.Job {
			before[i], after[i] = tied[i], tied[i]
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range jobs {
			for _, a := range jobs[i].After {
				k := g.index[a.Job]
				if before[i] && !before[k] {
					before[k], changed = true, true
				}
				if after[k] && !after[i] {
					after[i], changed = true, true
				}
			}
		}
	}
	for i := range tied {
		tied[i] = before[i] || after[i]
	}
}

// layOut puts every job a layer below the lowest that it waits for, and in a
// layer near those.
func (g *jobGraph) layOut(shown []bool) {
	const edge, pitch = 16.0, 34.0
	jobs := g.Problem.Jobs
	depth := make([]int, len(jobs))
	for changed := true; changed; { // the graph has no circle, so this ends
		changed = false
		for i := range jobs {
			for _, a := range jobs[i].After {
				if d := depth[g.index[a.Job]] + 1; d > depth[i] {
					depth[i], changed = d, true
				}
			}
		}
	}
	var layers [][]int
	for i := range jobs {
		if shown[i] {
			for len(layers) <= depth[i] {
				layers = append(layers, nil)
			}
			layers[depth[i]] = append(layers[depth[i]], i)
		}
	}
	layers = slices.DeleteFunc(layers, func(l []int) bool { return len(l) == 0 })
	widest := 1
	for d, layer := range layers {
		widest = max(widest, len(layer))
		sorting.Stable(layer, func(a, b int) int { return sign2(g.wish(a) - g.wish(b)) })
		for k, i := range layer {
			g.place[i] = picture.Point{X: edge + (float64(k)+0.5)*(g.Width-2*edge)/float64(len(layer)), Y: 14 +
				float64(d)*pitch}
			g.order = append(g.order, i)
		}
	}
	g.labelled = (g.Width-2*edge)/float64(widest) >= 26
	g.height = 14 + float64(max(0, len(layers)-1))*pitch + 14
	for k, i := range g.order {
		if g.on[picture.Ref{Kind: picture.Job, ID: jobs[i].ID}] {
			g.stop = k
		}
	}
}

// wish is where a job would like to stand: below what it waits for.
func (g *jobGraph) wish(i int) float64 {
	sum, n := 0.0, 0
	for _, a := range g.Problem.Jobs[i].After {
		if p, ok := g.place[g.index[a.Job]]; ok {
			sum, n = sum+p.X, n+1
		}
	}
	if n == 0 {
		return g.Width / 2
	}
	return sum / float64(n)
}

func sign2(v float64) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}

func (g *jobGraph) drawTies(m *svg.Builder, i int) {
	j := &g.Problem.Jobs[i]
	to := g.place[i]
	for _, a := range j.After {
		from, ok := g.place[g.index[a.Job]]
		if !ok {
			continue
		}
		class := "gb-strand"
		switch {
		case g.on[picture.Ref{Kind: picture.Job, ID: j.ID}], g.on[picture.Ref{Kind: picture.Job, ID: a.Job}]:
			class = "gb-strand gb-near"
		}
		m.Raw(`<path class="`, class, `" d="M`)
		bend := (to.Y - from.Y) / 2
		for k, v := range []float64{from.X, from.Y, from.X, from.Y + bend, to.X, to.Y - bend, to.X, to.Y} {
			if k == 2 {
				m.Raw("C")
			} else if k > 0 {
				m.Raw(" ")
			}
			m.Tenth(v)
		}
		m.Raw(`"/>`)
	}
}

func (g *jobGraph) drawJob(m *svg.Builder, i int, stop bool) {
	j, p := &g.Problem.Jobs[i], g.place[i]
	on := g.on[picture.Ref{Kind: picture.Job, ID: j.ID}]
	m.Raw(`<g class="gb-task`)
	if on {
		m.Raw(" gb-sel")
	}
	m.Raw(`"`)
	m.Attr("data-kind", picture.Job)
	m.Attr("data-id", j.ID)
	say := "Job " + j.ID + ", " + picture.Number(j.Duration) + " s"
	if len(j.After) > 0 {
		names := make([]string, len(j.After))
		for k, a := range j.After {
			names[k] = a.Job
		}
		say += ", waits for " + picture.List(names)
	}
	m.Button(say, on, stop)
	m.Translate(p.X, p.Y)
	m.Raw(">")
	if g.labelled {
		short := picture.Truncate(j.ID, 10.5, 40)
		w := max(22, picture.TextWidth(short, 10.5)+10)
		m.Raw("<rect")
		m.Nums(svg.Box, -w/2, -9, w, 18)
		m.Raw(` rx="5"/>`)
		m.Label("gb-taskname", 0, 3.5, short)
	} else {
		m.Raw(`<circle r="5"/>`)
	}
	m.Raw("</g>")
}
