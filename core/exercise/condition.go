package exercise

import (
	"errors"
	"strconv"
	"strings"
)

// A Condition compares two terms:
//
//	own.meanWait < easy.meanWait     metrics of two runs
//	frontier.cost <= 30              a metric and a number
//	rbhs:j6.cluster = Lyon           a field of the decision about an element
//	maxq:n3 = chosen                 whether an element is chosen or left
//	alp.feasible = no                whether there is an answer
//
// Signs are < <= > >= = and !=, with blanks around them.
type Condition struct {
	Left, Right Term
	Sign        string
}

// A Term is a number, a word, or a value of a run's answer.
type Term struct {
	Run     string // label; empty for a number or a word
	Element string // element that the decision is about; empty for the answer as a whole
	Field   string // metric, or field of the decision
	Literal string
}

// signs lists the comparisons, and whether each is true for less, equal and
// greater.
var signs = []struct {
	sign    string
	accepts [3]bool
}{
	{"<=", [3]bool{true, true, false}},
	{">=", [3]bool{false, true, true}},
	{"!=", [3]bool{true, false, true}},
	{"<", [3]bool{true, false, false}},
	{">", [3]bool{false, false, true}},
	{"=", [3]bool{false, true, false}},
}

// Parse parses a condition: two sides and a sign with blanks around it. It
// returns an error if there is no sign or the left side is not of a run.
func Parse(text string) (Condition, error) {
	for _, s := range signs {
		left, right, ok := strings.Cut(text, " "+s.sign+" ")
		if !ok {
			continue
		}
		l, r := term(left), term(right)
		if l.Run == "" || r.Run == "" && r.Literal == "" {
			return Condition{}, errors.New(strconv.Quote(text) + " asks nothing of a run")
		}
		return Condition{l, r, s.sign}, nil
	}
	return Condition{}, errors.New(strconv.Quote(text) + " has no sign with blanks around it")
}

// term parses one side.
func term(text string) Term {
	text = strings.TrimSpace(text)
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return Term{Literal: text}
	}
	if run, rest, ok := strings.Cut(text, ":"); ok && run != "" && rest != "" {
		if at := strings.LastIndexByte(rest, '.'); at > 0 && at < len(rest)-1 {
			return Term{Run: run, Element: rest[:at], Field: rest[at+1:]}
		}
		return Term{Run: run, Element: rest}
	}
	if run, field, ok := strings.Cut(text, "."); ok && run != "" && field != "" {
		return Term{Run: run, Field: field}
	}
	return Term{Literal: text}
}

// String returns the term as Parse accepts it.
func (t Term) String() string {
	switch {
	case t.Run == "":
		return t.Literal
	case t.Element == "":
		return t.Run + "." + t.Field
	case t.Field == "":
		return t.Run + ":" + t.Element
	}
	return t.Run + ":" + t.Element + "." + t.Field
}
