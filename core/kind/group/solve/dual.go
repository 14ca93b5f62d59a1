package solve

import "math"

// The Lagrangian dual. With a multiplier lambda >= 0 for the budget C and any mu
// for the count n, no window is worth more than
//
//	L(lambda, mu) = lambda C + mu n + sum over groups of max(0, profit)
//
// where a group's profit is the greatest u - lambda c - mu k over its
// variants. For a group whose members cost c_r and are worth a_r by themselves
// that is setup + sum of max(0, a_r - lambda c_r - mu), or the best single
// member where none is positive. L is convex and piecewise linear; the slope
// is C - cost in lambda and n - count in mu of the groups' best choices.

// multipliers are a point of the dual.
type multipliers struct{ lambda, mu float64 }

// A bestUse is the best way to use a group at some multipliers, with its profit.
type bestUse struct {
	profit  float64
	nodes   int32
	variant int32 // for groups with variants
	cost    int64
}

// bestUse returns the best way to use group g, which must be used.
func (in *instance) bestUse(g int, m multipliers) bestUse {
	if lots := in.variantsOf(g); len(lots) > 0 {
		best := bestUse{profit: math.Inf(-1)}
		for i := range lots {
			l := &lots[i]
			if p := float64(l.value) - float64(m.lambda*float64(l.cost)) - float64(
				m.mu*float64(l.nodes)); p > best.profit {
				best = bestUse{p, l.nodes, int32(i), l.cost}
			}
		}
		return best
	}
	from, to := in.members(g)
	if in.nodeWorth != nil {
		return in.bestOwnUse(g, from, to, m)
	}
	k := from + 1
	if to-k > 16 {
		for low, high := k, to; low < high; { // the first member that does not pay
			middle := (low + high) / 2
			if m.mu+float64(m.lambda*float64(in.price[middle])) < 0 {
				low = middle + 1
			} else {
				high = middle
			}
			k = low
		}
	} else {
		for k < to && m.mu+float64(m.lambda*float64(in.price[k])) < 0 {
			k++
		}
	}
	count, cost := k-from, in.prefix[k-1]
	return bestUse{float64(in.setup[g]) - float64(m.lambda*float64(cost)) - float64(m.mu*float64(count)),
		int32(count), 0, cost}
}

// bestOwnUse returns the best way to use group g whose members from..to-1 have their own
// availabilities: all members with a positive gain. If there is none, it takes the first member
// with the greatest gain.
func (in *instance) bestOwnUse(g, from, to int, m multipliers) bestUse {
	sum, single := 0.0, math.Inf(-1)
	out, first := bestUse{}, from
	for i := from; i < to; i++ {
		x := float64(in.nodeWorth[i]) - float64(m.lambda*float64(in.price[i])) - m.mu
		if x > 0 {
			sum += x
			out.nodes++
			out.cost += in.price[i]
		}
		if x > single {
			single, first = x, i
		}
	}
	if out.nodes == 0 {
		sum, out.nodes, out.cost = single, 1, in.price[first]
	}
	out.profit = float64(in.setup[g]) + sum
	return out
}

// A plane is the value of L at a point, with the count and cost of the choices
// there.
type plane struct {
	multipliers
	value       float64
	count, cost float64
}

// A dual minimises L over some of the groups.
type dual struct {
	instance *instance
	active   []int32
	budget   float64
}

// evaluate evaluates L over the active groups.
func (d *dual) evaluate(m multipliers) plane {
	p := plane{multipliers: m}
	for _, g := range d.active {
		if l := d.instance.bestUse(int(g), m); l.profit > 0 {
			p.value += l.profit
			p.count += float64(l.nodes)
			p.cost += float64(l.cost)
		}
	}
	p.value += float64(m.lambda*d.budget) + float64(m.mu*float64(d.instance.n))
	return p
}

// dualSteps limits each of the two nested searches. Every point is a valid
// bound, so stopping early only costs tightness.
const dualSteps = 60

