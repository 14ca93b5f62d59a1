package formula

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

const bits = 128

// inverses are 1/k! for k = 0, 1, ...
var inverses = func() (list []*big.Float) {
	f := new(big.Float).SetPrec(bits + 40).SetInt64(1)
	for k := int64(1); k < 20; k++ {
		list = append(list, new(big.Float).SetPrec(bits+40).Quo(big.NewFloat(1), f))
		f.Mul(f, new(big.Float).SetInt64(k))
	}
	return list
}()

// bigExp returns e^x by its series, after halving x until it is below 2^-8,
// where 19 terms reach 2^-200.
func bigExp(x *big.Float) *big.Float {
	halvings := 0
	if x.Sign() != 0 {
		halvings = max(0, x.MantExp(nil)+8)
	}
	y := new(big.Float).SetPrec(bits+40).SetMantExp(x, -halvings)
	sum := new(big.Float).SetPrec(bits + 40)
	for k := len(inverses) - 1; k >= 0; k-- {
		sum.Mul(sum, y)
		sum.Add(sum, inverses[k])
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum.SetPrec(bits)
}

// bigLog returns ln x, by a step from the value y of package math to y + 2
// (x-e^y)/(x+e^y), which triples the digits.
func bigLog(x *big.Float) *big.Float {
	exponent := x.MantExp(nil)
	mantissa, _ := new(big.Float).SetMantExp(x, -exponent).Float64()
	y := new(big.Float).SetPrec(bits).SetFloat64(math.Log(mantissa) + float64(float64(exponent)*math.Ln2))
	e := bigExp(y)
	above, below := new(big.Float).SetPrec(bits).Sub(x, e), new(big.Float).SetPrec(bits).Add(x, e)
	step := above.Quo(above, below)
	return y.Add(y, step.Add(step, step))
}

// ulps returns the error of a result in units of its last place.
func ulps(got float64, want *big.Float) float64 {
	near, _ := want.Float64()
	if math.IsInf(near, 0) || math.IsInf(got, 0) {
		if got == near {
			return 0
		}
		return math.Inf(1)
	}
	unit := math.Nextafter(math.Abs(near), math.Inf(1)) - math.Abs(near)
	apart := new(big.Float).SetPrec(bits).Sub(new(big.Float).SetFloat64(got), want)
	far, _ := apart.Quo(apart, new(big.Float).SetFloat64(unit)).Float64()
	return math.Abs(far)
}

// points returns a source of numbers and their count, more than a million for
// the long test.
func points(short, long int) (*rand.Rand, int) {
	if testing.Short() {
		return rand.New(rand.NewPCG(1, 2)), short
	}
	return rand.New(rand.NewPCG(1, 2)), long
}

// randomPositive returns a positive number of any size, near 1 every other time.
func randomPositive(r *rand.Rand) float64 {
	switch r.IntN(4) {
	case 0:
		return 1 + float64((r.Float64()-0.5)*math.Ldexp(1, -r.IntN(50)))
	case 1:
		return math.Ldexp(0.5+r.Float64()/2, r.IntN(60)-10)
	}
	return math.Float64frombits(r.Uint64N(0x7ff0000000000000-1) + 1)
}

func TestLogarithmsAreAsGoodAsTheySay(t *testing.T) {
	r, n := points(5_000, 400_000)
	ln2, ln10 := bigLog(big.NewFloat(2).SetPrec(bits)), bigLog(big.NewFloat(10).SetPrec(bits))
	worst := [3]float64{}
	for range n {
		x := randomPositive(r)
		log := bigLog(new(big.Float).SetPrec(bits).SetFloat64(x))
		for i, one := range []struct {
			got  float64
			base *big.Float
		}{{Ln(x), big.NewFloat(1)}, {Log2(x), ln2}, {Log10(x), ln10}} {
			if off := ulps(one.got, new(big.Float).SetPrec(bits).Quo(log, one.base)); off > worst[i] {
				if worst[i] = off; off > 0.51 {
					t.Fatalf("logarithm %d of %v: got %v, off by %v ulp; want at most 0.51", i, x, one.got, off)
				}
			}
		}
	}
	t.Logf("ln, log2 and log10 of %d numbers are off by at most %v", n, worst)
}

func TestExpIsWithinItsStatedError(t *testing.T) {
	r, n := points(10_000, 1_000_000)
	worst := 0.0
	for i := range n {
		x := float64((r.Float64() - 0.5) * 2 * 745)
		if i%2 == 0 {
			x = float64((r.Float64() - 0.5) * math.Ldexp(1, 6-r.IntN(60)))
		}
		want := bigExp(new(big.Float).SetPrec(bits).SetFloat64(x))
		most := 0.51
		if near, _ := want.Float64(); near < 0x1p-1022 {
			most = 1
		}
		if off := ulps(Exp(x), want); off > worst {
			if worst = off; off > most {
				t.Fatalf("Exp(%v): got %v, off by %v ulp; want at most %v", x, Exp(x), off, most)
			}
		}
	}
	t.Logf("exp of %d numbers is off by at most %v", n, worst)
}

func TestPowersAreAsGoodAsTheySay(t *testing.T) {
	r, n := points(5_000, 400_000)
	worst := 0.0
	for i := range n {
		x := randomPositive(r)
		y := float64((r.Float64() - 0.5) * 8)
		switch i % 3 {
		case 0:
			y = float64(r.IntN(21) - 10)
		case 1: // a result of any size
			if log := math.Log(x); log != 0 {
				y = float64((r.Float64() - 0.5) * 1400 / log)
			}
		}
		log := bigLog(new(big.Float).SetPrec(bits).SetFloat64(x))
		product := log.Mul(log, new(big.Float).SetPrec(bits).SetFloat64(y))
		if far, _ := product.Float64(); math.Abs(far) > 2000 {
			continue
		}
		want := bigExp(product)
		most := 0.6
		if near, _ := want.Float64(); near < 0x1p-1022 {
			most = 1
		}
		if off := ulps(Pow(x, y), want); off > worst {
			if worst = off; off > most {
				t.Fatalf("Pow(%v, %v): got %v, off by %v ulp; want at most %v", x, y, Pow(x, y), off, most)
			}
		}
	}
	t.Logf("%d powers are off by at most %v", n, worst)
}

// Results that are numbers of few digits are exact.
func TestWhatIsExactIsExact(t *testing.T) {
	for k := -300; k <= 300; k++ {
		power, _, err := big.ParseFloat("1e"+big.NewInt(int64(k)).String(), 10, 53, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := power.Float64()
		if k >= 0 && k <= 22 || k == 300 {
			if got := Log10(x); got != float64(k) {
				t.Errorf("Log10(1e%d): got %v, want %d", k, got, k)
			}
		}
	}
	for k := -1074; k <= 1023; k++ {
		if got := Log2(math.Ldexp(1, k)); got != float64(k) {
			t.Errorf("Log2(2^%d): got %v, want %d", k, got, k)
		}
		if got := Pow(2, float64(k)); got != math.Ldexp(1, k) {
			t.Errorf("Pow(2, %d): got %v, want %v", k, got, math.Ldexp(1, k))
		}
	}
	for base := 1; base <= 50; base++ {
		exact := 1.0
		for k := 0; exact < 1<<53; k++ {
			if got := Pow(float64(base), float64(k)); got != exact {
				t.Errorf("Pow(%d, %d): got %v, want %v", base, k, got, exact)
			}
			if got := Pow(float64(-base), float64(k)); got != exact && k%2 == 0 || got != -exact && k%2 == 1 {
				t.Errorf("Pow(-%d, %d): got %v, want %v with its sign", base, k, got, exact)
			}
			if exact *= float64(base); base == 1 && k > 60 {
				break
			}
		}
	}
}

// Special values are those recommended by IEEE 754, as in package math.
func TestWhatIsNoOrdinaryNumber(t *testing.T) {
	odd := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, -1.5, 1e300, -1e300, 1e-300, -1e-300,
		5e-324, -5e-324, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 1 << 53, 1<<53 + 2,
		709.782712893384, 709.782712893385, -745.13, -745.14, -708.5, 1e-17}
	same := func(a, b float64) bool {
		if math.IsNaN(a) || math.IsNaN(b) {
			return math.IsNaN(a) && math.IsNaN(b)
		}
		return a == b && math.Signbit(a) == math.Signbit(b) ||
			!math.IsInf(a, 0) && !math.IsInf(b, 0) && a != 0 && b != 0 && math.Abs(a-b) <= 1e-15*math.Abs(b)+1e-323
	}
	for _, x := range odd {
		for name, f := range map[string][2]func(float64) float64{"ln": {Ln, math.Log}, "log2": {Log2, math.Log2},
			"log10": {Log10, math.Log10}, "exp": {Exp, math.Exp}} {
			if x == 5e-324 || x == 709.782712893384 || x == -745.13 {
				continue // math is wrong here, and the tests above are right
			}
			if got, want := f[0](x), f[1](x); !same(got, want) {
				t.Errorf("%s(%v) is %v, want %v", name, x, got, want)
			}
		}
		for _, y := range odd {
			if got, want := Pow(x, y), math.Pow(x, y); !same(got, want) {
				t.Errorf("pow(%v, %v) is %v, want %v", x, y, got, want)
			}
		}
	}
}

// The bits are the same here and as WebAssembly, on amd64 and on arm64: a change
// here is a change of the decisions of policies.
func TestTheBitsAreTheSameEverywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	sum := uint64(0)
	mix := func(x float64) { sum = (sum ^ math.Float64bits(x)) * 0x9e3779b97f4a7c15 }
	for range 20_000 {
		x, y := randomPositive(r), float64((r.Float64()-0.5)*20)
		mix(Ln(x))
		mix(Log2(x))
		mix(Log10(x))
		mix(Exp(y))
		mix(Pow(x, y))
	}
	if want := uint64(0xaf9e4d08a02cc2f4); sum != want {
		t.Errorf("got %#x, want %#x", sum, want)
	}
}

func BenchmarkElementary(b *testing.B) {
	sink := 0.0
	b.Run("log10", func(b *testing.B) {
		for b.Loop() {
			sink += Log10(1234.5)
		}
	})
	b.Run("exp", func(b *testing.B) {
		for b.Loop() {
			sink += Exp(-3.21)
		}
	})
	b.Run("pow", func(b *testing.B) {
		for b.Loop() {
			sink += Pow(1234.5, 0.7)
		}
	})
	if sink == 1 {
		b.Log(sink)
	}
}
