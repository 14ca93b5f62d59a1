package verify

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"gridbox/core/kind/window"
	"gridbox/core/policy"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Of a check of a window: how many slots it looks at in search of something
// better, over all its searches; a look takes a few nanoseconds. They are as many as
// lasts a moment, so that a check never keeps one waiting whose answer does not,
// and more where the run itself takes longer: so many times its own steps.
const (
	windowLooks = 150_000_000
	leastLooks  = 40_000_000
	looksAStep  = 15
)

// looksFor is how many there are for an algorithm's answer.
func looksFor(p *window.WindowProblem, algorithm string) int {
	return int(min(windowLooks, max(leastLooks, looksAStep*p.Work(algorithm))))
}

// A field is what there is to search for windows: the nodes that suit, in groups
// of one performance, and their free times between the earliest start and the
// latest finish. Group 0 is the fastest; a window of group k lasts runtime[k]
// and takes nodes of the groups up to k.
//
// Weights are prices, as whole numbers where prices have up to six decimals, so
// that sums of them are exact. A node whose part alone costs more than the budget
// is in no window; it is left out, and no price of its own makes others rougher.
type windowField struct {
	n       int
	speed   []float64
	runtime []float64
	own     []int32 // by node: its group, -1 for one that is left out
	weight  []float64
	unit    float64 // weight = price x unit
	exact   bool    // whether weights are whole and the budget compares exactly
	// The greatest weight that the budget of a group allows: less and more what
	// rounding may hide, which are equal where the comparison is exact.
	strict, lax []float64
	pieces      []opening // node by node, each by time; the nodes as inOrder says
	byWeight    []int32   // pieces, as a hunt for cheap windows has them; made when there is one
	looks, most int       // left, and of how many
	left        int       // pieces left out, which cost each hunt the looks that they would have cost it
}

// An opening is a free time of a node.
type opening struct {
	node, own  int32
	start, end float64
	weight     float64 // of the node
}

// searched is the field of the problem; it is made once.
func (c *windowCheck) searched() *windowField {
	if c.field != nil {
		return c.field
	}
	p, r := c.p, c.p.Request
	most := looksFor(p, c.Answer.Algorithm)
	f := &windowField{n: r.Nodes, looks: most, most: most, own: make([]int32, len(p.Nodes)), unit: 1,
		weight: make([]float64, len(p.Nodes))}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		f.own[i], f.weight[i] = -1, n.Price
		dear := r.Budget != nil && n.Price*(r.Volume/n.Performance) > *r.Budget*(1+verify.Tolerance)
		if !dear && c.misfit(n) == "" {
			f.own[i] = 0
			f.speed = append(f.speed, n.Performance)
		}
	}
	f.speed = distinct(f.speed)
	for _, speed := range f.speed {
		f.runtime = append(f.runtime, r.Volume/speed)
	}
	last := 0 // many nodes are as fast as the one before
	for i := range f.own {
		if f.own[i] == 0 {
			if speed := p.Nodes[i].Performance; f.speed[last] != speed {
				last, _ = slices.BinarySearchFunc(f.speed, speed, func(a, b float64) int { return cmp.Compare(b, a) })
			}
			f.own[i] = int32(last)
		}
	}
	f.weigh()
	f.afford(r.Budget, r.Volume)
	to := p.Horizon
	if r.Deadline != nil {
		to = min(to, *r.Deadline)
	}
	f.open(c, to)
	c.field = f
	return f
}

// inOrder lists the nodes: by weight, because most hunts go through them so and
// through memory from end to end then; in the order of the document for people's
// own criteria.
func (f *windowField) inOrder(algorithm string) []int32 {
	if algorithm != "custom" && algorithm != policy.Own {
		return verify.LeastFirst(f.weight)
	}
	return verify.LeastFirst(make([]float64, len(f.weight)))
}

