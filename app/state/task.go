package state

import (
	"gridbox/core/exercise"
	"gridbox/core/scenario"
)

// A Task is an exercise of the course that is open in the laboratory.
type Task struct {
	exercise.Exercise
	Title string `json:"title"`
	Text  string `json:"text"`
}

// SetTask shows a task above the problem, nil for none.
type SetTask struct{ To *Task }

func (a SetTask) reduce(s State) State {
	s.Layout.Task = a.To
	return s
}

// TaskVerdict returns the results of the task's conditions. It reports false while
// answers are missing or old.
func (s *State) TaskVerdict() (exercise.Verdict, bool) {
	if s.Layout.Task == nil || s.Problem == nil {
		return exercise.Verdict{}, false
	}
	answers := make([]*scenario.Answer, len(s.Draft.Runs))
	for _, a := range s.All() {
		if a.Index >= len(answers) || !s.IsFresh(*a) {
			return exercise.Verdict{}, false
		}
		answers[a.Index] = a.Answer
	}
	return s.Layout.Task.Judge(s.Draft, answers), true
}
