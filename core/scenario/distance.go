package scenario

import "strconv"

// Distance returns the distance of an answer from its bound as text: a share of
// the bound, or how many times as large from ten times on. It returns "says
// nothing" if the bound is 0 or the answer is a million times as large.
func (b *Bound) Distance() string {
	percent := 100 * b.Gap
	digits := 0
	switch times := b.Gap + 1; {
	case percent < 1e-8: // rounding error
		return "0 %"
	case b.Value == 0 || !(times < 999_500):
		return "says nothing"
	case times >= 9_950:
		return strconv.FormatFloat(times/1000, 'f', 0, 64) + " thousand times"
	case times >= 999.5:
		return strconv.FormatFloat(times/1000, 'f', 1, 64) + " thousand times"
	case times >= 10:
		return strconv.FormatFloat(times, 'f', 0, 64) + " times"
	case percent < 0.01:
		return "< 0.01 %"
	case percent < 0.995:
		digits = 2
	case percent < 9.95:
		digits = 1
	}
	return strconv.FormatFloat(percent, 'f', digits, 64) + " %"
}

// NeedsMultiples reports whether the distances of a column are written as multiples of
// their bounds: if one of them is at least ten times its bound. Bounds may be
// nil.
func NeedsMultiples(bounds []*Bound) bool {
	for _, b := range bounds {
		if b != nil && b.Value != 0 && b.Gap >= 9 && b.Gap+1 < 999_500 {
			return true
		}
	}
	return false
}

// DistanceIn returns the distance as text for a column, as a multiple or as Distance does.
func (b *Bound) DistanceIn(times bool) string {
	is := b.Gap + 1
	if !times || b.Value == 0 || !(is < 999_500) {
		return b.Distance()
	}
	digits := 0
	if is < 9.995 {
		digits = 2
	} else if is < 99.95 {
		digits = 1
	}
	return strconv.FormatFloat(is, 'f', digits, 64) + " times"
}

// BoundsOf returns the bounds of answers, nil for an answer without one.
func BoundsOf(answers []Answer) []*Bound {
	list := make([]*Bound, len(answers))
	for i := range answers {
		list[i] = answers[i].Bound
	}
	return list
}
