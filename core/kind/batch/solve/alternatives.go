package solve

import (
	"context"
	"errors"
	"math"
	"strconv"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// A run is the state of a run over all cycles.
type run struct {
	p              *batch.Problem
	id             Algorithm // the algorithm
	algorithm      Algorithm // its search for windows
	options        Options
	performance    []float64 // by node
	price          []float64
	maxPerformance float64
	stats          Stats
	list           *list
	// Buffers of one search.
	heldParts    []heldPart
	rest         []heldPart
	order        int32
	changed      bool
	sweepAt      int
	at           float64   // the start up to which the held slots are long enough
	suits        []suit    // for all requests of a cycle, by node
	minDurations []float64 // least duration of a part by node; empty without suits
	// parts of all windows found in this cycle
	parts   []part
	chooser chooser
	digits  []digits // by node
	log     *recorder
	watch   *watch
	// The current cycle and its start.
	number int
	now    float64
	rules  *rules // formulas of a policy
}

// newRun returns a run that searches windows by ALP or AMP.
func newRun(p *batch.Problem, search Algorithm, o Options) *run {
	r := &run{algorithm: search, options: o, list: &list{}}
	r.open(p)
	if o.Log.Enabled() {
		r.log = &recorder{log: o.Log}
	}
	return r
}

// An algorithm is a way to search windows and to choose among them.
type algorithm struct {
	id Algorithm
	// search returns the search for windows, ALP or AMP.
	search func(o *Options) Algorithm
}

// algorithms returns all algorithms.
func algorithms() []algorithm {
	return []algorithm{
		{ALP, func(*Options) Algorithm { return ALP }},
		{AMP, func(*Options) Algorithm { return AMP }},
		{AlgorithmOwn, searchOption},
		{AlgorithmRoundRobin, searchOption},
		{AlgorithmMaxMin, searchOption},
		{AlgorithmPareto, searchOption},
		{AlgorithmLexicographic, searchOption},
	}
}

// newRunBy returns the run of an algorithm. It returns an error if the algorithm is unknown, or if
// it is own and has no policy.
func newRunBy(p *batch.Problem, id Algorithm, o Options) (*run, error) {
	if id == AlgorithmOwn && o.Formulas == nil {
		return nil, errors.New("batch: the algorithm own has no policy")
	}
	for _, a := range algorithms() {
		if a.id != id {
			continue
		}
		r := newRun(p, a.search(&o), o)
		r.id = id
		if id == AlgorithmOwn {
			r.rules = newRules(o.Formulas)
		}
		return r, nil
	}
	return nil, errors.New("batch: no algorithm is called " + strconv.Quote(string(id)))
}

// open sets the run to a problem. A series uses one run for many problems.
func (r *run) open(p *batch.Problem) {
	r.p, r.maxPerformance = p, 0
	r.performance, r.price, r.digits = r.performance[:0], r.price[:0], nil
	for i := range p.Nodes {
		r.performance = append(r.performance, p.Nodes[i].Performance)
		r.price = append(r.price, p.Nodes[i].Price)
		r.maxPerformance = max(r.maxPerformance, p.Nodes[i].Performance)
	}
}

// An offer is a job in one cycle with the windows found for it.
type offer struct {
	request
	windows []alternative
	done    bool // nothing more can be found
	// Set by weigh.
	weights   []weight // of the windows
	tolerance float64  // relative error of the weights
	measure   batch.Measure
	run       *run
	digits    jobDigits
}

// queue sorts jobs into the order of service: by falling priority, then by
// arrival, then as in the document.
func queue(jobs []*batch.Job) {
	sorting.Stable(jobs, func(a, b *batch.Job) int {
		switch {
		case a.Priority != b.Priority:
			return sign(a.Priority > b.Priority)
		case a.Arrives() != b.Arrives():
			return sign(a.Arrives() < b.Arrives())
		}
		return 0
	})
}

func sign(first bool) int {
	if first {
		return -1
	}
	return 1
}

// alternatives searches for windows family by family: one window for every job
// in order, each cut out of the list, until a whole round finds nothing. A job
// that finds no window once is not searched for again, since the list only
// shrinks. The error is that of the context; whole is false if there are too
// many windows.
func (r *run) alternatives(ctx context.Context, jobs []*batch.Job, free []window.Free) (offers []offer, whole bool,
	err error) {
	r.list.fill(free)
	r.parts = r.parts[:0]
	offers = make([]offer, len(jobs))
	for i, j := range jobs {
		offers[i].request = newRequest(j, r.algorithm, r.options.Duration)
	}
	r.computeSuits(offers)
	if r.id == AlgorithmMaxMin {
		whole, err = r.evenly(ctx, offers)
		return offers, whole, err
	}
	start := r.stats.Windows
	for family := 1; r.options.Families == 0 || family <= r.options.Families; family++ {
		before := r.stats.Windows
		if family > 1 && r.watch == nil && r.options.program == nil { // an observer sees the whole list
			r.forget(offers)
		}
		for at := range offers {
			i := at
			if r.id == AlgorithmRoundRobin {
				i = (family - 1 + at) % len(offers)
			}
			if offers[i].done {
				continue
			}
			if r.stats.Searches%64 == 0 && ctx.Err() != nil {
				return offers, true, ctx.Err()
			}
			if err := r.offer(ctx, &offers[i], family); err != nil {
				return offers, true, err
			}
			if r.stats.Windows-start > MaxWindows {
				return offers, false, nil
			}
		}
		if r.stats.Windows == before {
			break
		}
	}
	return offers, true, ctx.Err()
}

// forget removes the slots from the list that are too short for every job from
// its last window on. No search would take them, but each would have to skip
// them.
func (r *run) forget(offers []offer) {
	from, shortest := math.Inf(1), math.Inf(1)
	for i := range offers {
		if o := &offers[i]; !o.done {
			from, shortest = min(from, o.from), min(shortest, o.minDuration(r.maxPerformance))
		}
	}
	r.list.forget(from, shortest, r.minDurations)
}

// offer finds a job's window of one family and cuts it out of the list.
func (r *run) offer(ctx context.Context, o *offer, family int) (err error) {
	r.log.search(r, &o.request, family)
	r.watch.search(r, &o.request, family)
	var w alternative
	var ok bool
	if program := r.options.program; program != nil {
		w, r.parts, ok, err = program.find(ctx, r, &o.request, family, r.parts)
	} else {
		w, r.parts, ok = r.search(&o.request, r.parts)
	}
	if !ok {
		o.done = true
		return err
	}
	o.from = w.start
	o.windows = append(o.windows, w)
	r.stats.Windows++
	r.list.cut(w.start, r.parts[w.first:w.last])
	r.log.recordWindow(r, o, &w)
	return nil
}

// A recorder records the steps of a run over its own list. A nil recorder does nothing.
type recorder struct {
	log  *trace.Log
	list *window.List
}

// begin records the start of a cycle and copies its free time. A nil recorder does nothing.
func (t *recorder) begin(number int, start float64, list *window.List) {
	if t == nil {
		return
	}
	t.list = list.Clone()
	t.log.Add(trace.Event{Kind: "cycle", Values: []trace.Value{{Name: "number", Num: float64(number)},
		{Name: "start", Num: start}}})
}

// search records the search for a job's window of a family, step by step on the recorder's own
// list. If the log is full or a program decides, only the start of the search is recorded. A nil
// recorder does nothing.
func (t *recorder) search(r *run, q *request, family int) {
	if t == nil {
		return
	}
	e := trace.Event{Kind: "search", Refs: []trace.Ref{{Role: "job", ID: q.job.ID}}, Values: []trace.Value{
		{Name: "family", Num: float64(family)}, {Name: "nodes", Num: float64(q.nodes)}}}
	if q.byPrice {
		e.Values = append(e.Values, trace.Value{Name: "maxPrice", Num: q.price})
	} else {
		e.Values = append(e.Values, trace.Value{Name: "budget", Num: q.budget})
	}
	t.log.Add(e)
	if t.log.Dropped > 0 || r.options.program != nil {
		return // the log is full, or the steps are those of a program
	}
	p := pass{r: r, q: q, log: t.log}
	if _, _, ok := p.window(t.list.All(), nil); !ok {
		t.log.Add(trace.Event{Kind: "none", Refs: p.refs(), Reason: p.lacks()})
	}
}

// lacks returns the reason of a search that found nothing.
func (p *pass) lacks() string {
	if p.tally.OverBudget > 0 {
		return "budget"
	}
	return "nodes"
}

// recordWindow records a window with the slots that it cuts, and cuts them from the recorder's own list. A
// nil recorder does nothing.
func (t *recorder) recordWindow(r *run, o *offer, w *alternative) {
	if t == nil {
		return
	}
	parts := r.parts[w.first:w.last]
	cuts := make([]window.Free, len(parts))
	e := trace.Event{Kind: "found", Refs: []trace.Ref{{Role: "job", ID: o.job.ID}}, Values: []trace.Value{
		{Name: "start", Num: w.start}, {Name: "end", Num: w.start + w.maxDuration}, {Name: "cost", Num: w.cost}}}
	for i := range parts {
		cuts[i] = window.Free{Node: parts[i].node, Start: w.start, End: w.start + parts[i].duration}
		e.Refs = append(e.Refs, trace.Ref{Role: "node", ID: r.p.Nodes[parts[i].node].ID})
	}
	t.log.Add(e)
	for i := range parts {
		t.log.Add(trace.Event{Kind: "cut",
			Refs: []trace.Ref{{Role: "job", ID: o.job.ID}, {Role: "node", ID: r.p.Nodes[parts[i].node].ID}},
			Values: []trace.Value{{Name: "start", Num: cuts[i].Start}, {Name: "end", Num: cuts[i].End},
				{Name: "before", Num: cuts[i].Start - parts[i].slotStart},
				{Name: "after", Num: max(0, parts[i].slotEnd-cuts[i].End)}}})
	}
	t.list.Cut(cuts)
}
