package fixedseed

import (
	"testing"

	"pgregory.net/rapid"
)

// Two checks in one process draw the same numbers. Without a fixed seed twenty
// numbers of 64 bits would have to agree by chance.
func TestTheSameIsDrawn(t *testing.T) {
	draw := func() (all []uint64) {
		rapid.Check(t, func(t *rapid.T) { all = append(all, rapid.Uint64().Draw(t, "number")) })
		return all
	}
	first, second := draw(), draw()
	if len(first) < 20 || len(first) != len(second) {
		t.Fatalf("got %d and %d draws, want equal counts of at least 20", len(first), len(second))
	}
	for i := range first {
		if first[i] != second[i] {
			t.Fatalf("draw %d: got %d, then %d; want the same", i, first[i], second[i])
		}
	}
}
