package solve

import (
	"math"

	"gridbox/core/kind/window"
)

// minimiseOnPlane does the same as minimise on a plane. The plane determines group and start; the window itself is then
// found by a pass through the group.
func (s *search) minimiseOnPlane(by window.Criterion) error {
	p := newPlane(s, s.byPrice)
	g := &weightGoal{plane: p, criterion: by}
	switch by {
	case window.ByStart:
		p.aspect = 0
	case window.ByRuntime:
		p.aspect = math.Inf(1)
	}
	if err := p.walk(g); err != nil || !s.have {
		return err
	}
	k, start := s.best.group, s.best.start
	stopped := s.stats.Stopped
	s.effort, s.stats.Stopped = 0, false
	defer func() { s.stats.Stopped = stopped }()
	s.recordOthersPassed(k)
	s.maxWeight = s.instance.groups[k].capacity - s.partialBase[k]
	s.narrow(k, nil)
	return s.sweep(k, start, by == window.ByCost || s.o.Together, func(at float64) bool {
		weight, ok := s.pickCheapest(at + s.instance.groups[k].runtime)
		if !ok || weight > s.instance.groups[k].capacity {
			return false
		}
		s.stats.Examined++
		s.recordExamined(at, weight)
		s.setBest(s.score(by, k, at, weight), k, at, s.picks)
		return true
	})
}

// weightGoal is the goal of the criteria for which the n cheapest candidates
// decide. Slots are in the order of their prices.
type weightGoal struct {
	*plane
	criterion window.Criterion
}

// limit returns the greatest weight of a useful window of group k: the budget,
// or the best window's if the cost is minimised.
func (g *weightGoal) limit(k int) int64 {
	capacity := g.instance.groups[k].capacity
	if g.criterion != window.ByCost || !g.have {
		return capacity
	}
	most := g.best.score / g.runtime[k] * g.instance.unit * (1 + 0x1p-48)
	if !(most < unlimitedCapacity) {
		return capacity
	}
	return min(capacity, int64(most)+1)
}

// confine fills a cell with the slots that may be needed, shrinks it and bounds it by the least
// weight of n candidates. It reports false if there are too few, or if no window is within the
// budget and preferred to the best.
func (g *weightGoal) confine(c *cell, slots []int32) bool {
	n, from := g.instance.n, len(g.arena)
	limit, most := g.limit(c.k0), int64(math.MaxInt64)
	t := tally{n: n, demand: newDemand(int64(math.MaxInt64))}
	var f frame
	last := int32(-1)
	for _, j := range slots {
		sl := &g.plane.slots[j]
		weight := sl.weight
		if weight > most {
			break
		}
		if !g.live(c, sl) {
			continue
		}
		g.arena = append(g.arena, j)
		owned, fresh := f.add(c, int(sl.group), sl.Start)
		t.add(weight, sl.Node == last, owned, fresh)
		last = sl.Node
		if t.count == n {
			most = limit - (t.sum - t.last)
		}
	}
	c.slots = g.arena[from:len(g.arena):len(g.arena)]
	if t.count < n || !f.tighten(c) {
		return false
	}
	weight, ok := t.minSum(n)
	if !ok {
		return false
	}
	c.bound = g.score(g.criterion, c.k0, c.s0, weight)
	return weight <= g.instance.groups[c.k0].capacity && g.isPreferred(c.bound, c.k0, c.s0)
}

// settle takes the n cheapest nodes of a cell of one start and one group. They become the best
// window if they are within the budget and preferred to the best.
func (g *weightGoal) settle(c *cell) {
	g.stats.Examined++
	g.picks = g.picks[:0]
	for _, j := range c.slots[:g.instance.n] { // one slot for each node at one start
		g.picks = append(g.picks, g.plane.slots[j].Node)
	}
	weight := g.weight(g.picks)
	score := g.score(g.criterion, c.k0, c.s0, weight)
	if weight <= g.instance.groups[c.k0].capacity && g.isPreferred(score, c.k0, c.s0) {
		g.have = true
		g.best = foundWindow{score, c.k0, c.s0, weight, append(g.best.nodes[:0], g.picks...)}
	}
}

// A tally sums the n lightest nodes of a list in the order of weights.
type tally struct {
	n, count int
	demand[int64]
}

// add adds a slot; same is set if it belongs to the previous node.
func (t *tally) add(weight int64, same, owned, fresh bool) {
	if !same && t.count < t.n {
		t.count++
		t.sum += weight
		t.prior, t.last = t.last, weight
	}
	t.addNode(weight, owned, fresh)
}
