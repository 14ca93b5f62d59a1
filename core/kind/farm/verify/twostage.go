package verify

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// The limits of preemption: on how many machines it is tried out, and how often a
// job is stopped.
const (
	mostTrials = 8
	mostStops  = 16
)

// prioritise is stage one: the static priorities of jobs at a moment, and their
// order.
func (x *plan) prioritise(list []int, now float64) {
	memory, slots, first, last, least, most := 0.0, 0.0, math.Inf(1), now, math.Inf(1), math.Inf(-1)
	for _, j := range list {
		job := &x.p.Jobs[j]
		memory, slots = max(memory, job.Memory), max(slots, float64(job.Slots))
		first, last = min(first, job.Submitted), max(last, job.Submitted)
		least, most = min(least, job.Priority), max(most, job.Priority)
	}
	share := func(value, from, to float64) float64 {
		if to <= from {
			return 0
		}
		return (value - from) / (to - from)
	}
	for _, j := range list {
		job, w, slack := &x.p.Jobs[j], x.rules, 0.0
		if job.Deadline != nil {
			slack = 1
			if rest := *job.Deadline - now; rest > x.jobs[j].left {
				slack = x.jobs[j].left / rest
			}
		}
		x.weight[j] = float64(w.Memory*share(job.Memory, 0, memory)) +
			float64(w.Slots*share(float64(job.Slots), 0, slots)) + float64(w.Slack*slack) +
			float64(w.Waiting*share(last-job.Submitted, 0, last-first)) +
			float64(w.Priority*share(job.Priority, least, most))
	}
	place := slices.Clone(list)
	sorting.By(place, func(a, b int) int {
		switch {
		case x.printed != nil && x.printed[a] != x.printed[b]:
			return x.printed[a] - x.printed[b]
		case x.weight[a] != x.weight[b]:
			return sorting.Ascending(x.weight[b], x.weight[a])
		}
		return a - b
	})
	if x.tables {
		behind := 0 // the last that may be divided
		for i, j := range place {
			if len(x.jobs[j].parts) > 1 {
				behind = i + 1
			}
		}
		if behind > 0 {
			sorting.Stable(place[behind:], func(a, b int) int {
				return sorting.Ascending(x.jobs[b].left, x.jobs[a].left)
			})
		}
	}
	if x.printed != nil {
		for i, j := range place {
			x.weight[j] = float64(len(place) - i)
		}
	}
	if x.sequence != nil {
		place = x.sequence
	}
	x.sorted = place
	for i, j := range place {
		x.rank[j] = i
	}
}

// demand enters a job into what is wanted of the machines that suit it.
func (x *plan) demand(j int, sign float64) {
	if x.rules.Demand == 0 {
		return
	}
	y := &x.jobs[j]
	for q := range x.wanted {
		if x.c.takes(&x.p.Machines[q], y.job, y.parts[len(y.parts)-1]) {
			x.wanted[q] += float64(sign * y.left * float64(y.job.Slots))
		}
	}
}

// A turn is stage two: one go through the jobs in their order.
type turn struct {
	*plan
	now     float64
	running []int
	open    []int // ranks of jobs that may be placed, ascending
	on      [][]*booking
	victims [][]int // running jobs that may be stopped, by machine
	fill    bool
	stopped func(v int, b *booking) // in a stream: hears of a job that is stopped
	started func(b *booking) bool   // in a stream: takes a booking over
}

func (t *turn) push(j int) {
	i, _ := slices.BinarySearch(t.open, t.rank[j])
	t.open = sorting.Put(t.open, i, t.rank[j])
}

// once schedules all jobs one time, with everything known.
func (x *plan) once() {
	all := make([]int, len(x.jobs))
	for j := range all {
		all[j] = j
	}
	x.prioritise(all, 0)
	t := &turn{plan: x, running: x.running(), fill: x.rules.Backfill, on: make([][]*booking, len(x.p.Machines))}
	for j := range x.jobs {
		y := &x.jobs[j]
		if y.job.Running != nil {
			continue
		}
		y.open = 0
		for _, a := range y.job.After {
			if math.IsNaN(x.jobs[x.c.jobs[a.Job]].end) {
				y.open++
			}
		}
		x.demand(j, 1)
		if y.open == 0 {
			t.push(j)
		}
	}
	t.all()
	for j := range x.jobs {
		if b := x.jobs[j].held; b != nil && !x.final(j) {
			x.done(b)
		}
	}
}

