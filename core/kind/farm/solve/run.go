package solve

import (
	"context"
	"math"

	"gridbox/core/kind/farm"
	"gridbox/core/reason"
)

// A run is the state of one run of an algorithm.
type run struct {
	in       *instance
	o        Options
	on       bool // whether events are recorded
	calendar *calendar
	tails    bool // jobs are placed after everything on their machine
	tables   bool // order of the paper's tables
	stats    Stats
	scores   *scores // order the queue; nil if it is by submission
	failure  string  // the reason why there is no schedule
	// predictor predicts run times; nil if estimates are used.
	predictor *predictor
	// shared has the priorities of multifactor; nil for other algorithms.
	shared        *shared
	failureReason *reason.Reason // failure as data

	documentPosition []int32 // place in the document's order; nil without one
	priority         []float64
	position         []int32   // place in the static order
	order            []int32   // jobs by place
	sequence         []int32   // jobs in another order than by priority; nil if none
	remaining        []float64 // remaining work at speed 1, as assumed
	truth            []float64 // remaining work in fact, which a stream uses only at the end
	creditedTime     []float64 // run time of earlier pieces that count
	from             []float64 // no piece before this time, that of the last preemption
	stops            []int32   // number of preemptions
	open             []int32   // dependencies not yet placed (scheduleAll) or not yet ended (stream)
	finish           []float64 // actual or planned end of a job; NaN if unknown
	lastMachines     [][]int32 // machines of a job's last piece
	holds            []*hold
	plans            []*hold // by job: reservations of a stream's scheduler
	overtaken        []int32 // of the explained job: jobs of the queue that it overtook
	pieces           [][]piece
	placed           int
	offers           []offer    // scratch memory
	pickedOffers     []offer    // scratch memory for offers at one time
	branches         [64]branch // scratch memory for a search; an index is less than 32 nodes deep
	spareHolds       []single   // memory for new holds
	freeHolds        []*hold    // holds on one machine each, for reuse
	makespan         float64

	// Numbers of the moment that formulas may read.
	waitingJobs, freeSlots int
}

// A piece is the execution of a job from a start to a finish or to a preemption.
type piece struct {
	hold
	stopped bool
	turn    bool // it stopped because a time slice ended
	by      int32
	ratio   float64
}

// newRun prepares a run, or returns an error if an option is invalid.
func newRun(p *farm.Problem, algorithm Algorithm, o Options) (*run, error) {
	if err := checkOptions(algorithm, o); err != nil {
		return nil, err
	}
	return newRunOf(newInstance(p), algorithm, o), nil
}

// newRunOf returns a run with nothing placed, on an instance that several runs may share. The
// options must be valid.
func newRunOf(in *instance, algorithm Algorithm, o Options) *run {
	r := &run{in: in, o: o, on: o.Log.Enabled(), calendar: newCalendar(in, 0)}
	r.stats.Rounded = in.rounded
	r.initJobLists()
	if algorithm == AlgorithmOwn && o.Formulas != nil {
		r.scores = newScores(in, o.Formulas)
	}
	switch algorithm {
	case AlgorithmSJBF:
		r.scores = newScores(in, o.orders())
	case AlgorithmEASYPlusPlus:
		r.scores = newPredicted(r)
	case AlgorithmMultifactor:
		r.shared = newShared(in, o.Multifactor())
		r.scores = r.shared.scores()
	}
	if algorithm == AlgorithmTwoStage {
		atOnce := in.rules.Reservation && in.rules.Cycle == 0
		r.tails = o.Mode == farm.Published || atOnce && !in.rules.Backfill
		r.tables = o.Order == farm.Tables || o.Order != farm.Static && o.Mode == farm.Published
		r.documentPosition = in.documentPlaces()
	}
	return r
}

// initJobLists initialises the lists by job.
func (r *run) initJobLists() {
	n := len(r.in.jobs)
	r.priority, r.position = make([]float64, n), make([]int32, n)
	r.remaining, r.creditedTime, r.from = make([]float64, n), make([]float64, n), make([]float64, n)
	r.open, r.stops = make([]int32, n), make([]int32, n)
	r.finish, r.lastMachines = make([]float64, n), make([][]int32, n)
	r.holds, r.plans, r.pieces = make([]*hold, n), make([]*hold, n), make([][]piece, n)
	first := make([]piece, n)
	for j := range n {
		job := &r.in.p.Jobs[j]
		r.remaining[j], r.finish[j], r.from[j] = job.Duration, math.NaN(), math.Inf(-1)
		r.open[j] = int32(len(job.After))
		r.pieces[j] = first[j : j : j+1] // most jobs have one piece
	}
	r.truth = append(r.truth, r.remaining...)
}

// documentPlaces returns each job's place in the document's order, or nil if there is none. Other jobs
// come last, by priority.
func (in *instance) documentPlaces() []int32 {
	if len(in.p.Order) == 0 {
		return nil
	}
	places := make([]int32, len(in.jobs))
	for j := range places {
		places[j] = int32(len(in.p.Order))
	}
	for k, id := range in.p.Order {
		places[in.jobOf[id]] = int32(k)
	}
	return places
}

