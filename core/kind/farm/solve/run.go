package solve

import (
	"context"
	"math"

	"gridbox/core/kind/farm"
	"gridbox/core/reason"
)

// A run is the state of one run of an algorithm.
type run struct {
	in     *instance
	o      Options
	on     bool // whether events are wanted
	book   *book
	tails  bool // jobs go behind all that their machine has
	tables bool // order of the paper's tables
	stats  Stats
	own    *scores // that order the queue; nil where it is by submission
	stuck  string  // why there is no schedule
	// predictor believes how long jobs run; nil where estimates say it.
	predictor *predictor
	why       *reason.Reason // the same as data

	printed  []int32 // place in the document's order, nil without one
	priority []float64
	place    []int32   // in the static order
	order    []int32   // jobs by place
	sequence []int32   // jobs in another order than by priority; nil for none
	left     []float64 // work left at speed 1, as far as is known
	truth    []float64 // work really left, which a stream learns at the end
	kept     []float64 // run time already had in earlier pieces that count
	from     []float64 // no piece before this time: the last preemption
	stops    []int32   // how often it was stopped
	open     []int32   // dependencies not yet placed (once) or not yet ended (stream)
	finish   []float64 // when a job ends or is planned to; NaN: unknown
	where    [][]int32 // machines of a job's last piece
	held     []*hold
	plans    []*hold // by job: what a stream's scheduler means to start
	over     []int32 // of the job that is explained: those that waited before it when it started
	pieces   [][]piece
	placed   int
	offers   []offer    // room for a list of them
	picked   []offer    // the same for those that are free at a time
	branches [64]branch // room for those of a search; an index is less than 32 nodes deep
	rooms    []single   // room for holds
	unused   []*hold    // on one machine each, of which nobody knows any more
	makespan float64

	// What formulas may read of the moment.
	waitingJobs, freeSlots int
}

// A piece is what a job has of its machines from a start to a finish or to a
// preemption.
type piece struct {
	hold
	stopped bool
	by      int32
	ratio   float64
}

func newRun(p *farm.Problem, algorithm Algorithm, o Options) (*run, error) {
	if err := checkOptions(algorithm, o); err != nil {
		return nil, err
	}
	return newRunOf(newInstance(p), algorithm, o), nil
}

// newRunOf is newRun of an instance that is there already; runs share it.
func newRunOf(in *instance, algorithm Algorithm, o Options) *run {
	r := &run{in: in, o: o, on: o.Log.On(), book: newBook(in, 0)}
	r.stats.Rounded = in.rounded
	r.unplaced()
	if algorithm == AlgorithmOwn && o.Formulas != nil {
		r.own = newScores(in, o.Formulas)
	}
	switch algorithm {
	case AlgorithmSJBF:
		r.own = newScores(in, o.orders())
	case AlgorithmEASYPlusPlus:
		r.own = newPredicted(r)
	}
	if algorithm == AlgorithmTwoStage {
		atOnce := in.rules.Reservation && in.rules.Cycle == 0
		r.tails = o.Mode == farm.Published || atOnce && !in.rules.Backfill
		r.tables = o.Order == farm.Tables || o.Order != farm.Static && o.Mode == farm.Published
		r.printed = in.printed()
	}
	return r
}

// unplaced makes the lists by job, as they are before any job is placed.
func (r *run) unplaced() {
	n := len(r.in.jobs)
	r.priority, r.place = make([]float64, n), make([]int32, n)
	r.left, r.kept, r.from = make([]float64, n), make([]float64, n), make([]float64, n)
	r.open, r.stops = make([]int32, n), make([]int32, n)
	r.finish, r.where = make([]float64, n), make([][]int32, n)
	r.held, r.plans, r.pieces = make([]*hold, n), make([]*hold, n), make([][]piece, n)
	first := make([]piece, n)
	for j := range n {
		job := &r.in.p.Jobs[j]
		r.left[j], r.finish[j], r.from[j] = job.Duration, math.NaN(), math.Inf(-1)
		r.open[j] = int32(len(job.After))
		r.pieces[j] = first[j : j : j+1] // most jobs have one
	}
	r.truth = append(r.truth, r.left...)
}

