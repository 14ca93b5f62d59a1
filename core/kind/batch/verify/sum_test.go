package verify

import "testing"

// Sums that are the same number have the same remainder, however they were added
// up, and those that are only near have another.
func TestRemaindersTellEqualSums(t *testing.T) {
	part := func(volume, performance float64) exact {
		one := remainderInverse(remainder(performance))
		return exact{volume / performance, remainderProduct(remainder(volume), one)}
	}
	a := part(24, 5).plus(part(110, 7)).plus(part(36, 7)).plus(part(81, 5))
	b := part(81, 5).plus(part(36, 7)).plus(part(24, 5)).plus(part(110, 7))
	if !a.atMost(b) || !b.atMost(a) {
		t.Errorf("%v and %v", a, b)
	}
	tenths := part(0.1, 1).plus(part(0.2, 1))
	if three := part(0.3, 1); tenths.is == three.is || !tenths.atMost(three) || !three.atMost(tenths) {
		t.Errorf("%v and %v", tenths, three)
	}
	off := exact{b.is, b.mod + 1}
	if a.atMost(off) || off.atMost(a) {
		t.Error("sums that are near count as equal")
	}
	if third := part(1, 3); third.is == 0 || third.atMost(part(1, 4)) || !part(1, 4).atMost(third) {
		t.Error("a third is less than a quarter")
	}
	for _, c := range []struct {
		sum   exact
		n     int
		is    float64
		whole bool
	}{{part(1, 3).plus(part(2, 3)).plus(part(2, 1)), 3, 1, true}, {part(63, 1), 3, 21, true},
		{part(64, 1), 3, 64.0 / 3, false}, {exact{63, 7}, 3, 21, false}, {part(0, 1), 4, 0, true}} {
		if is, whole := c.sum.share(c.n); is != c.is || whole != c.whole {
			t.Errorf("the %d. part of %v is %v, %t", c.n, c.sum, is, whole)
		}
	}
}
