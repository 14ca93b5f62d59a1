package sorting

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

type item struct{ key, index int }

// The order equals that of package slices, equal elements included, because digests depend on it.
func TestTheOrderIsThatOfSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := make([]item, rapid.IntRange(0, 300).Draw(t, "long"))
		few := rapid.IntRange(1, 50).Draw(t, "keys")
		for i := range list {
			list[i] = item{rapid.IntRange(0, few).Draw(t, "key"), i}
		}
		compare := func(a, b item) int { return a.key - b.key }
		mine, theirs := slices.Clone(list), slices.Clone(list)
		Sort(mine, compare)
		slices.SortFunc(theirs, compare)
		if !slices.Equal(mine, theirs) {
			t.Fatalf("Sort: got %v, want %v", mine, theirs)
		}
		mine, theirs = slices.Clone(list), slices.Clone(list)
		Stable(mine, compare)
		slices.SortStableFunc(theirs, compare)
		if !slices.Equal(mine, theirs) {
			t.Fatalf("Stable: got %v, want %v", mine, theirs)
		}
	})
}

// Insert equals slices.Insert, whether or not the list has capacity.
func TestPuttingIsInserting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Int(), 0, 9).Draw(t, "list")
		at := rapid.IntRange(0, len(list)).Draw(t, "at")
		for _, room := range []int{0, 1, 5} {
			mine := append(make([]int, 0, len(list)+room), list...)
			if mine, theirs := Insert(mine, at, 7), slices.Insert(slices.Clone(list), at, 7); !slices.Equal(mine,
				theirs) {
				t.Fatalf("Insert: got %v, want %v", mine, theirs)
			}
		}
	})
}
