package solve

import (
	"context"
	"math"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/kind/window/solve/knapsack"
)

// A search is the state of one run: the instance, the candidates of the current
// group (the paper's S_W) and the best window so far.
type search struct {
	ctx      context.Context
	instance *instance
	o        Options
	slots    []window.Free
	stats    Stats

	lastEnd       float64    // end of the last slot
	end           []float64  // by node: end of its candidate slot
	byPrice       *ranking   // the candidates, cheapest first
	otherRankings []*ranking // the candidates in other orders
	newCandidates []int32    // candidates since the last step
	maxWeight     int64      // greatest weight of a useful node
	index         *index
	positions     []int32 // positions of the slots to visit, if narrowed
	narrowed      bool
	pace          pace
	base          []int64 // by group: weight of its n cheapest nodes, -1 if it has fewer
	partialBase   []int64 // by group: weight of its n-1 cheapest nodes
	loggedNodes   []int32 // candidates by node, only for the log
	picks         []int32
	solver        knapsack.Solver

	have        bool
	best        foundWindow
	boundMetric string
	bound       float64 // if better windows may have been missed: their limit
	gap         bool
	effort      int // slots visited and states of exact choices, up to maxEffort
}

// maxEffort is the limit of a search's effort, after which it returns its best
// window. It is some seconds of work, a hundred times the usual work for
// 200,000 slots. It is reached only if nearly all windows have the same cost.
const maxEffort = 1 << 30

// spend adds to the effort and reports whether the limit is reached.
func (s *search) spend(n int) bool {
	most := maxEffort
	if s.o.effort > 0 {
		most = s.o.effort
	}
	s.effort += n
	s.stats.Stopped = s.stats.Stopped || s.effort > most
	return s.stats.Stopped
}

// foundWindow is a window: n nodes of a group from a start. A lower score is better.
type foundWindow struct {
	score  float64
	group  int
	start  float64
	weight int64
	nodes  []int32
}

// newSearch returns the state of a run before its first step. Only Max Sum uses the attribute of
// the options. The search is returned even if the context is cancelled, then with its error.
func newSearch(ctx context.Context, p *window.WindowProblem, algorithm Algorithm, o Options) (*search, error) {
	attribute := ""
	if algorithm == AlgorithmMaxSum {
		attribute = o.Attribute
	}
	s := &search{ctx: ctx, o: o, instance: newInstance(p, attribute)}
	s.stats.Rounding = s.instance.rounding
	s.slots = s.instance.list.All()
	for i := range s.slots {
		s.lastEnd = max(s.lastEnd, s.slots[i].End)
	}
	s.end = make([]float64, len(p.Nodes))
	s.byPrice = s.instance.priceRanking()
	s.weigh()
	return s, ctx.Err()
}

// weigh computes the weights of the n and the n-1 cheapest nodes of each group.
func (s *search) weigh() {
	all := &ranking{position: s.byPrice.position, node: s.byPrice.node, words: make([]uint64, len(s.byPrice.words))}
	for k := range s.instance.groups {
		for _, i := range s.instance.groups[k].ownNodes {
			all.add(i)
		}
		s.picks = all.first(s.instance.n, s.end, 0, s.picks[:0])
		base, others := int64(-1), int64(0)
		if len(s.picks) == s.instance.n {
			base = s.weight(s.picks)
			others = base - s.instance.weights[s.picks[s.instance.n-1]]
		}
		s.base, s.partialBase = append(s.base, base), append(s.partialBase, others)
	}
}

func (s *search) weight(nodes []int32) int64 {
	sum := int64(0)
	for _, i := range nodes {
		sum += s.instance.weights[i]
	}
	return sum
}

// sweep visits the slots of group k by start and calls step after each candidate added, until step
// returns true. With together, step is called once after all slots of a start. Nodes heavier than
// room are left out. Windows that start before from are skipped.
//
// It returns an error only if the context is cancelled. At the limit of effort it returns nil, and
// s.stats.Stopped is set.
func (s *search) sweep(k int, from float64, together bool, step func(start float64) (stop bool)) error {
	runtime := s.instance.groups[k].runtime
	s.begin(k)
	visits := len(s.slots)
	if s.narrowed {
		visits = len(s.positions)
	}
	for i, ticks := 0, 0; i < visits; ticks++ {
		if ticks&255 == 255 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if s.spend(1) {
			return nil
		}
		start := s.slotAt(i).Start
		until := start + runtime
		if until > s.lastEnd {
			break // no later slot is long enough
		}
		s.recordExpired(start, until)
		s.newCandidates = s.newCandidates[:0]
		for ; i < visits; i++ {
			sl := s.slotAt(i)
			if sl.Start != start {
				break
			}
			s.admit(sl, k, until, from+runtime)
			s.effort++
			if !together && len(s.newCandidates) > 0 && start >= from {
				if step(start) {
					return nil
				}
				s.newCandidates = s.newCandidates[:0]
			}
		}
		if len(s.newCandidates) > 0 && start >= from && step(start) {
			return nil
		}
	}
	return s.ctx.Err()
}

// begin empties the candidates for group k.
func (s *search) begin(k int) {
	clear(s.byPrice.words)
	for _, r := range s.otherRankings {
		clear(r.words)
	}
	s.loggedNodes = s.loggedNodes[:0]
	s.pace = pace{bar: -1, missing: s.instance.n}
	s.stats.Groups++
	s.recordGroup(k)
}

// slotAt returns the i-th slot to visit.
func (s *search) slotAt(i int) *window.Free {
	if s.narrowed {
		return &s.slots[s.positions[i]]
	}
	return &s.slots[i]
}

