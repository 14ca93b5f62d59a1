package engine

import (
	"context"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// The catalogue lists the algorithms that use the seed. Studies assume that the others return one
// answer for a problem, and run them once.
func TestOnlySeededAlgorithmsUseTheSeed(t *testing.T) {
	for _, kind := range catalog.Kinds() {
		s, ok := catalog.FromPreset(kind.Presets[0].ID, 5)
		if !ok {
			t.Fatalf("kind %s has no first preset", kind.ID)
		}
		explicit, faults := scenario.Expand(s)
		if faults != nil {
			t.Fatal(faults)
		}
		for _, a := range kind.Algorithms {
			seen := map[string]bool{}
			for seed := range uint64(6) {
				same := *explicit
				same.Seed = seed
				answer, err := All().Run(context.Background(), &same, scenario.Run{Algorithm: a.ID}, Env{})
				if err != nil {
					t.Fatalf("%s %s: %v", kind.ID, a.ID, err)
				}
				seen[answer.Digest] = true
			}
			if (len(seen) > 1) != a.Seeded {
				t.Errorf("%s %s: got %d answers with 6 seeds, want several if and only if seeded (%t)", kind.ID, a.ID,
					len(seen), a.Seeded)
			}
		}
	}
}
