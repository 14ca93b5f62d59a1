package ui

import (
	"strings"

	"gridbox/core/draw/numtext"
)

// Num, Distinct, Threshold, Integer, AllDigits and Exact are the functions of package
// numtext, under the names that all views use.

// Num formats a number for people.
func Num(v float64) string { return numtext.Num(v) }

// Distinct formats numbers as Num does, with more digits if texts would be equal otherwise.
func Distinct(values ...float64) []string { return numtext.Distinct(values...) }

// Threshold formats a threshold, rounded up to four digits.
func Threshold(v float64) string { return numtext.Threshold(v) }

// Integer formats a count.
func Integer(n int) string { return numtext.Integer(n) }

// Amount formats a count that may exceed the range of integers.
func Amount(x float64) string {
	if x < 1e9 {
		return Integer(int(x))
	}
	return Num(x)
}

// Begin returns a text with a capital letter, for the beginning of a sentence.
func Begin(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// AllDigits formats a number with all its digits and separated thousands.
func AllDigits(v float64) string { return numtext.AllDigits(v) }

// Fixed formats a number with a number of decimals and separated thousands.
func Fixed(v float64, decimals int) string { return numtext.Fixed(v, decimals) }

// Exact returns a number as a field shows it.
func Exact(v float64) string { return numtext.Exact(v) }