// printed gives each job's place in the document's order, nil without one.
// Those left out come last, by priority.
func (in *instance) printed() []int32 {
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

// ready is when a job could start as far as submission and delays go, no
// earlier than from; transfers come on top (readyOn).
func (r *run) ready(j int32, from float64) float64 {
	job := &r.in.jobs[j]
	at := max(from, job.submitted, r.from[j])
	for i := range job.after {
		at = max(at, r.finish[job.after[i].job]+job.after[i].delay)
	}
	return at
}

// readyOn is when a job could start on a machine with its data there; infinite
// where data cannot come.
func (r *run) readyOn(j, q int32, ready float64) float64 {
	job := &r.in.jobs[j]
	if !job.data {
		return ready
	}
	for i := range job.after {
		d := &job.after[i]
		if d.data == 0 {
			continue
		}
		longest := 0.0
		for _, from := range r.where[d.job] {
			longest = max(longest, r.in.transfer(from, q, d.data))
		}
		ready = max(ready, r.finish[d.job]+d.delay+longest)
	}
	return ready
}

// transfer is how long data take from one machine to another.
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

// assigned enters the jobs that run already.
func (r *run) assigned() []int32 {
	var running []int32
	for j := range r.in.p.Jobs {
		from := r.in.p.Jobs[j].Running
		if from == nil {
			continue
		}
		h := &hold{job: int32(j), start: from.Since, how: farm.HowRunning,
			machines: []int32{r.in.machineOf[from.Machine]}}
		for _, id := range from.Others {
			h.machines = append(h.machines, r.in.machineOf[id])
		}
		r.enter(h)
		running = append(running, int32(j))
	}
	return running
}

// A single is a hold on one machine, with its lists in the same place.
type single struct {
	hold
	machine [1]int32
	finish  [1]float64
}

// hold makes a hold on one machine.
func (r *run) hold(j, q int32, start float64) *hold {
	if n := len(r.unused); n > 0 {
		h := r.unused[n-1]
		r.unused = r.unused[:n-1]
		*h = hold{job: j, machines: append(h.machines[:0], q), start: start, finish: h.finish[:0]}
		return h
	}
	if len(r.rooms) == 0 {
		r.rooms = make([]single, 64)
	}
	x := &r.rooms[0]
	r.rooms = r.rooms[1:]
	x.machine[0] = q
	x.hold = hold{job: j, machines: x.machine[:], start: start, finish: x.finish[:0:1]}
	return &x.hold
}

// startOnly is a hold that says when and not where.
func (r *run) startOnly(j int32, start float64) *hold {
	h := r.hold(j, 0, start)
	h.machines = h.machines[:0]
	return h
}

// forget takes back a hold that nobody knows any more: a queue asks again and again
// when its first job could start.
func (r *run) forget(h *hold) {
	if cap(h.machines) == 1 && r.o.until == nil {
		r.unused = append(r.unused, h)
	}
}

// enter computes the finishes of a hold and writes it into the book.
func (r *run) enter(h *hold) {
	for _, q := range h.machines {
		h.finish = append(h.finish, h.start+r.left[h.job]/r.in.speed(h.job, q))
	}
	r.book.take(h)
	r.held[h.job], r.where[h.job], r.finish[h.job] = h, h.machines, h.end()
	r.makespan = max(r.makespan, r.finish[h.job])
}

// done notes the last piece of a job.
func (r *run) done(h *hold) {
	r.pieces[h.job] = append(r.pieces[h.job], piece{hold: *h})
	r.placed++
	switch h.how {
	case farm.HowReserved:
		r.stats.Reserved++
	case farm.HowBackfill:
		r.stats.Backfilled++
	}
	if len(h.machines) > 1 {
		r.stats.Partitioned++
	}
	if r.o.Progress != nil && r.placed%max(1, len(r.in.jobs)/100) == 0 {
		r.o.Progress(r.placed, len(r.in.jobs))
	}
}

// tick tells every so often whether the run is cancelled.
func (r *run) tick(ctx context.Context, i int) error {
	if i%64 == 0 {
		return ctx.Err()
	}
	return nil
}
