package network

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
	"gridbox/core/importer"
	"gridbox/core/scenario"
)

func wishes(set ...string) importer.Wishes {
	w := importer.Wishes{Set: map[string]string{}}
	for i := 0; i < len(set); i += 2 {
		w.Set[set[i]] = set[i+1]
	}
	return w
}

func TestScenario(t *testing.T) {
	n := Network{Title: "n", Nodes: []Node{{Name: "a", MIPS: 1e9 * 3.1}, {Name: "a"}, {Name: "r", Router: true}},
		Links: []Link{{0, 2, 5}, {2, 0, 3}, {1, 2, 0}, {1, 1, 9}}}
	var r importer.Report
	s := n.Scenario(wishes("power", "7", "bandwidth", "x"), &r)
	if faults := scenario.Validate(s); len(faults) > 0 {
		t.Fatal(faults)
	}
	p := s.Placement
	if p.Clusters[1].ID != "a-1" || p.Clusters[1].MIPS != 7 || p.Clusters[2].MIPS != 0.007 || len(p.Links) != 2 ||
		p.Links[0].Bandwidth != 3 || p.Links[1].Bandwidth != 100 || *p.Generate.Jobs != 20 {
		t.Errorf("got %+v, want 2 links of 3 and 100 MB/s and 20 jobs\n%s", p, r.String())
	}
	for noun, want := range map[string]int{"power": 1, "bandwidth": 1, "router": 1, "name": 1, "link": 1, "job": 20} {
		if got := r.Count(importer.Assumed, noun); got != want {
			t.Errorf("assumed %s: got %d, want %d\n%s", noun, got, want, r.String())
		}
	}
	if r.Count(importer.LeftOut, "link") != 1 || r.Count(importer.Faulty, "") != 1 {
		t.Errorf("report: got %s, want one link left out and one fault", r.String())
	}
}

func TestNothing(t *testing.T) {
	var r importer.Report
	if s := new(Network).Scenario(wishes(), &r); s != nil || len(r.Entries) != 1 {
		t.Errorf("an empty network: got %v, want nil and one entry in the report: %s", s, r.String())
	}
}

// A network without links gets drawn links if its jobs are drawn, and otherwise
// none.
func TestWithoutLinks(t *testing.T) {
	for jobs, want := range map[string]bool{"drawn": true, "none": false} {
		n := Network{Nodes: []Node{{Name: "a", MIPS: 1}, {Name: "b", MIPS: 1}}}
		var r importer.Report
		s := n.Scenario(wishes("jobs", jobs), &r)
		if faults := scenario.Validate(s); len(faults) > 0 {
			t.Fatal(faults)
		}
		if got := s.Placement.Generate != nil; got != want {
			t.Errorf("jobs %s: got drawn links %t, want %t", jobs, got, want)
		}
	}
}

func TestParallelLinksAdd(t *testing.T) {
	n := Network{Adds: true, Nodes: []Node{{Name: "a", MIPS: 1}, {Name: "b", MIPS: 1}}, Links: []Link{{0, 1, 2}, {1,
		0, 3}}}
	var r importer.Report
	if s := n.Scenario(wishes(), &r); s.Placement.Links[0].Bandwidth != 5 {
		t.Errorf("got links %+v, want the sum of 5 MB/s", s.Placement.Links)
	}
}

func TestPlaces(t *testing.T) {
	n := Network{Nodes: []Node{{Placed: true, X: -10, Y: 5}, {Placed: true, X: 10, Y: 5}, {}, {Placed: true, X: 0,
		Y: 10},
		{Placed: true, X: 10, Y: 5}, {Placed: true, X: math.Inf(1), Y: 0}}}
	at, shared := n.unitPositions()
	if at[0].x != 0 || at[0].y != at[1].y || at[1].x != 1 || at[2] != nil || at[3].y <= at[0].y ||
		at[4] != nil || shared != 1 || at[5] != nil {
		t.Errorf("places: got %v, %v and %v with %d shared; want 0 to 1 and one shared", at[0], at[1], at[3], shared)
	}
}

// Folding does not change the distances between the remaining nodes.
func TestFoldingKeepsDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(2, 9).Draw(t, "n")
		var n Network
		for range count {
			n.Nodes = append(n.Nodes, Node{MIPS: 1, Router: rapid.Bool().Draw(t, "router")})
		}
		n.Nodes[0].Router = false
		for range rapid.IntRange(0, 2*count).Draw(t, "links") {
			n.Links = append(n.Links, Link{rapid.IntRange(0, count-1).Draw(t, "a"), rapid.IntRange(0, count-1).Draw(t,
				"b"),
				float64(rapid.IntRange(1, 9).Draw(t, "rate"))})
		}
		var r importer.Report
		n.join(&r)
		before, stays := distances(&n), []int{}
		for i := range n.Nodes {
			if !n.Nodes[i].Router {
				stays = append(stays, i)
			}
		}
		n.fold(&r)
		if len(n.Nodes) != len(stays) {
			t.Fatalf("fold: got %d nodes, want %d", len(n.Nodes), len(stays))
		}
		after := distances(&n)
		for i, a := range stays {
			for k, b := range stays {
				if d := math.Abs(after[i][k] - before[a][b]); d > 1e-9 {
					t.Fatalf("distance from %d to %d: got %v after folding, want %v", a, b, after[i][k], before[a][b])
				}
			}
		}
	})
}

// distances returns all distances by the algorithm of Floyd and Warshall.
func distances(n *Network) [][]float64 {
	d := make([][]float64, len(n.Nodes))
	for i := range d {
		d[i] = make([]float64, len(n.Nodes))
		for k := range d[i] {
			if i != k {
				d[i][k] = 1e6
			}
		}
	}
	for _, l := range n.Links {
		x := min(d[l.A][l.B], 1/l.Bandwidth)
		d[l.A][l.B], d[l.B][l.A] = x, x
	}
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	return d
}
