package study

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// PartFormat is the name of the format of parts.
const PartFormat = "gridbox-part"

// PartVersion is the version of that format.
const PartVersion = 1

// A PartDocument is a part as a document of format "gridbox-part".
type PartDocument struct {
	Format   string             `json:"format" rule:"required,oneof=gridbox-part" about:"always gridbox-part"`
	Version  int                `json:"version" rule:"required,>=1" about:"version of this format"`
	Engine   string             `json:"engine" rule:"required" about:"version of Gridbox that computed it"`
	Scenario string             `json:"scenario" rule:"required" about:"digest of the study's document"`
	Study    *scenario.Scenario `json:"study" rule:"required" about:"the study's document, its runs written out"`
	Points   []PointDocument    `json:"points" rule:"required" about:"one a point of the grid, in the order of the grid"`
	Digest   string             `json:"digest,omitempty" about:"sha256 over the canonical text without digest; parts of old have none"`
}

// A PointDocument has the replications of one point.
type PointDocument struct {
	// Done has the first and last of each range of replications.
	Done     [][]int     `json:"done,omitempty" about:"stretches of replications, [first, last]; none where there are none"`
	Runs     []RunValues `json:"runs,omitempty" about:"one a run of the study"`
	Failures []Failure   `json:"failures,omitempty" about:"why runs failed"`
	// LimitedCounts has, in ascending order, a replication, a noise entry, and how many of its results
	// were limited to the bounds of their field.
	LimitedCounts [][]int `json:"held,omitempty" about:"[replication, entry of the noise, how many results were held to what their field allows]"`
}

// RunValues are the results of one run at one point.
type RunValues struct {
	Infeasible []int `json:"infeasible,omitempty" about:"replications without a solution"`
	// Values are by metric, then by replication in the order of Done. A replication without a
	// value, infeasible or not, is in Lacking.
	Values  [][]float64 `json:"values" about:"by metric: the value of each replication that has one, in order"`
	Lacking [][]int     `json:"lacking,omitempty" about:"by metric: replications without a value"`
}

// Document returns the document of a part. Equal parts have equal documents.
func (p *Part) Document() *PartDocument {
	d := p.unsignedDocument()
	d.Digest = d.content()
	return d
}

// unsignedDocument returns the document of a part without its digest.
func (p *Part) unsignedDocument() *PartDocument {
	d := &PartDocument{Format: PartFormat, Version: PartVersion, Engine: p.Engine, Scenario: p.Digest, Study: p.Study}
	for i := range p.sections {
		s := &p.sections[i]
		point := PointDocument{Done: stretches(s.done), Failures: p.Failures(i, math.MaxInt),
			LimitedCounts: p.limitedResults(s)}
		for run := 0; run < p.Runs && len(s.done) > 0; run++ {
			point.Runs = append(point.Runs, p.runValues(s, run))
		}
		d.Points = append(d.Points, point)
	}
	return d
}

// limitedResults returns the limited results of a section, each as replication, noise
// entry and count. It returns nil if there are none.
func (p *Part) limitedResults(s *section) (list [][]int) {
	if len(s.limitedCounts) == 0 {
		return nil
	}
	for _, r := range s.done {
		for entry := range p.Study.Study.Noise {
			if n := s.limitedCounts[[2]int32{r, int32(entry)}]; n > 0 {
				list = append(list, []int{int(r), entry, int(n)})
			}
		}
	}
	return list
}

// readHeld reads the limited results of a section. It reports false if they are
// inconsistent.
func (p *Part) readHeld(s *section, list [][]int, at map[int]int) (ok bool) {
	for i, h := range list {
		if len(h) != 3 || h[1] < 0 || h[1] >= len(p.Study.Study.Noise) || h[2] < 1 || h[2] > math.MaxInt32 {
			return false
		}
		if i > 0 && slices.Compare(list[i-1][:2], h[:2]) >= 0 {
			return false
		}
		if _, known := at[h[0]]; !known {
			return false
		}
		s.addLimited(h[0], h[1], int32(h[2]))
	}
	return true
}

// content returns the digest of a document without its digest.
func (d *PartDocument) content() string {
	bare := *d
	bare.Digest = ""
	return doc.Digest(doc.Canonical(&bare))
}

// Text returns the canonical text of a part.
func (p *Part) Text() []byte { return doc.Canonical(p.Document()) }

func stretches(done []int32) [][]int {
	list := [][]int{}
	for _, r := range done {
		if n := len(list); n > 0 && list[n-1][1] == int(r)-1 {
			list[n-1][1] = int(r)
			continue
		}
		list = append(list, []int{int(r), int(r)})
	}
	return list
}

// runValues returns the values of a run in a section by metric, with the
// replications that are infeasible or lack a value. Lacking is nil if no value
// is missing.
func (p *Part) runValues(s *section, run int) RunValues {
	v := RunValues{Values: make([][]float64, len(p.Metrics))}
	lacking, some := make([][]int, len(p.Metrics)), false
	for i, r := range s.done {
		if s.outcomes[i*p.Runs+run] == Infeasible {
			v.Infeasible = append(v.Infeasible, int(r))
		}
		for m := range p.Metrics {
			x := s.values[(i*p.Runs+run)*len(p.Metrics)+m]
			if x == x {
				v.Values[m] = append(v.Values[m], x)
			} else {
				lacking[m], some = append(lacking[m], int(r)), true
			}
		}
	}
	if some {
		v.Lacking = lacking
	}
	return v
}

