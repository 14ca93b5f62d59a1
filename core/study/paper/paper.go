// Package paper runs the experiments of the five papers again and compares
// every number and pattern that their texts state with our results.
//
// A row has only what the text states: a printed number with its place, or the
// text's own words for a figure without numbers, with our words for what is
// judged. One rule judges all rows (Rule). Parameters that a paper does not
// state come from a generator fitted to the stated numbers; agreement then
// shows that a consistent setting exists, and is no independent confirmation,
// as the pages state. Rejected readings of a text have their own rows with
// their results.
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
	// Setting states which parameters the paper leaves open, and how they were chosen.
	Setting     string
	Experiments []Experiment
	Rows        []Row
	Charts      []Chart
	// Drawing is a problem and a run whose answer is drawn, for a paper with a worked example.
	Drawing *Drawing
	// schedule is the paper's table of reservations, for a paper with one.
	schedule []reservation
}

// An Experiment is one study of a paper.
type Experiment struct {
	ID       string
	About    string
	Scenario func() *scenario.Scenario
}

// A Drawing is a drawn answer to a worked example.
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
	// Stated is the text's statement in its own words and digits: "477", "almost 17%". It is
	// empty if the text has neither.
	Stated string
	// Judged states in our words what is judged, for a statement in words or from several
	// places.
	Judged string
	// Claim is the range of the statement, nil if there is nothing to compare.
	Claim *Claim
	// Reading is the interpretation of an ambiguous statement.
	Reading string
	// Rejected marks a row for a rejected reading.
	Rejected bool
	// Machine marks a timing, which differs from machine to machine.
	Machine bool
	// Estimate returns our value; nil if there is nothing to compare.
	Estimate func(r *Results) Estimate
}

// All returns the papers.
func All() []Paper { return []Paper{rbhs(), square(), batches(), groups(), markov()} }

// ByID returns the paper with an id.
func ByID(id string) (Paper, bool) {
	for _, p := range All() {
		if p.ID == id {
			return p, true
		}
	}
	return Paper{}, false
}

// IDs returns the ids of the papers.
func IDs() []string {
	var ids []string
	for _, p := range All() {
		ids = append(ids, p.ID)
	}
	return ids
}

// newRow returns a row with a statement of the text.
func newRow(id, where, what, unit, text string, claim Claim, of func(*Results) Estimate) Row {
	return Row{ID: id, Where: where, What: what, Unit: unit, Stated: text, Claim: &claim, Estimate: of}
}

// withJudged returns the row with words for what is judged.
func (r Row) withJudged(words string) Row {
	r.Judged = words
	return r
}

// asTiming returns the row marked as a timing.
func (r Row) asTiming() Row {
	r.Machine = true
	return r
}

// asRejected returns the row marked as that of a rejected reading.
func (r Row) asRejected(id, reading string) Row {
	r.ID, r.Reading, r.Rejected = id, reading, true
	return r
}

// withReading returns the row with a reading.
func (r Row) withReading(reading string) Row {
	r.Reading = reading
	return r
}
