package solve

import (
	"math"
	"slices"

	"gridbox/core/trace"
)

// Events of a run:
//
//	try      an order of the jobs that costs less than all earlier ones
//	search   the number of tried orders and the costs
//	order    a job with its static priority, in the order of placement
//	offer    a machine's earliest start for a job, its finish, load and cost
//	place    a job's part on a machine from start to finish; the reason is a value of StartKind
//	preempt  a job stopped for another
//	adjust   the extended estimate of a running job
//	score    the score of a waiting job by a policy; the least is first
//	priority the priority of a waiting job by multifactor, and its parts; the greatest is first
//	unscored a job whose score is not a number, so that it is last
//	cycle    a scheduling of all waiting jobs, with the numbers of running and waiting jobs
//	turn     the end of a time slice, with the numbers of jobs that run next and are suspended
//	stuck    there is no schedule

// jobRef returns the reference of a job.
func jobRef(r *run, role string, j int32) trace.Ref {
	return trace.Ref{Role: role, ID: r.in.p.Jobs[j].ID}
}

// machineRef returns the reference of a machine.
func (r *run) machineRef(q int32) trace.Ref {
	return trace.Ref{Role: "machine", ID: r.in.p.Machines[q].ID}
}

// recordOrder records the jobs of a list in the order of their place.
func (r *run) recordOrder(list []int32) {
	if !r.on {
		return
	}
	order := make([]int32, len(list))
	for _, j := range list {
		order[r.position[j]] = j
	}
	for _, j := range order {
		if !r.isRecorded(j) {
			continue
		}
		r.o.Log.Add(trace.Event{Kind: "order", Refs: []trace.Ref{jobRef(r, "job", j)},
			Values: []trace.Value{{Name: "priority", Num: r.priority[j]}}})
	}
}

// isRecorded reports whether the priority and the offers of a job are recorded.
func (r *run) isRecorded(j int32) bool { return r.o.About == "" || r.in.p.Jobs[j].ID == r.o.About }

// recordOffer records the offer of a machine.
func (r *run) recordOffer(j int32, o *offer, finish float64) {
	if !r.isRecorded(j) {
		return
	}
	r.o.Log.Add(trace.Event{Kind: "offer", Refs: []trace.Ref{jobRef(r, "job", j), r.machineRef(o.machine)},
		Values: []trace.Value{{Name: "start", Num: o.start}, {Name: "finish", Num: finish}, {Name: "load", Num: o.load},
			{Name: "cost", Num: o.cost}}})
}

// recordPlaced records the parts of a hold.
func (r *run) recordPlaced(h *hold) {
	if !r.on {
		return
	}
	for i, q := range h.machines {
		r.o.Log.Add(trace.Event{Kind: "place", Refs: []trace.Ref{jobRef(r, "job", h.job), r.machineRef(q)},
			Reason: h.startKind,
			Values: []trace.Value{{Name: "part", Num: float64(i + 1)}, {Name: "start", Num: h.start},
				{Name: "finish", Num: h.finish[i]}}})
	}
}

// recordStopped records a preemption.
func (r *run) recordStopped(v, by int32, at float64) {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "preempt", Refs: []trace.Ref{jobRef(r, "job", v), jobRef(r, "by", by)},
			Values: []trace.Value{{Name: "at", Num: at}, {Name: "left", Num: r.remaining[v]}}})
	}
}

// recordAdjusted records an extended estimate.
func (r *run) recordAdjusted(j int32, now, end float64) {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "adjust", Refs: []trace.Ref{jobRef(r, "job", j)},
			Values: []trace.Value{{Name: "at", Num: now}, {Name: "finish", Num: end}}})
	}
}

// recordScores records the scores of the waiting jobs, in their order.
func (s *stream) recordScores(jobs []int32) {
	if !s.on {
		return
	}
	list := slices.Clone(jobs)
	s.scores.job.sort(list)
	for _, j := range list {
		if !s.isRecorded(j) {
			continue
		}
		e := trace.Event{Kind: "score", Refs: []trace.Ref{jobRef(s.run, "job", j)},
			Values: []trace.Value{{Name: "at", Num: s.now}}}
		if s.shared != nil {
			e.Kind, e.Values = "priority", append(e.Values, s.shared.values(j)...)
			s.o.Log.Add(e)
			continue
		}
		if x := s.scores.job.list[j]; !math.IsNaN(x) && !math.IsInf(x, 0) {
			e.Values = append(e.Values, trace.Value{Name: "score", Num: x})
		}
		s.o.Log.Add(e)
	}
}

// recordUnscored records a score that is not a number.
func (r *run) recordUnscored(j int32) {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "unscored", Refs: []trace.Ref{jobRef(r, "job", j)}, Reason: "not-a-number"})
	}
}

// recordCycle records a cycle.
func (r *run) recordCycle(now float64, running, waiting int) {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "cycle", Values: []trace.Value{{Name: "at", Num: now},
			{Name: "running", Num: float64(running)}, {Name: "waiting", Num: float64(waiting)}}})
	}
}

// recordStuck records that there is no schedule.
func (r *run) recordStuck() {
	if r.on {
		r.o.Log.Add(trace.Event{Kind: "stuck", Reason: "nowhere"})
	}
}
