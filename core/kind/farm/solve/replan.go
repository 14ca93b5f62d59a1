package solve

import (
	"context"
)

// replanning is conservative backfilling that gives every job a reservation when
// it joins the queue, the earliest that delays none before it, and makes all of
// them anew in the order of the queue when the future turns out otherwise, a job
// ending early or late. So a job that came early gains most, and one behind it
// may start later than it was first told.
//
// Reservations are made no sooner than they matter. One depends on those
// before it alone, and nothing that has been reserved starts but at a time at
// which something else ends or is reserved to end, which is an event. So it is
// enough to plan as far as the last job that could start now if those that are
// not planned were not there. The rest stays a list until the next event, or
// until the future turns out otherwise again, and then was never worth making.
// The schedule is that of planning everything at once.
type replanning struct {
	list    []int32 // jobs in the order in which they are planned
	planned int     // how many of them are; those that have started count
	given   []bool  // machines whose reservations are given back, while they are
	// bare says from when on a machine could have slots free, by their number
	// taken down to a power of two, with nothing on it but what runs. What runs
	// only ends, so that holds for any duration.
	bare  [][]float64
	holes holes
}

func (*replanning) freed(*stream, *hold) {}

func (c *replanning) begin(s *stream, planned []event) {
	if s.early {
		return // what was planned may not fit any more; decide plans anew
	}
	for _, h := range c.plan(s) {
		planned = append(planned, event{job: h.job})
	}
	s.startReserved(planned)
}

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

// forget gives all reservations back.
func (c *replanning) forget(s *stream) {
	if c.given == nil {
		c.given, c.bare = make([]bool, len(s.in.p.Machines)), make([][]float64, len(s.in.p.Machines))
	}
	for _, j := range c.list[:c.planned] {
		if h := s.plans[j]; h != nil {
			s.book.strike(h, h.start)
			s.plans[j] = nil
			for _, q := range h.machines {
				c.given[q] = true
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
	for q := range c.given {
		if c.given[q] || s.touched[q] {
			c.given[q] = false
			c.rebound(s, int32(q))
		}
	}
}

// rebound sets the bounds of a machine without reservations.
func (c *replanning) rebound(s *stream, q int32) {
	if c.bare[q] == nil || s.touched[q] {
		s.touched[q] = false
		c.bare[q] = c.bare[q][:0]
		for slots := 1; slots <= s.in.p.Machines[q].Slots; slots *= 2 {
			c.bare[q] = append(c.bare[q], s.book.store.enough(s.book.machines[q], need{int32(slots), 0}, s.now))
		}
	}
	tree, leaf := &s.book.index[s.in.class[q]], int(s.in.rank[q])
	for _, b := range tree.all {
		if size := sizeOf(b.need.slots); size < len(c.bare[q]) {
			tree.rebound(b, leaf, max(s.now, c.bare[q][size]))
		}
	}
}

// fewJobs are planned at once, without looking whether they may start.
const fewJobs = 4

// plan makes reservations as far as one may start now and gives those that do.
func (c *replanning) plan(s *stream) []*hold {
	var now []*hold
	few := len(c.list)-c.planned <= fewJobs
	if !few {
		c.holes.find(s)
	}
	for i := c.planned; i < len(c.list) && s.stuck == ""; i++ {
		if !few && !c.holes.may(s, c.list[i]) {
			continue
		}
		for ; c.planned <= i; c.planned++ {
			h := s.reserve(c.list[c.planned])
			if h == nil {
				return nil
			}
			if !few {
				c.holes.taken(s, h)
			}
			if h.start == s.now {
				now = append(now, h)
			}
		}
	}
	return now
}
