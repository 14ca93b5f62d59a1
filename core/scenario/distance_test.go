package scenario

import (
	"math"
	"strings"
	"testing"
)

// Distances from bounds are short texts, not numbers of ten digits.
func TestDistanceAsPeopleSayIt(t *testing.T) {
	for gap, want := range map[float64]string{0: "0 %", 2e-16: "0 %", 0.00001: "< 0.01 %", 0.0005: "0.05 %",
		0.00994: "0.99 %", 0.00996: "1.0 %", 0.061: "6.1 %", 0.0996: "10 %", 0.68: "68 %", 8.9: "890 %", 9: "10 times",
		12.4: "13 times", 998: "999 times", 999: "1.0 thousand times", 1659: "1.7 thousand times",
		9960: "10 thousand times", 166006.163: "166 thousand times", 999_600: "says nothing",
		1e300: "says nothing", math.Inf(1): "says nothing", math.NaN(): "says nothing"} {
		if got := (&Bound{Value: 3, Gap: gap}).Distance(); got != want {
			t.Errorf("Distance of the gap %v: got %q, want %q", gap, got, want)
		}
	}
	if got := (&Bound{Value: 0, Gap: 0.5}).Distance(); got != "says nothing" {
		t.Errorf("Distance of 0.5 from the bound 0: got %q, want \"says nothing\"", got)
	}
	if got := (&Bound{}).Distance(); got != "0 %" {
		t.Errorf("Distance of an answer that reaches the bound 0: got %q, want \"0 %%\"", got)
	}
}

// A column has one unit, since 430 %, 13 times and 108 % are hard to compare.
func TestDistancesOfAColumn(t *testing.T) {
	column := func(gaps ...float64) (texts []string) {
		bounds := []*Bound{nil}
		for _, gap := range gaps {
			bounds = append(bounds, &Bound{Value: 3, Gap: gap})
		}
		times := NeedsMultiples(bounds)
		for _, b := range bounds[1:] {
			texts = append(texts, b.DistanceIn(times))
		}
		return texts
	}
	for _, c := range []struct {
		gaps []float64
		want string
	}{{[]float64{4.3, 12, 1.08, 85, 0}, "5.30 times, 13.0 times, 2.08 times, 86.0 times, 1.00 times"},
		{[]float64{4.3, 0.05}, "430 %, 5.0 %"}, {[]float64{1659, 0.1, 1e300}, "1660 times, 1.10 times, says nothing"},
		{[]float64{1e300, 0.1}, "says nothing, 10 %"}} {
		if got := strings.Join(column(c.gaps...), ", "); got != c.want {
			t.Errorf("%v: got %q, want %q", c.gaps, got, c.want)
		}
	}
}
