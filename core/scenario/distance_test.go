package scenario

import (
	"math"
	"testing"
)

// A person reads how far an answer is from its bound, and no number of ten digits.
func TestDistanceAsPeopleSayIt(t *testing.T) {
	for gap, want := range map[float64]string{0: "0 %", 2e-16: "0 %", 0.00001: "< 0.01 %", 0.0005: "0.05 %",
		0.00994: "0.99 %", 0.00996: "1.0 %", 0.061: "6.1 %", 0.0996: "10 %", 0.68: "68 %", 8.9: "890 %", 9: "10 times",
		12.4: "13 times", 998: "999 times", 999: "1.0 thousand times", 1659: "1.7 thousand times",
		9960: "10 thousand times", 166006.163: "166 thousand times", 999_600: "says nothing",
		1e300: "says nothing", math.Inf(1): "says nothing", math.NaN(): "says nothing"} {
		if got := (&Bound{Value: 3, Gap: gap}).Distance(); got != want {
			t.Errorf("a gap of %v is said as %q, want %q", gap, got, want)
		}
	}
	if got := (&Bound{Value: 0, Gap: 0.5}).Distance(); got != "says nothing" {
		t.Errorf("half a second over a bound of 0 is said as %q", got)
	}
	if got := (&Bound{}).Distance(); got != "0 %" {
		t.Errorf("an answer that reaches a bound of 0 is said to be %q from it", got)
	}
}
