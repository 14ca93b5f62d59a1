package cluster

import "gridbox/core/doc"

// TaskFormat is the name of the format of task reports, and TaskVersion its
// version.
const (
	TaskFormat  = "gridbox-task"
	TaskVersion = 1
)

// The states of a task.
const (
	Running = "running"
	Ended   = "ended"  // early, by request; the units done are kept
	Failed  = "failed" // with a reason
)

// A TaskDocument is the progress of a task. A task that has completed its share
// has none, since its part replaces it. A killed task leaves its last one.
type TaskDocument struct {
	Format  string `json:"format" rule:"required,oneof=gridbox-task" about:"always gridbox-task"`
	Version int    `json:"version" rule:"required,>=1" about:"version of this format"`
	Host    string `json:"host,omitempty" about:"the machine"`
	Process int    `json:"process,omitempty" about:"the number of its process"`
	Cores   int    `json:"cores,omitempty" about:"how many it uses"`
	State   string `json:"state" rule:"required,oneof=running|ended|failed"`
	Reason  string `json:"why,omitempty" about:"what made it end"`
	Beat    int    `json:"beat" about:"counts how often it told something"`
	Units   int    `json:"units" about:"how many units it has to do"`
	Done    int    `json:"done" about:"how many of them it has done, kept or not"`
	// Seconds is the time since its start, by a monotonic clock.
	Seconds float64 `json:"seconds" about:"since it began"`
	At      string  `json:"at,omitempty" about:"when it told this, by the machine's clock"`
}

// ParseTask parses the report of a task.
func ParseTask(text []byte) (*TaskDocument, doc.Faults) {
	d := &TaskDocument{}
	faults := doc.Decode(text, d)
	return d, faults
}
