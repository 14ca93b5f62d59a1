package verify

import (
	"cmp"
	"slices"
	"strconv"

	"gridbox/core/kind/window"
	"gridbox/core/sorting"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// alternatives checks the windows that one was chosen from.
func (c *windowCheck) alternatives(s *window.Solution, w *shown) {
	if c.Answer.Algorithm != "multiple-best" {
		if len(s.Alternatives) > 0 {
			c.Violation("solution.alternatives", "are given by an algorithm that collects none")
		}
		if s.Chosen != 0 {
			c.Violation("solution.chosen", "is given by an algorithm that collects no alternatives")
		}
		return
	}
	if s.Chosen < 0 || s.Chosen >= len(s.Alternatives) {
		c.Violation("solution.chosen", "is "+strconv.Itoa(s.Chosen)+" of "+strconv.Itoa(len(s.Alternatives))+
			" alternatives")
		return
	}
	if !slices.Equal(s.Slots, s.Alternatives[s.Chosen].Slots) {
		c.Violation("solution.slots", "are not those of the chosen alternative")
	}
	by, best := string(cmp.Or(c.options.Criterion, window.ByCost)), shown{}
	type taken struct {
		slots.Span
		by int
	}
	parts := make([][]taken, len(c.p.Nodes))
	for k := range s.Alternatives {
		path := "solution.alternatives[" + strconv.Itoa(k) + "]"
		other := &s.Alternatives[k]
		is, ok := c.window(path, other.Slots)
		if !ok {
			continue
		}
		c.time(path+".start", other.Start, is.start)
		c.time(path+".end", other.End, is.finish)
		c.time(path+".cost", other.Cost, is.cost)
		c.preferred(by, k, s.Chosen, w, &is)
		if best = best.improved(&is); k == 0 {
			best = is
		}
		for _, x := range other.Slots {
			i := c.nodes.Of(x.Node)
			parts[i] = append(parts[i], taken{slots.Span{Start: x.Start, End: x.End}, k})
		}
	}
	for i := range parts {
		sorting.By(parts[i], func(a, b taken) int {
			if a.Start < b.Start {
				return -1
			}
			return 1
		})
		for j := 1; j < len(parts[i]); j++ {
			if a, b := parts[i][j-1], parts[i][j]; b.Start < a.End-verify.Tolerance*c.p.Horizon {
				c.Violation("solution.alternatives["+strconv.Itoa(max(a.by, b.by))+"]",
					"takes "+c.p.Nodes[i].ID+" at a time that another alternative has")
			}
		}
	}
	c.collected(len(s.Alternatives), &best)
}

// preferred checks that an alternative is not better than the chosen one, nor
// as good and before it.
func (c *windowCheck) preferred(by string, k, chosen int, w, is *shown) {
	ahead := w.by(by) - is.by(by)
	if by == "value" {
		ahead = -ahead
	}
	rough := by == "cost" || by == "value" // sums, whose last digits may differ
	if ahead > 0 && !(rough && verify.Same(w.by(by), is.by(by), is.values)) || ahead == 0 && !rough && k < chosen {
		c.Violation("solution.chosen", "has "+by+" "+verify.Number(w.by(by))+"; alternative "+strconv.Itoa(k)+" has "+
			verify.Number(is.by(by)))
	}
}

// improved is the better of each metric.
func (w shown) improved(x *shown) shown {
	return shown{start: min(w.start, x.start), runtime: min(w.runtime, x.runtime), finish: min(w.finish, x.finish),
		cost: min(w.cost, x.cost), value: max(w.value, x.value), values: max(w.values, x.values)}
}

// collected checks what the answer says of all of its alternatives.
func (c *windowCheck) collected(count int, best *shown) {
	for name, is := range map[string]float64{"alternatives": float64(count), "bestStart": best.start,
		"bestRuntime": best.runtime, "bestFinish": best.finish, "bestCost": best.cost, "bestValue": best.value} {
		if said, ok := c.Answer.Stats[name]; ok && !verify.Same(said, is, max(best.values, best.finish)) {
			c.Differs("stats."+name, said, is)
		}
	}
}

// succession checks that every alternative is First Fit's window in the free
// time that those before it leave, and that the last leaves none, unless they
// are as many as Multiple Best collects at most.
//
// Windows only take free time away, so the starts are gone through once: at each
// the slots that are free then are searched for a window, until there is none.
// It goes as far as there are looks.
func (c *windowCheck) succession(s *window.Solution) {
	q := newSequence(c)
	q.later = slices.Clone(q.f.pieces)
	sorting.By(q.later, opensEarlier)
	for q.next() {
		for len(q.fresh) > 0 {
			if q.at == window.MostAlternatives || !q.step(s) {
				return
			}
		}
	}
	if q.at < len(s.Alternatives) {
		c.Violation("solution.alternatives["+strconv.Itoa(q.at)+"]",
			"starts at "+verify.Number(s.Alternatives[q.at].Start)+", where those before leave no window")
	}
}

func opensEarlier(a, b opening) int {
	if a.start < b.start || a.start == b.start && a.node < b.node {
		return -1
	}
	return 1
}

// A sequence is the state on the way through the starts.
type sequence struct {
	*windowCheck
	f     *windowField
	free  windowField // the same nodes; its pieces are what is free now, the cheapest node first
	place []int32     // by node: its place there
	now   []int32     // the places of what is free now, in order
	later []opening   // what starts in the document later, in order
	left  []opening   // what windows have left and starts later, in order
	fresh []int32     // nodes of which that starts now
	start float64
	at    int // of the alternatives
	hunt  *thrifty
}

func newSequence(c *windowCheck) *sequence {
	q := &sequence{windowCheck: c, f: c.searched(), place: make([]int32, len(c.p.Nodes))}
	q.free = *q.f
	q.free.pieces = make([]opening, len(q.place))
	for at, n := range verify.LeastFirst(q.f.weight) {
		q.place[n] = int32(at)
	}
	q.hunt = anything(&q.free, q.free.strict)
	return q
}

// dear is the fastest group that a window which starts now can be of: it has one
// of the nodes that become free, and cannot have cheaper nodes besides than the
// cheapest of all that were free. It is beyond the last group where these are too
// dear, or too few, and costs a few looks where a hunt looks at everything.
func (q *sequence) dear() int {
	last := len(q.f.runtime)
	k, cheapest := last, verify.Infinite
	for _, n := range q.fresh {
		k, cheapest = min(k, int(q.f.own[n])), min(cheapest, q.f.weight[n])
	}
	if len(q.now) < q.f.n {
		return last
	}
	sum, greatest := 0.0, 0.0
	for _, at := range q.now[:q.f.n] {
		greatest = q.free.pieces[at].weight
		sum += greatest
	}
	sum -= greatest
	sum += max(greatest, cheapest)
	q.f.looks -= q.f.n
	// The slower the group, the less weight the budget allows.
	if sum-q.f.blur(sum) > q.f.lax[k] {
		return last
	}
	return k
}

// admit makes a free time one of those that are free now.
func (q *sequence) admit(p opening) {
	at, known := slices.BinarySearch(q.now, q.place[p.node])
	if !known {
		q.now = sorting.Put(q.now, at, q.place[p.node])
	}
	q.free.pieces[q.place[p.node]] = p
	q.fresh = append(q.fresh, p.node)
}

// next goes to the next start at which something becomes free.
func (q *sequence) next() bool {
	q.fresh = q.fresh[:0]
	switch {
	case len(q.later) == 0 && len(q.left) == 0:
		return false
	case len(q.left) == 0 || len(q.later) > 0 && q.later[0].start <= q.left[0].start:
		q.start = q.later[0].start
	default:
		q.start = q.left[0].start
	}
	for _, list := range []*[]opening{&q.later, &q.left} {
		for len(*list) > 0 && (*list)[0].start == q.start {
			q.admit((*list)[0])
			*list = (*list)[1:]
		}
	}
	return true
}

// step looks for a window that starts now, and holds it to the alternative
// whose turn it is; false where there is no use in going on.
func (q *sequence) step(s *window.Solution) bool {
	turn := q.at < len(s.Alternatives) && s.Alternatives[q.at].Start == q.start
	k0 := q.dear()
	switch {
	case k0 < len(q.f.runtime):
	case turn:
		k0 = 0 // the hunt says it
	default:
		q.fresh = q.fresh[:0]
		return true
	}
	q.now = slices.DeleteFunc(q.now, func(at int32) bool {
		return q.free.pieces[at].end < q.start+q.f.runtime[0]
	})
	q.f.looks -= len(q.now)
	q.free.looks = q.f.looks
	q.hunt.arena = q.hunt.arena[:0]
	t := q.hunt
	found, complete := t.run(windowCell{k0: k0, k1: len(q.f.runtime) - 1, s0: q.start, s1: q.start}, q.now)
	q.f.looks = q.free.looks
	path := "solution.alternatives[" + strconv.Itoa(q.at) + "]"
	switch {
	case !complete:
		return false
	case !found && turn && !q.f.exact: // by a hair within the budget
		return false
	case !found:
		q.fresh = q.fresh[:0]
		return true
	case q.at == len(s.Alternatives):
		q.Violation("solution.alternatives", "are not all: they leave a window from "+verify.Number(q.start))
		return false
	case !turn:
		q.Violation(path, "starts at "+verify.Number(s.Alternatives[q.at].Start)+
			"; those before leave a window from "+verify.Number(q.start))
		return false
	}
	w := &window.Solution{Slots: s.Alternatives[q.at].Slots}
	if k := q.groupOf(w); k != t.group || !q.taken(w, k, q.options.Together, q.opened()) {
		q.Violation(path, "is not the window that First Fit takes at "+verify.Number(q.start))
		return false
	}
	q.cut(w, q.start+q.f.runtime[t.group])
	return true
}

// opened is what is free now, the cheapest node first.
func (q *sequence) opened() (list []opening) {
	for _, at := range q.now {
		list = append(list, q.free.pieces[at])
	}
	return list
}

// cut takes a window out of the free time.
func (q *sequence) cut(w *window.Solution, end float64) {
	q.at++
	for _, n := range q.nodesOf(w) {
		p := q.free.pieces[q.place[n]]
		if at, is := slices.BinarySearch(q.now, q.place[n]); is {
			q.now = slices.Delete(q.now, at, at+1)
		}
		if at := slices.Index(q.fresh, n); at >= 0 {
			q.fresh = slices.Delete(q.fresh, at, at+1)
		}
		p.start = end
		switch {
		case end >= p.end || end+q.f.runtime[p.own] > p.end:
		case end == q.start: // the window is too short to move the time
			q.admit(p)
		default:
			at, _ := slices.BinarySearchFunc(q.left, p, opensEarlier)
			q.left = sorting.Put(q.left, at, p)
		}
	}
}
