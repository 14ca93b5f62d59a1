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

// The rule of ALP and AMP: slots are taken up in the order of their starts, nodes in the
// order of the document, if the node is fast enough, the slot long enough and, in ALP,
// cheap enough. Those that have become too short from there on are dropped. As soon as
// as many slots are held as the job has nodes, and in AMP so many of the cheapest are
// within the budget, they are the window. Each family gives each job one window, until
// a job finds none.

// maxVisits is how many slots the searches of an answer visit in all.
const maxVisits = 200_000_000

// rounding is the part of AMP's budget by which a window may exceed it.
const rounding = 1e-12

// A slot is a free time of a node.
type slot struct {
	slots.Span
	node int
}

func byStart(a, b slot) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.node, b.node))
}

// A part is a slot that is held, with the length and the cost of the part.
type part struct {
	slot
	length, cost float64
}

func nodesOf(window []part) (nodes []int) {
	for i := range window {
		nodes = append(nodes, window[i].node)
	}
	return nodes
}

// A search is the state of the searches of one cycle.
type search struct {
	*check
	jobs []*kernel.Offer
	from []float64 // by job: the start of its last window; no later one starts before
	done []bool
	left []slot // what no window has taken, by start

	shortest []float64 // by job: no part lasts less
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
		s.shortest = append(s.shortest, shortest)
	}
	for node, free := range c.Sight(k) {
		for _, f := range free {
			s.left = append(s.left, slot{f, node})
		}
	}
	sorting.By(s.left, byStart)
	return s
}

// maxFamilies is how many windows a job is offered in a cycle at most.
func (c *check) maxFamilies() int { return cmp.Or(max(0, c.Options.Families), math.MaxInt32) }

// families runs the searches in their order, and shows the outcome of each, which is nil
// if there is no window. It reports false if show does or the limit of work is reached.
func (s *search) families(show func(job, family int, start float64, window []part) bool) bool {
	for family, more := 0, true; more && family < s.maxFamilies(); family++ {
		more = false
		s.drop()
		for i := range s.jobs {
			if s.done[i] {
				continue
			}
			start, window := s.next(i)
			if s.visits < 0 || !show(i, family, start, window) {
				return false
			}
			if s.done[i] = window == nil; !s.done[i] {
				more = true
				s.from[i] = start
				s.cut(start, window)
			}
		}
	}
	return true
}

// drop removes the slots that have ended before the next window of any job can.
func (s *search) drop() {
	soonest := math.Inf(1)
	for i := range s.jobs {
		if !s.done[i] {
			soonest = min(soonest, s.from[i]+s.shortest[i])
		}
	}
	s.left = slices.DeleteFunc(s.left, func(x slot) bool { return x.End < soonest })
}

// next finds the next window of a job in the time that is left. It returns nil if there
// is none.
func (s *search) next(i int) (start float64, window []part) {
	j, from, soonest := s.jobs[i].Job, s.from[i], s.from[i]+s.shortest[i]
	alp, budget := s.UsesALP(), allowed(s.jobs[i].Job)
	var held []part // ALP's as they come, AMP's the cheapest first
	if s.visits -= len(s.left); s.visits < 0 {
		return 0, nil
	}
	for k := range s.left {
		x := &s.left[k]
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
					return -1 // equal ones stay as they come
				}
				return 1
			})
		}
		held = sorting.Put(held, at, p)
		for at := 0; at < min(j.Nodes, len(held)); { // of the others it does not matter
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

// allowed returns AMP's limit on the cost of a window, up to rounding.
func allowed(j *batch.Job) float64 {
	budget := kernel.Allowance(j)
	return budget + float64(budget*rounding)
}

// part returns the part of a job in a slot from a start on. It reports false if the slot
// does not suit.
func (s *search) part(j *batch.Job, x *slot, start float64) (part, bool) {
	n := &s.Problem.Nodes[x.node]
	if n.Performance < j.MinPerformance || s.UsesALP() && n.Price > j.MaxPrice {
		return part{}, false
	}
	length := s.Duration(j, n.Performance)
	return part{*x, length, n.Price * length}, start+length <= x.End && start < x.End
}

func cost(window []part) float64 {
	total := 0.0
	for i := range window {
		total += window[i].cost
	}
	return total
}

// cut takes a window out of what is left.
func (s *search) cut(start float64, window []part) {
	for _, p := range window {
		at, _ := slices.BinarySearchFunc(s.left, p.slot, byStart)
		if before := p.slot; start > before.Start {
			s.left[at].End = start
		} else {
			s.left = slices.Delete(s.left, at, at+1)
		}
		if rest := p.slot; start+p.length < rest.End {
			rest.Start = start + p.length
			at, _ := slices.BinarySearchFunc(s.left, rest, byStart)
			s.left = sorting.Put(s.left, at, rest)
		}
	}
}