// ready returns the earliest start of a job by its submission and the delays of its dependencies,
// no earlier than from. Transfers are added by readyOn.
func (r *run) ready(j int32, from float64) float64 {
	job := &r.in.jobs[j]
	at := max(from, job.submitted, r.from[j])
	for i := range job.dependencies {
		at = max(at, r.finish[job.dependencies[i].job]+job.dependencies[i].delay)
	}
	return at
}

// readyOn returns the earliest start of a job on a machine with its data there, or +Inf if data
// cannot be transferred.
func (r *run) readyOn(j, q int32, ready float64) float64 {
	job := &r.in.jobs[j]
	if !job.data {
		return ready
	}
	for i := range job.dependencies {
		d := &job.dependencies[i]
		if d.data == 0 {
			continue
		}
		longest := 0.0
		for _, from := range r.lastMachines[d.job] {
			longest = max(longest, r.in.transfer(from, q, d.data))
		}
		ready = max(ready, r.finish[d.job]+d.delay+longest)
	}
	return ready
}

// transfer returns the time of a transfer between two machines, or +Inf if there is no link.
func (in *instance) transfer(from, to int32, data float64) float64 {
	if from == to || data == 0 {
		return 0
	}
	b, ok := in.bandwidth[pair(from, to)]
	if !ok {
		return math.Inf(1)
	}
	return data / b
}

// enterRunning adds the jobs that already run and returns them.
func (r *run) enterRunning() []int32 {
	var running []int32
	for j := range r.in.p.Jobs {
		from := r.in.p.Jobs[j].Running
		if from == nil {
			continue
		}
		r.enter(&hold{job: int32(j), start: from.Since, startKind: farm.StartRunning, machines: r.in.runsOn(from)})
		running = append(running, int32(j))
	}
	return running
}

// runsOn returns the machines of a job that already runs.
func (in *instance) runsOn(from *farm.Running) []int32 {
	machines := []int32{in.machineOf[from.Machine]}
	for _, id := range from.OtherMachines {
		machines = append(machines, in.machineOf[id])
	}
	return machines
}

// A single is a hold on one machine, with memory for its lists.
type single struct {
	hold
	machine [1]int32
	finish  [1]float64
}

// newHold returns a hold of job j on machine q without a finish. Holds are reused after recycle.
func (r *run) newHold(j, q int32, start float64) *hold {
	if n := len(r.freeHolds); n > 0 {
		h := r.freeHolds[n-1]
		r.freeHolds = r.freeHolds[:n-1]
		*h = hold{job: j, machines: append(h.machines[:0], q), start: start, finish: h.finish[:0]}
		return h
	}
	if len(r.spareHolds) == 0 {
		r.spareHolds = make([]single, 64)
	}
	x := &r.spareHolds[0]
	r.spareHolds = r.spareHolds[1:]
	x.machine[0] = q
	x.hold = hold{job: j, machines: x.machine[:], start: start, finish: x.finish[:0:1]}
	return &x.hold
}

// startOnly returns a hold that has a start and no machines.
func (r *run) startOnly(j int32, start float64) *hold {
	h := r.newHold(j, 0, start)
	h.machines = h.machines[:0]
	return h
}

// recycle frees a hold that is no longer used, because a queue computes the start of its first job
// again and again.
func (r *run) recycle(h *hold) {
	if cap(h.machines) == 1 && r.o.stopBefore == nil {
		r.freeHolds = append(r.freeHolds, h)
	}
}

// enter computes the finishes of a hold and adds it to the book.
func (r *run) enter(h *hold) {
	for _, q := range h.machines {
		h.finish = append(h.finish, h.start+r.remaining[h.job]/r.in.speed(h.job, q))
	}
	r.calendar.occupy(h)
	r.holds[h.job], r.lastMachines[h.job], r.finish[h.job] = h, h.machines, h.end()
	r.makespan = max(r.makespan, r.finish[h.job])
}

// done records the last piece of a job, counts it by how it started, and reports progress.
func (r *run) done(h *hold) {
	r.pieces[h.job] = append(r.pieces[h.job], piece{hold: *h})
	r.placed++
	switch h.startKind {
	case farm.StartReserved:
		r.stats.Reserved++
	case farm.StartBackfill:
		r.stats.Backfilled++
	}
	if len(h.machines) > 1 {
		r.stats.Partitioned++
	}
	if r.o.Progress != nil && r.placed%max(1, len(r.in.jobs)/100) == 0 {
		r.o.Progress(r.placed, len(r.in.jobs))
	}
}

// tick returns the error of the context at every 64th call.
func (r *run) tick(ctx context.Context, i int) error {
	if i%64 == 0 {
		return ctx.Err()
	}
	return nil
}
