package waittime

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A Holder is a job that another job waits behind.
type Holder struct {
	Job   string  `json:"job"`
	Slots int     `json:"slots"`
	Limit float64 `json:"limit"`
	Start float64 `json:"start"` // median of the replays; of a running job, its start
	// Running and Gap mark jobs that are not waiting ahead: running jobs, and jobs of lower
	// priority that are backfilled without delaying the other by their limits.
	Running bool `json:"running,omitempty"`
	Gap     bool `json:"gap,omitempty"`
	// Last is the share of the replays in which the other job started at the end of this one.
	Last float64 `json:"last"`
}

// A Case is the set of replays in which Overruns of the earlier jobs ran to their
// limits. The last of several cases includes those with more.
type Case struct {
	Overruns int     `json:"over"`
	Share    float64 `json:"share"`
	Start    float64 `json:"start"` // median within the case
}

// A Histogram is a histogram of the starts over the replays.
type Histogram struct {
	From   float64 `json:"from"`
	Step   float64 `json:"step"`
	Counts []int   `json:"counts"`
}

const (
	maxHolders    = 12
	maxOverruns   = 2
	histogramBins = 60
)

// A delayCounter counts over the replays which jobs delay one job.
type delayCounter struct {
	j        int
	last     []int // by job: replays in which it was the last to delay the job
	overruns []int // by replay: earlier jobs that ran to their limits
}

func newDelayCounter(j, jobs, replays int) *delayCounter {
	return &delayCounter{j: j, last: make([]int, jobs), overruns: make([]int, replays)}
}

// addReplay counts replay r. It counts the earlier jobs that ran to their limits.
// Of the jobs whose end the start waited for, it counts one, preferably on
// the same machine.
func (c *delayCounter) addReplay(r int, p *farm.Problem, s *farm.Solution, out *outcome) {
	start := out.start[c.j]
	holder, best := -1, 0
	for k := range p.Jobs {
		job := &p.Jobs[k]
		if k == c.j || !(out.start[k] < start) || job.IsReservation() {
			continue
		}
		if job.Duration >= job.EstimatedRunTime() {
			c.overruns[r]++
		}
		if how := c.evidence(p, s, out, k); how > best {
			holder, best = k, how
		}
	}
	if holder >= 0 {
		c.last[holder]++
	}
}

// evidence returns the evidence that the start of the job waited for the end of
// job k: 0 for none, 1 for the same moment, 2 for the same machine too.
func (c *delayCounter) evidence(p *farm.Problem, s *farm.Solution, out *outcome, k int) int {
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

// fillJob sets the holders, the cases and the spread of a job of the answer. It
// keeps the maxHolders holders that delay the job most often, sorted by
// start. The rest is counted in to.OmittedHolders.
func (c *delayCounter) fillJob(q *queue, rank int, luck [][]float64, to *Job) {
	place := make([]int, len(q.base.Jobs)) // position in the order; -1 for running jobs
	for j := range place {
		place[j] = -1
	}
	for i, j := range q.order {
		place[j] = i
	}
	for k := range q.base.Jobs {
		job := &q.base.Jobs[k]
		h := Holder{Job: job.ID, Slots: job.Slots, Limit: job.EstimatedRunTime(), Running: place[k] < 0,
			Gap:  place[k] > rank,
			Last: float64(c.last[k]) / float64(q.replays)}
		_, h.Start, _ = middle(luck[k])
		if c.last[k] > 0 || place[k] >= 0 && place[k] < rank && h.Start < to.Start {
			to.Holders = append(to.Holders, h)
		}
	}
	sorting.Stable(to.Holders, func(a, b Holder) int { return sorting.Ascending(b.Last, a.Last) })
	if n := len(to.Holders); n > maxHolders {
		to.Holders, to.OmittedHolders = to.Holders[:maxHolders], n-maxHolders
	}
	sorting.Stable(to.Holders, func(a, b Holder) int { return sorting.Ascending(a.Start, b.Start) })
	to.Cases, to.Histogram = c.cases(luck[c.j]), newHistogram(luck[c.j])
}

// cases groups the starts of the replays by the number of earlier jobs that
// ran to their limits. The last group has maxOverruns or more such jobs. It
// returns nil if all groups have the same median start.
func (c *delayCounter) cases(starts []float64) (list []Case) {
	by := make([][]float64, maxOverruns+1)
	for r, n := range c.overruns {
		n = min(n, maxOverruns)
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

// newHistogram returns the histogram of starts, or nil if all are equal.
func newHistogram(starts []float64) *Histogram {
	from, to := slices.Min(starts), slices.Max(starts)
	if !(to > from) {
		return nil
	}
	s := &Histogram{From: from, Step: (to - from) / histogramBins, Counts: make([]int, histogramBins)}
	for _, at := range starts {
		s.Counts[min(int((at-from)/s.Step), histogramBins-1)]++
	}
	return s
}
