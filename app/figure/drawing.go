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
	besideTable = Canvas{Width: 440, Height: 330}
	aboveTable  = Canvas{Width: 720, Height: 405}
	lowTable    = Canvas{Width: 720, Height: 180}
)

// Large reports whether the picture stands above the table.
func (f *Figure) Large() bool {
	return f.explicit != nil && (kinds.Wide(f.explicit) || f.beside != "")
}

// Low reports whether the picture needs little height.
func (f *Figure) Low() bool { return f.explicit != nil && f.beside == "" && kinds.Low(f.explicit) }

// StillCanvas returns the canvas of a page drawn beforehand.
func (f *Figure) StillCanvas() Canvas {
	if f.Low() {
		return lowTable
	}
	if f.Large() {
		return aboveTable
	}
	return besideTable
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
		return f.drawn(c)
	}
	v := draw.TopologyView{
		Problem: p, Places: f.places(p), Kept: f.kept, Width: c.Width, Height: c.Height,
		Name: f.Title(), Colour: f.colour(),
	}
	if f.picked.Kind != "" {
		v.Selected = append(v.Selected, f.picked)
	}
	if s := f.solution(); s != nil {
		v.Jobs, v.Busy = draw.JobsOn(p, s), draw.BusyOn(p, s)
		v.Routes = f.routes(p, s, &v)
	}
	return svg(draw.Topology(v))
}

// drawn draws a problem of any kind but placement, which Picture draws itself.
func (f *Figure) drawn(c Canvas) string {
	v := picture.View{Scenario: f.explicit, Colour: f.colour(), Static: f.still, Width: c.Width, Height: c.Height,
		Name: f.Title()}
	if f.picked.Kind != "" {
		v.Selected = append(v.Selected, f.picked)
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
	if here := (picture.Ref{Kind: picture.Cluster, ID: job.Cluster}); here != f.picked {
		v.Selected = append(v.Selected, here)
	}
	return draw.RoutesOf(p, s, job.Job)
}

// places arranges the clusters once; arranging again for every choice would
// take longer than drawing.
func (f *Figure) places(p *placement.Problem) []layout.Point {
	if f.arranged == nil {
		f.arranged = spread(p)
	}
	return f.arranged
}

// spread places the clusters so that they fill the picture up to the texts at the outermost ones.
func spread(p *placement.Problem) []layout.Point {
	return layout.Fill(layout.Clusters(p), 0.02, 0.88, 0.03, 0.95)
}

func (f *Figure) colour() int {
	if f.chosen >= len(f.entries) {
		return 0
	}
	return f.entries[f.chosen].Colour
}
