package solve

import (
	"math"
	"slices"

	"gridbox/core/trace"
)

// The events of a run:
//
//	try      an order of the jobs that costs less than those before it
//	search   how many orders were tried, and what came of it
//	order    a job with its static priority, in the order in which it is taken
//	offer    a machine's earliest start for a job, its finish, load and cost
//	place    a job's part on a machine from start to finish; the reason says how
//	preempt  a job stopped for another
//	adjust   the estimate of a running job grown
//	score    what a policy says of a job that waits; the least stands first
//	unscored a job of which a policy's score is no number, so that it stands last
//	cycle    a scheduling of all that waits, with how many run and wait
//	stuck    there is no schedule
func jobRef(r *run, role string, j int32) trace.Ref {
	return trace.Ref{Role: role, ID: r.in.p.Jobs[j].ID}
}

func (r *run) machineRef(q int32) trace.Ref {
	return trace.Ref{Role: "machine", ID: r.in.p.Machines[q].ID}
}

// tellOrder tells the jobs of a list in the order of their place.
func (r *run) tellOrder(list []int32) {
	if !r.on {
		return
	}
	order := make([]int32, len(list))
	for _, j := range list {
		order[r.place[j]] = j
	}
	for _, j := range order {
		if !r.wanted(j) {
			continue
		}
		r.o.Log.Add(trace.Event{Kind: "order", Refs: []trace.Ref{jobRef(r, "job", j)},
			Values: []trace.Value{{Name: "priority", Num: r.priority[j]}}})
	}
}

// wanted reports whether the priority and the offers of a job are.
func (r *run) wanted(j int32) bool { return r.o.About == "" || r.in.p.Jobs[j].ID == r.o.About }

func (r *run) tellOffer(j int32, o *offer, finish float64) {
	if !r.wanted(j) {
		return
	}
	r.o.Log.Add(trace.Event{Kind: "offer", Refs: []trace.Ref{jobRef(r, "job", j), r.machineRef(o.machine)},
		Values: []trace.Value{{Name: "start", Num: o.start}, {Name: "finish", Num: finish}, {Name: "load", Num: o.load},
			{Name: "cost", Num: o.cost}}})
}

func (r *run) tellPlaced(h *hold) {
	if !r.on {
		return
	}
	for i, q := range h.machines {
		r.o.Log.Add(trace.Event{Kind: "place", Refs: []trace.Ref{jobRef(r, "job", h.job), r.machineRef(q)},
			Reason: h.how,
			Values: []trace.Value{{Name: "part", Num: float64(i + 1)}, {Name: "start", Num: h.start},
				{Name: "finish", Num: h.finish[i]}}})
	}
}

func (r *run) tellStopped(v, by int32, at float64) {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "preempt", Refs: []trace.Ref{jobRef(r, "job", v), jobRef(r, "by", by)},
			Values: []trace.Value{{Name: "at", Num: at}, {Name: "left", Num: r.left[v]}}})
	}
}

func (r *run) tellAdjusted(j int32, now, end float64) {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "adjust", Refs: []trace.Ref{jobRef(r, "job", j)},
			Values: []trace.Value{{Name: "at", Num: now}, {Name: "finish", Num: end}}})
	}
}

// tellScores tells those of the jobs that wait, in their order.
func (s *stream) tellScores(jobs []int32) {
	if !s.on {
		return
	}
	list := slices.Clone(jobs)
	s.own.job.sort(list)
	for _, j := range list {
		if !s.wanted(j) {
			continue
		}
		e := trace.Event{Kind: "score", Refs: []trace.Ref{jobRef(s.run, "job", j)},
			Values: []trace.Value{{Name: "at", Num: s.now}}}
		if x := s.own.job.list[j]; !math.IsNaN(x) && !math.IsInf(x, 0) {
			e.Values = append(e.Values, trace.Value{Name: "score", Num: x})
		}
		s.o.Log.Add(e)
	}
}

func (r *run) tellUnscored(j int32) {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "unscored", Refs: []trace.Ref{jobRef(r, "job", j)}, Reason: "not-a-number"})
	}
}

func (r *run) tellCycle(now float64, running, waiting int) {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "cycle", Values: []trace.Value{{Name: "at", Num: now},
			{Name: "running", Num: float64(running)}, {Name: "waiting", Num: float64(waiting)}}})
	}
}

func (r *run) tellStuck() {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "stuck", Reason: "nowhere"})
	}
}
