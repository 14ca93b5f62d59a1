package knapsack

import "math"

// relax finds the multiplier lambda >= 0 under which the relaxed problem
//
//	L(lambda) = lambda Capacity + the n greatest of value - lambda weight
//
// is least. L bounds every choice from above: a choice that fits has value <=
// value + lambda (Capacity - weight) <= L(lambda). L is convex and piecewise
// linear; each step intersects the lines of a choice A that is too heavy and
// a choice B that fits, and evaluates L there. What fits on the way is offered
// as a choice. It reports whether any choice fits.
func (s *Solver) relax() bool {
	light := s.lightestItems()
	lightValue, lightWeight := s.sums(light)
	if lightWeight > s.p.Capacity {
		return false
	}
	s.offer(light)
	heavyValue, heavyWeight := s.pick(0)
	if heavyWeight <= s.p.Capacity {
		s.offer(s.order[:s.p.Count])
		s.bound = heavyValue
		return true
	}
	for range 64 {
		if heavyValue <= lightValue {
			s.pick(0)
			break
		}
		lambda := (heavyValue - lightValue) / float64(heavyWeight-lightWeight)
		value, weight := s.pick(lambda)
		if weight <= s.p.Capacity {
			s.offer(s.order[:s.p.Count])
		}
		line := heavyValue - float64(lambda*float64(heavyWeight))
		if value-float64(lambda*float64(weight)) <= line+s.slack {
			break
		}
		if weight <= s.p.Capacity {
			lightValue, lightWeight = value, weight
		} else {
			heavyValue, heavyWeight = value, weight
		}
	}
	s.bound = s.lagrange()
	s.settle()
	return true
}

// settle chooses again among the items whose keys tie at the threshold, where L
// does not determine the choice: in the order of their weights, the heaviest
// run of neighbours that fits. If values nearly follow from weights almost
// everything ties, and the search then starts near a full capacity.
func (s *Solver) settle() {
	n := s.p.Count
	last := math.Inf(1)
	for _, i := range s.order[:n] {
		last = min(last, s.key[i])
	}
	tie := func(i int32) bool { return math.Abs(s.key[i]-last) <= s.slack }
	first, end := 0, n
	for i := range n { // move the tied ones of the choice behind the others
		if !tie(s.order[i]) {
			s.order[i], s.order[first] = s.order[first], s.order[i]
			first++
		}
	}
	for i := n; i < len(s.order); i++ {
		if tie(s.order[i]) {
			s.order[i], s.order[end] = s.order[end], s.order[i]
			end++
		}
	}
	if end == n {
		return
	}
	tied, k := s.order[first:end], n-first
	heapSort(tied, func(a, b int32) bool {
		x, y := s.p.Weights[a], s.p.Weights[b]
		return x < y || x == y && a < b
	})
	_, weight := s.sums(s.order[:n])
	at := 0
	for at+k < len(tied) {
		more := weight + s.p.Weights[tied[at+k]] - s.p.Weights[tied[at]]
		if more > s.p.Capacity {
			break
		}
		weight = more
		at++
	}
	for i := range k { // move the run to the front
		tied[i], tied[at+i] = tied[at+i], tied[i]
	}
	if weight <= s.p.Capacity {
		s.offer(s.order[:n])
	}
}

// lagrange returns L at the multiplier of the last pick. It also sets mu, the
// multiplier of the count, between the last key taken and the first left out.
func (s *Solver) lagrange() float64 {
	n := s.p.Count
	sum, last, next := 0.0, math.Inf(1), math.Inf(-1)
	for _, i := range s.order[:n] {
		sum += s.key[i]
		last = min(last, s.key[i])
	}
	for _, i := range s.order[n:] {
		next = max(next, s.key[i])
	}
	s.mu = last
	if n < len(s.order) {
		s.mu = float64(last/2) + float64(next/2)
	}
	return sum + float64(s.lambda*float64(s.p.Capacity))
}

// pick moves the n items with the greatest keys to the front and returns their
// value and weight.
func (s *Solver) pick(lambda float64) (value float64, weight int64) {
	s.lambda = lambda
	s.fill(func(i int) float64 { return s.p.Values[i] - float64(lambda*float64(s.p.Weights[i])) })
	s.partition()
	return s.sums(s.order[:s.p.Count])
}

