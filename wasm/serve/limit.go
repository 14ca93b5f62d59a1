package serve

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// MaxText bounds a scenario's text, a million nodes in groups among them.
// Reading takes five to ten times the text's size, and a tab of a phone has less
// than one gigabyte.
const MaxText = doc.MaxBytes

// MaxMemory bounds the estimate of what an ask will need. A browser lets
// WebAssembly have 4 GiB on paper, but kills a tab well before that.
const MaxMemory = 1 << 30

// A SizeError refuses work that would exhaust the memory. Running out of it
// takes a browser seconds of a frozen machine and ends the worker, so the
// refusal comes before.
type SizeError struct {
	Need, Have float64 // bytes
	What       string  // "a scenario of 60 MB"
	Mend       string  // what to do
}

func (e *SizeError) Error() string {
	return e.What + " would need about " + amount(e.Need) + " of memory; a page has room for " + amount(e.Have) +
		". " + e.Mend
}

// amount writes a number of bytes for a person.
func amount(bytes float64) string {
	if bytes >= 1<<30 {
		return strconv.FormatFloat(bytes/(1<<30), 'g', 3, 64) + " GB"
	}
	return strconv.FormatFloat(bytes/(1<<20), 'g', 3, 64) + " MB"
}

func rounded(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }

// TextLimit refuses a document too large to be read.
func TextLimit(size int) error {
	if size <= MaxText {
		return nil
	}
	return &SizeError{Need: 10 * float64(size), Have: 10 * MaxText,
		What: "Reading a scenario of " + amount(float64(size)),
		Mend: "Use the command line, gridbox solve, for documents of this size."}
}

// SizeLimit refuses a scenario that is too large to be expanded or solved.
func SizeLimit(s *scenario.Scenario) error {
	if s == nil {
		return nil
	}
	what, need := large(scenario.Amounts(s))
	if need <= MaxMemory {
		return nil
	}
	return &SizeError{Need: need, Have: MaxMemory, What: what,
		Mend: "Make it smaller, or use the command line, gridbox solve."}
}

// large says how large a problem is, and how much memory it would need.
func large(amounts []doc.Amount) (what string, need float64) {
	var named []string
	for _, a := range amounts {
		need += a.Count * a.Bytes
		if a.Name != "" {
			named = append(named, rounded(a.Count)+" "+a.Name)
		}
	}
	last := len(named) - 1
	if last < 0 {
		return "", need
	}
	return "A problem of " + strings.Join(named[:last], ", ") + " and " + named[last], need
}
