package solve

import (
	"math"

	"gridbox/core/kind/window"
)

// A plane is the search where there are so many groups that walking through
// the slots once for each would take long, as when every node has a performance
// of its own. It looks at starts and groups at once: a cell is a stretch of both,
// and holds the slots that can be candidates anywhere in it. What the best of
// them come to bounds every window of the cell, since candidates at one start
// of one group are some of them; a cell is halved until a bound rules it out or
// it is one start of one group, where the choice is made as ever.
//
// Only windows count that have a node of the group's own and a slot that starts
// at the window's start. Without the one the window was there in a faster group, without
// the other sooner, and never worse; so a cell is as small as such slots make it,
// and its bound counts one of each. A slot that even together with the best
// others comes to nothing better than the best window is dropped from the cell.
//
// Of equal windows the one of the fastest group is preferred, then the
// earliest; a cell that may hold such a one is looked at, so the answer is that
// of the walk through all groups.
type plane struct {
	*search
	goal    goal
	slots   []piece   // in the goal's order
	runtime []float64 // by group
	arena   []int32
	cells   int
	tall    float64 // how much more a difference of runtimes counts than one of starts
	done    float64
	told    int
}

// A piece is a slot with what is asked of it most often.
type piece struct {
	window.Free
	own    int32 // group of its node
	weight int64
}

// A goal is what a plane is searched for. Its lists of slots are in the order
// in which it prefers them.
type goal interface {
	// confine fills a cell with those of the slots that it may need, tightens the
	// cell around them and bounds it; false means that nothing in it is preferred
	// to the best window.
	confine(c *cell, slots []int32) bool
	// settle finds the best window of one start of one group.
	settle(c *cell)
}

// A cell is the groups from k0 to k1 and the starts from s0 to s1.
type cell struct {
	slots  []int32
	k0, k1 int
	s0, s1 float64
	bound  float64 // no window in it has a lower score
	u      float64 // multiplier of the budget, for Max Sum
	share  float64 // of the whole plane
}

// From how many visits of slots on, over all groups, the groups are searched as
// a plane; and from how many where each visit takes longer: in Multiple Best,
// which looks at all groups for every window, and with custom criteria.
const (
	manyVisits  = 1 << 18
	manyChoices = 1 << 15
)

// wide reports whether the groups are searched as a plane.
func (s *search) wide(many int) bool {
	return s.o.planar || len(s.in.groups)*len(s.slots) >= many
}

// newPlane lists the slots that are long enough for their own node's group, in
// the order of a ranking.
func newPlane(s *search, order *ranking) *plane {
	p := &plane{search: s, slots: make([]piece, 0, len(s.slots))}
	for k := range s.in.groups {
		p.runtime = append(p.runtime, s.in.groups[k].runtime)
	}
	if s.index == nil {
		s.index = s.indexed()
	}
	for _, i := range order.node {
		own := s.in.group[i]
		if own < 0 {
			continue
		}
		for _, at := range s.index.places[s.index.first[i]:s.index.first[i+1]] {
			if sl := s.slots[at]; sl.Start+p.runtime[own] <= sl.End {
				p.slots = append(p.slots, piece{sl, own, s.in.weights[i]})
			}
		}
	}
	p.stretch()
	return p
}

// stretch finds out how to cut cells into even parts. As far as its bound goes,
// a stretch of starts makes a cell looser the more of the slots it sees end,
// runtimes the more they differ from each other; that they count four times as
// much was found by counting cells.
func (p *plane) stretch() {
	lasting, running := 0.0, 0.0
	for j := range p.slots {
		lasting += p.slots[j].End - p.slots[j].Start
		running += p.runtime[p.slots[j].own]
	}
	p.tall = 4 * lasting / running
}

// walk goes through the whole plane. The best window is the search's own
// afterwards.
func (p *plane) walk(g goal) error {
	p.goal = g
	if len(p.slots) == 0 {
		return p.ctx.Err()
	}
	all := make([]int32, len(p.slots))
	whole := cell{k1: len(p.runtime) - 1, s0: p.slots[0].Start, s1: p.slots[0].Start, share: 1}
	for j := range p.slots {
		all[j] = int32(j)
		whole.s0, whole.s1 = min(whole.s0, p.slots[j].Start), max(whole.s1, p.slots[j].Start)
	}
	if g.confine(&whole, all) {
		p.explore(&whole)
	}
	return p.ctx.Err()
}

