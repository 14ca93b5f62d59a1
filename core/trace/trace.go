// Package trace records the steps of an algorithm as data. A trace is recorded
// once by an observed run and replayed afterwards in both directions; the
// algorithm itself is never paused. A nil *Log records nothing, and observed
// and unobserved runs give the same answer.
package trace

// An Event is one step. Kind is a word of the algorithm's own vocabulary
// ("expand", "found", "relax", "done" in replica selection). Refs name the
// things involved, and Values the numbers, both in the algorithm's order.
type Event struct {
	Kind   string  `json:"kind"`
	Refs   []Ref   `json:"refs,omitempty"`
	Values []Value `json:"values,omitempty"`
	// Reason is set if a candidate was rejected: a fixed word of the algorithm's vocabulary,
	// never free text.
	Reason string `json:"reason,omitempty"`
	// Text is output of a user's program. Built-in algorithms leave it empty.
	Text string `json:"text,omitempty"`
}

// Ref returns the id of the first reference with a role, or "".
func (e *Event) Ref(role string) string {
	for _, r := range e.Refs {
		if r.Role == role {
			return r.ID
		}
	}
	return ""
}

// Value returns the number with a name. It reports false if the event has none.
func (e *Event) Value(name string) (float64, bool) {
	for _, v := range e.Values {
		if v.Name == name {
			return v.Num, true
		}
	}
	return 0, false
}

// A Ref names an element of the scenario: {"cluster", "Nancy"}.
type Ref struct {
	Role string `json:"role"`
	ID   string `json:"id"`
}

// A Value is one number of a step: {"cost", 0.5}. Infinite values are left out.
type Value struct {
	Name string  `json:"name"`
	Num  float64 `json:"num"`
}

// A Log collects events up to a limit and counts the rest.
type Log struct {
	Limit   int     // 0 means DefaultLimit
	Events  []Event `json:"events"`
	Dropped int     `json:"dropped,omitempty"`
	// Questions lists the decisions of a user's program in order.
	Questions []Question `json:"asked,omitempty"`
}

// A Question is a decision of a user's program: the index of the next event,
// the steps of the interpreter, and the input as JSON, or "" if it was not
// kept.
type Question struct {
	Step  int     `json:"step"`
	Steps float64 `json:"steps"`
	State string  `json:"state,omitempty"`
}

// DefaultLimit limits a log so that a huge problem cannot fill the memory of a
// page.
const DefaultLimit = 50_000

// Add appends an event, or counts it as dropped if the log is full. On a nil
// log it does nothing.
func (l *Log) Add(e Event) {
	if l == nil {
		return
	}
	limit := l.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	if len(l.Events) >= limit {
		l.Dropped++
		return
	}
	l.Events = append(l.Events, e)
}

// First returns the first n events, at most all of them.
func (l *Log) First(n int) []Event { return l.Events[:min(n, len(l.Events))] }

// Enabled reports whether events are recorded. In hot loops, guard the building of
// an event with it.
func (l *Log) Enabled() bool { return l != nil }
