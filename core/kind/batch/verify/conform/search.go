package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/batch"
	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/sorting"
	"gridbox/core/verify/slots"
)

// The rule of ALP and AMP: slots are visited by start, nodes in the order of the document. A slot
// is added to the list if the node is fast enough, the slot long enough and, in ALP, cheap
// enough. Slots that have become too short are dropped. As soon as the list has as many slots as
// the job has nodes and, in AMP, the cheapest of them are within the budget, they are the window.
// Each family gives each job one window, until a job finds none.

// maxVisits is the greatest number of slots visited by the searches of an answer.
const maxVisits = 200_000_000

// rounding is the share of AMP's budget by which a window may exceed it.
const rounding = 1e-12

// A slot is a free time of a node.
type slot struct {
	slots.Span
	node int
}

// compareByStart orders slots by start and node.
func compareByStart(a, b slot) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.node, b.node))
}

// A part is a slot of the list, with the length and the cost of the part.
type part struct {
	slot
	length, cost float64
}

// nodesOf returns the nodes of a window.
func nodesOf(window []part) (nodes []int) {
	for i := range window {
		nodes = append(nodes, window[i].node)
	}
	return nodes
}

// A search is the state of the searches of one cycle.
type search struct {
	*check
	jobs      []*kernel.Offer
	from      []float64 // by job: start of its last window, which no later one precedes
	done      []bool
	freeSlots []slot // time that no window has taken, by start

	minDurations []float64 // by job: least duration of a part
}

// newSearch returns the searches of a cycle, for the jobs in the order of its queue.
func (c *check) newSearch(k int, jobs []*kernel.Offer) *search {
	s := &search{check: c, jobs: jobs, from: make([]float64, len(jobs)), done: make([]bool, len(jobs))}
	for _, o := range jobs {
		shortest := math.Inf(1)
		for i := range c.Problem.Nodes {
			if n := &c.Problem.Nodes[i]; n.Performance >= o.Job.MinPerformance {
				shortest = min(shortest, c.Duration(o.Job, n.Performance))
			}
		}
		s.minDurations = append(s.minDurations, shortest)
	}
	for node, free := range c.Sight(k) {
		for _, f := range free {
			s.freeSlots = append(s.freeSlots, slot{f, node})
		}
	}
	sorting.Sort(s.freeSlots, compareByStart)
	return s
}

// maxFamilies returns the greatest number of windows of a job in a cycle.
func (c *check) maxFamilies() int { return cmp.Or(max(0, c.Options.Families), math.MaxInt32) }

// families runs the searches in their order and calls show with each result, which is nil if
// there is no window. It reports false if show does or the work limit is reached.
func (s *search) families(show func(job, family int, start float64, window []part) bool) bool {
	if s.Answer.Algorithm == batch.MaxMin {
		return s.evenly(show)
	}
	for family, more := 0, true; more && family < s.maxFamilies(); family++ {
		more = false
		s.drop()
		for at := range s.jobs {
			i := at
			if s.Answer.Algorithm == batch.RoundRobin {
				i = (at + family) % len(s.jobs)
			}
			if s.done[i] {
				continue
			}
			window, ok := s.serve(i, family, show)
			if !ok {
				return false
			}
			more = more || window != nil
		}
	}
	return true
}

// serve searches for a window of a job, shows the result and cuts the window from the remaining time.
// It reports false as families does.
func (s *search) serve(i, family int, show func(job, family int, start float64, window []part) bool) (window []part,
	ok bool) {
	start, window := s.next(i)
	if s.visits < 0 || !show(i, family, start, window) {
		return nil, false
	}
	if s.done[i] = window == nil; !s.done[i] {
		s.from[i] = start
		s.cut(start, window)
	}
	return window, true
}

// shareTolerance is the relative difference up to which two shares are equal.
const shareTolerance = 1e-9

