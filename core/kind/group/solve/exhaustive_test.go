package solve

import (
	"slices"
	"strconv"
	"testing"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/group"

	"pgregory.net/rapid"
)

// All problems of four nodes with prices 1 and 2, in all partitions into
// groups of availability 0.5 or 0.8, for all requests: brute force, GKA and
// frontier agree.
func TestExhaustive(t *testing.T) {
	odds := []float64{0.5, 0.8}
	count := 0
	for _, partition := range partitions(4) {
		groups := slices.Max(partition) + 1
		for mask := range 1 << groups {
			if testing.Short() && mask%3 == 2 {
				continue
			}
			p := &group.Problem{}
			for g := range groups {
				p.Groups = append(p.Groups, group.Group{ID: "g" + strconv.Itoa(g), Availability: &odds[mask>>g&1]})
			}
			for prices := range 1 << len(partition) {
				p.Nodes = p.Nodes[:0]
				sum := 0
				for i, g := range partition {
					price := 1 + prices>>i&1
					sum += price
					p.Nodes = append(p.Nodes,
						group.Node{ID: strconv.Itoa(i), Price: float64(price), Group: p.Groups[g].ID})
				}
				for n := 1; n <= len(partition); n++ {
					for budget := n; budget <= min(sum, 2*n); budget++ {
						p.Request = &group.Request{Nodes: n, Budget: float64(budget)}
						want := mustSolve(t, p, AlgorithmBruteForce, Options{})
						for _, a := range []Algorithm{AlgorithmGKA, AlgorithmFrontier} {
							got := mustSolve(t, p, a, Options{})
							if got.Feasible != want.Feasible || !nearlyEqual(got.Metrics.Value, want.Metrics.Value) ||
								got.Metrics.Cost != want.Metrics.Cost {
								t.Fatalf("%s: got %+v, want %+v for %+v, request %+v", a, got.Metrics, want.Metrics, p,
									p.Request)
							}
						}
						count++
					}
				}
			}
		}
	}
	if count < 5000 {
		t.Errorf("got %d problems, want 5000 at least", count)
	}
}

// partitions lists the ways to put n things into groups, as group numbers.
func partitions(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var list [][]int
	for _, p := range partitions(n - 1) {
		most := 0
		if len(p) > 0 {
			most = slices.Max(p) + 1
		}
		for g := range most + 1 {
			list = append(list, append(slices.Clone(p), g))
		}
	}
	return list
}

// drawWithRapid returns a problem drawn by rapid.
func drawWithRapid(t *rapid.T) *group.Problem {
	p := &group.Problem{}
	for g := range rapid.IntRange(1, 8).Draw(t, "groups") {
		a := float64(rapid.IntRange(1, 100).Draw(t, "availability")) / 100
		p.Groups = append(p.Groups, group.Group{ID: strconv.Itoa(g), Availability: &a})
	}
	for i := range rapid.IntRange(1, 30).Draw(t, "nodes") {
		p.Nodes = append(p.Nodes, group.Node{ID: strconv.Itoa(i),
			Price: float64(rapid.IntRange(0, 900).Draw(t, "price")) / 100,
			Group: strconv.Itoa(rapid.IntRange(0, len(p.Groups)-1).Draw(t, "group"))})
	}
	p.Request = &group.Request{Nodes: rapid.IntRange(1, len(p.Nodes)).Draw(t, "n"),
		Budget: float64(rapid.IntRange(0, 9000).Draw(t, "budget")) / 100}
	return p
}

// More money never makes the best window worse, the order of the nodes does not
// matter, and a better availability of a group does not either.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawWithRapid(t)
		base := frontierOf(t, p)
		richer, turned, better := *p, *p, *p
		richer.Request = &group.Request{Nodes: p.Request.Nodes, Budget: p.Request.Budget + 1}
		if r := frontierOf(t, &richer); r.Metrics.Value < base.Metrics.Value*(1-1e-12) {
			t.Fatalf("with a higher budget: got %+v, want at least the value of %+v", r.Metrics, base.Metrics)
		}
		turned.Nodes = slices.Clone(p.Nodes)
		slices.Reverse(turned.Nodes)
		turned.Groups = slices.Clone(p.Groups)
		slices.Reverse(turned.Groups)
		if r := frontierOf(t, &turned); r.Feasible != base.Feasible ||
			!nearlyEqual(r.Metrics.Value, base.Metrics.Value) ||
			r.Metrics.Cost != base.Metrics.Cost {
			t.Fatalf("in reverse order: got %+v, want %+v", r.Metrics, base.Metrics)
		}
		better.Groups = slices.Clone(p.Groups)
		better.Groups[0].Availability = nil
		if r := frontierOf(t, &better); r.Metrics.Value < base.Metrics.Value*(1-1e-12) {
			t.Fatalf("with a better group: got %+v, want at least the value of %+v", r.Metrics, base.Metrics)
		}
	})
}

func frontierOf(t *rapid.T, p *group.Problem) Result {
	r, err := Solve(t.Context(), p, AlgorithmFrontier, Options{})
	if err != nil || r.Feasible && r.Bound != r.Metrics.Value {
		t.Fatalf("frontier: got %+v, error %v; want its bound to equal its value", r, err)
	}
	return r
}

// FuzzAgree compares the exact algorithms with brute force on problems from the
// fuzzer's bytes: the request, four availabilities, and then two bytes per node
// (group and own availability, price).
func FuzzAgree(f *testing.F) {
	f.Add([]byte{3, 12, 90, 80, 70, 60, 0, 3, 1, 4, 2, 5, 3, 1, 0, 2, 1, 9})
	f.Add([]byte{4, 9, 60, 60, 90, 40, 0, 2, 1, 2, 2, 2, 3, 2, 0, 2, 1, 2, 2, 2})
	f.Add([]byte{2, 30, 99, 98, 97, 96, 16, 7, 33, 7, 50, 7, 67, 7})
	f.Add([]byte("0000000000000000000000")) // eight equal members, with many sets of one cost
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 8 || len(data) > 6+2*14 {
			return
		}
		p := &group.Problem{Request: &group.Request{Nodes: 1 + int(data[0]%8), Budget: float64(data[1]) / 2}}
		for g := range 4 {
			a := float64(1+int(data[2+g])%100) / 100
			p.Groups = append(p.Groups, group.Group{ID: strconv.Itoa(g), Availability: &a})
		}
		for i := 6; i+1 < len(data); i += 2 {
			n := group.Node{ID: strconv.Itoa(i), Price: float64(data[i+1]) / 4, Group: strconv.Itoa(int(data[i] % 4))}
			if own := data[i] / 16; own > 0 {
				a := float64(own) / 16
				n.Availability = &a
			}
			p.Nodes = append(p.Nodes, n)
		}
		agree(t, p, len(data))
	})
}
