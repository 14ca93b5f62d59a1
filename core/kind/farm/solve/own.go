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

// AlgorithmOwn orders the queue by a policy's formula. The option Backfill selects its use: EASY,
// FCFS, or conservative backfilling in which all reservations are made again in the order of the
// scores whenever a job arrives or ends.
//
// The lowest score comes first and NaN last. Ties are broken by submission, then by the order of
// the document. Scores are those of the moment. If no slot is free on any machine, no formula is
// evaluated, because no job can start.
//
// A formula for machines chooses among those on which the job can start soonest. Ties are broken
// by the lower load, then by the order of the document. All suitable machines are then queried:
// O(m log s) for each job that may start.
//
// Complexity of the order: at every event O(q) evaluations for q waiting jobs, if the formula
// reads numbers that change, and O(q) comparisons.
const AlgorithmOwn Algorithm = policy.AlgorithmOwn

// scores evaluates the formulas of a run's policy.
type scores struct {
	in       *instance
	tieRank  []int32 // rank of each job by submission, then by the order of the document
	job      *ordering
	backfill *ordering           // nil if the policy has none
	machine  *formula.Expression // nil if the policy has none
	offer    []float64           // numbers of a job and a machine
	unscored []bool              // jobs for which some score was not a number
	infinite []bool              // jobs for which some score was infinite
}

// An ordering has the scores of jobs by one formula. Constant numbers, and parts of the formula
// that read only those, are computed once. The rest is evaluated for all waiting jobs together.
type ordering struct {
	list         []float64 // by job
	tieRank      []int32   // breaks ties
	moving       bool
	compute      func(at *stream, jobs []int32) // computes list in place of rest; nil unless by multifactor
	rest         *formula.Rows
	usedColumns  []int       // columns that rest reads
	fixedColumns [][]float64 // by column, then by job; nil for numbers that change
	columns      [][]float64 // columns of the waiting jobs
	results      []float64
}

// Names of jobs, and the index of the first that changes with time.
var (
	names                              = decisions()[farm.DecideJob].Names
	movesAt                            = slices.IndexFunc(names, func(n policy.Name) bool { return n.Moves })
	nameR, nameSubmitted, nameDeadline = nameIndex("r"), nameIndex("s"), nameIndex("deadline")
)

// nameIndex returns the index of a name.
func nameIndex(id string) int {
	return slices.IndexFunc(names, func(n policy.Name) bool { return n.ID == id })
}

// decisions returns the decisions of an own algorithm.
func decisions() []policy.Decision {
	k := farm.PolicyKind()
	return k.Decisions
}

// newScores prepares the formulas of a run.
func newScores(in *instance, f *policy.Formulas) *scores {
	s := &scores{in: in, machine: f.Expression(farm.DecideMachine), unscored: make([]bool, len(in.jobs)),
		infinite: make([]bool, len(in.jobs)),
		offer:    make([]float64, len(decisions()[farm.DecideMachine].Names)), tieRank: in.turns()}
	s.job = s.ordering(f, farm.DecideJob)
	if s.job == nil {
		s.job = s.submission()
	}
	s.backfill = s.ordering(f, farm.DecideBackfill)
	return s
}

// submission returns an ordering by submission.
func (s *scores) submission() *ordering {
	return &ordering{list: make([]float64, len(s.in.jobs)), tieRank: s.tieRank}
}

