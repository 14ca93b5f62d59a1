package lab

import (
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
)

// Commands of the list of runs. Those with keys get them from assets/js/runs.js,
// because they mean the run that has the focus.
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
		if id == l.s.Look.Options {
			id = ""
		}
		l.do(state.Show{What: "options", To: id})
	}},
	{act: "run-list", make: func(l *Lab, _, _ string) {
		l.do(state.Show{What: "dialog"}, state.Show{What: "answers", To: panel.RunsTab},
			state.Show{What: "phone", To: "answers"})
	}},
}

// runKeys are what assets/js/runs.js makes of keys on a run of the list.
var runKeys = []panel.Key{{Press: "Alt+↑ ↓", Does: "move the run of the list that has the focus"},
	{Press: "Ctrl+D", Does: "duplicate it"}}
