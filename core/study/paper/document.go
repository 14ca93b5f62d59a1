package paper

import (
	"gridbox/core/doc"
)

// Format is the name of the format of a paper's comparison.
const Format = "gridbox-paper"

// Version is the version of that format.
const Version = 1

// The verdicts on a row.
const (
	Agrees    = "agrees"         // ours is within the tolerance, or the pattern holds
	Differs   = "differs"        // it is not, and no chance explains it
	Undecided = "undecided"      // the interval reaches over the edge: more replications would tell
	OfMachine = "of the machine" // a timing, which is not judged
	Unknown   = "unknown"        // the text states nothing to compare with
)

// A Document sets a paper's statements beside ours.
type Document struct {
	Format      string               `json:"format" rule:"required,oneof=gridbox-paper" about:"always gridbox-paper"`
	Version     int                  `json:"version" rule:"required,>=1" about:"version of this format"`
	Engine      string               `json:"engine" about:"version of Gridbox that computed it"`
	Paper       string               `json:"paper" about:"id of the paper"`
	Title       string               `json:"title"`
	Citation    string               `json:"citation"`
	Setting     string               `json:"setting" about:"what the paper leaves open, and how it was filled"`
	Experiments []ExperimentDocument `json:"experiments"`
	Rows        []RowDocument        `json:"rows"`
	Charts      []ChartDocument      `json:"charts,omitempty" about:"the paper's figures as series of ours"`
}

// An ExperimentDocument says what was run.
type ExperimentDocument struct {
	ID           string `json:"id"`
	About        string `json:"about"`
	Scenario     string `json:"scenario" about:"digest of its study's document"`
	Seed         uint64 `json:"seed"`
	Points       int    `json:"points"`
	Replications int    `json:"replications"`
}

// A RowDocument is one statement with our value and the verdict.
type RowDocument struct {
	ID        string    `json:"id"`
	Where     string    `json:"where" about:"place in the paper"`
	What      string    `json:"what"`
	Unit      string    `json:"unit,omitempty"`
	Stated    string    `json:"stated,omitempty" about:"what the text says; absent where it gives no number and no words"`
	Value     *float64  `json:"value,omitempty" about:"the number that the text states"`
	Tolerance float64   `json:"tolerance,omitempty" about:"how far ours may be from it"`
	Low       *float64  `json:"low,omitempty" about:"least value of ours by which the pattern holds"`
	High      *float64  `json:"high,omitempty" about:"greatest such value"`
	Reading   string    `json:"reading,omitempty"`
	Rejected  bool      `json:"rejected,omitempty" about:"whether the row shows what a rejected reading yields"`
	Machine   bool      `json:"machineDependent,omitempty"`
	Ours      *float64  `json:"ours,omitempty"`
	CI95      []float64 `json:"ci95,omitempty"`
	Count     int       `json:"count,omitempty" about:"replications that ours is over"`
	Verdict   string    `json:"verdict" rule:"oneof=agrees|differs|undecided|of the machine|unknown"`
}

// Document judges every row.
func (r *Results) Document(engine string) *Document {
	p := r.paper
	d := &Document{Format: Format, Version: Version, Engine: engine, Paper: p.ID, Title: p.Title, Citation: p.Citation,
		Setting: p.Setting}
	for i, x := range p.Experiments {
		plan := r.plans[i]
		d.Experiments = append(d.Experiments,
			ExperimentDocument{ID: x.ID, About: x.About, Scenario: plan.Digest, Seed: plan.Scenario.Seed,
				Points: len(plan.Points), Replications: plan.Replications()})
	}
	for i := range p.Rows {
		d.Rows = append(d.Rows, r.judged(&p.Rows[i]))
	}
	for i := range p.Charts {
		d.Charts = append(d.Charts, r.charted(&p.Charts[i]))
	}
	return d
}

// Text is the document for people and programs.
func (d *Document) Text() []byte { return doc.Pretty(d) }

func (r *Results) judged(row *Row) RowDocument {
	d := RowDocument{ID: row.ID, Where: row.Where, What: row.What, Unit: row.Unit, Stated: row.Stated, Value: row.Value,
		Tolerance: row.Tolerance,
		Low:       row.Low, High: row.High, Reading: row.Reading, Rejected: row.Rejected, Machine: row.Machine,
		Verdict: Unknown}
	if row.Of == nil {
		return d
	}
	ours := row.Of(r)
	if ours.Count == 0 {
		return d
	}
	d.Ours, d.CI95, d.Count = &ours.Value, []float64{ours.Low, ours.High}, ours.Count
	d.Verdict = row.verdict(ours)
	return d
}

// verdict judges our value: by where it lies, unless its interval reaches over
// the edge to the other side.
func (row *Row) verdict(ours Estimate) string {
	low, high := row.Low, row.High
	switch {
	case row.Machine:
		return OfMachine
	case row.Value != nil:
		a, b := *row.Value-row.Tolerance, *row.Value+row.Tolerance
		low, high = &a, &b
	case low == nil || high == nil:
		return Unknown
	}
	inside := ours.Value >= *low && ours.Value <= *high
	switch {
	case inside && row.Value != nil:
		return Agrees
	case inside && ours.Low >= *low && ours.High <= *high:
		return Agrees
	case !inside && (ours.High < *low || ours.Low > *high):
		return Differs
	}
	return Undecided
}
