package solve

import "gridbox/core/kind/window"

// AlgorithmProfile takes the earliest start by the availability profile, as queues of batch systems plan
// a job (Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and User Runtime Estimates in
// Scheduling the IBM SP2 with Backfilling", 2001). The profile says for each time how many nodes are free
// from then on for the length of the job.
//
// Deviations: profiles count equal processors, and these nodes differ. The job is planned for the volume
// over the performance of the slowest node that suits it, whichever nodes it gets. If no time has enough
// nodes for that long, the slowest nodes are left out and the job is planned again. The slots of one node
// are not joined with those of another. The cheapest nodes are taken, equal ones in the order of the
// document, at the first start at which their cost for the planned length keeps the budget. The window
// ends when the slowest of its own nodes is done. The time is O(G S) for S slots and nodes of G different
// performances, with 64 nodes per step.
const AlgorithmProfile Algorithm = "profile"

// profile plans for all nodes, then without the slowest ones, until there is a window.
func (s *search) profile() (Result, error) {
	var err error
	for k := len(s.instance.groups) - 1; k >= 0 && !s.have && err == nil; k-- {
		if !s.passes(k, 0) {
			err = s.plan(k)
		}
	}
	if err == nil && s.have {
		err = s.setGeneralBound(AlgorithmMinStart, window.Options{})
	}
	return s.result(err)
}

// plan takes the first window within the budget whose nodes are all free for the runtime of group
// k. The window belongs to the group of its slowest node. It returns an error if the context is
// cancelled.
func (s *search) plan(k int) error {
	g := &s.instance.groups[k]
	s.maxWeight = g.capacity - s.partialBase[k]
	return s.sweep(k, 0, true, func(start float64) bool {
		if s.pace.isIdle() {
			return false
		}
		weight, ok := s.pickCheapest(start + g.runtime)
		switch {
		case !ok:
			s.recordPruned(start, "count", float64(len(s.picks)))
			return false
		case weight > g.capacity:
			s.recordPruned(start, "budget", s.instance.cost(weight, g.runtime))
			return false
		}
		s.stats.Examined++
		s.recordExamined(start, weight)
		own := 0
		for _, i := range s.picks {
			own = max(own, int(s.instance.group[i]))
		}
		s.setBest(start, own, start, s.picks)
		return true
	})
}
