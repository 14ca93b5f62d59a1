package serve

import (
	"bytes"
	"context"
	"testing"

	"gridbox/core/scenario"
	"gridbox/core/study/paper"
)

// BenchmarkPaperStudy runs the square window paper's study, 3000 replications of seven runs, and a tenth of the 25,000
// cycles of ALP and AMP, as a page does: a worker computes stretches, and the worker of studies adds each part and
// returns the view so far. As js/wasm it measures the time of one worker:
//
//	GOOS=js GOARCH=wasm go test -run - -bench PaperStudy -benchtime 1x ./wasm/serve
func BenchmarkPaperStudy(b *testing.B) {
	square, _ := paper.ByID("square-2018")
	b.Run("windows", func(b *testing.B) { benchmarkStudy(b, square.Experiments[0].Scenario()) })
	cycles, faults := scenario.Parse(
		[]byte(`{"format":"gridbox","version":1,"kind":"batch","seed":1,"batch":{"generate":{"preset":"alp-amp-2011"}},
		"study":{"replications":2500,"metrics":["totalTime","totalCost"]},"runs":[{"algorithm":"alp"},{"algorithm":"amp"}]}`))
	if len(faults) > 0 {
		b.Fatal(faults)
	}
	b.Run("cycles", func(b *testing.B) { benchmarkStudy(b, cycles) })
}

func benchmarkStudy(b *testing.B, s *scenario.Scenario) {
	const stretch = 100
	text := scenario.Canonical(s)
	for b.Loop() {
		worker, keeper := fullCatalog(), &Catalog{}
		for at := 0; at < s.Study.Replications; at += stretch {
			part, err := worker.Study(context.Background(), text,
				Stretch{From: at, To: min(at+stretch, s.Study.Replications)}, func(int, int) {})
			if err != nil {
				b.Fatal(err)
			}
			tally := TallyRequest{Key: "1", Have: at / stretch, Text: bytes.Join([][]byte{text, part}, []byte("\n")),
				About: map[string]string{"as": "view", "metric": "cost", "point": "0"}}
			got, err := keeper.Tally(context.Background(), tally)
			if err != nil || len(got) == 0 {
				b.Fatalf("Tally of part %d: got %d bytes, error %v; want bytes", tally.Have, len(got), err)
			}
		}
	}
}