func (t *turn) all() {
	for len(t.open) > 0 && !t.tired() {
		t.looked++
		j := t.sorted[t.open[0]]
		t.open = t.open[1:]
		t.demand(j, -1)
		if !t.one(j) {
			return
		}
		if t.started != nil {
			continue
		}
		for _, next := range t.jobs[j].before {
			if t.jobs[next].open--; t.jobs[next].open == 0 {
				t.push(next)
			}
		}
	}
}

// one places a job; false ends the turn.
func (t *turn) one(j int) bool {
	b := t.best(j, t.now)
	if b == nil {
		t.stuck = true
		return false
	}
	ready := t.ready(j, t.now)
	for _, q := range b.machines {
		ready = max(ready, t.readyOn(j, q, t.ready(j, t.now)))
	}
	if b.start > ready && !t.tails && t.rules.Preemption {
		if ours := t.preempt(j, b); ours != nil {
			b = ours
		} else if t.filler(j, b, ready) {
			return t.one(j)
		}
	}
	t.settle(b, ready)
	if t.started != nil {
		return t.started(b)
	}
	t.enter(b)
	if t.fill && t.rules.Preemption {
		for _, q := range b.machines {
			t.on[q] = append(t.on[q], b)
		}
	}
	return true
}

// A plot is whom a job would have to stop on a machine.
type plot struct {
	machine int
	victims []int
	weight  float64
}

// preempt stops running jobs so that a job can start when it is ready.
func (t *turn) preempt(j int, b *booking) *booking {
	if len(b.machines) > 1 || len(t.running) == 0 {
		return nil
	}
	if t.victims == nil {
		t.victims = make([][]int, len(t.p.Machines))
		for _, v := range t.running {
			if t.p.Jobs[v].Preemptible && len(t.jobs[v].before) == 0 {
				for _, q := range t.jobs[v].held.machines {
					t.victims[q] = append(t.victims[q], v)
				}
			}
		}
	}
	var plots []plot
	ready := t.ready(j, t.now)
	for q := range t.p.Machines {
		if len(t.victims[q]) == 0 || !t.c.takes(&t.p.Machines[q], t.jobs[j].job, 1) {
			continue
		}
		if at := t.readyOn(j, q, ready); at < b.start && (t.stopped == nil || at == t.now) {
			if x := t.plot(j, q, at); x.victims != nil {
				plots = append(plots, x)
			}
		}
	}
	sorting.By(plots, func(a, b plot) int {
		switch {
		case len(a.victims) != len(b.victims):
			return len(a.victims) - len(b.victims)
		case a.weight != b.weight:
			return sorting.Ascending(a.weight, b.weight)
		}
		return a.machine - b.machine
	})
	for i := range min(len(plots), mostTrials) {
		if ours := t.try(j, &plots[i], t.readyOn(j, plots[i].machine, ready)); ours != nil {
			return ours
		}
	}
	return nil
}

// plot takes the least of those that may be stopped until there is room.
func (t *turn) plot(j, q int, at float64) plot {
	var list []int
	for _, v := range t.victims[q] {
		if t.mayStop(v, j, at) {
			list = append(list, v)
		}
	}
	sorting.By(list, func(a, b int) int { return t.rank[b] - t.rank[a] })
	line := t.lines[q]
	room, x := line.steps[line.at(at)], plot{machine: q}
	for _, v := range list {
		n := t.need(v, len(t.jobs[v].held.machines))
		room.slots += n.slots
		room.memory += n.memory
		x.victims = append(x.victims, v)
		x.weight += t.weight[v]
		if room.holds(t.need(j, 1)) {
			return x
		}
	}
	return plot{}
}

