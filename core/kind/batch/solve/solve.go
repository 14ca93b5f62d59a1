package solve

import (
	"context"
	"math"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/trace"
)

// Solve schedules the batches of a valid problem, cycle by cycle. It finds
// alternatives for all waiting jobs (ALP or AMP), chooses the best combination,
// removes its windows from the free time permanently, and returns the other
// windows. Jobs without a window are postponed to the next cycle, where they
// are served before new ones. The same problem and options give the same
// result, with or without a log. A cancelled run returns the completed cycles
// with the error of the context.
//
// Complexity of a search: see search.go; of a choice: see choose.go.
func Solve(ctx context.Context, p *batch.Problem, algorithm Algorithm, o Options) (Result, error) {
	r, err := newRunBy(p, algorithm, o)
	if err != nil {
		return Result{}, err
	}
	s := &schedule{run: r, free: p.Free(), solution: &batch.Solution{
		Alternatives: []batch.Alternatives{}, Chosen: []batch.Choice{}}, exact: true}
	cycles := p.Rounds()
	s.prices = make([]float64, cycles)
	for k := 1; k <= cycles; k++ {
		if o.Progress != nil {
			o.Progress(k-1, cycles)
		}
		if err := s.cycle(ctx, k); err != nil {
			return s.result(), err
		}
		if s.tooMany {
			break
		}
	}
	if o.Progress != nil {
		o.Progress(cycles, cycles)
	}
	return s.result(), ctx.Err()
}

// A schedule is the state of a run over all cycles.
type schedule struct {
	*run
	free     *window.List
	waiting  []*batch.Job
	solution *batch.Solution
	metrics  batch.Metrics
	offers   int // jobs that were offered windows, over all cycles
	windows  int // number of windows in the solution
	bound    float64
	prices   []float64 // by cycle: the multiplier that proves the bound
	exact    bool
	reason   *reason.Reason // of the last cycle whose limit could not be kept
	tooMany  bool
	beyond   bool // a window has a cost or an end that is not finite
}

// cycle runs the k-th cycle, from 1, and adds its report. If there are too many windows, it sets
// s.tooMany and adds none. The error is the context's or the program's.
func (s *schedule) cycle(ctx context.Context, k int) error {
	now := float64(float64(k-1) * s.p.Period)
	until := s.p.Horizon
	if s.p.Sight != nil {
		until = min(until, now+*s.p.Sight)
	}
	sight := s.free.Clone()
	sight.Clip(now, until)
	s.log.begin(k, now, sight)
	for i := range s.p.Jobs {
		if j := &s.p.Jobs[i]; j.Arrives() == k {
			s.waiting = append(s.waiting, j)
		}
	}
	s.number, s.now = k, now
	s.arrange(s.waiting)
	offers, whole, err := s.alternatives(ctx, s.waiting, sight.All())
	if err != nil {
		return err
	}
	if !whole {
		s.tooMany = true
		return nil
	}
	s.record(offers, k)
	report := batch.Report{Start: now}
	some := false
	for i := range offers {
		some = some || len(offers[i].windows) > 0
	}
	if some {
		if err := s.settle(ctx, offers, k, &report); err != nil {
			return err
		}
	} else {
		s.postpone(offers, &report, "no-window")
	}
	s.solution.Cycles = append(s.solution.Cycles, report)
	return nil
}

// settle chooses the combination of a cycle and takes its windows.
func (s *schedule) settle(ctx context.Context, offers []offer, k int, report *batch.Report) error {
	objective, own := s.options.Aim(s.p)
	limit := s.p.Limit
	if !own {
		limit = nil // it belongs to the other objective
	}
	s.weigh(offers)
	d, err := s.decide(ctx, offers, objective, limit)
	if err != nil {
		return err
	}
	s.stats.States += s.chooser.count
	s.chooser.count = 0
	report.TimeLimit, report.Budget, report.Income = d.timeLimit, d.budget, d.income
	report.Front, report.Hull = d.front, d.hull
	if d.front == nil && (!s.options.NoFront || s.id == AlgorithmPareto) {
		all := d.classes
		if all == nil {
			all = classes(offers, aim{byTime: true})
		} else {
			all = limitByTime(all, objective == batch.LeastCost)
		}
		report.Front, report.Hull = s.chooser.front(all, s.id == AlgorithmPareto)
	}
	if s.log != nil {
		s.log.log.Add(trace.Event{Kind: "quota",
			Values: []trace.Value{{Name: "timeLimit", Num: d.timeLimit}, {Name: "budget", Num: d.budget}}})
	}
	if d.reason != nil {
		s.reason = d.reason
		s.postpone(offers, report, "limit")
		return nil
	}
	s.exact = s.exact && d.exact
	s.prices[k-1] = d.price
	s.recordChoice(offers, &d, k, report)
	made := report.Time
	if objective == batch.LeastCost {
		made = report.Cost
	}
	if !d.exact {
		made = min(made, d.bound)
	}
	s.bound += made
	s.metrics.TimeLimit += d.timeLimit
	s.metrics.Budget += d.budget
	s.postpone(offers, report, "no-window")
	return nil
}

