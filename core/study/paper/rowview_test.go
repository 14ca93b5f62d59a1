package paper

import "testing"

// Digits follow the interval.
func TestFormatRounded(t *testing.T) {
	for _, c := range []struct {
		x, width float64
		want     string
	}{{478.597, 1.86, "478.6"}, {61.866, 0.2, "61.87"}, {511.2, 23, "511"}, {35.94, 0.44, "35.94"},
		{18720, 0, "18720"}} {
		if got := formatRounded(c.x, c.width); got != c.want {
			t.Errorf("%v with an interval of %v: %s, want %s", c.x, c.width, got, c.want)
		}
	}
}
