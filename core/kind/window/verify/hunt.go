package verify

import "math"

// A hunt looks for a window that an answer says does not exist. Were it to look
// at each start of each group it would look at all slots times all groups; it
// takes stretches of starts and of groups instead, cells: the slots that can be
// part of a window anywhere in a cell are more than those of any one of its
// windows, so that where the best of them are not good enough no window of the
// cell is. Otherwise the cell is halved.
//
// Only windows count that have a node of their group's own and a slot that
// starts when they do. Without the one the window is there in a faster group,
// shorter and no dearer; without the other it is there sooner. So a cell is as
// narrow as such slots make it.
//
// Every slot looked at is a look; the hunt is given up when none is left.
type windowHunt struct {
	*windowField
	aim   windowAim
	arena []int32
	tall  float64 // how much a difference of runtimes weighs against one of starts
	over  bool    // given up
}

// An aim is what a hunt is after.
type windowAim interface {
	// confine fills a cell with those of some slots that can be of use in it and
	// tightens it around them; false where no window in it is what is looked for.
	confine(c *windowCell, from []int32) bool
	// settle looks at one start of one group, and tells whether that is a window
	// that is looked for; the hunt is over then.
	settle(c *windowCell) bool
}

// A cell is a stretch of groups and of starts.
type windowCell struct {
	slots  []int32
	k0, k1 int
	s0, s1 float64
	u      float64 // multiplier of the budget, where sums are looked for
}

// all is the cell of every start and group up to the last of both.
func (f *windowField) all(last int, until float64) windowCell {
	return windowCell{k1: last, s0: math.Inf(-1), s1: until}
}

// run hunts in a cell, over slots in the order of the aim. It is complete where
// the looks were enough.
func (h *windowHunt) run(c windowCell, list []int32) (found, complete bool) {
	if c.s0 < c.s1 {
		lasting, running := 0.0, 0.0
		for _, j := range list {
			lasting += h.pieces[j].end - h.pieces[j].start
			running += h.runtime[h.pieces[j].own]
		}
		h.tall = 4 * lasting / running
	}
	if h.looks -= h.left; h.looks < 0 {
		h.over = true
	}
	if c.k1 < 0 || len(list) < h.n || h.over || !h.confine(&c, list) {
		return false, !h.over
	}
	found = h.explore(&c)
	return found, !h.over
}

// confine looks at slots for the aim as long as there are looks.
func (h *windowHunt) confine(c *windowCell, from []int32) bool {
	if h.looks -= len(from); h.looks < 0 {
		h.over = true
	}
	return !h.over && h.aim.confine(c, from)
}

func (h *windowHunt) explore(c *windowCell) (found bool) {
	mark := len(h.arena)
	defer func() { h.arena = h.arena[:mark] }()
	if c.k0 == c.k1 && c.s0 == c.s1 {
		h.looks -= len(c.slots)
		return h.aim.settle(c)
	}
	a, b := c.halves(h.runtime, h.tall)
	okA, okB := h.confine(&a, c.slots), h.confine(&b, c.slots)
	return okA && h.explore(&a) || okB && !h.over && h.explore(&b)
}

// halves cuts a cell in two, where it is longer.
func (c *windowCell) halves(runtime []float64, tall float64) (a, b windowCell) {
	a, b = *c, *c
	if c.s0 == c.s1 || c.k0 < c.k1 && tall*(runtime[c.k1]-runtime[c.k0]) >= c.s1-c.s0 {
		a.k1 = (c.k0 + c.k1) / 2
		b.k0 = a.k1 + 1
		return a, b
	}
	a.s1 = c.s0 + (c.s1-c.s0)/2
	if a.s1 >= c.s1 {
		a.s1 = c.s0
	}
	b.s0 = math.Nextafter(a.s1, math.Inf(1))
	return a, b
}

// live tells whether a slot can be part of a window in a cell.
func (h *windowHunt) live(c *windowCell, s *opening) bool {
	return s.start <= c.s1 && int(s.own) <= c.k1 &&
		max(c.s0, s.start)+h.runtime[max(c.k0, int(s.own))] <= s.end
}

// A frame is how far the own nodes and the first slots of a cell reach.
type windowFrame struct {
	k0, k1 int
	s0, s1 float64
}

func emptyFrame() windowFrame { return windowFrame{math.MaxInt, -1, math.Inf(1), math.Inf(-1)} }

