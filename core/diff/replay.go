package diff

import (
	"cmp"

	"gridbox/core/catalog"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// A Decision is a step of a replay at which something was settled.
type Decision struct {
	kind.Thing
	Text string // where, when
	Step int    // its event, counted from 1; 0 where none was recorded
}

// A Pair is what both answers decided at the same turn; a side that has decided
// everything has no more.
type Pair struct{ A, B Decision }

// Alike reports whether both decided the same.
func (p *Pair) Alike() bool { return p.A.Thing == p.B.Thing && p.A.Text == p.B.Text }

// Replays pairs the decisions of two answers, turn by turn, and gives the first
// turn at which they part, -1 for none. What was recorded says in which order
// decisions were made; without that the answers themselves do.
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
		if parted < 0 && !p.Alike() {
			parted = i
		}
		turns = append(turns, p)
	}
	return turns, parted
}

// decisions lists what an answer decided in the order in which it did. A thing
// that was decided again, as by a search that tries several orders, counts where
// it was decided last.
func decisions(x *Side, log *trace.Log) []Decision {
	k, _ := catalog.ByID(x.Scenario.Kind)
	list := settled(&k, x)
	if log == nil || log.Dropped > 0 || k.Recorded.Event == "" {
		return list
	}
	last := make(map[string]int, len(list))
	for i := range log.Events {
		if e := &log.Events[i]; e.Kind == k.Recorded.Event {
			for _, r := range e.Refs {
				if r.Role == k.Recorded.Role {
					last[r.ID] = i + 1
				}
			}
		}
	}
	for i := range list {
		list[i].Step = last[list[i].ID]
		if list[i].Step == 0 {
			return settled(&k, x) // not all of it was recorded
		}
	}
	sorting.Stable(list, func(p, q Decision) int { return cmp.Compare(p.Step, q.Step) })
	return list
}

// settled lists the decisions of an answer in the order of its schedule.
func settled(k *catalog.Kind, x *Side) (list []Decision) {
	for _, s := range k.Order(scenario.Problem(x.Scenario), catalog.Described(k.ID, x.Answer)) {
		list = append(list, Decision{Thing: s.Thing, Text: s.Text})
	}
	return list
}
