package layout

import (
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"gridbox/core/kind/placement"
)

// shape returns a problem of n clusters with the links.
func shape(n int, links ...[2]int) *placement.Problem {
	p := &placement.Problem{}
	for i := range n {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: fmt.Sprint("c", i), MIPS: 100})
	}
	for _, l := range links {
		p.Links = append(p.Links, placement.Link{A: p.Clusters[l[0]].ID, B: p.Clusters[l[1]].ID, Bandwidth: 1})
	}
	return p
}

func lattice(side int) *placement.Problem {
	var links [][2]int
	for r := range side {
		for c := range side {
			if c+1 < side {
				links = append(links, [2]int{r*side + c, r*side + c + 1})
			}
			if r+1 < side {
				links = append(links, [2]int{r*side + c, r*side + c + side})
			}
		}
	}
	return shape(side*side, links...)
}

func TestFill(t *testing.T) {
	got := Fill([]Point{{X: 0.2, Y: 0.5}, {X: 0.4, Y: 0.5}, {X: 0.3, Y: 0.51}}, 0.02, 0.88, 0.03, 0.95)
	want := []Point{{X: 0.02, Y: 0.5}, {X: 0.88, Y: 0.5}, {X: 0.45, Y: 0.5}}
	for i := range want {
		if math.Abs(got[i].X-want[i].X) > 1e-12 || got[i].Y != want[i].Y {
			t.Errorf("place %d: %v, want %v", i, got[i], want[i])
		}
	}
}

func TestRearrangeKeepsEverybodyInsideAndApart(t *testing.T) {
	star := [][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}}
	for name, p := range map[string]*placement.Problem{
		"none": shape(0), "one": shape(1), "two": shape(2, [2]int{0, 1}), "apart": shape(3),
		"star": shape(7, star...), "lattice": lattice(6), "parts": shape(6, [2]int{0, 1}, [2]int{1, 2}, [2]int{3, 4}),
		"dense":            bigGrid(40, 200),
		"beyond the limit": shape(quadratic + 1),
	} {
		at := Rearrange(p)
		if len(at) != len(p.Clusters) {
			t.Fatalf("%s: got %d places, want one for each of %d clusters", name, len(at), len(p.Clusters))
		}
		for i, q := range at {
			if !(q.X >= 0 && q.X <= 1 && q.Y >= 0 && q.Y <= 1) {
				t.Errorf("%s: cluster %d: got %v, want a place in the unit square", name, i, q)
			}
			for j := range i {
				if d := math.Sqrt(squaredDistance(q, at[j])); d < 0.25/math.Sqrt(float64(len(at))) && len(at) < 100 {
					t.Errorf("%s: clusters %d and %d: got a distance of %.3f, want more", name, j, i, d)
				}
			}
		}
	}
}

func TestALatticeIsDrawnAsALattice(t *testing.T) {
	p := lattice(6)
	at := Rearrange(p)
	if n := crossings(p, at); n != 0 {
		t.Errorf("planar lattice: got %d crossing links, want 0", n)
	}
}

// crossings counts pairs of links without a common end that cross.
func crossings(p *placement.Problem, at []Point) int {
	index := map[string]int{}
	for i, c := range p.Clusters {
		index[c.ID] = i
	}
	side := func(a, b, c Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }
	count := 0
	for i, k := range p.Links {
		for _, l := range p.Links[:i] {
			if k.A == l.A || k.A == l.B || k.B == l.A || k.B == l.B {
				continue
			}
			a, b, c, d := at[index[k.A]], at[index[k.B]], at[index[l.A]], at[index[l.B]]
			if side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0 {
				count++
			}
		}
	}
	return count
}

func TestArrangeKeepsThePlacesOfTheDocument(t *testing.T) {
	p := shape(5, [2]int{0, 1}, [2]int{1, 2}, [2]int{0, 3}, [2]int{2, 4})
	for i, place := range []Point{{0.33, 0.6}, {0.66, 0.1}, {0, 0.2}, {1, 0.5}, {0.6, 1}} {
		p.Clusters[i].X, p.Clusters[i].Y = &place.X, &place.Y
	}
	at := Clusters(p)
	if at[1] != (Point{0.66, 0.1}) {
		t.Errorf("c1: got %v, want its place in the document", at[1])
	}
	p.Clusters = append(p.Clusters, placement.Cluster{ID: "Metz", MIPS: 100})
	p.Links = append(p.Links, placement.Link{A: "Metz", B: "c1", Bandwidth: 1})
	more := Clusters(p)
	for i := range at {
		if more[i] != at[i] {
			t.Errorf("%s: got %v after adding a cluster, want %v", p.Clusters[i].ID, more[i], at[i])
		}
	}
	nearest := 0
	for i := range at {
		if squaredDistance(more[5], at[i]) < squaredDistance(more[5], at[nearest]) {
			nearest = i
		}
	}
	if nearest != 1 {
		t.Errorf("Metz at %v: got %s as its nearest cluster, want its neighbour c1", more[5], p.Clusters[nearest].ID)
	}
}

// The digest was computed natively on amd64; the same test runs as js/wasm.
func TestRearrangeIsTheSameEverywhere(t *testing.T) {
	h := fnv.New64a()
	for _, q := range Rearrange(bigGrid(120, 400)) {
		fmt.Fprintf(h, "%.4f %.4f;", q.X, q.Y)
	}
	const want = 0xc9096cbc8dc7c0aa
	if got := h.Sum64(); got != want {
		t.Errorf("digest %#x, want %#x", got, uint64(want))
	}
}

func BenchmarkRearrange(b *testing.B) {
	for _, n := range []int{5, 50, 400, 500, 2000, 20000} {
		p := bigGrid(n, 10*n)
		b.Run(fmt.Sprintf("clusters=%d/links=%d", n, len(p.Links)), func(b *testing.B) {
			for b.Loop() {
				Rearrange(p)
			}
		})
	}
}

// bigGrid returns a grid of n clusters and about m links, without positions.
func bigGrid(n, m int) *placement.Problem {
	p := &placement.Problem{}
	for i := range n {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: fmt.Sprintf("c%d", i+1), MIPS: float64(100 + i*37%900)})
	}
	seen := map[[2]int]bool{}
	link := func(a, b int) {
		if a > b {
			a, b = b, a
		}
		if a != b && !seen[[2]int{a, b}] {
			seen[[2]int{a, b}] = true
			p.Links = append(p.Links, placement.Link{A: p.Clusters[a].ID, B: p.Clusters[b].ID,
				Bandwidth: float64(1 + len(p.Links)%100)})
		}
	}
	for i := 1; i < n; i++ {
		link(i, (i*7919+13)%i)
	}
	var dice lehmer = 7
	for range 20 * m {
		if len(p.Links) >= m {
			break
		}
		dice = dice * 48271 % 2147483647
		link(int(dice)%n, int(dice/lehmer(n))%n)
	}
	return p
}
