package conform

import (
	"math"
	"slices"

	"gridbox/core/sorting"
)

// search is two-stage's local search for an order of the jobs of lower cost: first some textbook
// orders, then the best order so far with one job moved forward or two jobs swapped, by a fixed
// sequence of random numbers.
type search struct {
	best  *twoStage
	cost  float64
	state uint64
}

// bestOrder returns the best of so many orders. It is stuck if there is no schedule.
func (c *checker) bestOrder(tries int) *twoStage {
	s := &search{best: c.newTwoStage()}
	s.best.scheduleAll()
	if s.best.stuck {
		return s.best
	}
	s.cost = s.best.cost()
	for i := range tries {
		next := c.newTwoStage()
		next.sequence = s.next(i)
		next.scheduleAll()
		if cost := next.cost(); !next.stuck && cost < s.cost {
			s.best, s.cost = next, cost
		}
	}
	return s.best
}

// intN returns a random number less than n, by SplitMix64.
func (s *search) intN(n int) int {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// next returns the order of a try, a changed copy of the best order: first the textbook orders,
// then swaps and moves forward in turn.
func (s *search) next(try int) []int {
	order, jobs := slices.Clone(s.best.order), s.best.jobs
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
	if try < len(textbook) {
		sorting.Stable(order, textbook[try])
		return order
	}
	n := len(order)
	if n < 2 {
		return order
	}
	a, b := s.intN(n), s.intN(n-1)
	if b >= a {
		b++
	}
	if try%2 == 0 {
		order[a], order[b] = order[b], order[a]
		return order
	}
	if j := s.criticalJob(try / 2); j >= 0 {
		a = slices.Index(order, j)
	}
	b = s.intN(a + 1)
	j := order[a]
	return sorting.Insert(slices.Delete(order, a, a+1), b, j)
}

// criticalJob returns the job that ends last or has the greatest lateness, by the costs in turn, or
// -1 if any job may be moved.
func (s *search) criticalJob(turn int) int {
	jobs := s.best.jobs
	end := func(j int) float64 { return jobs[j].end }
	lateness := func(j int) float64 {
		if jobs[j].Deadline == nil {
			return math.Inf(-1)
		}
		return jobs[j].end - *jobs[j].Deadline
	}
	var measures []func(j int) float64
	if s.best.Rules.CostMakespan > 0 {
		measures = append(measures, end)
	}
	if s.best.Rules.CostLateness > 0 {
		measures = append(measures, lateness)
	}
	if s.best.Rules.CostWait > 0 {
		measures = append(measures, func(int) float64 { return math.Inf(-1) })
	}
	if len(measures) == 0 {
		return -1
	}
	worst, most := -1, math.Inf(-1)
	for j := range jobs {
		if value := measures[turn%len(measures)](j); value > most {
			worst, most = j, value
		}
	}
	return worst
}

// cost returns the cost of the schedule by the policy.
func (s *simulator) cost() float64 {
	makespan, waits, late := 0.0, 0.0, 0.0
	for j := range s.jobs {
		x, end := &s.jobs[j], math.Inf(-1)
		if len(x.pieces) == 0 {
			return math.Inf(1)
		}
		for i := range x.pieces {
			end = max(end, x.pieces[i].end())
		}
		makespan = max(makespan, end)
		waits += x.pieces[0].start - x.Submitted
		if x.Deadline != nil {
			late = max(late, end-*x.Deadline)
		}
	}
	if len(s.jobs) > 0 {
		waits /= float64(len(s.jobs))
	}
	r := s.Rules
	return float64(r.CostMakespan*makespan) + float64(r.CostWait*waits) + float64(r.CostLateness*late)
}
