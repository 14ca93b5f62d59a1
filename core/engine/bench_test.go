package engine

import (
	"context"
	"fmt"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// largeText returns the text of an explicit scenario with n jobs on 100 clusters.
func largeText(b *testing.B, n int) []byte {
	s, _ := catalog.FromPreset("rbhs-mixed", 1)
	s.Placement.Generate.Jobs = &n
	return scenario.Text(explicitly(b, s))
}

// BenchmarkParse reads and checks a document.
func BenchmarkParse(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		text := largeText(b, n)
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, faults := catalog.Parse(text); faults != nil {
					b.Fatal(faults)
				}
			}
		})
	}
}

// BenchmarkRun measures a run with validation, solving, verification and digest.
func BenchmarkRun(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		s, _ := catalog.Parse(largeText(b, n))
		for _, id := range []string{"rbhs", "fastest"} {
			b.Run(fmt.Sprintf("%s/jobs=%d", id, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := All().Run(context.Background(), s, scenario.Run{Algorithm: id}, Env{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
