package verify

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// tries is the search of two-stage for an order of lower cost: the orders of the
// textbook, then the best so far with one job put forward or two changed over, by
// a fixed sequence of numbers.
type tries struct {
	best *plan
	cost float64
	draw uint64
}

// search tries so many orders and gives the plan of the least cost; it stops when
// there was enough work.
func (c *farmCheck) search(x *plan, count int) *plan {
	x.once()
	s := &tries{best: x, cost: x.cost()}
	if x.stuck || x.tired() {
		return x
	}
	looked := x.looked
	for i := range count {
		next := c.twoStage(x.most - looked)
		next.sequence = s.next(i)
		next.once()
		looked += next.looked
		if looked > x.most {
			break
		}
		if cost := next.cost(); !next.stuck && cost < s.cost {
			s.best, s.cost = next, cost
		}
	}
	s.best.looked = looked
	s.best.most = x.most
	return s.best
}

func (s *tries) below(n int) int {
	s.draw += 0x9e3779b97f4a7c15
	z := s.draw
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// next is the order of a try.
func (s *tries) next(i int) []int {
	x := s.best
	order := slices.Clone(x.sorted)
	jobs := x.p.Jobs
	due := func(j int) float64 {
		if jobs[j].Deadline != nil {
			return *jobs[j].Deadline
		}
		return math.Inf(1)
	}
	textbook := []func(a, b int) int{
		func(a, b int) int { return sorting.Ascending(jobs[b].Duration, jobs[a].Duration) },
		func(a, b int) int { return sorting.Ascending(jobs[a].Duration, jobs[b].Duration) },
		func(a, b int) int { return jobs[b].Slots - jobs[a].Slots },
		func(a, b int) int { return sorting.Ascending(due(a), due(b)) },
	}
	if i < len(textbook) {
		sorting.Stable(order, textbook[i])
		return order
	}
	n := len(order)
	if n < 2 {
		return order
	}
	a, b := s.below(n), s.below(n-1)
	if b >= a {
		b++
	}
	if i%2 == 0 {
		order[a], order[b] = order[b], order[a]
		return order
	}
	if j := s.culprit(i / 2); j >= 0 {
		a = slices.Index(order, j)
	}
	b = s.below(a + 1)
	j := order[a]
	return sorting.Put(slices.Delete(order, a, a+1), b, j)
}

// culprit is a job that the cost depends on, by turns of what it is made of; -1
// for any.
func (s *tries) culprit(turn int) int {
	x := s.best
	var measures []func(j int) float64
	if x.rules.CostMakespan > 0 {
		measures = append(measures, func(j int) float64 { return x.jobs[j].end })
	}
	if x.rules.CostLateness > 0 {
		measures = append(measures, func(j int) float64 {
			if due := x.p.Jobs[j].Deadline; due != nil {
				return x.jobs[j].end - *due
			}
			return math.Inf(-1)
		})
	}
	if x.rules.CostWait > 0 {
		measures = append(measures, nil)
	}
	if len(measures) == 0 || measures[turn%len(measures)] == nil {
		return -1
	}
	worst, most := -1, math.Inf(-1)
	for j := range x.jobs {
		if value := measures[turn%len(measures)](j); value > most {
			worst, most = j, value
		}
	}
	return worst
}

// cost is the policy's cost of a plan.
func (x *plan) cost() float64 {
	makespan, waits, late, placed := 0.0, 0.0, 0.0, 0
	for j := range x.jobs {
		pieces := x.jobs[j].pieces
		if len(pieces) == 0 {
			continue
		}
		placed++
		end := math.Inf(-1)
		for i := range pieces {
			end = max(end, pieces[i].end())
		}
		makespan = max(makespan, end)
		waits += pieces[0].start - x.p.Jobs[j].Submitted
		if due := x.p.Jobs[j].Deadline; due != nil {
			late = max(late, end-*due)
		}
	}
	if placed > 0 {
		waits /= float64(placed)
	}
	r := x.rules
	return float64(r.CostMakespan*makespan) + float64(r.CostWait*waits) + float64(r.CostLateness*late)
}

// twoStage makes the empty plan of two-stage with the answer's options.
func (c *farmCheck) twoStage(most int) *plan {
	x := c.plan(most)
	mode, order := c.options.Mode, c.options.Order
	atOnce := c.rules.Reservation && c.rules.Cycle == 0
	x.late = mode == farm.Published
	x.tails = x.late || atOnce && !c.rules.Backfill
	x.tables = order == farm.Tables || order != farm.Static && x.late
	if len(c.p.Order) > 0 {
		x.printed = make([]int, len(c.p.Jobs))
		for j := range x.printed {
			x.printed[j] = len(c.p.Order)
		}
		for i, id := range c.p.Order {
			x.printed[c.jobs[id]] = i
		}
	}
	return x
}
