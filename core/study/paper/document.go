package paper

import (
	"math"
	"strconv"

	"gridbox/core/doc"
)

// Format is the name of the format of a paper's comparison.
const Format = "gridbox-paper"

// Version is the version of that format.
const Version = 2

// The verdicts on a row, by Rule.
const (
	Agrees    = "agrees"
	Near      = "near"
	Differs   = "differs"
	Undecided = "undecided" // more replications would decide
	Unknown   = "unknown"   // the text states nothing comparable
)

// A Document compares a paper's statements with our values.
type Document struct {
	Format      string               `json:"format" rule:"required,oneof=gridbox-paper" about:"always gridbox-paper"`
	Version     int                  `json:"version" rule:"required,>=1" about:"version of this format"`
	Engine      string               `json:"engine" about:"version of Gridbox that computed it"`
	Paper       string               `json:"paper" about:"id of the paper"`
	Title       string               `json:"title"`
	Citation    string               `json:"citation"`
	Setting     string               `json:"setting" about:"what the paper leaves open, and how it was filled"`
	Rule        string               `json:"rule" about:"how rows are judged"`
	Summary     string               `json:"summary" about:"how the rows fell, in a sentence"`
	Experiments []ExperimentDocument `json:"experiments"`
	Rows        []RowDocument        `json:"rows"`
	Charts      []ChartDocument      `json:"charts,omitempty" about:"the paper's figures with our numbers"`
}

// An ExperimentDocument describes what was run.
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
	ID       string    `json:"id"`
	Where    string    `json:"where" about:"place in the paper"`
	What     string    `json:"what"`
	Unit     string    `json:"unit,omitempty"`
	Stated   string    `json:"stated,omitempty" about:"what the text says, in its words and digits; absent where it says nothing"`
	Judged   string    `json:"judged,omitempty" about:"what of its words is judged, in ours"`
	Claim    string    `json:"claim,omitempty" about:"the numbers that the statement stands for"`
	Low      *float64  `json:"low,omitempty" about:"the least of them; absent where there is none"`
	High     *float64  `json:"high,omitempty" about:"the greatest"`
	Reading  string    `json:"reading,omitempty"`
	Rejected bool      `json:"rejected,omitempty" about:"whether the row shows what a rejected reading yields"`
	Machine  bool      `json:"machineDependent,omitempty"`
	Ours     *float64  `json:"ours,omitempty"`
	CI95     []float64 `json:"ci95,omitempty"`
	Count    int       `json:"count,omitempty" about:"replications that ours is over"`
	Excluded int       `json:"left,omitempty" about:"replications left out, because no run has an answer to them"`
	Distance *float64  `json:"distance,omitempty" about:"from ours to the claim, in half-widths of our interval"`
	Verdict  string    `json:"verdict" rule:"oneof=agrees|near|differs|undecided|unknown"`
}

// Document judges every row.
func (r *Results) Document(engine string) *Document {
	p := r.paper
	d := &Document{Format: Format, Version: Version, Engine: engine, Paper: p.ID, Title: p.Title, Citation: p.Citation,
		Setting: p.Setting, Rule: Rule}
	for i, x := range p.Experiments {
		plan := r.plans[i]
		d.Experiments = append(d.Experiments,
			ExperimentDocument{ID: x.ID, About: x.About, Scenario: plan.Digest, Seed: plan.Scenario.Seed,
				Points: len(plan.Points), Replications: plan.Replications()})
	}
	for i := range p.Rows {
		d.Rows = append(d.Rows, r.rowDocument(&p.Rows[i]))
	}
	for i := range p.Charts {
		d.Charts = append(d.Charts, r.chartDocument(&p.Charts[i]))
	}
	d.Summary = d.summary()
	return d
}

// Text returns the document as readable JSON.
func (d *Document) Text() []byte { return doc.Pretty(d) }

// rowDocument returns the document of a row with our value, its interval and the verdict.
// Without a claim or a result the verdict is Unknown.
func (r *Results) rowDocument(row *Row) RowDocument {
	d := RowDocument{ID: row.ID, Where: row.Where, What: row.What, Unit: row.Unit, Stated: row.Stated,
		Judged: row.Judged, Reading: row.Reading, Rejected: row.Rejected, Machine: row.Machine, Verdict: Unknown}
	if row.Claim == nil {
		return d
	}
	d.Claim = row.Claim.String()
	d.Low, d.High = row.Claim.ends()
	ours := row.Estimate(r)
	d.Count, d.Excluded = ours.Count, ours.Excluded
	if ours.Count == 0 {
		return d
	}
	d.Ours, d.CI95 = &ours.Value, []float64{ours.Low, ours.High}
	verdict, distance := row.Claim.judge(ours)
	if d.Verdict = verdict; distance > 0 && !math.IsInf(distance, 0) {
		d.Distance = &distance
	}
	return d
}

