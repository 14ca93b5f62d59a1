package window

// A Free is a slot with its node by index, as solvers use it.
type Free struct {
	Node       int32
	Start, End float64
}

// A List is the free time of an environment, ordered by start; slots with equal
// starts are in the order of their nodes in the document. Slots of one node do
// not overlap or touch.
type List struct {
	slots     []Free
	buffer    []Free
	partIndex []int32 // by node: 1 + index in the parts being cut, 0 for none
}

// Free returns the free time of a valid environment. The time is O(S log S) for
// S slots or busy times.
func (e *Environment) Free() *List {
	if e.shared != nil {
		return e.shared.free.Clone()
	}
	given := e.Busy
	if len(e.Slots) > 0 {
		given = e.Slots
	}
	number := make(map[string]int32, len(e.Nodes))
	for i := range e.Nodes {
		number[e.Nodes[i].ID] = int32(i)
	}
	times := make([]Free, 0, len(given))
	for i, last := 0, int32(0); i < len(given); i++ {
		if i == 0 || given[i].Node != given[i-1].Node {
			last = number[given[i].Node]
		}
		times = append(times, Free{last, given[i].Start, given[i].End})
	}
	order(times, lessByNode)
	times = join(times)
	if len(e.Slots) == 0 {
		times = complement(times, len(e.Nodes), e.Horizon)
	}
	orderNodes(times)
	return &List{slots: times, partIndex: make([]int32, len(e.Nodes))}
}

// join merges intervals of a node that touch or overlap, as busy times may. The
// list is ordered by node.
func join(times []Free) []Free {
	out := times[:0]
	for _, t := range times {
		if k := len(out) - 1; k >= 0 && out[k].Node == t.Node && t.Start <= out[k].End {
			out[k].End = max(out[k].End, t.End)
			continue
		}
		out = append(out, t)
	}
	return out
}

// complement returns the time before the horizon that is not busy.
func complement(busy []Free, nodes int, horizon float64) []Free {
	out := make([]Free, 0, len(busy)+nodes)
	i := 0
	for n := range int32(nodes) {
		from := 0.0
		for ; i < len(busy) && busy[i].Node == n; i++ {
			if busy[i].Start > from {
				out = append(out, Free{n, from, busy[i].Start})
			}
			from = busy[i].End
		}
		if from < horizon {
			out = append(out, Free{n, from, horizon})
		}
	}
	return out
}

// All returns the slots in order. The slice is valid until the list is cut.
func (l *List) All() []Free { return l.slots }

// Clone returns a copy of the list.
func (l *List) Clone() *List {
	return &List{slots: append([]Free(nil), l.slots...), partIndex: make([]int32, len(l.partIndex))}
}

// Clip restricts the list to the time between from and to. Slots that start
// earlier then start at from, so they are sorted again.
func (l *List) Clip(from, to float64) {
	out, moved := l.slots[:0], false
	for _, s := range l.slots {
		if s.Start < from {
			s.Start, moved = from, true
		}
		s.End = min(s.End, to)
		if s.Start < s.End {
			out = append(out, s)
		}
	}
	if moved {
		order(out, lessByStart)
	}
	l.slots = out
}

// Cut removes parts from the list, at most one for each node. The rests of a
// slot before and after its part remain, if not empty. The list stays ordered.
// It reports whether every part was within a slot; the other parts are removed
// anyway. The time is O(S + n log n) for n parts.
func (l *List) Cut(parts []Free) bool {
	for i, p := range parts {
		l.partIndex[p.Node] = int32(i + 1)
	}
	out, rest, found := l.slots[:0], l.buffer[:0], 0
	for _, s := range l.slots {
		k := l.partIndex[s.Node]
		if k == 0 || s.Start > parts[k-1].Start || s.End < parts[k-1].End {
			out = append(out, s)
			continue
		}
		found++
		p := parts[k-1]
		if p.Start > s.Start {
			out = append(out, Free{s.Node, s.Start, p.Start})
		}
		if p.End < s.End {
			rest = append(rest, Free{s.Node, p.End, s.End})
		}
	}
	for _, p := range parts {
		l.partIndex[p.Node] = 0
	}
	order(rest, lessByStart)
	l.buffer = rest
	l.slots = merge(out, rest)
	return found == len(parts)
}

// merge merges the few ordered slots of rest into the ordered list, from the
// end.
func merge(list, rest []Free) []Free {
	i := len(list) - 1
	list = append(list, rest...)
	k := len(rest) - 1
	for at := len(list) - 1; k >= 0; at-- {
		if i >= 0 && lessByStart(rest[k], list[i]) {
			list[at] = list[i]
			i--
			continue
		}
		list[at] = rest[k]
		k--
	}
	return list
}

// lessByStart reports whether a precedes b in the list.
func lessByStart(a, b Free) bool {
	return a.Start < b.Start || a.Start == b.Start && a.Node < b.Node
}

func lessByNode(a, b Free) bool {
	return a.Node < b.Node || a.Node == b.Node && a.Start < b.Start
}

// order sorts by merging. Slots that compare as equal are interchangeable.
func order(list []Free, before func(a, b Free) bool) {
	sorted := true
	for i := 1; i < len(list) && sorted; i++ {
		sorted = !before(list[i], list[i-1])
	}
	if !sorted {
		mergeSort(list, make([]Free, len(list)), before)
	}
}

// maxInsertionRun is the length up to which insertion sort is used.
const maxInsertionRun = 12

// mergeSort sorts a list in place by merging, and short lists by insertion. room must be as long as
// the list and is overwritten. Equal slots keep their order.
func mergeSort(list, room []Free, before func(a, b Free) bool) {
	if len(list) <= maxInsertionRun {
		for i := 1; i < len(list); i++ {
			x, k := list[i], i
			for ; k > 0 && before(x, list[k-1]); k-- {
				list[k] = list[k-1]
			}
			list[k] = x
		}
		return
	}
	mid := len(list) / 2
	mergeSort(list[:mid], room[:mid], before)
	mergeSort(list[mid:], room[mid:], before)
	copy(room, list)
	left, right := room[:mid], room[mid:]
	for i := range list {
		if len(left) == 0 || len(right) > 0 && before(right[0], left[0]) {
			list[i] = right[0]
			right = right[1:]
			continue
		}
		list[i] = left[0]
		left = left[1:]
	}
}
