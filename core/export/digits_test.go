package export

import (
	"strings"
	"testing"
)

// Numbers of a table have two digits that the interval's width supports, and thin
// spaces between thousands.
func TestNumbersOfLaTeXTables(t *testing.T) {
	for _, c := range []struct {
		x, width float64
		want     string
	}{{229472, 176869, "230\\,000"}, {-229472, 900, "$-$229\\,470"}, {1234.56, 20, "1235"}, {1234567.891, 0.5,
		"1\\,234\\,567.89"},
		{12345, 300, "12\\,350"}, {4, 1000, "0"}, {0.01234, 0.001, "0.0123"}} {
		if got := texNumber(formatRounded(c.x, digits(c.width))); got != c.want {
			t.Errorf("number %v with an interval of %v: got %s, want %s", c.x, c.width, got, c.want)
		}
	}
	for _, word := range []string{"12345 nodes", "1.2.3", "-", "", "–", "v12345", "10000x"} {
		if got := texNumber(word); strings.Contains(got, "\\,") || strings.Contains(got, "$") {
			t.Errorf("texNumber(%q): got %q, want no change of a word", word, got)
		}
	}
}
