package scenario

import "strconv"

// Distance says how far an answer is from its bound as people say it, for every
// place that prints it: a share of the bound; from ten times the bound on, how many
// times; and that the bound says nothing where there is no share of it, because it
// is 0, or where the answer is a million times as large.
func (b *Bound) Distance() string {
	percent := 100 * b.Gap
	digits := 0
	switch times := b.Gap + 1; {
	case percent < 1e-8: // what rounding leaves of nothing
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
