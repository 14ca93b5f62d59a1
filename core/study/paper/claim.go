package paper

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// Rule is the rule for judging every row, in words; Claim.judge implements it.
const Rule = "A printed number means all numbers that round to it, half a unit of its last digit to each side " +
	"(“almost” for those below it, zeros that end a whole number for rounding). " +
	"Ours agrees where its 95 % interval meets these; it is near where it misses them by no more than the " +
	"interval's half-width again, which chance in the paper's own sample could explain; otherwise it differs. " +
	"Values without randomness, and statements about each experiment, must be equal. " +
	"Words without a number state a direction: ours agrees where its whole interval lies there, differs where it " +
	"lies on the other side, and is undecided in between. " +
	"Few replications make wide intervals, which agree more easily: each row has their number."

// A Claim is the range of a statement: the numbers from Low to High. Both
// may be infinite.
type Claim struct {
	Low, High float64
	// Words marks a direction or an order of magnitude stated in words: our
	// interval must be inside, without the ends. For a printed number it need
	// only overlap.
	Words bool
}

// printedClaim returns the claim of a printed number: "61.8", "1160029", "10,000".
func printedClaim(digits string) Claim {
	x, half := parsePrinted(digits)
	return Claim{Low: x - half, High: x + half}
}

// almostClaim returns the claim of a number that ours rounds to from below.
func almostClaim(digits string) Claim {
	x, half := parsePrinted(digits)
	return Claim{Low: x - half, High: x}
}

// spanClaim returns the claim of a printed range, with rounding at both ends.
func spanClaim(from, to string) Claim {
	return Claim{Low: printedClaim(from).Low, High: printedClaim(to).High}
}

// atLeastClaim returns the claim of a lower bound.
func atLeastClaim(x float64) Claim { return Claim{Low: x, High: math.Inf(1)} }

// exactClaim returns the claim of an exact number: a count, a share stated for
// every experiment, a time of a table.
func exactClaim(x float64) Claim { return Claim{Low: x, High: x} }

// aboveClaim returns the claim of a direction in words.
func aboveClaim(x float64) Claim { return Claim{Low: x, High: math.Inf(1), Words: true} }

// withinClaim returns the claim of an order of magnitude in words.
func withinClaim(low, high float64) Claim { return Claim{Low: low, High: high, Words: true} }

// parsePrinted returns a printed number, and half a unit of its last digit. Trailing
// zeros of a whole number are not digits: 10,000 has one digit.
func parsePrinted(digits string) (x, half float64) {
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

// judge returns the verdict on an estimate, and its distance from the claim in
// half-widths of its interval: 0 within the claim, infinite if nothing varies.
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

// ends returns the ends of a claim for documents: nil if infinite.
func (c Claim) ends() (low, high *float64) {
	if !math.IsInf(c.Low, 0) {
		low = &c.Low
	}
	if !math.IsInf(c.High, 0) {
		high = &c.High
	}
	return low, high
}

// String returns the claim in words.
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

// decimal returns a number without an exponent and without rounding errors.
func decimal(x float64) string {
	if math.IsInf(x, 0) {
		return "∞"
	}
	return doc.Decimal(math.Round(x*1e6) / 1e6)
}
