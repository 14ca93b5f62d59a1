package verify

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A moving goes through a stream of jobs from event to event: jobs are known once
// they are submitted and those that they wait for have ended, and end when they
// really do, while the scheduler reckons with estimates.
type moving struct {
	*plan
	decide  func(m *moving)
	begin   func(m *moving, starting []happening)
	freed   func(m *moving, part *booking) // hears of what ends before it was expected to
	now     float64
	events  []happening // by time
	queue   []int       // jobs that wait, by submission
	waiting []bool
	epoch   []int // how often a job has started
	readyAt []float64
	ran     []int // jobs that run
	idle    int   // slots
	fresh   []int // jobs that joined since the last decision
	early   bool  // the future differs from what was reserved
	over    bool  // because a job outlived its estimate
	news    bool
	queued  string // how a job comes about that waited without a reservation
}

// A happening is an event. Ends come before all else of a moment.
type happening struct {
	time             float64
	what             int
	job, part, epoch int
}

const (
	partEnds = iota
	estimateEnds
	jobJoins
	looksAgain
	jobStarts
)

func (m *moving) push(e happening) {
	i, _ := slices.BinarySearchFunc(m.events, e, func(a, b happening) int {
		switch {
		case a.time != b.time:
			return sorting.Ascending(a.time, b.time)
		case a.what != b.what:
			return a.what - b.what
		case a.job != b.job:
			return a.job - b.job
		}
		return a.part - b.part
	})
	m.events = sorting.Put(m.events, i, e)
}

// wake has the scheduler look again at a time.
func (m *moving) wake(at float64) {
	if at > m.now && !math.IsInf(at, 1) {
		m.push(happening{time: at, what: looksAgain})
	}
}

// stream goes through all events.
func (m *moving) stream() {
	n := len(m.jobs)
	m.waiting, m.epoch, m.readyAt = make([]bool, n), make([]int, n), make([]float64, n)
	for q := range m.p.Machines {
		m.idle += m.p.Machines[q].Slots
	}
	for j := range m.jobs {
		m.jobs[j].left = m.p.Jobs[j].Estimated()
	}
	m.ran = m.running()
	for _, j := range m.ran {
		m.begun(m.jobs[j].held)
	}
	for j := range m.jobs {
		if m.p.Jobs[j].Running == nil && m.jobs[j].open == 0 {
			m.push(happening{time: max(0, m.p.Jobs[j].Submitted), what: jobJoins, job: j})
		}
	}
	for len(m.events) > 0 && !m.stuck && !m.tired() {
		m.moment()
	}
	for j := range m.jobs {
		m.stuck = m.stuck || !m.final(j)
	}
}

func (x *plan) final(j int) bool {
	k := len(x.jobs[j].pieces)
	return k > 0 && !x.jobs[j].pieces[k-1].stopped
}

func (m *moving) moment() {
	m.now = max(m.now, m.events[0].time)
	var starting []happening
	for len(m.events) > 0 && m.events[0].time <= m.now {
		m.looked++
		e := m.events[0]
		m.events = m.events[1:]
		switch e.what {
		case partEnds:
			m.partEnded(e)
		case estimateEnds:
			m.outlived(e)
		case jobJoins:
			m.join(e.job)
		case jobStarts:
			starting = append(starting, e)
		}
	}
	m.begin(m, starting)
	m.decide(m)
}

func (m *moving) behind(a, b int) bool {
	x, y := m.p.Jobs[a].Submitted, m.p.Jobs[b].Submitted
	return x > y || x == y && a > b
}

func (m *moving) join(j int) {
	m.waiting[j], m.readyAt[j], m.news = true, m.now, true
	m.fresh = append(m.fresh, j)
	i := len(m.queue)
	for i > 0 && m.behind(m.queue[i-1], j) {
		i--
	}
	m.queue = sorting.Put(m.queue, i, j)
}

