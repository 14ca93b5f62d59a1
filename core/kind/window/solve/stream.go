package solve

import (
	"math/bits"

	"gridbox/core/kind/window"
)

// A stream finds First Fit's windows in order if there are too many groups for
// a pass through each of them for every window. Cutting only removes free time,
// so no start has to be visited twice: the stream visits the starts once, with
// the slots that are free then, and searches the groups of one start as a
// plane.
type stream struct {
	*weightGoal
	at            int           // index in the list of the next slot
	slotHeap      []window.Free // rests of cut slots that start later: a heap
	now           float64
	startingNodes []int32 // nodes whose slots start now, in the order of the document
	list          []int32
}

// newStream returns a stream before the first slot. Its plane has one piece for each node, in the
// order of price.
func newStream(s *search) *stream {
	p := &plane{search: s, slots: make([]piece, len(s.instance.p.Nodes))}
	for k := range s.instance.groups {
		p.runtime = append(p.runtime, s.instance.groups[k].runtime)
	}
	for at, i := range s.byPrice.node {
		p.slots[at].group, p.slots[at].weight = s.instance.group[i], s.instance.weights[i]
	}
	t := &stream{weightGoal: &weightGoal{plane: p, criterion: window.ByStart}}
	p.goal = t.weightGoal
	s.stats.Groups = len(s.instance.groups)
	if k := len(s.instance.groups) - 1; k >= 0 {
		s.recordGroup(k)
	}
	return t
}

// next finds the earliest window, of the fastest group among equals, and makes it the search's
// best. It reports false if there is none.
func (t *stream) next() (bool, error) {
	for {
		if len(t.startingNodes) > 0 {
			t.have = false
			t.free()
			t.arena = t.arena[:0]
			whole := cell{k1: len(t.runtime) - 1, s0: t.now, s1: t.now}
			if t.confine(&whole, t.list) {
				t.explore(&whole)
			}
			if err := t.ctx.Err(); err != nil {
				t.have = false
				return false, err
			}
			if t.have {
				t.pick(t.best.group)
				return true, nil
			}
		}
		if !t.advance() {
			return false, t.ctx.Err()
		}
	}
}

// advance moves to the next start and admits its slots. It reports false if there is no later
// start.
func (t *stream) advance() bool {
	t.startingNodes = t.startingNodes[:0]
	slots := t.search.slots
	switch {
	case t.at < len(slots) && (len(t.slotHeap) == 0 || slots[t.at].Start <= t.slotHeap[0].Start):
		t.now = slots[t.at].Start
	case len(t.slotHeap) > 0:
		t.now = t.slotHeap[0].Start
	default:
		return false
	}
	for t.at < len(slots) && slots[t.at].Start == t.now {
		t.admit(&slots[t.at])
		t.at++
	}
	for len(t.slotHeap) > 0 && t.slotHeap[0].Start == t.now {
		first := t.pop()
		t.admit(&first)
	}
	window.SortNodes(t.startingNodes, func(a, b int32) bool { return a < b })
	return true
}

// admit adds a slot to the free ones.
func (t *stream) admit(sl *window.Free) {
	own := t.instance.group[sl.Node]
	switch {
	case own < 0:
		return
	case sl.Start+t.runtime[own] > sl.End:
		t.recordSkipped(sl, "length")
		return
	}
	t.plane.slots[t.byPrice.position[sl.Node]].Free = *sl
	t.end[sl.Node] = sl.End
	t.byPrice.add(sl.Node)
	t.startingNodes = append(t.startingNodes, sl.Node)
	t.stats.Slots++
	t.recordAdded(sl)
}

// free lists the slots that last for the shortest window, cheapest first.
func (t *stream) free() {
	t.list = t.list[:0]
	until := t.now + t.runtime[0]
	t.recordExpired(t.now, until)
	words := t.byPrice.words
	for w := range words {
		for word := words[w]; word != 0; word &= word - 1 {
			at := w<<6 | bits.TrailingZeros64(word)
			if t.plane.slots[at].End < until {
				words[w] &^= 1 << (at & 63)
				continue
			}
			t.list = append(t.list, int32(at))
		}
	}
}

// pick selects the window of group k that starts at or after now. Slots that start now are added one
// by one in the order of their nodes, until there is a window.
func (t *stream) pick(k int) {
	g := &t.instance.groups[k]
	until := t.now + g.runtime
	added := len(t.startingNodes)
	if !t.o.Together {
		added = 1
	}
	for ; ; added++ {
		t.picks = t.picks[:0]
		weight := int64(0)
		for _, at := range t.list {
			sl := &t.plane.slots[at]
			if int(sl.group) > k || sl.End < until || sl.Start == t.now && sl.Node > t.startingNodes[added-1] {
				continue
			}
			if t.picks = append(t.picks, sl.Node); len(t.picks) <= t.instance.n {
				weight += sl.weight
			}
			if len(t.picks) == t.instance.n {
				break
			}
		}
		if len(t.picks) == t.instance.n && weight <= g.capacity || added == len(t.startingNodes) {
			t.stats.Examined++
			t.recordExamined(t.now, weight)
			t.setBest(t.now, k, t.now, t.picks)
			return
		}
	}
}

// cut removes the best window from the free time.
func (t *stream) cut() {
	end := t.best.start + t.runtime[t.best.group]
	for _, i := range t.best.nodes {
		t.byPrice.remove(i)
		if last := t.end[i]; end < last {
			t.push(window.Free{Node: i, Start: end, End: last})
		}
		t.end[i] = t.now
		for at, f := range t.startingNodes {
			if f == i {
				t.startingNodes = append(t.startingNodes[:at], t.startingNodes[at+1:]...)
				break
			}
		}
	}
}

// lessByStart reports whether slot a precedes slot b in the heap: by start, then by node.
func lessByStart(a, b *window.Free) bool {
	return a.Start < b.Start || a.Start == b.Start && a.Node < b.Node
}

// push adds a slot to the heap of later slots.
func (t *stream) push(sl window.Free) {
	t.slotHeap = append(t.slotHeap, sl)
	for i := len(t.slotHeap) - 1; i > 0; {
		up := (i - 1) / 2
		if !lessByStart(&t.slotHeap[i], &t.slotHeap[up]) {
			return
		}
		t.slotHeap[i], t.slotHeap[up] = t.slotHeap[up], t.slotHeap[i]
		i = up
	}
}

// pop removes the earliest slot from the heap, which must not be empty, and returns it.
func (t *stream) pop() window.Free {
	first, last := t.slotHeap[0], len(t.slotHeap)-1
	t.slotHeap[0] = t.slotHeap[last]
	t.slotHeap = t.slotHeap[:last]
	for i := 0; 2*i+1 < last; {
		c := 2*i + 1
		if c+1 < last && lessByStart(&t.slotHeap[c+1], &t.slotHeap[c]) {
			c++
		}
		if !lessByStart(&t.slotHeap[c], &t.slotHeap[i]) {
			break
		}
		t.slotHeap[c], t.slotHeap[i] = t.slotHeap[i], t.slotHeap[c]
		i = c
	}
	return first
}
