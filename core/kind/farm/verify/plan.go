package verify

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A plan is a farm as a scheduler sees it while it works: what has been reserved,
// and what is known of the jobs. The checker keeps one of its own while it goes
// through the decisions of an answer.
type plan struct {
	c        *farmCheck
	p        *farm.Problem
	rules    *farm.Rules
	jobs     []planned
	order    []int // machines, those of one kind together
	lines    []*timeline
	own      []map[string]*timeline
	floating map[string]*timeline
	band     map[[2]int]float64
	scores   *scoring // of a policy, nil without one
	load     []int64  // slot-seconds placed on a machine, in units
	unit     float64
	wanted   []float64 // slot-seconds that jobs yet to be placed may want there
	tails    bool      // jobs go behind all that a machine has
	late     bool      // as late as the length of the schedule allows
	makespan float64
	looked   int
	most     int   // at looked, it is enough
	stuck    bool  // there is no schedule
	sequence []int // an order of the jobs other than by priority
	rank     []int // of jobs in the order
	sorted   []int // jobs by rank
	printed  []int // place in the document's order
	tables   bool  // order of the paper's tables
	weight   []float64
}

// planned is what is known of a job.
type planned struct {
	job      *farm.Job
	parts    []int
	licences []string
	before   []int // jobs that wait for it
	data     bool
	left     float64 // work left, as far as is known
	truth    float64 // work really left
	kept     float64 // time had in earlier pieces that count
	stopped  float64 // when it was stopped last
	stops    int
	open     int     // jobs that it waits for
	end      float64 // NaN: unknown
	where    []int
	held     *booking
	plan     *booking
	pieces   []booked
}

// A booking is a job on machines: one part on each.
type booking struct {
	job      int
	machines []int
	start    float64
	ends     []float64
	how      string
	of       int // parts of the job, where these are not all
}

func (b *booking) parts() int {
	if b.of > 0 {
		return b.of
	}
	return len(b.machines)
}

func (b *booking) part(i int) *booking {
	return &booking{b.job, b.machines[i : i+1], b.start, b.ends[i : i+1], b.how, b.parts()}
}

func (b *booking) end() float64 { return slices.Max(b.ends) }

// booked is a piece that is done, or stopped by a job.
type booked struct {
	booking
	stopped bool
	by      int
	ratio   float64
}

// plan makes an empty one.
func (c *farmCheck) plan(most int) *plan {
	p := c.p
	x := &plan{c: c, p: p, rules: &c.rules, jobs: make([]planned, len(p.Jobs)), most: most,
		load: make([]int64, len(p.Machines)), unit: c.unit(), wanted: make([]float64, len(p.Machines)),
		rank: make([]int, len(p.Jobs)), weight: make([]float64, len(p.Jobs)),
		floating: map[string]*timeline{}, band: map[[2]int]float64{}}
	known := map[string]int{}
	kind := make([]int, len(p.Machines))
	for q := range p.Machines {
		m := &p.Machines[q]
		x.lines = append(x.lines, newTimeline(m.Slots, memoryUnits(m.Memory, false), &x.looked))
		own := map[string]*timeline{}
		for name, n := range m.Licenses {
			own[name] = newTimeline(n, 0, &x.looked)
		}
		x.own = append(x.own, own)
		key := kindOf(m)
		if _, seen := known[key]; !seen {
			known[key] = len(known)
		}
		kind[q] = known[key]
		x.order = append(x.order, q)
	}
	sorting.Stable(x.order, func(a, b int) int { return kind[a] - kind[b] })
	for name, n := range p.Licenses {
		x.floating[name] = newTimeline(n, 0, &x.looked)
	}
	for i := range p.Links {
		a, b := c.machines[p.Links[i].A], c.machines[p.Links[i].B]
		x.band[[2]int{a, b}], x.band[[2]int{b, a}] = p.Links[i].Bandwidth, p.Links[i].Bandwidth
	}
	for j := range p.Jobs {
		job := &p.Jobs[j]
		x.jobs[j] = planned{job: job, parts: c.divisions(job), licences: names(job.Licenses), left: job.Duration,
			truth: job.Duration, stopped: math.Inf(-1), open: len(job.After), end: math.NaN(), data: carries(job)}
	}
	for j := range p.Jobs {
		for _, a := range p.Jobs[j].After {
			other := &x.jobs[c.jobs[a.Job]]
			other.before = append(other.before, j)
		}
	}
	return x
}

// unit is a power of two in which loads are counted, so that no sum depends on
// its order: a 2^51st or less of all jobs' slot-seconds on the slowest machine.
func (c *farmCheck) unit() float64 {
	all, slowest := 0.0, 1.0
	for j := range c.p.Jobs {
		job := &c.p.Jobs[j]
		all += float64(float64(job.Slots) * (job.Duration + job.Estimated()))
		for _, speed := range job.Speeds { // a minimum, whatever the order
			slowest = min(slowest, speed)
		}
	}
	for q := range c.p.Machines {
		if speed := c.p.Machines[q].Speed; speed != nil {
			slowest = min(slowest, *speed)
		}
	}
	_, exponent := math.Frexp(all / slowest)
	return math.Ldexp(1, exponent-51)
}