// lightestItems returns the n lightest items, of equal ones those of greater value.
func (s *Solver) lightestItems() []int32 {
	s.fill(func(i int) float64 { return -float64(s.p.Weights[i]) })
	s.partition()
	return s.order[:s.p.Count]
}

func (s *Solver) fill(key func(i int) float64) {
	s.key, s.order = s.key[:0], s.order[:0]
	for i := range s.p.Values {
		s.key = append(s.key, key(i))
		s.order = append(s.order, int32(i))
	}
}

func (s *Solver) sums(items []int32) (value float64, weight int64) {
	for _, i := range items {
		value += s.p.Values[i]
		weight += s.p.Weights[i]
	}
	return value, weight
}

// precedes reports whether item a precedes item b: by falling key, then by weight, by value and by index.
func (s *Solver) precedes(a, b int32) bool {
	x, y := s.key[a], s.key[b]
	if x != y {
		return x > y
	}
	if s.p.Weights[a] != s.p.Weights[b] {
		return s.p.Weights[a] < s.p.Weights[b]
	}
	if s.p.Values[a] != s.p.Values[b] {
		return s.p.Values[a] > s.p.Values[b]
	}
	return a < b
}

// partition moves the first n items in the order of before to the front:
// quickselect with the median of three as pivot.
func (s *Solver) partition() {
	list, n := s.order, s.p.Count
	for len(list) > 1 && n > 0 && n < len(list) {
		mid, last := len(list)/2, len(list)-1
		if s.precedes(list[mid], list[0]) {
			list[mid], list[0] = list[0], list[mid]
		}
		if s.precedes(list[last], list[0]) {
			list[last], list[0] = list[0], list[last]
		}
		if s.precedes(list[last], list[mid]) {
			list[last], list[mid] = list[mid], list[last]
		}
		list[mid], list[last] = list[last], list[mid]
		pivot, at := list[last], 0
		for i := range last {
			if s.precedes(list[i], pivot) {
				list[i], list[at] = list[at], list[i]
				at++
			}
		}
		list[at], list[last] = list[last], list[at]
		switch {
		case at == n:
			return
		case at > n:
			list = list[:at]
		default:
			list, n = list[at+1:], n-at-1
		}
	}
}

// swapWork is the limit of exchanges that are evaluated to improve the first
// choice.
const swapWork = 1 << 18

// improve exchanges one item of the choice for one outside, the best exchange
// that fits, until none improves it. It shortens the search and does not change
// the answer.
func (s *Solver) improve() {
	if !s.have {
		return
	}
	inside := make([]bool, len(s.p.Values))
	for _, i := range s.chosen {
		inside[i] = true
	}
	_, weight := s.sums(s.chosen)
	for work := 0; work < swapWork; work += len(s.chosen) * len(inside) {
		room, gain := s.p.Capacity-weight, 0.0
		from, to := -1, int32(-1)
		for k, i := range s.chosen {
			v, w := s.p.Values[i], s.p.Weights[i]+room
			for j := range s.p.Values {
				if !inside[j] && s.p.Weights[j] <= w && s.p.Values[j]-v > gain {
					from, to, gain = k, int32(j), s.p.Values[j]-v
				}
			}
		}
		if from < 0 || gain <= s.slack {
			break
		}
		i := s.chosen[from]
		inside[i], inside[to] = false, true
		weight += s.p.Weights[to] - s.p.Weights[i]
		s.chosen[from] = to
	}
	ascending(s.chosen)
	s.best = s.value(s.chosen)
}

// Relax returns the least Lagrangian bound of all choices and its multiplier of
// the capacity, without a search. If no choice fits the bound is -Inf.
func (s *Solver) Relax(p Problem) (bound, multiplier float64) {
	s.p, s.have, s.best = p, false, math.Inf(-1)
	s.measure()
	if p.Count <= 0 || p.Count > len(p.Values) {
		return math.Inf(-1), 0
	}
	if p.Floored && p.Hint > 0 {
		s.best = p.Floor
		value, weight := s.pick(p.Hint)
		if bound := value + float64(p.Hint*float64(p.Capacity-weight)); !s.promising(bound) {
			return bound + s.slack, p.Hint
		}
		s.best = math.Inf(-1)
	}
	if !s.relax() {
		return math.Inf(-1), 0
	}
	return s.bound + s.slack, s.lambda
}
