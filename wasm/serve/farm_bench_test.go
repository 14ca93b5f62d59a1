package serve

import (
	"context"
	"strconv"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// BenchmarkFarm runs all work of a worker on a farm of a thousand machines: reading the document, solving with the
// bound, checking, signing and writing the answer.
func BenchmarkFarm(b *testing.B) {
	for _, jobs := range []int{12_500, 25_000, 50_000, 100_000} {
		machines := 1000
		s := scenario.NewGenerated("farm", "farm-large", 1)
		s.Farm.Generate = &farm.Spec{Preset: "farm-large", Machines: &machines, Jobs: &jobs}
		explicit, faults := scenario.Expand(s)
		if faults != nil {
			b.Fatal(faults)
		}
		text := scenario.Text(explicit)
		run := scenario.Run{Algorithm: "two-stage"}
		name := "jobs=" + strconv.Itoa(jobs)
		b.Run("read/"+name, func(b *testing.B) {
			for b.Loop() {
				c := Catalog{Engine: engine.Engine{engine.Farm()}}
				if _, err := c.read(text); err != nil {
					b.Fatal(err)
				}
			}
		})
		answer := scenario.Answer{}
		b.Run("solve/"+name, func(b *testing.B) {
			for b.Loop() {
				var err error
				if answer, err = (engine.Engine{engine.Farm()}).RunExplicit(context.Background(), explicit, run,
					engine.Env{}); err != nil || !answer.Check.OK {
					b.Fatalf("RunExplicit: got error %v, check %v; want a valid answer", err, answer.Check)
				}
			}
		})
		b.Run("write/"+name, func(b *testing.B) {
			for b.Loop() {
				b.SetBytes(int64(len(doc.Canonical(answer))))
			}
		})
	}
}
