package solve

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// conservative is conservative backfilling with compression. A job gets a reservation when it
// joins the queue, the earliest that delays no earlier one. When a job ends early, each
// reservation is tried in the order of the queue, with all others in place, and moves if it can
// start sooner. So no job starts later than its first reservation.
//
// A job that exceeds its estimate invalidates reservations. Then, in the order of the queue,
// reservations that still fit stay, the others are made again around them, and after that each is
// tried as above.
//
// A reservation that could not be moved can be moved later only into time that was released
// since. So only machines with released time are queried.
type conservative struct {
	list      []release // time released
	stamp     int       // of the last release
	lastTried []int     // by job: the last release that it was tried with
	// startOnly is set if the start alone determines the machine of a job. Otherwise loads do too,
	// and every job is tried.
	startOnly bool
}

// A release is a time that was released on a machine, or of a floating licence.
type release struct {
	machine   int32 // -1: of a floating licence
	from, to  float64
	stamp     int
	intervals []interval // by number of slots, rounded down to a power of two
}

// An interval summarises the intervals around a release in which so many slots were free: the first
// begin, the last end and the greatest length.
type interval struct{ first, last, maxLength float64 }

// newConservative returns the scheduler for the option Compression.
func newConservative(r *run) scheduler {
	if r.o.Compression == farm.Replan {
		return &replanning{}
	}
	w := &r.in.rules
	return &conservative{lastTried: make([]int, len(r.in.jobs)),
		startOnly: w.Start == 1 && w.Finish == 0 && w.Load == 0 && w.Demand == 0}
}

// handleEarlyEnd records the time that a part releases by ending.
func (c *conservative) handleEarlyEnd(s *stream, part *hold) { c.free(s, part, s.now) }

// free records the time that a hold releases from a time on.
func (c *conservative) free(s *stream, h *hold, from float64) {
	c.stamp++
	for i, q := range h.machines {
		c.list = append(c.list, release{q, from, h.finish[i], c.stamp, s.freeIntervals(q, from, h.finish[i])})
	}
	for _, w := range s.in.jobs[h.job].licences {
		for i, q := range h.machines {
			if _, own := s.in.p.Machines[q].Licenses[w.name]; !own {
				c.list = append(c.list, release{-1, from, h.finish[i], c.stamp, nil})
			}
		}
	}
}

// freeIntervals returns the intervals with free slots around a release, by number of
// slots. Later free intervals are shorter, or the difference is a separate
// release. The begin of an interval that reaches into the release and the end
// of one that reaches out are queried from the profile.
func (s *stream) freeIntervals(q int32, from, to float64) []interval {
	list := make([]interval, bits.Len32(uint32(s.in.p.Machines[q].Slots)))
	p, at := s.calendar.machines[q], max(s.now, from)
	begin := make([]float64, len(list))
	for i := range list {
		list[i] = interval{math.Inf(1), math.Inf(-1), 0}
		begin[i] = max(s.now, s.calendar.store.freeSince(p, need{1 << i, 0}, at))
	}
	shut := func(i int, end float64) {
		x := &list[i]
		x.first, x.last, x.maxLength = min(x.first, begin[i]), max(x.last, end), max(x.maxLength, end-begin[i])
		begin[i] = math.Inf(1)
	}
	s.calendar.store.visit(p, at, func(time float64, free need) bool {
		if time >= to {
			return false
		}
		for i := range list {
			switch enough := free.slots >= 1<<i; {
			case enough && math.IsInf(begin[i], 1):
				begin[i] = time
			case !enough && !math.IsInf(begin[i], 1):
				shut(i, time)
			}
		}
		return true
	})
	for i := range list {
		if begin[i] >= to {
			continue
		}
		end, some := s.calendar.store.nextShortage(p, need{1 << i, 0}, to)
		if !some {
			end = math.Inf(1)
		}
		shut(i, end)
	}
	return list
}

// begin starts the jobs whose reservations begin now, unless a job has ended early.
func (c *conservative) begin(s *stream, planned []event) {
	if !s.early {
		s.startReserved(planned)
	}
}

// startReserved starts the jobs whose reservations begin now.
func (s *stream) startReserved(planned []event) {
	sorting.Sort(planned, func(a, b event) int {
		if s.follows(a.job, b.job) {
			return 1
		}
		return -1
	})
	for _, e := range planned {
		if h := s.plans[e.job]; h != nil && h.start == s.now {
			s.plans[e.job] = nil
			s.start(h, true)
		}
	}
}

// decide moves the reservations that an overrun delays or an early end advances, and reserves for
// new jobs. A new job that can start now gets an event at this time. The error is the context's.
func (c *conservative) decide(ctx context.Context, s *stream) error {
	if s.late {
		c.displace(s)
	}
	if s.early {
		if err := c.compress(ctx, s); err != nil {
			return err
		}
	}
	for _, j := range s.newJobs {
		if h := s.reserve(j); h != nil && h.start == s.now {
			s.push(event{time: h.start, kind: starts, job: j})
		}
		c.lastTried[j] = c.stamp
	}
	s.newJobs, s.early, s.late = s.newJobs[:0], false, false
	return ctx.Err()
}

// displace makes new reservations for the jobs whose reservations no longer fit. The other
// reservations are kept; they are checked in the order of the queue. A job that can start now gets
// an event at this time.
func (c *conservative) displace(s *stream) {
	var kept []int32
	for _, j := range s.queue[s.head:] {
		if j >= 0 && s.plans[j] != nil {
			s.calendar.release(s.plans[j], s.now)
			kept = append(kept, j)
		}
	}
	var rest []*hold
	for _, j := range kept {
		if h := s.plans[j]; s.fits(h, h.start) {
			s.calendar.occupy(h)
		} else {
			rest = append(rest, h)
		}
	}
	for _, h := range rest {
		s.plans[h.job] = nil
		c.free(s, h, h.start)
		if made := s.reserve(h.job); made != nil && made.start == s.now {
			s.push(event{time: s.now, kind: starts, job: h.job})
		}
	}
}

