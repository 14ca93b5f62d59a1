package solve

import (
	"math"

	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/trace"
)

// Single searches for one window for the request of a window problem by ALP or
// AMP. Its parts start together but each ends when its node is done, unlike
// those of core/kind/window.
//
// The budget of the request is AMP's S. ALP's greatest price follows from it: C
// = S / (t N) with t = volume / P, where P is the least performance of the
// request, or that of the slowest node if there is none. Conditions, excluded
// nodes, the earliest start and the deadline apply to every slot. Without a
// window the second result is the reason.
func Single(p *window.WindowProblem, algorithm Algorithm, log *trace.Log) (w window.Window, why *reason.Reason,
	ok bool) {
	job := singleJob(p)
	r := newRun(&batch.Problem{Environment: p.Environment}, algorithm, Options{})
	for i := range p.Nodes {
		if !meetsRequest(&p.Nodes[i], p.Request) {
			r.performance[i] = 0 // slower than any request
		}
	}
	list := p.Free()
	until := p.Horizon
	if p.Request.Deadline != nil {
		until = min(until, *p.Request.Deadline)
	}
	list.Clip(p.Request.EarliestStart, until)
	q := newRequest(&job, algorithm, batch.Corrected)
	pass := pass{r: r, q: &q, log: log}
	found, parts, ok := pass.window(list.All(), nil)
	if !ok {
		log.Add(trace.Event{Kind: "none", Refs: pass.refs(), Reason: pass.lacks()})
		missing := pass.missing()
		return w, missing.Say(i18n.English("there is no window: the request {}", missing.Text)), false
	}
	pass.recordFound(&found)
	r.parts = parts
	return r.newWindow(&found), nil, true
}

// singleJob returns a window's request as a job of a batch.
func singleJob(p *window.WindowProblem) batch.Job {
	j := batch.Job{ID: "request", Nodes: p.Request.Nodes, Volume: p.Request.Volume,
		MinPerformance: p.Request.MinPerformance, MaxPrice: math.Inf(1)}
	if j.MinPerformance == 0 {
		for i := range p.Nodes {
			if n := &p.Nodes[i]; meetsRequest(n, p.Request) && (j.MinPerformance == 0 ||
				n.Performance < j.MinPerformance) {
				j.MinPerformance = n.Performance
			}
		}
	}
	if j.MinPerformance == 0 {
		j.MinPerformance = 1 // no node is admitted
	}
	if b := p.Request.Budget; b != nil {
		j.MaxPrice = *b / (j.Volume / j.MinPerformance) / float64(j.Nodes)
	}
	return j
}

// meetsRequest reports whether a node meets a request, except for its performance.
func meetsRequest(n *window.Node, r *window.Request) bool {
	for i := range r.Require {
		if !r.Require[i].Holds(n) {
			return false
		}
	}
	for _, id := range r.Exclude {
		if id == n.ID {
			return false
		}
	}
	return true
}
