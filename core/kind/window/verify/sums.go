package verify

import (
	"cmp"
	"math"

	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Sums is a search for a window whose values add up to more than a given sum.
type Sums struct {
	*Candidates
	Charge    func(node, group int) float64 // cost of a node
	Limit     []float64                     // on the charges of a window, by group
	Threshold float64                       // the sum to exceed, in units and negated to minimise
	sign      float64                       // -1 to minimise
	unit      float64                       // values are multiples of 1/unit; 1 if they are not decimals
	value     []float64                     // by node, in units
}

// Sums returns the search for a sum greater than a value, or less if the answer minimises.
func (c *Check) Sums(beyond float64) *Sums {
	f := c.Candidates()
	x := &Sums{Candidates: f, sign: 1, Limit: f.Strict, value: make([]float64, len(c.Problem.Nodes))}
	x.Charge = func(node, _ int) float64 { return f.Weight[node] }
	attribute := c.Attribute()
	for i := range x.value {
		x.value[i] = c.Problem.Nodes[i].Attributes[attribute]
	}
	if c.Answer.Algorithm == "max-sum" && c.Options.Minimise {
		x.sign = -1
	}
	x.unit = 1
	if whole, exact := wholes(x.value, func(int) bool { return true }); exact {
		x.value, x.unit = whole, millionths
	}
	for i := range x.value {
		x.value[i] *= x.sign
	}
	x.Threshold = x.sign * beyond * x.unit
	if x.unit > 1 { // the sum is a whole number; the given one may be rounded
		x.Threshold = math.Floor(x.Threshold + max(0.25, math.Abs(x.Threshold)*0x1p-40))
	} else {
		x.Threshold += float64(verify.Tolerance * (1 + math.Abs(x.Threshold)))
	}
	return x
}

// Search searches all groups. It returns the sum of a window that exceeds the given one. found is
// false if there is none, and complete is false if the work limit is reached.
//
// For any multiplier u >= 0 no choice of n nodes within the limit has a sum greater than u x
// limit + the n greatest of value - u x charge (Lagrangian relaxation). The best u of the whole
// group orders its nodes and excludes most starts. At the others the choice is made by branch and
// bound.
func (x *Sums) Search() (sum float64, found, complete bool) {
	complete = true
	for group := 0; group < len(x.Runtime) && complete && !found; group++ {
		c := Choice{Count: x.Count, Limit: x.Limit[group], Best: x.Threshold, Whole: x.unit > 1}
		for node, own := range x.Group {
			if own >= 0 && own <= group {
				c.Items = append(c.Items, x.item(node, group))
			}
		}
		u, open := c.multiplier()
		x.Work -= c.Steps
		if !open {
			continue
		}
		keys := make([]float64, len(x.Group))
		for node := range keys {
			keys[node] = float64(u*x.Charge(node, group)) - x.value[node]
		}
		most := float64(u * c.Limit)
		if u == 0 {
			most = 0
		}
		swept := x.Sweep(group, math.Inf(-1), Ranks(keys), func(start float64, free []int32) bool {
			bound, size := most, most
			for _, k := range free[:x.Count] {
				key := keys[x.Slots[k].Node]
				bound -= key
				size += math.Abs(key)
			}
			if c.exceeds(bound, size) {
				c.Items, c.Steps = c.Items[:0], 0
				for _, k := range free {
					s := &x.Slots[k]
					if s.End < start+x.Runtime[group] {
						continue
					}
					c.Items = append(c.Items, x.item(s.Node, group))
				}
				found = c.Search()
				x.Work -= c.Steps
				complete = complete && !c.Stopped
			}
			return found || x.Work < 0
		})
		complete = complete && swept && x.Work >= 0
		sum = x.sign * c.Best / x.unit
	}
	return sum, found, complete
}

// item returns a node as an item of a choice.
func (x *Sums) item(node, group int) Item {
	return Item{Value: x.value[node], Cost: x.Charge(node, group), Own: true}
}

// An Item is a node that may be chosen, with its value and cost.
type Item struct {
	Value, Cost float64
	Own         bool
	key         float64 // value minus the multiplier times the cost
}

// A Choice is a search for Count items within a limit of cost, at least one of them own, with a
// sum of values above Best. It is a branch and bound with a Lagrangian bound.
type Choice struct {
	Items   []Item
	Count   int
	Limit   float64
	Best    float64
	Whole   bool // values are whole numbers
	Steps   int  // work done
	Stopped bool // the search reached its node limit
	Nodes   int  // of the last search tree
	u       float64
	found   bool
}

// maxNodes is the limit of a choice's search tree.
const maxNodes = 200_000

// Search reports whether there is such a choice. Best is then its sum.
func (c *Choice) Search() bool {
	c.found, c.Nodes = false, 0
	u, open := c.multiplier()
	if !open {
		return false
	}
	c.rank(u)
	c.u = u
	c.branch(0, c.Count, 0, 0, false)
	c.Steps += c.Nodes
	c.Stopped = c.Nodes > maxNodes && !c.found
	return c.found
}

// exceeds reports whether a bound allows a sum above Best. The bound may have rounding errors of
// terms of the given size.
func (c *Choice) exceeds(bound, size float64) bool {
	bound += float64(size * 1e-12)
	if c.Whole {
		bound = math.Floor(bound)
	}
	return bound > c.Best
}

// rank sorts the items by value minus u times cost, in descending order. If u is infinite, they
// are sorted by ascending cost.
func (c *Choice) rank(u float64) {
	for i := range c.Items {
		x := &c.Items[i]
		if x.key = -x.Cost; !math.IsInf(u, 1) {
			x.key = x.Value - float64(u*x.Cost)
		}
	}
	c.Steps += 8 * len(c.Items)
	sorting.Sort(c.Items, func(a, b Item) int { return cmp.Compare(b.key, a.key) })
}

// bound returns the Lagrangian bound of a multiplier, the size of its terms, and the value and
// cost of its choice. An infinite multiplier chooses the cheapest items.
func (c *Choice) bound(u float64) (bound, size, value, cost float64) {
	c.rank(u)
	for _, x := range c.Items[:c.Count] {
		value += x.Value
		cost += x.Cost
		size += math.Abs(x.Value) + math.Abs(float64(u*x.Cost))
	}
	if u == 0 {
		return value, size, value, cost
	}
	return value + float64(u*(c.Limit-cost)), size + float64(u*c.Limit), value, cost
}

// multiplier returns the multiplier of the least Lagrangian bound. It reports false if some bound
// proves that no choice exceeds Best. The bound is convex in the multiplier. Each step goes to
// the intersection of the lines of two choices, one above the limit and one within it.
func (c *Choice) multiplier() (u float64, open bool) {
	if len(c.Items) < c.Count {
		return 0, false
	}
	bound, size, value, cost := c.bound(0)
	if cost <= c.Limit || !c.exceeds(bound, size) {
		return 0, c.exceeds(bound, size)
	}
	_, _, lightValue, lightCost := c.bound(math.Inf(1))
	if lightCost > c.Limit+float64(math.Abs(c.Limit)*1e-12) {
		return 0, false // even the cheapest exceed the limit
	}
	for range 40 {
		next := (value - lightValue) / (cost - lightCost)
		if !(next > 0) || math.IsInf(next, 1) {
			break
		}
		u = next
		bound, size, v, w := c.bound(u)
		if !c.exceeds(bound, size) {
			return u, false
		}
		if v-float64(u*w) <= value-float64(u*cost)+float64(size*1e-13) {
			break // the least bound
		}
		if w <= c.Limit {
			lightValue, lightCost = v, w
		} else {
			value, cost = v, w
		}
	}
	return u, true
}

// branch chooses left more items from an index on, depth first. It ends at the first choice with an
// own item that exceeds c.Best, or at the limit of nodes. A branch that cannot exceed c.Best is
// pruned.
func (c *Choice) branch(from, left int, value, cost float64, own bool) {
	if c.Nodes++; c.Nodes > maxNodes || c.found || cost > c.Limit {
		return
	}
	if left == 0 {
		if own && value > c.Best {
			c.Best, c.found = value, true
		}
		return
	}
	reach := value
	for _, x := range c.Items[from:min(from+left, len(c.Items))] {
		reach += x.key
	}
	if c.u > 0 {
		reach += float64(c.u * (c.Limit - cost))
	}
	for i := from; i+left <= len(c.Items); i++ {
		if !c.exceeds(reach, math.Abs(reach)) {
			return // items are sorted by key
		}
		x := &c.Items[i]
		c.branch(i+1, left-1, value+x.Value, cost+x.Cost, own || x.Own)
		if i+left < len(c.Items) {
			reach += c.Items[i+left].key - c.Items[i].key
		}
	}
}
