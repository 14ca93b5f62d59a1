// Package paper runs the experiments of the five papers again and sets every
// number and pattern that their texts state beside ours.
//
// A row holds what the text states and nothing else: a number with its place, or
// a pattern in words where the text gives a figure without numbers. What a paper
// leaves open is filled by a generator that was fitted to the stated numbers;
// the rows say so, because agreement then shows that one consistent setting
// exists, and is no independent confirmation. Readings of a text that were
// rejected stand in rows of their own with what they yield.
package paper

import (
	"gridbox/core/scenario"
)

// A Paper is one paper's experiments and what its text states about them.
type Paper struct {
	ID       string // "square-2018"
	Kind     string
	Title    string
	Citation string
	// Setting says what the paper leaves open and how it was filled.
	Setting     string
	Experiments []Experiment
	Rows        []Row
	Charts      []Chart
	// schedule is the paper's table of reservations, for a paper that prints one.
	schedule []reservation
}

// An Experiment is one study of a paper.
type Experiment struct {
	ID       string
	About    string
	Scenario func() *scenario.Scenario
}

// A Row is one statement of a paper.
type Row struct {
	ID    string
	Where string // "section 4.2"
	What  string
	Unit  string
	// Stated is what the text says, shortened: "477", "almost 17 %". It is empty
	// where a figure has no numbers in the text and the text no words about it.
	Stated string
	// Value is the stated number, with how far ours may be from it.
	Value     *float64
	Tolerance float64
	// Low and High bound our value where the text states a pattern instead.
	Low, High *float64
	// Reading says how the statement was taken where it can be taken in several ways.
	Reading string
	// Rejected marks a row that shows what a rejected reading yields.
	Rejected bool
	// Machine marks a timing: it is shown and not judged.
	Machine bool
	// Of computes our value; nil where there is nothing to compare.
	Of func(r *Results) Estimate
}

// All lists the papers.
func All() []Paper { return []Paper{rbhs(), square(), batches(), groups(), markov()} }

// ByID finds a paper.
func ByID(id string) (Paper, bool) {
	for _, p := range All() {
		if p.ID == id {
			return p, true
		}
	}
	return Paper{}, false
}

// IDs lists what papers are called.
func IDs() []string {
	var ids []string
	for _, p := range All() {
		ids = append(ids, p.ID)
	}
	return ids
}

// stated is a row with a number.
func stated(id, where, what, unit, text string, value, tolerance float64, of func(*Results) Estimate) Row {
	return Row{ID: id, Where: where, What: what, Unit: unit, Stated: text, Value: &value, Tolerance: tolerance, Of: of}
}

// pattern is a row with words: our value must lie from low to high.
func pattern(id, where, what, unit, text string, low, high float64, of func(*Results) Estimate) Row {
	return Row{ID: id, Where: where, What: what, Unit: unit, Stated: text, Low: &low, High: &high, Of: of}
}

// timing is a row that is shown and not judged.
func timing(id, where, what, unit, text string, of func(*Results) Estimate) Row {
	return Row{ID: id, Where: where, What: what, Unit: unit, Stated: text, Machine: true, Of: of}
}

// rejected turns a row into what a rejected reading yields.
func (r Row) rejected(id, reading string) Row {
	r.ID, r.Reading, r.Rejected = id, reading, true
	return r
}

// read gives a row its reading.
func (r Row) read(reading string) Row {
	r.Reading = reading
	return r
}
