package check

import (
	"cmp"
	"slices"
)

// A stretch is free time of a node.
type stretch struct {
	span
	node int32
}

func (p *stretch) order(q *stretch) int {
	if p.start != q.start {
		return cmp.Compare(p.start, q.start)
	}
	return cmp.Compare(p.node, q.node)
}

// shelfSize is up to how many stretches a shelf holds before it is divided.
const shelfSize = 128

// A shelf holds some stretches in a row; none of them ends after latest. So what
// is cut moves few others, and a search passes over what is over.
type shelf struct {
	list   []stretch
	latest float64
}

func (s *shelf) measure() {
	s.latest = 0
	for i := range s.list {
		s.latest = max(s.latest, s.list[i].end)
	}
}

// shelves holds free time in the order of the rule.
func shelves(free [][]span) []shelf {
	var all []stretch
	for n, list := range free {
		for _, s := range list {
			all = append(all, stretch{s, int32(n)})
		}
	}
	slices.SortFunc(all, func(a, b stretch) int { return a.order(&b) })
	var out []shelf
	for part := range slices.Chunk(all, shelfSize/2) {
		s := shelf{list: append(make([]stretch, 0, shelfSize+1), part...)}
		s.measure()
		out = append(out, s)
	}
	return out
}

// place is where a stretch stands, or would.
func (c *batchCheck) place(p *stretch) (at, in int) {
	at, _ = slices.BinarySearchFunc(c.left, p, func(s shelf, p *stretch) int { return s.list[len(s.list)-1].order(p) })
	if at == len(c.left) {
		return at, 0
	}
	in, _ = slices.BinarySearchFunc(c.left[at].list, p, func(q stretch, p *stretch) int { return q.order(p) })
	return at, in
}

// cut takes a window out of what is left.
func (c *batchCheck) cut(start float64, window []holding) {
	for i := range window {
		h := &window[i]
		at, in := c.place(&h.slot)
		s := &c.left[at]
		if start > h.slot.start {
			s.list[in].end = start
		} else if s.list = slices.Delete(s.list, in, in+1); len(s.list) == 0 {
			c.left = slices.Delete(c.left, at, at+1)
		}
		if end := start + h.length; end < h.slot.end {
			c.putBack(stretch{span{end, h.slot.end}, h.slot.node})
		}
	}
}

func (c *batchCheck) putBack(rest stretch) {
	at, in := c.place(&rest)
	switch {
	case len(c.left) == 0:
		c.left = append(c.left, shelf{})
	case at == len(c.left):
		at--
		in = len(c.left[at].list)
	}
	s := &c.left[at]
	s.list = slices.Insert(s.list, in, rest)
	s.latest = max(s.latest, rest.end)
	if len(s.list) <= shelfSize {
		return
	}
	upper := shelf{list: append(make([]stretch, 0, shelfSize+1), s.list[shelfSize/2:]...)}
	s.list = s.list[:shelfSize/2]
	s.measure()
	upper.measure()
	c.left = slices.Insert(c.left, at+1, upper)
}

// sweep takes out what no job can use any more.
func (c *batchCheck) sweep(jobs []*asking) {
	soonest := infinite
	for _, a := range jobs {
		if !a.done {
			soonest = min(soonest, a.from+a.shortest)
		}
	}
	for i := range c.left {
		s := &c.left[i]
		c.looks -= len(s.list)
		s.list = slices.DeleteFunc(s.list, func(p stretch) bool { return p.end < soonest })
		s.measure()
	}
	c.left = slices.DeleteFunc(c.left, func(s shelf) bool { return len(s.list) == 0 })
}
