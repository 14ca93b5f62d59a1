package window

// shared has the results that all algorithms need from an environment.
type shared struct {
	free                        *List
	fastestFirst, cheapestFirst []int32
}

// Share computes the results that all algorithms need from a valid environment,
// for several runs on it. The environment must not change afterwards.
func (e *Environment) Share() {
	e.shared = nil
	e.shared = &shared{free: e.Free(), fastestFirst: e.FastestFirst(), cheapestFirst: e.CheapestFirst()}
}

// FastestFirst returns all nodes by falling performance, equal ones as in the
// document. The caller must not modify the list.
func (e *Environment) FastestFirst() []int32 {
	if e.shared != nil {
		return e.shared.fastestFirst
	}
	return e.sortedNodes(func(a, b int32) bool {
		x, y := e.Nodes[a].Performance, e.Nodes[b].Performance
		return x > y || x == y && a < b
	})
}

// CheapestFirst returns all nodes by rising price, equal ones as in the document.
// The caller must not modify the list.
func (e *Environment) CheapestFirst() []int32 {
	if e.shared != nil {
		return e.shared.cheapestFirst
	}
	return e.sortedNodes(func(a, b int32) bool {
		x, y := e.Nodes[a].Price, e.Nodes[b].Price
		return x < y || x == y && a < b
	})
}

// sortedNodes returns the indexes of all nodes in an order.
func (e *Environment) sortedNodes(before func(a, b int32) bool) []int32 {
	list := make([]int32, len(e.Nodes))
	for i := range list {
		list[i] = int32(i)
	}
	SortNodes(list, before)
	return list
}

// SortNodes sorts list by a strict total order. It is a bottom-up merge sort over
// runs sorted by insertion. It allocates a list of equal length if there is more
// than one run.
func SortNodes(list []int32, before func(a, b int32) bool) {
	const run = 8
	for from := 0; from < len(list); from += run {
		for i := from + 1; i < min(from+run, len(list)); i++ {
			x, at := list[i], i
			for ; at > from && before(x, list[at-1]); at-- {
				list[at] = list[at-1]
			}
			list[at] = x
		}
	}
	if len(list) <= run {
		return
	}
	from, to := list, make([]int32, len(list))
	for size := run; size < len(list); size *= 2 {
		for i := 0; i < len(list); i += 2 * size {
			middle, end := min(i+size, len(list)), min(i+2*size, len(list))
			mergeNodes(to[i:end], from[i:middle], from[middle:end], before)
		}
		from, to = to, from
	}
	if &from[0] != &list[0] {
		copy(list, from)
	}
}

// mergeNodes merges the sorted lists a and b into a list of their joint length.
func mergeNodes(into, a, b []int32, before func(a, b int32) bool) {
	if len(b) == 0 || before(a[len(a)-1], b[0]) { // already in order
		copy(into[copy(into, a):], b)
		return
	}
	for k := range into {
		if len(b) == 0 || len(a) > 0 && before(a[0], b[0]) {
			into[k], a = a[0], a[1:]
		} else {
			into[k], b = b[0], b[1:]
		}
	}
}
