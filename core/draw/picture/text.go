package picture

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/i18n"
)

// Number formats a quantity for people: at most four significant digits around the point, and
// thousands grouped by narrow no-break spaces from 10 000 on.
func Number(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	if math.IsInf(v, 0) {
		if v < 0 {
			return "−∞"
		}
		return "∞"
	}
	a := math.Abs(v)
	if a != 0 && a < 0.001 || a >= 1e9 {
		return strings.Replace(strconv.FormatFloat(v, 'g', 3, 64), "-", "−", -1)
	}
	s := strconv.FormatFloat(a, 'f', decimals(a), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if v < 0 && s != "0" {
		return "−" + groupThousands(s)
	}
	return groupThousands(s)
}

// decimals returns the number of decimals to show for a number of magnitude a.
func decimals(a float64) int {
	switch {
	case a >= 1000:
		return 0
	case a >= 100:
		return 1
	case a >= 1:
		return 2
	default:
		return 4
	}
}

// groupThousands returns a number in the notation of the language: its decimal sign, and its
// separator between groups of three digits from five digits on.
func groupThousands(s string) string {
	whole, rest, _ := strings.Cut(s, ".")
	if rest != "" {
		rest = i18n.Decimal() + rest
	}
	if len(whole) < 5 {
		return whole + rest
	}
	var b strings.Builder
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(i18n.Group())
		}
		b.WriteRune(r)
	}
	return b.String() + rest
}

// Count returns a number of things in words: "1 job", "12 jobs".
func Count(n int, one string) string {
	return Number(float64(n)) + " " + doc.Plural(n, one)
}

// TextWidth estimates the width of s in a sans-serif font of the given size. When a page is
// prerendered, there is no font to measure. The widths of classes of glyphs are averages over
// Inter and the common system fonts, rounded up.
func TextWidth(s string, size float64) float64 {
	em := 0.0
	for _, r := range s {
		em += glyphWidth(r)
	}
	return em * size
}

// glyphWidth returns the estimated width of a character, as a share of the font size.
func glyphWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("iljtfI.,:;'|!()[] \u202f", r):
		return 0.34
	case r >= 'a' && r <= 'z' && r != 'm' && r != 'w', r >= '0' && r <= '9':
		return 0.6
	case strings.ContainsRune("mwMW@%", r):
		return 0.9
	case r >= 'A' && r <= 'Z':
		return 0.7
	case r < 0x2e80:
		return 0.6
	}
	return 1.05 // ideographs and emoji fill their square
}

// Truncate shortens s to a width, with an ellipsis, at a boundary between runes.
func Truncate(s string, size, width float64) string {
	em, cut := 0.0, 0
	for i, r := range s {
		if (em+0.9)*size <= width {
			cut = i // s up to here leaves room for the ellipsis
		}
		em += glyphWidth(r)
		if em*size > width+1e-6 { // the tolerance keeps s in a place whose width was computed from s
			return strings.TrimRight(s[:cut], " ") + "…"
		}
	}
	return s
}

// TitlePrefix returns the beginning of a picture's description: its name and a colon, or nothing
// without a name.
func TitlePrefix(name string) string {
	if name == "" {
		return ""
	}
	return name + ": "
}

// Sizes of text: of names, and of the smaller line below them.
const (
	NameSize  = 12.5
	PowerSize = 10.5
)