// dualNear is the relative improvement below which the search stops.
const dualNear = 1e-13

// minimiseOverMu minimises over mu for a fixed lambda by intersecting the planes on
// both sides, with bisection if the intersection hardly moves. The result's
// cost is that of the mixture of the two planes with count n, which is a
// subgradient of the minimum in lambda.
func (d *dual) minimiseOverMu(lambda, guess float64) plane {
	n := float64(d.instance.n)
	low, high := d.bracket(lambda, guess)
	best := low
	if high.value < low.value {
		best = high
	}
	for step := range dualSteps {
		// Lines: value + (n - count) (mu - its mu). The left one falls.
		fall, rise := low.count-n, n-high.count
		if fall <= 0 { // n or fewer nodes even where each is paid for
			return low
		}
		if rise <= 0 {
			return high
		}
		mu := (low.value - high.value + float64(fall*low.mu) + float64(rise*high.mu)) / (fall + rise)
		if step%4 == 3 {
			mu = (low.mu + high.mu) / 2
		}
		if !(mu > low.mu && mu < high.mu) {
			break
		}
		line := low.value - float64(fall*(mu-low.mu))
		p := d.evaluate(multipliers{lambda, mu})
		if p.value < best.value {
			best = p
		}
		if step%4 != 3 && p.value-line <= dualNear*math.Abs(p.value) {
			break
		}
		if p.count >= n {
			low = p
		} else {
			high = p
		}
	}
	if low.count > high.count {
		share := (n - high.count) / (low.count - high.count)
		best.cost = float64(share*low.cost) + float64((1-share)*high.cost)
	}
	return best
}

// bracket returns a mu for which at least n nodes pay and one for which at most
// n do.
func (d *dual) bracket(lambda, guess float64) (low, high plane) {
	n, width := float64(d.instance.n), math.Max(math.Abs(guess)/64, d.instance.perValue/1024)
	low = d.evaluate(multipliers{lambda, guess})
	high = low
	for step := 0; low.count < n && step < 200; step++ {
		high = low
		low = d.evaluate(multipliers{lambda, low.mu - width})
		width *= 4
	}
	for step := 0; high.count > n && step < 200; step++ {
		low = high
		high = d.evaluate(multipliers{lambda, high.mu + width})
		width *= 4
	}
	return low, high
}

// minimise returns the multipliers of the least L. Lambda is increased by
// factors from a first guess, and then found by intersecting planes as in
// minimiseOverMu.
func (d *dual) minimise(from multipliers) plane {
	free := d.minimiseOverMu(0, from.mu)
	if free.cost <= d.budget {
		return free
	}
	low, step := free, from.lambda
	if step <= 0 {
		step = math.Max(math.Abs(free.mu), 1) * float64(d.instance.n) / math.Max(d.budget, 1) / 16
	}
	high := d.minimiseOverMu(step, from.mu)
	for tries := 0; high.cost > d.budget && tries < 100; tries++ {
		low = high
		high = d.minimiseOverMu(high.lambda*2, high.mu)
	}
	best := low
	if high.value < best.value {
		best = high
	}
	for step := range dualSteps {
		fall, rise := low.cost-d.budget, d.budget-high.cost
		if fall <= 0 || rise <= 0 {
			break
		}
		lambda := (low.value - high.value + float64(fall*low.lambda) + float64(rise*high.lambda)) / (fall + rise)
		if step%4 == 3 {
			lambda = (low.lambda + high.lambda) / 2
		}
		if !(lambda > low.lambda && lambda < high.lambda) {
			break
		}
		line := low.value - float64(fall*(lambda-low.lambda))
		p := d.minimiseOverMu(lambda, best.mu)
		if p.value < best.value {
			best = p
		}
		if step%4 != 3 && p.value-line <= dualNear*math.Abs(p.value) {
			break
		}
		if p.cost > d.budget {
			low = p
		} else {
			high = p
		}
	}
	return best
}
