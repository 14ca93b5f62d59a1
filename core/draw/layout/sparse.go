package layout

import (
	"cmp"
	"math"

	"gridbox/core/sorting"
)

// quadratic is the number of clusters up to which all pairs are used. Above it sparse is used.
const quadratic = 250

// sparse lays out more than quadratic clusters. It computes distances from a few pivots only;
// each new pivot is as far as possible from the earlier ones.
//
// The first layout is that of Brandes and Pich, "Eigensolver Methods for Progressive
// Multidimensional Scaling of Large Data" (GD 2006): the two principal directions of the squared
// distances to the pivots. Then links and pairs with pivots, and no others, are relaxed as in
// lowerStress (after Ortmann, Klimenta and Brandes, "A Sparse Stress Model", JGAA 2017, without
// their weights for the clusters around a pivot).
//
// It takes O(k(V+E)) time for k pivots. The places are the same everywhere, because no sum
// depends on how a compiler joins operations.
func sparse(n int, adjacent [][]int, pause func()) []Point {
	hops, pivots, apart := hopsFromPivots(n, adjacent, pause)
	at := mainDirections(n, hops)
	stretchTo(at, hops)
	pause()
	var dice lehmer = 1
	for i := range at { // until now, leaves of one cluster are in one spot
		at[i].X += 0.4 * dice.nextSigned()
		at[i].Y += 0.4 * dice.nextSigned()
	}
	pairs := make([]pair, 0, n*len(pivots)+2*n)
	for a := range adjacent {
		for _, b := range adjacent[a] {
			if a < b {
				pairs = append(pairs, pair{int32(a), int32(b), 1})
			}
		}
	}
	for k, p := range pivots {
		for i := range n {
			if int(p) != i {
				pairs = append(pairs, pair{p, int32(i), float64(hops[k][i])})
			}
		}
	}
	step := apart * apart / 4
	factor := shrink(math.Min(0.5, 0.05/step), sparseSweeps-1)
	dice.shuffle(pairs)
	for range sparseSweeps {
		pause()
		for _, p := range pairs {
			relax(at, p, step)
		}
		step *= factor
	}
	pause()
	rotateUpright(at)
	fill(at)
	pause()
	separate(at)
	return at
}

const (
	sparseSweeps = 10
	maxPivots    = 16
	// pivotHops limits the pairs with pivots, and so time and memory.
	pivotHops = 120_000
)

// nextSigned returns a number from -1 to 1.
func (d *lehmer) nextSigned() float64 {
	*d = *d * 48271 % 2147483647
	return float64(*d)/1073741823.5 - 1
}

// hopsFromPivots chooses pivots and counts hops from each of them. A cluster that cannot be reached
// counts as a little farther than all that can.
func hopsFromPivots(n int, adjacent [][]int, pause func()) (hops [][]int32, pivots []int32, apart float64) {
	count := max(4, min(maxPivots, pivotHops/n))
	queue := make([]int32, 0, n)
	nearest := make([]int32, n)
	for i := range nearest {
		nearest[i] = math.MaxInt32
	}
	next, longest := 0, int32(1)
	for range count {
		pause()
		row := make([]int32, n)
		queue = search(next, adjacent, row, queue)
		pivots, hops = append(pivots, int32(next)), append(hops, row)
		far := int32(-1)
		for i, h := range row {
			longest = max(longest, h)
			if h >= 0 {
				nearest[i] = min(nearest[i], h)
			}
			if nearest[i] > far {
				far, next = nearest[i], i
			}
		}
		if far == 0 {
			break
		}
	}
	for _, row := range hops {
		for i := range row {
			if row[i] < 0 {
				row[i] = longest + 2
			}
		}
	}
	return hops, pivots, float64(longest) + 2
}

