package solve

import (
	"context"
	"math"
	"slices"

	"gridbox/core/formula"
	"gridbox/core/kind/farm"
	"gridbox/core/policy"
	"gridbox/core/sorting"
)

// AlgorithmOwn keeps the queue in the order of a policy's formula. What the order
// is for, the option Backfill says: EASY and FCFS as above, or conservative
// backfilling in which all reservations are made anew, in the order of the
// scores, whenever a job comes or something ends.
//
// The lowest score stands first; what is no number (NaN) stands last; equal ones
// stand by submission, then by the order of the document. Scores are those of the
// moment. With no slot free on any machine nothing is asked, for nothing can
// start.
//
// A formula for machines chooses among those on which the job can start soonest;
// equal scores are decided by the lower load, then by the order of the document.
// All suitable machines are asked then, O(m log s) a job that may start.
//
// Complexity of the order: at every event O(q) evaluations for q jobs that wait,
// if the formula reads what moves, and O(q) comparisons.
const AlgorithmOwn Algorithm = policy.Own

// scores are a run's policy and what it says of the jobs.
type scores struct {
	in       *instance
	turn     []int32 // of each job by submission, then by the order of the document
	job      *ordering
	backfill *ordering           // nil where the policy has none
	machine  *formula.Expression // the same
	offer    []float64           // numbers of a job and a machine
	lost     []bool              // jobs of which some score was not a number
	infinite []bool              // jobs of which some score was infinite
}

// An ordering is the scores of jobs by one formula. What stays what it is is
// worked out once, parts of the formula among it; what moves is evaluated for all
// jobs that wait at once.
type ordering struct {
	list    []float64 // by job
	turn    []int32   // which decides between equal scores
	moving  bool
	rest    *formula.Rows
	used    []int       // the columns that rest reads
	fixed   [][]float64 // by column, then by job; nil for what moves
	columns [][]float64 // the same of the jobs that wait
	out     []float64
}

// The names of jobs, and the place of the first that moves.
var (
	names   = decisions()[farm.DecideJob].Names
	movesAt = slices.IndexFunc(names, func(n policy.Name) bool { return n.Moves })
	// Those of which numbers that move are made.
	nameR, nameSubmitted, nameDeadline = named("r"), named("s"), named("deadline")
)

func named(id string) int {
	return slices.IndexFunc(names, func(n policy.Name) bool { return n.ID == id })
}

func decisions() []policy.Decision {
	k := farm.Own()
	return k.Decisions
}

// newScores makes the scores of a run.
func newScores(in *instance, f *policy.Formulas) *scores {
	s := &scores{in: in, machine: f.Of(farm.DecideMachine), lost: make([]bool, len(in.jobs)),
		infinite: make([]bool, len(in.jobs)),
		offer:    make([]float64, len(decisions()[farm.DecideMachine].Names)), turn: in.turns()}
	s.job = s.ordering(f, farm.DecideJob)
	if s.job == nil {
		s.job = s.submission()
	}
	s.backfill = s.ordering(f, farm.DecideBackfill)
	return s
}

// submission is the order that decides between equal scores.
func (s *scores) submission() *ordering {
	return &ordering{list: make([]float64, len(s.in.jobs)), turn: s.turn}
}

// turns are the places of the jobs by submission.
func (in *instance) turns() []int32 {
	order, turn := make([]int32, len(in.jobs)), make([]int32, len(in.jobs))
	for j := range order {
		order[j] = int32(j)
	}
	sorting.By(order, func(a, b int32) int {
		switch x, y := in.jobs[a].submitted, in.jobs[b].submitted; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return int(a - b)
	})
	for k, j := range order {
		turn[j] = int32(k)
	}
	return turn
}

func (s *scores) ordering(f *policy.Formulas, decision int) *ordering {
	e := f.Of(decision)
	if e == nil {
		return nil
	}
	n := len(s.in.jobs)
	o := &ordering{list: make([]float64, n), turn: s.turn, moving: f.Moving(decision),
		fixed: make([][]float64, len(names))}
	for i := range movesAt {
		o.fixed[i] = make([]float64, n)
	}
	row := s.offer[:len(names)]
	for j := range n {
		s.numbers(row, int32(j), 0, 0, 0)
		for i := range movesAt {
			o.fixed[i][j] = row[i]
		}
	}
	parts, rest := e.Hoist(func(i int) bool { return i < movesAt }, len(names))
	for _, p := range parts {
		column := make([]float64, n)
		p.Rows().Evaluate(o.fixed, column)
		o.fixed = append(o.fixed, column)
	}
	o.rest, o.columns = rest.Rows(), make([][]float64, len(o.fixed))
	for i := range o.fixed {
		if rest.Uses(i) {
			o.used = append(o.used, i)
		}
	}
	if !o.moving {
		o.rest.Evaluate(o.fixed, o.list)
	}
	return o
}