// turns returns the rank of each job by submission, from 0, ties in the order of the document.
func (in *instance) turns() []int32 {
	order, turn := make([]int32, len(in.jobs)), make([]int32, len(in.jobs))
	for j := range order {
		order[j] = int32(j)
	}
	sorting.Sort(order, func(a, b int32) int {
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

// ordering prepares the formula of a decision, or returns nil if there is none.
func (s *scores) ordering(f *policy.Formulas, decision int) *ordering {
	e := f.Expression(decision)
	if e == nil {
		return nil
	}
	n := len(s.in.jobs)
	o := &ordering{list: make([]float64, n), tieRank: s.tieRank, moving: f.CanChange(decision),
		fixedColumns: make([][]float64, len(names))}
	for i := range movesAt {
		if e.Uses(i) || o.moving && (i == nameR || i == nameSubmitted || i == nameDeadline) {
			o.fixedColumns[i] = make([]float64, n)
		}
	}
	row := s.offer[:len(names)]
	for j := range n {
		s.numbers(row, int32(j), 0, 0, 0)
		for i, column := range o.fixedColumns[:movesAt] {
			if column != nil {
				column[j] = row[i]
			}
		}
	}
	parts, rest := e.Hoist(func(i int) bool { return i < movesAt }, len(names))
	for _, p := range parts {
		column := make([]float64, n)
		p.Rows().Evaluate(o.fixedColumns, column)
		o.fixedColumns = append(o.fixedColumns, column)
	}
	o.rest, o.columns = rest.Rows(), make([][]float64, len(o.fixedColumns))
	for i := range o.fixedColumns {
		if rest.Uses(i) {
			o.usedColumns = append(o.usedColumns, i)
		}
	}
	if !o.moving {
		o.rest.Evaluate(o.fixedColumns, o.list)
	}
	return o
}

// numbers sets row to the numbers of a job at a time, in the order of its names.
func (s *scores) numbers(row []float64, j int32, now float64, waiting, free int) {
	from, parts, deadline := &s.in.p.Jobs[j], s.in.jobs[j].parts, math.Inf(1)
	if from.Deadline != nil {
		deadline = *from.Deadline
	}
	r := from.EstimatedRunTime()
	copy(row, []float64{r, float64(from.Slots), from.Submitted, from.Memory, from.Priority, deadline,
		float64(parts[len(parts)-1]), float64(j + 1),
		now - from.Submitted, now, deadline - now - r, float64(waiting), float64(free)})
}

// column computes a changing number for jobs. place is its index among the changing names.
func (o *ordering) column(place int, into []float64, at *stream, jobs []int32) {
	same := 0.0
	switch place {
	case 0: // w
		submitted := o.fixedColumns[nameSubmitted]
		for k, j := range jobs {
			into[k] = at.now - submitted[j]
		}
		return
	case 1: // now
		same = at.now
	case 2: // slack
		deadline, r := o.fixedColumns[nameDeadline], o.fixedColumns[nameR]
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

// rank updates the scores of the waiting jobs and returns the index of the first in order.
func (s *scores) rank(o *ordering, at *stream, jobs []int32) (place int) {
	if len(jobs) == 0 {
		return 0
	}
	if o.compute != nil {
		o.compute(at, jobs)
		return o.firstIndex(jobs)
	}
	if o.moving {
		n := len(jobs)
		for _, i := range o.usedColumns {
			if cap(o.columns[i]) < n {
				o.columns[i] = make([]float64, 2*n)
			}
			c := o.columns[i][:n]
			o.columns[i] = c
			if o.fixedColumns[i] == nil {
				o.column(i-movesAt, c, at, jobs)
				continue
			}
			for k, fixed := 0, o.fixedColumns[i]; k < n; k++ {
				c[k] = fixed[jobs[k]]
			}
		}
		if cap(o.results) < n {
			o.results = make([]float64, 2*n)
		}
		o.rest.Evaluate(o.columns, o.results[:n])
		least := o.results[0]
		for k, x := range o.results[:n] {
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
		s.checkScore(at, o, j)
	}
	return o.firstIndex(jobs)
}

// checkScore counts a job whose score is not finite.
func (s *scores) checkScore(at *stream, o *ordering, j int32) {
	if x := o.list[j]; x-x != 0 {
		s.note(at.run, j, x)
	}
}

// note counts a job at most once for an infinite score and once for one that is not a number.
func (s *scores) note(r *run, j int32, score float64) {
	switch {
	case score == score && !s.infinite[j]:
		s.infinite[j] = true
		r.stats.Infinite++
	case score != score && !s.unscored[j]:
		s.unscored[j] = true
		r.stats.Unscored++
		r.recordUnscored(j)
	}
}

// precedes reports whether job a precedes job b: by ascending score, NaN last, ties by submission,
// then by index. Inlining gains nothing in its many callers.
//
//go:noinline
func (o *ordering) precedes(a, b int32) bool {
	x, y := o.list[a], o.list[b]
	switch {
	case x < y:
		return true
	case x > y:
		return false
	case x != y && (x == x || y == y): // one is not a number
		return x == x
	}
	return o.tieRank[a] < o.tieRank[b]
}

// firstIndex returns the index of the first in order among jobs by submission.
func (o *ordering) firstIndex(jobs []int32) (place int) {
	x := o.list[jobs[0]]
	for i, j := range jobs {
		if y := o.list[j]; y < x || y == y && x != x {
			x, place = y, i
		}
	}
	return place
}

// sort sorts jobs in order.
func (o *ordering) sort(jobs []int32) {
	sorting.Sort(jobs, func(a, b int32) int {
		switch {
		case a == b:
			return 0
		case o.precedes(a, b):
			return -1
		}
		return 1
	})
}

// A scoredJob is a job with its sort key. NaN is represented by +Inf with a greater turn.
type scoredJob struct {
	score   float64
	tieRank int32
	job     int32
}

// sortKey returns the sort key of a job.
func (o *ordering) sortKey(j int32) scoredJob {
	x := scoredJob{o.list[j], o.tieRank[j], j}
	if x.score != x.score {
		x.score = math.Inf(1)
		x.tieRank += int32(len(o.tieRank))
	}
	return x
}

// precedes reports whether a precedes b.
func (a *scoredJob) precedes(b *scoredJob) bool {
	return a.score < b.score || a.score == b.score && a.tieRank < b.tieRank
}

// heap turns a list into a binary heap with the first job on top.
func heap(list []scoredJob) {
	for i := len(list)/2 - 1; i >= 0; i-- {
		sink(list, i)
	}
}

// pop removes the first job of a non-empty heap.
func pop(list []scoredJob) (first int32, rest []scoredJob) {
	first, rest = list[0].job, list[:len(list)-1]
	if len(rest) > 0 {
		rest[0] = list[len(rest)]
		sink(rest, 0)
	}
	return first, rest
}

// sink moves the job at an index of a heap down to its place.
func sink(list []scoredJob, i int) {
	x := list[i]
	for below := 2*i + 1; below < len(list); below = 2*i + 1 {
		if below+1 < len(list) && list[below+1].precedes(&list[below]) {
			below++
		}
		if !list[below].precedes(&x) {
			break
		}
		list[i] = list[below]
		i = below
	}
	list[i] = x
}

// machineScore returns the score of an offer to a job by the formula for machines, +Inf for NaN.
func (r *run) machineScore(j int32, o *offer, finish float64) float64 {
	s, q := r.scores, o.machine
	s.numbers(s.offer, j, r.calendar.now, r.waitingJobs, r.freeSlots)
	m := &r.in.p.Machines[q]
	copy(s.offer[len(names):], []float64{r.in.speed(j, q), float64(m.Slots), m.Memory, o.load,
		r.calendar.demand[r.in.class[q]], o.start, finish, float64(q + 1)})
	score := s.machine.Evaluate(s.offer, nil)
	if score != score {
		s.note(r, j, score)
		return math.Inf(1) // last, as for other scores that are not numbers
	}
	return score
}

// singleByFormula is single for a policy with a formula for machines.
func (r *run) singleByFormula(j int32, from float64) offer {
	need, ready, best := r.in.jobs[j].part(1), r.ready(j, from), noOffer
	list := r.offers[:0]
	r.suitable(j, 1, func(q int32) {
		at := r.readyOn(j, q, ready)
		if math.IsInf(at, 1) {
			return
		}
		r.stats.MachinesAsked++
		start := r.calendar.earliestStart(j, q, need, r.remaining[j]/r.in.speed(j, q), at)
		if !math.IsInf(start, 1) {
			list = append(list, offer{machine: q, start: start, load: r.calendar.load[q]})
			best.start = min(best.start, start)
		}
	})
	r.offers = list
	for i := range list {
		o := &list[i]
		finish := o.start + r.remaining[j]/r.in.speed(j, o.machine)
		if o.start == best.start {
			o.cost = r.machineScore(j, o, finish)
		} else {
			o.cost = o.start
		}
		if r.on {
			r.recordOffer(j, o, finish)
		}
		if o.start == best.start && o.beats(&best) {
			best = *o
		}
	}
	return best
}

// firstStartKind returns how the first job of the queue comes to start.
func (s *stream) firstStartKind(j int32, reserved bool) string {
	switch {
	case s.now == s.readyAt[j]:
		return farm.StartDirect
	case reserved:
		return farm.StartReserved
	}
	return farm.StartQueued
}

// scoredReplanning is conservative backfilling with a queue in the order of scores.
type scoredReplanning struct {
	replanning
	again bool
}

// begin starts reserved jobs, unless reservations are to be made again.
func (a *scoredReplanning) begin(s *stream, planned []event) {
	a.again, s.news = s.news, false
	s.early = a.again
	a.replanning.begin(s, planned)
}

// decide updates the scores and makes reservations.
func (a *scoredReplanning) decide(ctx context.Context, s *stream) error {
	if a.again {
		jobs := s.queuedJobs(nil)
		s.waitingJobs, s.freeSlots = len(jobs), s.free
		s.scores.rank(s.scores.job, s, jobs)
		s.recordScores(jobs)
	}
	return a.replanning.decide(ctx, s)
}
