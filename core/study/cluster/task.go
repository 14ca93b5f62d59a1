package cluster

import "gridbox/core/doc"

// TaskFormat is the name of the format of what tasks tell, and TaskVersion its
// version.
const (
	TaskFormat  = "gridbox-task"
	TaskVersion = 1
)

// The states of a task.
const (
	Running = "running"
	Ended   = "ended"  // early, by request, with what was done kept
	Stopped = "failed" // for the reason that it gives
)

// A TaskDocument tells how far a task is. A task that has done all of its share
// has none: its part says it. One that was killed leaves the last that it wrote.
type TaskDocument struct {
	Format  string `json:"format" rule:"required,oneof=gridbox-task" about:"always gridbox-task"`
	Version int    `json:"version" rule:"required,>=1" about:"version of this format"`
	Host    string `json:"host,omitempty" about:"the machine"`
	Process int    `json:"process,omitempty" about:"the number of its process"`
	Cores   int    `json:"cores,omitempty" about:"how many it uses"`
	State   string `json:"state" rule:"required,oneof=running|ended|failed"`
	Why     string `json:"why,omitempty" about:"what made it end"`
	Beat    int    `json:"beat" about:"counts how often it told something"`
	Units   int    `json:"units" about:"how many units it has to do"`
	Done    int    `json:"done" about:"how many of them it has done, kept or not"`
	// Seconds are since it began, by a clock that does not jump.
	Seconds float64 `json:"seconds" about:"since it began"`
	At      string  `json:"at,omitempty" about:"when it told this, by the machine's clock"`
}

// ParseTask reads what a task told.
func ParseTask(text []byte) (*TaskDocument, doc.Faults) {
	d := &TaskDocument{}
	faults := doc.Decode(text, d)
	return d, faults
}
