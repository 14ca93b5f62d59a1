package replica

import (
	"fmt"
	"testing"

	"gridbox/core/kind/placement"
)

// BenchmarkTable searches once for every dataset, and reports the time per
// dataset.
func BenchmarkTable(b *testing.B) {
	for _, size := range []struct {
		clusters int
		degree   float64
	}{{100, 8}, {500, 12}, {2000, 20}} {
		datasets, jobs := 300, 0
		p, faults := placement.Generate(placement.Spec{Preset: "rbhs-mixed", Clusters: &size.clusters,
			Degree:   &size.degree,
			Datasets: &datasets, Jobs: &jobs}, 7)
		if faults != nil {
			b.Fatal(faults)
		}
		n := NewNet(&p)
		var sizes []float64
		var at [][]int32
		for i := range p.Datasets {
			sizes, at = append(sizes, p.Datasets[i].Size), append(at, homes(n, &p.Datasets[i]))
		}
		b.Run(fmt.Sprintf("%dclusters-%dlinks", size.clusters, len(p.Links)), func(b *testing.B) {
			table := NewTable(n, sizes, at, 1)
			row := table.newRow()
			for d := int32(0); b.Loop(); d = (d + 1) % int32(datasets) {
				table.fill(d, row)
			}
		})
	}
}
