// Package draw draws schedules on machines, the dependencies of jobs and waiting
// queues.
package draw

import (
	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// Drawer draws scenarios of this kind and answers to them.
type Drawer struct{}

// Draw draws a scenario and an answer.
func (Drawer) Draw(v picture.View) string {
	view := MachinesView{Problem: &v.Scenario.Farm.Problem, Job: v.Subject, Selected: v.Selected, Colour: v.Colour,
		Width: v.Width, Height: v.Height, Static: v.Static, Name: v.Name}
	if v.Answer != nil {
		view.Solution, _ = v.Answer.Solution.(*farm.Solution)
		if b := v.Answer.Bound; b != nil && b.Metric == "makespan" {
			view.Bound = b.Value
		}
	}
	if v.Subject != "" {
		view.Selected = append(view.Selected[:len(view.Selected):len(view.Selected)],
			picture.Ref{Kind: picture.Job, ID: v.Subject})
	}
	return Machines(view)
}

// Thumb draws them small.
func (Drawer) Thumb(v picture.View) string {
	return queueThumb(&v.Scenario.Farm.Problem, v.Name)
}

// Size says how large a problem is.
func (Drawer) Size(s *scenario.Scenario) string {
	return picture.Count(len(s.Farm.Machines), "machine") + ", " + picture.Count(len(s.Farm.Jobs), "job")
}

// Wide reports whether a picture wants the whole width of a page.
func (Drawer) Wide(s *scenario.Scenario) bool {
	return len(s.Farm.Jobs) > 60 || len(s.Farm.Machines) > 8
}

// thumbJobs is how many jobs a thumb shows, spread over the queue.
const thumbJobs = 40

// queueThumb draws the queue small, before anything is scheduled: a bar a job,
// from its submission as long as it lasts and as thick as its slots.
func queueThumb(p *farm.Problem, name string) string {
	const width, height = 240.0, 160.0
	step := max(1, (len(p.Jobs)+thumbJobs-1)/thumbJobs)
	last, thick := 1.0, 0.0
	for i := 0; i < len(p.Jobs); i += step {
		j := &p.Jobs[i]
		last = max(last, max(0, j.Submitted)+j.Duration)
		thick += thickness(j)
	}
	m := &svg.Builder{}
	m.Raw(`<svg xmlns="http://www.w3.org/2000/svg" class="gb-picture gb-farm-thumb" viewBox="0 0 240 160" role="img"`)
	m.Attr("aria-label", name+": "+picture.Count(len(p.Jobs), "job")+" by submission and duration")
	m.Raw(">")
	y, unit := 6.0, (height-12)/max(12, thick)
	for i := 0; i < len(p.Jobs); i += step {
		j := &p.Jobs[i]
		h, from := thickness(j)*unit, max(0, j.Submitted)
		class := "work"
		if j.Running != nil {
			class = "going"
		}
		m.Raw(`<rect class="gb-bar gb-`, class, `"`)
		m.Nums(svg.Box, 6+from/last*(width-12), y, max(1, j.Duration/last*(width-12)), 0.72*h)
		m.Raw("/>")
		y += h
	}
	m.Raw("</svg>")
	return m.String()
}

// thickness grows with the slots of a job, slower than they do.
func thickness(j *farm.Job) float64 { return 1 + 0.5*float64(min(j.Slots, 9)-1) }
