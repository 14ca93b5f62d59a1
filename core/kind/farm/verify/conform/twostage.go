package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// twoStage is two-stage scheduling: jobs are placed by static priority (stage one), each on the
// machine of the lowest dynamic cost (stage two).
type twoStage struct {
	*simulator
	tables       bool      // the order of the paper's tables
	documentRank []int     // place in the document's order, or nil
	sequence     []int     // order other than by priority, or nil
	priority     []float64 // of each job
	order        []int     // jobs of a pass
	rank         []int     // of each job in the order
}

// newTwoStage prepares a simulation of two-stage.
func (c *checker) newTwoStage() *twoStage {
	n := len(c.Problem.Jobs)
	t := &twoStage{simulator: c.newSimulator(), priority: make([]float64, n), rank: make([]int, n)}
	t.late = c.Options.Mode == farm.Published
	t.tails = t.late || c.singlePass() && !c.Rules.Backfill
	t.tables = c.Options.Order == farm.Tables || c.Options.Order != farm.Static && t.late
	if listed := c.Problem.Order; len(listed) > 0 {
		t.documentRank = slices.Repeat([]int{len(listed)}, n)
		for i, id := range listed {
			t.documentRank[c.JobIndex[id]] = i
		}
	}
	return t
}

// singlePass reports whether all jobs are scheduled in a single pass with complete knowledge, unless
// the mode decides it.
func (c *checker) singlePass() bool { return c.Rules.Reservation && c.Rules.Cycle == 0 }

// prioritize computes the static priorities of jobs at a time, and their order.
func (t *twoStage) prioritize(jobs []int, now float64) {
	t.weigh(jobs, now)
	order := slices.Clone(jobs)
	sorting.Sort(order, func(a, b int) int {
		if t.documentRank != nil && t.documentRank[a] != t.documentRank[b] {
			return t.documentRank[a] - t.documentRank[b]
		}
		return cmp.Or(sorting.Ascending(t.priority[b], t.priority[a]), a-b)
	})
	if t.tables { // the longest first after the last one that may be divided
		behind := 0
		for i, j := range order {
			if len(t.jobs[j].counts) > 1 {
				behind = i + 1
			}
		}
		if behind > 0 {
			sorting.Stable(order[behind:], func(a, b int) int {
				return sorting.Ascending(t.jobs[b].remaining, t.jobs[a].remaining)
			})
		}
	}
	if t.documentRank != nil {
		for i, j := range order {
			t.priority[j] = float64(len(order) - i)
		}
	}
	if t.sequence != nil {
		order = t.sequence
	}
	t.order = order
	for i, j := range order {
		t.rank[j] = i
	}
}

// weigh computes static priorities: each trade-off cost as a share of its range over the jobs,
// times its weight.
func (t *twoStage) weigh(jobs []int, now float64) {
	memory, slots, first, last, least, most := 0.0, 0.0, math.Inf(1), now, math.Inf(1), math.Inf(-1)
	for _, j := range jobs {
		x := &t.jobs[j]
		memory, slots = max(memory, x.Memory), max(slots, float64(x.Slots))
		first, last = min(first, x.Submitted), max(last, x.Submitted)
		least, most = min(least, x.Priority), max(most, x.Priority)
	}
	share := func(value, from, to float64) float64 {
		if to <= from {
			return 0
		}
		return (value - from) / (to - from)
	}
	for _, j := range jobs {
		x, w, slack := &t.jobs[j], t.Rules, 0.0
		if x.Deadline != nil {
			slack = 1
			if rest := *x.Deadline - now; rest > x.remaining {
				slack = x.remaining / rest
			}
		}
		t.priority[j] = float64(w.Memory*share(x.Memory, 0, memory)) +
			float64(w.Slots*share(float64(x.Slots), 0, slots)) + float64(w.Slack*slack) +
			float64(w.Waiting*share(last-x.Submitted, 0, last-first)) +
			float64(w.Priority*share(x.Priority, least, most))
	}
}

