package verify

import (
	"math"

	"gridbox/core/kind/window"
	"gridbox/core/verify"
)

// Sums searches for a window whose values add up to more than a given sum.
type Sums struct {
	*Candidates
	Charge func(node, group int) float64 // what a node costs
	Limit  []float64                     // on the charges of a window, by group
	sign   float64                       // -1 to minimise
	unit   float64                       // values are multiples of 1/unit; 1 if they are no decimals
	value  []float64                     // by node, in units
	best   float64                       // only a greater sum counts
}

// Sums returns the search for a sum beyond a value: greater, or less if the answer
// minimises.
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
	x.measure(beyond)
	return x
}

// measure makes the values whole if all are decimals.
func (x *Sums) measure(beyond float64) {
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
	if x.unit > 1 { // the sum is a whole number; the given one may be rounded
		x.best = math.Floor(x.best + max(0.25, math.Abs(x.best)*0x1p-40))
	} else {
		x.best += float64(verify.Tolerance * (1 + math.Abs(x.best)))
	}
}

// Any makes the search find a window of any sum.
func (x *Sums) Any() { x.best = math.Inf(-1) }

// Search searches all groups. It returns the sum of a window that has more, and reports
// false for found if there is none and for complete if the limit of work is reached.
//
// For any multiplier u >= 0 no choice of n nodes within the limit has a greater sum
// than u x limit + the n greatest of value - u x charge (Lagrangian relaxation). The
// best u of the whole group orders its nodes and excludes most starts. At the others
// the choice is made by branch and bound.
func (x *Sums) Search() (sum float64, found, complete bool) {
	complete = true
	for group := 0; group < len(x.Runtime) && complete && !found; group++ {
		c := Choice{Count: x.Count, Limit: x.Limit[group], Best: x.best, Whole: x.unit > 1}
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

func (x *Sums) item(node, group int) Item {
	return Item{Value: x.value[node], Cost: x.Charge(node, group), Own: true}
}

// Charged sets the charges of the paper's recurrence, if the answer chooses by it: costs
// rounded up to whole cells, and the budget in cells.
func (x *Sums) Charged(c *Check) {
	if c.Options.Subset != window.Dense {
		return
	}
	cells := float64(max(c.Options.Cells, 1))
	limit := math.Inf(1)
	if b := c.Problem.Request.Budget; b != nil {
		limit = math.Floor(*b * cells)
	}
	x.Limit = make([]float64, len(x.Runtime))
	for group := range x.Limit {
		x.Limit[group] = limit
	}
	x.Charge = func(node, group int) float64 {
		return math.Ceil(c.Problem.Nodes[node].Price * x.Runtime[group] * cells)
	}
}
