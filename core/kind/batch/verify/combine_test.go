package verify

import (
	"math"
	"testing"
)

// A sum within the rounding error of a limit neither certainly meets it nor exceeds it. A
// combination with such a sum is possible.
func TestSumsAtALimit(t *testing.T) {
	at := 1 + LimitTolerance
	for total, want := range map[float64]int{1: 1, 1 + LimitTolerance/2: 1, at: 0, 1 + 2*LimitTolerance: -1} {
		if got := KeepsLimit(total, 1); got != want {
			t.Errorf("KeepsLimit(%.15g, 1): got %d, want %d", total, got, want)
		}
	}
	tries := 100
	f := Combinations{Classes: [][]Mark{{{at, 5}}}, Limit: 1, MaxMinimised: 5, Tries: &tries, MaxKept: 100}
	if out := f.FindBetter(Mark{math.Inf(-1), 5}); !out.Whole || !out.Reached || out.Better {
		t.Errorf("FindBetter: got %+v, want whole and reached, and nothing better", out)
	}
}
