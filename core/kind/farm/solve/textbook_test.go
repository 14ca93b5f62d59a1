package solve

import (
	"cmp"
	"math"
	"slices"
)

// A textbookQueue is EASY backfilling and its relatives on one machine of processors,
// implemented by ../shared/data/pyss/README.md. It has a list of reservations and no data
// structure for speed. The solvers are compared with it as a second implementation.
type textbookQueue struct {
	m     int
	jobs  []*tbJob
	rules tbRules

	now      float64
	running  []*tbJob // in the order of their starts
	started  []*tbJob // running and ended jobs
	queue    []*tbJob
	reserved []*tbJob             // those with a reservation
	last     map[string][]float64 // run times of each user's jobs, in the order of their ends
	shares   map[string][]float64 // the same of run time / estimate
}

// tbRules lists the differences between a variant and EASY.
type tbRules struct {
	queue   func(t *textbookQueue, a, b *tbJob) int // the order of the queue; nil is that of submission
	others  func(a, b *tbJob) int                   // the order of the others; nil is that of the queue
	nothing bool                                    // FCFS: no backfilling
	depth   int                                     // reservations; 0 counts as 1
	predict func(t *textbookQueue, j *tbJob) float64
	once    bool // a job is predicted at its submission only
	choose  func(t *textbookQueue, jobs []*tbJob, free, extra int, start float64) []*tbJob
	orders  []func(a, b *tbJob) int // greedy's
	delay   float64
	relax   float64 // share of the first promised wait by which the first of the queue may be delayed
	events  bool    // a pass after each submission and each end, submissions first
}

// A tbJob is a job with its state in the simulation.
type tbJob struct {
	index                    int
	submitted, estimate, run float64
	width                    int
	user                     string
	p, start, promise, end   float64
	from                     float64 // of its reservation
	minStart                 float64 // relaxed: its reservation starts no earlier, 0 before its first
}

// free returns the processors free from a time for a duration, reservations counted.
func (t *textbookQueue) free(from, duration float64) int {
	at := func(x float64) int {
		left := t.m
		for _, j := range t.running {
			if j.start <= x && x < j.promise {
				left -= j.width
			}
		}
		for _, j := range t.reserved {
			if j.from <= x && x < j.from+j.p {
				left -= j.width
			}
		}
		return left
	}
	least := at(from)
	for _, j := range t.reserved {
		if j.from > from && j.from < from+duration {
			least = min(least, at(j.from))
		}
	}
	return least
}

// earliestStart returns the earliest start of a job, not before a time.
func (t *textbookQueue) earliestStart(j *tbJob, from float64) float64 {
	times := []float64{from}
	for _, x := range t.running {
		times = append(times, x.promise)
	}
	for _, x := range t.reserved {
		times = append(times, x.from+x.p)
	}
	slices.Sort(times)
	for _, at := range times {
		if at >= from && t.free(at, j.p) >= j.width {
			return at
		}
	}
	return math.Inf(1)
}

func (t *textbookQueue) begin(j *tbJob) {
	j.start, j.promise, j.end = t.now, t.now+j.p, t.now+j.run
	t.running, t.started = append(t.running, j), append(t.started, j)
	t.queue = slices.DeleteFunc(t.queue, func(x *tbJob) bool { return x == j })
}

// pass is one pass of the scheduler.
func (t *textbookQueue) pass() {
	r := &t.rules
	if r.predict != nil && !r.once {
		for _, j := range t.queue {
			j.p = r.predict(t, j)
		}
	}
	line := slices.Clone(t.queue)
	if r.queue != nil {
		slices.SortStableFunc(line, func(a, b *tbJob) int { return r.queue(t, a, b) })
	}
	for len(line) > 0 && line[0].width <= t.free(t.now, 0) {
		t.begin(line[0])
		line = line[1:]
	}
	if len(line) == 0 || r.nothing {
		return
	}
	first := line[0]
	first.from = t.earliestStart(first, t.now+r.delay*first.estimate)
	if r.relax > 0 {
		if first.minStart == 0 {
			first.minStart = first.from + r.relax*(first.from-first.submitted)
		}
		first.from = t.earliestStart(first, max(first.from, first.minStart))
	}
	t.reserved = append(t.reserved[:0], first)
	rest := line[1:]
	for len(t.reserved) < r.depth && len(rest) > 0 {
		j := rest[0]
		rest = rest[1:]
		if j.from = t.earliestStart(j, t.now); j.from > t.now {
			t.reserved = append(t.reserved, j)
		} else {
			t.begin(j)
		}
	}
	if r.choose != nil {
		for _, j := range r.choose(t, rest, t.free(t.now, 0), t.free(first.from, 0), first.from) {
			t.begin(j)
		}
	} else {
		t.walk(rest, t.othersOrder(rest), true)
	}
	t.reserved = t.reserved[:0]
}

