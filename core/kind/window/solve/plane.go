package solve

import (
	"math"

	"gridbox/core/kind/window"
)

// A plane is a branch-and-bound search over boxes of starts and groups. It is
// used if there are so many groups that a pass over the slots for each would
// take too long, as when every node has its own performance. A cell is a range
// of starts and of groups, with the slots that can be candidates anywhere in
// it. The best of these slots bound every window of the cell, since the
// candidates at one start of one group are a subset of them. A cell is halved
// until its bound prunes it, or until it is one start of one group, where the
// choice is made exactly.
//
// Only windows with a node of the group's own and a slot that starts at the
// window's start count. Otherwise the same window exists in a faster group or
// at an earlier start, and is no worse there. So a cell is shrunk to such
// slots, and its bound includes one of each. A slot that cannot beat the best
// window even together with the best others is dropped.
//
// Of equal windows the one of the fastest group is preferred, then the
// earliest. A cell that may contain such a window is not pruned, so the answer
// is that of the passes through all groups.
type plane struct {
	*search
	goal            goal
	slots           []piece   // in the goal's order
	runtime         []float64 // by group
	arena           []int32
	cells           int
	aspect          float64 // weight of a difference of runtimes relative to one of starts
	done            float64
	reportedPercent int
}

// A piece is a slot with its most used numbers.
type piece struct {
	window.Free
	group  int32 // group of its node
	weight int64
}

// A goal is the objective of a search over a plane. Its lists of slots are in
// its order of preference.
type goal interface {
	// confine fills a cell with those of the slots that it may need, shrinks it to them and
	// bounds it. It reports false if no window in it is preferred to the best.
	confine(c *cell, slots []int32) bool
	// settle finds the best window of one start of one group.
	settle(c *cell)
}

// A cell is the groups from k0 to k1 and the starts from s0 to s1.
type cell struct {
	slots  []int32
	k0, k1 int
	s0, s1 float64
	bound  float64 // lower bound of the scores in it
	u      float64 // multiplier of the budget, for Max Sum
	share  float64 // its share of the whole plane
}

// Numbers of visits of slots over all groups from which the groups are searched
// as a plane: in general, and if each visit takes longer, as in Multiple Best,
// which searches all groups for every window, and with custom criteria.
const (
	minPlaneVisits  = 1 << 18
	minPlaneChoices = 1 << 15
)

// usesPlane reports whether the groups are searched as a plane.
func (s *search) usesPlane(many int) bool {
	return s.o.planar || len(s.instance.groups)*len(s.slots) >= many
}

// newPlane returns a plane with the slots that are long enough for their own
// node's group, in the order of a ranking.
func newPlane(s *search, order *ranking) *plane {
	p := &plane{search: s, slots: make([]piece, 0, len(s.slots))}
	for k := range s.instance.groups {
		p.runtime = append(p.runtime, s.instance.groups[k].runtime)
	}
	if s.index == nil {
		s.index = s.buildIndex()
	}
	for _, i := range order.node {
		own := s.instance.group[i]
		if own < 0 {
			continue
		}
		for _, at := range s.index.positions[s.index.first[i]:s.index.first[i+1]] {
			if sl := s.slots[at]; sl.Start+p.runtime[own] <= sl.End {
				p.slots = append(p.slots, piece{sl, own, s.instance.weights[i]})
			}
		}
	}
	p.stretch()
	return p
}

// stretch sets the aspect ratio for halving cells. The bound of a cell loosens
// with the number of slots that end in its range of starts, and with the
// differences of its runtimes. The factor four minimised the number of cells in
// experiments.
func (p *plane) stretch() {
	lasting, running := 0.0, 0.0
	for j := range p.slots {
		lasting += p.slots[j].End - p.slots[j].Start
		running += p.runtime[p.slots[j].group]
	}
	p.aspect = 4 * lasting / running
}

// walk searches the whole plane. The best window is then the search's best.
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

