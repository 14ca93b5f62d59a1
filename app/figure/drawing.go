package figure

import (
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/draw"
)

// A Canvas is the area of the picture in pixels, so that its text keeps its
// size.
type Canvas struct{ Width, Height float64 }

// Canvases of pages that are drawn beforehand: between the width of a phone and
// that of a column of text, or the whole column if the picture stands above its
// table.
var (
	smallCanvas = Canvas{Width: 440, Height: 330}
	largeCanvas = Canvas{Width: 720, Height: 405}
	lowCanvas   = Canvas{Width: 720, Height: 180}
)

// IsLarge reports whether the picture stands above the table.
func (f *Figure) IsLarge() bool {
	return f.explicit != nil && (kinds.IsWide(f.explicit) || f.beside != "")
}

// IsLow reports whether the picture needs little height.
func (f *Figure) IsLow() bool { return f.explicit != nil && f.beside == "" && kinds.IsLow(f.explicit) }

// StillCanvas returns the canvas of a page drawn beforehand.
func (f *Figure) StillCanvas() Canvas {
	if f.IsLow() {
		return lowCanvas
	}
	if f.IsLarge() {
		return largeCanvas
	}
	return smallCanvas
}

// CanvasFor returns the canvas for an area of a width and height in pixels. If the text is readable at that size, it
// returns the canvas of the still, so that the first live picture equals the still. A phone gets a smaller one, a
// wide page a larger one.
func (f *Figure) CanvasFor(width, height float64) Canvas {
	still := f.StillCanvas()
	switch {
	case width <= 0 || height <= 0:
		return still
	case width > 1.2*still.Width:
		return Canvas{Width: width, Height: height}
	case width > 0.75*still.Width:
		return still
	default:
		scale := max(1, 340/width)
		return Canvas{Width: width * scale, Height: height * scale}
	}
}

// Picture draws the scenario with the chosen answer, cluster and job. It is
// empty before a scenario is known.
func (f *Figure) Picture(c Canvas) string {
	if f.explicit == nil {
		return ""
	}
	if f.lock.ready() {
		return svg(f.lock.Picture(c.Width, c.Height))
	}
	if v, over, ok := f.pair(); ok {
		return pairPicture(&v, over, c)
	}
	p := f.problem()
	if p == nil {
		return f.drawOther(c)
	}
	v := draw.TopologyView{
		Problem: p, Positions: f.positions(p), Cache: f.cache, Width: c.Width, Height: c.Height,
		Name: f.Title(), Colour: f.colour(),
	}
	if f.mark.Kind != "" {
		v.Selected = append(v.Selected, f.mark)
	}
	if s := f.solution(); s != nil {
		v.Jobs, v.Busy = draw.JobsOn(p, s), draw.BusyOn(p, s)
		v.Routes = f.routes(p, s, &v)
	}
	return svg(draw.Topology(v))
}

// drawOther draws a problem of any kind but placement, which Picture draws itself.
func (f *Figure) drawOther(c Canvas) string {
	v := picture.View{Scenario: f.explicit, Colour: f.colour(), Static: f.still, Width: c.Width, Height: c.Height,
		Name: f.Title()}
	if f.mark.Kind != "" {
		v.Selected = append(v.Selected, f.mark)
	}
	if v.Answer = f.answer(); f.job > 0 {
		v.Subject = f.JobName()
	}
	return svg(kinds.Draw(v))
}

// routes returns the routes of the chosen job's data, and marks the cluster where it runs as selected.
func (f *Figure) routes(p *placement.Problem, s *placement.Solution, v *draw.TopologyView) []draw.Route {
	if f.job == 0 || f.job > len(s.Assignments) {
		return nil
	}
	job := s.Assignments[f.job-1]
	if here := (picture.Ref{Kind: picture.Cluster, ID: job.Cluster}); here != f.mark {
		v.Selected = append(v.Selected, here)
	}
	return draw.RoutesOf(p, s, job.Job)
}

// positions arranges the clusters once; arranging again for every choice would
// take longer than drawing.
func (f *Figure) positions(p *placement.Problem) []layout.Point {
	if f.clusterPositions == nil {
		f.clusterPositions = arrangeClusters(p)
	}
	return f.clusterPositions
}

// arrangeClusters places the clusters so that they fill the picture up to the texts at the outermost ones.
func arrangeClusters(p *placement.Problem) []layout.Point {
	return layout.Fill(layout.Clusters(p), 0.02, 0.88, 0.03, 0.95)
}

func (f *Figure) colour() int {
	if f.chosen >= len(f.entries) {
		return 0
	}
	return f.entries[f.chosen].Colour
}
