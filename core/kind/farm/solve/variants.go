package solve

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/trace"
)

const (
	// AlgorithmLookahead is EASY that chooses which of the other jobs start together (Shmueli,
	// Feitelson 2005). On one machine after another, in the order of the document, it considers
	// the jobs that could start there now in one part. It chooses the set with the greatest sum
	// of scores whose slots are at most the free ones, and whose jobs that still run at the start
	// of the reservation there have at most the slots that are free then. A score is a job's
	// slots, or slots x estimate. Among sets of equal sum it is the greatest when the queue is
	// read from its end: the last job is included if a best set contains it, then the previous
	// one, and so on. Jobs that memory or licences then keep from starting are left out. Finally
	// the queue is scanned as by EASY, for jobs in several parts.
	//
	// Complexity: O(n f) per machine for n such jobs and f free slots, with a table of at most
	// tableCells numbers. If there are more jobs, only the first of the queue are considered.
	AlgorithmLookahead Algorithm = "lookahead"
	// AlgorithmGreedy is EASY that tries the other jobs in several orders without starting any,
	// and then starts them in the order in which most can start, on a tie the first of the list.
	// The reservation of the first job starts no earlier than its estimate x Options.Delay from
	// now.
	//
	// Complexity: that of EASY for each order.
	AlgorithmGreedy Algorithm = "greedy"
	// AlgorithmRelaxed is EASY in which others may delay the first job of the queue to some extent
	// (Ward, Mahood, West 2002). When a job first gets a reservation, for its earliest start S, its
	// wait would be S less its submission. From then on its reservation starts no earlier than S +
	// Options.Relax x that wait, and others start if they do not delay that. So delays by several
	// jobs do not add up. The job itself starts as soon as it can.
	//
	// The paper's abstract defines the acceptable delay as a factor times the wait of the first
	// job. Its text was not available: that the wait is that of the first reservation, from the
	// submission on, is this package's reading.
	//
	// Complexity: that of EASY.
	AlgorithmRelaxed Algorithm = "relaxed"
)

// tableCells is the greatest size of the table of lookahead. The checker has the same limit.
const tableCells = 4_000_000

// lookahead is the scheduler of AlgorithmLookahead.
type lookahead struct {
	easy
	area  bool    // whether a score is slots x estimate
	unit  float64 // of areas, so that sums are exact
	sack  knapsack
	items []item
}

// lookahead schedules by AlgorithmLookahead.
func (r *run) lookahead(ctx context.Context) error {
	l := &lookahead{area: r.o.Score != farm.ScoreSlots, unit: r.in.unit()}
	l.fill = l.choose
	return r.stream(ctx, l)
}

// choose starts the chosen jobs, machine by machine, then backfills.
func (l *lookahead) choose(ctx context.Context, s *stream, first *hold) error {
	l.updateJobIndex(s)
	l.jobIndex.reserve(first, &l.holes)
	l.startable = l.jobIndex.appendStartable(l.startable[:0])
	for i := range l.holes.list {
		h := &l.holes.list[i]
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		free := int(h.free.slots)
		if free == 0 {
			continue
		}
		extra := l.candidates(s, first, h)
		chosen := l.sack.choose(l.items, free, extra)
		l.record(s, h.machine, free, chosen)
		for _, x := range chosen {
			l.startOn(s, x.job, h.machine)
		}
	}
	return l.backfill(ctx, s, first)
}

// candidates sets l.items to the jobs that could start on a machine now, in the order of the queue.
// Jobs are omitted if the table of the choice would exceed tableCells. It returns the number of
// slots that the jobs may occupy when the reservation starts.
func (l *lookahead) candidates(s *stream, first *hold, h *hole) (extra int) {
	extra = int(h.free.slots)
	until := math.Inf(1)
	for _, q := range first.machines {
		if q == h.machine {
			until = first.start
			extra = min(extra, int(s.calendar.store.freeAt(s.calendar.machines[q], until).slots))
		}
	}
	l.items = l.items[:0]
	most := max(1, tableCells/(int(h.free.slots)+1))
	for _, j := range l.startable {
		if len(l.items) == most {
			break
		}
		if !s.waiting[j] || s.plans[j] != nil || !s.startable(j, h.machine) {
			continue
		}
		slots := s.in.jobs[j].slots
		x := item{job: j, slots: int(slots), score: int64(slots),
			long: s.now+s.remaining[j]/s.in.speed(j, h.machine) > until}
		if l.area {
			x.score = int64(math.Round(float64(float64(slots)*s.remaining[j]) / l.unit))
		}
		l.items = append(l.items, x)
	}
	return extra
}

