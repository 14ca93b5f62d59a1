package verify

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Candidates are the nodes that meet the request, in groups of equal performance, with their free
// times between the earliest start and the deadline. Group 0 is the fastest. A window of group k
// lasts Runtime[k] and has nodes of the groups up to k.
//
// Weights are prices. If all prices have at most six decimals, they are whole numbers of
// millionths, so that their sums are exact. A node whose part alone costs more than the budget is
// omitted.
type Candidates struct {
	Count   int       // nodes of a window
	Speed   []float64 // by group
	Runtime []float64
	Group   []int     // by node, -1 if omitted
	Weight  []float64 // by node
	Exact   bool      // weights are whole and the budget compares exactly
	// Strict and Lax are the greatest weights that the budget allows a window of a
	// group. They differ by the rounding of the comparison, if it is not exact.
	Strict, Lax []float64
	Slots       []Slot  // by start, then by node
	WeightRank  []int   // by node: its rank by weight, ties in the order of the document
	Work        int     // number of slots that searches may still visit
	unit        float64 // Weight = price x unit
}

// A Slot is a free time of a node.
type Slot struct {
	Node       int
	Start, End float64
}

// searchLimit is the greatest number of slots visited by the searches of one check, plus one for
// each start of a window. It suffices for 1,000 slots of 1,000 nodes of different performances.
const searchLimit = 20_000_000

// Candidates returns the candidates of the problem. They are computed once.
func (c *Check) Candidates() *Candidates {
	if c.candidates != nil {
		return c.candidates
	}
	p, r := c.Problem, c.Problem.Request
	f := &Candidates{Count: r.Nodes, Work: searchLimit, unit: 1}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		f.Group, f.Weight = append(f.Group, -1), append(f.Weight, n.Price)
		dear := r.Budget != nil && n.Price*(r.Volume/n.Performance) > *r.Budget*(1+verify.Tolerance)
		if !dear && c.Misfit(n) == "" {
			f.Group[i] = 0
			f.Speed = append(f.Speed, n.Performance)
		}
	}
	fastestFirst := func(a, b float64) int { return cmp.Compare(b, a) }
	sorting.Sort(f.Speed, fastestFirst)
	f.Speed = slices.Compact(f.Speed)
	for _, speed := range f.Speed {
		f.Runtime = append(f.Runtime, r.Volume/speed)
	}
	for i := range f.Group {
		if f.Group[i] == 0 {
			f.Group[i], _ = slices.BinarySearchFunc(f.Speed, p.Nodes[i].Performance, fastestFirst)
		}
	}
	whole, exact := wholes(f.Weight, func(i int) bool { return f.Group[i] >= 0 })
	if exact {
		f.Weight, f.unit, f.Exact = whole, millionths, true
	}
	f.afford(r.Budget, r.Volume)
	f.WeightRank = Ranks(f.Weight)
	f.open(c)
	c.candidates = f
	return f
}

// open lists the free times that are long enough for a part.
func (f *Candidates) open(c *Check) {
	r, to := c.Problem.Request, c.Problem.Horizon
	if r.Deadline != nil {
		to = min(to, *r.Deadline)
	}
	for i, free := range c.Free {
		if f.Group[i] < 0 {
			continue
		}
		for _, s := range free {
			start, end := max(s.Start, r.EarliestStart), min(s.End, to)
			if start+f.Runtime[f.Group[i]] <= end {
				f.Slots = append(f.Slots, Slot{i, start, end})
			}
		}
	}
	sorting.Sort(f.Slots, CompareByStart)
}

// CompareByStart orders slots by start and then by node.
func CompareByStart(a, b Slot) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Node, b.Node))
}

// Ranks returns the rank of each key, the least key first, ties in their order.
func Ranks(keys []float64) []int {
	order, ranks := make([]int, len(keys)), make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	for rank, i := range order {
		ranks[i] = rank
	}
	return ranks
}

// millionths is the unit of whole weights and values.
const millionths = 1e6

// toMillionths returns a number as a whole number of millionths. It reports false if it
// has more decimals or more than sixteen digits.
func toMillionths(x float64) (w float64, ok bool) {
	w = math.Round(x * millionths)
	return w, math.Abs(w) < 1<<53 && w/millionths == x
}

// wholes returns numbers as whole millionths whose sums are exact. Numbers that do not count are 0.
// It reports false if one has more decimals or a sum may be too great.
func wholes(list []float64, counts func(i int) bool) ([]float64, bool) {
	total, out := 0.0, make([]float64, len(list))
	for i, x := range list {
		if !counts(i) {
			continue
		}
		w, ok := toMillionths(x)
		if total += math.Abs(w); !ok || total >= 1<<53 {
			return nil, false
		}
		out[i] = w
	}
	return out, true
}

// afford computes the greatest affordable weight of each group: weight x volume / (unit x
// performance) <= budget. If all of these are decimals, the greatest whole weight is computed in
// 128-bit integers.
func (f *Candidates) afford(budget *float64, volume float64) {
	v, isV := toMillionths(volume)
	money, isC := 0.0, true
	if budget != nil {
		money, isC = toMillionths(*budget)
	}
	exact := f.Exact && isV && isC
	for k := range f.Speed {
		strict, lax := math.Inf(1), math.Inf(1)
		if budget != nil {
			most := *budget / f.Runtime[k] * f.unit
			if p, isP := toMillionths(f.Speed[k]); exact && isP && most < 1<<53 {
				high, low := bits.Mul64(uint64(money), uint64(p))
				whole, _ := bits.Div64(high, low, uint64(v))
				strict, lax = float64(whole), float64(whole)
			} else {
				f.Exact = f.Exact && most >= 1<<53
				strict, lax = most*(1-verify.Tolerance), most*(1+verify.Tolerance)
			}
		}
		f.Strict, f.Lax = append(f.Strict, strict), append(f.Lax, lax)
	}
}

// Cost returns the cost of a weight in a group.
func (f *Candidates) Cost(weight float64, group int) float64 {
	return weight / f.unit * f.Runtime[group]
}