// admit adds a slot to the candidates if it is suitable, lasts until the
// window's end, and is cheap enough.
func (s *search) admit(sl *window.Free, k int, until, from float64) {
	own := s.instance.group[sl.Node]
	switch {
	case own < 0 || int(own) > k:
		return
	case sl.End < until:
		s.recordSkipped(sl, "length")
		return
	case sl.End < from:
		return
	case s.instance.weights[sl.Node] > s.maxWeight:
		s.recordSkipped(sl, "price")
		return
	}
	s.end[sl.Node] = sl.End
	s.byPrice.add(sl.Node)
	s.pace.add(s.byPrice.position[sl.Node])
	for _, r := range s.otherRankings {
		r.add(sl.Node)
	}
	s.newCandidates = append(s.newCandidates, sl.Node)
	s.stats.Slots++
	s.recordAdded(sl)
}

// pickCheapest picks the n cheapest candidates that last until a time. It reports
// false if there are fewer. The picks are valid until the next call.
func (s *search) pickCheapest(until float64) (weight int64, ok bool) {
	s.picks = s.byPrice.first(s.instance.n, s.end, until, s.picks[:0])
	if len(s.picks) < s.instance.n {
		s.pace = pace{bar: -1, missing: s.instance.n - len(s.picks)}
		return 0, false
	}
	s.pace = pace{bar: s.byPrice.position[s.picks[s.instance.n-1]], missing: math.MaxInt}
	return s.weight(s.picks), true
}

// A pace determines whether picking the n cheapest candidates again can improve
// on the last picks. Expired candidates only make them more expensive. So they
// can only be cheaper if a candidate was added before the last of them, and can
// only become enough if as many were added as were missing.
type pace struct {
	bar     int32 // position of the last one picked, -1 if there were fewer than n
	missing int
	sooner  bool // a candidate was added before bar
}

func (p *pace) add(place int32) {
	p.missing--
	p.sooner = p.sooner || place < p.bar
}

// isIdle reports whether picking again cannot improve.
func (p *pace) isIdle() bool { return !p.sooner && p.missing > 0 }

// isBetter reports whether a window of group k with this score is preferred to
// the best: a lower score, or an equal one in a faster group.
func (s *search) isBetter(score float64, k int) bool {
	return !s.have || score < s.best.score || score == s.best.score && k < s.best.group
}

// setBest makes a window the best and records it. The list of nodes is copied.
func (s *search) setBest(score float64, k int, start float64, nodes []int32) {
	s.have = true
	s.best = foundWindow{score, k, start, s.weight(nodes), append(s.best.nodes[:0], nodes...)}
	s.recordBest()
}

// progress reports the progress over the groups, at most about a hundred times.
func (s *search) progress(done, total int) {
	if step := max(1, total/100); s.o.Progress != nil && (done%step == 0 || done == total) {
		s.o.Progress(done, total)
	}
}

// result returns the result; err is the error that ended the search.
func (s *search) result(err error) (Result, error) {
	r := Result{Stats: s.stats}
	if !s.have {
		switch {
		case err != nil:
		case s.stats.Stopped:
			r.Shortage = &Shortage{Reason: ShortEffort, Text: i18n.English("the search ended at its limit of {} "+
				"steps without having found a window; there may be one", strconv.Itoa(maxEffort))}
		default:
			r.Shortage, err = s.shortage()
		}
		return r, err
	}
	r.Feasible = true
	w := s.window(&s.best)
	r.Solution = &window.Solution{Slots: w.Slots}
	r.Metrics = s.metrics(&s.best)
	if err == nil && s.boundMetric != "" {
		r.BoundMetric, r.Bound = s.boundMetric, r.Metrics.Metric(window.Criterion(s.boundMetric))
		if s.stats.Stopped && !s.gap {
			s.bound, s.gap = s.outermost(), true
		}
		if s.gap {
			r.Bound = s.bound
		}
	}
	return r, err
}

// outermost returns a bound of the metric without a search, for one that ended
// early.
func (s *search) outermost() float64 {
	by, least := window.Criterion(s.boundMetric), math.Inf(1)
	for k := range s.instance.groups {
		if s.base[k] >= 0 && s.base[k] <= s.instance.groups[k].capacity {
			least = min(least, s.score(by, k, s.slots[0].Start, s.base[k]))
		}
	}
	return least
}

// window returns a window as part of a solution. Its nodes are in the order of
// the document.
func (s *search) window(f *foundWindow) window.Window {
	runtime := s.instance.groups[f.group].runtime
	window.SortNodes(f.nodes, func(a, b int32) bool { return a < b })
	w := window.Window{Start: f.start, End: f.start + runtime, Cost: s.metrics(f).Cost}
	for _, i := range f.nodes {
		n := &s.instance.p.Nodes[i]
		w.Slots = append(w.Slots, window.Allocation{Node: n.ID, Start: w.Start, End: w.End, Cost: n.Price * runtime})
	}
	return w
}

// metrics returns the metrics of a window and sorts its nodes into the order of the document. If
// weights are rounded, the cost is added up from the prices.
func (s *search) metrics(f *foundWindow) window.Metrics {
	runtime := s.instance.groups[f.group].runtime
	m := window.Metrics{Start: f.start, Runtime: runtime, Finish: f.start + runtime}
	window.SortNodes(f.nodes, func(a, b int32) bool { return a < b })
	price := 0.0
	for _, i := range f.nodes {
		m.Value += s.instance.values[i]
		price += s.instance.p.Nodes[i].Price
	}
	m.Cost = price * runtime
	if s.instance.rounding == 0 {
		m.Cost = s.instance.cost(f.weight, runtime)
	}
	return m
}

// lowest is a lower bound of all scores.
func lowest() float64 { return math.Inf(-1) }
