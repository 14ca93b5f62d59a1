// Package course checks the exercises of a lesson in its page: it changes the
// scenario as somebody asked, has its runs answered by workers, and says how the
// conditions came out.
package course

import (
	"encoding/json"

	"gridbox/core/exercise"
	"gridbox/core/scenario"
)

// A Try is what somebody entered into the fields of an exercise.
type Try struct {
	Exercise exercise.Exercise `json:"exercise"`
	Values   []string          `json:"values"`
}

// An Outcome is what the page is told of a try. Where it could not be made,
// Trouble says why; Link opens the changed scenario in the laboratory.
type Outcome struct {
	ID string `json:"id"`
	exercise.Verdict
	Trouble string `json:"trouble,omitempty"`
	Link    string `json:"link,omitempty"`
}

// A Checker checks one try after another. All of it happens on one goroutine,
// that of its page.
type Checker struct {
	// Solve has a run answered, and says once what came of it or why nothing did.
	Solve func(s *scenario.Scenario, run scenario.Run, done func(a *scenario.Answer, trouble string))
	// Tell is given each outcome.
	Tell func(Outcome)
}

// Check checks a try, told as JSON.
func (c *Checker) Check(text string) {
	var t Try
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		c.Tell(Outcome{Trouble: "The exercise cannot be read: " + err.Error() + "."})
		return
	}
	s, why := t.Exercise.With(t.Values)
	if why != "" {
		c.Tell(Outcome{ID: t.Exercise.ID, Trouble: why})
		return
	}
	c.run(&t.Exercise, s, nil)
}

// run has the next run answered, and judges once all are.
func (c *Checker) run(x *exercise.Exercise, s *scenario.Scenario, answers []*scenario.Answer) {
	told := Outcome{ID: x.ID}
	if len(answers) == len(s.Runs) {
		told.Verdict = x.Judge(s, answers)
		told.Link, _ = scenario.Link(s) // one that is too long to be a link has none
		c.Tell(told)
		return
	}
	c.Solve(s, s.Runs[len(answers)], func(a *scenario.Answer, trouble string) {
		if trouble != "" {
			told.Trouble = x.Named(trouble)
			c.Tell(told)
			return
		}
		c.run(x, s, append(answers, a))
	})
}
