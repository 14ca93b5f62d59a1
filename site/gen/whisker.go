package main

import (
	"strconv"
	"strings"

	"gridbox/core/study/paper"
)

// The size of a row's picture.
const (
	whiskerWidth  = 140.0
	whiskerHeight = 20.0
)

// whisker draws a row to scale: the range in which ours agrees as a band, the
// paper's number as a line in it, ours as a dot with its interval.
func whisker(r *paper.RowDocument) string {
	low, high, ok := agreeing(r)
	if !ok {
		return ""
	}
	from, to := min(low, r.CI95[0]), max(high, r.CI95[1])
	if to <= from {
		from, to = from-1, to+1
	}
	pad := 0.12 * (to - from)
	from, to = from-pad, to+pad
	at := func(x float64) string {
		return strconv.FormatFloat((x-from)/(to-from)*whiskerWidth, 'f', 1, 64)
	}
	wide := func(a, b float64) string {
		return strconv.FormatFloat(max(1, (b-a)/(to-from)*whiskerWidth), 'f', 1, 64)
	}
	say := "ours " + rounded(*r.Ours, r.CI95[1]-r.CI95[0]) + ", agreeing from " + short(low) + " to " + short(high)
	b := &strings.Builder{}
	b.WriteString(`<svg class="whisker" viewBox="0 0 140 20" width="140" height="20" role="img" aria-label="` + say + `">`)
	b.WriteString(`<rect class="within" x="` + at(low) + `" y="3" width="` + wide(low, high) + `" height="14"/>`)
	if r.Value != nil {
		b.WriteString(`<path class="stated" d="M` + at(*r.Value) + ` 3v14"/>`)
	}
	b.WriteString(`<path class="interval" d="M` + at(r.CI95[0]) + ` 10H` + at(r.CI95[1]) + `"/>`)
	b.WriteString(`<circle class="ours" cx="` + at(*r.Ours) + `" cy="10" r="3.5"/></svg>`)
	return b.String()
}

func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// agreeing is where ours must lie.
func agreeing(r *paper.RowDocument) (low, high float64, ok bool) {
	switch {
	case r.Value != nil:
		return *r.Value - r.Tolerance, *r.Value + r.Tolerance, true
	case r.Low != nil && r.High != nil:
		return *r.Low, *r.High, true
	}
	return 0, 0, false
}
