package solve

import (
	"gridbox/core/kind/window"
	"gridbox/core/trace"
)

// A pass is the paper's search for one window, step by step over the whole
// list, with every step recorded. Runs without a log use search, which gives
// the same window; tests compare the two.
type pass struct {
	r   *run
	q   *request
	log *trace.Log
	// heldParts has the slots of the window being formed.
	heldParts []part
	// Counts of slots by outcome, to explain a failure.
	tally Tally
}

// A Tally counts the slots of a search by outcome.
type Tally struct {
	Slow       int `json:"slow"`    // slots on nodes below the least performance
	Short      int `json:"short"`   // slots too short for the part
	Dear       int `json:"dear"`    // slots above ALP's price limit
	Taken      int `json:"taken"`   // slots taken into the window
	Expired    int `json:"expired"` // slots dropped because the start moved on
	OverBudget int `json:"over"`    // times that the window exceeded AMP's budget
	// MaxHeld is the maximum number of slots held at the same time. Cheapest is the least cost of
	// the right number of slots, if there was one.
	MaxHeld int      `json:"most"`
	MinCost *float64 `json:"cheapest,omitempty"`
}

// window searches the list, appends the parts of the window to into, and
// reports whether there is one.
func (p *pass) window(list []window.Free, into []part) (alternative, []part, bool) {
	p.heldParts = p.heldParts[:0]
	for i := range list {
		s := &list[i]
		length, why := p.checkSlot(s)
		if why != "" {
			p.reject(s, why)
			continue
		}
		taken := part{node: s.Node, slotStart: s.Start, slotEnd: s.End, duration: length,
			cost: p.r.price[s.Node] * length}
		p.heldParts = append(p.heldParts, taken)
		p.tally.Taken++
		p.record("take", s.Node, "", trace.Value{Name: "start", Num: s.Start}, trace.Value{Name: "end", Num: s.End},
			trace.Value{Name: "duration", Num: length}, trace.Value{Name: "cost", Num: taken.cost})
		p.expire(s.Start)
		p.tally.MaxHeld = max(p.tally.MaxHeld, len(p.heldParts))
		if len(p.heldParts) < p.q.nodes {
			continue
		}
		best := p.heldParts
		if !p.q.byPrice {
			best = cheapestParts(p.heldParts, p.q.nodes)
		}
		w := newAlternative(s.Start, best)
		if p.tally.MinCost == nil || w.cost < *p.tally.MinCost {
			cost := w.cost
			p.tally.MinCost = &cost
		}
		if !p.q.byPrice && !keepsLimit(w.cost, p.q.budget) {
			p.tally.OverBudget++
			p.log.Add(trace.Event{Kind: "over", Refs: p.refs(), Reason: "budget", Values: []trace.Value{
				{Name: "start", Num: w.start}, {Name: "cost", Num: w.cost}, {Name: "budget", Num: p.q.budget}}})
			continue
		}
		first := len(into)
		into = append(into, best...)
		w.first, w.last = int32(first), int32(len(into))
		return w, into, true
	}
	return alternative{}, into, false
}

// checkSlot checks a slot by conditions 2a, 2b and 2c of the paper, and returns the
// duration of the part. Condition 2c applies to ALP alone.
func (p *pass) checkSlot(s *window.Free) (length float64, why string) {
	if p.r.performance[s.Node] < p.q.minPerformance {
		return 0, "slow"
	}
	length = p.q.duration(p.r.performance[s.Node])
	if s.Start+length > s.End || s.Start == s.End {
		return length, "short"
	}
	if p.q.byPrice && p.r.price[s.Node] > p.q.price {
		return length, "dear"
	}
	return length, ""
}

func (p *pass) reject(s *window.Free, why string) {
	switch why {
	case "slow":
		p.tally.Slow++
	case "short":
		p.tally.Short++
	case "dear":
		p.tally.Dear++
	}
	p.record("reject", s.Node, why, trace.Value{Name: "start", Num: s.Start}, trace.Value{Name: "end", Num: s.End})
}

// expire is step 3: it drops slots that are too short from the new start on.
func (p *pass) expire(start float64) {
	kept := p.heldParts[:0]
	for _, h := range p.heldParts {
		if h.lasts(start) {
			kept = append(kept, h)
			continue
		}
		p.tally.Expired++
		p.record("expire", h.node, "", trace.Value{Name: "start", Num: start}, trace.Value{Name: "end", Num: h.slotEnd})
	}
	p.heldParts = kept
}

// cheapestParts returns the n cheapest slots by cost; equal ones are in the order of
// taking.
func cheapestParts(held []part, n int) []part {
	sorted := append([]part(nil), held...)
	for i := 1; i < len(sorted); i++ {
		h, at := sorted[i], i
		for ; at > 0 && h.cost < sorted[at-1].cost; at-- {
			sorted[at] = sorted[at-1]
		}
		sorted[at] = h
	}
	return sorted[:n]
}

// recordFound records the end of a pass that found its window.
func (p *pass) recordFound(found *alternative) {
	if p.log.Enabled() {
		p.log.Add(trace.Event{Kind: "found", Refs: p.refs(), Values: []trace.Value{
			{Name: "start", Num: found.start}, {Name: "end", Num: found.start + found.maxDuration},
			{Name: "cost", Num: found.cost}}})
	}
}

func (p *pass) refs() []trace.Ref { return []trace.Ref{{Role: "job", ID: p.q.job.ID}} }

func (p *pass) record(kind string, node int32, why string, values ...trace.Value) {
	if p.log.Enabled() {
		p.log.Add(trace.Event{Kind: kind, Refs: append(p.refs(), trace.Ref{Role: "node", ID: p.r.p.Nodes[node].ID}),
			Values: values, Reason: why})
	}
}
