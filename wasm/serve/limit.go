package serve

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// MaxText is the greatest size of a scenario's text, which includes a million nodes in groups.
// Parsing takes five to ten times the text's size, and a tab of a phone has less than one
// gigabyte.
const MaxText = doc.MaxBytes

// MaxMemory is the greatest estimated memory of a request. WebAssembly has 4 GiB in theory, but
// browsers end a tab well before that.
const MaxMemory = 1 << 30

// A SizeError rejects work that would exhaust the memory. An out-of-memory error freezes a
// browser for seconds and ends the worker, so the work is rejected before.
type SizeError struct {
	Need, Have float64 // bytes
	Subject    string  // "a scenario of 60 MB"
	Advice     string  // advice
}

// Error returns the message.
func (e *SizeError) Error() string {
	return e.Subject + " would need about " + amount(e.Need) + " of memory; a page has room for " + amount(e.Have) +
		". " + e.Advice
}

// amount formats a number of bytes.
func amount(bytes float64) string {
	if bytes >= 1<<30 {
		return strconv.FormatFloat(bytes/(1<<30), 'g', 3, 64) + " GB"
	}
	return strconv.FormatFloat(bytes/(1<<20), 'g', 3, 64) + " MB"
}

// formatRounded formats x without decimals.
func formatRounded(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }

// TextLimit returns an error if a document is too large to be parsed.
func TextLimit(size int) error {
	if size <= MaxText {
		return nil
	}
	return &SizeError{Need: 10 * float64(size), Have: 10 * MaxText,
		Subject: "Reading a scenario of " + amount(float64(size)),
		Advice:  "Use the command line, gridbox solve, for documents of this size."}
}

// SizeLimit returns an error if a scenario is too large to be expanded or solved.
func SizeLimit(s *scenario.Scenario) error {
	if s == nil {
		return nil
	}
	what, need := describeSize(scenario.Amounts(s))
	if need <= MaxMemory {
		return nil
	}
	return &SizeError{Need: need, Have: MaxMemory, Subject: what,
		Advice: "Make it smaller, or use the command line, gridbox solve."}
}

// describeSize returns the size of a problem in words, and the memory that it needs.
func describeSize(amounts []doc.Amount) (what string, need float64) {
	var named []string
	for _, a := range amounts {
		need += a.Count * a.Bytes
		if a.Name != "" {
			named = append(named, formatRounded(a.Count)+" "+a.Name)
		}
	}
	last := len(named) - 1
	if last < 0 {
		return "", need
	}
	return "A problem of " + strings.Join(named[:last], ", ") + " and " + named[last], need
}
