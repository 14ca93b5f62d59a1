package picture

import (
	"gridbox/core/kind/farm"
	"gridbox/core/trace"
)

// farmStep draws the machines with the reservations placed so far; at the end, with all.
func farmStep(v View) string {
	p := &v.Scenario.Farm.Problem
	solution, _ := v.Answer.Solution.(*farm.Solution)
	view := FarmView{Problem: p, Solution: solution, Name: "Machines of " + v.Name, World: true, Static: v.Static,
		Width: v.Width, Height: v.Height - 8, Colour: v.Colour, Job: v.Subject, Selected: v.Selected}
	large := len(p.Jobs) >= largeFarm
	if solution != nil && (!large || !v.ended()) {
		for i := range solution.Reservations {
			view.Until = max(view.Until, solution.Reservations[i].Finish)
		}
	}
	if b := v.Answer.Bound; b != nil && b.Metric == "makespan" {
		view.Bound = b.Value
	}
	if solution != nil && !v.ended() {
		view.Solution, view.Bound = FarmSoFar(solution, v.Trace, v.Step), 0
	}
	if large {
		view.Levels = NewFarmLevels(p, view.Solution)
	}
	return Farm(view)
}

// largeFarm is the number of jobs from which on pictures are drawn from levels.
const largeFarm = 5000

// FarmSoFar returns the reservations that the first steps have placed, and those of jobs that
// run already.
func FarmSoFar(whole *farm.Solution, log *trace.Log, steps int) *farm.Solution {
	type spot struct{ job, machine string }
	placed := map[spot]bool{}
	for i := range taken(log, steps) {
		if e := &log.Events[i]; e.Kind == "place" {
			placed[spot{e.Ref("job"), e.Ref("machine")}] = true
		}
	}
	part := &farm.Solution{}
	for _, r := range whole.Reservations {
		if r.How == farm.HowRunning || placed[spot{r.Job, r.Machine}] {
			part.Reservations = append(part.Reservations, r)
		}
	}
	return part
}
