package lab

import (
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
)

// runCommands are the commands of the list of runs. assets/js/runs.js handles their keys, because
// these act on the focused run.
var runCommands = []command{
	{act: "run-add", make: func(l *Lab, id, _ string) { l.do(state.AddRun{Algorithm: id}) }},
	{act: "run-copy", make: func(l *Lab, id, _ string) { l.do(state.DuplicateRun{Run: id}) }},
	{act: "run-remove", make: func(l *Lab, id, _ string) { l.do(state.RemoveRun{Run: id}) }},
	{act: "run-sight", make: func(l *Lab, id, _ string) { l.do(state.HideRun{Run: id, On: l.s.Shows(id)}) }},
	{act: "run-up", make: func(l *Lab, id, _ string) { l.do(state.MoveRun{Run: id, By: -1}) }},
	{act: "run-down", make: func(l *Lab, id, _ string) { l.do(state.MoveRun{Run: id, By: 1}) }},
	{act: "run-to", make: func(l *Lab, id, _ string) {
		run, place, _ := strings.Cut(id, " ")
		l.do(state.MoveRun{Run: run, To: atoi(place)})
	}},
	{act: "run-options", make: func(l *Lab, id, _ string) {
		if id == l.s.Layout.Options {
			id = ""
		}
		l.do(state.Show{Field: "options", To: id})
	}},
	{act: "run-list", make: func(l *Lab, _, _ string) {
		l.do(state.Show{Field: "dialog"}, state.Show{Field: "answers", To: panel.RunsTab},
			state.Show{Field: "phone", To: "answers"})
	}},
}

// runKeys are the keys that assets/js/runs.js handles in the list of runs.
var runKeys = []panel.Key{{Press: "Alt+↑ ↓", Does: "move the focused run in the list"},
	{Press: "Ctrl+D", Does: "duplicate it"}}
