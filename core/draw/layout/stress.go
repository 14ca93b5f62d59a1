package layout

import "math"

// sweeps is the number of passes over all pairs; the paper uses 15 to 60 and
// sees little change after 30.
const sweeps = 30

// A pair is two clusters that should be hops apart.
type pair struct {
	a, b int32
	hops float64
}

// lowerStress starts on a circle and moves pairs of clusters towards their distance, with
// decreasing steps.
func lowerStress(n int, adjacent [][]int, pause func()) []Point {
	pairs, longest := allPairs(n, adjacent)
	at := ring(n)
	for i := range at {
		at[i].X *= longest
		at[i].Y *= longest
	}
	step := longest * longest // the largest step: pairs move to their full distance
	factor := shrink(0.1/step, sweeps-1)
	var dice lehmer = 1
	for range sweeps {
		pause()
		dice.shuffle(pairs)
		for _, p := range pairs {
			relax(at, p, step)
		}
		step *= factor
	}
	return at
}

// relax moves both ends of a pair half of the way that the step allows. The weight of a pair is
// 1/hops^2, as in stress majorisation.
func relax(at []Point, p pair, step float64) {
	a, b := &at[p.a], &at[p.b]
	dx, dy := a.X-b.X, a.Y-b.Y
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if d < 1e-9 {
		dx, dy, d = 1e-3, 1e-3*float64(p.b-p.a), 1e-3
	}
	mu := math.Min(1, step/(p.hops*p.hops))
	r := mu * (d - p.hops) / (2 * d)
	a.X -= float64(r * dx)
	a.Y -= float64(r * dy)
	b.X += float64(r * dx)
	b.Y += float64(r * dy)
}

// allPairs returns all pairs with their hops, by breadth-first search from every cluster, and the
// greatest distance. Parts that are not connected are kept a little farther apart than any
// connected pair.
func allPairs(n int, adjacent [][]int) ([]pair, float64) {
	pairs := make([]pair, 0, n*(n-1)/2)
	hops := make([]int32, n)
	queue := make([]int32, 0, n)
	longest := int32(1)
	for a := range n {
		queue = search(a, adjacent, hops, queue)
		for b := a + 1; b < n; b++ {
			pairs = append(pairs, pair{int32(a), int32(b), float64(hops[b])})
			longest = max(longest, hops[b])
		}
	}
	apart := math.Max(float64(longest)+1, math.Sqrt(float64(n)))
	apart = math.Min(apart, float64(longest)+2)
	for i := range pairs {
		if pairs[i].hops < 0 {
			pairs[i].hops = apart
		}
	}
	return pairs, apart
}

// search fills hops with the distances from one cluster, -1 for those out of reach. It returns
// the clusters in the order in which the breadth-first search met them, in the memory of queue.
func search(from int, adjacent [][]int, hops, queue []int32) []int32 {
	for i := range hops {
		hops[i] = -1
	}
	hops[from] = 0
	queue = append(queue[:0], int32(from))
	for head := 0; head < len(queue); head++ {
		at := queue[head]
		for _, next := range adjacent[at] {
			if hops[next] < 0 {
				hops[next] = hops[at] + 1
				queue = append(queue, int32(next))
			}
		}
	}
	return queue
}

// shrink returns f with f^n = target, for a target in (0, 1), by bisection.
func shrink(target float64, n int) float64 {
	low, high := 0.0, 1.0
	for range 60 {
		mid := (low + high) / 2
		power := 1.0
		for range n {
			power *= mid
		}
		if power < target {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// A lehmer is the multiplicative generator of Park and Miller (CACM 1988), with their later
// multiplier 48271. It is small, and the same on every machine. Only visible patterns would
// matter here.
type lehmer uint64

func (d *lehmer) shuffle(pairs []pair) {
	for i := len(pairs) - 1; i > 0; i-- {
		*d = *d * 48271 % 2147483647
		j := int(uint64(*d) % uint64(i+1))
		pairs[i], pairs[j] = pairs[j], pairs[i]
	}
}

// rotateUpright rotates the layout to the smallest upright box, wider than high: grids are upright, chains
// horizontal.
func rotateUpright(at []Point) {
	best, least := 0, math.Inf(1)
	for k := range 60 {
		w, h := extent(at, k)
		// Pictures are wide, so a high and narrow box costs extra.
		if area := (w + 0.1) * (h + 0.1) * (1 + math.Max(0, h/math.Max(w, 1e-9)-1)); area < least-1e-9 {
			best, least = k, area
		}
	}
	sin, cos := math.Sincos(float64(best) * math.Pi / 60)
	for i, p := range at {
		at[i] = rotate(p, sin, cos)
	}
}

func rotate(p Point, sin, cos float64) Point {
	return Point{float64(p.X*cos) - float64(p.Y*sin), float64(p.X*sin) + float64(p.Y*cos)}
}

// extent returns the size of the upright box around the layout, turned by k steps of three
// degrees.
func extent(at []Point, k int) (w, h float64) {
	sin, cos := math.Sincos(float64(k) * math.Pi / 60)
	lo, hi := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, p := range at {
		q := rotate(p, sin, cos)
		lo = Point{math.Min(lo.X, q.X), math.Min(lo.Y, q.Y)}
		hi = Point{math.Max(hi.X, q.X), math.Max(hi.Y, q.Y)}
	}
	return hi.X - lo.X, hi.Y - lo.Y
}

// fit scales the layout into the unit square. To fill it, the ratio of its sides may change by up
// to 35 percent; beyond that the shape is kept and centred. Places are rounded to the precision
// of a document.
func fit(at []Point) {
	lo, hi := at[0], at[0]
	for _, p := range at {
		lo = Point{math.Min(lo.X, p.X), math.Min(lo.Y, p.Y)}
		hi = Point{math.Max(hi.X, p.X), math.Max(hi.Y, p.Y)}
	}
	w, h := math.Max(hi.X-lo.X, 1e-9), math.Max(hi.Y-lo.Y, 1e-9)
	sx, sy := 1/w, 1/h
	sx, sy = math.Min(sx, 1.35*sy), math.Min(sy, 1.35*sx)
	for i, p := range at {
		x := 0.5 + float64((p.X-(lo.X+hi.X)/2)*sx)
		y := 0.5 + float64((p.Y-(lo.Y+hi.Y)/2)*sy)
		at[i] = Point{round4(clamp01(x)), round4(clamp01(y))}
	}
}
