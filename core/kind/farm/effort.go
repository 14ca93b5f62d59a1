package farm

import (
	"cmp"

	"gridbox/core/sorting"
)

// Times in a browser in milliseconds that a waiting job costs when another job ends.
const (
	tryAlone = 0.012   // its reservation is tried alone
	tryAnew  = 0.004   // its reservation is made again, after those before it
	tryScore = 0.00025 // only its score is computed
)

// suspensionCost is the time in a browser in milliseconds that a suspension costs.
const suspensionCost = 0.01

// maxEffort is the effort above which the exact value does not matter.
const maxEffort = 1000

// Effort returns the estimated time of a run in a browser in milliseconds, within a factor of a
// few. It decides which algorithms run unrequested. 2,500 jobs take about 100 ms. The time grows
// with the number of machines above 300, with the tries of two-stage and, if waiting jobs are
// reconsidered whenever a job ends, with the number of waiting jobs.
func (p *Problem) Effort(algorithm string, o Options) float64 {
	work := float64(len(p.Jobs)) / 25 * max(1, float64(len(p.Machines))/300)
	if algorithm == "two-stage" {
		work *= float64(1 + max(0, o.Tries))
	}
	if algorithm == "gang" {
		work += float64(suspensionCost * p.suspensions(cmp.Or(o.Slice, UsualSlice)))
	}
	if try := p.tryCost(algorithm, o); try > 0 && work < maxEffort {
		work += float64(try * p.tries())
	}
	return work
}

// tryCost returns the cost of a waiting job when another job ends.
func (p *Problem) tryCost(algorithm string, o Options) float64 {
	switch {
	case (algorithm == "own" || algorithm == "multifactor") && o.Backfill == BackfillConservative:
		return tryAnew
	case algorithm == "own", algorithm == "easy-sjbf", algorithm == "lookahead", algorithm == "greedy",
		algorithm == "easy-plus-plus", algorithm == "multifactor":
		return tryScore
	case algorithm != "conservative" || !p.hasEarlyEnd():
		return 0 // every job ends as estimated, and no reservation moves
	case o.Compression == Replan:
		return tryAnew
	}
	return tryAlone
}

// hasEarlyEnd reports whether a job ends before its estimate.
func (p *Problem) hasEarlyEnd() bool {
	for i := range p.Jobs {
		if e := p.Jobs[i].Estimate; e != nil && *e > p.Jobs[i].Duration {
			return true
		}
	}
	return false
}

// suspensions returns an upper bound on the number of times that gang suspends jobs.
func (p *Problem) suspensions(slice float64) (turns float64) {
	for i := range p.Jobs {
		if j := &p.Jobs[i]; j.Preemptible && j.Restartable {
			turns += j.Duration / slice
		}
	}
	return min(turns, MaxSuspensions)
}

// tries estimates the number of waiting jobs at each end of a job, summed over all ends. It is
// the maximum over slots, memory and licences as the only limited resource.
func (p *Problem) tries() float64 {
	slots, pace, memory := 0.0, 0.0, 0.0
	licences := map[string]float64{}
	for name, n := range p.Licenses {
		licences[name] = float64(n)
	}
	for i := range p.Machines {
		m, speed := &p.Machines[i], 1.0
		if m.Speed != nil {
			speed = *m.Speed
		}
		slots += float64(m.Slots)
		pace += float64(float64(m.Slots) * speed)
		memory += m.Memory
		for name, n := range m.Licenses {
			licences[name] += float64(n)
		}
	}
	if !(slots > 0) {
		return 0
	}
	order := p.submissionOrder()
	most := p.waiting(order, slots, pace, func(j *Job) float64 { return float64(j.Slots) })
	most = max(most, p.waiting(order, memory, float64(memory*pace)/slots, func(j *Job) float64 { return j.Memory }))
	for name, n := range licences {
		most = max(most, p.waiting(order, n, float64(n*pace)/slots,
			func(j *Job) float64 { return float64(j.Licenses[name]) * float64(max(1, j.Partition)) }))
	}
	return most
}

// waiting estimates the sum of tries for one limited resource. all is its
// number of units, pace the work that they do in a second, and of the demand of
// a job. Jobs are modelled as a fluid: work that exceeds the capacity when the
// next job is submitted has waited.
func (p *Problem) waiting(order []int, all, pace float64, of func(*Job) float64) (tries float64) {
	n, wide, work := 0.0, 0.0, 0.0
	for i := range p.Jobs {
		if x := of(&p.Jobs[i]); x > 0 {
			n, wide, work = n+1, wide+x, work+float64(x*p.Jobs[i].Duration)
		}
	}
	if !(n > 0 && pace > 0 && work > 0) {
		return 0
	}
	concurrent, mean := float64(all*n)/wide, work/n // running jobs do not wait
	level, now := 0.0, 0.0
	drain := func(ended float64) {
		rest := max(0, level-ended)
		from, to := max(0, level-concurrent), max(0, rest-concurrent)
		tries += float64((from - to) * (from + to) / 2)
		level = rest
	}
	for _, i := range order {
		j := &p.Jobs[i]
		at := max(0, j.Submitted)
		drain(float64((at-now)*pace) / mean)
		level, now = level+float64(of(j)*j.Duration)/mean, at
	}
	drain(level)
	return tries
}

// submissionOrder returns the indexes of the jobs by submission, ties in the order of the document.
func (p *Problem) submissionOrder() []int {
	order := make([]int, len(p.Jobs))
	for i := range order {
		order[i] = i
	}
	sorting.Sort(order, func(a, b int) int {
		if c := sorting.Ascending(p.Jobs[a].Submitted, p.Jobs[b].Submitted); c != 0 {
			return c
		}
		return a - b
	})
	return order
}