// startable reports whether a job could start on a machine now, in one part.
func (s *stream) startable(j, q int32) bool {
	job := &s.in.jobs[j]
	need, class := job.part(1), &s.in.classes[s.in.class[q]]
	return s.in.lacks(job, s.in.p.Jobs[j].Type, need, 1, class) == "" &&
		s.readyOn(j, q, s.ready(j, s.now)) <= s.now &&
		s.calendar.earliestStart(j, q, need, s.remaining[j]/s.in.speed(j, q), s.now) == s.now
}

// startOn starts a job on a machine if it can start there now.
func (l *lookahead) startOn(s *stream, j, q int32) {
	if !s.startable(j, q) {
		return
	}
	if s.o.stopBefore != nil {
		s.o.stopBefore(s.run, j)
	}
	h := s.newHold(j, q, s.now)
	h.startKind = farm.StartBackfill
	s.start(h, false)
	l.holes.remeasure(s, h)
	l.jobIndex.remove(j)
	l.jobIndex.stale = true
}

// record records a choice.
func (l *lookahead) record(s *stream, q int32, free int, chosen []item) {
	if !s.on || len(l.items) == 0 {
		return
	}
	slots := 0
	for _, x := range chosen {
		slots += x.slots
	}
	s.o.Log.Add(trace.Event{Kind: "choose", Refs: []trace.Ref{s.machineRef(q)},
		Values: []trace.Value{{Name: "at", Num: s.now}, {Name: "free", Num: float64(free)},
			{Name: "jobs", Num: float64(len(l.items))}, {Name: "chosen", Num: float64(len(chosen))},
			{Name: "slots", Num: float64(slots)}}})
}

// An item is a job that may be chosen.
type item struct {
	job   int32
	slots int
	score int64
	long  bool // it would still run when the reservation starts
}

// A knapsack chooses items of the greatest sum of scores under two limits, on the slots of all
// items and on those of the long ones. Only the sums over short and over long items matter, so it
// has a table for each.
type knapsack struct {
	width               int // of a row: the number of free slots plus one
	longSums, shortSums []int64
	chosen              []item
}

// choose returns the chosen items in their order.
func (k *knapsack) choose(items []item, free, extra int) []item {
	k.chosen = k.chosen[:0]
	all, long, total := 0, 0, int64(0)
	for i := range items {
		all += items[i].slots
		if items[i].long {
			long += items[i].slots
		}
	}
	if all <= free && long <= extra {
		k.chosen = append(k.chosen, items...)
		return k.chosen
	}
	k.fill(items, free)
	longs, shorts := len(k.longSums)/k.width-1, len(k.shortSums)/k.width-1
	total = k.maxSum(longs, shorts, free, extra)
	for i := len(items) - 1; i >= 0; i-- {
		x := &items[i]
		rest, restLong := free-x.slots, extra
		if x.long {
			longs--
			restLong -= x.slots
		} else {
			shorts--
		}
		if rest < 0 || restLong < 0 || x.score+k.maxSum(longs, shorts, rest, restLong) != total {
			continue
		}
		free, extra, total = rest, restLong, total-x.score
		k.chosen = append(k.chosen, *x)
	}
	for a, b := 0, len(k.chosen)-1; a < b; a, b = a+1, b-1 {
		k.chosen[a], k.chosen[b] = k.chosen[b], k.chosen[a]
	}
	return k.chosen
}

// fill computes the tables: row r has, for each number of slots, the greatest sum of the first r
// long (short) items that have at most as many.
func (k *knapsack) fill(items []item, free int) {
	k.width = free + 1
	k.longSums, k.shortSums = blank(k.longSums, k.width), blank(k.shortSums, k.width)
	for i := range items {
		if items[i].long {
			k.longSums = row(k.longSums, k.width, &items[i])
		} else {
			k.shortSums = row(k.shortSums, k.width, &items[i])
		}
	}
}

// blank returns a table with one row of zeros.
func blank(table []int64, width int) []int64 {
	table = table[:0]
	for range width {
		table = append(table, 0)
	}
	return table
}

// row appends the row of one more item to a table.
func row(table []int64, width int, x *item) []int64 {
	at := len(table) - width
	table = append(table, table[at:]...)
	last, next := table[at:at+width], table[at+width:]
	for c := x.slots; c < width; c++ {
		if with := last[c-x.slots] + x.score; with > next[c] {
			next[c] = with
		}
	}
	return table
}

// maxSum returns the greatest sum of the first items under both limits.
func (k *knapsack) maxSum(longs, shorts, free, extra int) (most int64) {
	long, short := k.longSums[longs*k.width:], k.shortSums[shorts*k.width:]
	for c := 0; c <= min(free, extra); c++ {
		if sum := long[c] + short[free-c]; sum > most {
			most = sum
		}
	}
	return most
}

// relaxedBackfill schedules by AlgorithmRelaxed.
func (r *run) relaxedBackfill(ctx context.Context) error {
	e := &easy{relax: farm.RelaxOf(r.o.Relax), latestStart: make([]float64, len(r.in.jobs))}
	for j := range e.latestStart {
		e.latestStart[j] = math.NaN()
	}
	return r.stream(ctx, e)
}

