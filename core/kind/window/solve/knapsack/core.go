package knapsack

import "math"

// The search starts from the choice that the relaxation takes, the base, and
// considers the items that differ from it. Let key = value - lambda weight and
// r = key - mu: the base holds the items of r > 0. For any choice of n items
// that fits,
//
//	value = L - sum of |r| over the items that differ - lambda (unused capacity)
//
// so every difference costs |r|, its loss, and only items whose loss is below
// the gap between L and the best choice can differ: the core. The core's items
// are taken in the order of their losses; a state is the change of count,
// weight and value so far. Of two states with the same count one is dropped if
// it is no lighter and no better. A state is also dropped when its bound, L
// less the losses so far and less the next loss for every item of count that is
// still to be made up, leaves nothing better than the best. The search ends
// when the next loss alone closes the gap. (Balas and Zemel's core, "An
// Algorithm for Large Zero-One Knapsack Problems", 1980, grown as in Pisinger's
// "An expanding-core algorithm for the exact 0-1 knapsack problem", 1995.)
type search struct {
	core   []int32
	lists  [][]state // by change of count, from -n to n
	spare  []state
	labels []label
	low    int // range of lists that hold states
	high   int
	proven bool

	baseValue  float64
	baseWeight int64
	inBase     []bool
}

// A state is the result of the differences so far.
type state struct {
	weight int64
	value  float64
	label  int32
}

// A label records the last item of a state and its previous label.
type label struct{ item, from int32 }

// expand runs the search.
func (s *Solver) expand() {
	n := s.p.Count
	s.begin()
	most := s.p.Labels
	if most == 0 {
		most = MaxLabels
	}
	for k, i := range s.core {
		loss := s.loss(i)
		if !s.promising(s.bound - loss) {
			break
		}
		next := math.MaxFloat64
		if k+1 < len(s.core) {
			next = s.loss(s.core[k+1])
		}
		s.flip(i, n, next)
		if len(s.labels) > most {
			s.fallBack()
			return
		}
	}
	s.proven = true
}

// begin sorts the core and creates the state of the base.
func (s *Solver) begin() {
	n := s.p.Count
	s.proven = false
	s.inBase = append(s.inBase[:0], make([]bool, len(s.p.Values))...)
	for _, i := range s.order[:n] {
		s.inBase[i] = true
	}
	s.baseValue, s.baseWeight = s.sums(s.order[:n])
	s.core = s.core[:0]
	for i := range s.p.Values {
		if s.promising(s.bound - s.loss(int32(i))) {
			s.core = append(s.core, int32(i))
		}
	}
	heapSort(s.core, func(a, b int32) bool {
		x, y := s.loss(a), s.loss(b)
		return x < y || x == y && a < b
	})
	for len(s.lists) < 2*n+1 {
		s.lists = append(s.lists, nil)
	}
	for d := range s.lists {
		s.lists[d] = s.lists[d][:0]
	}
	s.labels = append(s.labels[:0], label{-1, -1})
	s.lists[n] = append(s.lists[n], state{0, 0, 0})
	s.low, s.high = n, n
	s.offerState(state{0, 0, 0})
}

// loss returns the loss of an item, which is |r|.
func (s *Solver) loss(i int32) float64 { return math.Abs(s.key[i] - s.mu) }

// heapSort sorts indexes by a strict total order.
func heapSort(list []int32, before func(a, b int32) bool) {
	sink := func(i, n int) {
		for {
			c := 2*i + 1
			if c >= n {
				return
			}
			if c+1 < n && before(list[c], list[c+1]) {
				c++
			}
			if !before(list[i], list[c]) {
				return
			}
			list[i], list[c] = list[c], list[i]
			i = c
		}
	}
	for i := len(list)/2 - 1; i >= 0; i-- {
		sink(i, len(list))
	}
	for n := len(list) - 1; n > 0; n-- {
		list[0], list[n] = list[n], list[0]
		sink(0, n)
	}
}

