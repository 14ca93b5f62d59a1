package figure

import (
	"math"
	"testing"
)

func TestNum(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 5: "5", 412.6: "412.6", 18.2: "18.20", 0.012345: "0.012", 1.719: "1.72", 1240: "1240",
		30000:     "30\u202f000",
		1234567.8: "1\u202f234\u202f568", -3.5: "−3.50", 999.96: "1000.0", -0.00001: "0.000",
	} {
		if got := num(x); got != want {
			t.Errorf("num(%v) = %q, want %q", x, got, want)
		}
	}
	if num(math.Inf(1)) != "–" || num(math.NaN()) != "–" {
		t.Error("num(Inf) or num(NaN) is not a dash")
	}
}