// mayStop is the ratios of priorities and of time remaining to time invested.
func (t *turn) mayStop(v, j int, at float64) bool {
	b := t.jobs[v].held
	if b == nil || b.start >= at || slices.Min(b.ends) <= at || t.jobs[v].stops >= mostStops {
		return false
	}
	invested := t.jobs[v].kept + (at - b.start)
	return t.weight[j] >= float64(t.rules.PriorityRatio*t.weight[v]) && t.weight[v] > 0 &&
		b.end()-at >= float64(t.rules.RemainingRatio*invested)
}

// try stops the victims if the job then starts in time.
func (t *turn) try(j int, x *plot, at float64) *booking {
	for _, v := range x.victims {
		t.give(t.jobs[v].held, at)
	}
	if t.earliest(j, x.machine, t.need(j, 1), t.jobs[j].left/t.speed(j, x.machine), at) > at {
		for _, v := range x.victims {
			again := *t.jobs[v].held
			again.start = at
			t.take(&again)
		}
		return nil
	}
	for _, v := range x.victims {
		b := t.jobs[v].held
		t.cut(v, j, b, at)
		t.jobs[v].held, t.jobs[v].end = nil, math.NaN()
		gone := func(other int) bool { return other == v }
		t.running = slices.DeleteFunc(t.running, gone)
		for _, q := range b.machines {
			t.victims[q] = slices.DeleteFunc(t.victims[q], gone)
		}
		if t.stopped != nil {
			t.stopped(v, b)
		}
		t.demand(v, 1)
		t.push(v)
	}
	return &booking{job: j, machines: []int{x.machine}, start: at}
}

// cut notes a piece that a preemption ends, and what of it counts.
func (t *turn) cut(v, by int, b *booking, at float64) {
	y, slowest := &t.jobs[v], math.Inf(1)
	short := *b
	short.ends = nil
	for _, q := range b.machines {
		slowest = min(slowest, t.speed(v, q))
		short.ends = append(short.ends, at)
	}
	if y.job.Restartable {
		y.left -= float64((at - b.start) * slowest)
		y.truth -= float64((at - b.start) * slowest)
		if y.left <= 0 {
			y.left = float64((b.end() - at) * slowest)
		}
		y.kept += at - b.start
	} else {
		y.kept = 0
	}
	y.stopped = at
	y.stops++
	y.pieces = append(y.pieces, booked{short, true, by, t.weight[by] / t.weight[v]})
}

// filler puts a job that keeps its progress into a gap in which it cannot end,
// where the reservation behind the gap may stop it.
func (t *turn) filler(j int, b *booking, ready float64) bool {
	y := &t.jobs[j]
	if !t.fill || !y.job.Preemptible || !y.job.Restartable || len(b.machines) > 1 || len(y.licences) > 0 {
		return false
	}
	n := t.need(j, 1)
	var best, stopper *booking
	for _, q := range t.order {
		if !t.c.takes(&t.p.Machines[q], y.job, 1) {
			continue
		}
		start := t.lines[q].earliest(n, 0, t.readyOn(j, q, ready))
		if math.IsInf(start, 1) || start >= b.start || best != nil && start >= best.start {
			continue
		}
		end, some := t.lines[q].short(n, start)
		if by := t.stopper(j, q, start, end); some && by != nil {
			best, stopper = &booking{job: j, machines: []int{q}, start: start, ends: []float64{end},
				how: farm.HowBackfill}, by
		}
	}
	if best == nil {
		return false
	}
	t.take(best)
	t.cut(j, stopper.job, best, best.ends[0])
	return true
}

func (t *turn) stopper(j, q int, start, end float64) *booking {
	speed := t.speed(j, q)
	spent, total, left := end-start, t.p.Jobs[j].Duration/speed, t.jobs[j].left/speed
	if !(spent > 0) || spent >= left || spent < float64(t.rules.SpentRatio*total) ||
		left-spent < float64(t.rules.RemainingRatio*(t.jobs[j].kept+spent)) {
		return nil
	}
	for _, b := range t.on[q] {
		if b.start == end && t.weight[j] > 0 && t.weight[b.job] >= float64(t.rules.PriorityRatio*t.weight[j]) {
			return b
		}
	}
	return nil
}