// numbers writes those of a job at a time, in the order of its names.
func (s *scores) numbers(row []float64, j int32, now float64, waiting, free int) {
	from, parts, deadline := &s.in.p.Jobs[j], s.in.jobs[j].parts, math.Inf(1)
	if from.Deadline != nil {
		deadline = *from.Deadline
	}
	r := from.Estimated()
	copy(row, []float64{r, float64(from.Slots), from.Submitted, from.Memory, from.Priority, deadline,
		float64(parts[len(parts)-1]), float64(j + 1),
		now - from.Submitted, now, deadline - now - r, float64(waiting), float64(free)})
}

// column fills one that moves; its place is among the names that do. What it takes of the jobs
// lies side by side in the columns that stay.
func (o *ordering) column(place int, into []float64, at *stream, jobs []int32) {
	same := 0.0
	switch place {
	case 0: // w
		submitted := o.fixed[nameSubmitted]
		for k, j := range jobs {
			into[k] = at.now - submitted[j]
		}
		return
	case 1: // now
		same = at.now
	case 2: // slack
		deadline, r := o.fixed[nameDeadline], o.fixed[nameR]
		for k, j := range jobs {
			into[k] = deadline[j] - at.now - r[j]
		}
		return
	case 3: // waiting
		same = float64(len(jobs))
	case 4: // free
		same = float64(at.free)
	}
	for k := range into {
		into[k] = same
	}
}

// rank brings the scores of the jobs that wait up to date, and gives the place of the one
// that stands first.
func (s *scores) rank(o *ordering, at *stream, jobs []int32) (place int) {
	if len(jobs) == 0 {
		return 0
	}
	if o.moving {
		n := len(jobs)
		for _, i := range o.used {
			if cap(o.columns[i]) < n {
				o.columns[i] = make([]float64, 2*n)
			}
			c := o.columns[i][:n]
			o.columns[i] = c
			if o.fixed[i] == nil {
				o.column(i-movesAt, c, at, jobs)
				continue
			}
			for k, fixed := 0, o.fixed[i]; k < n; k++ {
				c[k] = fixed[jobs[k]]
			}
		}
		if cap(o.out) < n {
			o.out = make([]float64, 2*n)
		}
		o.rest.Evaluate(o.columns, o.out[:n])
		least := o.out[0]
		for k, x := range o.out[:n] {
			if o.list[jobs[k]] = x; x-x != 0 {
				s.note(at.run, jobs[k], x)
			}
			if x < least || x == x && least != least {
				least, place = x, k
			}
		}
		return place
	}
	for _, j := range jobs {
		s.doubt(at, o, j)
	}
	return o.least(jobs)
}

// doubt counts a job whose score is not finite.
func (s *scores) doubt(at *stream, o *ordering, j int32) {
	if x := o.list[j]; x-x != 0 {
		s.note(at.run, j, x)
	}
}

// note counts a job once for a score that is infinite, and once for one that is not
// a number.
func (s *scores) note(r *run, j int32, score float64) {
	switch {
	case score == score && !s.infinite[j]:
		s.infinite[j] = true
		r.stats.Infinite++
	case score != score && !s.lost[j]:
		s.lost[j] = true
		r.stats.Unscored++
		r.tellUnscored(j)
	}
}

// before reports whether job a stands before job b. It is asked in many places, and none is quicker for
// having it inside.
//
//go:noinline
func (o *ordering) before(a, b int32) bool {
	x, y := o.list[a], o.list[b]
	switch {
	case x < y:
		return true
	case x > y:
		return false
	case x != y && (x == x || y == y): // one is no number
		return x == x
	}
	return o.turn[a] < o.turn[b]
}

// least is the place of the job that stands first among jobs in the order of submission.
func (o *ordering) least(jobs []int32) (place int) {
	x := o.list[jobs[0]]
	for i, j := range jobs {
		if y := o.list[j]; y < x || y == y && x != x {
			x, place = y, i
		}
	}
	return place
}

