package picture

import (
	"slices"
	"strings"
	"testing"
)

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		count     int
		want      []float64
	}{
		{0, 412.6, 5, []float64{0, 100, 200, 300, 400}},
		{0, 1, 5, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{0.1, 0.35, 5, []float64{0.1, 0.15, 0.2, 0.25, 0.3, 0.35}},
		{-3, 3, 3, []float64{-2, 0, 2}},
		{5, 5, 4, nil},
	} {
		if got := Ticks(c.low, c.high, c.count); !slices.Equal(got, c.want) {
			t.Errorf("Ticks(%g, %g, %d) = %v, want %v", c.low, c.high, c.count, got, c.want)
		}
	}
}

// There are no round numbers between two numbers that differ only by rounding.
func TestTicksBetweenNeighbours(t *testing.T) {
	if got := Ticks(240.2858093387623, 240.28580933876233, 5); got != nil {
		t.Errorf("Ticks of neighbouring numbers: got %d, want none", len(got))
	}
}

func TestTicksOverCoverTheHighest(t *testing.T) {
	for high, want := range map[float64][]float64{2091: {0, 1000, 2000, 3000}, 5.5: {0, 2, 4, 6},
		0.3: {0, 0.1, 0.2, 0.3}, 4000: {0, 1000, 2000, 3000, 4000}, 0: {0, 1}} {
		if got := TicksOver(high, 4); !slices.Equal(got, want) {
			t.Errorf("TicksOver(%g) = %v, want %v", high, got, want)
		}
	}
}

func TestNumbersForPeople(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 1450: "1450", 30000: "30\u202f000", 1234567: "1\u202f234\u202f567",
		0.5: "0.5", 412.63: "412.6",
		18.2: "18.2", 3.14159: "3.14", -2.5: "−2.5", 0.00012: "0.00012", 120: "120", 9999.7: "10\u202f000"} {
		if got := Number(v); got != want {
			t.Errorf("Number(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestTruncateKeepsToItsWidth(t *testing.T) {
	for _, s := range []string{"", "a", "Nancy", "a long name of a cluster", "日本語の長い名前です", "\xff\xfe broken", "   "} {
		for _, width := range []float64{10, 40, 100, 1000} {
			got := Truncate(s, 12, width)
			if got != s && (TextWidth(got, 12) > width+12 || !strings.HasSuffix(got, "…")) || got == s &&
				TextWidth(s, 12) > width {
				t.Errorf("Truncate(%q, 12, %g): got %q, %g wide; want it no wider and marked if cut", s, width, got,
					TextWidth(got, 12))
			}
		}
	}
}
