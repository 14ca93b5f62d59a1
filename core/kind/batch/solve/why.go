package solve

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/trace"
)

// Explanation explains one search: its tally, and the window found or the reason why
// there is none.
type Explanation struct {
	Job       string    `json:"job"`
	Algorithm Algorithm `json:"algorithm"`
	Cycle     int       `json:"cycle"`
	// Family is the round of the search, from 1. It is the job's last, failed search if it
	// exceeds the number of its windows.
	Family int   `json:"family"`
	Tally  Tally `json:"tally"`
	// Window is the window found, or nil.
	Window *window.Window `json:"window,omitempty"`
	// MissingNodes and MissingBudget state what a failed search lacked: nodes at the same
	// time, or money for the cheapest set of slots.
	MissingNodes  int      `json:"missingNodes,omitempty"`
	MissingBudget *float64 `json:"missingBudget,omitempty"`
}

// Explain runs the algorithm up to the search of one family for one job in one cycle and records
// its steps in o.Log. Cycle and family count from 1. It returns an error if there is no such cycle
// or search.
func Explain(ctx context.Context, p *batch.Problem, algorithm Algorithm, o Options, job string, number,
	family int) (Explanation, error) {
	log := o.Log
	o.Log, o.NoFront, o.Progress = nil, true, nil
	r, err := newRunBy(p, algorithm, o)
	if err != nil {
		return Explanation{}, err
	}
	s := &schedule{run: r, free: p.Free(), solution: &batch.Solution{}, prices: make([]float64, p.Rounds())}
	if number < 1 || number > p.Rounds() {
		return Explanation{}, errors.New("batch: there is no cycle " + strconv.Itoa(number))
	}
	for k := 1; k < number; k++ {
		if err := s.cycle(ctx, k); err != nil {
			return Explanation{}, err
		}
	}
	w := &watch{job: job, family: family, log: log,
		explanation: Explanation{Job: job, Algorithm: algorithm, Cycle: number, Family: family}}
	s.watch = w
	if err := s.cycle(ctx, number); err != nil {
		return Explanation{}, err
	}
	if !w.met {
		return Explanation{}, errors.New("batch: in cycle " + strconv.Itoa(number) + " there is no search for job " +
			strconv.Quote(job) + " of family " + strconv.Itoa(family))
	}
	return w.explanation, nil
}

// A watch repeats one search step by step with a log.
type watch struct {
	job         string
	family      int
	log         *trace.Log
	explanation Explanation
	met         bool
}

// search records the steps and the result of the search if it is the watched one. A nil watch does
// nothing.
func (w *watch) search(r *run, q *request, family int) {
	if w == nil || w.met || q.job.ID != w.job || family != w.family {
		return
	}
	w.met = true
	var list []window.Free
	for i := range r.list.blocks {
		list = append(list, r.list.blocks[i].slots...)
	}
	p := pass{r: r, q: q, log: w.log}
	found, parts, ok := p.window(list, nil)
	w.explanation.Tally = p.tally
	switch {
	case ok:
		sum := &run{p: r.p, parts: parts}
		written := sum.newWindow(&found)
		w.explanation.Window = &written
		p.recordFound(&found)
	case p.tally.OverBudget > 0:
		missing := *p.tally.MinCost - q.budget
		w.explanation.MissingBudget = &missing
	default:
		w.explanation.MissingNodes = q.nodes - p.tally.MaxHeld
	}
	if !ok {
		w.log.Add(trace.Event{Kind: "none", Refs: p.refs(), Reason: p.lacks()})
	}
}

// noWindowReason returns the reason why the first job found no window in the first
// cycle.
func (s *schedule) noWindowReason() *reason.Reason {
	job := &s.p.Jobs[0]
	for i := range s.p.Jobs {
		if s.p.Jobs[i].Arrives() < job.Arrives() {
			job = &s.p.Jobs[i]
		}
	}
	q := newRequest(job, s.algorithm, s.options.Duration)
	p := pass{r: s.run, q: &q}
	if len(s.p.Nodes) == 0 {
		return reason.New("no-nodes").Say("there are jobs but no nodes to run them on; add nodes")
	}
	if _, _, ok := p.window(s.p.Free().All(), nil); ok {
		return reason.New("sight").
			Say("no job found a window within the sight of a cycle; lengthen the sight or the period")
	}
	missing := p.missing()
	missing.Names = map[string][]string{"job": {job.ID}}
	return missing.Say(i18n.English("no job found a window; job {} {}", job.ID, missing.Text))
}

// missing returns the reason why a failed pass found no window, as a predicate of the job with a
// remedy. The first of these causes is named: the budget, the price, the length or performance of
// slots, the number of simultaneous slots.
func (p *pass) missing() *reason.Reason {
	q := p.q
	switch {
	case p.tally.OverBudget > 0:
		return reason.New("budget", "budget", q.budget, "cheapest", *p.tally.MinCost).
			Say(i18n.English("lacks {} in its budget of {} for the cheapest set of slots; let it pay more",
				doc.Decimal(*p.tally.MinCost-q.budget), doc.Decimal(q.budget)))
	case p.tally.Taken == 0 && p.tally.Dear > 0:
		return reason.New("price", "price", q.price).
			Say(i18n.English("finds every slot that suits it dearer than its greatest price {}; raise it",
				doc.Decimal(q.price)))
	case p.tally.Taken == 0 && p.tally.Short > 0:
		return reason.New("length").
			Say("finds no slot long enough for its volume; lower the volume or lengthen slots")
	case p.tally.Taken == 0:
		return reason.New("performance", "least", q.minPerformance).
			Say(i18n.English("finds no node of its least performance {} with free time; lower it",
				doc.Decimal(q.minPerformance)))
	}
	return reason.New("slots", "need", q.nodes, "most", p.tally.MaxHeld).
		Say(i18n.English("needs {} slots at the same time and finds at most {} that suit it", strconv.Itoa(q.nodes),
			strconv.Itoa(p.tally.MaxHeld)))
}
