package diff

import (
	"cmp"
	"strconv"
	"strings"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// A Decision is a step of a replay at which something was settled.
type Decision struct {
	Thing
	Text string // where, when
	Step int    // its event, counted from 1; 0 where none was recorded
}

// A Pair is what both answers decided at the same turn; a side that has decided
// everything has no more.
type Pair struct{ A, B Decision }

// Alike tells whether both decided the same.
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

// deciding are the events of each kind that settle something, and the role of
// the thing that they settle.
var deciding = map[string][]string{
	"placement": {"place", "job"}, "farm": {"place", "job"}, "batch": {"choose", "job"},
}

// decisions lists what an answer decided in the order in which it did. A thing
// that was decided again, as by a search that tries several orders, counts where
// it was decided last.
func decisions(x *Side, log *trace.Log) []Decision {
	list := settled(x)
	kind := deciding[x.Scenario.Kind]
	if log == nil || log.Dropped > 0 || kind == nil {
		return list
	}
	last := make(map[string]int, len(list))
	for i := range log.Events {
		if e := &log.Events[i]; e.Kind == kind[0] {
			for _, r := range e.Refs {
				if r.Role == kind[1] {
					last[r.ID] = i + 1
				}
			}
		}
	}
	for i := range list {
		list[i].Step = last[list[i].ID]
		if list[i].Step == 0 {
			return settled(x) // not all of it was recorded
		}
	}
	sorting.Stable(list, func(p, q Decision) int { return cmp.Compare(p.Step, q.Step) })
	return list
}

// settled lists the decisions of an answer in the order that it tells itself.
func settled(x *Side) []Decision {
	var list []Decision
	add := func(kind, id, text string) { list = append(list, Decision{Thing: Thing{kind, id}, Text: text}) }
	switch s := x.Answer.Solution.(type) {
	case *placement.Solution:
		for i := range s.Assignments {
			add("job", s.Assignments[i].Job, s.Assignments[i].Cluster)
		}
	case *window.Solution:
		p := readWindow(x, x, "cost")
		sorting.By(p.items, func(a, b item) int { return cmp.Compare(a.thing.ID, b.thing.ID) })
		for i := range p.items {
			add("node", p.items[i].thing.ID, short(p.items[i].stand.From))
		}
	case *batch.Solution:
		p := readBatch(x, x, "totalCost")
		for i := range p.items {
			if it := &p.items[i]; it.mark != "waits" {
				add("job", it.thing.ID, short(it.stand.From)+" "+it.stand.Where)
			}
		}
	case *group.Solution:
		count, taken := map[string]int{}, make(map[string]bool, len(s.Nodes))
		for _, id := range s.Nodes {
			taken[id] = true
		}
		for i := range x.Scenario.Group.Nodes {
			if n := &x.Scenario.Group.Nodes[i]; taken[n.ID] {
				count[n.Group]++
			}
		}
		for i := range x.Scenario.Group.Groups {
			if id := x.Scenario.Group.Groups[i].ID; count[id] > 0 {
				add("group", id, strconv.Itoa(count[id]))
			}
		}
	case *farm.Solution:
		p := readFarm(x, x, "makespan")
		sorting.Stable(p.items, func(a, b item) int { return cmp.Compare(a.stand.From, b.stand.From) })
		for i := range p.items {
			add("job", p.items[i].thing.ID, p.items[i].stand.Where+" "+short(p.items[i].stand.From))
		}
	}
	return list
}

// short is a time in a cell.
func short(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}