// kindOf is the same for machines that are alike.
func kindOf(m *farm.Machine) string {
	speed := 1.0
	if m.Speed != nil {
		speed = *m.Speed
	}
	key := strconv.Itoa(m.Slots) + " " + strconv.FormatInt(memoryUnits(m.Memory, false), 10) + " " +
		strconv.Quote(m.Type) + " " + verify.Number(speed)
	for _, name := range names(m.Licenses) {
		key += " " + strconv.Quote(name) + strconv.Itoa(m.Licenses[name])
	}
	return key
}

func (x *plan) tired() bool { return x.looked > x.most }

func (x *plan) speed(j, q int) float64 { return x.jobs[j].job.SpeedOf(&x.p.Machines[q]) }

func (x *plan) need(j, k int) need {
	return need{x.jobs[j].job.Slots / k, partMemory(x.jobs[j].job, k)}
}

// licence is what a part on a machine takes a licence from.
func (x *plan) licence(q int, name string) *timeline {
	if own, ok := x.own[q][name]; ok {
		return own
	}
	return x.floating[name]
}

// ready is when submission and delays let a job start; on a machine its data
// must be there too.
func (x *plan) ready(j int, from float64) float64 {
	y := &x.jobs[j]
	at := max(from, y.job.Submitted, y.stopped)
	for _, a := range y.job.After {
		at = max(at, x.jobs[x.c.jobs[a.Job]].end+a.Delay)
	}
	return at
}

func (x *plan) readyOn(j, q int, ready float64) float64 {
	for _, a := range x.jobs[j].job.After {
		if a.Data == 0 {
			continue
		}
		other, longest := &x.jobs[x.c.jobs[a.Job]], 0.0
		for _, from := range other.where {
			if from != q {
				longest = max(longest, a.Data/x.band[[2]int{from, q}]) // infinite without a link
			}
		}
		ready = max(ready, other.end+a.Delay+longest)
	}
	return ready
}

// earliest is the earliest start of a part on a machine.
func (x *plan) earliest(j, q int, n need, duration, from float64) float64 {
	for start := from; ; {
		next := x.lines[q].earliest(n, duration, start)
		for _, name := range x.jobs[j].licences {
			next = x.licence(q, name).earliest(need{x.jobs[j].job.Licenses[name], 0}, duration, next)
		}
		if next == start || len(x.jobs[j].licences) == 0 || math.IsInf(next, 1) {
			return next
		}
		start = next
	}
}

func (x *plan) tail(j, q int, n need, from float64) float64 {
	at := x.lines[q].tail(n, from)
	for _, name := range x.jobs[j].licences {
		at = x.licence(q, name).tail(need{x.jobs[j].job.Licenses[name], 0}, at)
	}
	return at
}

// take enters a booking, give strikes the rest of it from a time on.
func (x *plan) take(b *booking) { x.change(b, -1, b.start) }

func (x *plan) give(b *booking, from float64) { x.change(b, 1, max(from, b.start)) }

func (x *plan) change(b *booking, sign int, from float64) {
	n := x.need(b.job, b.parts())
	for i, q := range b.machines {
		if sign > 0 && from >= b.ends[i] {
			continue
		}
		x.lines[q].add(n, sign, from, b.ends[i])
		for _, name := range x.jobs[b.job].licences {
			x.licence(q, name).add(need{x.jobs[b.job].job.Licenses[name], 0}, sign, from, b.ends[i])
		}
		x.load[q] += int64(math.Round(float64(-sign*n.slots) * (b.ends[i] - from) / x.unit))
	}
}

// finish computes when the parts end by what is known.
func (x *plan) finish(b *booking) {
	b.ends = b.ends[:0]
	for _, q := range b.machines {
		b.ends = append(b.ends, b.start+x.jobs[b.job].left/x.speed(b.job, q))
	}
}

// enter reserves for good.
func (x *plan) enter(b *booking) {
	x.finish(b)
	x.take(b)
	y := &x.jobs[b.job]
	y.held, y.where, y.end = b, b.machines, b.end()
	x.makespan = max(x.makespan, y.end)
}

func (x *plan) done(b *booking) {
	x.jobs[b.job].pieces = append(x.jobs[b.job].pieces, booked{booking: *b})
}

// running enters what runs already.
func (x *plan) running() []int {
	var list []int
	for j := range x.jobs {
		r := x.p.Jobs[j].Running
		if r == nil {
			continue
		}
		b := &booking{job: j, start: r.Since, how: farm.HowRunning}
		for _, id := range append([]string{r.Machine}, r.Others...) {
			b.machines = append(b.machines, x.c.machines[id])
		}
		x.enter(b)
		list = append(list, j)
	}
	return list
}
