package report

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"gridbox/core/rng"
)

// By hand: of the 8 ways to give signs to 1, 2, 4 the sums are -7, -5, -3, -1, 1,
// 3, 5, 7. The observed one is -1+2+4 = 5: four are as far from 0.
func TestSignFlipByHand(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{-1, 2, 4}, 0.5}, {[]float64{1, 2, 4}, 0.25}, {[]float64{-1, -2, -4}, 0.25}, {[]float64{3}, 1},
		{[]float64{1, 2, 4, 0, 0}, 0.25}, {[]float64{0, 0}, 1}, {[]float64{1, -1}, 1},
		// Equal up to rounding: 0.1 + 0.2 - 0.3 is 0, so every sum of signs is as
		// far from it.
		{[]float64{0.1, 0.2, -0.3}, 1}, {[]float64{1, 1, 1, 1, -1, -1}, 44. / 64},
	} {
		if got := signFlip(c.values, rng.New(1, "hand", 0)); got != c.want {
			t.Errorf("%v: got %v, want %v", c.values, got, c.want)
		}
	}
}

// The p-value from draws agrees with that of all ways, far into the tail.
func TestDrawnSignsAgreeWithAllOfThem(t *testing.T) {
	draw := rng.New(5, "signs", 0)
	for k := range 40 {
		list := make([]float64, 16)
		for i := range list {
			list[i] = draw.PowerLaw(2, 1, 1000)
			if draw.Chance(0.4 / float64(1+k%5)) {
				list[i] = -list[i]
			}
		}
		f := newFlips(list)
		if f.limit > f.total/2 {
			continue
		}
		all, drawn := f.exactP(), f.sampledP(draw)
		if drawn < 0.85*all || drawn > 1.15*all+2e-5 {
			t.Errorf("signs of %v: got p %v from draws, want about %v", list, drawn, all)
		}
	}
}

// The review's S4: no p-value is rounded before it is corrected, so that 0 wins of
// 35 is significant among thousands, and a stronger result has the smaller p.
func TestNothingIsFloored(t *testing.T) {
	of := func(wins, losses int) []float64 {
		list := make([]float64, 0, wins+losses)
		for i := range wins + losses {
			x := 1 + float64(i%7)
			if i%(wins+losses) >= wins {
				x = -x
			}
			list = append(list, x)
		}
		return list
	}
	if p := signFlip(of(0, 35), rng.New(1, "a", 0)); p < math.Ldexp(1, -34) || p > math.Ldexp(1.05, -34) {
		t.Errorf("0 wins of 35: got p %v, want about 2^-34", p)
	}
	strong, weak := signFlip(of(194, 6), rng.New(1, "b", 0)), signFlip(of(139, 61), rng.New(1, "c", 0))
	if strong > 1e-30 || strong > weak || weak > 1e-4 || weak < 1e-12 {
		t.Errorf("got p %v for 194 wins of 200 and %v for 139, want both small, the first smaller", strong, weak)
	}
	if p := signFlip(of(0, 20_000), rng.New(1, "d", 0)); p != minP {
		t.Errorf("0 wins of 20,000: got p %v, want %v", p, minP)
	}
	family := []*Pair{{}, {}}
	for i := range family {
		p := []float64{math.Ldexp(1, -34), 1}[i]
		family[i].P = &p
	}
	for range 3000 {
		p := 0.5
		family = append(family, &Pair{P: &p})
	}
	if Holm(family); *family[0].Holm > 1e-6 {
		t.Errorf("0 wins of 35 among 3000 pairs: got Holm's p %v, want at most 1e-6", *family[0].Holm)
	}
}

// If neither is better, the test errs as often as its level allows, for any
// distribution of differences. The result of 194 wins is no artefact of the method.
func TestSignFlipKeepsItsLevel(t *testing.T) {
	draw := rng.New(7, "level", 0)
	const trials = 600
	for name, value := range map[string]func() float64{
		"heavy": func() float64 { return draw.PowerLaw(1.5, 1, 1e6) },
		"rare":  func() float64 { return math.Floor(draw.Uniform(0, 1.2)) * draw.PowerLaw(2, 1, 100) },
	} {
		for _, n := range []int{10, 40} {
			wrong := 0
			for range trials {
				list := make([]float64, n)
				for i := range list {
					if list[i] = value(); draw.Chance(0.5) {
						list[i] = -list[i]
					}
				}
				if signFlip(list, draw) < 0.05 {
					wrong++
				}
			}
			// Three standard errors of 0.05 of 600 are 0.027.
			if share := float64(wrong) / trials; share > 0.077 {
				t.Errorf("%d %s differences: got a share of %v significant, want at most 0.077", n, name, share)
			}
		}
	}
}

// The distribution of t is precise in its tails, down to 1e-290.
func TestFarTails(t *testing.T) {
	for _, df := range []int{1, 2, 3, 7, 8, 35, 199, 2999, 24999} {
		d := distuv.Beta{Alpha: float64(df) / 2, Beta: 0.5}
		for _, x := range []float64{1.5, 2, 3, 5, 8, 13, 21, 34} {
			want := d.CDF(float64(df) / (float64(df) + x*x))
			if got := twoSidedP(x, df); want > 1e-290 && math.Abs(got-want) > 1e-9*want {
				t.Errorf("P(|T| > %v) with %d degrees of freedom: got %v, want %v as of gonum", x, df, got, want)
			}
		}
	}
	// The two formulas agree where they meet.
	for df := 1; df < 100; df++ {
		if x := critical(0.9, df); math.Abs(tailP(x, df)-0.1) > 1e-12 {
			t.Errorf("tailP at %d degrees of freedom: got %v, want 0.1", df, tailP(x, df))
		}
	}
}
