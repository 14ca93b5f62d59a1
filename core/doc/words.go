package doc

import (
	"strconv"
	"strings"

	"gridbox/core/i18n"
)

// Exact returns the shortest text that reads back as x, with an exponent where
// x is very large or very small, as in 1e-07.
func Exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Decimal returns the shortest text without an exponent that reads back as x.
func Decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Count returns a count and its noun: "1 job", "12 jobs".
func Count(n int, noun string) string { return strconv.Itoa(n) + " " + Plural(n, noun) }

// Plural returns the noun for n things. Of a phrase such as "amount of memory" the
// first word changes. A catalogue in use has its own forms.
func Plural(n int, noun string) string {
	if text, ok := i18n.Noun(n, noun); ok {
		return text
	}
	if thing, of, phrase := strings.Cut(noun, " of "); phrase && n != 1 {
		return Plural(n, thing) + " of " + of
	}
	switch last := len(noun) - 1; {
	case n == 1 || last < 0:
		return noun
	case noun[last] == 'y' && last > 0 && noun[last-1] != 'e' && noun[last-1] != 'a':
		return noun[:last] + "ies"
	case noun[last] == 's' || noun[last] == 'x' || noun[last] == 'h' && last > 0 && noun[last-1] != 't':
		return noun + "es"
	}
	return noun + "s"
}

// Enumeration returns words as a list in a sentence: "a, b and c".
func Enumeration(words []string) string { return enumeration(words, "and") }

func enumeration(words []string, before string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + before + " " + words[last]
}

// OneLine replaces control characters and line separators by spaces.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}
