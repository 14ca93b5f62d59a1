package report

import (
	"math"
	"sync"

	"gridbox/core/rng"
)

// Student's t distribution for whole degrees of freedom, with +, *, / and
// square roots alone, so that every platform gets the same bits. gonum's
// distuv.StudentsT uses math.Exp and math.Pow, whose last bits differ between
// amd64 and WebAssembly, and gonum's sums on amd64 add in another order. The
// tests compare with gonum.

// centralP returns the probability that |T| <= t: Abramowitz and Stegun, Handbook
// of Mathematical Functions, 26.7.3 for odd and 26.7.4 for even degrees of
// freedom.
func centralP(t float64, df int) float64 {
	if df < 1 || t <= 0 {
		return 0
	}
	n := float64(df)
	square := n / (n + float64(t*t)) // of the cosine
	sine := t / math.Sqrt(n+float64(t*t))
	term, sum := 1.0, 0.0
	first := 2
	if df%2 == 1 {
		term, first = math.Sqrt(square), 3
	}
	for k := first; k <= df; k += 2 {
		sum += term
		// The next factor is (k-1)/k, for odd df 2/3, 4/5, ..., for even 1/2, 3/4, ...
		term = float64(float64(term*square)*float64(k-1)) / float64(k)
		if term < 1e-18*sum {
			break
		}
	}
	if df%2 == 0 {
		return min(1, float64(sine*sum))
	}
	return min(1, float64(2/math.Pi*(arctan(t/math.Sqrt(n))+float64(sine*sum))))
}

// arctan returns the arc tangent of x >= 0. It halves the angle three times and
// sums a series that converges by a factor of 25 a term.
func arctan(x float64) float64 {
	if x > 1 {
		return math.Pi/2 - arctan(1/x)
	}
	for range 3 {
		x = x / (1 + math.Sqrt(1+float64(x*x)))
	}
	sum, square := 0.0, float64(x*x)
	for k := 27; k >= 3; k -= 2 {
		sum = float64(square * (1/float64(k) - sum))
	}
	return float64(8 * float64(x*(1-sum)))
}

// twoSidedP returns the probability of a |t| at least as great if there is no
// difference, at least minP.
func twoSidedP(t float64, df int) float64 {
	t = min(math.Abs(t), 1e150) // its square is finite
	if p := 1 - centralP(t, df); p > 0.1 {
		return p
	}
	return max(minP, tailP(t, df))
}

// tailP returns the same as twoSidedP for large t, where 1 - centralP would lose its digits: the
// incomplete beta function I_x(df/2, 1/2) at x = df/(df+t^2) by its continued
// fraction (Abramowitz and Stegun, 26.5.8), evaluated by Lentz's method.
func tailP(t float64, df int) float64 {
	// The recursion starts with B(1, 1/2) = 2 for an even and B(1/2, 1/2) = pi for an odd
	// number of degrees; B(a+1, 1/2) is a/(a+1/2) times B(a, 1/2).
	beta, from := 2.0, 2
	if df%2 == 1 {
		beta, from = math.Pi, 1
	}
	for k := from; k < df; k += 2 {
		beta = float64(beta*float64(k)) / float64(k+1)
	}
	a, b, square := float64(float64(df)/2), 0.5, float64(t*t)
	n := float64(df)
	x, rest := n/(n+square), square/(n+square)
	c, d := 1.0, 1/(1-float64(float64((a+b)*x)/(a+1)))
	sum := d
	for k := 1.0; k < 1000; k++ {
		step := float64(float64(k*float64(b-k))*x) / float64(float64(a+float64(2*k)-1)*float64(a+float64(2*k)))
		d, c = 1/(1+float64(step*d)), 1+step/c
		sum = float64(sum * float64(d*c))
		twice := float64(2 * k)
		step = -float64(float64(float64(a+k)*float64(a+b+k))*x) / float64(float64(a+twice)*float64(a+twice+1))
		d, c = 1/(1+float64(step*d)), 1+step/c
		last := float64(d * c)
		if sum = float64(sum * last); math.Abs(last-1) < 1e-15 {
			break
		}
	}
	return float64(rng.Exp(-float64(a*rng.Ln(1+square/n)))*math.Sqrt(rest)) / float64(a*beta) * sum
}

// criticals caches quantiles, since all cells of a study need nearly the same
// few.
var criticals sync.Map // of [2]float64 to float64

// critical returns the t with centralP(t) = level, 0 < level < 1.
func critical(level float64, df int) float64 {
	key := [2]float64{level, float64(df)}
	if t, ok := criticals.Load(key); ok {
		return t.(float64)
	}
	low, high := 0.0, 1.0
	for centralP(high, df) < level {
		low, high = high, 2*high
	}
	for range 200 {
		middle := low + float64((high-low)/2)
		if middle <= low || middle >= high || high-low < 1e-13*high {
			break
		}
		if centralP(middle, df) < level {
			low = middle
		} else {
			high = middle
		}
	}
	criticals.Store(key, high)
	return high
}