// othersOrder returns the order in which the others are tried.
func (t *textbookQueue) othersOrder(jobs []*tbJob) func(a, b *tbJob) int {
	best, most := t.rules.others, -1
	for _, order := range t.rules.orders {
		if n := t.walk(jobs, order, false); n > most {
			best, most = order, n
		}
	}
	return best
}

// walk tries the jobs in an order, for real or not, and counts those that start.
func (t *textbookQueue) walk(jobs []*tbJob, order func(a, b *tbJob) int, really bool) (n int) {
	list := slices.Clone(jobs)
	if order != nil { // equal jobs are in the order of submission, whatever the order of the queue
		slices.SortStableFunc(list, func(a, b *tbJob) int {
			return cmp.Or(order(a, b), cmp.Compare(a.submitted, b.submitted), a.index-b.index)
		})
	}
	running, begun, queue := slices.Clone(t.running), slices.Clone(t.started), slices.Clone(t.queue)
	left := t.free(t.now, 0)
	for _, j := range list {
		if j.width <= left && t.free(t.now, j.p) >= j.width {
			t.begin(j)
			left -= j.width
			n++
		}
	}
	if !really {
		t.running, t.started, t.queue = running, begun, queue
	}
	return n
}

// correct postpones the ends of running jobs that exceed their predictions.
func (t *textbookQueue) correct() {
	for _, j := range t.running {
		if j.promise == t.now && j.end > t.now {
			j.p = j.estimate
			j.promise = j.start + j.estimate
		}
	}
}

func (t *textbookQueue) submit(j *tbJob) {
	j.p = j.estimate
	if t.rules.predict != nil {
		j.p = t.rules.predict(t, j)
	}
	t.queue = append(t.queue, j)
}

func (t *textbookQueue) finish(j *tbJob) {
	t.running = slices.DeleteFunc(t.running, func(x *tbJob) bool { return x == j })
	t.last[j.user] = append(t.last[j.user], j.run)
	t.shares[j.user] = append(t.shares[j.user], j.run/j.estimate)
}

// play simulates second by second until all jobs have ended.
func (t *textbookQueue) play() {
	t.last, t.shares = map[string][]float64{}, map[string][]float64{}
	for i, j := range t.jobs {
		j.index, j.minStart = i, 0
	}
	coming := slices.Clone(t.jobs)
	slices.SortStableFunc(coming, func(a, b *tbJob) int { return cmp.Compare(a.submitted, b.submitted) })
	for len(coming) > 0 || len(t.running) > 0 {
		t.now = math.Inf(1)
		if len(coming) > 0 {
			t.now = coming[0].submitted
		}
		for _, j := range t.running {
			t.now = min(t.now, j.end)
			if j.promise < j.end {
				t.now = min(t.now, j.promise)
			}
		}
		t.correct()
		happened := t.second(&coming)
		if happened && !t.rules.events {
			t.pass()
		}
	}
}

// second processes the events of one second, and reports whether there are any.
func (t *textbookQueue) second(coming *[]*tbJob) (happened bool) {
	ends := func() {
		for _, j := range slices.Clone(t.running) {
			if j.end == t.now {
				happened = true
				t.finish(j)
				if t.rules.events {
					t.pass()
				}
			}
		}
	}
	if !t.rules.events {
		ends()
	}
	for len(*coming) > 0 && (*coming)[0].submitted == t.now {
		happened = true
		t.submit((*coming)[0])
		*coming = (*coming)[1:]
		if t.rules.events {
			t.pass()
		}
	}
	if t.rules.events {
		ends()
	}
	return happened
}

// choosing returns lookahead's choice by trying both for every job, from the last to the
// first.
func choosing(score func(j *tbJob) float64) func(*textbookQueue, []*tbJob, int, int, float64) []*tbJob {
	return func(t *textbookQueue, jobs []*tbJob, free, extra int, start float64) (chosen []*tbJob) {
		type state struct{ i, free, extra int }
		known := map[state]float64{}
		long := func(j *tbJob) int {
			if t.now+j.p > start {
				return j.width
			}
			return 0
		}
		var best func(s state) float64 // of the first i jobs
		best = func(s state) float64 {
			switch {
			case s.free < 0 || s.extra < 0:
				return math.Inf(-1)
			case s.i == 0:
				return 0
			}
			if _, ok := known[s]; !ok {
				j := jobs[s.i-1]
				known[s] = max(best(state{s.i - 1, s.free, s.extra}),
					score(j)+best(state{s.i - 1, s.free - j.width, s.extra - long(j)}))
			}
			return known[s]
		}
		for i := len(jobs); i > 0; i-- {
			j := jobs[i-1]
			with := state{i - 1, free - j.width, extra - long(j)}
			if score(j)+best(with) == best(state{i, free, extra}) {
				chosen, free, extra = append(chosen, j), with.free, with.extra
			}
		}
		slices.Reverse(chosen)
		return chosen
	}
}