// explore searches a confined cell depth first, the half with the lower bound first. A single start
// of a single group is settled. It returns early if the context is cancelled or the limit of effort
// is reached.
func (p *plane) explore(c *cell) {
	p.cells++
	if p.cells&255 == 0 && p.ctx.Err() != nil || p.spend(2*len(c.slots)) {
		return
	}
	mark := len(p.arena)
	if c.k0 == c.k1 && c.s0 == c.s1 {
		// A cell shrunk to one start may have slots that are not live there.
		if one := *c; p.goal.confine(&one, c.slots) {
			p.goal.settle(&one)
		}
		p.tick(c)
		p.arena = p.arena[:mark]
		return
	}
	a, b := c.halves(p.runtime, p.aspect)
	okA, okB := p.goal.confine(&a, c.slots), p.goal.confine(&b, c.slots)
	first, second := &a, &b
	if okB && (!okA || b.precedes(&a)) {
		first, second, okA, okB = &b, &a, okB, okA
	}
	if okA {
		p.explore(first)
	} else {
		p.pass(first)
	}
	if okB && p.isPreferred(second.bound, second.k0, second.s0) {
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
	if percent := min(99, int(100*p.done)); p.o.Progress != nil && percent > p.reportedPercent {
		p.reportedPercent = percent
		p.o.Progress(percent, 100)
	}
}

// halves cuts a cell in two, by starts or by groups, whichever differ more.
func (c *cell) halves(runtime []float64, aspect float64) (a, b cell) {
	a, b = *c, *c
	a.share, b.share = c.share/2, c.share/2
	if c.s0 == c.s1 || c.k0 < c.k1 && aspect > 0 && aspect*(runtime[c.k1]-runtime[c.k0]) >= c.s1-c.s0 {
		a.k1 = (c.k0 + c.k1) / 2
		b.k0 = a.k1 + 1
		return a, b
	}
	a.s1 = c.s0 + float64((c.s1-c.s0)/2)
	if a.s1 >= c.s1 {
		a.s1 = c.s0
	}
	b.s0 = nextAbove(a.s1)
	return a, b
}

// precedes reports whether cell c is searched before cell d.
func (c *cell) precedes(d *cell) bool {
	if c.bound != d.bound {
		return c.bound < d.bound
	}
	return c.k0 < d.k0 || c.k0 == d.k0 && c.s0 < d.s0
}

// isPreferred reports whether a window with this score, group and start, or a
// later one in that order, could be preferred to the best.
func (s *search) isPreferred(score float64, k int, start float64) bool {
	return !s.have || score < s.best.score || score == s.best.score && s.precedesBest(k, start)
}

// precedesBest reports whether a group and start precede those of the best window.
func (s *search) precedesBest(k int, start float64) bool {
	return k < s.best.group || k == s.best.group && start < s.best.start
}

// live reports whether a slot can be a candidate anywhere in a cell.
func (p *plane) live(c *cell, sl *piece) bool {
	if sl.Start > c.s1 || int(sl.group) > c.k1 || sl.End < c.s0 {
		return false
	}
	return max(c.s0, sl.Start)+p.runtime[max(c.k0, int(sl.group))] <= sl.End
}

// A frame is the bounding box of the groups of own nodes and the starts of
// slots in a cell.
type frame struct {
	k0, k1 int
	s0, s1 float64
	owned  bool
	fresh  bool
}

// add adds a slot. It reports whether its node is one of the cell's own, and
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

// tighten shrinks a cell to the frame. It reports false if nothing is left.
func (f *frame) tighten(c *cell) bool {
	c.k0, c.k1, c.s0, c.s1 = f.k0, f.k1, f.s0, f.s1
	return f.owned && f.fresh
}

// nextAbove returns the next greater number.
func nextAbove(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }

// replayBest finds the best window of a plane once more in a sweep of its group, so
// that the log has its steps.
func (s *search) replayBest() error {
	best := s.best
	nodes := append([]int32(nil), best.nodes...)
	s.recordOthersPassed(best.group)
	s.widen()
	s.maxWeight = unlimitedCapacity
	s.effort = 0
	return s.sweep(best.group, best.start, true, func(start float64) bool {
		s.recordExamined(start, best.weight)
		s.setBest(best.score, best.group, start, nodes)
		return true
	})
}
