package verify

import (
	"cmp"
	"slices"

	"gridbox/core/sorting"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// A stretch is free time of a node, with what a search asks of that.
type stretch struct {
	slots.Span
	performance, price float64
	node               int32
}

func (p *stretch) order(q *stretch) int {
	if p.Start != q.Start {
		return cmp.Compare(p.Start, q.Start)
	}
	return cmp.Compare(p.node, q.node)
}

// shelfSize is up to how many stretches a shelf holds before it is divided.
const shelfSize = 128

// A shelf holds some stretches in a row; none of them ends before soonest or after
// latest, and none of an earlier shelf or this one after sofar. So what is cut moves
// few others, and a search passes over what is over: over the first shelves
// together, since sofar never falls from one to the next. What is left of a stretch
// behind a part ends where the stretch did and stands no earlier, so cutting raises
// sofar of no shelf but the last.
type shelf struct {
	list                   []stretch
	lanes                  *lanes
	soonest, latest, sofar float64
}

// newShelf puts stretches on a shelf.
func (c *batchCheck) newShelf(list []stretch) shelf {
	s := shelf{list: append(make([]stretch, 0, shelfSize+1), list...), lanes: &lanes{}}
	s.measure(&c.grades)
	return s
}

func (s *shelf) measure(g *grades) {
	s.soonest, s.latest = verify.Infinite, 0
	for i := range s.list {
		s.soonest, s.latest = min(s.soonest, s.list[i].End), max(s.latest, s.list[i].End)
		s.grade(g, i)
	}
}

// shelves holds free time in the order of the rule.
func (c *batchCheck) shelves(free [][]slots.Span) []shelf {
	count := 0
	for _, list := range free {
		count += len(list)
	}
	all := make([]stretch, 0, count)
	for n, list := range free {
		for _, s := range list {
			all = append(all, stretch{s, c.p.Nodes[n].Performance, c.p.Nodes[n].Price, int32(n)})
		}
	}
	sorting.By(all, func(a, b stretch) int { return a.order(&b) })
	var out []shelf
	for part := range slices.Chunk(all, shelfSize/2) {
		out = append(out, c.newShelf(part))
	}
	reach(out)
	return out
}

// reach says of each shelf where all up to it are over.
func reach(shelves []shelf) {
	sofar := 0.0
	for i := range shelves {
		sofar = max(sofar, shelves[i].latest)
		shelves[i].sofar = sofar
	}
}

// reaching is the first shelf before which all is over by a time.
func (c *batchCheck) reaching(time float64) int {
	from, end := 0, len(c.left)
	for from < end {
		if middle := (from + end) / 2; c.left[middle].sofar < time {
			from = middle + 1
		} else {
			end = middle
		}
	}
	return from
}

// place is where a stretch stands, or would.
func (c *batchCheck) place(p *stretch) (at, in int) {
	end := len(c.left)
	for at < end {
		middle := (at + end) / 2
		if list := c.left[middle].list; list[len(list)-1].order(p) < 0 {
			at = middle + 1
		} else {
			end = middle
		}
	}
	if at == len(c.left) {
		return at, 0
	}
	list := c.left[at].list
	for end = len(list); in < end; {
		middle := (in + end) / 2
		if list[middle].order(p) < 0 {
			in = middle + 1
		} else {
			end = middle
		}
	}
	return at, in
}

// cut takes a window out of what is left.
func (c *batchCheck) cut(start float64, window []holding) {
	for i := range window {
		h := &window[i]
		at, in := c.place(&h.slot)
		s := &c.left[at]
		if start > h.slot.Start {
			s.list[in].End, s.soonest = start, min(s.soonest, start)
			s.grade(&c.grades, in)
		} else if s.list = slices.Delete(s.list, in, in+1); len(s.list) == 0 {
			c.left = slices.Delete(c.left, at, at+1)
		} else {
			s.close(in)
		}
		if end := start + h.length; end < h.slot.End {
			rest := h.slot
			rest.Start = end
			c.putBack(rest)
		}
	}
}

func (c *batchCheck) putBack(rest stretch) {
	at, in := c.place(&rest)
	switch {
	case len(c.left) == 0:
		c.left = append(c.left, c.newShelf(nil))
	case at == len(c.left):
		at--
		in = len(c.left[at].list)
	}
	s := &c.left[at]
	s.list = sorting.Put(s.list, in, rest)
	s.gap(in)
	s.grade(&c.grades, in)
	s.soonest, s.latest, s.sofar = min(s.soonest, rest.End), max(s.latest, rest.End), max(s.sofar, rest.End)
	if len(s.list) <= shelfSize {
		return
	}
	upper := c.newShelf(s.list[shelfSize/2:])
	s.list, upper.sofar = s.list[:shelfSize/2], s.sofar
	s.measure(&c.grades)
	c.left = sorting.Put(c.left, at+1, upper)
}

// sweep takes out what no job can use any more.
func (c *batchCheck) sweep(jobs []*asking) {
	soonest := verify.Infinite
	for _, a := range jobs {
		if !a.done {
			soonest = min(soonest, a.from+a.shortest)
		}
	}
	for i := range c.left {
		s := &c.left[i]
		if s.soonest >= soonest {
			continue
		}
		c.looks -= len(s.list)
		s.list = slices.DeleteFunc(s.list, func(p stretch) bool { return p.End < soonest })
		s.measure(&c.grades)
	}
	c.left = slices.DeleteFunc(c.left, func(s shelf) bool { return len(s.list) == 0 })
	reach(c.left)
}

// sight is the free time that the k-th cycle sees.
func (c *batchCheck) sight(k int) [][]slots.Span {
	now, until := float64(k-1)*c.p.Period, c.p.Horizon
	if c.p.Sight != nil {
		until = min(until, now+*c.p.Sight)
	}
	out := make([][]slots.Span, len(c.free))
	for i, list := range c.free {
		for _, s := range list {
			s.Start, s.End = max(s.Start, now), min(s.End, until)
			if s.Start < s.End {
				out[i] = append(out[i], s)
			}
		}
	}
	return out
}
