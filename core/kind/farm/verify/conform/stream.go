package conform

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"gridbox/core/sorting"
)

// A stream is an event-driven simulation of jobs that arrive over time. A job becomes known once
// it is submitted and its predecessors have ended. It ends after its real duration, while the
// scheduler uses estimates.
type stream struct {
	*simulator
	// decide is the algorithm. It is called after the events of each time, with the events of
	// reservations that are due.
	decide    func(due []event)
	now       float64
	events    events
	queue     []int // waiting jobs by submission
	running   []int
	starts    []int     // number of starts of each job
	readyAt   []float64 // time at which each job joined the queue
	idle      int       // slots
	newJobs   []int     // since the last decision
	deviation bool      // a job ended early or late since the last decision
	overrun   bool      // a job ran longer than estimated since the last decision
	news      bool      // any change since the last decision
	woken     bool      // the algorithm requested a call at this time
	// predictions holds the run times that EASY++ predicts; nil for other algorithms.
	predictions *predictions
}

// An event occurs at a time. Ends come before other events of the same time.
type event struct {
	time   float64
	kind   int
	job    int
	part   int
	number int // number of the job's start, or of the cycle, to which the event belongs
}

const (
	partEnds = iota
	estimateEnds
	jobJoins
	wakeUp
	reservationDue
)

// events is a heap by time, kind, job and part.
type events []event

func (e events) Len() int      { return len(e) }
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e events) Less(i, j int) bool {
	return cmp.Or(sorting.Ascending(e[i].time, e[j].time), e[i].kind-e[j].kind, e[i].job-e[j].job,
		e[i].part-e[j].part) < 0
}
func (e *events) Push(x any) { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// push adds an event.
func (s *stream) push(e event) { heap.Push(&s.events, e) }

// wake requests a call of the algorithm at a time.
func (s *stream) wake(at float64) {
	if at > s.now && !math.IsInf(at, 1) {
		s.push(event{time: at, kind: wakeUp})
	}
}

// newStream returns a stream without events.
func newStream(s *simulator) *stream {
	n := len(s.jobs)
	return &stream{simulator: s, starts: make([]int, n), readyAt: make([]float64, n)}
}

// run processes all events.
func (s *stream) run() {
	for q := range s.machines {
		s.idle += s.machines[q].Slots
	}
	for j := range s.jobs {
		s.jobs[j].remaining = s.jobs[j].EstimatedRunTime()
	}
	s.running = s.placeRunning()
	for _, j := range s.running {
		s.scheduleEnds(s.jobs[j].booking)
	}
	for j := range s.jobs {
		if s.jobs[j].Running == nil && s.jobs[j].pendingPredecessors == 0 {
			s.push(event{time: max(0, s.jobs[j].Submitted), kind: jobJoins, job: j})
		}
	}
	for len(s.events) > 0 && !s.stuck && !s.isExhausted() {
		s.handleEvents()
	}
	for j := range s.jobs {
		s.stuck = s.stuck || !s.jobs[j].isFinished()
	}
}

// handleEvents handles the events of the next time and calls the algorithm.
func (s *stream) handleEvents() {
	s.now = max(s.now, s.events[0].time)
	var due []event
	s.woken = false
	for len(s.events) > 0 && s.events[0].time <= s.now {
		switch e := heap.Pop(&s.events).(event); e.kind {
		case partEnds:
			s.endPart(e)
		case estimateEnds:
			s.extend(e)
		case jobJoins:
			s.join(e.job)
		case wakeUp:
			s.woken = true
		case reservationDue:
			due = append(due, e)
		}
	}
	s.decide(due)
}

// compareBySubmission compares jobs by submission, then by index.
func (s *stream) compareBySubmission(a, b int) int {
	return cmp.Or(sorting.Ascending(s.jobs[a].Submitted, s.jobs[b].Submitted), a-b)
}

// join inserts a job into the queue by submission.
func (s *stream) join(j int) {
	s.readyAt[j], s.news = s.now, true
	s.newJobs = append(s.newJobs, j)
	i := len(s.queue)
	for i > 0 && s.compareBySubmission(s.queue[i-1], j) > 0 {
		i--
	}
	s.queue = sorting.Insert(s.queue, i, j)
}

// start starts a job whose booking is reserved.
func (s *stream) start(b *booking, how string) {
	x := &s.jobs[b.job]
	b.startKind = how
	x.booking, x.reserved, x.machines = b, false, b.machines
	s.queue = listWithout(s.queue, b.job)
	s.running = append(s.running, b.job)
	s.scheduleEnds(b)
}

// listWithout returns a copy of a list without a value.
func listWithout(list []int, value int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(x int) bool { return x == value })
}