func (o *ordering) sort(jobs []int32) {
	sorting.By(jobs, func(a, b int32) int {
		switch {
		case a == b:
			return 0
		case o.before(a, b):
			return -1
		}
		return 1
	})
}

// A scored is a job with what says where it stands. What is no number stands as the
// infinite does, behind it by its turn.
type scored struct {
	score float64
	turn  int32
	job   int32
}

func (o *ordering) scored(j int32) scored {
	x := scored{o.list[j], o.turn[j], j}
	if x.score != x.score {
		x.score = math.Inf(1)
		x.turn += int32(len(o.turn))
	}
	return x
}

func (a *scored) before(b *scored) bool {
	return a.score < b.score || a.score == b.score && a.turn < b.turn
}

// heap makes a list a heap with the job that stands first on top.
func heap(list []scored) {
	for i := len(list)/2 - 1; i >= 0; i-- {
		sink(list, i)
	}
}

// pop takes the first job out of a heap that is not empty.
func pop(list []scored) (first int32, rest []scored) {
	first, rest = list[0].job, list[:len(list)-1]
	if len(rest) > 0 {
		rest[0] = list[len(rest)]
		sink(rest, 0)
	}
	return first, rest
}

// sink moves the job at a place of a heap down to where it belongs.
func sink(list []scored, i int) {
	x := list[i]
	for below := 2*i + 1; below < len(list); below = 2*i + 1 {
		if below+1 < len(list) && list[below+1].before(&list[below]) {
			below++
		}
		if !list[below].before(&x) {
			break
		}
		list[i] = list[below]
		i = below
	}
	list[i] = x
}

// machineScore is what the formula for machines says of an offer to a job.
func (r *run) machineScore(j int32, o *offer, finish float64) float64 {
	s, q := r.own, o.machine
	s.numbers(s.offer, j, r.book.now, r.waitingJobs, r.freeSlots)
	m := &r.in.p.Machines[q]
	copy(s.offer[len(names):], []float64{r.in.speed(j, q), float64(m.Slots), m.Memory, o.load,
		r.book.wanted[r.in.class[q]], o.start, finish, float64(q + 1)})
	score := s.machine.Evaluate(s.offer, nil)
	if score != score {
		s.note(r, j, score)
		return math.Inf(1) // the last, as what is no number is
	}
	return score
}

// singleByFormula is single for a policy that chooses among machines.
func (r *run) singleByFormula(j int32, from float64) offer {
	need, ready, best := r.in.jobs[j].part(1), r.ready(j, from), nothing
	list := r.offers[:0]
	r.suitable(j, 1, func(q int32) {
		at := r.readyOn(j, q, ready)
		if math.IsInf(at, 1) {
			return
		}
		r.stats.MachinesAsked++
		start := r.book.earliest(j, q, need, r.left[j]/r.in.speed(j, q), at)
		if !math.IsInf(start, 1) {
			list = append(list, offer{machine: q, start: start, load: r.book.load[q]})
			best.start = min(best.start, start)
		}
	})
	r.offers = list
	for i := range list {
		o := &list[i]
		finish := o.start + r.left[j]/r.in.speed(j, o.machine)
		if o.start == best.start {
			o.cost = r.machineScore(j, o, finish)
		} else {
			o.cost = o.start
		}
		if r.on {
			r.tellOffer(j, o, finish)
		}
		if o.start == best.start && o.before(&best) {
			best = *o
		}
	}
	return best
}

// inTurn is how the first of the queue comes to start.
func (s *stream) inTurn(j int32, reserved bool) string {
	switch {
	case s.now == s.readyAt[j]:
		return farm.HowDirect
	case reserved:
		return farm.HowReserved
	}
	return farm.HowQueued
}

// askedAnew is conservative backfilling with a queue in the order of scores.
type askedAnew struct {
	replanning
	again bool
}

func (a *askedAnew) begin(s *stream, planned []event) {
	a.again, s.news = s.news, false
	s.early = a.again
	a.replanning.begin(s, planned)
}

func (a *askedAnew) decide(ctx context.Context, s *stream) error {
	if a.again {
		jobs := s.waits(nil)
		s.waitingJobs, s.freeSlots = len(jobs), s.free
		s.own.rank(s.own.job, s, jobs)
		s.tellScores(jobs)
	}
	return a.replanning.decide(ctx, s)
}
