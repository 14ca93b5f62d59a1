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
	list  []release // time released
	stamp int       // of the last release
	seen  []int     // by job: the last release that it was tried with
	// startOnly is set if the start alone determines the machine of a job. Otherwise loads do too,
	// and every job is tried.
	startOnly bool
}

// A release is a time that was released on a machine, or of a floating licence.
type release struct {
	machine  int32 // -1: of a floating licence
	from, to float64
	stamp    int
	around   []interval // by number of slots, rounded down to a power of two
}

// An interval summarises the intervals around a release in which so many slots were free: the first
// begin, the last end and the greatest length.
type interval struct{ first, last, longest float64 }

// newConservative returns the scheduler for the option Compression.
func newConservative(r *run) scheduler {
	if r.o.Compression == farm.Replan {
		return &replanning{}
	}
	w := &r.in.rules
	return &conservative{seen: make([]int, len(r.in.jobs)),
		startOnly: w.Start == 1 && w.Finish == 0 && w.Load == 0 && w.Demand == 0}
}

// freed records the time that a part releases by ending.
func (c *conservative) freed(s *stream, part *hold) { c.free(s, part, s.now) }

// free records the time that a hold releases from a time on.
func (c *conservative) free(s *stream, h *hold, from float64) {
	c.stamp++
	for i, q := range h.machines {
		c.list = append(c.list, release{q, from, h.finish[i], c.stamp, s.around(q, from, h.finish[i])})
	}
	for _, w := range s.in.jobs[h.job].licences {
		for i, q := range h.machines {
			if _, own := s.in.p.Machines[q].Licenses[w.name]; !own {
				c.list = append(c.list, release{-1, from, h.finish[i], c.stamp, nil})
			}
		}
	}
}

// around returns the intervals with free slots around a release, by number of slots. Later there is
// less, or the difference is a release of its own. The begin of an interval that reaches into the
// release and the end of one that reaches out are queried from the profile.
func (s *stream) around(q int32, from, to float64) []interval {
	list := make([]interval, bits.Len32(uint32(s.in.p.Machines[q].Slots)))
	p, at := s.book.machines[q], max(s.now, from)
	begin := make([]float64, len(list))
	for i := range list {
		list[i] = interval{math.Inf(1), math.Inf(-1), 0}
		begin[i] = max(s.now, s.book.store.since(p, need{1 << i, 0}, at))
	}
	shut := func(i int, end float64) {
		x := &list[i]
		x.first, x.last, x.longest = min(x.first, begin[i]), max(x.last, end), max(x.longest, end-begin[i])
		begin[i] = math.Inf(1)
	}
	s.book.store.visit(p, at, func(time float64, free need) bool {
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
		end, some := s.book.store.short(p, need{1 << i, 0}, to)
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
	sorting.By(planned, func(a, b event) int {
		if s.behind(a.job, b.job) {
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

// decide moves reservations and reserves for new jobs.
func (c *conservative) decide(ctx context.Context, s *stream) error {
	if s.late {
		c.displace(s)
	}
	if s.early {
		if err := c.compress(ctx, s); err != nil {
			return err
		}
	}
	for _, j := range s.fresh {
		if h := s.reserve(j); h != nil && h.start == s.now {
			s.push(event{time: h.start, what: starts, job: j})
		}
		c.seen[j] = c.stamp
	}
	s.fresh, s.early, s.late = s.fresh[:0], false, false
	return ctx.Err()
}

// displace repeats the reservations that no longer fit.
func (c *conservative) displace(s *stream) {
	var kept []int32
	for _, j := range s.queue[s.head:] {
		if j >= 0 && s.plans[j] != nil {
			s.book.give(s.plans[j], s.now)
			kept = append(kept, j)
		}
	}
	var rest []*hold
	for _, j := range kept {
		if h := s.plans[j]; s.fits(h, h.start) {
			s.book.take(h)
		} else {
			rest = append(rest, h)
		}
	}
	for _, h := range rest {
		s.plans[h.job] = nil
		c.free(s, h, h.start)
		if made := s.reserve(h.job); made != nil && made.start == s.now {
			s.push(event{time: s.now, what: starts, job: h.job})
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
			s.push(event{time: s.now, what: starts, job: j})
		}
		c.seen[j] = c.stamp
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
	for i := len(c.list) - 1; i >= 0 && c.list[i].stamp > c.seen[j]; i-- {
		p := &c.list[i]
		switch {
		case p.to <= s.now:
		case p.machine < 0:
			if len(job.licences) > 0 {
				return true
			}
		default:
			d, x := s.left[j]/s.in.speed(j, p.machine), &p.around[min(size, len(p.around)-1)]
			room := d <= x.longest+float64(x.longest*0x1p-50)+float64(h.start*0x1p-50)
			switch {
			case !(x.first < h.start) || int32(s.in.p.Machines[p.machine].Slots) < n.slots:
			case x.last >= h.start && slices.Contains(h.machines, p.machine):
				return true // its own time adds to this one
			case room && s.in.lacks(job, s.in.p.Jobs[j].Type, n, k, &s.in.classes[s.in.class[p.machine]]) == "":
				from := max(ready, p.from-d-float64(p.from*0x1p-50)) // by more than rounding
				if s.book.store.earliest(s.book.machines[p.machine], n, d, from) < h.start {
					return true
				}
			}
		}
	}
	return false
}

// move moves a reservation to an earlier start, if there is one.
func (c *conservative) move(s *stream, h *hold) {
	s.book.give(h, h.start)
	if made := s.best(h.job, s.now); made != nil && made.start < h.start {
		s.addReservation(made)
		c.free(s, h, h.start)
		return
	}
	s.book.take(h)
}

// fits reports whether all parts of a hold can start at a time.
func (s *stream) fits(h *hold, at float64) bool {
	n := s.in.jobs[h.job].part(h.parts())
	ready := s.ready(h.job, at)
	for _, q := range h.machines {
		if from := s.readyOn(h.job, q, ready); from > at ||
			s.book.earliest(h.job, q, n, s.left[h.job]/s.in.speed(h.job, q), at) > at {
			return false
		}
	}
	return len(h.machines) == 1 || s.licensed(h)
}

// reserve makes a reservation for one job. It returns nil if the job can never start.
func (s *stream) reserve(j int32) *hold {
	h := s.best(j, s.now)
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
		h.finish = append(h.finish, h.start+s.left[h.job]/s.in.speed(h.job, q))
	}
	s.book.take(h)
	s.plans[h.job] = h
	if h.start > s.now {
		s.push(event{time: h.start, what: starts, job: h.job})
	}
}
