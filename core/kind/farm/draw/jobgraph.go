package draw

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A JobGraphView is the dependencies of a farm's jobs, from the top down. Jobs without
// dependencies are left out.
type JobGraphView struct {
	Problem  *farm.Problem
	Selected []picture.Ref
	Colour   int
	Width    float64
	Name     string
}

// graphShown is the number of jobs up to which the whole graph is shown. A larger graph shows
// only the ancestors and descendants of the selected job.
const graphShown = 240

// JobGraph draws the view as one svg element. It returns nil if no job depends on another, or if
// the graph is too large and no job of it is selected.
func JobGraph(v JobGraphView) *scene.Node {
	g := newJobGraph(v)
	if len(g.order) == 0 {
		return nil
	}
	m := &scene.Builder{}
	m.Picture("gb-jobgraph "+picture.Hue(v.Colour), v.Width, g.height)
	m.Attr("role", "group")
	m.Attr("aria-roledescription", "graph")
	m.Attr("aria-label", v.Name+": "+picture.Count(len(g.order), "job"))
	for _, i := range g.order {
		g.drawTies(m, i)
	}
	for k, i := range g.order {
		g.drawJob(m, i, k == g.stop)
	}
	m.Close()
	return m.Node()
}

type jobGraph struct {
	JobGraphView
	index       map[string]int
	order       []int // jobs that show
	positions   map[int]picture.Point
	height      float64
	labelled    bool
	stop        int // the index in order of the tab stop
	highlighted map[picture.Ref]bool
}

// newJobGraph returns the graph of a view with its jobs placed. If more than graphShown jobs have
// dependencies, only the relatives of the selected jobs are placed.
func newJobGraph(v JobGraphView) *jobGraph {
	g := &jobGraph{JobGraphView: v, index: map[string]int{}, positions: map[int]picture.Point{},
		highlighted: map[picture.Ref]bool{}}
	for _, r := range v.Selected {
		g.highlighted[r] = true
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

// relatives clears tied for every job except the selected ones, their ancestors and their
// descendants.
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

// layOut places every job one layer below the lowest of its predecessors, ordered within the
// layer by their mean place.
func (g *jobGraph) layOut(shown []bool) {
	const edge, pitch = 16.0, 34.0
	jobs := g.Problem.Jobs
	depth := make([]int, len(jobs))
	for changed := true; changed; { // the graph has no cycle, so this ends
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
		sorting.Stable(layer, func(a, b int) int { return sign(g.meanAbove(a) - g.meanAbove(b)) })
		for k, i := range layer {
			g.positions[i] = picture.Point{X: edge + (float64(k)+0.5)*(g.Width-2*edge)/float64(len(layer)), Y: 14 +
				float64(d)*pitch}
			g.order = append(g.order, i)
		}
	}
	g.labelled = (g.Width-2*edge)/float64(widest) >= 26
	g.height = 14 + float64(max(0, len(layers)-1))*pitch + 14
	for k, i := range g.order {
		if g.highlighted[picture.Ref{Kind: picture.Job, ID: jobs[i].ID}] {
			g.stop = k
		}
	}
}

// meanAbove returns the mean horizontal position of the placed predecessors of a job, or the middle
// of the picture if none is placed.
func (g *jobGraph) meanAbove(i int) float64 {
	sum, n := 0.0, 0
	for _, a := range g.Problem.Jobs[i].After {
		if p, ok := g.positions[g.index[a.Job]]; ok {
			sum, n = sum+p.X, n+1
		}
	}
	if n == 0 {
		return g.Width / 2
	}
	return sum / float64(n)
}

func sign(v float64) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}

// drawTies draws a curve from each placed predecessor of job i to the job. Curves of a selected job
// are highlighted.
func (g *jobGraph) drawTies(m *scene.Builder, i int) {
	j := &g.Problem.Jobs[i]
	to := g.positions[i]
	for _, a := range j.After {
		from, ok := g.positions[g.index[a.Job]]
		if !ok {
			continue
		}
		class := "gb-strand"
		switch {
		case g.highlighted[picture.Ref{Kind: picture.Job, ID: j.ID}], g.highlighted[picture.Ref{Kind: picture.Job,
			ID: a.Job}]:
			class = "gb-strand gb-near"
		}
		m.Open("path", class)
		m.Value("d", "M")
		bend := (to.Y - from.Y) / 2
		for k, v := range []float64{from.X, from.Y, from.X, from.Y + bend, to.X, to.Y - bend, to.X, to.Y} {
			if k == 2 {
				m.Append("C")
			} else if k > 0 {
				m.Append(" ")
			}
			m.Tenth(v)
		}
		m.Close()
	}
}

// drawJob draws job i as a button: a labelled box if there is room for labels, otherwise a circle.
// stop is set for the job with the tab stop.
func (g *jobGraph) drawJob(m *scene.Builder, i int, stop bool) {
	j, p := &g.Problem.Jobs[i], g.positions[i]
	on := g.highlighted[picture.Ref{Kind: picture.Job, ID: j.ID}]
	m.Open("g", "gb-task")
	if on {
		m.Class("gb-sel")
	}
	m.Mark(picture.Job, j.ID)
	label := i18n.T("Job {}, {} s", j.ID, picture.Number(j.Duration))
	if len(j.After) > 0 {
		names := make([]string, len(j.After))
		for k, a := range j.After {
			names[k] = a.Job
		}
		label += i18n.T(", waits for {}", doc.Enumeration(names))
	}
	m.Button(label, on, stop)
	m.Translate(p.X, p.Y)
	if g.labelled {
		short := picture.Truncate(j.ID, 10.5, 40)
		w := max(22, picture.TextWidth(short, 10.5)+10)
		m.Open("rect", "")
		m.Nums(scene.Box, -w/2, -9, w, 18)
		m.Attr("rx", "5")
		m.Close()
		m.Label("gb-taskname", 0, 3.5, short)
	} else {
		m.Open("circle", "")
		m.Attr("r", "5")
		m.Close()
	}
	m.Close()
}
