package export

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
)

// A timeline is one answer as rows of time: what every kind with a time axis
// has in common.
type timeline struct {
	rows  []row
	bars  []bar
	waits []wait
	slots int // of all rows together
	note  string
}

// A row is a machine, cluster or node.
type row struct {
	name  string
	slots int
	// threads names the slots where "slot 1" does not.
	threads []string
}

// A bar is a stretch of time that something takes in slots of a row.
type bar struct {
	name       string
	category   string
	row        int
	slots      int
	at         []span // which slots, from 0
	start, end float64
	more       []string // names and values in turn, the values as JSON
	aside      bool     // it lies in a thread of its own and takes no slot
}

// A wait is how long a job is in the queue.
type wait struct{ from, to float64 }

// timelineOf lays out the answer that is chosen.
func timelineOf(w *Work) *timeline {
	var t *timeline
	switch s := w.chosen().Solution.(type) {
	case *farm.Solution:
		t = farmTimeline(&w.Scenario.Farm.Problem, s)
	case *placement.Solution:
		t = placementTimeline(&w.Scenario.Placement.Problem, s)
	case *window.Solution:
		t = &timeline{note: unitless}
		t.window("job", s.Slots, t.nodes(&w.Scenario.Window.Environment))
		t.waits = []wait{{0, least(s.Slots)}}
	case *batch.Solution:
		t = batchTimeline(&w.Scenario.Batch.Problem, s)
	default:
		return &timeline{}
	}
	for i := range t.rows {
		t.slots += t.rows[i].slots
	}
	t.seat()
	return t
}

const unitless = "Times of this kind have no unit; one is written as a second."

func farmTimeline(p *farm.Problem, s *farm.Solution) *timeline {
	t, at := &timeline{}, make(map[string]int, len(p.Machines))
	for i := range p.Machines {
		at[p.Machines[i].ID] = i
		t.rows = append(t.rows, row{name: p.Machines[i].ID, slots: p.Machines[i].Slots})
	}
	first := make(map[string]float64, len(p.Jobs))
	for i := range s.Reservations {
		r := &s.Reservations[i]
		if start, seen := first[r.Job]; !seen || r.Start < start {
			first[r.Job] = r.Start
		}
		b := bar{name: r.Job, category: cmp.Or(r.How, "job"), row: at[r.Machine], slots: r.Slots, start: r.Start,
			end: r.Finish, more: []string{"slots", strconv.Itoa(r.Slots), "memory", num(r.Memory), "part",
				strconv.Itoa(r.Part)}}
		if r.Preempted != nil {
			b.more = append(b.more, "preemptedBy", quote(r.Preempted.By))
		}
		t.bars = append(t.bars, b)
	}
	for i := range p.Jobs {
		if start, ok := first[p.Jobs[i].ID]; ok {
			t.waits = append(t.waits, wait{p.Jobs[i].Submitted, start})
		}
	}
	return t
}

func placementTimeline(p *placement.Problem, s *placement.Solution) *timeline {
	t, at := &timeline{}, make(map[string]int, len(p.Clusters))
	for i := range p.Clusters {
		at[p.Clusters[i].ID] = i
		t.rows = append(t.rows, row{name: p.Clusters[i].ID, slots: 1, threads: []string{"jobs", "transfers"}})
	}
	for i := range s.Assignments {
		a := &s.Assignments[i]
		t.bars = append(t.bars, bar{name: a.Job, category: "job", row: at[a.Cluster], slots: 1, start: a.Start,
			end: a.Finish, more: []string{"transferTime", num(a.TransferTime), "runTime", num(a.RunTime)}})
		t.waits = append(t.waits, wait{0, a.Start})
		if a.TransferTime > 0 {
			t.bars = append(t.bars, bar{name: a.Job, category: "transfer", row: at[a.Cluster], start: a.Start,
				end: a.Start + a.TransferTime, aside: true, at: []span{{1, 1}},
				more: []string{"datasets", strconv.Itoa(len(a.Sources))}})
		}
	}
	return t
}

func batchTimeline(p *batch.Problem, s *batch.Solution) *timeline {
	t := &timeline{note: unitless}
	nodes := t.nodes(&p.Environment)
	type offer struct {
		job   string
		cycle int
	}
	offers := make(map[offer]*batch.Alternatives, len(s.Alternatives))
	for i := range s.Alternatives {
		a := &s.Alternatives[i]
		offers[offer{a.Job, max(1, a.Cycle)}] = a
	}
	for _, c := range s.Chosen {
		a := offers[offer{c.Job, max(1, c.Cycle)}]
		if a == nil || c.Window >= len(a.Windows) {
			continue
		}
		t.window(c.Job, a.Windows[c.Window].Slots, nodes)
		t.waits = append(t.waits, wait{p.Period * float64(max(1, c.Cycle)-1), a.Windows[c.Window].Start})
	}
	return t
}

// nodes adds a row a node and tells where each is.
func (t *timeline) nodes(e *window.Environment) map[string]int {
	at := make(map[string]int, len(e.Nodes))
	for i := range e.Nodes {
		at[e.Nodes[i].ID] = i
		t.rows = append(t.rows, row{name: e.Nodes[i].ID, slots: 1, threads: []string{"node"}})
	}
	return at
}

// window adds the slots of a window.
func (t *timeline) window(job string, slots []window.Taken, at map[string]int) {
	for _, s := range slots {
		t.bars = append(t.bars, bar{name: job, category: "window", row: at[s.Node], slots: 1, start: s.Start,
			end: s.End, more: []string{"cost", num(s.Cost)}})
	}
}

func least(slots []window.Taken) float64 {
	start := math.Inf(1)
	for _, s := range slots {
		start = min(start, s.Start)
	}
	if len(slots) == 0 {
		return 0
	}
	return start
}

// seat gives each bar the lowest slots that are free on its row when it starts,
// and orders the bars by their start. What overlaps by rounding is cut, so that
// no two bars of a thread overlap.
func (t *timeline) seat() {
	slices.SortStableFunc(t.bars, func(a, b bar) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	racks, busy := make([]rack, len(t.rows)), make([]ending, len(t.rows))
	for i := range t.bars {
		b := &t.bars[i]
		if b.aside {
			continue
		}
		e := &busy[b.row]
		for len(e.list) > 0 && e.list[0].end <= b.start+float64(rounding*max(1, math.Abs(b.start))) {
			done := heap.Pop(e).(*bar)
			done.end = min(done.end, b.start)
			racks[b.row].give(done.at)
		}
		b.at = racks[b.row].take(max(1, b.slots))
		heap.Push(e, b)
	}
}

// rounding is the relative difference up to which two times count as equal, as
// the checker has it.
const rounding = 1e-9

// An ending is bars as a heap, the first to end on top.
type ending struct{ list []*bar }

func (e *ending) Len() int           { return len(e.list) }
func (e *ending) Less(i, k int) bool { return e.list[i].end < e.list[k].end }
func (e *ending) Swap(i, k int)      { e.list[i], e.list[k] = e.list[k], e.list[i] }
func (e *ending) Push(x any)         { e.list = append(e.list, x.(*bar)) }
func (e *ending) Pop() any {
	last := len(e.list) - 1
	x := e.list[last]
	e.list = e.list[:last]
	return x
}
