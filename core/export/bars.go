package export

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"gridbox/core/catalog"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// A timeline is one answer as rows of time, with the slots of each bar.
type timeline struct {
	kind.Timeline
	bars  []bar
	slots int // of all rows
}

// A bar is a bar with its slots, from 0.
type bar struct {
	kind.Bar
	at []span
}

// timelineOf returns the timeline of the chosen answer.
func timelineOf(w *Work) *timeline {
	k, _ := catalog.ByID(w.kind())
	laid := k.Timeline(scenario.Problem(w.Scenario), w.chosenAnswer().Solution)
	if laid == nil {
		return &timeline{}
	}
	t := &timeline{Timeline: *laid, bars: make([]bar, len(laid.Bars))}
	for i := range laid.Bars {
		if t.bars[i].Bar = laid.Bars[i]; t.bars[i].Thread > 0 {
			t.bars[i].at = []span{{t.bars[i].Thread - 1, 1}}
		}
	}
	for i := range t.Rows {
		t.slots += t.Rows[i].Slots
	}
	t.assignSlots()
	return t
}

// assignSlots assigns each bar the lowest slots that are free on its row at its start, and sorts the
// bars by start. Overlaps by rounding are cut off, so that no two bars of a thread overlap.
func (t *timeline) assignSlots() {
	slices.SortStableFunc(t.bars, func(a, b bar) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	racks, busy := make([]slotPool, len(t.Rows)), make([]ending, len(t.Rows))
	for i := range t.bars {
		b := &t.bars[i]
		if b.Thread > 0 {
			continue
		}
		e := &busy[b.Row]
		for len(e.list) > 0 && e.list[0].End <= b.Start+float64(rounding*max(1, math.Abs(b.Start))) {
			done := heap.Pop(e).(*bar)
			done.End = min(done.End, b.Start)
			racks[b.Row].release(done.at)
		}
		b.at = racks[b.Row].allocate(max(1, b.Slots))
		heap.Push(e, b)
	}
}

// rounding is the relative difference up to which two times are equal, as in the verifier.
const rounding = 1e-9

// An ending is a heap of bars, the first to end on top.
type ending struct{ list []*bar }

func (e *ending) Len() int           { return len(e.list) }
func (e *ending) Less(i, k int) bool { return e.list[i].End < e.list[k].End }
func (e *ending) Swap(i, k int)      { e.list[i], e.list[k] = e.list[k], e.list[i] }
func (e *ending) Push(x any)         { e.list = append(e.list, x.(*bar)) }
func (e *ending) Pop() any {
	last := len(e.list) - 1
	x := e.list[last]
	e.list = e.list[:last]
	return x
}
