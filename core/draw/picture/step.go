package picture

import (
	"slices"

	"gridbox/core/draw/numtext"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// DrawStep draws the answer of a view as far as v.Step of the recorded steps in v.Trace have
// come. Nothing of the answer shows before its step. With v.Whole the steps are of all that
// the run decided, otherwise of the decision about v.Subject, or of the one search of kinds
// that decide once.
func DrawStep(v View) string {
	if d, ok := drawings[v.Scenario.Kind]; ok {
		if v.Kept == nil {
			v.Kept = &Kept{}
		}
		if v.Name = v.Scenario.Title; v.Name == "" {
			v.Name = "the scenario"
		}
		if v.Subject != "" {
			v.Selected = []Ref{{Job, v.Subject}}
		}
		return d.step(v)
	}
	return ""
}

// Decides reports whether runs of the kind make decisions about jobs one after another, so that
// steps can be of one job or of the whole run.
func Decides(kind string) bool { return drawings[kind].jobs != nil }

// HasJob reports whether the steps of a run can be those of one job of an explicit scenario.
func HasJob(s *scenario.Scenario, job string) bool {
	return Decides(s.Kind) && slices.Contains(drawings[s.Kind].jobs(s), job)
}

// Question returns what a run is asked to explain so that its steps are those of the view. It
// reports false if no steps of the subject are recorded.
func Question(v View) (about map[string]string, ok bool) {
	switch d := drawings[v.Scenario.Kind]; {
	case v.Whole || d.jobs == nil:
		return map[string]string{}, true
	case d.question != nil:
		return d.question(v)
	}
	return map[string]string{Job: v.Subject}, HasJob(v.Scenario, v.Subject)
}

// ended reports whether the view shows the last step, at which the answer shows.
func (v *View) ended() bool { return v.Step >= len(v.Trace.Events) }

// taken returns the first steps of a log, at most all of them.
func taken(log *trace.Log, steps int) []trace.Event { return log.Events[:min(steps, len(log.Events))] }

// eventNumber writes a number of an event; a missing one is infinite.
func eventNumber(e *trace.Event, name string) string {
	if v, ok := e.Value(name); ok {
		return numtext.Num(v)
	}
	return "∞"
}
