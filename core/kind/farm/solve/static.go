package solve

import (
	"math"

	"gridbox/core/sorting"
)

// A Trade has the trade-off costs of a job, each from 0 to 1, and the static priority, their
// weighted sum.
type Trade struct {
	Memory   float64 `json:"memory"`
	Slots    float64 `json:"slots"`
	Slack    float64 `json:"slack"`
	Waiting  float64 `json:"waiting"`
	Initial  float64 `json:"initial"`
	Priority float64 `json:"priority"`
}

// prioritise is stage one: it computes the static priority of every job of the list at a time,
// and its place in the order.
//
// The paper names the costs and leaves their scale open. Ours range from 0 to 1: memory and slots
// as shares of the largest in the list; slack as the share duration / (deadline - now), 1 if none
// is left and 0 without a deadline; waiting and initial priority from the least to the greatest
// in the list. A document's own order takes precedence. The priority is then the number of jobs
// from a job to the end, so that ratios are meaningful.
func (r *run) prioritise(list []int32, now float64) {
	span := r.span(list, now)
	for _, j := range list {
		r.priority[j] = r.trade(j, now, &span).Priority
	}
	place := make([]int32, len(list))
	copy(place, list)
	sorting.Sort(place, func(a, b int32) int { return r.compareByPriority(a, b) })
	if r.tables {
		r.sortLongestFirst(place)
	}
	if r.documentPosition != nil {
		for i, j := range place {
			r.priority[j] = float64(len(place) - i)
		}
	}
	if r.sequence != nil {
		place = r.sequence
	}
	r.order = place
	for i, j := range place {
		r.position[j] = int32(i)
	}
}

// compareByPriority compares two jobs by the document's order, priority and index.
func (r *run) compareByPriority(a, b int32) int {
	if r.documentPosition != nil && r.documentPosition[a] != r.documentPosition[b] {
		return int(r.documentPosition[a] - r.documentPosition[b])
	}
	if order := sorting.Ascending(r.priority[b], r.priority[a]); order != 0 {
		return order
	}
	return int(a - b)
}

// sortLongestFirst sorts the jobs after the last partitionable one by descending remaining time, ties
// in their order, as in table 3 of the paper. Without a partitionable job the order is unchanged.
func (r *run) sortLongestFirst(place []int32) {
	last := -1
	for i, j := range place {
		if len(r.in.jobs[j].parts) > 1 {
			last = i
		}
	}
	if last < 0 {
		return
	}
	sorting.Stable(place[last+1:], func(a, b int32) int { return sorting.Ascending(r.remaining[b], r.remaining[a]) })
}

// A span is the range of each trade-off cost over a list of jobs.
type span struct {
	memory, slots          float64
	first, last            float64 // submissions; last is at least now
	minInitial, maxInitial float64
}

// span returns the ranges over a list of jobs.
func (r *run) span(list []int32, now float64) span {
	s := span{first: math.Inf(1), last: now, minInitial: math.Inf(1), maxInitial: math.Inf(-1)}
	for _, j := range list {
		from := &r.in.p.Jobs[j]
		s.memory, s.slots = max(s.memory, from.Memory), max(s.slots, float64(from.Slots))
		s.first, s.last = min(s.first, from.Submitted), max(s.last, from.Submitted)
		s.minInitial, s.maxInitial = min(s.minInitial, from.Priority), max(s.maxInitial, from.Priority)
	}
	return s
}

// trade returns the costs of one job within the span.
func (r *run) trade(j int32, now float64, s *span) Trade {
	from, w := &r.in.p.Jobs[j], &r.in.rules
	t := Trade{
		Memory: share(from.Memory, 0, s.memory), Slots: share(float64(from.Slots), 0, s.slots),
		Waiting: share(s.last-from.Submitted, 0, s.last-s.first),
		Initial: share(from.Priority, s.minInitial, s.maxInitial),
	}
	if from.Deadline != nil {
		t.Slack = 1
		if left := *from.Deadline - now; left > r.remaining[j] {
			t.Slack = r.remaining[j] / left
		}
	}
	t.Priority = float64(w.Memory*t.Memory) + float64(w.Slots*t.Slots) + float64(w.Slack*t.Slack) +
		float64(w.Waiting*t.Waiting) + float64(w.Priority*t.Initial)
	return t
}

// share returns the position of x between least and most as a number from 0 to 1, or 0 if they
// are equal.
func share(x, least, most float64) float64 {
	if most <= least {
		return 0
	}
	return (x - least) / (most - least)
}

// jobHeap is a heap of jobs by their place in the static order.
type jobHeap struct {
	position []int32 // of jobs
	order    []int32 // jobs by place
	heap     []int32 // the heap
}

// push adds a job.
func (h *jobHeap) push(j int32) {
	place := h.position[j]
	h.heap = append(h.heap, place)
	i := len(h.heap) - 1
	for i > 0 && h.heap[(i-1)/2] > place {
		h.heap[i] = h.heap[(i-1)/2]
		i = (i - 1) / 2
	}
	h.heap[i] = place
}

// pop removes and returns the first job. There must be one.
func (h *jobHeap) pop() int32 {
	top, last := h.heap[0], len(h.heap)-1
	place := h.heap[last]
	h.heap = h.heap[:last]
	if last == 0 {
		return h.order[top]
	}
	i := 0
	for below := 1; below < last; below = 2*i + 1 {
		if below+1 < last && h.heap[below+1] < h.heap[below] {
			below++
		}
		if h.heap[below] >= place {
			break
		}
		h.heap[i] = h.heap[below]
		i = below
	}
	h.heap[i] = place
	return h.order[top]
}