// start begins a job; entered says that its booking is in the plan.
func (m *moving) start(b *booking, entered bool) {
	j := b.job
	m.waiting[j] = false
	m.queue = slices.DeleteFunc(slices.Clone(m.queue), func(x int) bool { return x == j })
	if entered {
		m.jobs[j].held, m.jobs[j].where = b, b.machines
	} else {
		m.enter(b)
	}
	if b.how == "" {
		switch {
		case m.scores != nil:
			b.how = m.scores.how(j)
		case len(m.queue) > 0 && !m.behind(m.queue[0], j):
			b.how = farm.HowBackfill
		case b.start == m.readyAt[j]:
			b.how = farm.HowDirect
		default:
			b.how = m.queued
		}
	}
	m.ran = append(m.ran, j)
	m.begun(b)
}

func (m *moving) begun(b *booking) {
	j := b.job
	m.epoch[j]++
	m.jobs[j].end = math.NaN()
	for i, q := range b.machines {
		m.idle -= m.p.Jobs[j].Slots / b.parts()
		end := b.start + m.jobs[j].truth/m.speed(j, q)
		m.push(happening{end, partEnds, j, i, m.epoch[j]})
		if b.ends[i] < end {
			m.push(happening{max(m.now, b.ends[i]), estimateEnds, j, i, m.epoch[j]})
		}
	}
}

func (m *moving) partEnded(e happening) {
	b := m.jobs[e.job].held
	if e.epoch != m.epoch[e.job] || b == nil {
		return
	}
	if b.ends[e.part] > e.time {
		part := b.part(e.part)
		m.give(part, e.time)
		m.freed(m, part)
		m.early = true
	}
	b.ends[e.part], m.news = e.time, true
	m.idle += m.p.Jobs[e.job].Slots / b.parts()
	for i, q := range b.machines { // the last part to end ends the job
		end := b.start + m.jobs[e.job].truth/m.speed(e.job, q)
		if end > e.time && i != e.part || end == e.time && i > e.part {
			return
		}
	}
	j := e.job
	m.epoch[j]++
	m.jobs[j].end = b.end()
	m.done(b)
	m.ran = slices.DeleteFunc(m.ran, func(x int) bool { return x == j })
	for _, next := range m.jobs[j].before {
		if m.jobs[next].open--; m.jobs[next].open == 0 {
			m.push(happening{time: max(m.now, m.ready(next, m.now)), what: jobJoins, job: next})
		}
	}
}

// outlived extends the estimate of a part that still runs.
func (m *moving) outlived(e happening) {
	y := &m.jobs[e.job]
	b := y.held
	if e.epoch != m.epoch[e.job] || b == nil {
		return
	}
	speed := m.speed(e.job, b.machines[e.part])
	long, from := b.ends[e.part]-b.start, b.ends[e.part]
	for b.ends[e.part] <= m.now {
		long = float64(long * m.rules.Overrun)
		b.ends[e.part] = b.start + long
	}
	y.left = max(y.left, float64(long*speed))
	more := b.part(e.part)
	more.start = from
	m.take(more)
	m.early, m.over, m.news = true, true, true
	if b.ends[e.part] < b.start+y.truth/speed {
		m.push(happening{b.ends[e.part], estimateEnds, e.job, e.part, e.epoch})
	}
}

// strand notes a job that can never start.
func (m *moving) strand() { m.stuck = true }

// first starts the first job of the queue, or gives when and where it could.
func (m *moving) first() *booking {
	b := m.best(m.queue[0], m.now)
	switch {
	case b == nil:
		m.strand()
	case b.start > m.now:
		return b
	default:
		m.start(b, false)
	}
	return nil
}

func noBeginning(*moving, []happening) {}
func noFreeing(*moving, *booking)      {}

// fcfs: the first job of the queue holds up all others.
func fcfs(m *moving) {
	for len(m.queue) > 0 && !m.stuck && !m.tired() {
		if b := m.first(); b != nil {
			m.wake(b.start)
			return
		}
	}
}

