package replica

import (
	"math"
	"slices"
	"strconv"
	"testing"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/placement"

	"pgregory.net/rapid"
)

// drawNet makes a random problem with one dataset, for comparing searches.
func drawNet(t *rapid.T) *placement.Problem {
	n := rapid.IntRange(1, 14).Draw(t, "clusters")
	p := &placement.Problem{}
	for i := range n {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: "c" + strconv.Itoa(i), MIPS: 1})
	}
	// Few different bandwidths make many equally long paths; the extremes make
	// lengths that do not fit into one fixed-point number.
	bandwidth := rapid.SampledFrom([][]float64{
		{1}, {1, 2, 4}, {10, 30, 70}, {0.1, 0.3, 0.7, 11}, {1e-300, 1, 1e300}, {1e-3, 1e9, 3e9},
	}).Draw(t, "bandwidths")
	for a := range n {
		for b := a + 1; b < n; b++ {
			if rapid.IntRange(0, 9).Draw(t, "linked") < 4 {
				p.Links = append(p.Links, placement.Link{A: p.Clusters[a].ID, B: p.Clusters[b].ID,
					Bandwidth: rapid.SampledFrom(bandwidth).Draw(t, "bandwidth")})
			}
		}
	}
	d := placement.Dataset{ID: "d", Size: rapid.SampledFrom([]float64{0, 1, 37.5, 1e6}).Draw(t, "size")}
	for i := range n {
		if rapid.IntRange(0, 3).Draw(t, "held") == 0 {
			d.At = append(d.At, p.Clusters[i].ID)
		}
	}
	p.Datasets = []placement.Dataset{d}
	return p
}

func homes(n *Net, d *placement.Dataset) []int32 {
	var list []int32
	for _, id := range d.At {
		i, _ := n.Cluster(id)
		list = append(list, i)
	}
	return list
}

// The paper's search from every cluster, one search from all replicas, and
// joining searches from each replica give the same replicas, paths and numbers,
// to the last bit.
func TestTableAgreesWithSelect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawNet(t)
		n, d := NewNet(p), &p.Datasets[0]
		at := homes(n, d)
		table := NewTable(n, []float64{d.Size}, [][]int32{at}, 1)
		if rapid.Bool().Draw(t, "join") {
			table.joinHosts()
		}
		row := table.Row(0)
		for i := range p.Clusters {
			choice := n.Select(int32(i), []Want{{d.ID, d.Size, at}}, nil)[0]
			if time := TransferTime(d.Size, choice.SecondsPerMB); time != row.Time[i] {
				t.Fatalf("cluster %d: got %v by the table, want %v as by uniform cost", i, row.Time[i], time)
			}
			if path := table.Path(0, int32(i)); !slices.Equal(path, choice.Path) {
				t.Fatalf("cluster %d: got path %v by the table, want %v as by uniform cost", i, path, choice.Path)
			}
		}
	})
}

// Distances equal the result of relaxing every link repeatedly (Bellman, Ford).
func TestTableIsShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawNet(t)
		n, d := NewNet(p), &p.Datasets[0]
		row := NewTable(n, []float64{1}, [][]int32{homes(n, d)}, 1).Row(0)
		dist := make([]float64, n.Len())
		for i := range dist {
			dist[i] = math.Inf(1)
		}
		for _, h := range homes(n, d) {
			dist[h] = 0
		}
		for range dist {
			for _, l := range p.Links {
				a, b := n.index[l.A], n.index[l.B]
				dist[a], dist[b] = min(dist[a], dist[b]+1/l.Bandwidth), min(dist[b], dist[a]+1/l.Bandwidth)
			}
		}
		for i := range dist {
			// Sums in another order differ by rounding, and fixed point may miss
			// by half a unit a link, about 2^-61 of the longest distance.
			slack := 1e-12*dist[i] + n.maxDistance()*0x1p-50
			if row.Time[i] != dist[i] && !(math.Abs(row.Time[i]-dist[i]) <= slack) {
				t.Fatalf("cluster %d: got %v, want %v", i, row.Time[i], dist[i])
			}
		}
	})
}

// A table that keeps few rows gives the same rows as one that keeps all.
func TestTableForgets(t *testing.T) {
	p, faults := placement.Generate(placement.Spec{Preset: "rbhs-mixed"}, 3)
	if faults != nil {
		t.Fatal(faults)
	}
	n := NewNet(&p)
	var sizes []float64
	var at [][]int32
	for i := range p.Datasets {
		sizes, at = append(sizes, p.Datasets[i].Size), append(at, homes(n, &p.Datasets[i]))
	}
	all, few := NewTable(n, sizes, at, 1), NewTable(n, sizes, at, 1)
	few.maxRows, few.joins = 7, false
	for k := range 900 {
		d := int32(k * 37 % len(sizes))
		if !slices.Equal(all.Row(d).Time, few.Row(d).Time) {
			t.Fatalf("row %d of the table with few rows differs", d)
		}
		for i := range p.Clusters {
			if !slices.Equal(all.Path(d, int32(i)), few.Path(d, int32(i))) {
				t.Fatalf("the path from cluster %d to dataset %d differs in the table with few rows", i, d)
			}
		}
	}
	if all.Searches >= few.Searches {
		t.Errorf("got %d searches with all rows kept, want fewer than the %d with seven", all.Searches, few.Searches)
	}
}
