package doc

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Rule restricts the values of a field. It is written in a struct tag as
// words separated by commas:
//
//	required      the field must be present
//	id            a name: not empty, at most 100 characters, none of them control
//	int           a whole number
//	>0 >=1 <9 <=9 bounds, with any number
//	0..1  >0..1   both bounds together, the lower one open after >
//	oneof=a|b|c   one of several words
//
// On a list the rule applies to every element.
type Rule struct {
	Required bool
	ID       bool
	Whole    bool
	Min, Max float64 // infinite if there is no bound
	MinOpen  bool    // Min itself is not allowed
	MaxOpen  bool    // Max itself is not allowed
	Choices  []string
}

// MaxID is the maximum length of an id in characters.
const MaxID = 100

// MaxWhole is the greatest whole number that every reader of JSON keeps
// exactly.
const MaxWhole = 1<<53 - 1

// ParseRule parses a rule. It panics if the rule is malformed, since rules are
// constants.
func ParseRule(text string) Rule {
	r := Rule{Min: math.Inf(-1), Max: math.Inf(1)}
	for _, word := range strings.Split(text, ",") {
		switch {
		case word == "":
		case word == "required":
			r.Required = true
		case word == "id":
			r.ID = true
		case word == "int":
			r.Whole = true
		case strings.HasPrefix(word, "oneof="):
			r.Choices = strings.Split(word[len("oneof="):], "|")
		default:
			r.bound(word)
		}
	}
	return r
}

// bound sets the limits of the rule from a word such as 0..1, >0..1, >=0 or <5.
// It panics for any other word.
func (r *Rule) bound(word string) {
	if low, high, ok := strings.Cut(word, ".."); ok {
		low, r.MinOpen = strings.CutPrefix(low, ">")
		r.Min, r.Max = ruleNumber(word, low), ruleNumber(word, high)
		return
	}
	switch {
	case strings.HasPrefix(word, ">="):
		r.Min = ruleNumber(word, word[2:])
	case strings.HasPrefix(word, ">"):
		r.Min, r.MinOpen = ruleNumber(word, word[1:]), true
	case strings.HasPrefix(word, "<="):
		r.Max = ruleNumber(word, word[2:])
	case strings.HasPrefix(word, "<"):
		r.Max, r.MaxOpen = ruleNumber(word, word[1:]), true
	default:
		panic("doc: unknown rule " + word)
	}
}

func ruleNumber(word, digits string) float64 {
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		panic("doc: no number in the rule " + word)
	}
	return n
}

// Number returns the reason why a number breaks the rule, or "" if it is valid.
func (r *Rule) Number(n float64) string {
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		return "must be a finite number"
	case r.Whole && n != math.Trunc(n):
		return "must be a whole number"
	case r.Whole && math.Abs(n) > MaxWhole:
		return "is too large; whole numbers go up to 9007199254740991"
	case n < r.Min, n > r.Max, r.MinOpen && n == r.Min, r.MaxOpen && n == r.Max:
		return "must be " + r.Span()
	}
	return ""
}

// Clamp returns the number nearest to x that the rule allows. It reports whether
// x was out of bounds, as opposed to merely rounded to a whole number.
func (r *Rule) Clamp(x float64, whole bool) (near float64, held bool) {
	least, most := max(r.Min, -math.MaxFloat64), min(r.Max, math.MaxFloat64)
	if whole {
		least, most = max(math.Ceil(least), -math.MaxInt32), min(math.Floor(most), math.MaxInt32)
		x = math.Floor(x + 0.5)
	}
	if r.MinOpen && least == r.Min {
		least = r.next(least, whole, 1)
	}
	if r.MaxOpen && most == r.Max {
		most = r.next(most, whole, -1)
	}
	switch {
	case x < least || x != x:
		return least, true
	case x > most:
		return most, true
	}
	return x, false
}

// next returns the number next to an excluded bound.
func (r *Rule) next(end float64, whole bool, way float64) float64 {
	if whole {
		return end + way
	}
	return math.Nextafter(end, way*math.Inf(1))
}

// Span returns the bounds in words, or "" if there are none.
func (r *Rule) Span() string {
	var low, high string
	if !math.IsInf(r.Min, 0) {
		low = "at least "
		if r.MinOpen {
			low = "greater than "
		}
		low += Number(r.Min)
	}
	if !math.IsInf(r.Max, 0) {
		high = "at most "
		if r.MaxOpen {
			high = "less than "
		}
		high += Number(r.Max)
	}
	if low != "" && high != "" {
		return low + " and " + high
	}
	return low + high
}

// Text returns the reason why a string breaks the rule, or "" if it is valid.
func (r *Rule) Text(s string) string {
	if r.Choices != nil {
		for _, c := range r.Choices {
			if s == c {
				return ""
			}
		}
		return "must be " + enumeration(r.Choices, "or") + Suggest(s, r.Choices)
	}
	if !r.ID {
		return ""
	}
	switch {
	case s == "":
		return "must not be empty"
	case utf8.RuneCountInString(s) > MaxID:
		return "must have at most " + strconv.Itoa(MaxID) + " characters"
	case strings.IndexFunc(s, unicode.IsControl) >= 0:
		return "must not contain line breaks or control characters"
	}
	return ""
}