// easy: the first that cannot start has a reservation, and others start past it
// where they do not delay that.
func easy(m *moving) {
	var b *booking
	for len(m.queue) > 0 && b == nil && !m.stuck && !m.tired() {
		b = m.first()
	}
	if b == nil {
		return
	}
	m.wake(b.start)
	m.startPast(b, m.queue)
}

// startPast starts those of the jobs that can start now without delaying the first,
// which has a reservation.
func (m *moving) startPast(first *booking, jobs []int) {
	m.finish(first)
	m.take(first)
	for _, j := range jobs {
		if j == first.job {
			continue
		}
		if m.idle <= 0 || m.tired() {
			break
		}
		switch other := m.best(j, m.now); {
		case other == nil:
			m.strand()
		case other.start == m.now:
			other.how = farm.HowBackfill
			m.start(other, false)
		case m.jobs[j].data:
			m.wake(other.start)
		}
	}
	m.give(first, m.now)
}

// startReserved starts those whose reservations begin now, in the order of the
// queue.
func startReserved(m *moving, starting []happening) {
	if m.early {
		return // what was planned may not fit any more
	}
	sorting.By(starting, func(a, b happening) int {
		switch {
		case a.job == b.job:
			return 0
		case m.behind(a.job, b.job):
			return 1
		}
		return -1
	})
	for _, e := range starting {
		if b := m.jobs[e.job].plan; b != nil && b.start == m.now {
			m.jobs[e.job].plan = nil
			m.start(b, true)
		}
	}
}

// reserve makes a reservation for a job.
func (m *moving) reserve(j int) {
	b := m.best(j, m.now)
	if b == nil {
		m.strand()
		return
	}
	m.finish(b)
	m.take(b)
	m.jobs[j].plan = b
	m.push(happening{time: b.start, what: jobStarts, job: j})
}

// replanning: every job has a reservation, and when the future turns out otherwise
// all are made anew in the order of the queue.
func replanning(m *moving) {
	list := m.fresh
	if m.early {
		list = m.queue
		for _, j := range list {
			if b := m.jobs[j].plan; b != nil {
				m.give(b, b.start)
				m.jobs[j].plan = nil
			}
		}
	}
	for _, j := range list {
		if !m.stuck && !m.tired() {
			m.reserve(j)
		}
	}
	m.fresh, m.early, m.over = nil, false, false
}

// keeping: every job has a reservation; when one ends early each is tried in the
// order of the queue and moves where it can start sooner. Where a job outlives its
// estimate, those that do not fit any more are made anew before that.
func keeping(m *moving) {
	if m.over {
		m.displace()
	}
	if m.early {
		for _, j := range m.queue {
			if b := m.jobs[j].plan; b != nil && !m.tired() {
				m.advance(b)
			}
		}
	}
	for _, j := range m.fresh {
		if !m.stuck && !m.tired() {
			m.reserve(j)
		}
	}
	m.fresh, m.early, m.over = nil, false, false
}

func (m *moving) displace() {
	var list []*booking
	for _, j := range m.queue {
		if b := m.jobs[j].plan; b != nil {
			m.give(b, m.now)
			list = append(list, b)
		}
	}
	var rest []int
	for _, b := range list {
		if m.fits(b, b.start) {
			m.take(b)
		} else {
			rest = append(rest, b.job)
		}
	}
	for _, j := range rest {
		m.jobs[j].plan = nil
		m.reserve(j)
	}
}

// advance moves a reservation where it can start sooner.
func (m *moving) advance(b *booking) {
	if b.start > m.now {
		m.give(b, b.start)
		made := m.best(b.job, m.now)
		if made == nil || made.start >= b.start {
			m.take(b)
			return
		}
		m.finish(made)
		m.take(made)
		m.jobs[b.job].plan, b = made, made
	}
	m.push(happening{time: b.start, what: jobStarts, job: b.job})
}
