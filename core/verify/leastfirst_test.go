package verify

import (
	"cmp"
	"math"
	"slices"
	"testing"

	_ "gridbox/core/fixedseed"

	"pgregory.net/rapid"
)

// The order is that of a stable sort, for keys of every size and sign.
func TestLeastFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.OneOf(rapid.Float64Range(-3, 3), rapid.Float64(),
			rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -1, 1e300, 5e-324, math.Inf(1), math.Inf(-1)}))
		keys := rapid.SliceOfN(key, 0, 400).Draw(t, "keys")
		want := make([]int32, len(keys))
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(keys[a], keys[b]) })
		if got := LeastFirst(keys); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
