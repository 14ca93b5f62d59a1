package solve

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// drawDecimal draws a decimal as documents have it, with its exact value.
func drawDecimal(t *rapid.T, name string) (float64, *big.Rat) {
	whole, places := rapid.IntRange(1, 99_999_999).Draw(t, name), rapid.IntRange(0, 8).Draw(t, name+" places")
	text := strconv.Itoa(whole) + "e-" + strconv.Itoa(places)
	x, err := strconv.ParseFloat(text, 64)
	exact, ok := new(big.Rat).SetString(text)
	if err != nil || !ok {
		t.Fatalf("%s is not read as a number: %v", text, err)
	}
	return x, exact
}

// Sums of costs, price x volume / performance, compare as fractions do, in any
// order of addition.
func TestAmountsCompareAsRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var terms []amount
		var exact []*big.Rat
		for range rapid.IntRange(1, 6).Draw(t, "terms") {
			v, bigV := drawDecimal(t, "volume")
			p, bigP := drawDecimal(t, "performance")
			c, bigC := drawDecimal(t, "price")
			terms = append(terms, decimal(v).divide(decimal(p)).times(decimal(c)))
			x := new(big.Rat).Quo(bigV, bigP)
			exact = append(exact, x.Mul(x, bigC))
		}
		a, b, bigA, bigB := amount{}, amount{}, new(big.Rat), new(big.Rat)
		for i := range terms {
			k := len(terms) - 1 - i
			a, bigA = a.plus(terms[i]), bigA.Add(bigA, exact[i])
			b, bigB = b.plus(terms[k]), bigB.Add(bigB, exact[k])
		}
		if a.compare(b) != 0 {
			t.Fatalf("sums in two orders: got %v and %v, want equal ones", a, b)
		}
		third := amount{hi: 1}.divide(amount{hi: 3})
		if parts := a.times(third); parts.plus(parts).plus(parts).compare(a) != 0 {
			t.Fatalf("three thirds of %v: got another amount", a)
		}
		more, bigMore := drawDecimal(t, "more")
		x, bigX := terms[0].plus(decimal(more)), new(big.Rat).Add(exact[0], bigMore)
		if got, want := x.compare(a), bigX.Cmp(bigA); got < 0 != (want < 0) || got > 0 != (want > 0) {
			t.Fatalf("compare of %v and %v: got %v, want %d", x, a, got, want)
		}
		if near, _ := bigA.Float64(); math.Abs(near-a.hi) > 1e-15*near {
			t.Fatalf("sum: got %v, want %v", a.hi, near)
		}
	})
}

// Numbers are the decimals that documents write, so that tenths add up exactly.
// Whole means are recognised.
func TestDecimals(t *testing.T) {
	if sum := decimal(0.1).plus(decimal(0.2)); sum.compare(decimal(0.3)) != 0 {
		t.Errorf("0.1 + 0.2: got %v, want 0.3", sum)
	}
	third := amount{hi: 1}.divide(amount{hi: 3})
	for _, c := range []struct {
		is   amount
		want float64
	}{{third.plus(third).plus(third), 1}, {third, 0}, {amount{2, -1e-20}, 1}, {amount{hi: 7.5}, 7},
		{decimal(1e-7).times(decimal(3e7)), 3}, {decimal(123456789012345680).divide(decimal(2)), 61728394506172840}} {
		if got := c.is.floor(); got.compare(amount{hi: c.want}) != 0 {
			t.Errorf("floor of %v: got %v, want %v", c.is, got, c.want)
		}
	}
	for _, x := range []float64{1e-300, 5e-324, math.MaxFloat64, 1e300, 0} {
		if got := decimal(x); math.Abs(got.hi-x) > 1e-15*x || got.lo-got.lo != 0 {
			t.Errorf("decimal(%g): got %v, want it to a relative error of 1e-15", x, got)
		}
	}
}
