package kinds

import (
	"slices"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/scenario"
)

// A jobDrawer draws a kind whose runs decide about jobs one after another. A run of any other
// kind makes one decision.
type jobDrawer interface {
	// Jobs lists the jobs of an explicit scenario.
	Jobs(*scenario.Scenario) []string
	// Question returns the parameters of an explanation of the subject of a view, a job. It
	// reports false if the run records no steps of it.
	Question(picture.View) (about map[string]string, ok bool)
}

// Step draws the answer of a view after v.Step of its recorded steps. No part of the answer is
// drawn before its step.
func Step(v picture.View) *scene.Node {
	if v.Name = v.Scenario.Title; v.Name == "" {
		v.Name = "the scenario"
	}
	if v.Subject != "" {
		v.Selected = []picture.Ref{{Kind: picture.Job, ID: v.Subject}}
	}
	return drawers[v.Scenario.Kind].Step(v)
}

// Decides reports whether runs of the kind decide about jobs one after another, so that steps
// can be of one job or of the whole run.
func Decides(kind string) bool {
	_, ok := drawers[kind].(jobDrawer)
	return ok
}

// HasJob reports whether the steps of a run can be those of one job of an explicit scenario.
func HasJob(s *scenario.Scenario, job string) bool {
	d, ok := drawers[s.Kind].(jobDrawer)
	return ok && slices.Contains(d.Jobs(s), job)
}

// Question returns the parameters of an explanation whose steps are those of the view. It reports
// false if no steps of the subject are recorded.
func Question(v picture.View) (about map[string]string, ok bool) {
	if d, ok := drawers[v.Scenario.Kind].(jobDrawer); ok && !v.Whole {
		return d.Question(v)
	}
	return map[string]string{}, true
}

// IsLow reports whether the picture of an explicit scenario needs little height.
func IsLow(s *scenario.Scenario) bool {
	d, ok := drawers[s.Kind].(interface{ IsLow(*scenario.Scenario) bool })
	return ok && d.IsLow(s)
}
