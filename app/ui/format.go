package ui

import "gridbox/core/draw/numtext"

// Num, Distinct, From, Whole, Plain and Exact are the functions of package
// numtext, under the names that all views use.

// Num writes a number for reading.
func Num(v float64) string { return numtext.Num(v) }

// Distinct writes numbers as Num does, with more digits where equal texts would differ.
func Distinct(values ...float64) []string { return numtext.Distinct(values...) }

// From writes a threshold rounded up to four digits.
func From(v float64) string { return numtext.From(v) }

// Whole writes a count.
func Whole(n int) string { return numtext.Whole(n) }

// Plain writes a number with all its digits, thousands apart.
func Plain(v float64) string { return numtext.Plain(v) }

// Fixed formats a number with a number of decimals and separated thousands.
func Fixed(v float64, decimals int) string { return numtext.Fixed(v, decimals) }

// Exact returns a number as a field shows it.
func Exact(v float64) string { return numtext.Exact(v) }