// ParsePart parses the text of a part.
func ParsePart(text []byte) (*Part, doc.Faults) {
	d := &PartDocument{}
	if faults := doc.Decode(text, d); len(faults) > 0 {
		return nil, faults
	}
	p, faults := d.Part()
	return p, doc.Locate(text, faults)
}

// Part returns the part of a document. It returns faults if the version is
// newer, or if the study is absent, invalid or of another number of points.
func (d *PartDocument) Part() (*Part, doc.Faults) {
	if d.Version > PartVersion {
		return nil, newer(d.Version)
	}
	if d.Study == nil {
		return nil, doc.Faults{{Path: "study", Reason: "is missing"}}
	}
	// Check before building the grid, which may be much larger than the text.
	if points := Measure(d.Study).Points; float64(len(d.Points)) != points {
		return nil, doc.Faults{{Path: "points", Reason: "must be one for each of the study's " + formatCount(points) +
			" points"}}
	}
	plan, faults := New(d.Study, Limits{Large: true})
	if len(faults) > 0 {
		return nil, faults.PrefixPaths("study")
	}
	return d.PartOf(plan)
}

// PartOf is Part for an existing plan, which must be that of the document's
// study.
func (d *PartDocument) PartOf(plan *Plan) (*Part, doc.Faults) {
	if faults := d.checkDigest(); len(faults) > 0 {
		return nil, faults
	}
	if len(d.Points) != len(plan.Points) {
		return nil, doc.Faults{{Path: "points", Reason: "must be one for each of the study's " +
			strconv.Itoa(len(plan.Points)) + " points"}}
	}
	p := NewPart(plan, d.Engine)
	p.Digest, p.Unsigned = d.Scenario, d.Digest == ""
	for i := range d.Points {
		if why := p.read(i, &d.Points[i]); why != "" {
			return nil, doc.Faults{{Path: "points[" + strconv.Itoa(i) + "]", Reason: why}}
		}
	}
	return p, nil
}

// read reads the section of one point. It returns the reason if the document is
// inconsistent.
func (p *Part) read(point int, d *PointDocument) (why string) {
	if len(d.Done) == 0 && len(d.Runs) == 0 {
		return ""
	}
	s, n := &p.sections[point], 0
	last, most := -1, p.Study.Study.Replications
	for _, x := range d.Done {
		if len(x) != 2 || x[0] <= last || x[1] < x[0] || x[1] >= most {
			return "has stretches of replications that are not in rising order from 0 to " + strconv.Itoa(most-1)
		}
		last = x[1]
		n += x[1] - x[0] + 1
	}
	held := 0
	for _, r := range d.Runs {
		for _, v := range r.Values {
			held = max(held, len(v))
		}
		for _, l := range r.Lacking {
			held = max(held, len(l))
		}
	}
	if len(d.Runs) != p.Runs || held > n || n > 2*held {
		return "does not hold the values of the replications that it names"
	}
	p.Grow(point, n)
	row := make([]int, 0, n)
	for _, x := range d.Done {
		for r := x[0]; r <= x[1]; r++ {
			row, s.done = append(row, r), append(s.done, int32(r))
		}
	}
	s.outcomes = make([]Outcome, n*p.Runs)
	s.values = make([]float64, n*p.Runs*len(p.Metrics))
	for run := range d.Runs {
		if !p.readRun(s, run, &d.Runs[run], row) {
			return "does not hold the values of the replications that it names"
		}
	}
	at := positions(row)
	for _, f := range d.Failures {
		i, ok := at[f.Replication]
		if !ok || f.Run < 0 || f.Run >= p.Runs {
			return "has a failure in a replication that it does not have"
		}
		s.outcomes[i*p.Runs+f.Run] = Failed
		s.note(f.Replication, f.Run, f.Reason)
	}
	if !p.readHeld(s, d.LimitedCounts, at) {
		return "has noise in replications or entries that it does not have"
	}
	return ""
}

func positions(row []int) map[int]int {
	at := make(map[int]int, len(row))
	for i, r := range row {
		at[r] = i
	}
	return at
}

// readRun reads the values of one run. It reports false if they are
// inconsistent.
func (p *Part) readRun(s *section, run int, v *RunValues, row []int) (ok bool) {
	if len(v.Values) != len(p.Metrics) || len(v.Lacking) != 0 && len(v.Lacking) != len(p.Metrics) {
		return false
	}
	for m := range p.Metrics {
		values, lacking := v.Values[m], []int(nil)
		if len(v.Lacking) > 0 {
			lacking = v.Lacking[m]
		}
		if len(values)+len(lacking) != len(row) {
			return false
		}
		for i, r := range row {
			x := &s.values[(i*p.Runs+run)*len(p.Metrics)+m]
			if len(lacking) > 0 && lacking[0] == r {
				*x, lacking = math.NaN(), lacking[1:]
				continue
			}
			if len(values) == 0 {
				return false
			}
			*x, values = values[0], values[1:]
		}
	}
	infeasible := v.Infeasible
	for i, r := range row {
		if len(infeasible) > 0 && infeasible[0] == r {
			s.outcomes[i*p.Runs+run], infeasible = Infeasible, infeasible[1:]
		}
	}
	return len(infeasible) == 0
}
