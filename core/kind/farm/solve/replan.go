package solve

import (
	"context"
)

// replanning is conservative backfilling without compression in place. A job gets a reservation
// when it joins the queue, the earliest that delays no earlier one. When a job ends early or
// late, all reservations are made again in the order of the queue. So a job at the front gains
// most, and one behind it may start later than its first reservation.
//
// Reservations are made lazily. One depends only on earlier ones, and a reserved job starts only
// at a time at which another job ends or is reserved to end, which is an event. So it suffices to
// plan up to the last job that could start now if the unplanned ones did not exist. The rest
// stays a list until the next event, or until all is planned again. The schedule is that of
// planning everything immediately.
type replanning struct {
	list    []int32 // jobs in the order in which they are planned
	planned int     // number of planned jobs, including started ones
	cleared []bool  // machines whose reservations are being removed
	// freeFrom has the times from which slots of a machine are free without reservations, by their
	// number rounded down to a power of two. Running jobs only end, so the times hold for any
	// duration.
	freeFrom [][]float64
	holes    holes
}

// freed does nothing: reservations are made again if a job ends early.
func (*replanning) freed(*stream, *hold) {}

// begin starts the jobs whose reservations begin now.
func (c *replanning) begin(s *stream, planned []event) {
	if s.early {
		return // the plan may no longer fit; decide makes it again
	}
	for _, h := range c.plan(s) {
		planned = append(planned, event{job: h.job})
	}
	s.startReserved(planned)
}

// decide makes reservations.
func (c *replanning) decide(ctx context.Context, s *stream) error {
	if s.early {
		c.forget(s)
	} else {
		c.list = append(c.list, s.fresh...)
	}
	s.fresh, s.early, s.late = s.fresh[:0], false, false
	for _, h := range c.plan(s) {
		s.push(event{time: h.start, what: starts, job: h.job})
	}
	return ctx.Err()
}

// forget removes all reservations.
func (c *replanning) forget(s *stream) {
	if c.cleared == nil {
		c.cleared, c.freeFrom = make([]bool, len(s.in.p.Machines)), make([][]float64, len(s.in.p.Machines))
	}
	for _, j := range c.list[:c.planned] {
		if h := s.plans[j]; h != nil {
			s.book.remove(h, h.start)
			s.plans[j] = nil
			for _, q := range h.machines {
				c.cleared[q] = true
			}
		}
	}
	c.list, c.planned = c.list[:0], 0
	for _, j := range s.queue[s.head:] {
		if j >= 0 {
			c.list = append(c.list, j)
		}
	}
	if s.own != nil {
		s.own.job.sort(c.list)
	}
	for q := range c.cleared {
		if c.cleared[q] || s.touched[q] {
			c.cleared[q] = false
			c.rebound(s, int32(q))
		}
	}
}

// rebound sets the bounds of a machine without reservations.
func (c *replanning) rebound(s *stream, q int32) {
	if c.freeFrom[q] == nil || s.touched[q] {
		s.touched[q] = false
		c.freeFrom[q] = c.freeFrom[q][:0]
		for slots := 1; slots <= s.in.p.Machines[q].Slots; slots *= 2 {
			c.freeFrom[q] = append(c.freeFrom[q], s.book.store.enough(s.book.machines[q], need{int32(slots), 0}, s.now))
		}
	}
	tree, leaf := &s.book.index[s.in.class[q]], int(s.in.rank[q])
	for _, b := range tree.all {
		if size := sizeOf(b.need.slots); size < len(c.freeFrom[q]) {
			tree.setBound(b, leaf, max(s.now, c.freeFrom[q][size]))
		}
	}
}

// fewJobs is the number of jobs that are planned without a check whether they may start.
const fewJobs = 4

// plan makes reservations up to the last job that may start now, and returns the holds that start
// now.
func (c *replanning) plan(s *stream) []*hold {
	var now []*hold
	few := len(c.list)-c.planned <= fewJobs
	if !few {
		c.holes.find(s)
	}
	for i := c.planned; i < len(c.list) && s.stuck == ""; i++ {
		if !few && !c.holes.mayStart(s, c.list[i]) {
			continue
		}
		for ; c.planned <= i; c.planned++ {
			h := s.reserve(c.list[c.planned])
			if h == nil {
				return nil
			}
			if !few {
				c.holes.remeasure(s, h)
			}
			if h.start == s.now {
				now = append(now, h)
			}
		}
	}
	return now
}
