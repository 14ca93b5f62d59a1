package farm

import (
	"gridbox/app/screen"
	"gridbox/app/state"
)

// begin returns the steps to the first answer: machines, and a job in their queue.
func begin(s *state.State) []screen.Start {
	machines := s.Count("machine")
	return []screen.Start{
		{Say: "Add a machine. Jobs run in its slots.", Do: "Add a machine", Add: "machine", Done: machines > 0},
		{Say: "Add a second one, so that there is a choice.", Do: "Add a second machine", Add: "machine",
			Done: machines > 1, Extra: true},
		{Say: "Add a job to the queue.", Do: "Add a job", Add: "job", Done: s.Count("job") > 0},
	}
}
