package solve

// A relaxation is the linear relaxation of the multiple-choice knapsack problem: one item of each class with the least
// sum of g, the sum of z within a limit.
//
// All classes begin with their least z. Steps along the convex hulls of the
// classes are taken in the order of their steepness, the fall of g per unit of
// z; the hulls are convex, so the steps of a class come in order. The first
// step that does not fit gives the price lambda of z. For any lambda >= 0 and
// any combination x that keeps the limit Z
//
//	sum g(x) >= sum g(x) + lambda (sum z(x) - Z) >= sum_i min_k (g_ik + lambda z_ik) - lambda Z,
//
// the bound by which the programme in choose.go prunes combinations.
type relaxation struct {
	classes []class
	hulls   []int32 // the hulls of all classes, concatenated
	from    []int32 // start of each
	at      []int32 // position of each class on its hull
	heap    []int32 // classes with a step left, the steepest on top
	picks   []int32 // the combination, as indexes in the classes
	price   float64 // lambda
	all     bool    // every step fits: picks is optimal
}

// begin sets the classes and returns the sum of their least z.
func (x *relaxation) begin(classes []class) float64 {
	x.classes, x.price, x.all = classes, 0, false
	x.hulls, x.from, x.at, x.picks, x.heap = x.hulls[:0], x.from[:0], x.at[:0], x.picks[:0], x.heap[:0]
	least := 0.0
	for _, c := range classes {
		x.from = append(x.from, int32(len(x.hulls)))
		x.hulls = c.hull(x.hulls)
		x.at, x.picks = append(x.at, 0), append(x.picks, 0)
		least += c[0].z
	}
	x.from = append(x.from, int32(len(x.hulls)))
	for i := range classes {
		if x.steps(int32(i)) {
			x.push(int32(i))
		}
	}
	return least
}

// steps reports whether a class has a step left.
func (x *relaxation) steps(i int32) bool { return x.from[i]+x.at[i]+1 < x.from[i+1] }

// step returns the items before and after the next step of a class.
func (x *relaxation) step(i int32) (from, to *item) {
	k := x.from[i] + x.at[i]
	return &x.classes[i][x.hulls[k]], &x.classes[i][x.hulls[k+1]]
}

// adds returns the changes of z and g by the next step of a class.
func (x *relaxation) adds(i int32) (dz, dg float64) {
	from, to := x.step(i)
	return to.z - from.z, to.g - from.g
}

// advance selects the next step of a class.
func (x *relaxation) advance(i int32) {
	x.at[i]++
	x.picks[i] = x.hulls[x.from[i]+x.at[i]]
}

// steeper compares the next steps of two classes.
func (x *relaxation) steeper(a, b int32) bool {
	az, ag := x.adds(a)
	bz, bg := x.adds(b)
	sa, sb := ag/az, bg/bz
	return sa < sb || sa == sb && a < b
}

// fill selects steps while they fit. After the first one that does not fit, whose
// steepness is the price, it continues with those of other classes.
func (x *relaxation) fill(z, limit float64) {
	x.all = true
	for len(x.heap) > 0 {
		i := x.heap[0]
		dz, dg := x.adds(i)
		if keepsLimit(z+dz, limit) {
			z += dz
			x.advance(i)
			if x.steps(i) {
				x.sink(0)
				continue
			}
		} else if x.all {
			x.all, x.price = false, -dg/dz
		}
		x.drop()
	}
}

// drop removes the class on top from the heap.
func (x *relaxation) drop() {
	n := len(x.heap) - 1
	x.heap[0] = x.heap[n]
	x.heap = x.heap[:n]
	x.sink(0)
}

// push adds a class to the heap of classes with a next step.
func (x *relaxation) push(i int32) {
	x.heap = append(x.heap, i)
	for at := len(x.heap) - 1; at > 0; {
		up := (at - 1) / 2
		if !x.steeper(x.heap[at], x.heap[up]) {
			return
		}
		x.heap[at], x.heap[up] = x.heap[up], x.heap[at]
		at = up
	}
}

// sink moves the class at a position of the heap down until no child is steeper. A position beyond
// the heap has no effect.
func (x *relaxation) sink(at int) {
	for {
		child := 2*at + 1
		if child >= len(x.heap) {
			return
		}
		if child+1 < len(x.heap) && x.steeper(x.heap[child+1], x.heap[child]) {
			child++
		}
		if !x.steeper(x.heap[child], x.heap[at]) {
			return
		}
		x.heap[at], x.heap[child] = x.heap[child], x.heap[at]
		at = child
	}
}

// improve exchanges single items for better ones that fit, class by class, in a
// few rounds.
func (x *relaxation) improve(limit float64) {
	for range 3 {
		z, _ := x.sums()
		better := false
		for i, c := range x.classes {
			others := z - c[x.picks[i]].z
			for k := len(c) - 1; k > int(x.picks[i]); k-- {
				if keepsLimit(others+c[k].z, limit) {
					x.picks[i], z, better = int32(k), others+c[k].z, true
					break
				}
			}
		}
		if !better {
			return
		}
	}
}

// sums returns the sums of the picks.
func (x *relaxation) sums() (z, g float64) {
	sum := state{}
	for i, c := range x.classes {
		sum = sum.extend(&c[x.picks[i]])
	}
	return sum.z, sum.g
}