// recordAllowed records until when the start of a reservation may be put off.
func (s *stream) recordAllowed(j int32, start, until float64) {
	if s.on && s.isRecorded(j) {
		s.o.Log.Add(trace.Event{Kind: "relax", Refs: []trace.Ref{jobRef(s.run, "job", j)},
			Values: []trace.Value{{Name: "at", Num: s.now}, {Name: "start", Num: start}, {Name: "until", Num: until}}})
	}
}

// greedy is the scheduler of AlgorithmGreedy.
type greedy struct {
	easy
	names  []farm.Line
	orders []*ordering
	may    []scoredJob
	held   []*hold
	slots  []int // of the candidates
}

// greedy schedules by AlgorithmGreedy.
func (r *run) greedy(ctx context.Context) error {
	g := &greedy{names: r.o.Orders.Lines()}
	for _, name := range g.names {
		f := farm.Formulas(name, name)
		if f == nil {
			return errors.New("farm: there is no order " + strconv.Quote(string(name)))
		}
		g.orders = append(g.orders, newScores(r.in, f).job)
	}
	g.delay, g.fill = r.o.Delay, g.startMost
	return r.stream(ctx, g)
}

// startMost starts the other jobs in the order in which most of them can start.
func (g *greedy) startMost(ctx context.Context, s *stream, first *hold) error {
	g.updateJobIndex(s)
	g.jobIndex.reserve(first, &g.holes)
	g.startable = g.jobIndex.appendStartable(g.startable[:0])
	candidates, limit := g.countStartable(s)
	best, most := 0, -1
	for i := range g.orders {
		if candidates < 2 || most == limit {
			break // one candidate has one order, and no order starts more than have room
		}
		n, err := g.rehearse(ctx, s, i)
		if err != nil {
			return err
		}
		if n > most {
			best, most = i, n
		}
	}
	_, err := g.walk(ctx, s, best, func(j int32) bool {
		if !g.holes.backfill(s, j) {
			return false
		}
		g.jobIndex.remove(j)
		return true
	})
	return err
}

// countStartable returns the number of candidates, and the greatest number of them that the free slots have room for.
func (g *greedy) countStartable(s *stream) (candidates, limit int) {
	g.slots = g.slots[:0]
	for _, j := range g.startable {
		if s.plans[j] == nil {
			g.slots = append(g.slots, int(s.in.jobs[j].slots))
		}
	}
	slices.Sort(g.slots)
	free := s.free
	for _, n := range g.slots {
		if free -= n; free < 0 {
			break
		}
		limit++
	}
	return len(g.slots), limit
}

// rehearse returns the number of jobs that would start in an order.
func (g *greedy) rehearse(ctx context.Context, s *stream, order int) (int, error) {
	free := s.free
	n, err := g.walk(ctx, s, order, func(j int32) bool {
		if free == 0 {
			return false
		}
		h := s.run.bestHoldBefore(j, s.now, math.Nextafter(s.now, math.Inf(1)))
		if h == nil || h.start > s.now {
			if h != nil {
				s.recycle(h)
			}
			return false
		}
		for _, q := range h.machines {
			h.finish = append(h.finish, s.now+s.remaining[j]/s.in.speed(j, q))
		}
		s.calendar.occupy(h)
		g.held = append(g.held, h)
		g.holes.remeasure(s, h)
		free -= int(s.in.jobs[j].slots)
		return true
	})
	for _, h := range g.held {
		s.calendar.release(h, s.now)
		s.recycle(h)
	}
	if g.held = g.held[:0]; n > 0 {
		g.holes.find(s)
		g.jobIndex.measure()
	}
	if s.on && err == nil {
		s.o.Log.Add(trace.Event{Kind: "walk", Reason: string(g.names[order]),
			Values: []trace.Value{{Name: "at", Num: s.now}, {Name: "jobs", Num: float64(n)}}})
	}
	return n, err
}

// walk tries the found jobs in one of the orders, and counts the started
// ones.
func (g *greedy) walk(ctx context.Context, s *stream, order int, start func(j int32) bool) (n int, err error) {
	g.may = g.may[:0]
	for _, j := range g.startable {
		if s.plans[j] == nil {
			g.may = append(g.may, g.orders[order].sortKey(j))
		}
	}
	heap(g.may)
	for i := 1; len(g.may) > 0 && g.jobIndex.hasStartable(1) && s.failure == ""; i++ {
		if err := s.tick(ctx, i); err != nil {
			return n, err
		}
		var j int32
		if j, g.may = pop(g.may); g.holes.mayStart(s, j) && start(j) {
			n++
			g.jobIndex.stale = true
			g.jobIndex.measure()
		}
	}
	return n, nil
}
