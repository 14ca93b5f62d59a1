package draw

import (
	"fmt"
	"strings"
	"testing"

	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
)

// wideGrid returns a grid of n clusters and about m links of different bandwidths.
func wideGrid(n, m int) *placement.Problem {
	p := &placement.Problem{}
	for i := range n {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: fmt.Sprint("c", i), MIPS: float64(100 + i%7)})
	}
	seen := map[[2]int]bool{}
	for k := 0; len(p.Links) < m && k < 20*m; k++ {
		a, b := k%n, (k*7919+k/n*104729+1)%n
		if k < n-1 {
			a, b = k+1, k/2
		}
		if a == b || seen[[2]int{min(a, b), max(a, b)}] {
			continue
		}
		seen[[2]int{min(a, b), max(a, b)}] = true
		p.Links = append(p.Links, placement.Link{A: p.Clusters[a].ID, B: p.Clusters[b].ID, Bandwidth: float64(1 +
			k*31%97)})
	}
	return p
}

// A picture of 20,000 links has few elements, and states how many links it does
// not show.
func TestHugeGridsAreThinned(t *testing.T) {
	p := wideGrid(2000, 20_000)
	svg := Topology(TopologyView{Problem: p}).SVG()
	if n := strings.Count(svg, "<path class=\"gb-wire gb-bundle\""); n < 1 || n > bundles {
		t.Errorf("got %d bundles, want 1 to %d", n, bundles)
	}
	if n := strings.Count(svg, "<"); n > 2*(4*2000+100) {
		t.Errorf("got %d tags, want at most %d", n, 2*(4*2000+100))
	}
	if drawn := strings.Count(svg, "M") - strings.Count(svg, "MIPS") - strings.Count(svg, "MB"); drawn < 2990 ||
		drawn > 3010 {
		t.Errorf("got %d links, want about 3000", drawn)
	}
	if !strings.Contains(svg, ">17,000 narrower links of 20,000 are not drawn; select a cluster") {
		t.Error("the picture does not state the number of omitted links")
	}
	if strings.Contains(svg, "<line") || strings.Contains(svg, "gb-name") {
		t.Error("got single links or names, want bundles only")
	}
	chosen := Topology(TopologyView{Problem: p, Selected: []picture.Ref{{Kind: picture.Cluster, ID: "c7"}}}).SVG()
	own := 0
	for _, l := range p.Links {
		if l.A == "c7" || l.B == "c7" {
			own++
		}
	}
	if n := strings.Count(chosen, "<line"); n != own || strings.Count(chosen, "gb-name") != 1 {
		t.Errorf("got %d links of the selected cluster, want %d and its name only", n, own)
	}
}

// Connected parts remain connected in the thinned picture.
func TestThinningKeepsPartsTogether(t *testing.T) {
	p := wideGrid(1200, 5000)
	v := newTopology(TopologyView{Problem: p}, p)
	parent := make([]int, len(p.Clusters))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	drawn := v.drawnLinks
	for _, i := range drawn {
		parent[root(v.index[p.Links[i].A])] = root(v.index[p.Links[i].B])
	}
	for i := range parent {
		if root(i) != root(0) {
			t.Fatalf("cluster %s is not connected to the others", p.Clusters[i].ID)
		}
	}
	if len(drawn) != 1800 || v.omitted != 3200 {
		t.Errorf("got %d drawn links and %d omitted, want 1800 and 3200", len(drawn), v.omitted)
	}
}

// Circles of a row of many clusters do not overlap.
func TestCirclesKeepApart(t *testing.T) {
	p := &placement.Problem{}
	for i := range 40 {
		x, y := float64(i)/39, 0.5
		p.Clusters = append(p.Clusters, placement.Cluster{ID: fmt.Sprint("cluster ", i), MIPS: 100, X: &x, Y: &y})
	}
	v := newTopology(TopologyView{Problem: p}, p)
	for i := 1; i < len(v.at); i++ {
		if gap := v.at[i].X - v.at[i-1].X; gap < v.radius[i]+v.radius[i-1] {
			t.Errorf("got distance %v between circles of radii %v and %v, want no overlap", gap, v.radius[i-1],
				v.radius[i])
		}
	}
	shown := 0
	for i := range v.names {
		if !v.names[i].crowded {
			shown++
		}
	}
	if shown == 0 || shown == 40 {
		t.Errorf("got %d of 40 names, want some but not all", shown)
	}
}

func BenchmarkHuge(b *testing.B) {
	for _, n := range []int{200, 2000} {
		p := wideGrid(n, 10*n)
		b.Run(fmt.Sprintf("clusters=%d/links=%d", n, len(p.Links)), func(b *testing.B) {
			for b.Loop() {
				Topology(TopologyView{Problem: p})
			}
		})
	}
}