// Counts returns how many rows by the chosen readings have each verdict, without running
// times.
func (d *Document) Counts() map[string]int {
	counts := map[string]int{}
	for i := range d.Rows {
		if !d.Rows[i].Rejected && !d.Rows[i].Machine {
			counts[d.Rows[i].Verdict]++
		}
	}
	return counts
}

// VerdictSummary returns the counts of the verdicts in words.
func (d *Document) VerdictSummary() string {
	counts, text := d.Counts(), ""
	for _, v := range []struct{ verdict, singular, plural string }{
		{Agrees, "agrees", "agree"}, {Near, "is near", "are near"}, {Differs, "differs", "differ"},
		{Undecided, "is undecided", "are undecided"}, {Unknown, "is not stated", "are not stated"},
	} {
		n := counts[v.verdict]
		if n == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		words := v.plural
		if n == 1 {
			words = v.singular
		}
		text += strconv.Itoa(n) + " " + words
	}
	if n := d.timings(); n > 0 {
		words := " are running times on another machine"
		if n == 1 {
			words = " is a running time on another machine"
		}
		if text != "" {
			text += "; "
		}
		text += strconv.Itoa(n) + words
	}
	return text
}

// timings returns how many rows by the chosen readings are running times. They differ
// from machine to machine and are in no verdict's count.
func (d *Document) timings() (n int) {
	for i := range d.Rows {
		if d.Rows[i].Machine && !d.Rows[i].Rejected {
			n++
		}
	}
	return n
}

// summary returns the tally with the row that is farthest from its printed
// number, as a share of it, among the rows that do not agree. Timings and rows
// without a printed number are ignored.
func (d *Document) summary() string {
	text := "Of " + strconv.Itoa(len(d.Rows)-d.rejectedCount()) + " statements " + d.VerdictSummary() + "."
	most, row := 0.0, (*RowDocument)(nil)
	for i := range d.Rows {
		r := &d.Rows[i]
		if off, ok := r.deviation(); ok && !r.Rejected && !r.Machine && math.Abs(off) > math.Abs(most) {
			most, row = off, r
		}
	}
	if row == nil {
		return text
	}
	return text + " Farthest from a printed number: " + row.What + ", " + row.Miss() + "."
}

func (d *Document) rejectedCount() int {
	n := 0
	for i := range d.Rows {
		if d.Rows[i].Rejected {
			n++
		}
	}
	return n
}

// deviation returns the relative distance of ours beyond the nearer end of a printed number,
// in percent; for percentages in points. It reports false if ours is not beyond an end
// or the end is 0.
func (r *RowDocument) deviation() (share float64, ok bool) {
	if r.Ours == nil || r.Verdict != Near && r.Verdict != Differs {
		return 0, false
	}
	end := r.High
	if r.Low != nil && *r.Ours < *r.Low {
		end = r.Low
	}
	switch {
	case end == nil:
		return 0, false
	case r.percentage():
		return *r.Ours - *end, true
	case *end == 0:
		return 0, false
	}
	return 100 * (*r.Ours - *end) / math.Abs(*end), true
}

func (r *RowDocument) percentage() bool {
	return r.Unit != "" && r.Unit[0] == '%' || r.Unit == "points"
}

// Miss returns the distance of ours from the statement in words, or "" if there
// is none.
func (r *RowDocument) Miss() string {
	if r.Ours == nil || r.Verdict == Agrees || r.Verdict == Unknown {
		return ""
	}
	text := ""
	if off, ok := r.deviation(); ok {
		text = r.amount(off)
	}
	if r.Distance != nil {
		if text != "" {
			text += ", "
		}
		text += formatShort(*r.Distance) + " half-widths off"
	}
	return text
}

// amount returns the difference to the statement in words: in points or
// percent, or as a ratio if it is large.
func (r *RowDocument) amount(off float64) string {
	times := 1 + off/100
	switch {
	case r.percentage() && off < 0:
		return formatShort(-off) + " points less"
	case r.percentage():
		return formatShort(off) + " points more"
	case times >= 2:
		return formatShort(times) + " times that"
	case times > 0 && times <= 0.5:
		return "1/" + formatShort(1/times) + " of that"
	case off < 0:
		return formatShort(-off) + " % less"
	}
	return formatShort(off) + " % more"
}

// formatShort returns a number with two significant digits, or all digits before the
// point.
func formatShort(x float64) string {
	digits := 0
	for w := x; w > 0 && w < 10 && digits < 4; w *= 10 {
		digits++
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}