// scheduleEnds schedules the ends of the parts of a job.
func (s *stream) scheduleEnds(b *booking) {
	j := b.job
	s.starts[j]++
	if s.predictions != nil {
		s.predictions.startedJobs = append(s.predictions.startedJobs, j)
	}
	s.jobs[j].end = math.NaN()
	s.idle -= s.jobs[j].Slots
	s.charge(j, s.jobs[j].Slots)
	for i, q := range b.machines {
		end := s.realEnd(b, q)
		s.push(event{end, partEnds, j, i, s.starts[j]})
		if b.ends[i] < end {
			s.push(event{max(s.now, b.ends[i]), estimateEnds, j, i, s.starts[j]})
		}
	}
}

// realEnd returns the end of a part on machine q by the real duration.
func (s *stream) realEnd(b *booking, q int) float64 {
	return b.start + s.jobs[b.job].work/s.speed(b.job, q)
}

// endPart ends a part of a job, and with the last part the job.
func (s *stream) endPart(e event) {
	j, x := e.job, &s.jobs[e.job]
	b := x.booking
	if e.number != s.starts[j] {
		return // the job was preempted
	}
	if b.ends[e.part] > e.time {
		s.change(b, e.part, 1, e.time)
		s.deviation = true
	}
	b.ends[e.part], s.news = e.time, true
	s.idle += x.Slots / len(b.machines)
	s.charge(j, -x.Slots/len(b.machines))
	for i, q := range b.machines {
		if end := s.realEnd(b, q); end > e.time || end == e.time && i > e.part {
			return
		}
	}
	s.starts[j]++
	x.end = b.end()
	if s.predictions != nil {
		s.predictions.endedJobs = append(s.predictions.endedJobs, j)
	}
	s.finish(b)
	s.running = listWithout(s.running, j)
	for _, next := range x.successors {
		if s.jobs[next].pendingPredecessors--; s.jobs[next].pendingPredecessors == 0 {
			s.push(event{time: s.ready(next, s.now), kind: jobJoins, job: next})
		}
	}
}

// extend lengthens the estimate of a part that still runs until it ends after now: by the factor
// Overrun, after a prediction first to the user's estimate. It moves the reservation of the part.
// An event of a preempted job has no effect.
func (s *stream) extend(e event) {
	x := &s.jobs[e.job]
	b := x.booking
	if e.number != s.starts[e.job] {
		return // the job was preempted
	}
	q, from := b.machines[e.part], b.ends[e.part]
	corrected := false
	if s.predictions != nil {
		b.ends[e.part] = max(from, b.start+x.EstimatedRunTime()/s.speed(e.job, q))
		corrected = b.ends[e.part] > s.now
	}
	long := b.ends[e.part] - b.start
	for b.ends[e.part] <= s.now {
		long = float64(long * s.Rules.Overrun)
		b.ends[e.part] = b.start + long
	}
	x.remaining = max(x.remaining, float64(long*s.speed(e.job, q)))
	s.change(b, e.part, -1, from)
	s.deviation, s.overrun, s.news = true, true, s.news || !corrected
	if b.ends[e.part] < s.realEnd(b, q) {
		s.push(event{b.ends[e.part], estimateEnds, e.job, e.part, e.number})
	}
}
