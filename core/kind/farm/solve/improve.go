package solve

import (
	"context"
	"math"
	"slices"

	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// The search for an order of lower cost. The cost is the administrator's mix of makespan, mean
// wait and lateness. The paper states that its algorithm minimises the chosen cost function, and
// not how. Ours is a local search: it schedules again and again by the rules of a single run,
// with the jobs in another order, and keeps the order of the least cost. First come textbook
// orders (longest, shortest, widest job first, earliest deadline first). Then the best order so
// far is changed: a job that determines the cost is moved forward, or two jobs are swapped.
//
// The first schedule is that of the plain run, and another one replaces it only if it costs less.
// So the cost never exceeds that of the plain run and never rises with the number of tries.
// Priorities, which determine preemption, stay those of stage one. A stream is not searched,
// because the search would use its future.

// A Search is the result of the tries.
type Search struct {
	Tries        int     `json:"tries"`
	PlainCost    float64 `json:"plain"` // cost of the plain run
	Cost         float64 `json:"cost"`  // of the schedule that was found
	Improvements []Try   `json:"kept,omitempty"`
}

// A Try is an order that cost less than all earlier ones.
type Try struct {
	Number   int     `json:"number"` // from 1
	Method   string  `json:"how"`    // longest, shortest, widest, deadline, forward or swap
	Job      string  `json:"job,omitempty"`
	OtherJob string  `json:"other,omitempty"` // the job before which Job was moved, or with which it was swapped
	Cost     float64 `json:"cost"`
}

// A localSearch has the best order so far.
type localSearch struct {
	in     *instance
	o      Options
	draw   uint64
	best   *run // of the best order; nil while none has a schedule
	order  []int32
	result *Search
}

// improve tries orders and returns the best with the search. The order is nil if no order costs
// less than the plain one. Both are nil if the plain run has no schedule.
func improve(ctx context.Context, in *instance, o Options) ([]int32, *Search, error) {
	s := &localSearch{in: in, o: o, result: &Search{PlainCost: math.Inf(1), Cost: math.Inf(1)}}
	s.o.Log, s.o.stopBefore, s.o.Progress = nil, nil, nil
	plain, err := s.run(ctx, nil)
	if err != nil || plain.failure != "" {
		return nil, nil, err
	}
	s.best, s.order = plain, plain.order
	s.result.PlainCost = plain.metrics().Cost
	s.result.Cost = s.result.PlainCost
	kept := false
	for i := range o.Tries {
		order, try := s.next(i)
		r, err := s.run(ctx, order)
		if err != nil {
			return nil, nil, err
		}
		s.result.Tries++
		if try.Cost = r.metrics().Cost; r.failure == "" && try.Cost < s.result.Cost {
			try.Number, kept = i+1, true
			s.best, s.order, s.result.Cost = r, order, try.Cost
			s.result.Improvements = append(s.result.Improvements, try)
		}
		if o.Progress != nil {
			o.Progress(i+1, o.Tries+1)
		}
	}
	if !kept {
		return nil, s.result, nil
	}
	return s.order, s.result, nil
}

// run schedules all jobs in an order; nil is the plain one.
func (s *localSearch) run(ctx context.Context, order []int32) (*run, error) {
	r := newRunOf(s.in, AlgorithmTwoStage, s.o)
	r.sequence = order
	return r, r.scheduleAll(ctx)
}

// next returns the order of try i, a changed copy of the best order, and a description of the
// change.
func (s *localSearch) next(i int) ([]int32, Try) {
	order := slices.Clone(s.order)
	if i < len(textbook) {
		sorting.Stable(order, func(a, b int32) int { return textbook[i].compare(s.in, a, b) })
		return order, Try{Method: textbook[i].name}
	}
	n := len(order)
	if n < 2 {
		return order, Try{Method: "forward"}
	}
	a, b := s.intN(n), s.intN(n-1)
	if b >= a {
		b++
	}
	if i%2 == 0 {
		order[a], order[b] = order[b], order[a]
		return order, Try{Method: "swap", Job: s.in.p.Jobs[order[a]].ID, OtherJob: s.in.p.Jobs[order[b]].ID}
	}
	if j := s.criticalJob(i / 2); j >= 0 {
		a = slices.Index(order, j)
	}
	b = s.intN(a + 1)
	j, other := order[a], order[b]
	copy(order[b+1:a+1], order[b:a])
	order[b] = j
	return order, Try{Method: "forward", Job: s.in.p.Jobs[j].ID, OtherJob: s.in.p.Jobs[other].ID}
}

// criticalJob returns a job that determines the cost, by the costs in turn: the last job to end, the
// job with the greatest lateness, or -1 for any job if the cost is the mean wait.
func (s *localSearch) criticalJob(turn int) int32 {
	rules := &s.in.rules
	var measures []func(j int32, end float64) float64
	if rules.CostMakespan > 0 {
		measures = append(measures, func(_ int32, end float64) float64 { return end })
	}
	if rules.CostLateness > 0 {
		measures = append(measures, func(j int32, end float64) float64 {
			if due := s.in.p.Jobs[j].Deadline; due != nil {
				return end - *due
			}
			return math.Inf(-1)
		})
	}
	if rules.CostWait > 0 {
		measures = append(measures, nil)
	}
	if len(measures) == 0 || measures[turn%len(measures)] == nil {
		return -1
	}
	worst, most := int32(-1), math.Inf(-1)
	for j := range s.in.jobs {
		if x := measures[turn%len(measures)](int32(j), s.best.finish[j]); x > most {
			worst, most = int32(j), x
		}
	}
	return worst
}

// intN returns a random number from 0 to n-1, by SplitMix64, the same in every run.
func (s *localSearch) intN(n int) int {
	s.draw += 0x9e3779b97f4a7c15
	x := s.draw
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return int((x ^ x>>31) % uint64(n))
}

// textbook are orders that are good for one of the costs.
var textbook = []struct {
	name    string
	compare func(in *instance, a, b int32) int
}{
	{"longest", func(in *instance, a, b int32) int { return descending(in.p.Jobs[a].Duration, in.p.Jobs[b].Duration) }},
	{"shortest", func(in *instance, a, b int32) int {
		return descending(in.p.Jobs[b].Duration, in.p.Jobs[a].Duration)
	}},
	{"widest", func(in *instance, a, b int32) int { return int(in.jobs[b].slots - in.jobs[a].slots) }},
	{"deadline", func(in *instance, a, b int32) int { return descending(in.due(b), in.due(a)) }},
}

// due returns the deadline of a job, or +Inf.
func (in *instance) due(j int32) float64 {
	if due := in.p.Jobs[j].Deadline; due != nil {
		return *due
	}
	return math.Inf(1)
}

// descending compares two numbers for a descending order.
func descending(a, b float64) int {
	return sorting.Ascending(b, a)
}

// recordSearch records every order that cost less than all earlier ones, then the number of tries,
// the plain cost and the least cost. It does nothing without a log or a search.
func (r *run) recordSearch(s *Search) {
	if !r.on || s == nil {
		return
	}
	for _, t := range s.Improvements {
		e := trace.Event{Kind: "try", Reason: t.Method,
			Values: []trace.Value{{Name: "number", Num: float64(t.Number)}, {Name: "cost", Num: t.Cost}}}
		if t.Job != "" {
			e.Refs = []trace.Ref{{Role: "moved", ID: t.Job}, {Role: "other", ID: t.OtherJob}}
		}
		r.o.Log.Add(e)
	}
	r.o.Log.Add(trace.Event{Kind: "search", Values: []trace.Value{{Name: "tries", Num: float64(s.Tries)},
		{Name: "plain", Num: s.PlainCost}, {Name: "cost", Num: s.Cost}}})
}
