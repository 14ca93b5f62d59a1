package waittime

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A Holder is a job that another stands behind.
type Holder struct {
	Job   string  `json:"job"`
	Slots int     `json:"slots"`
	Limit float64 `json:"limit"`
	Start float64 `json:"start"` // the median; of one that runs, when it began
	// Running and Gap set apart what is not waiting in front: jobs that run, and jobs
	// of lower priority that find room before it without delaying it by their limits.
	Running bool `json:"running,omitempty"`
	Gap     bool `json:"gap,omitempty"`
	// Last is the share of the replays in which the other started the moment this one ended.
	Last float64 `json:"last"`
}

// A Case is the replays in which so many of the jobs that started before ran to
// their limits: the last of several cases holds those with more too.
type Case struct {
	Over  int     `json:"over"`
	Share float64 `json:"share"`
	Start float64 `json:"start"` // the median within the case
}

// A Spread is how the starts of the replays are spread: how many lie from each step
// to the next.
type Spread struct {
	From   float64 `json:"from"`
	Step   float64 `json:"step"`
	Counts []int   `json:"counts"`
}

const (
	mostHolders = 12
	mostOver    = 2
	spreadSteps = 60
)

// crowd counts over the replays who is in the way of one job.
type crowd struct {
	j    int
	last []int // by job: replays in which it was the last in the way
	over []int // by replay: jobs before it that ran to their limits
}

func newCrowd(j, jobs, replays int) *crowd {
	return &crowd{j: j, last: make([]int, jobs), over: make([]int, replays)}
}

// see counts one replay.
func (c *crowd) see(r int, p *farm.Problem, s *farm.Solution, out *outcome) {
	start := out.start[c.j]
	holder, best := -1, 0
	for k := range p.Jobs {
		job := &p.Jobs[k]
		if k == c.j || !(out.start[k] < start) || job.Reserved() {
			continue
		}
		if job.Duration >= job.Estimated() {
			c.over[r]++
		}
		if how := c.holds(p, s, out, k); how > best {
			holder, best = k, how
		}
	}
	if holder >= 0 {
		c.last[holder]++
	}
}

// holds tells how sure it is that a job's start waited for another's end: 0 for not
// at all, 1 where they are the same moment, and 2 where both were on a machine.
func (c *crowd) holds(p *farm.Problem, s *farm.Solution, out *outcome, k int) int {
	start := out.start[c.j]
	if !(math.Abs(out.finish[k]-start) <= 1e-9*max(1, math.Abs(start))) {
		return 0
	}
	var own []string
	for i := range s.Reservations {
		if v := &s.Reservations[i]; v.Job == p.Jobs[c.j].ID {
			own = append(own, v.Machine)
		}
	}
	for i := range s.Reservations {
		if v := &s.Reservations[i]; v.Job == p.Jobs[k].ID && slices.Contains(own, v.Machine) {
			return 2
		}
	}
	return 1
}

// tell writes down what was counted.
func (c *crowd) tell(q *queue, rank int, luck [][]float64, to *Job) {
	place := make([]int, len(q.base.Jobs)) // in the order; -1: it runs
	for j := range place {
		place[j] = -1
	}
	for i, j := range q.order {
		place[j] = i
	}
	for k := range q.base.Jobs {
		job := &q.base.Jobs[k]
		h := Holder{Job: job.ID, Slots: job.Slots, Limit: job.Estimated(), Running: place[k] < 0, Gap: place[k] > rank,
			Last: float64(c.last[k]) / float64(q.replays)}
		_, h.Start, _ = middle(luck[k])
		if c.last[k] > 0 || place[k] >= 0 && place[k] < rank && h.Start < to.Start {
			to.Behind = append(to.Behind, h)
		}
	}
	sorting.Stable(to.Behind, func(a, b Holder) int { return sorting.Ascending(b.Last, a.Last) })
	if n := len(to.Behind); n > mostHolders {
		to.Behind, to.More = to.Behind[:mostHolders], n-mostHolders
	}
	sorting.Stable(to.Behind, func(a, b Holder) int { return sorting.Ascending(a.Start, b.Start) })
	to.Cases, to.Spread = c.cases(luck[c.j]), spread(luck[c.j])
}

// cases are the replays by how many in front ran to their limits; none where that
// makes no difference.
func (c *crowd) cases(starts []float64) (list []Case) {
	by := make([][]float64, mostOver+1)
	for r, n := range c.over {
		n = min(n, mostOver)
		by[n] = append(by[n], starts[r])
	}
	for n, of := range by {
		if len(of) > 0 {
			_, median, _ := middle(of)
			list = append(list, Case{n, float64(len(of)) / float64(len(starts)), median})
		}
	}
	for i := range list {
		if list[i].Start != list[0].Start {
			return list
		}
	}
	return nil
}

// spread counts starts in steps from the first to the last; nil where all are one.
func spread(starts []float64) *Spread {
	from, to := slices.Min(starts), slices.Max(starts)
	if !(to > from) {
		return nil
	}
	s := &Spread{From: from, Step: (to - from) / spreadSteps, Counts: make([]int, spreadSteps)}
	for _, at := range starts {
		s.Counts[min(int((at-from)/s.Step), spreadSteps-1)]++
	}
	return s
}
