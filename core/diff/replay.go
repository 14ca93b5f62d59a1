package diff

import (
	"cmp"

	"gridbox/core/catalog"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// A Decision is a step of a replay that settles an element.
type Decision struct {
	kind.Ref
	Text string // where and when
	Step int    // its event, from 1; 0 if none was recorded
}

// A Pair has the decisions of both answers at the same turn. A side without
// further decisions is empty.
type Pair struct{ A, B Decision }

// Equal reports whether both decisions are equal.
func (p *Pair) Equal() bool { return p.A.Ref == p.B.Ref && p.A.Text == p.B.Text }

// Replays pairs the decisions of two answers by turn and returns the first turn
// at which they differ, or -1. The order of decisions comes from the recorded
// events, or else from the answers.
func Replays(a, b *Side, events, others *trace.Log) (turns []Pair, parted int) {
	x, y := decisions(a, events), decisions(b, others)
	parted = -1
	for i := range max(len(x), len(y)) {
		p := Pair{}
		if i < len(x) {
			p.A = x[i]
		}
		if i < len(y) {
			p.B = y[i]
		}
		if parted < 0 && !p.Equal() {
			parted = i
		}
		turns = append(turns, p)
	}
	return turns, parted
}

// decisions returns the decisions of an answer in order. An element that was
// decided several times, as in a search over orders, counts at its last
// decision.
func decisions(x *Side, log *trace.Log) []Decision {
	k, _ := catalog.ByID(x.Scenario.Kind)
	list := scheduleDecisions(&k, x)
	if log == nil || log.Dropped > 0 || k.SettlingEvent.Event == "" {
		return list
	}
	last := make(map[string]int, len(list))
	for i := range log.Events {
		if e := &log.Events[i]; e.Kind == k.SettlingEvent.Event {
			for _, r := range e.Refs {
				if r.Role == k.SettlingEvent.Role {
					last[r.ID] = i + 1
				}
			}
		}
	}
	for i := range list {
		list[i].Step = last[list[i].ID]
		if list[i].Step == 0 {
			return scheduleDecisions(&k, x) // the recording is incomplete
		}
	}
	sorting.Stable(list, func(p, q Decision) int { return cmp.Compare(p.Step, q.Step) })
	return list
}

// scheduleDecisions returns the decisions of an answer in the order of its schedule.
func scheduleDecisions(k *catalog.Kind, x *Side) (list []Decision) {
	for _, s := range k.Order(scenario.Problem(x.Scenario), catalog.KindAnswer(k.ID, x.Answer)) {
		list = append(list, Decision{Ref: s.Ref, Text: s.Text})
	}
	return list
}
