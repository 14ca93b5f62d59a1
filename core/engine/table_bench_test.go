package engine

import (
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/window"
)

// BenchmarkTables measures the time that every run of a study takes to read its options and write
// its metrics.
func BenchmarkTables(b *testing.B) {
	first, _ := catalog.Find("window", "first-fit")
	options := first.Complete(nil)
	b.Run("options", func(b *testing.B) {
		b.ReportAllocs()
		o := window.Options{}
		for b.Loop() {
			doc.Fill(&o, options)
		}
	})
	b.Run("metrics", func(b *testing.B) {
		b.ReportAllocs()
		m := window.Metrics{Start: 1, Cost: 2}
		for b.Loop() {
			doc.Numbers(&m)
		}
	})
}