// explore searches a cell that has been looked at.
func (p *plane) explore(c *cell) {
	p.cells++
	if p.cells&255 == 0 && p.ctx.Err() != nil || p.spend(2*len(c.slots)) {
		return
	}
	mark := len(p.arena)
	if c.k0 == c.k1 && c.s0 == c.s1 {
		// What was tightened to one start may hold slots that are not live there.
		if one := *c; p.goal.confine(&one, c.slots) {
			p.goal.settle(&one)
		}
		p.tick(c)
		p.arena = p.arena[:mark]
		return
	}
	a, b := c.halves(p.runtime, p.tall)
	okA, okB := p.goal.confine(&a, c.slots), p.goal.confine(&b, c.slots)
	first, second := &a, &b
	if okB && (!okA || b.before(&a)) {
		first, second, okA, okB = &b, &a, okB, okA
	}
	if okA {
		p.explore(first)
	} else {
		p.pass(first)
	}
	if okB && p.preferred(second.bound, second.k0, second.s0) {
		p.explore(second)
	} else {
		p.pass(second)
	}
	p.arena = p.arena[:mark]
}

func (p *plane) pass(c *cell) {
	p.stats.Pruned++
	p.tick(c)
}

// tick reports progress after a cell.
func (p *plane) tick(c *cell) {
	p.done += c.share
	if percent := min(99, int(100*p.done)); p.o.Progress != nil && percent > p.told {
		p.told = percent
		p.o.Progress(percent, 100)
	}
}

// halves cuts a cell in two: the starts, or the groups where their runtimes are
// further apart.
func (c *cell) halves(runtime []float64, tall float64) (a, b cell) {
	a, b = *c, *c
	a.share, b.share = c.share/2, c.share/2
	if c.s0 == c.s1 || c.k0 < c.k1 && tall > 0 && tall*(runtime[c.k1]-runtime[c.k0]) >= c.s1-c.s0 {
		a.k1 = (c.k0 + c.k1) / 2
		b.k0 = a.k1 + 1
		return a, b
	}
	a.s1 = c.s0 + float64((c.s1-c.s0)/2)
	if a.s1 >= c.s1 {
		a.s1 = c.s0
	}
	b.s0 = after(a.s1)
	return a, b
}

// before tells which of two cells is looked at first.
func (c *cell) before(d *cell) bool {
	if c.bound != d.bound {
		return c.bound < d.bound
	}
	return c.k0 < d.k0 || c.k0 == d.k0 && c.s0 < d.s0
}

// preferred reports whether a window of that score, group and start, or one that
// comes later in that order, could still be preferred to the best.
func (s *search) preferred(score float64, k int, start float64) bool {
	return !s.have || score < s.best.score || score == s.best.score && s.sooner(k, start)
}

// sooner reports whether a group and start come before those of the best window.
func (s *search) sooner(k int, start float64) bool {
	return k < s.best.group || k == s.best.group && start < s.best.start
}

// live reports whether a slot can be a candidate anywhere in a cell.
func (p *plane) live(c *cell, sl *piece) bool {
	if sl.Start > c.s1 || int(sl.own) > c.k1 || sl.End < c.s0 {
		return false
	}
	return max(c.s0, sl.Start)+p.runtime[max(c.k0, int(sl.own))] <= sl.End
}

// A frame gathers the groups and starts that slots of a cell give to windows:
// those of own nodes and of slots that start in it.
type frame struct {
	k0, k1 int
	s0, s1 float64
	owned  bool
	fresh  bool
}

// add takes a slot in and reports whether its node is one of the cell's own, and
// whether it starts in the cell.
func (f *frame) add(c *cell, own int, start float64) (owned, fresh bool) {
	if owned = own >= c.k0; owned {
		if !f.owned {
			f.k0, f.k1, f.owned = own, own, true
		}
		f.k0, f.k1 = min(f.k0, own), max(f.k1, own)
	}
	if fresh = start >= c.s0; fresh {
		if !f.fresh {
			f.s0, f.s1, f.fresh = start, start, true
		}
		f.s0, f.s1 = min(f.s0, start), max(f.s1, start)
	}
	return owned, fresh
}

// tighten leaves of a cell what the frame has.
func (f *frame) tighten(c *cell) bool {
	c.k0, c.k1, c.s0, c.s1 = f.k0, f.k1, f.s0, f.s1
	return f.owned && f.fresh
}

// after is the next number.
func after(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }

// again takes the best window of a plane once more, in a sweep of its group,
// whose steps are told.
func (s *search) again() error {
	best := s.best
	nodes := append([]int32(nil), best.nodes...)
	s.tellOthersPassed(best.group)
	s.widen()
	s.room = unlimited
	s.effort = 0
	return s.sweep(best.group, best.start, true, func(start float64) bool {
		s.tellExamined(start, best.weight)
		s.take(best.score, best.group, start, nodes)
		return true
	})
}