// flip adds the states in which item i differs from the base. The order of the
// lists ensures that no state gets the item twice.
func (s *Solver) flip(i int32, n int, next float64) {
	if s.inBase[i] {
		if s.low > 0 {
			s.low--
		}
		for d := s.low; d < s.high; d++ {
			s.merge(d, d+1, i, -s.p.Weights[i], -s.p.Values[i], math.Abs(float64(d-n))*next)
		}
		s.prune(s.high, math.Abs(float64(s.high-n))*next)
	} else {
		if s.high < 2*n {
			s.high++
		}
		for d := s.high; d > s.low; d-- {
			s.merge(d, d-1, i, s.p.Weights[i], s.p.Values[i], math.Abs(float64(d-n))*next)
		}
		s.prune(s.low, math.Abs(float64(s.low-n))*next)
	}
	for s.low < s.high && len(s.lists[s.low]) == 0 {
		s.low++
	}
	for s.high > s.low && len(s.lists[s.high]) == 0 {
		s.high--
	}
}

// merge merges the states of list from, changed by the item, into list d. Lists
// are ordered by weight and by value. A state is dropped if another dominates
// it, or if its bound less countLoss is no better than the best. CountLoss is
// the least loss for restoring the count.
func (s *Solver) merge(d, from int, item int32, weight int64, value, countLoss float64) {
	a, b := s.lists[d], s.lists[from]
	out := s.spare[:0]
	greatest := math.Inf(-1)
	balanced := d == s.p.Count
	for x, y := 0, 0; x < len(a) || y < len(b); {
		var st state
		fresh := false
		if y >= len(b) || x < len(a) && (a[x].weight < b[y].weight+weight ||
			a[x].weight == b[y].weight+weight && a[x].value >= b[y].value+value) {
			st = a[x]
			x++
		} else {
			st = state{b[y].weight + weight, b[y].value + value, b[y].label}
			y++
			fresh = true
		}
		if st.value <= greatest {
			continue
		}
		greatest = st.value
		if !s.promising(s.potential(st, d) - countLoss) {
			continue
		}
		if fresh {
			s.labels = append(s.labels, label{item, st.label})
			st.label = int32(len(s.labels) - 1)
			if balanced {
				s.offerState(st)
			}
		}
		out = append(out, st)
	}
	s.lists[d], s.spare = out, a
}

// prune drops the pruned states of a list into which nothing was merged.
func (s *Solver) prune(d int, countLoss float64) {
	out := s.lists[d][:0]
	for _, st := range s.lists[d] {
		if s.promising(s.potential(st, d) - countLoss) {
			out = append(out, st)
		}
	}
	s.lists[d] = out
}

// potential returns L minus the losses of a state.
func (s *Solver) potential(st state, d int) float64 {
	return s.baseValue + st.value + float64(s.lambda*float64(s.p.Capacity-s.baseWeight-st.weight)) - float64(
		s.mu*float64(d-s.p.Count))
}

// offerState offers the choice of a state if it fits the capacity and is better
// than the best. The state has the right count. Its items are the items of the base,
// changed by the labels of the state.
func (s *Solver) offerState(st state) {
	if s.baseWeight+st.weight > s.p.Capacity || s.baseValue+st.value <= s.best {
		return
	}
	changed := make([]bool, len(s.p.Values))
	for l := st.label; l > 0; l = s.labels[l].from {
		changed[s.labels[l].item] = true
	}
	items := make([]int32, 0, s.p.Count)
	for i := range s.inBase {
		if s.inBase[i] != changed[i] {
			items = append(items, int32(i))
		}
	}
	s.offer(items)
}

// fallBack solves a problem with too many states by the recurrence if its table
// is small enough.
func (s *Solver) fallBack() {
	if denseWork(s.p) > fallBackWork {
		return
	}
	r, err := Dense(s.p)
	if err != nil || r.Outcome != Found {
		return
	}
	s.proven = true
	if r.Value > s.best {
		s.offer(r.Items)
	}
}
