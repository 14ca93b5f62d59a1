package solve

import (
	"math"
	"slices"
)

// search finds the earliest window of a request in the list, by ALP or AMP, appends its parts to
// into, and reports whether there is one.
//
// The result is the window of the paper's pass over the whole list (literal.go), but fewer slots
// are inspected. Let f(L) be the earliest start of a window of this request in the list L. A
// window at a start t needs N suitable slots that contain [t, t + duration], with prices or costs
// within the limit; moved left to the last start of these slots it is still in them, so f(L) is
// the least t over all times and not only over the starts of slots. Cutting out a window leaves
// parts of slots only, so a later list has no window at t that the earlier one lacks: f never
// decreases from one family to the next. The search therefore starts at request.from, the start
// of the job's last window. Of the slots that start earlier only the ones still long enough then
// are used, in the order of the list, so ties are broken as in the whole pass.
//
// Every slot is inspected at most once in a search. Skipping a block costs as much as a slot, and
// AMP keeps its slots in order in O(N + log h) each, where h is the maximum number of slots that
// are long enough at one time: a search is linear in the slots.
func (r *run) search(q *request, into []part) (alternative, []part, bool) {
	r.stats.Searches++
	r.heldParts = r.heldParts[:0]
	r.rest = r.rest[:0]
	r.order, r.changed, r.sweepAt, r.at = 0, false, minSweep, q.from
	shortest := q.from + q.minDuration(r.maxPerformance)
	suits, from, examined := q.suits, q.from, 0
	for b := range r.list.blocks {
		here := &r.list.blocks[b]
		if here.end < shortest { // no slot of the block is long enough from there on
			examined++
			continue
		}
		for i := range here.slots {
			s := &here.slots[i]
			examined++
			var fit suit
			if suits != nil {
				fit = suits[s.Node]
			} else {
				fit = r.suit(q, s.Node)
			}
			start := s.Start
			if start < from { // faster than max in WebAssembly, where that is a call
				start = from
			}
			if start+fit.duration > s.End || start == s.End {
				continue // the latter if a part is too short to be represented
			}
			p := part{node: s.Node, slotStart: s.Start, slotEnd: s.End, duration: fit.duration, cost: fit.cost}
			if q.byPrice {
				r.addALP(p, start)
			} else {
				r.addAMP(p, start, q.nodes)
			}
			// Before the first slot that starts at the current start, no window is complete.
			if s.Start >= from && len(r.heldParts) == q.nodes && r.affordable(q) {
				r.stats.SlotsExamined += examined
				return r.close(start, into)
			}
		}
	}
	r.stats.SlotsExamined += examined
	return alternative{}, into, false
}

// affordable reports whether the held slots, as many as the request has nodes,
// keep its limit. ALP holds no others. AMP holds the cheapest and checks their
// cost once after each change.
func (r *run) affordable(q *request) bool {
	if q.byPrice {
		return true
	}
	if !r.changed {
		return false
	}
	r.changed = false
	return keepsLimit(r.heldCost(), q.budget)
}

// A suit is the duration and cost of a part of a request on a node. The
// duration is infinite on an unsuitable node.
type suit struct{ duration, cost float64 }

// suit returns the duration and cost of a part of a request on a node. The node is unsuitable, with
// an infinite duration, if it is too slow, exceeds the request's price, or alone exceeds its
// budget.
func (r *run) suit(q *request, node int32) suit {
	performance, price := r.performance[node], r.price[node]
	if performance < q.minPerformance || q.byPrice && price > q.price {
		return suit{duration: math.Inf(1)}
	}
	length := q.duration(performance)
	fit := suit{length, price * length}
	if !q.byPrice && !keepsLimit(fit.cost, q.budget) { // alone more expensive than a whole window may be
		fit.duration = math.Inf(1)
	}
	return fit
}

// maxSuits is the maximum number of suits that are stored, over all requests.
// Beyond it they are computed for every slot.
const maxSuits = 1 << 18

// computeSuits computes the suits of all nodes in advance, since there are many
// searches for each request.
func (r *run) computeSuits(offers []offer) {
	nodes := len(r.performance)
	r.suits, r.minDurations = r.suits[:0], r.minDurations[:0]
	if nodes*len(offers) > maxSuits {
		return
	}
	for range r.performance {
		r.minDurations = append(r.minDurations, math.Inf(1))
	}
	r.suits = slices.Grow(r.suits, nodes*len(offers))
	for i := range offers {
		q := &offers[i].request
		for node := range r.performance {
			fit := r.suit(q, int32(node))
			r.suits = append(r.suits, fit)
			if fit.duration < r.minDurations[node] {
				r.minDurations[node] = fit.duration
			}
		}
		q.suits = r.suits[i*nodes : (i+1)*nodes]
	}
}