// add takes a slot in, and tells whether its node is one of the cell's own, and
// whether it starts in the cell.
func (f *windowFrame) add(c *windowCell, s *opening) (owned, fresh bool) {
	if owned = int(s.own) >= c.k0; owned {
		f.k0, f.k1 = min(f.k0, int(s.own)), max(f.k1, int(s.own))
	}
	if fresh = s.start >= c.s0; fresh {
		f.s0, f.s1 = min(f.s0, s.start), max(f.s1, s.start)
	}
	return owned, fresh
}

// tighten leaves of a cell what the frame has; false where that is nothing.
func (f *windowFrame) tighten(c *windowCell) bool {
	c.k0, c.k1, c.s0, c.s1 = f.k0, f.k1, f.s0, f.s1
	return f.k0 <= f.k1 && f.s0 <= f.s1
}

// A charge is what a node weighs in a window of a group, where that is not its
// weight.
type charge func(node int32, k int) float64

func (by charge) of(s *opening, k int) float64 {
	if by == nil {
		return s.weight
	}
	return by(s.node, k)
}

// thrifty looks for a window below limits: it starts before start, ends before
// finish, lasts less than runtime and weighs at most most, which is less for
// slower groups. The n cheapest nodes decide, and slots are in that order.
type thrifty struct {
	*windowHunt
	start, finish, runtime float64
	most                   []float64 // by group
	charge                 charge
	// The window that was found.
	group int
	from  float64
	sum   float64 // of the weights
}

// anything has no limit but the weight.
func anything(f *windowField, most []float64) *thrifty {
	t := &thrifty{windowHunt: &windowHunt{windowField: f}, most: most,
		start: math.Inf(1), finish: math.Inf(1), runtime: math.Inf(1)}
	t.aim = t
	return t
}

func (t *thrifty) passes(k int, start float64) bool {
	return start < t.start && start+t.windowField.runtime[k] < t.finish && t.windowField.runtime[k] < t.runtime
}

// narrow leaves of a cell what can be below the limits.
func (t *thrifty) narrow(c *windowCell) bool {
	if !t.passes(c.k0, c.s0) {
		return false
	}
	runtime := t.windowField.runtime
	if t.start <= c.s1 {
		c.s1 = math.Nextafter(t.start, math.Inf(-1))
	}
	// A hair more than what can end in time, for the sum is rounded.
	if latest := t.finish - runtime[c.k0]; latest < c.s1 {
		c.s1 = max(c.s0, latest+float64(math.Abs(latest)*1e-15))
	}
	for k := c.k0; !t.passes(c.k1, c.s0); { // slower groups pass less; the first one does
		if middle := (k + c.k1) / 2; t.passes(middle, c.s0) && middle > k {
			k = middle
		} else {
			c.k1 = middle
		}
	}
	return true
}

func (t *thrifty) confine(c *windowCell, from []int32) bool {
	if !t.narrow(c) {
		return false
	}
	mark, count, last := len(t.arena), 0, int32(-1)
	sum, greatest, most := 0.0, 0.0, math.Inf(1)
	own, fresh := math.Inf(1), math.Inf(1)
	f := emptyFrame()
	for _, j := range from {
		s := &t.pieces[j]
		w := t.charge.of(s, c.k0)
		if w > most {
			break
		}
		if !t.live(c, s) {
			continue
		}
		t.arena = append(t.arena, j)
		isOwn, isFresh := f.add(c, s)
		if isOwn && w < own {
			own = w
		}
		if isFresh && w < fresh {
			fresh = w
		}
		if s.node == last || count == t.n {
			continue
		}
		last = s.node
		sum, greatest = sum+w, w
		if count++; count == t.n {
			// Beside the n-1 cheapest others a dearer node is too dear.
			most = t.most[c.k0] - (sum - greatest) + t.blur(sum)
		}
	}
	c.slots = t.arena[mark:len(t.arena):len(t.arena)]
	if count < t.n {
		return false
	}
	least := sum - greatest + max(greatest, own, fresh)
	return least-t.blur(sum) <= t.most[c.k0] && f.tighten(c)
}

// blur is how far apart sums may be that were added up in another order.
func (f *windowField) blur(sum float64) float64 {
	if f.unit > 1 {
		return 0
	}
	return sum * 1e-12
}

func (t *thrifty) settle(c *windowCell) bool {
	k, start := c.k0, c.s0
	if !t.passes(k, start) {
		return false
	}
	count, sum, until := 0, 0.0, start+t.windowField.runtime[k]
	for _, j := range c.slots {
		s := &t.pieces[j]
		if int(s.own) > k || s.start > start || s.end < until {
			continue
		}
		sum += t.charge.of(s, k)
		if count++; count == t.n {
			t.group, t.from, t.sum = k, start, sum
			return sum <= t.most[k]
		}
	}
	return false
}
