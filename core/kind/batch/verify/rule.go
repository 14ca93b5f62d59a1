package verify

import (
	"math"

	"gridbox/core/kind/batch"
	"gridbox/core/verify"
)

// The rule of ALP and AMP says which windows a job is offered, so the windows of
// an answer are looked for again, by the paper's own pass: slots are taken up in
// the order of their starts, nodes in the order of the document, where the node
// is fast enough, the slot long enough and, in ALP, cheap enough; those that
// have become too short from there on go. As soon as as many slots are held as
// the job has nodes, and in AMP so many of the cheapest keep the budget, they
// are the window. Families follow each other until a job finds nothing more.

// An asking is a job in one cycle, with what it has been offered.
type asking struct {
	job           *batch.Job
	place         int     // in the queue of its cycle, from 0
	volume, scale uint64  // remainders of the volume, and of one divided by the least performance twice
	shortest      float64 // no part lasts less
	from          float64 // the start of its last window; no later one starts before
	wants         wants
	done          bool
	points        []point
}

func (c *batchCheck) asking(j *batch.Job) *asking {
	a := &asking{job: j, volume: remainder(j.Volume), shortest: verify.Infinite}
	switch {
	case c.fastest < j.MinPerformance: // no node is fast enough
	case c.scaled:
		one := remainderInverse(remainder(j.MinPerformance))
		a.scale, a.shortest = remainderProduct(one, one), j.Volume/j.MinPerformance
	default:
		a.shortest = j.Volume / c.fastest
	}
	a.wants = c.wanted(a)
	return a
}

// A holding is a slot that has been taken up, with the part that it is for.
type holding struct {
	slot         stretch
	length, cost float64
	order        int // of coming
}

func (h *holding) lasts(start float64) bool {
	return start+h.length <= h.slot.End && start < h.slot.End
}

// seek finds the next window of a job in the free time that is left. It reports
// false where there is none, or where too much has been looked at.
func (c *batchCheck) seek(a *asking) (start float64, window []holding, ok bool) {
	alp, budget := c.rule == byALP, allowance(a.job)
	c.held, c.spare = c.held[:0], c.spare[:0]
	at, changed, soonest := a.from, false, a.from+a.shortest
	for b := c.reaching(soonest); b < len(c.left); b++ {
		if c.looks--; c.left[b].latest < soonest {
			continue
		}
		list, from := c.left[b].list, 0
		if c.looks -= len(list) / 8; c.looks < 0 {
			return 0, nil, false
		}
		suiting := c.left[b].lanes.suiting(0, &a.wants)
		for from < len(list) {
			if suiting == 0 {
				if from += 8; from < len(list) {
					suiting = c.left[b].lanes.suiting(from, &a.wants)
				}
				continue
			}
			i := from + nextOf(&suiting)
			if c.looks--; i >= len(list) {
				break
			}
			p := &list[i]
			if p.End < soonest || p.performance < a.job.MinPerformance || alp && p.price > a.job.MaxPrice {
				continue
			}
			begin := max(p.Start, a.from)
			if begin+a.shortest > p.End {
				continue
			}
			length, cost := c.lasting(a.job, p.performance), 0.0
			if begin+length > p.End || begin >= p.End {
				continue
			}
			if !alp {
				// What is dearer alone than a whole window may be is in none.
				if cost = p.price * length; cost > budget+float64(budget*roundingOf) {
					continue
				}
			}
			if begin > at {
				at = begin
				changed = c.expire(at, a.job.Nodes) || changed
			}
			h := holding{*p, length, cost, 0}
			changed = c.take(&h, a.job.Nodes) || changed
			if p.Start < a.from || len(c.held) < a.job.Nodes || !changed {
				continue
			}
			changed = false
			if window = c.held[:a.job.Nodes]; alp || spent(window) <= budget+float64(budget*roundingOf) {
				return at, window, true
			}
		}
	}
	return 0, nil, false
}

// AMP holds the n cheapest slots, the cheapest first and equal ones as they came, and has
// the others to spare: of those the dearer and later ones, so that one of them comes up
// only when one that is held has become too short. ALP holds what came.

// expire drops what is held and too short from a start on, and takes up what is to spare
// for it. It tells whether that changed the first n.
func (c *batchCheck) expire(start float64, n int) bool {
	kept := 0
	for i := range c.held {
		if !c.held[i].lasts(start) {
			continue
		}
		if kept < i {
			c.held[kept] = c.held[i]
		}
		kept++
	}
	dropped := kept < len(c.held)
	c.held = c.held[:kept]
	for len(c.held) < n && c.refill(start) {
	}
	return dropped
}

// refill takes up the cheapest of what is to spare and long enough, and drops what is not.
func (c *batchCheck) refill(start float64) bool {
	c.looks -= len(c.spare) / 8
	kept, best := 0, -1
	for i := range c.spare {
		h := &c.spare[i]
		if !h.lasts(start) {
			continue
		}
		if kept < i {
			c.spare[kept] = *h
		}
		if best < 0 || h.cost < c.spare[best].cost || h.cost == c.spare[best].cost && h.order < c.spare[best].order {
			best = kept
		}
		kept++
	}
	c.spare = c.spare[:kept]
	if best < 0 {
		return false
	}
	c.held = append(c.held, c.spare[best])
	c.spare[best] = c.spare[kept-1]
	c.spare = c.spare[:kept-1]
	return true
}

// take adds a slot. It tells whether the first n are others than before.
func (c *batchCheck) take(h *holding, n int) bool {
	if c.rule == byALP {
		c.held = append(c.held, *h)
		return len(c.held) <= n
	}
	c.came++
	h.order = c.came
	if len(c.held) == n {
		if last := &c.held[n-1]; h.cost < last.cost {
			c.spare = append(c.spare, *last)
			c.held = c.held[:n-1]
		} else {
			c.spare = append(c.spare, *h)
			return false
		}
	}
	at := len(c.held)
	c.held = append(c.held, *h)
	for ; at > 0 && h.cost < c.held[at-1].cost; at-- {
		c.held[at] = c.held[at-1]
	}
	c.held[at] = *h
	return true
}

func spent(window []holding) float64 {
	total := 0.0
	for i := range window {
		total += window[i].cost
	}
	return total
}

// keepsLimit is 1 where a sum keeps a limit, -1 where it does not, and 0 where it
// is rounding that decides: limits are kept up to a part of 10^-12.
func keepsLimit(total, limit float64) int {
	room := roundingOf * math.Abs(limit)
	switch {
	case total <= limit+room*0.9:
		return 1
	case total > limit+room*1.1:
		return -1
	}
	return 0
}

// families goes through the searches of a cycle in their order, and shows each
// outcome, none where found is empty, until all jobs are done. It reports false
// where show does, or where too much has been looked at.
func (c *batchCheck) families(jobs []*asking, show func(job, family int, start float64, found []holding) bool) bool {
	most := c.mostFamilies()
	for family, more := 0, true; more && family < most; family++ {
		more = false
		c.sweep(jobs)
		for i, a := range jobs {
			if a.done {
				continue
			}
			start, window, ok := c.seek(a)
			if !ok && c.looks < 0 || !show(i, family, start, window) {
				return false
			}
			if a.done = !ok; a.done {
				continue
			}
			more = true
			a.from = start
			c.nodesOf = c.nodesOf[:0]
			for k := range window {
				c.nodesOf = append(c.nodesOf, window[k].slot.node)
			}
			a.points = append(a.points, c.point(a, c.nodesOf))
			c.cut(start, window)
		}
	}
	return true
}
