package solve

import (
	"math"
	"slices"

	"gridbox/core/sorting"
)

// earliestHold returns a hold of k parts of a job that start at the same time, the earliest possible,
// or nil if there is none.
//
// No time before the k-th least of the machines' earliest starts is possible. The index has lower
// bounds of these starts. All machines whose bound is at most the k-th least are queried from
// that time on, which improves the bounds, until k of them can start at that time. Among all that
// can, the dynamic priority chooses. If the time is at least before, the machines are not
// determined.
func (r *run) earliestHold(j, k int32, now, before float64) *hold {
	if k == 1 {
		o := r.single(j, now)
		if o.machine < 0 {
			return nil
		}
		return r.newHold(j, o.machine, o.start)
	}
	n := r.in.jobs[j].part(k)
	offers := r.boundedOffers(j, k, n, now)
	for {
		at := kth(offers, k)
		if math.IsInf(at, 1) {
			return nil
		}
		if r.countFreeAt(j, n, offers, at) < int(k) {
			continue // now fewer than k bounds are at or before this time
		}
		if at >= before && r.choiceUnneeded(j) {
			return r.startOnly(j, at)
		}
		if h := r.pick(j, k, n, offers, at); h != nil {
			return h
		}
		next := r.nextChange(j, offers, at)
		for i := range offers {
			offers[i].start = max(offers[i].start, next)
		}
	}
}

// boundedOffers returns the machines that suit one of k parts of job j, each with a lower bound on the
// start of the part. The list is valid until the next call.
func (r *run) boundedOffers(j, k int32, n need, now float64) []offer {
	ready, kind := r.ready(j, now), r.in.p.Jobs[j].Type
	offers := r.offers[:0]
	for c := range r.in.classes {
		class := &r.in.classes[c]
		if r.in.lacks(&r.in.jobs[j], kind, n, k, class) != "" {
			continue
		}
		tree := &r.calendar.index[c]
		known := tree.boundsFor(n, r.remaining[j]/r.in.maxClassSpeed(j, class), r.calendar.now, class)
		for i, q := range class.machines {
			offers = append(offers, offer{machine: q, start: max(r.readyOn(j, q, ready),
				known.minStart[tree.leaves+i])})
		}
	}
	r.offers = offers
	return offers
}

// kth returns the k-th least start, or +Inf if there are fewer.
func kth(offers []offer, k int32) float64 {
	least := make([]float64, 0, k)
	for i := range offers {
		x := offers[i].start
		if len(least) == int(k) {
			if x >= least[k-1] {
				continue
			}
			least = least[:k-1]
		}
		at := len(least)
		least = append(least, x)
		for ; at > 0 && least[at-1] > x; at-- {
			least[at] = least[at-1]
		}
		least[at] = x
	}
	if len(least) < int(k) {
		return math.Inf(1)
	}
	return least[k-1]
}

// earliestStartOn returns the earliest start of a part on a machine from a time on, and improves the
// machine's bound.
func (r *run) earliestStartOn(j, q int32, n need, from float64) float64 {
	r.stats.MachinesAsked++
	if r.tails {
		return r.calendar.tail(j, q, n, from)
	}
	start := r.calendar.earliestStart(j, q, n, r.remaining[j]/r.in.speed(j, q), from)
	if start > from {
		c := r.in.class[q]
		class, tree := &r.in.classes[c], &r.calendar.index[c]
		r.updateBound(tree.boundsFor(n, r.remaining[j]/r.in.maxClassSpeed(j, class), r.calendar.now, class),
			tree.leaves+int(r.in.rank[q]), q)
	}
	return start
}

// countFreeAt queries the machines that may be free at a time, and returns the number of free ones.
func (r *run) countFreeAt(j int32, n need, offers []offer, at float64) int {
	count := 0
	for i := range offers {
		if offers[i].start <= at {
			offers[i].start = r.earliestStartOn(j, offers[i].machine, n, at)
			if offers[i].start == at {
				count++
			}
		}
	}
	return count
}

// choiceUnneeded reports whether a choice among machines that are free at a time always succeeds and is
// not recorded.
func (r *run) choiceUnneeded(j int32) bool {
	return !r.on && (r.scores == nil || r.scores.machine == nil) && len(r.in.jobs[j].licences) == 0
}

// pick returns a hold on the k best machines that are free at a time and have floating licences,
// which the parts share. It returns nil if there are too few.
func (r *run) pick(j, k int32, n need, offers []offer, at float64) *hold {
	list := r.pickedOffers[:0]
	for _, o := range offers {
		if o.start == at {
			finish := at + r.remaining[j]/r.in.speed(j, o.machine)
			o.load = r.calendar.load[o.machine]
			o.cost = r.cost(at, finish, o.load, r.calendar.demand[r.in.class[o.machine]])
			if r.scores != nil && r.scores.machine != nil {
				o.cost = r.machineScore(j, &o, finish)
			}
			if r.on {
				r.recordOffer(j, &o, finish)
			}
			list = append(list, o)
		}
	}
	r.pickedOffers = list
	if len(list) > int(k) || len(r.in.jobs[j].licences) > 0 { // otherwise all are used
		sorting.Sort(list, func(a, b offer) int {
			if a.beats(&b) {
				return -1
			}
			return 1
		})
	}
	h := &hold{job: j, start: at, machines: make([]int32, 0, k)}
	for _, o := range list {
		h.machines = append(h.machines, o.machine)
		if !r.hasLicences(h) {
			h.machines = h.machines[:len(h.machines)-1]
		} else if len(h.machines) == int(k) {
			slices.Sort(h.machines) // parts are numbered in the order of the document
			return h
		}
	}
	return nil
}

// hasLicences reports whether there are floating licences for all parts of a hold.
func (r *run) hasLicences(h *hold) bool {
	for _, w := range r.in.jobs[h.job].licences {
		count, longest := int32(0), 0.0
		var root int32
		for _, q := range h.machines {
			if _, bound := r.in.p.Machines[q].Licenses[w.name]; !bound {
				count += w.count
				longest = max(longest, r.remaining[h.job]/r.in.speed(h.job, q))
				root = r.calendar.licenceProfile(q, w.name)
			}
		}
		if count > w.count {
			all := need{count, 0}
			if r.tails && r.calendar.store.tail(root, all, h.start) > h.start ||
				r.calendar.store.earliestFree(root, all, longest, h.start) > h.start {
				return false
			}
		}
	}
	return true
}

// nextChange returns the next time after at at which a licence may become free or another machine
// can take part.
func (r *run) nextChange(j int32, offers []offer, at float64) float64 {
	next := math.Inf(1)
	for _, w := range r.in.jobs[j].licences {
		for i := range r.in.floating {
			if r.in.floating[i].name == w.name {
				if t, some := r.calendar.store.nextStepTime(r.calendar.floating[i], at); some {
					next = min(next, t)
				}
			}
		}
	}
	for i := range offers {
		if offers[i].start > at {
			next = min(next, offers[i].start)
		}
	}
	return next
}
