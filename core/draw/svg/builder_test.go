package svg

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// Numbers are written as strconv writes what they are rounded to, whatever their
// size.
func TestNumbersOfPictures(t *testing.T) {
	plain := func(v float64) string {
		r := math.Round(v*100) / 100
		if r == 0 || math.IsNaN(r) || math.IsInf(r, 0) {
			return "0"
		}
		return strconv.FormatFloat(r, 'f', -1, 64)
	}
	values := []float64{0, math.Copysign(0, -1), 0.004, -0.004, 0.005, 0.1, -0.1, 0.07, 7, -12.5, 99.995, 100, 123.456,
		1e7, 9_999_999.994, 9_999_999.995, -9_999_999.999,
		12345678.91, 1e15, 1e300, math.MaxFloat64, math.Inf(1), math.Inf(-1),
		math.NaN()}
	draw := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		values = append(values, (draw.Float64()-0.5)*[]float64{0.1, 10, 2000, 4e7}[draw.IntN(4)])
	}
	for _, v := range values {
		if got, want := string(appendNumber(nil, v)), plain(v); got != want {
			t.Errorf("%v is written %s, not %s", v, got, want)
		}
	}
}
