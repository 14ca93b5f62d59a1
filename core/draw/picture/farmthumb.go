package picture

import (
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

var farmDrawing = drawing{
	draw: func(v View) string {
		view := FarmView{Problem: &v.Scenario.Farm.Problem, Job: v.Subject, Selected: v.Selected, Colour: v.Colour,
			Width: v.Width, Height: v.Height, Static: v.Static, Name: v.Name}
		if v.Answer != nil {
			view.Solution, _ = v.Answer.Solution.(*farm.Solution)
			if b := v.Answer.Bound; b != nil && b.Metric == "makespan" {
				view.Bound = b.Value
			}
		}
		if v.Subject != "" {
			view.Selected = append(view.Selected[:len(view.Selected):len(view.Selected)], Ref{Job, v.Subject})
		}
		return Farm(view)
	},
	thumb: func(v View) string { return farmThumb(&v.Scenario.Farm.Problem, v.Name) },
	step:  farmStep,
	jobs: func(s *scenario.Scenario) (ids []string) {
		for i := range s.Farm.Jobs {
			ids = append(ids, s.Farm.Jobs[i].ID)
		}
		return ids
	},
	size: func(s *scenario.Scenario) string {
		return Count(len(s.Farm.Machines), "machine") + ", " + Count(len(s.Farm.Jobs), "job")
	},
	wide: func(s *scenario.Scenario) bool { return len(s.Farm.Jobs) > 60 || len(s.Farm.Machines) > 8 },
}

// Low reports whether an explicit scenario is a farm of so few slots that its picture needs
// little height.
func Low(s *scenario.Scenario) bool {
	if s.Farm == nil {
		return false
	}
	slots := 0
	for _, m := range s.Farm.Machines {
		slots += m.Slots
	}
	return slots <= 4
}

// thumbJobs is how many jobs a thumb shows, spread over the queue.
const thumbJobs = 40

// farmThumb draws the queue small, before anything is scheduled: a bar a job,
// from its submission as long as it lasts and as thick as its slots.
func farmThumb(p *farm.Problem, name string) string {
	const width, height = 240.0, 160.0
	step := max(1, (len(p.Jobs)+thumbJobs-1)/thumbJobs)
	last, thick := 1.0, 0.0
	for i := 0; i < len(p.Jobs); i += step {
		j := &p.Jobs[i]
		last = max(last, max(0, j.Submitted)+j.Duration)
		thick += thickness(j)
	}
	m := &markup{}
	m.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="gb-picture gb-farm-thumb" viewBox="0 0 240 160" role="img"`)
	m.attr("aria-label", name+": "+Count(len(p.Jobs), "job")+" by submission and duration")
	m.raw(">")
	y, unit := 6.0, (height-12)/max(12, thick)
	for i := 0; i < len(p.Jobs); i += step {
		j := &p.Jobs[i]
		h, from := thickness(j)*unit, max(0, j.Submitted)
		class := "work"
		if j.Running != nil {
			class = "going"
		}
		m.raw(`<rect class="gb-bar gb-`, class, `"`)
		m.nums(rectNames, 6+from/last*(width-12), y, max(1, j.Duration/last*(width-12)), 0.72*h)
		m.raw("/>")
		y += h
	}
	m.raw("</svg>")
	return m.String()
}

// thickness grows with the slots of a job, slower than they do.
func thickness(j *farm.Job) float64 { return 1 + 0.5*float64(min(j.Slots, 9)-1) }
