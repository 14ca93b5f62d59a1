package paper

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// Rule is how every row is judged, in words; Claim.judge is the same in code.
const Rule = "A printed number stands for all that round to it, half a unit of its last digit to each side " +
	"(“almost” for those below it, zeros that end a whole number for rounding). " +
	"Ours agrees where its 95 % interval meets these; it is near where it misses them by no more than the " +
	"interval's half-width again, which chance in the paper's own sample could explain; otherwise it differs. " +
	"What nothing random enters, and what the text says of each experiment, must be equal. " +
	"Words without a number state a direction: ours agrees where its whole interval lies there, differs where it " +
	"lies on the other side, and is undecided in between. " +
	"Few replications make wide intervals, which agree more easily: how many there were stands in each row."

// A Claim is what a statement stands for: the numbers from Low to High, of which
// an end may be infinite.
type Claim struct {
	Low, High float64
	// Words marks a direction or an order of magnitude that the text has in words:
	// ours must lie within, ends excluded, where a number need only be met.
	Words bool
}

// printed is what a number stands for as it is printed: "61.8", "1160029", "10,000".
func printed(digits string) Claim {
	x, half := parsed(digits)
	return Claim{Low: x - half, High: x + half}
}

// almost is a number that ours rounds to from below.
func almost(digits string) Claim {
	x, half := parsed(digits)
	return Claim{Low: x - half, High: x}
}

// span is a printed range; each of its ends stands for what rounds to it.
func span(from, to string) Claim { return Claim{Low: printed(from).Low, High: printed(to).High} }

// atLeast is a number that ours must reach.
func atLeast(x float64) Claim { return Claim{Low: x, High: math.Inf(1)} }

// exactly is a number that stands for itself alone: a count, a share that the
// text says of each experiment, a time of a table.
func exactly(x float64) Claim { return Claim{Low: x, High: x} }

// above is a direction in words.
func above(x float64) Claim { return Claim{Low: x, High: math.Inf(1), Words: true} }

// within is an order of magnitude in words.
func within(low, high float64) Claim { return Claim{Low: low, High: high, Words: true} }

// parsed reads a number as printed, with half a unit of its last digit. Zeros
// that end a whole number are no digits but its size: 10,000 is one digit.
func parsed(digits string) (x, half float64) {
	plain := strings.ReplaceAll(digits, ",", "")
	x, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		panic("paper: " + digits + " is not a printed number")
	}
	unit := 1.0
	if _, decimals, ok := strings.Cut(plain, "."); ok {
		for range decimals {
			unit /= 10
		}
	} else if whole := strings.TrimRight(plain, "0"); whole != "" {
		for range len(plain) - len(whole) {
			unit *= 10
		}
	}
	return x, unit / 2
}

// judge judges an estimate. Distance is how far our value is from the claim, in
// half-widths of its interval towards it; 0 within the claim, and infinite where
// nothing varies.
func (c Claim) judge(e Estimate) (verdict string, distance float64) {
	arm := e.High - e.Value
	gap := c.Low - e.Value
	if e.Value > c.High {
		arm, gap = e.Value-e.Low, e.Value-c.High
	}
	if gap > 0 {
		distance = gap / arm // infinite without an interval
	}
	switch {
	case c.Words && e.Low > c.Low && e.High < c.High:
		return Agrees, distance
	case c.Words && (e.High <= c.Low || e.Low >= c.High):
		return Differs, distance
	case c.Words:
		return Undecided, distance
	case e.Low <= c.High && e.High >= c.Low:
		return Agrees, distance
	case distance <= 2:
		return Near, distance
	}
	return Differs, distance
}

// ends gives the ends of a claim as documents have them: an infinite one is absent.
func (c Claim) ends() (low, high *float64) {
	if !math.IsInf(c.Low, 0) {
		low = &c.Low
	}
	if !math.IsInf(c.High, 0) {
		high = &c.High
	}
	return low, high
}

// String says what ours is held against.
func (c Claim) String() string {
	low, high := decimal(c.Low), decimal(c.High)
	switch {
	case c.Low == c.High:
		return low
	case c.Words && math.IsInf(c.High, 1):
		return "more than " + low
	case math.IsInf(c.High, 1):
		return low + " or more"
	}
	return low + " to " + high
}

// decimal writes a number without an exponent, rounded off what adding halves
// of tenths leaves behind.
func decimal(x float64) string {
	if math.IsInf(x, 0) {
		return "∞"
	}
	return doc.Decimal(math.Round(x*1e6) / 1e6)
}