// recordChoice records the chosen windows and removes their jobs from the queue.
func (s *schedule) recordChoice(offers []offer, d *decision, k int, report *batch.Report) {
	at, total := 0, weight{}
	for i := range offers {
		o := &offers[i]
		if len(o.windows) == 0 {
			continue
		}
		place := int(d.pickClasses[at][d.picks[at]].index)
		at++
		if place == noWindow {
			continue
		}
		w := &o.windows[place]
		more := o.exact(place)
		total = weight{time: total.time.plus(more.time), cost: total.cost.plus(more.cost)}
		s.solution.Chosen = append(s.solution.Chosen, batch.Choice{Job: o.job.ID, Cycle: s.cycleNumber(k),
			Window: place})
		s.free.Cut(s.pieces(w))
		o.job = nil // served
		if s.log != nil {
			s.log.log.Add(trace.Event{Kind: "choose",
				Refs: []trace.Ref{{Role: "job", ID: s.solution.Chosen[len(s.solution.Chosen)-1].Job}},
				Values: []trace.Value{{Name: "window", Num: float64(place)}, {Name: "start", Num: w.start},
					{Name: "time", Num: w.time(s.options.Measure)}, {Name: "cost", Num: w.cost}}})
		}
	}
	report.Time, report.Cost = total.time.hi, total.cost.hi
	s.metrics.TotalTime += report.Time
	s.metrics.TotalCost += report.Cost
}

// pieces returns the times that a window takes, by node.
func (s *schedule) pieces(w *alternative) []window.Free {
	parts := s.parts[w.first:w.last]
	out := make([]window.Free, len(parts))
	for i := range parts {
		out[i] = window.Free{Node: parts[i].node, Start: w.start, End: w.start + parts[i].duration}
	}
	return out
}

// postpone keeps the jobs that got no window for the next cycle.
func (s *schedule) postpone(offers []offer, report *batch.Report, why string) {
	s.waiting = s.waiting[:0]
	for i := range offers {
		j := offers[i].job
		if j == nil {
			continue
		}
		s.waiting = append(s.waiting, j)
		report.Postponed = append(report.Postponed, j.ID)
		s.stats.Postponed++
		reason := why
		if len(offers[i].windows) > 0 {
			reason = "limit" // it is left out
		}
		if s.log != nil {
			s.log.log.Add(trace.Event{Kind: "postpone", Refs: []trace.Ref{{Role: "job", ID: j.ID}}, Reason: reason})
		}
	}
}

// cycleNumber returns a cycle as the solution writes it: 0 if there is only one.
func (s *schedule) cycleNumber(k int) int {
	if s.p.Rounds() == 1 {
		return 0
	}
	return k
}

// record adds the alternatives of a cycle to the solution.
func (s *schedule) record(offers []offer, k int) {
	for i := range offers {
		o := &offers[i]
		list := batch.Alternatives{Job: o.job.ID, Cycle: s.cycleNumber(k),
			Windows: make([]window.Window, len(o.windows))}
		for at := range o.windows {
			list.Windows[at] = s.newWindow(&o.windows[at])
			s.beyond = s.beyond || !finite(list.Windows[at].Cost) || !finite(list.Windows[at].End)
		}
		s.solution.Alternatives = append(s.solution.Alternatives, list)
		s.windows += len(o.windows)
	}
	s.offers += len(offers)
}

func (r *run) newWindow(w *alternative) window.Window {
	out := window.Window{Start: w.start, End: w.start + w.maxDuration, Cost: w.cost,
		Slots: make([]window.Allocation, 0, w.last-w.first)}
	for _, p := range r.parts[w.first:w.last] {
		out.Slots = append(out.Slots, window.Allocation{Node: r.p.Nodes[p.node].ID, Start: w.start,
			End: w.start + p.duration, Cost: p.cost})
	}
	return out
}

// result returns the result.
func (s *schedule) result() Result {
	r := Result{Stats: s.stats}
	if r.Reason = s.infeasible(); r.Reason != nil {
		return r
	}
	r.Feasible, r.Solution, r.Metrics, r.Exact = true, s.solution, s.metrics, s.exact
	for _, j := range s.waiting {
		s.solution.Postponed = append(s.solution.Postponed, j.ID)
	}
	n := float64(len(s.solution.Chosen))
	r.Metrics.MeanTime = s.metrics.TotalTime / n
	r.Metrics.MeanCost = s.metrics.TotalCost / n
	r.Metrics.AlternativesPerJob = float64(s.windows) / float64(s.offers)
	if s.id != AlgorithmLexicographic { // fewer jobs may have less
		r.Bound, r.Prices = s.bound, s.prices
	}
	return r
}

// infeasible returns the reason why no job got a window, or nil.
func (s *schedule) infeasible() *reason.Reason {
	switch {
	case s.tooMany:
		return reason.New("too-many-windows", "most", MaxWindows).Say(i18n.English("more than {} windows were "+
			"found; set the option families, or use larger volumes or fewer slots", strconv.Itoa(MaxWindows)))
	case s.beyond || !finite(s.metrics.TotalCost+s.metrics.TotalTime+s.metrics.Budget+s.metrics.TimeLimit):
		return reason.New("beyond").
			Say("times or costs grow beyond what can be counted; use smaller volumes and prices")
	case len(s.solution.Chosen) > 0:
		return nil
	case len(s.p.Jobs) == 0:
		return reason.New("no-jobs").Say("the batch has no jobs; add one")
	case s.reason != nil:
		return s.reason.Say(i18n.English("{}; raise the limit or leave it out", s.reason.Text))
	}
	return s.noWindowReason()
}

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