// distinct are the numbers of a list, the greatest first and each once. Mostly they are
// few, and found without sorting the list.
func distinct(list []float64) []float64 {
	const few = 64
	var out []float64
	for _, x := range list {
		at, known := slices.BinarySearchFunc(out, x, func(a, b float64) int { return cmp.Compare(b, a) })
		if known {
			continue
		}
		if len(out) == few {
			return slices.Compact(descending(list))
		}
		out = sorting.Put(out, at, x)
	}
	return out
}

// descending are numbers, the greatest first.
func descending(list []float64) []float64 {
	out := make([]float64, len(list))
	for i, k := range verify.LeastFirst(list) {
		out[len(out)-1-i] = list[k]
	}
	return out
}

// millionths is what decimals of up to six places are multiples of.
const millionths = 1e6

// whole is a decimal of up to six places as millionths.
func inMillionths(x float64) (w float64, ok bool) {
	w = math.Round(x * millionths)
	return w, math.Abs(w) < 1<<53 && w/millionths == x
}

// weigh makes the weights whole where all of them are decimals.
func (f *windowField) weigh() {
	total, weights := 0.0, make([]float64, len(f.weight))
	for i, price := range f.weight {
		if f.own[i] < 0 {
			continue
		}
		w, ok := inMillionths(price)
		if total += w; !ok || total >= 1<<53 {
			return
		}
		weights[i] = w
	}
	f.weight, f.unit, f.exact = weights, millionths, true
}

// afford finds what the budget allows in each group: weight x volume / (unit x
// performance) <= budget. Where all of these are decimals the products are
// compared as whole numbers of 128 bits.
func (f *windowField) afford(budget *float64, volume float64) {
	v, isV := inMillionths(volume)
	money, isC := 0.0, true
	if budget != nil {
		money, isC = inMillionths(*budget)
	}
	exact := f.exact && isV && isC
	for k := range f.speed {
		if budget == nil {
			f.strict, f.lax = append(f.strict, math.Inf(1)), append(f.lax, math.Inf(1))
			continue
		}
		most := *budget / f.runtime[k] * f.unit
		p, isP := inMillionths(f.speed[k])
		if !exact || !isP || most >= 1<<53 {
			f.exact = f.exact && most >= 1<<53
			f.strict, f.lax = append(f.strict, most*(1-verify.Tolerance)), append(f.lax, most*(1+verify.Tolerance))
			continue
		}
		fits := func(w float64) bool { return !productAbove(w, v, money, p) }
		w := math.Floor(most)
		for w > 0 && !fits(w) {
			w--
		}
		for fits(w + 1) {
			w++
		}
		f.strict, f.lax = append(f.strict, w), append(f.lax, w)
	}
}

// productAbove tells whether a b > c d, for whole numbers below 2^53.
func productAbove(a, b, c, d float64) bool {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	high, low := bits.Mul64(uint64(c), uint64(d))
	return hi > high || hi == high && lo > low
}

// cost is what a weight costs in a group.
func (f *windowField) cost(weight float64, k int) float64 { return weight / f.unit * f.runtime[k] }

// order lists the pieces node by node, in the order of the nodes' keys; equal
// ones stay as in the document.
func (f *windowField) order(key func(node int32) float64) []int32 {
	var nodes, from []int32 // of each node with pieces, where the first is
	for j := range f.pieces {
		if n := f.pieces[j].node; j == 0 || n != f.pieces[j-1].node {
			nodes, from = append(nodes, n), append(from, int32(j))
		}
	}
	from = append(from, int32(len(f.pieces)))
	keys := make([]float64, len(nodes))
	for i, n := range nodes {
		keys[i] = key(n)
	}
	list := make([]int32, 0, len(f.pieces))
	for _, i := range verify.LeastFirst(keys) {
		for j := from[i]; j < from[i+1]; j++ {
			list = append(list, j)
		}
	}
	return list
}

// cheaper orders nodes by weight; equal ones stay as in the document.
func (f *windowField) cheaper(a, b int32) int { return cmp.Compare(f.weight[a], f.weight[b]) }