// compress tries every reservation in the order of the queue.
func (c *conservative) compress(ctx context.Context, s *stream) error {
	before := c.stamp
	for i, j := range s.queue[s.head:] {
		if j < 0 || s.plans[j] == nil {
			continue
		}
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		if h := s.plans[j]; h.start > s.now && c.mayMove(s, h) {
			c.move(s, h)
		}
		if h := s.plans[j]; h.start == s.now {
			s.push(event{time: s.now, kind: starts, job: j})
		}
		c.lastTried[j] = c.stamp
	}
	c.list = slices.DeleteFunc(c.list, func(p release) bool { return p.stamp <= before || p.to <= s.now })
	return nil
}

// mayMove reports whether a reservation might start sooner in time that was released since it was
// last tried.
func (c *conservative) mayMove(s *stream, h *hold) bool {
	if !c.startOnly {
		return true
	}
	j, job := h.job, &s.in.jobs[h.job]
	k := job.parts[len(job.parts)-1]
	n, ready := job.part(k), s.ready(h.job, s.now)
	size := sizeOf(n.slots)
	for i := len(c.list) - 1; i >= 0 && c.list[i].stamp > c.lastTried[j]; i-- {
		p := &c.list[i]
		switch {
		case p.to <= s.now:
		case p.machine < 0:
			if len(job.licences) > 0 {
				return true
			}
		default:
			d, x := s.remaining[j]/s.in.speed(j, p.machine), &p.intervals[min(size, len(p.intervals)-1)]
			room := d <= x.maxLength+float64(x.maxLength*0x1p-50)+float64(h.start*0x1p-50)
			switch {
			case !(x.first < h.start) || int32(s.in.p.Machines[p.machine].Slots) < n.slots:
			case x.last >= h.start && slices.Contains(h.machines, p.machine):
				return true // its own time adds to this one
			case room && s.in.lacks(job, s.in.p.Jobs[j].Type, n, k, &s.in.classes[s.in.class[p.machine]]) == "":
				from := max(ready, p.from-d-float64(p.from*0x1p-50)) // by more than rounding
				if s.calendar.store.earliestFree(s.calendar.machines[p.machine], n, d, from) < h.start {
					return true
				}
			}
		}
	}
	return false
}

// move moves a reservation to an earlier start, if there is one.
func (c *conservative) move(s *stream, h *hold) {
	s.calendar.release(h, h.start)
	if made := s.bestHold(h.job, s.now); made != nil && made.start < h.start {
		s.addReservation(made)
		c.free(s, h, h.start)
		return
	}
	s.calendar.occupy(h)
}

// fits reports whether all parts of a hold can start at a time.
func (s *stream) fits(h *hold, at float64) bool {
	n := s.in.jobs[h.job].part(h.parts())
	ready := s.ready(h.job, at)
	for _, q := range h.machines {
		if from := s.readyOn(h.job, q, ready); from > at ||
			s.calendar.earliestStart(h.job, q, n, s.remaining[h.job]/s.in.speed(h.job, q), at) > at {
			return false
		}
	}
	return len(h.machines) == 1 || s.hasLicences(h)
}

// reserve makes a reservation for one job. It returns nil if the job can never start.
func (s *stream) reserve(j int32) *hold {
	h := s.bestHold(j, s.now)
	if h == nil {
		s.markStuck(j)
		return nil
	}
	s.addReservation(h)
	return h
}

// addReservation adds a reservation.
func (s *stream) addReservation(h *hold) {
	for _, q := range h.machines {
		h.finish = append(h.finish, h.start+s.remaining[h.job]/s.in.speed(h.job, q))
	}
	s.calendar.occupy(h)
	s.plans[h.job] = h
	if h.start > s.now {
		s.push(event{time: h.start, kind: starts, job: h.job})
	}
}

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

// handleEarlyEnd does nothing: reservations are made again if a job ends early.
func (*replanning) handleEarlyEnd(*stream, *hold) {}

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
		c.list = append(c.list, s.newJobs...)
	}
	s.newJobs, s.early, s.late = s.newJobs[:0], false, false
	for _, h := range c.plan(s) {
		s.push(event{time: h.start, kind: starts, job: h.job})
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
			s.calendar.remove(h, h.start)
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
	if s.scores != nil {
		s.scores.job.sort(c.list)
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
			c.freeFrom[q] = append(c.freeFrom[q], s.calendar.store.nextFree(s.calendar.machines[q],
				need{int32(slots), 0},
				s.now))
		}
	}
	tree, leaf := &s.calendar.index[s.in.class[q]], int(s.in.rank[q])
	for _, b := range tree.allBounds {
		if size := sizeOf(b.need.slots); size < len(c.freeFrom[q]) {
			tree.setBound(b, leaf, max(s.now, c.freeFrom[q][size]))
		}
	}
}

// maxUncheckedJobs is the number of jobs that are planned without a check whether they may start.
const maxUncheckedJobs = 4

// plan makes reservations up to the last job that may start now, and returns the holds that start
// now.
func (c *replanning) plan(s *stream) []*hold {
	var now []*hold
	few := len(c.list)-c.planned <= maxUncheckedJobs
	if !few {
		c.holes.find(s)
	}
	for i := c.planned; i < len(c.list) && s.failure == ""; i++ {
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