// evenly is families for the rule of Max-min fair: the first job of the queue whose windows have the least
// node time is served next.
func (s *search) evenly(show func(job, family int, start float64, window []part) bool) bool {
	shares, families := make([]float64, len(s.jobs)), make([]int, len(s.jobs))
	for {
		next := -1
		for i := range s.jobs {
			if s.done[i] || families[i] >= s.maxFamilies() {
				continue
			}
			if next < 0 || shares[i] < shares[next] {
				next = i
			}
		}
		if next < 0 {
			return true
		}
		for i := range next { // nearly equal shares count as equal
			if !s.done[i] && families[i] < s.maxFamilies() && shares[i] <= shares[next]*(1+shareTolerance) {
				next = i
				break
			}
		}
		window, ok := s.serve(next, families[next], show)
		if !ok {
			return false
		}
		families[next]++
		for k := range window {
			shares[next] += window[k].length
		}
	}
}

// drop removes the slots that end before the next window of any job can.
func (s *search) drop() {
	soonest := math.Inf(1)
	for i := range s.jobs {
		if !s.done[i] {
			soonest = min(soonest, s.from[i]+s.minDurations[i])
		}
	}
	s.freeSlots = slices.DeleteFunc(s.freeSlots, func(x slot) bool { return x.End < soonest })
}

// next returns the next window of a job in the remaining time, or nil if there is none.
func (s *search) next(i int) (start float64, window []part) {
	j, from, soonest := s.jobs[i].Job, s.from[i], s.from[i]+s.minDurations[i]
	alp, budget := s.UsesALP(), costLimit(s.jobs[i].Job)
	var held []part // ALP: in order of arrival; AMP: cheapest first
	if s.visits -= len(s.freeSlots); s.visits < 0 {
		return 0, nil
	}
	for k := range s.freeSlots {
		x := &s.freeSlots[k]
		if x.End < soonest {
			continue
		}
		begin := max(x.Start, from)
		p, ok := s.part(j, x, begin)
		if !ok || !alp && p.cost > budget {
			continue
		}
		at := len(held)
		if !alp {
			at, _ = slices.BinarySearchFunc(held, p.cost, func(h part, cost float64) int {
				if h.cost <= cost {
					return -1 // ties stay in their order
				}
				return 1
			})
		}
		held = sorting.Insert(held, at, p)
		for at := 0; at < min(j.Nodes, len(held)); { // the order of the others does not matter
			if h := &held[at]; begin+h.length > h.End || begin >= h.End {
				held = slices.Delete(held, at, at+1)
			} else {
				at++
			}
		}
		if x.Start < from || len(held) < j.Nodes {
			continue
		}
		if window = held[:j.Nodes]; alp || cost(window) <= budget {
			return begin, window
		}
	}
	return 0, nil
}

// costLimit returns AMP's limit on the cost of a window, up to rounding.
func costLimit(j *batch.Job) float64 {
	budget := kernel.Allowance(j)
	return budget + float64(budget*rounding)
}

// part returns the part of a job in a slot from a start on. It reports false if the slot is
// unsuitable.
func (s *search) part(j *batch.Job, x *slot, start float64) (part, bool) {
	n := &s.Problem.Nodes[x.node]
	if n.Performance < j.MinPerformance || s.UsesALP() && n.Price > j.MaxPrice {
		return part{}, false
	}
	length := s.Duration(j, n.Performance)
	return part{*x, length, n.Price * length}, start+length <= x.End && start < x.End
}

// cost returns the cost of a window.
func cost(window []part) float64 {
	total := 0.0
	for i := range window {
		total += window[i].cost
	}
	return total
}

// cut removes a window from the remaining time.
func (s *search) cut(start float64, window []part) {
	for _, p := range window {
		at, _ := slices.BinarySearchFunc(s.freeSlots, p.slot, compareByStart)
		if before := p.slot; start > before.Start {
			s.freeSlots[at].End = start
		} else {
			s.freeSlots = slices.Delete(s.freeSlots, at, at+1)
		}
		if rest := p.slot; start+p.length < rest.End {
			rest.Start = start + p.length
			at, _ := slices.BinarySearchFunc(s.freeSlots, rest, compareByStart)
			s.freeSlots = sorting.Insert(s.freeSlots, at, rest)
		}
	}
}