// close returns the window of the held slots.
func (r *run) close(start float64, into []part) (alternative, []part, bool) {
	first := len(into)
	for i := range r.heldParts {
		into = append(into, r.heldParts[i].part)
	}
	w := newAlternative(start, into[first:])
	w.first, w.last = int32(first), int32(len(into))
	return w, into, true
}

// A heldPart is a slot in the window being formed, with its order of addition.
type heldPart struct {
	part
	order int32
}

// lasts reports whether the slot is long enough from a start on.
func (p *part) lasts(start float64) bool {
	return start+p.duration <= p.slotEnd && start < p.slotEnd
}

func (a *heldPart) less(b *heldPart) bool {
	return a.cost < b.cost || a.cost == b.cost && a.order < b.order
}

// addALP drops the slots that are too short from the new start on and adds one.
func (r *run) addALP(p part, start float64) {
	if start > r.at {
		r.drop(start)
	}
	r.heldParts = append(r.heldParts, heldPart{part: p})
}

// drop moves the start forward and drops the held slots that are then too
// short.
func (r *run) drop(start float64) {
	r.at = start
	kept := 0
	for i := range r.heldParts {
		h := &r.heldParts[i]
		if !h.lasts(start) {
			continue
		}
		if kept < i {
			r.heldParts[kept] = *h
		}
		kept++
	}
	r.changed = r.changed || kept < len(r.heldParts)
	r.heldParts = r.heldParts[:kept]
}

// addAMP is addALP for AMP. held has the n cheapest slots in order, and rest
// the others as a heap, from which expired ones are only removed at the top. It
// sets changed if held changes.
func (r *run) addAMP(p part, start float64, n int) {
	if start > r.at {
		r.drop(start)
	}
	for len(r.heldParts) < n && len(r.rest) > 0 {
		if h := r.pop(); h.lasts(start) {
			r.heldParts = append(r.heldParts, h)
		}
	}
	r.order++
	h := heldPart{part: p, order: r.order}
	if len(r.heldParts) == n {
		last := r.heldParts[n-1]
		if !h.less(&last) {
			r.push(h, start)
			return
		}
		r.heldParts = r.heldParts[:n-1]
		r.push(last, start)
	}
	at := len(r.heldParts)
	r.heldParts = append(r.heldParts, h)
	for ; at > 0 && h.less(&r.heldParts[at-1]); at-- {
		r.heldParts[at] = r.heldParts[at-1]
	}
	r.heldParts[at] = h
	r.changed = true
}

func (r *run) heldCost() float64 {
	sum := 0.0
	for i := range r.heldParts {
		sum += r.heldParts[i].cost
	}
	return sum
}

// minSweep is the size from which rest is swept.
const minSweep = 64

// sweep removes the slots of rest that are too short from the start on, each
// time that rest has doubled. So rest has at most twice the slots that are long
// enough, at amortised constant cost.
func (r *run) sweep(start float64) {
	kept := r.rest[:0]
	for i := range r.rest {
		if h := &r.rest[i]; h.lasts(start) {
			kept = append(kept, *h)
		}
	}
	r.rest = kept
	for n := 2; n <= len(kept); n++ {
		r.rest = kept[:n]
		r.rise()
	}
	r.sweepAt = max(minSweep, 2*len(kept))
}

// push adds a slot to rest, a heap with the cheapest slot on top. It first removes the slots that
// are too short from the start on, if rest has doubled since the last time.
func (r *run) push(h heldPart, start float64) {
	if len(r.rest) >= r.sweepAt {
		r.sweep(start)
	}
	r.rest = append(r.rest, h)
	r.rise()
}

// rise moves the last slot of rest to its place in the heap.
func (r *run) rise() {
	i := len(r.rest) - 1
	h := r.rest[i]
	for i > 0 {
		up := (i - 1) / 2
		if !h.less(&r.rest[up]) {
			break
		}
		r.rest[i] = r.rest[up]
		i = up
	}
	r.rest[i] = h
}

// pop removes the cheapest slot from rest, which must not be empty, and returns it.
func (r *run) pop() heldPart {
	top, n := r.rest[0], len(r.rest)-1
	h := r.rest[n]
	r.rest = r.rest[:n]
	i := 0
	for {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && r.rest[child+1].less(&r.rest[child]) {
			child++
		}
		if !r.rest[child].less(&h) {
			break
		}
		r.rest[i] = r.rest[child]
		i = child
	}
	if n > 0 {
		r.rest[i] = h
	}
	return top
}
