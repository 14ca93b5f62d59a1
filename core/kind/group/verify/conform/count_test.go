package conform

import (
	"testing"

	"gridbox/core/kind/group"
)

func TestSetsAreCounted(t *testing.T) {
	for _, c := range [][3]int{{5, 2, 10}, {60, 58, 1770}, {60, 2, 1770}, {4, 4, 1}, {4, 5, 0}, {9, 0, 1},
		{30, 15, 155117520}} {
		want := float64(c[2])
		if got := choose(c[0], c[1]); got != want && !(want > group.MaxSets && got > group.MaxSets) {
			t.Errorf("choose(%d, %d): got %g, want %g", c[0], c[1], got, want)
		}
	}
}
