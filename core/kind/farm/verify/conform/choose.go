package conform

import (
	"math"
	"slices"

	"gridbox/core/sorting"
)

// A candidate is a machine for a job, with its earliest start and its dynamic cost. The lowest
// cost is best, then the lowest load, then the first in the document.
type candidate struct {
	machine           int
	start, cost, load float64
}

// compare orders candidates by cost, load and machine.
func (a candidate) compare(b candidate) int {
	switch {
	case a.cost != b.cost:
		return sorting.Ascending(a.cost, b.cost)
	case a.load != b.load:
		return sorting.Ascending(a.load, b.load)
	}
	return a.machine - b.machine
}

// candidate returns machine q as a candidate.
func (s *simulator) candidate(j, q int, start float64) candidate {
	w, load := s.Rules, float64(float64(s.machines[q].load)*s.unit)
	finish := start + s.runTime(j, q)
	cost := float64(w.Start*start) + float64(w.Finish*finish) + float64(w.Load*load) +
		float64(w.Demand*s.machines[q].demand)
	return candidate{q, start, cost, load}
}

// bestBooking returns the booking of a job by the rule: the number of parts that starts first, on the
// best machines. It returns nil if the job can never start.
func (s *simulator) bestBooking(j int, now float64) *booking {
	var best *booking
	for _, k := range s.jobs[j].counts {
		if b := s.bestParts(j, k, now); b != nil && (best == nil || b.start < best.start) {
			best = b
		}
	}
	if best != nil && s.late {
		longest := 0.0
		for _, q := range best.machines {
			longest = max(longest, s.runTime(j, q))
		}
		if best.start+longest <= s.makespan {
			best.start = max(best.start, s.makespan-longest)
		}
	}
	return best
}

// bestParts returns the best booking of a job in k parts: one part on the machine of the lowest
// cost, or several at the first time at which k machines are free.
func (s *simulator) bestParts(j, k int, now float64) *booking {
	machines := s.machinesFor(j, k)
	s.inspected += len(machines)
	list := make([]candidate, 0, len(machines))
	for _, q := range machines {
		if start := s.readyOn(j, q, now); !math.IsInf(start, 1) {
			list = append(list, candidate{machine: q, start: start})
		}
	}
	if k == 1 {
		return s.bestMachine(j, list)
	}
	for len(list) >= k {
		sorting.Sort(list, func(a, b candidate) int { return sorting.Ascending(a.start, b.start) })
		at := list[k-1].start
		if math.IsInf(at, 1) {
			return nil
		}
		var free []candidate
		for i := range list {
			if x := &list[i]; x.start <= at {
				s.inspected++
				if x.start = s.freeFrom(j, x.machine, k, at); x.start == at {
					free = append(free, s.candidate(j, x.machine, at))
				}
			}
		}
		if len(free) < k {
			continue
		}
		if b := s.pick(j, k, free); b != nil {
			return b
		}
		s.skip(j, list, at)
	}
	return nil
}

// bestMachine returns the booking of a job in one part on the machine of the lowest cost.
func (s *simulator) bestMachine(j int, list []candidate) *booking {
	free := list[:0]
	for _, x := range list {
		if start := s.freeFrom(j, x.machine, 1, x.start); !math.IsInf(start, 1) {
			free = append(free, s.candidate(j, x.machine, start))
		}
	}
	if free = s.rateCandidates(j, free); len(free) == 0 {
		return nil
	}
	best := slices.MinFunc(free, candidate.compare)
	return &booking{job: j, machines: []int{best.machine}, start: best.start}
}

// skip moves the starts of candidates past a time with too few licences, to the next time at
// which the number of free ones changes or another machine is free.
func (s *simulator) skip(j int, list []candidate, at float64) {
	next := math.Inf(1)
	for name := range s.jobs[j].Licenses {
		if free, ok := s.licenses[name]; ok {
			next = min(next, free.next(at))
		}
	}
	for i := range list {
		if list[i].start > at {
			next = min(next, list[i].start)
		}
	}
	for i := range list {
		list[i].start = max(list[i].start, next)
	}
}

// freeFrom returns the earliest start of one of k parts on a machine.
func (s *simulator) freeFrom(j, q, k int, from float64) float64 {
	if s.tails {
		return s.tail(j, q, k, from)
	}
	return s.earliestStart(j, q, k, from)
}

// rateCandidates returns the candidates with scores by a policy's formula for machines, if there is one.
func (s *simulator) rateCandidates(j int, list []candidate) []candidate {
	if s.scores == nil || s.scores.machine == nil || len(list) == 0 {
		return list
	}
	return s.scores.rate(j, list)
}

// pick returns a booking on the k best candidates for which there are licences, or nil. All parts
// start at the same time.
func (s *simulator) pick(j, k int, list []candidate) *booking {
	list = s.rateCandidates(j, list)
	sorting.Sort(list, candidate.compare)
	b := &booking{job: j, start: list[0].start}
	for _, x := range list {
		b.machines = append(b.machines, x.machine)
		if !s.hasLicences(b) {
			b.machines = b.machines[:len(b.machines)-1]
		} else if len(b.machines) == k {
			slices.Sort(b.machines)
			return b
		}
	}
	return nil
}

// hasLicences reports whether the farm has licences for all parts of a booking together.
func (s *simulator) hasLicences(b *booking) bool {
	if len(b.machines) == 1 {
		return true
	}
	for name, n := range s.jobs[b.job].Licenses {
		all, longest := amount{}, 0.0
		for _, q := range b.machines {
			if _, own := s.machines[q].licenses[name]; !own {
				all.slots += n
				longest = max(longest, s.runTime(b.job, q))
			}
		}
		if free := s.licenses[name]; all.slots > n && (s.tails && free.tail(all, b.start) > b.start ||
			free.earliestFree(all, longest, b.start) > b.start) {
			return false
		}
	}
	return true
}

// fits reports whether a booking could start at a time.
func (s *simulator) fits(b *booking, at float64) bool {
	for _, q := range b.machines {
		if s.readyOn(b.job, q, at) > at || s.earliestStart(b.job, q, len(b.machines), at) > at {
			return false
		}
	}
	return s.hasLicences(b)
}
