// Package lessonpage checks the exercises of a lesson in its page. It changes the
// scenario as the reader entered, has workers answer its runs, and reports
// which conditions of the exercise are met.
package lessonpage

import (
	"encoding/json"

	"gridbox/core/exercise"
	"gridbox/core/scenario"
)

// A Try has the values that the reader entered into the fields of an exercise.
type Try struct {
	Exercise exercise.Exercise `json:"exercise"`
	Values   []string          `json:"values"`
}

// An Outcome is the result of a Try, for the page. Trouble is the reason if there is none; Link opens the changed
// scenario in the laboratory.
type Outcome struct {
	ID string `json:"id"`
	exercise.Verdict
	Trouble string `json:"trouble,omitempty"`
	Link    string `json:"link,omitempty"`
}

// A Checker checks one Try after another, on the page's goroutine.
type Checker struct {
	// Solve answers a run and calls done once, with the answer or with the
	// reason why there is none.
	Solve func(s *scenario.Scenario, run scenario.Run, done func(a *scenario.Answer, trouble string))
	// Notify receives each outcome.
	Notify func(Outcome)
}

// Check decodes a Try from JSON and checks it. It notifies the page of one Outcome, also if the text or a value is
// invalid.
func (c *Checker) Check(text string) {
	var t Try
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		c.Notify(Outcome{Trouble: "The exercise cannot be read: " + err.Error() + "."})
		return
	}
	s, why := t.Exercise.Apply(t.Values)
	if why != "" {
		c.Notify(Outcome{ID: t.Exercise.ID, Trouble: why})
		return
	}
	c.run(&t.Exercise, s, nil)
}

// run solves the first run without an answer, then calls itself with the answer appended. After the last run it
// judges the exercise. It notifies the page of the verdict, or of the first run that fails.
func (c *Checker) run(x *exercise.Exercise, s *scenario.Scenario, answers []*scenario.Answer) {
	outcome := Outcome{ID: x.ID}
	if len(answers) == len(s.Runs) {
		outcome.Verdict = x.Judge(s, answers)
		outcome.Link, _ = scenario.Link(s) // empty if the scenario is too long for a link
		c.Notify(outcome)
		return
	}
	c.Solve(s, s.Runs[len(answers)], func(a *scenario.Answer, trouble string) {
		if trouble != "" {
			outcome.Trouble = x.LabelFault(trouble)
			c.Notify(outcome)
			return
		}
		c.run(x, s, append(answers, a))
	})
}
