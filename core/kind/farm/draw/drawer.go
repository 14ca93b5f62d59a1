// Package draw draws schedules of farms. [Machines] draws machines as rows with
// jobs in lanes of slots; rows of many equal machines are summed up (Levels),
// so that large farms stay readable and fast. [JobGraph] draws dependencies,
// and [Waiting] a queue with the predicted starts of its jobs. [Drawer] has the
// methods that package core/draw/kinds and comparisons of two answers need.
package draw

import (
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// Drawer draws scenarios of this kind and answers to them.
type Drawer struct{}

// Draw draws a scenario and an answer.
func (Drawer) Draw(v picture.View) *scene.Node {
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

// Thumb draws the queue as a thumbnail.
func (Drawer) Thumb(v picture.View) *scene.Node {
	return queueThumb(&v.Scenario.Farm.Problem, v.Name)
}

// Size returns the size of a problem in words.
func (Drawer) Size(s *scenario.Scenario) string {
	return picture.Count(len(s.Farm.Machines), "machine") + ", " + picture.Count(len(s.Farm.Jobs), "job")
}

// IsWide reports whether a picture needs the whole width of a page.
func (Drawer) IsWide(s *scenario.Scenario) bool {
	return len(s.Farm.Jobs) > 60 || len(s.Farm.Machines) > 8
}

// thumbJobs is the number of jobs in a thumbnail, spread over the queue.
const thumbJobs = 40

// queueThumb draws the queue before anything is scheduled. A job is a bar that begins at its
// submission, with its duration as length and its slots as thickness.
func queueThumb(p *farm.Problem, name string) *scene.Node {
	const width, height = 240.0, 160.0
	step := max(1, (len(p.Jobs)+thumbJobs-1)/thumbJobs)
	last, thick := 1.0, 0.0
	for i := 0; i < len(p.Jobs); i += step {
		j := &p.Jobs[i]
		last = max(last, max(0, j.Submitted)+j.Duration)
		thick += thickness(j)
	}
	m := &scene.Builder{}
	m.Root("gb-farm-thumb")
	m.Attr("viewBox", "0 0 240 160")
	m.Attr("role", "img")
	m.Attr("aria-label", name+": "+picture.Count(len(p.Jobs), "job")+" by submission and duration")
	y, unit := 6.0, (height-12)/max(12, thick)
	for i := 0; i < len(p.Jobs); i += step {
		j := &p.Jobs[i]
		h, from := thickness(j)*unit, max(0, j.Submitted)
		class := "work"
		if j.Running != nil {
			class = "going"
		}
		m.Open("rect", "gb-bar gb-"+class)
		m.Nums(scene.Box, 6+from/last*(width-12), y, max(1, j.Duration/last*(width-12)), 0.72*h)
		m.Close()
		y += h
	}
	m.Close()
	return m.Node()
}

// thickness returns the thickness of a job's bar, which grows more slowly than its slots.
func thickness(j *farm.Job) float64 { return 1 + 0.5*float64(min(j.Slots, 9)-1) }
