package solve

import "math"

// An offer is a machine's earliest start for a job with its cost. The dynamic priority of stage
// two is higher the lower the cost. Ties are broken by the lower load, then by the order of the
// document.
type offer struct {
	machine int32 // -1: none
	start   float64
	cost    float64
	load    float64
}

// noOffer is the offer of no machine.
var noOffer = offer{machine: -1, start: math.Inf(1), cost: math.Inf(1)}

// beats reports whether o is a better offer than x.
func (o *offer) beats(x *offer) bool {
	switch {
	case x.machine < 0:
		return true
	case o.cost != x.cost:
		return o.cost < x.cost
	case o.load != x.load:
		return o.load < x.load
	}
	return o.machine < x.machine
}

// cost returns the weighted sum of the costs that the paper names: the earliest time slot, the
// load of the machine and the total demand on it. The weights are the policy's.
func (r *run) cost(start, finish, load, wanted float64) float64 {
	w := &r.in.rules
	return float64(w.Start*start) + float64(w.Finish*finish) + float64(w.Load*load) + float64(w.Demand*wanted)
}

// single returns the best offer for a job in one part.
func (r *run) single(j int32, from float64) offer {
	if r.scores != nil && r.scores.machine != nil {
		return r.singleByFormula(j, from)
	}
	s := search{run: r, job: j, need: r.in.jobs[j].part(1), ready: r.ready(j, from), best: noOffer}
	w := &r.in.rules
	s.startOnly = w.Start == 1 && w.Finish == 0 && w.Load == 0 && w.Demand == 0
	if r.tails {
		r.suitable(j, 1, func(q int32) {
			s.compare(q, r.calendar.tail(j, q, s.need, r.readyOn(j, q, s.ready)))
		})
		return s.best
	}
	kind := r.in.p.Jobs[j].Type
	for c := range r.in.classes {
		s.class = &r.in.classes[c]
		if r.in.lacks(&r.in.jobs[j], kind, s.need, 1, s.class) != "" {
			continue
		}
		s.tree, s.demand = &r.calendar.index[c], r.calendar.demand[c]
		s.duration = r.remaining[j] / r.in.maxClassSpeed(j, s.class)
		s.bounds = s.tree.boundsFor(s.need, s.duration, r.calendar.now, s.class)
		s.search()
	}
	return s.best
}

// suitable calls visit for the machines of the job's suitable resource sub-graph, in the order of
// the document within each class.
func (r *run) suitable(j, k int32, visit func(q int32)) {
	n, kind := r.in.jobs[j].part(k), r.in.p.Jobs[j].Type
	for c := range r.in.classes {
		if r.in.lacks(&r.in.jobs[j], kind, n, k, &r.in.classes[c]) == "" {
			for _, q := range r.in.classes[c].machines {
				visit(q)
			}
		}
	}
}

// A search is a branch and bound over the machines of one class after another.
type search struct {
	run       *run
	job       int32
	need      need
	ready     float64
	class     *class
	tree      *machineIndex
	bounds    *bounds
	demand    float64
	duration  float64 // least on the class
	startOnly bool    // whether the cost is the earliest start alone
	best      offer
}

// A branch is an unvisited node of the index with the bounds of its offers. An infinite cost
// means that there are none.
type branch struct {
	node       int
	cost, load float64
}

// bound returns the bounds of the offers below a node.
func (s *search) bound(node int) branch {
	start := s.bounds.minStart[node]
	if start < s.ready { // max is a call in WebAssembly
		start = s.ready
	}
	b := branch{node, start, s.tree.load[node]}
	if !s.startOnly && start <= math.MaxFloat64 {
		b.cost = s.run.cost(start, start+s.duration, b.load, s.demand)
	}
	return b
}

// search visits the machines of a class. It uses an explicit stack, because calls are expensive
// in WebAssembly. Of the two children of a node, the one with the lower bound is visited first
// with all its descendants.
func (s *search) search() {
	list := &s.run.branches
	list[0] = s.bound(1)
	for n := 1; n > 0; {
		n--
		b := list[n]
		s.run.stats.Nodes++
		if b.cost > math.MaxFloat64 || s.best.machine >= 0 && !s.canImprove(&b) {
			continue
		}
		if b.node >= s.tree.leaves {
			s.leaf(b.node, s.class.machines[b.node-s.tree.leaves])
			continue
		}
		left, right := s.bound(2*b.node), s.bound(2*b.node+1)
		if right.cost < left.cost || right.cost == left.cost && right.load < left.load {
			left, right = right, left
		}
		list[n], list[n+1] = right, left
		n += 2
	}
}

// canImprove reports whether there may be a better offer than the best one below a node.
func (s *search) canImprove(b *branch) bool {
	switch {
	case b.cost != s.best.cost:
		return b.cost < s.best.cost
	case b.load != s.best.load:
		return b.load < s.best.load
	}
	node := b.node
	for node < s.tree.leaves {
		node *= 2
	}
	first := min(node-s.tree.leaves, len(s.class.machines)-1)
	return s.class.machines[first] < s.best.machine
}

// leaf computes the offer of a machine. Most machines are reached only because their bound is out
// of date. So the bound is updated first, which often suffices to prune.
func (s *search) leaf(node int, q int32) {
	r, known := s.run, s.bounds.minStart[node]
	ready := r.readyOn(s.job, q, s.ready)
	if math.IsInf(ready, 1) {
		return
	}
	if known >= ready {
		if known = r.updateBound(s.bounds, node, q); known > ready {
			if p := s.bound(node); s.best.machine >= 0 && !s.canImprove(&p) {
				return
			}
		}
	}
	from := max(known, ready)
	start := r.calendar.earliestStart(s.job, q, s.need, r.remaining[s.job]/r.in.speed(s.job, q), from)
	if known < ready && start > from {
		r.updateBound(s.bounds, node, q)
	}
	s.compare(q, start)
}

// compare compares the offer of a machine with the best one so far.
func (s *search) compare(q int32, start float64) {
	r := s.run
	r.stats.MachinesAsked++
	if math.IsInf(start, 1) {
		return
	}
	load := r.calendar.load[q]
	finish := start + r.remaining[s.job]/r.in.speed(s.job, q)
	o := offer{q, start, r.cost(start, finish, load, r.calendar.demand[r.in.class[q]]), load}
	if r.on {
		r.recordOffer(s.job, &o, finish)
	}
	if o.beats(&s.best) {
		s.best = o
	}
}

// updateBound updates the bound of a machine and returns it.
func (r *run) updateBound(b *bounds, leaf int, q int32) float64 {
	known := b.minStart[leaf]
	if is := r.calendar.store.earliestFree(r.calendar.machines[q], b.need, b.duration, known); is > known {
		r.calendar.index[r.in.class[q]].raise(b, int(r.in.rank[q]), is)
		return is
	}
	return known
}
