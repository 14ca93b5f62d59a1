package verify

import (
	"cmp"
	"math"

	"gridbox/core/sorting"
)

// An Item is a node that a choice may have, with its value and what it costs.
type Item struct {
	Value, Cost float64
	Own         bool
	key         float64 // value less the price of its cost
}

// A Choice searches for Count items within a limit of cost, one of them an own one,
// whose values add up to more than Best.
type Choice struct {
	Items   []Item
	Count   int
	Limit   float64
	Best    float64
	Whole   bool // values are whole numbers
	Steps   int  // work done
	Stopped bool // the search ended at its limit of steps
	Nodes   int  // of the last search tree
	u       float64
	found   bool
}

// maxNodes is the limit of a choice's search tree.
const maxNodes = 200_000

// Search reports whether there is such a choice. Its sum is Best then.
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

// exceeds reports whether a bound leaves room for a sum above Best. The bound may be off
// by the rounding of terms of a size.
func (c *Choice) exceeds(bound, size float64) bool {
	bound += float64(size * 1e-12)
	if c.Whole {
		bound = math.Floor(bound)
	}
	return bound > c.Best
}

// rank orders the items by value less u times cost, the greatest first.
func (c *Choice) rank(u float64) {
	for i := range c.Items {
		x := &c.Items[i]
		if x.key = -x.Cost; !math.IsInf(u, 1) {
			x.key = x.Value - float64(u*x.Cost)
		}
	}
	c.Steps += 8 * len(c.Items)
	sorting.By(c.Items, func(a, b Item) int { return cmp.Compare(b.key, a.key) })
}

// bound returns the Lagrangian bound of a multiplier, the size of its terms, and the
// value and cost of the choice that it consists of. An infinite multiplier chooses the
// cheapest.
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

// multiplier returns the multiplier of the least Lagrangian bound. It reports false if
// some bound shows that no choice has more than Best. The bound is convex in the
// multiplier: each step goes to the crossing of the lines of two choices, one above the
// limit and one within it.
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
		return 0, false // not even the cheapest are within the limit
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

// branch chooses left more items from one place on.
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
			return // the items come in the order of their keys
		}
		x := &c.Items[i]
		c.branch(i+1, left-1, value+x.Value, cost+x.Cost, own || x.Own)
		if i+left < len(c.Items) {
			reach += c.Items[i+left].key - c.Items[i].key
		}
	}
}
