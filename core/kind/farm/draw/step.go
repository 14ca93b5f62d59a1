package draw

import (
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// Step draws the machines with the reservations placed so far, after the last step with all.
func (Drawer) Step(v picture.View) *scene.Node {
	p := &v.Scenario.Farm.Problem
	solution, _ := v.Answer.Solution.(*farm.Solution)
	view := MachinesView{Problem: p, Solution: solution, Name: i18n.T("Machines of {}", v.Name), World: true,
		Static: v.Static,
		Width:  v.Width, Height: v.Height - 8, Colour: v.Colour, Job: v.Subject, Selected: v.Selected}
	large := len(p.Jobs) >= minJobsForLevels
	if solution != nil && (!large || !v.HasEnded()) {
		for i := range solution.Reservations {
			view.MinEnd = max(view.MinEnd, solution.Reservations[i].Finish)
		}
	}
	if b := v.Answer.Bound; b != nil && b.Metric == "makespan" {
		view.Bound = b.Value
	}
	if solution != nil && !v.HasEnded() {
		view.Solution, view.Bound = PartialSolution(solution, v.Trace, v.Step), 0
	}
	if large {
		view.Levels = NewLevels(p, view.Solution)
	}
	return Machines(view)
}

// minJobsForLevels is the number of jobs from which on pictures are drawn from Levels.
const minJobsForLevels = 5000

// PartialSolution returns the reservations that the first steps have placed, and those of running
// jobs.
func PartialSolution(whole *farm.Solution, log *trace.Log, steps int) *farm.Solution {
	type spot struct{ job, machine string }
	placed := map[spot]bool{}
	for i := range log.First(steps) {
		if e := &log.Events[i]; e.Kind == "place" {
			placed[spot{e.Ref("job"), e.Ref("machine")}] = true
		}
	}
	part := &farm.Solution{}
	for _, r := range whole.Reservations {
		if r.StartKind == farm.StartRunning || placed[spot{r.Job, r.Machine}] {
			part.Reservations = append(part.Reservations, r)
		}
	}
	return part
}

// Jobs returns the ids of the jobs that a run schedules one after another.
func (Drawer) Jobs(s *scenario.Scenario) (ids []string) {
	for i := range s.Farm.Jobs {
		ids = append(ids, s.Farm.Jobs[i].ID)
	}
	return ids
}

// Question returns the parameters of an explanation of the subject of a view.
func (Drawer) Question(v picture.View) (about map[string]string, ok bool) {
	return map[string]string{picture.Job: v.Subject}, true
}

// IsLow reports whether a farm has so few slots that its picture needs little height.
func (Drawer) IsLow(s *scenario.Scenario) bool {
	slots := 0
	for _, m := range s.Farm.Machines {
		slots += m.Slots
	}
	return slots <= 4
}
