package farm

import "gridbox/core/sorting"

// What a job that waits costs a queue every time that one ends, in milliseconds of a browser:
// where its reservation is tried by itself, made anew after those before it, or only its
// score is told.
const (
	tryAlone = 0.012
	tryAnew  = 0.004
	tryScore = 0.00025
)

// plenty is the effort above which nobody asks how much larger it is.
const plenty = 1000

// Effort estimates how many milliseconds a run takes in a browser: by its jobs, 2,500 of which
// take about 100, by the machines that are asked for each where they are more than three
// hundred, by the orders that two-stage tries, and, where all who wait are asked again
// whenever a job ends, by how many wait. It is there to decide what may be run unasked,
// and good to a factor of a few.
func (p *Problem) Effort(algorithm string, o Options) float64 {
	work := float64(len(p.Jobs)) / 25 * max(1, float64(len(p.Machines))/300)
	if algorithm == "two-stage" {
		work *= float64(1 + max(0, o.Tries))
	}
	if try := p.eachTry(algorithm, o); try > 0 && work < plenty {
		work += float64(try * p.tries())
	}
	return work
}

// eachTry is what one that waits costs when a job ends.
func (p *Problem) eachTry(algorithm string, o Options) float64 {
	switch {
	case algorithm == "own" && o.Backfill == BackfillConservative:
		return tryAnew
	case algorithm == "own", algorithm == "easy-sjbf", algorithm == "lookahead", algorithm == "greedy",
		algorithm == "easy-plus-plus":
		return tryScore
	case algorithm != "conservative" || !p.early():
		return 0 // or every job ends when it was said to, and no reservation moves
	case o.Compression == Replan:
		return tryAnew
	}
	return tryAlone
}

// early reports whether a job ends before its estimate.
func (p *Problem) early() bool {
	for i := range p.Jobs {
		if e := p.Jobs[i].Estimate; e != nil && *e > p.Jobs[i].Duration {
			return true
		}
	}
	return false
}

// tries estimates how many jobs wait when one ends, all ends together, by whatever they wait
// for most: slots, memory or a licence.
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
	order := p.bySubmission()
	most := p.waiting(order, slots, pace, func(j *Job) float64 { return float64(j.Slots) })
	most = max(most, p.waiting(order, memory, float64(memory*pace)/slots, func(j *Job) float64 { return j.Memory }))
	for name, n := range licences {
		most = max(most, p.waiting(order, n, float64(n*pace)/slots,
			func(j *Job) float64 { return float64(j.Licenses[name]) * float64(max(1, j.Partition)) }))
	}
	return most
}

// waiting is what tries says where only one thing counts, of which there is so much, which
// takes so much of a job's work in a second. Jobs are a liquid that runs through it, and
// what stands before it when the next one comes has waited.
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
	beside, mean := float64(all*n)/wide, work/n // jobs that run do not wait
	level, now := 0.0, 0.0
	drain := func(ended float64) {
		rest := max(0, level-ended)
		from, to := max(0, level-beside), max(0, rest-beside)
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

// bySubmission orders the jobs as they come.
func (p *Problem) bySubmission() []int {
	order := make([]int, len(p.Jobs))
	for i := range order {
		order[i] = i
	}
	sorting.By(order, func(a, b int) int {
		if c := sorting.Ascending(p.Jobs[a].Submitted, p.Jobs[b].Submitted); c != 0 {
			return c
		}
		return a - b
	})
	return order
}
