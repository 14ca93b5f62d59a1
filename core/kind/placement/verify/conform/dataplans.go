package conform

import (
	"math"
	"slices"

	"gridbox/core/kind/placement"
)

// localData returns for each job whether a cluster holds all of its data, and the size in MB that it holds.
func (c *checker) localData() func(job, cluster int) (all bool, size float64) {
	return func(job, cluster int) (all bool, size float64) {
		all = true
		for _, d := range c.JobDatasets[job] {
			if slices.Contains(c.Homes[d], cluster) {
				size += c.Problem.Datasets[d].Size
			} else {
				all = false
			}
		}
		return all, size
	}
}

// affinity places the jobs by Storage Affinity, the job with the greatest affinity of all jobs and
// clusters at a time.
func (m *mapping) affinity(held func(job, cluster int) (bool, float64)) {
	for {
		job, on, most := -1, -1, -1.0
		for j, left := range m.remaining {
			if !left {
				continue
			}
			for i, t := range m.times[j] {
				_, size := held(j, i)
				switch end := m.load[i] + t; {
				case math.IsInf(end, 1) || size < most:
				case size > most || j == job && end < m.load[on]+m.times[j][on]:
					job, on, most = j, i, size
				}
			}
		}
		if job < 0 {
			return
		}
		m.place(job, on)
	}
}

// delay places the jobs by delay scheduling. In each round clusters ask in the order of their loads
// until one of them gets a job.
func (m *mapping) delay(held func(job, cluster int) (bool, float64), skips int) {
	skipped := make([]int, len(m.remaining))
	for {
		order := make([]int, len(m.load))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case m.load[a] < m.load[b]:
				return -1
			case m.load[a] > m.load[b]:
				return 1
			}
			return 0
		})
		placed, waiting := false, false
		for _, i := range order {
			for j, left := range m.remaining {
				if !left || math.IsInf(m.times[j][i], 1) {
					continue
				}
				if all, _ := held(j, i); all || skipped[j] >= skips {
					m.place(j, i)
					placed = true
					break
				}
				skipped[j]++
				waiting = true
			}
			if placed {
				break
			}
		}
		if !placed && !waiting {
			return
		}
	}
}

// improve places the jobs by the local search: Min-min, then the best move or exchange of a job of the
// longest cluster as long as that shortens the two clusters.
func (m *mapping) improve(effort int) {
	m.minMin()
	loads := func(i int) (sum float64) {
		for j, on := range m.clusterOf {
			if on == i {
				sum += m.times[j][i]
			}
		}
		return sum
	}
	load := make([]float64, len(m.load))
	for i := range load {
		load[i] = loads(i)
	}
	for len(load) > 0 {
		from := slices.Index(load, slices.Max(load))
		job, to, other, least := m.neighbour(load, from, &effort)
		if job < 0 || !(least < load[from]) {
			break
		}
		m.clusterOf[job] = to
		if other >= 0 {
			m.clusterOf[other] = from
		}
		load[from], load[to] = loads(from), loads(to)
	}
	m.order = nil
	clear(m.load)
	for j, on := range m.clusterOf {
		if on >= 0 {
			m.place(j, on)
		}
	}
}

// neighbour returns the best move or exchange, with job -1 if there is none or the effort is used up.
func (m *mapping) neighbour(load []float64, from int, effort *int) (job, to, other int, least float64) {
	job, other, least = -1, -1, load[from]
	for j, on := range m.clusterOf {
		if on != from {
			continue
		}
		for i := range load {
			if i == from {
				continue
			}
			with := load[i] + m.times[j][i]
			*effort--
			if x := max(load[from]-m.times[j][from], with); x < least {
				job, to, other, least = j, i, -1, x
			}
			for k, there := range m.clusterOf {
				if there != i {
					continue
				}
				*effort--
				a := load[from] - m.times[j][from] + m.times[k][from]
				if x := max(a, with-m.times[k][i]); x < least {
					job, to, other, least = j, i, k, x
				}
			}
			if *effort < 0 {
				return -1, -1, -1, least
			}
		}
	}
	return job, to, other, least
}

// exactWork is the greatest number of times read in the search for a shorter placement.
const exactWork = 30_000_000

// followShortest searches for a placement that is shorter than the answer's. It checks that a search
// was stopped only where the problem is large.
func (c *checker) followShortest(makespan float64) {
	jobs, clusters := len(c.Problem.Jobs), len(c.Problem.Clusters)
	if c.Answer.Stats["stopped"] == 1 {
		if placement.Placements(jobs, clusters) <= 1<<20 {
			c.Violation("stats.stopped", "must not be 1: the search of so few placements does not stop")
		}
		return
	}
	s := &shorter{m: c.mapping(), load: make([]float64, clusters), work: exactWork}
	s.limit = makespan * (1 - 1e-9)
	if makespan > 0 && s.find(0) {
		c.Violation("solution", "is not the shortest: there is a placement of %v", slices.Max(s.load))
	}
}

// shorter is a depth-first search for a placement that is shorter than limit.
type shorter struct {
	m     *mapping
	load  []float64
	limit float64
	work  int
}

// find reports whether the jobs from index j on fit below the limit.
func (s *shorter) find(j int) bool {
	if j == len(s.m.times) {
		return true
	}
	if s.work -= (len(s.m.times) - j) * len(s.load); s.work < 0 {
		return false
	}
	sum := 0.0
	for _, x := range s.load {
		sum += x
	}
	for _, t := range s.m.times[j:] {
		sum += slices.Min(t)
	}
	if sum >= s.limit*float64(len(s.load)) {
		return false
	}
	for i, t := range s.m.times[j] {
		if was := s.load[i]; was+t < s.limit {
			if s.load[i] += t; s.find(j + 1) {
				return true
			}
			s.load[i] = was
		}
	}
	return false
}
