package engine

import (
	"bytes"
	"context"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Algorithms that share data of a scenario give the answers that they give
// alone, whichever ran before them.
func TestSharingChangesNoAnswer(t *testing.T) {
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			s, _ := catalog.FromPreset(p.ID, 11)
			if s = explicitly(t, s); len(scenario.Canonical(s)) > 50_000 {
				continue
			}
			again, faults := scenario.Parse(scenario.Canonical(s))
			if faults != nil {
				t.Fatal(faults)
			}
			All().Share(again)
			for _, run := range catalog.DefaultRuns(k.ID) {
				alone, err := All().Measure(context.Background(), s, run, Env{})
				if err != nil {
					t.Fatal(err)
				}
				shared, err := All().Measure(context.Background(), again, run, Env{})
				if err != nil {
					t.Fatal(err)
				}
				if a, b := doc.Canonical(alone), doc.Canonical(shared); !bytes.Equal(a, b) {
					t.Errorf("%s by %s: got\n%s\nwant as computed alone\n%s", p.ID, run.Algorithm, b, a)
				}
			}
		}
	}
}
