// Package numtext writes numbers as text for people: in tables, sentences and notes of pictures.
package numtext

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/i18n"
)

// Num formats a number for reading: about four significant digits, grouped thousands, a true
// minus sign. Use [Exact] for values that are edited.
func Num(v float64) string { return num(v, 0) }

// num formats a number as Num does, with extra more decimals.
func num(v float64, more int) string {
	a := math.Abs(v)
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 0):
		return sign(v) + "∞"
	case a != 0 && (a >= 1e9 || a < 1e-3):
		return science(v, 2+more)
	case a >= 1000:
		return sign(v) + groupThousands(strconv.FormatFloat(a, 'f', more, 64))
	case a >= 100:
		return sign(v) + groupThousands(strconv.FormatFloat(a, 'f', 1+more, 64))
	case a >= 1:
		return sign(v) + groupThousands(strconv.FormatFloat(a, 'f', 2+more, 64))
	case a == 0:
		return "0"
	}
	return sign(v) + groupThousands(strconv.FormatFloat(a, 'f', 3+more, 64))
}

// maxMore is the greatest number of decimals that Distinct adds.
const maxMore = 8

// Distinct formats numbers as Num does. It adds the same number of decimals to all, at most
// maxMore, until different numbers have different texts.
func Distinct(values ...float64) []string {
	for more := 0; ; more++ {
		texts, of, same := make([]string, len(values)), map[string]float64{}, false
		for i, v := range values {
			texts[i] = num(v, more)
			other, seen := of[texts[i]]
			same = same || seen && other != v
			of[texts[i]] = v
		}
		if !same || more == maxMore {
			return texts
		}
	}
}

// Threshold formats v as a lower threshold: rounded up to four digits, so that the text is never below
// v.
func Threshold(v float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-3)
	up := math.Ceil(v/unit) * unit
	if !(unit > 0) || math.IsInf(up, 0) || math.IsNaN(up) {
		return AllDigits(v)
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(up, 'g', 4, 64), 64)
	return AllDigits(short)
}

// Integer formats a count with grouped thousands.
func Integer(n int) string {
	if n < 0 {
		return "−" + group(strconv.Itoa(-n))
	}
	return group(strconv.Itoa(n))
}

// AllDigits formats a number with all its digits and grouped thousands, as in tables of the problem.
func AllDigits(v float64) string {
	if a := math.Abs(v); a != 0 && (a >= 1e15 || a < 1e-6) || math.IsInf(v, 0) || math.IsNaN(v) {
		return science(v, 2)
	}
	return sign(v) + groupThousands(strconv.FormatFloat(math.Abs(v), 'f', -1, 64))
}

// Fixed formats a number with a number of decimals and separated thousands.
func Fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	if x, _ := strconv.ParseFloat(text, 64); x == 0 {
		return text
	}
	return sign(v) + groupThousands(text)
}

// Exact formats a number as a field contains it: all digits, without separators.
func Exact(v float64) string {
	if a := math.Abs(v); a != 0 && (a >= 1e15 || a < 1e-6) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func science(v float64, digits int) string {
	s := strconv.FormatFloat(math.Abs(v), 'e', digits, 64)
	mantissa, exp, _ := strings.Cut(s, "e")
	n, _ := strconv.Atoi(exp)
	return sign(v) + mantissa + "·10" + superscript(n)
}

var superscripts = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷",
	"8",
	"⁸", "9", "⁹", "-", "⁻")

func superscript(n int) string { return superscripts.Replace(strconv.Itoa(n)) }

func sign(v float64) string {
	if v < 0 {
		return "−"
	}
	return ""
}

// groupThousands separates the thousands of a decimal number.
func groupThousands(text string) string {
	whole, frac, _ := strings.Cut(text, ".")
	if frac == "" {
		return group(whole)
	}
	return group(whole) + i18n.Decimal() + frac
}

// group returns digits with the language's separator between groups of three. A number of at most
// four digits stays as it is.
func group(digits string) string {
	if len(digits) <= 4 {
		return digits
	}
	var b strings.Builder
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(i18n.Group())
		}
		b.WriteRune(r)
	}
	return b.String()
}
