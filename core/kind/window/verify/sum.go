package verify

import (
	"cmp"
	"math"

	"gridbox/core/kind/window"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// sumSteps bounds the choices that are gone through at one start of one group
// for the greatest sum.
const sumSteps = 200_000

// greatest checks that no window has a greater sum of the attribute than the
// answer of Max Sum, or a lesser one where it minimises; it reports whether that
// was seen.
func (c *windowCheck) greatest(w *shown) bool {
	dense := c.options.Subset == window.Dense
	x := c.summing(w.value)
	if dense {
		x.most, x.charge = c.charged(x.windowField)
		c.roundedUp(x)
	}
	if found, complete := x.look(); found {
		if c.admitted("value", x.sum()) {
			return false
		}
		c.Violation("metrics.value", "is "+verify.Number(w.value)+"; there is a window with "+verify.Number(x.sum()))
		return false
	} else if !complete || dense {
		return false
	}
	c.met = "value"
	return true
}

// roundedUp checks that a window of the paper's recurrence is one that it can come
// to: its costs keep the budget when they are rounded up.
func (c *windowCheck) roundedUp(x *sumHunt) {
	s := c.Answer.Solution.(*window.Solution)
	k, sum := c.groupOf(s), 0.0
	for _, n := range c.nodesOf(s) {
		sum += x.charge(n, k)
	}
	if k >= 0 && sum > x.most[k] {
		c.Violation("solution.slots",
			"cost "+verify.Number(sum)+" cells when each is rounded up, more than the budget has: "+
				verify.Number(x.most[k]))
	}
}

// charged is what the paper's recurrence reckons with: costs rounded up to whole
// cells, and the budget in cells, by group.
func (c *windowCheck) charged(f *windowField) (most []float64, by charge) {
	if c.options.Subset != window.Dense {
		return f.strict, nil
	}
	cells := float64(max(c.options.Cells, 1))
	for range f.runtime {
		limit := math.Inf(1)
		if b := c.p.Request.Budget; b != nil {
			limit = math.Floor(*b * cells)
		}
		most = append(most, limit)
	}
	return most, func(node int32, k int) float64 {
		return math.Ceil(c.p.Nodes[node].Price * f.runtime[k] * cells)
	}
}

// A sumHunt looks for a window whose values add up to more than the best. Slots are
// in the order of their values. A cell is bounded by the n greatest values, and
// where these weigh too much by the Lagrangian bound: for any multiplier u >= 0
// no choice has more value than u x budget + the n greatest of value - u x weight.
type sumHunt struct {
	*windowHunt
	sign   float64
	unit   float64   // values are whole multiples of it where it is not 0
	value  []float64 // by node, in units
	best   float64   // a sum up to here is none of interest
	most   []float64 // by group
	charge charge
	items  []item // of the cell at hand
	found  float64
}

// summing looks for sums beyond a value.
func (c *windowCheck) summing(beyond float64) *sumHunt {
	f := c.searched()
	x := &sumHunt{windowHunt: &windowHunt{windowField: f}, sign: 1, most: f.strict,
		value: make([]float64, len(c.p.Nodes))}
	x.aim = x
	attribute := c.attribute()
	for i := range x.value {
		x.value[i] = c.p.Nodes[i].Attributes[attribute]
	}
	if c.Answer.Algorithm == "max-sum" && c.options.Minimise {
		x.sign = -1
	}
	x.measure(beyond)
	return x
}

// measure makes values whole where they are decimals.
func (x *sumHunt) measure(beyond float64) {
	x.unit = millionths
	total := 0.0
	for _, v := range x.value {
		w, ok := inMillionths(v)
		if total += math.Abs(w); !ok || total >= 1<<53 {
			x.unit = 1
			break
		}
	}
	for i, v := range x.value {
		if x.value[i] = x.sign * v; x.unit > 1 {
			w, _ := inMillionths(v)
			x.value[i] = x.sign * w
		}
	}
	x.best = x.sign * beyond * x.unit
	if x.unit > 1 { // a sum of whole numbers, and the rounding of the one that is said
		x.best = math.Floor(x.best + max(0.25, math.Abs(x.best)*0x1p-40))
	} else {
		x.best += float64(verify.Tolerance * (1 + math.Abs(x.best)))
	}
}

// look hunts everywhere.
func (x *sumHunt) look() (found, complete bool) {
	list := x.order(func(node int32) float64 { return -x.value[node] })
	return x.run(x.all(len(x.runtime)-1, math.Inf(1)), list)
}

// sum is the sum of the window that was found.
func (x *sumHunt) sum() float64 { return x.sign * x.found / x.unit }

// beats tells whether a bound leaves room for a sum beyond the best.
func (x *sumHunt) beats(bound, size float64) bool {
	bound += float64(size * 1e-12)
	if x.unit > 1 {
		bound = math.Floor(bound)
	}
	return bound > x.best
}

func (x *sumHunt) confine(c *windowCell, from []int32) bool {
	mark, last := len(x.arena), int32(-1)
	x.items = x.items[:0]
	sum, size, weight, least := 0.0, 0.0, 0.0, math.Inf(-1)
	f := emptyFrame()
	for _, j := range from {
		s := &x.pieces[j]
		value := x.value[s.node]
		if value < least {
			break
		}
		if !x.live(c, s) {
			continue
		}
		x.arena = append(x.arena, j)
		f.add(c, s)
		if s.node == last {
			continue
		}
		last = s.node
		i := item{value: value, cost: x.charge.of(s, c.k0)}
		if x.items = append(x.items, i); len(x.items) <= x.n {
			sum += i.value
			size += math.Abs(i.value)
			weight += i.cost
			if len(x.items) == x.n {
				if !x.beats(sum, size) {
					return false // the rest is worth less
				}
				// Beside the n-1 greatest others a lesser value is too little.
				least = x.best - (sum - value) - float64(size*2e-12)
			}
		}
	}
	c.slots = x.arena[mark:len(x.arena):len(x.arena)]
	if len(x.items) < x.n {
		return false
	}
	if weight > x.most[c.k0] {
		if !x.relaxed(c) {
			return false
		}
		f = x.without(c)
	}
	return f.tighten(c)
}

// without takes out of a cell, and so out of all that it is divided into, the slots
// whose nodes are in nothing beyond the best by the multiplier of the cell: with
// one of these in place of the least of the choice that is the bound, the bound
// leaves nothing. It gives the frame of the others.
func (x *sumHunt) without(c *windowCell) windowFrame {
	r := budgetRelaxation{items: x.items, n: x.n, budget: x.most[c.k0]}
	bound, size, _, _ := r.bound(c.u)
	x.looks -= r.looks
	least := math.Inf(1)
	for k := range r.items[:r.n] {
		least = min(least, r.items[k].key)
	}
	f, kept := emptyFrame(), c.slots[:0]
	for _, j := range c.slots {
		s := &x.pieces[j]
		key := x.value[s.node] - float64(c.u*x.charge.of(s, c.k0))
		if key >= least || x.beats(bound-least+key, size+math.Abs(least)+math.Abs(key)) {
			kept = append(kept, j)
			f.add(c, s)
		}
	}
	c.slots = kept[:len(kept):len(kept)]
	return f
}

// relaxed bounds a cell by multipliers, beginning with that of the cell that
// this one is half of; false where one shows that nothing in it is beyond the
// best.
func (x *sumHunt) relaxed(c *windowCell) (open bool) {
	r := budgetRelaxation{items: x.items, n: x.n, budget: x.most[c.k0], beats: x.beats}
	c.u, open = r.least(c.u, x.blur(r.budget))
	x.looks -= r.looks
	return open
}

// A relaxation bounds the value of n items within a budget.
type budgetRelaxation struct {
	items  []item
	n      int
	budget float64
	beats  func(bound, size float64) bool
	looks  int
}

// least goes to the multiplier of the least bound: from the crossing of the
// lines of two choices to the next, one too heavy and one within the budget; the
// bound is convex in the multiplier. It stops where a bound leaves nothing.
func (r *budgetRelaxation) least(hint, blur float64) (u float64, open bool) {
	if hint > 0 {
		if bound, size, _, _ := r.bound(hint); !r.beats(bound, size) {
			return hint, false
		}
	}
	bound, size, value, weight := r.bound(0)
	if weight <= r.budget || !r.beats(bound, size) {
		return 0, r.beats(bound, size)
	}
	_, _, lightValue, lightWeight := r.bound(math.Inf(1))
	if lightWeight > r.budget+blur {
		return 0, false // not even the cheapest are within the budget
	}
	for range 40 {
		next := (value - lightValue) / (weight - lightWeight)
		if !(next > 0) || math.IsInf(next, 1) {
			break
		}
		u = next
		bound, size, v, w := r.bound(u)
		if !r.beats(bound, size) {
			return u, false
		}
		if v-float64(u*w) <= value-float64(u*weight)+float64(size*1e-13) {
			break // the least bound
		}
		if w <= r.budget {
			lightValue, lightWeight = v, w
		} else {
			value, weight = v, w
		}
	}
	return u, true
}

// bound is the Lagrangian bound of a multiplier, and the value and weight of the
// choice that it is made of; size is that of its terms. An infinite multiplier
// chooses the lightest.
func (r *budgetRelaxation) bound(u float64) (bound, size, value, weight float64) {
	for k := range r.items {
		i := &r.items[k]
		if i.key = -i.cost; !math.IsInf(u, 1) {
			i.key = i.value - float64(u*i.cost)
		}
	}
	r.looks += 2 * len(r.items)
	greatestFirst(r.items, r.n)
	for k := range r.items[:r.n] {
		i := &r.items[k]
		value += i.value
		weight += i.cost
		size += math.Abs(i.value) + math.Abs(float64(u*i.cost))
	}
	if u == 0 {
		return value, size, value, weight
	}
	return value + float64(u*(r.budget-weight)), size + float64(u*r.budget), value, weight
}

// greatestFirst brings the n items of the greatest keys to the front.
func greatestFirst(list []item, n int) {
	for low, high := 0, len(list); high-low > 1 && low < n && n < high; {
		pivot := list[low+(high-low)/2].key
		i, k := low, high-1
		for i <= k {
			for list[i].key > pivot {
				i++
			}
			for list[k].key < pivot {
				k--
			}
			if i <= k {
				list[i], list[k] = list[k], list[i]
				i++
				k--
			}
		}
		switch {
		case n <= k:
			high = k + 1
		case n > i:
			low = i
		default:
			return
		}
	}
}

// settle goes through the choices at one start of one group that could be beyond
// the best.
func (x *sumHunt) settle(c *windowCell) bool {
	s := subset{n: x.n, budget: x.most[c.k0], best: x.best, lambda: c.u, whole: x.unit > 1}
	until := c.s0 + x.runtime[c.k0]
	for _, j := range c.slots {
		p := &x.pieces[j]
		if int(p.own) <= c.k0 && p.start <= c.s0 && p.end >= until {
			s.items = append(s.items, item{value: x.value[p.node], cost: x.charge.of(p, c.k0), own: true})
		}
	}
	s.search()
	x.looks -= s.steps
	x.over = x.over || s.steps > sumSteps && !s.found
	x.found = s.best
	return s.found
}

// An item is a candidate with its value and what it costs; a choice must hold
// one that is own.
type item struct {
	value, cost, key float64
	own              bool
}

// A subset looks for n items within a budget whose values add up to more than
// the best.
type subset struct {
	items  []item
	n      int
	budget float64
	best   float64
	lambda float64 // multiplier of the budget
	whole  bool    // values are whole numbers
	steps  int
	found  bool
}

// search goes through the choices in the order of what items bring at the
// multiplier.
func (s *subset) search() {
	if len(s.items) < s.n {
		return
	}
	for i := range s.items {
		s.items[i].key = s.items[i].value - float64(s.lambda*s.items[i].cost)
	}
	sorting.By(s.items, func(a, b item) int { return cmp.Compare(b.key, a.key) })
	s.choose(0, s.n, 0, 0, false)
}

// choose takes left more items from one place on.
func (s *subset) choose(from, left int, value, cost float64, owned bool) {
	if s.steps++; s.steps > sumSteps || s.found || cost > s.budget {
		return
	}
	if left == 0 {
		if owned && value > s.best {
			s.best, s.found = value, true
		}
		return
	}
	reach := value
	for _, x := range s.items[from:min(from+left, len(s.items))] {
		reach += x.key
	}
	if s.lambda > 0 {
		reach += float64(s.lambda * (s.budget - cost))
	}
	for i := from; i+left <= len(s.items); i++ {
		bound := reach + float64(math.Abs(reach)*1e-12)
		if s.whole {
			bound = math.Floor(bound)
		}
		if bound <= s.best {
			return // items stand in the order of what they bring
		}
		x := &s.items[i]
		s.choose(i+1, left-1, value+x.value, cost+x.cost, owned || x.own)
		if i+left < len(s.items) {
			reach += s.items[i+left].key - s.items[i].key
		}
	}
}
