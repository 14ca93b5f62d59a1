package solve

import (
	"context"
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A stream is an event-driven simulation of a farm. A job becomes known once it is submitted and
// its dependencies have ended, and ends after its real duration, while the scheduler uses
// estimates. If a running job exceeds its estimate, that is multiplied by the policy's Overrun
// until it is sufficient. The book has the running jobs and the scheduler's reservations.
type stream struct {
	*run
	scheduler    scheduler
	now          float64
	joins        []event // of jobs without dependencies, sorted
	events       []event // all other events, a heap
	queue        []int32 // waiting jobs by submission; ^j if job j has left
	removedCount int     // number of negative entries of queue
	head         int     // first entry that may be a job
	waiting      []bool
	epoch        []int32 // of a job: number of starts
	readyAt      []float64
	running      []int32
	free         int     // slots
	newJobs      []int32 // jobs that joined the queue since the last decision
	news         bool    // whether anything happened since the last cycle
	touched      []bool  // machines on which a running job started or ended
	early        bool    // whether the book differs from what was expected
	late         bool    // whether it does because a job exceeded its estimate
	woken        bool    // whether the scheduler requested a call at this time
}

// A scheduler decides which waiting jobs start.
type scheduler interface {
	// begin is called with the planned starts of a time, after its other events.
	begin(s *stream, planned []event)

	// handleEarlyEnd is called for a part that ends before its expected end. It must not keep the hold.
	handleEarlyEnd(s *stream, part *hold)

	// decide is called after all events of a time.
	decide(ctx context.Context, s *stream) error
}

// An event occurs at a time. Ends come before other events of the same time.
type event struct {
	time  float64
	kind  uint8
	job   int32
	part  int32
	epoch int32
}

const (
	partEnds uint8 = iota
	estimateEnds
	jobJoins
	wakes // the scheduler requested a call
	starts
)

// precedes reports whether event a precedes event b.
func (a *event) precedes(b *event) bool {
	switch {
	case a.time != b.time:
		return a.time < b.time
	case a.kind != b.kind:
		return a.kind < b.kind
	case a.job != b.job:
		return a.job < b.job
	}
	return a.part < b.part
}

// stream simulates the farm under a scheduler until no event is left. If a job cannot be placed, it
// sets r.stuck and returns nil.
func (r *run) stream(ctx context.Context, how scheduler) error {
	n := len(r.in.jobs)
	s := &stream{run: r, scheduler: how, waiting: make([]bool, n), epoch: make([]int32, n), readyAt: make([]float64, n),
		touched: make([]bool, len(r.in.p.Machines))}
	for q := range r.in.p.Machines {
		s.free += r.in.p.Machines[q].Slots
	}
	for j := range r.in.p.Jobs {
		r.remaining[j] = r.in.p.Jobs[j].EstimatedRunTime()
	}
	s.running = r.enterRunning()
	for _, j := range s.running {
		s.scheduleEnds(r.holds[j])
	}
	for j := range r.in.p.Jobs {
		if r.in.p.Jobs[j].Running == nil && r.open[j] == 0 {
			s.joins = append(s.joins, event{time: max(0, r.in.jobs[j].submitted), kind: jobJoins, job: int32(j)})
		}
	}
	sorting.Sort(s.joins, func(a, b event) int {
		if a.precedes(&b) {
			return -1
		}
		return 1
	})
	for i := 0; s.next() != nil; i++ {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		if err := s.handleEvents(ctx); err != nil {
			return err
		}
		if r.failure != "" {
			return nil
		}
	}
	for j := range r.in.jobs {
		if !r.final(int32(j)) {
			r.failure = r.unreachable(int32(j))
			if r.open[j] > 0 {
				continue // its dependency has the reason
			}
			return nil
		}
	}
	return ctx.Err()
}

// handleEvents handles all events of the next time and calls the scheduler, with the starts among them.
// There must be an event.
func (s *stream) handleEvents(ctx context.Context) error {
	s.now = max(s.now, s.next().time)
	s.calendar.now, s.woken = s.now, false
	var planned []event
	for e := s.next(); e != nil && e.time <= s.now; e = s.next() {
		switch e := s.pop(); e.kind {
		case partEnds:
			s.endPart(&e)
		case estimateEnds:
			s.extendEstimate(&e)
		case jobJoins:
			s.join(e.job)
		case wakes:
			s.woken = true
		case starts:
			planned = append(planned, e)
		}
	}
	s.scheduler.begin(s, planned)
	return s.scheduler.decide(ctx, s)
}

// join inserts a job into the queue by submission.
func (s *stream) join(j int32) {
	s.waiting[j], s.readyAt[j], s.news = true, s.now, true
	s.newJobs = append(s.newJobs, j)
	s.queue = sorting.Insert(s.queue, s.queueIndex(j), j)
}

// queueIndex returns the index of the first entry of the queue that is a job, present or gone, or comes
// after it.
func (s *stream) queueIndex(j int32) int {
	from, to := s.head, len(s.queue)
	for from < to {
		i := (from + to) / 2
		other := s.queue[i]
		if other < 0 {
			other = ^other
		}
		if s.follows(j, other) {
			from = i + 1
		} else {
			to = i
		}
	}
	return from
}

// follows reports whether job a comes after job j by submission.
func (s *stream) follows(a, j int32) bool {
	x, y := s.in.jobs[a].submitted, s.in.jobs[j].submitted
	return x > y || x == y && a > j
}

// leave removes a job from the queue. The queue is sometimes compacted, which changes the indexes
// of the other jobs.
func (s *stream) leave(j int32) {
	s.waiting[j] = false
	i := s.queueIndex(j)
	s.queue[i] = ^j
	s.removedCount++
	for s.head < len(s.queue) && s.queue[s.head] < 0 {
		s.head++
	}
	if s.removedCount > 64 && s.removedCount > len(s.queue)/2 {
		s.queue = slices.DeleteFunc(s.queue, func(j int32) bool { return j < 0 })
		s.removedCount, s.head = 0, 0
	}
}

// start starts the job of a hold: the job leaves the queue, and the hold is entered in the book
// unless booked is set. The start is recorded, and the events of its end are added.
func (s *stream) start(h *hold, booked bool) {
	if s.o.About != "" && s.isRecorded(h.job) {
		s.overtake(h.job)
	}
	s.leave(h.job)
	if booked {
		s.holds[h.job], s.lastMachines[h.job] = h, h.machines
	} else {
		h.finish = h.finish[:0]
		s.enter(h)
	}
	if h.startKind == "" {
		h.startKind = s.startKind(h)
	}
	s.recordPlaced(h)
	s.running = append(s.running, h.job)
	s.scheduleEnds(h)
}

// overtake records the jobs of the queue that a starting job overtakes.
func (s *stream) overtake(j int32) {
	s.overtaken = s.overtaken[:0]
	if s.scores != nil {
		for _, other := range s.queuedJobs(nil) {
			if s.scores.job.precedes(other, j) {
				s.overtaken = append(s.overtaken, other)
			}
		}
		s.scores.job.sort(s.overtaken)
		return
	}
	for _, other := range s.queue[s.head:] {
		if other == j {
			return
		}
		if other >= 0 {
			s.overtaken = append(s.overtaken, other)
		}
	}
}

// bestHold returns the same as run.bestHold. If explanations are recorded, it calls until first.
func (s *stream) bestHold(j int32, now float64) *hold {
	if s.o.stopBefore != nil {
		s.o.stopBefore(s.run, j)
	}
	return s.run.bestHold(j, now)
}

// bestHoldNow returns the same as bestHold for callers that need machines only if the job starts now.
func (s *stream) bestHoldNow(j int32) *hold {
	if s.o.stopBefore != nil {
		s.o.stopBefore(s.run, j)
	}
	return s.run.bestHoldBefore(j, s.now, math.Nextafter(s.now, math.Inf(1)))
}

// startKind returns how a job comes to start, as far as the queue determines it.
func (s *stream) startKind(h *hold) string {
	switch {
	case s.scores != nil:
		if others := s.queuedJobs(nil); len(others) > 0 &&
			s.scores.job.precedes(others[s.scores.job.firstIndex(others)],
				h.job) {
			return farm.StartBackfill
		}
		return s.firstStartKind(h.job, true)
	case s.head < len(s.queue) && s.queue[s.head] != h.job && !s.follows(s.queue[s.head], h.job):
		return farm.StartBackfill
	case h.start == s.readyAt[h.job]:
		return farm.StartDirect
	}
	if x, ok := s.scheduler.(interface{ followsQueue() bool }); ok && x.followsQueue() {
		return farm.StartQueued
	}
	return farm.StartReserved
}

// scheduleEnds takes the slots of a job that has started, and adds the events of its ends. A part that
// runs longer than its estimate also gets an event at the end of the estimate.
func (s *stream) scheduleEnds(h *hold) {
	j := h.job
	s.epoch[j]++
	s.predictor.starts(j)
	s.finish[j] = math.NaN()
	for i, q := range h.machines {
		s.free -= int(s.in.jobs[j].slots / h.parts())
		s.shared.charge(j, s.in.jobs[j].slots/h.parts(), s.now)
		s.touched[q] = true
		end := h.start + s.truth[j]/s.in.speed(j, q)
		s.push(event{time: end, kind: partEnds, job: j, part: int32(i), epoch: s.epoch[j]})
		if h.finish[i] < end {
			s.push(event{time: max(s.now, h.finish[i]), kind: estimateEnds, job: j, part: int32(i), epoch: s.epoch[j]})
		}
	}
}

// endPart handles the end of a part.
func (s *stream) endPart(e *event) {
	h := s.holds[e.job]
	if e.epoch != s.epoch[e.job] || h == nil {
		return
	}
	s.touched[h.machines[e.part]] = true
	if h.finish[e.part] > e.time {
		part := h
		if len(h.machines) > 1 {
			part = h.part(int(e.part))
		}
		s.calendar.release(part, e.time)
		s.scheduler.handleEarlyEnd(s, part)
		s.early = true
	}
	h.finish[e.part], s.news = e.time, true
	s.free += int(s.in.jobs[e.job].slots / h.parts())
	s.shared.charge(e.job, -s.in.jobs[e.job].slots/h.parts(), s.now)
	for i, q := range h.machines { // the last part to end ends the job
		if i != int(e.part) && h.start+s.truth[e.job]/s.in.speed(e.job, q) > e.time {
			return
		}
		if i != int(e.part) && h.start+s.truth[e.job]/s.in.speed(e.job, q) == e.time && i > int(e.part) {
			return
		}
	}
	s.endJob(h)
}

// endJob records the end of a job, and adds the jobs that depended on it to the events.
func (s *stream) endJob(h *hold) {
	j := h.job
	s.epoch[j]++
	s.finish[j] = h.end()
	s.predictor.ends(j)
	s.done(h)
	s.running = slices.DeleteFunc(s.running, func(x int32) bool { return x == j })
	for _, next := range s.in.jobs[j].dependents {
		if s.open[next]--; s.open[next] == 0 {
			s.push(event{time: max(s.now, s.ready(next, s.now)), kind: jobJoins, job: next})
		}
	}
}

// extendEstimate extends the estimate of a part that still runs.
func (s *stream) extendEstimate(e *event) {
	h := s.holds[e.job]
	if e.epoch != s.epoch[e.job] || h == nil {
		return
	}
	i := e.part
	s.touched[h.machines[i]] = true
	from := h.finish[i]
	corrected := s.correctPrediction(h, i)
	long := h.finish[i] - h.start
	end := h.start + s.truth[e.job]/s.in.speed(e.job, h.machines[i])
	for h.finish[i] <= s.now {
		long = float64(long * s.in.rules.Overrun)
		h.finish[i] = h.start + long
	}
	s.remaining[e.job] = max(s.remaining[e.job], float64(long*s.in.speed(e.job, h.machines[i])))
	more := h.part(int(i))
	more.start = from
	s.calendar.occupy(more)
	s.early, s.late, s.news = true, true, s.news || !corrected
	s.stats.Adjusted++
	s.recordAdjusted(e.job, s.now, h.finish[i])
	if h.finish[i] < end {
		s.push(event{time: h.finish[i], kind: estimateEnds, job: e.job, part: i, epoch: e.epoch})
	}
}

// wake requests a call of the scheduler at a time.
func (s *stream) wake(at float64) {
	if at > s.now && !math.IsInf(at, 1) {
		s.push(event{time: at, kind: wakes})
	}
}

// markStuck records that a job can never start.
func (s *stream) markStuck(j int32) {
	if s.failure == "" {
		s.failure = s.unreachable(j)
	}
}

// push adds an event.
func (s *stream) push(e event) {
	s.events = append(s.events, e)
	for i := len(s.events) - 1; i > 0; {
		up := (i - 1) / 2
		if !s.events[i].precedes(&s.events[up]) {
			return
		}
		s.events[up], s.events[i] = s.events[i], s.events[up]
		i = up
	}
}

// next returns the next event, or nil.
func (s *stream) next() *event {
	switch {
	case len(s.joins) == 0 && len(s.events) == 0:
		return nil
	case len(s.events) == 0 || len(s.joins) > 0 && s.joins[0].precedes(&s.events[0]):
		return &s.joins[0]
	}
	return &s.events[0]
}

// pop removes and returns the next event.
func (s *stream) pop() event {
	if len(s.joins) > 0 && s.next() == &s.joins[0] {
		e := s.joins[0]
		s.joins = s.joins[1:]
		return e
	}
	top, last := s.events[0], len(s.events)-1
	s.events[0] = s.events[last]
	s.events = s.events[:last]
	for i := 0; ; {
		least := i
		for below := 2*i + 1; below <= 2*i+2 && below < last; below++ {
			if s.events[below].precedes(&s.events[least]) {
				least = below
			}
		}
		if least == i {
			return top
		}
		s.events[i], s.events[least] = s.events[least], s.events[i]
		i = least
	}
}