// mainDirections returns the places of clusters along the two principal directions of their
// squared, doubly centred distances to the pivots.
func mainDirections(n int, hops [][]int32) []Point {
	k := len(hops)
	c := make([]float64, n*k)
	columns, total := make([]float64, k), 0.0
	for j, row := range hops {
		for _, h := range row {
			columns[j] += float64(h) * float64(h) / float64(n)
		}
		total += columns[j] / float64(k)
	}
	for i := range n {
		mean := 0.0
		for j := range hops {
			mean += float64(hops[j][i]) * float64(hops[j][i]) / float64(k)
		}
		for j := range hops {
			c[i*k+j] = (mean + columns[j] - total - float64(hops[j][i])*float64(hops[j][i])) / 2
		}
	}
	square := make([]float64, k*k)
	for i := range n {
		row := c[i*k : i*k+k]
		for a := range row {
			for b := range row {
				square[a*k+b] += float64(row[a] * row[b])
			}
		}
	}
	first := direction(square, k, nil)
	second := direction(square, k, first)
	at := make([]Point, n)
	for i := range at {
		for j := range k {
			at[i].X += float64(c[i*k+j] * first[j])
			at[i].Y += float64(c[i*k+j] * second[j])
		}
	}
	return at
}

// direction returns the principal eigenvector of a symmetric matrix by power iteration. If
// without is not nil, the result is orthogonal to it.
func direction(square []float64, k int, without []float64) []float64 {
	v, w := make([]float64, k), make([]float64, k)
	for j := range v {
		v[j] = 1 + float64(j%3)
	}
	for range 60 {
		if without != nil {
			along := dot(v, without)
			for j := range v {
				v[j] -= float64(along * without[j])
			}
		}
		for a := range w {
			w[a] = dot(square[a*k:a*k+k], v)
		}
		size := math.Sqrt(dot(w, w))
		if !(size > 1e-12) {
			break
		}
		for j := range v {
			v[j] = w[j] / size
		}
	}
	return v
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// fill scales the layout into the unit square. A few clusters far out would shrink the others to
// a dot. So a place is a weighted mean of the coordinate and its rank.
func fill(at []Point) {
	fit(at)
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	along := func(of func(p *Point) *float64) {
		sorting.Sort(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(*of(&at[a]), *of(&at[b])), cmp.Compare(a, b))
		})
		for rank, i := range order {
			v := of(&at[i])
			*v = round4(float64(0.35*(*v)) + float64(0.65*(float64(rank)+0.5))/float64(len(at)))
		}
	}
	along(func(p *Point) *float64 { return &p.X })
	along(func(p *Point) *float64 { return &p.Y })
}

// stretchTo scales the layout so that the distances to the first pivot sum up to the hops from
// it.
func stretchTo(at []Point, hops [][]int32) {
	drawn, wanted := 0.0, 0.0
	for i := range at {
		drawn += math.Sqrt(squaredDistance(at[i], at[0]))
		wanted += float64(hops[0][i])
	}
	factor := 1.0
	if drawn > 1e-9 {
		factor = wanted / drawn
	}
	for i := range at {
		at[i] = Point{float64(at[i].X * factor), float64(at[i].Y * factor)}
	}
}

// separate moves clusters that would overlap to the nearest free cell of a raster. The raster has
// four cells for each cluster.
func separate(at []Point) {
	side := 2 * int(math.Ceil(math.Sqrt(float64(len(at)))))
	taken, reached := make([]bool, side*side), make([]int32, side*side)
	cell := func(v float64) int { return min(int(v*float64(side)), side-1) }
	for i := range at {
		x, y := cell(at[i].X), cell(at[i].Y)
		if !taken[y*side+x] {
			taken[y*side+x] = true
			continue
		}
		// A full ring around a cell stays full.
		for r := reached[y*side+x]; ; r++ {
			reached[y*side+x] = r
			if free, ok := freeCellOnRing(taken, side, x, y, int(r)); ok {
				taken[free] = true
				at[i] = Point{round4((float64(free%side) + 0.5) / float64(side)),
					round4((float64(free/side) + 0.5) / float64(side))}
				break
			}
		}
	}
}

// freeCellOnRing returns a free cell at distance r from a cell. It reports false if there is none.
func freeCellOnRing(taken []bool, side, x, y, r int) (cell int, ok bool) {
	for v := max(0, y-r); v <= min(side-1, y+r); v++ {
		for u := x - r; u <= x+r; u++ {
			if v != y-r && v != y+r && u == x-r+1 {
				u = max(u, x+r) // cells inside of the ring are skipped
			}
			if u >= 0 && u < side && !taken[v*side+u] {
				return v*side + u, true
			}
		}
	}
	return 0, false
}