// addDemand adds sign times the work of a job to the demand on its suitable machines.
func (t *twoStage) addDemand(j int, sign float64) {
	if t.Rules.Demand == 0 {
		return
	}
	x := &t.jobs[j]
	for _, q := range t.machinesFor(j, x.counts[len(x.counts)-1]) {
		t.machines[q].demand += float64(sign * x.remaining * float64(x.Slots))
	}
}

// A pass is stage two: it places the jobs one by one in their order. In a stream the functions
// started and preempted take part in it.
type pass struct {
	*twoStage
	now       float64
	running   []int                 // jobs that may be preempted
	waiting   []int                 // ranks of the jobs that may be placed, ascending
	placed    [][]*booking          // on each machine
	onStart   func(b *booking) bool // takes over a booking; false ends the pass
	onPreempt func(j int)           // called for a job that has been preempted
}

// push adds a job to the waiting jobs.
func (p *pass) push(j int) {
	i, _ := slices.BinarySearch(p.waiting, p.rank[j])
	p.waiting = sorting.Insert(p.waiting, i, p.rank[j])
}

// scheduleAll schedules all jobs in one pass with complete knowledge.
func (t *twoStage) scheduleAll() {
	all := make([]int, len(t.jobs))
	for j := range all {
		all[j] = j
	}
	t.prioritize(all, 0)
	p := &pass{twoStage: t, running: t.placeRunning(), placed: make([][]*booking, len(t.machines))}
	for _, j := range p.running {
		for _, next := range t.jobs[j].successors {
			t.jobs[next].pendingPredecessors--
		}
	}
	for j := range t.jobs {
		if x := &t.jobs[j]; x.Running == nil {
			t.addDemand(j, 1)
			if x.pendingPredecessors == 0 {
				p.push(j)
			}
		}
	}
	p.run()
	for j := range t.jobs {
		if b := t.jobs[j].booking; b != nil && !t.jobs[j].isFinished() {
			t.finish(b)
		}
	}
}

// run places the waiting jobs. With complete knowledge a job is added when its predecessors are
// placed.
func (p *pass) run() {
	for len(p.waiting) > 0 && !p.isExhausted() {
		j := p.order[p.waiting[0]]
		p.waiting = p.waiting[1:]
		p.addDemand(j, -1)
		if !p.schedule(j) {
			return
		}
		if p.onStart != nil {
			continue
		}
		for _, next := range p.jobs[j].successors {
			if p.jobs[next].pendingPredecessors--; p.jobs[next].pendingPredecessors == 0 {
				p.push(next)
			}
		}
	}
}

// schedule places a job. It reports false if the pass ends.
func (p *pass) schedule(j int) bool {
	b := p.bestBooking(j, p.now)
	if b == nil {
		p.stuck = true
		return false
	}
	ready := p.ready(j, p.now)
	for _, q := range b.machines {
		ready = max(ready, p.readyOn(j, q, p.now))
	}
	if b.start > ready && !p.tails && p.Rules.Preemption {
		if sooner := p.preempt(j, b); sooner != nil {
			b = sooner
		} else if p.onStart == nil && p.Rules.Backfill && p.fillGap(j, b, ready) {
			return p.schedule(j)
		}
	}
	if p.onStart != nil {
		return p.onStart(b)
	}
	b.startKind = p.startKind(b, ready)
	p.place(b)
	for _, q := range b.machines {
		p.placed[q] = append(p.placed[q], b)
	}
	return true
}

// startKind returns how a booking comes about in a single pass.
func (p *pass) startKind(b *booking, ready float64) string {
	for _, q := range b.machines {
		if b.start < p.tail(b.job, q, len(b.machines), ready) {
			return farm.StartBackfill
		}
	}
	if b.start > ready {
		return farm.StartReserved
	}
	return farm.StartDirect
}
