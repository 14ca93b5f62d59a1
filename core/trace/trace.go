// Package trace records what an algorithm did, step by step, as data. A trace
// is recorded once by an observed run and replayed afterwards in both
// directions; the algorithm itself is never paused. A nil *Log records
// nothing, and observed and unobserved runs give the same answer.
package trace

// An Event is one step. Kind is a word from the algorithm's own vocabulary
// ("expand", "found", "relax", "done" in replica selection). Refs name what
// the step is about, Values its numbers; both keep the order in which the
// algorithm gives them.
type Event struct {
	Kind   string  `json:"kind"`
	Refs   []Ref   `json:"refs,omitempty"`
	Values []Value `json:"values,omitempty"`
	// Reason is set where a candidate was rejected: a fixed word of the
	// algorithm's vocabulary, never free text.
	Reason string `json:"reason,omitempty"`
	// Text is what a program of somebody's own said; no algorithm of ours says anything.
	Text string `json:"text,omitempty"`
}

// Ref returns the id of the first thing that the event names in a role, "" for none.
func (e *Event) Ref(role string) string {
	for _, r := range e.Refs {
		if r.Role == role {
			return r.ID
		}
	}
	return ""
}

// Value returns the number of a name. It reports false if the event has none.
func (e *Event) Value(name string) (float64, bool) {
	for _, v := range e.Values {
		if v.Name == name {
			return v.Num, true
		}
	}
	return 0, false
}

// A Ref names a thing of the scenario: {"cluster", "Nancy"}.
type Ref struct {
	Role string `json:"role"`
	ID   string `json:"id"`
}

// A Value is one number of a step: {"cost", 0.5}. Infinite values are left out.
type Value struct {
	Name string  `json:"name"`
	Num  float64 `json:"num"`
}

// A Log collects events up to a limit; what comes after is only counted.
type Log struct {
	Limit   int     // 0 means DefaultLimit
	Events  []Event `json:"events"`
	Dropped int     `json:"dropped,omitempty"`
	// Asked are the decisions of a program of somebody's own, in their order.
	Asked []Question `json:"asked,omitempty"`
}

// A Question is a decision that a program was asked for: before which event, how many steps
// of its interpreter it took, and what it was told, as JSON, "" where that was not kept.
type Question struct {
	Step  int     `json:"step"`
	Steps float64 `json:"steps"`
	State string  `json:"state,omitempty"`
}

// DefaultLimit bounds a log so that a huge problem cannot fill the memory of a page.
const DefaultLimit = 50_000

// Add appends an event; on a nil log it does nothing.
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

// On reports whether events are wanted; guard the building of an event with it
// in hot loops.
func (l *Log) On() bool { return l != nil }
