package paper

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

func TestPrintedClaim(t *testing.T) {
	for _, c := range []struct {
		claim     Claim
		low, high float64
		message   string
	}{
		{printedClaim("477"), 476.5, 477.5, "476.5 to 477.5"}, {printedClaim("61.8"), 61.75, 61.85, "61.75 to 61.85"},
		{printedClaim("7.39"), 7.385, 7.395, "7.385 to 7.395"}, {printedClaim("10,000"), 5000, 15000, "5000 to 15000"},
		{printedClaim("1160029"), 1160028.5, 1160029.5, "1160028.5 to 1160029.5"},
		{printedClaim("0"), -0.5, 0.5, "-0.5 to 0.5"},
		{almostClaim("17"), 16.5, 17, "16.5 to 17"}, {spanClaim("5", "18"), 4.5, 18.5, "4.5 to 18.5"},
		{exactClaim(100), 100, 100, "100"}, {atLeastClaim(100), 100, math.Inf(1), "100 or more"},
		{aboveClaim(0), 0, math.Inf(1), "more than 0"}, {withinClaim(0.1, 10), 0.1, 10, "0.1 to 10"},
	} {
		if math.Abs(c.claim.Low-c.low) > 1e-9 || c.claim.High != c.high && math.Abs(c.claim.High-c.high) > 1e-9 ||
			c.claim.String() != c.message {
			t.Errorf("claim: got %v, %v to %v; want %s, %v to %v", c.claim, c.claim.Low, c.claim.High, c.message,
				c.low, c.high)
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		claim           Claim
		ours, low, high float64
		want            string
		distance        float64
	}{
		{printedClaim("10.0"), 10.1, 9.9, 10.3, Agrees, 0.25}, {printedClaim("10.0"), 10.25, 10.15, 10.35, Near, 2},
		{printedClaim("10.0"), 10.35, 10.25, 10.45, Differs, 3}, {printedClaim("10.0"), 9.65, 9.55, 9.75, Differs, 3},
		{exactClaim(14400), 14400, 14400, 14400, Agrees, 0}, {exactClaim(14400), 14401, 14401, 14401, Differs,
			math.Inf(1)},
		{exactClaim(100), 99.9, 99.7, 99.95, Near, 2}, {exactClaim(100), 100, 99.9, 100, Agrees, 0},
		{atLeastClaim(100), 27, 17, 37, Differs, 7.3}, {atLeastClaim(100), 300, 250, 350, Agrees, 0},
		{aboveClaim(0), 3, 1, 5, Agrees, 0}, {aboveClaim(0), 3, -1, 7, Undecided, 0},
		{aboveClaim(0), -3, -4, -2, Differs, 3},
		{aboveClaim(0), 0, 0, 0, Differs, 0}, {withinClaim(0.1, 10), 40, 30, 50, Differs, 3},
		{withinClaim(0.1, 10), 9, 7, 11, Undecided, 0},
	} {
		verdict, distance := c.claim.judge(Estimate{Value: c.ours, Low: c.low, High: c.high, Count: 9})
		if verdict != c.want || distance != c.distance && math.Abs(distance-c.distance) > 1e-9 {
			t.Errorf("%v, ours %v [%v, %v]: got %s at %v, want %s at %v", c.claim, c.ours, c.low, c.high, verdict,
				distance, c.want, c.distance)
		}
	}
}

// rank orders verdicts of numbers from good to bad.
var rank = map[string]int{Agrees: 0, Near: 1, Differs: 2}

// drawNumber draws a number as a paper prints it.
func drawNumber(t *rapid.T) (text string, decimals int) {
	decimals = rapid.IntRange(0, 3).Draw(t, "decimals")
	return strconv.FormatFloat(rapid.Float64Range(1, 2000).Draw(t, "number"), 'f', decimals, 64), decimals
}

// A number agrees if and only if the paper would have printed some value of our
// interval in this form.
func TestAgreementIsMeeting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, decimals := drawNumber(t)
		claim := printedClaim(text)
		unit := 2 * (claim.High - claim.Low)
		value := claim.Low + rapid.Float64Range(-4, 4).Draw(t, "off")*unit
		arm := rapid.Float64Range(0.01, 3).Draw(t, "arm") * unit
		e := Estimate{Value: value, Low: value - arm, High: value + arm, Count: 2}
		verdict, distance := claim.judge(e)
		if meets := e.Low <= claim.High && claim.Low <= e.High; meets != (verdict == Agrees) {
			t.Fatalf("%s, %+v: got %s, want agreement %t", text, e, verdict, meets)
		}
		if wide := max(0, claim.Low-value, value-claim.High) / arm; math.Abs(wide-distance) > 1e-6*max(1, wide) {
			t.Fatalf("%s, %+v: got %v half-widths, want %v", text, e, distance, wide)
		}
		if (verdict == Differs) != (distance > 2) {
			t.Fatalf("%s, %+v: got %s at %v half-widths, want differs if and only if over 2", text, e, verdict,
				distance)
		}
		// Zeros at the end of a whole number may be rounded.
		if strconv.FormatFloat(value, 'f', decimals, 64) == text && verdict != Agrees {
			t.Fatalf("%s, printed from %v: got %s, want agreement", text, value, verdict)
		}
	})
}

// Wider intervals agree at least as well, values farther away at most as well,
// and units make no difference.
func TestVerdictsAreMonotonous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, _ := drawNumber(t)
		claim := printedClaim(text)
		unit := claim.High - claim.Low
		far := rapid.Float64Range(0, 8).Draw(t, "far") * unit
		arm := rapid.Float64Range(0.01, 3).Draw(t, "arm") * unit
		judge := func(far, arm float64) int {
			value := claim.High + far
			verdict, _ := claim.judge(Estimate{Value: value, Low: value - arm, High: value + arm, Count: 2})
			return rank[verdict]
		}
		if here := judge(far, arm); judge(far, 2*arm) > here || judge(far+unit, arm) < here {
			t.Fatalf("%s, %v above its end, half-width %v: the verdict is not monotonous", text, far, arm)
		}
		doubled := Claim{Low: 2 * claim.Low, High: 2 * claim.High}
		value := claim.High + far
		a, _ := claim.judge(Estimate{Value: value, Low: value - arm, High: value + arm, Count: 2})
		b, _ := doubled.judge(Estimate{Value: 2 * value, Low: 2 * (value - arm), High: 2 * (value + arm), Count: 2})
		if a != b {
			t.Fatalf("%s: got %s, and %s in another unit; want the same", text, a, b)
		}
	})
}

// The whole interval decides a direction: right, wrong, or open. The verdict on
// the other direction is the opposite.
func TestDirections(t *testing.T) {
	opposite := map[string]string{Agrees: Differs, Differs: Agrees, Undecided: Undecided}
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-10, 10).Draw(t, "low")
		high := low + rapid.Float64Range(0.001, 10).Draw(t, "width")
		e := Estimate{Value: (low + high) / 2, Low: low, High: high, Count: 2}
		more, _ := aboveClaim(0).judge(e)
		less, _ := Claim{Low: math.Inf(-1), High: 0, Words: true}.judge(e)
		// An interval that ends at 0 shows no direction, and excludes the other
		// one.
		edge := low == 0 || high == 0
		if (more == Agrees) != (low > 0) || (more == Differs) != (high <= 0) || !edge && less != opposite[more] {
			t.Fatalf("[%v, %v]: got %s, and %s of the other direction; want the verdict of the whole interval", low,
				high, more, less)
		}
	})
}
