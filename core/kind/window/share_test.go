package window

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// SortNodes sorts lists of any length and order.
func TestSortNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.IntRange(0, 30), 0, 90).Draw(t, "keys")
		list := make([]int32, len(keys))
		for i := range list {
			list[i] = int32(i)
		}
		list = rapid.Permutation(list).Draw(t, "list")
		want := slices.Clone(list)
		slices.SortFunc(want, func(a, b int32) int {
			if keys[a] != keys[b] {
				return keys[a] - keys[b]
			}
			return int(a - b)
		})
		SortNodes(list, func(a, b int32) bool { return keys[a] < keys[b] || keys[a] == keys[b] && a < b })
		if !slices.Equal(list, want) {
			t.Fatalf("SortNodes: got %v, want %v", list, want)
		}
	})
}

// Shared results equal those computed without sharing, and a list that one
// algorithm cuts is complete for the next.
func TestShare(t *testing.T) {
	for _, preset := range Presets() {
		alone, faults := Generate(Spec{Preset: preset.ID}, 3)
		if faults != nil {
			t.Fatal(faults)
		}
		together := alone
		together.Share()
		for range 2 {
			a, b := alone.Free(), together.Free()
			if !slices.Equal(a.All(), b.All()) || !reflect.DeepEqual(alone.FastestFirst(), together.FastestFirst()) ||
				!reflect.DeepEqual(alone.CheapestFirst(), together.CheapestFirst()) {
				t.Fatalf("%s: the shared results differ from those computed without sharing", preset.ID)
			}
			s := b.All()[0]
			if !b.Cut([]Free{s}) {
				t.Fatalf("Cut(%v): got false, want true", s)
			}
		}
	}
}
