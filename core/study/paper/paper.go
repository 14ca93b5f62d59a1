// Package paper runs the experiments of the five papers again and sets every
// number and pattern that their texts state beside ours.
//
// A row holds what the text states and nothing else: a number as it is printed
// with its place, or the text's own words where it gives a figure without
// numbers; what of the words is judged stands beside them in ours. One rule
// judges all rows (Rule). What a paper leaves open is filled by a generator that
// was fitted to the stated numbers; the pages say so, because agreement then
// shows that one consistent setting exists, and is no independent confirmation.
// Readings of a text that were rejected stand in rows of their own with what
// they yield.
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
	// Drawing is a problem and a run whose answer the page draws, for a paper with a
	// worked example.
	Drawing *Drawing
	// schedule is the paper's table of reservations, for a paper that prints one.
	schedule []reservation
}

// An Experiment is one study of a paper.
type Experiment struct {
	ID       string
	About    string
	Scenario func() *scenario.Scenario
}

// A Drawing is an answer to a worked example, drawn.
type Drawing struct {
	Where   string
	Preset  string
	Run     scenario.Run
	Caption string
}

// A Row is one statement of a paper.
type Row struct {
	ID    string
	Where string // "section 4.2"
	What  string
	Unit  string
	// Stated is what the text says, in its own words and digits: "477", "almost 17%".
	// It is empty where a figure has no numbers in the text and the text no words
	// about it.
	Stated string
	// Judged says in our words what of the statement is judged, where it is words or
	// is put together from several places.
	Judged string
	// Claim is what the statement stands for; nil where there is nothing to compare.
	Claim *Claim
	// Reading says how the statement was taken where it can be taken in several ways.
	Reading string
	// Rejected marks a row that shows what a rejected reading yields.
	Rejected bool
	// Machine marks a timing, which differs from machine to machine.
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

// stated is a row with what the text prints.
func stated(id, where, what, unit, text string, claim Claim, of func(*Results) Estimate) Row {
	return Row{ID: id, Where: where, What: what, Unit: unit, Stated: text, Claim: &claim, Of: of}
}

// judged says in our words what of a row's statement is judged.
func (r Row) judged(words string) Row {
	r.Judged = words
	return r
}

// timed marks a row as a timing.
func (r Row) timed() Row {
	r.Machine = true
	return r
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
