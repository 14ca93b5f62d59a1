package draw

import (
	"slices"

	"gridbox/core/draw/numtext"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// Step draws a grid with the notes of the steps about its clusters. For a whole run it draws the
// jobs placed so far.
func (Drawer) Step(v picture.View) *scene.Node {
	p := &v.Scenario.Placement.Problem
	view := TopologyView{Problem: p, Width: v.Width, Height: v.Height, Static: v.Static,
		Name: i18n.T("Topology of {}", v.Name), Colour: v.Colour, Selected: v.Selected}
	solution, _ := v.Answer.Solution.(*placement.Solution)
	if v.Whole && !v.HasEnded() {
		solution = PartialSolution(solution, v.Trace, v.Step)
	}
	if v.Whole || v.HasEnded() {
		view.Jobs, view.Busy = JobsOn(p, solution), BusyOn(p, solution)
		view.Traffic = Shares(TrafficOn(p, solution))
	}
	switch {
	case v.HasEnded():
		view.choose(solution, v.Subject)
	case !v.Whole:
		view.Notes = StepNotes(v.Trace, v.Step)
	case v.Step > 0:
		if e := &v.Trace.Events[v.Step-1]; e.Kind == "place" {
			view.choose(solution, e.Ref("job"))
		}
	}
	return Topology(view)
}

// choose marks the cluster of a job with the job's name and shows the transfers of its data.
func (v *TopologyView) choose(solution *placement.Solution, job string) {
	v.Routes = RoutesOf(v.Problem, solution, job)
	if solution == nil {
		return
	}
	if i := slices.IndexFunc(solution.Assignments, func(a placement.Assignment) bool { return a.Job == job }); i >= 0 {
		v.Notes = []Note{{Cluster: solution.Assignments[i].Cluster, Class: "chosen", Text: job}}
	}
}

// PartialSolution returns the assignments of a solution that the first steps of its run have made. It
// returns nil for a nil solution.
func PartialSolution(whole *placement.Solution, log *trace.Log, steps int) *placement.Solution {
	if whole == nil {
		return nil
	}
	placed := map[string]bool{}
	for i := range log.First(steps) {
		e := &log.Events[i]
		if e.Kind == "place" {
			placed[e.Ref("job")] = true
		}
	}
	part := &placement.Solution{}
	for _, a := range whole.Assignments {
		if placed[a.Job] {
			part.Assignments = append(part.Assignments, a)
		}
	}
	return part
}

// StepNotes returns the latest note about each cluster after the first steps of the decision
// about one job.
func StepNotes(log *trace.Log, steps int) []Note {
	at := map[string]int{}
	var list []Note
	set := func(cluster, class, text string) {
		if cluster == "" {
			return
		}
		if i, ok := at[cluster]; ok {
			list[i].Class = class
			if text != "" {
				list[i].Text = text
			}
			return
		}
		at[cluster] = len(list)
		list = append(list, Note{Cluster: cluster, Class: class, Text: text})
	}
	for i := range log.First(steps) {
		e := &log.Events[i]
		switch e.Kind {
		case "expand":
			set(e.Ref("cluster"), "done", i18n.T("{} s/MB", eventNumber(e, "cost")))
		case "found":
			set(e.Ref("cluster"), "found", "")
		case "relax":
			if e.Reason == "" {
				set(e.Ref("cluster"), "open", i18n.T("{} s/MB", eventNumber(e, "cost")))
			}
		case "try", "cover", "cut":
			list, at = nil, map[string]int{}
			class := map[string]string{"try": "open", "cover": "chosen", "cut": "rejected"}[e.Kind]
			for _, r := range e.Refs {
				set(r.ID, class, "")
			}
		case "score":
			class := "open"
			if e.Reason != "" {
				class = "rejected"
			}
			set(e.Ref("cluster"), class, eventNumber(e, "final"))
		case "choose":
			set(e.Ref("cluster"), "chosen", "")
		}
	}
	return list
}

// eventNumber formats a number of an event; a missing one is infinite.
func eventNumber(e *trace.Event, name string) string {
	if v, ok := e.Value(name); ok {
		return numtext.Num(v)
	}
	return "∞"
}

// Jobs returns the ids of the jobs that a run places one after another.
func (Drawer) Jobs(s *scenario.Scenario) (ids []string) {
	for i := range s.Placement.Jobs {
		ids = append(ids, s.Placement.Jobs[i].ID)
	}
	return ids
}

// Question returns the parameters of an explanation of the subject of a view.
func (Drawer) Question(v picture.View) (about map[string]string, ok bool) {
	return map[string]string{picture.Job: v.Subject}, true
}
