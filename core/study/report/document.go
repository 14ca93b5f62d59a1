// Package report computes the statistics of a study from the values of its
// parts, as a document of format "gridbox-study".
//
// Everything is computed from the exact values in the order of the
// replications, by arithmetic that is the same on every platform, so that the
// document has the same bytes for any division of the work, natively and in
// every browser.
package report

import (
	"bytes"
	"encoding/json"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/study"
)

// Format is the name of the format of a study's result.
const Format = "gridbox-study"

// Version is the version of that format.
const Version = 1

// A Document is the result of a study.
type Document struct {
	Format   string `json:"format" rule:"required,oneof=gridbox-study" about:"always gridbox-study"`
	Version  int    `json:"version" rule:"required,>=1" about:"version of this format"`
	Engine   string `json:"engine" about:"version of Gridbox that computed it"`
	Scenario string `json:"scenario" rule:"required" about:"digest of the study's document"`
	Kind     string `json:"kind" rule:"required" about:"the problem kind"`
	Title    string `json:"title,omitempty" about:"the scenario's title"`
	// Replications is the number of replications of the statistics at every point.
	Replications          int     `json:"replications" about:"how many the statistics are over"`
	Instances             int     `json:"instances,omitempty" about:"1 where the instances cannot differ: then all of it is one measurement, without intervals, p-values and wins"`
	RequestedReplications int     `json:"asked" about:"how many the study asks for"`
	Stopped               bool    `json:"stopped,omitempty" about:"whether it ended early because every interval was narrow enough"`
	Confidence            float64 `json:"confidence" about:"level of the intervals"`
	Margin                float64 `json:"margin,omitempty" about:"a difference that makes none in practice, as a share of the lesser mean"`
	Comparisons           int     `json:"comparisons" about:"how many pairs the p-values were corrected for, by Holm's method"`
	// Noise lists what disturbed the instances.
	Noise      []Noise      `json:"noise,omitempty" about:"what disturbed the instances, as the study asks for it"`
	Cells      []Cell       `json:"cells" about:"one a point, run and metric"`
	Pairs      []Pair       `json:"pairs" about:"one a point, metric and two runs"`
	Robustness []Robustness `json:"firm,omitempty" about:"one a point and metric, where the instances have noise: how firm the order of the runs is"`
	// Failures are the first of each point, so that they can be opened.
	Failures []Failure `json:"failures,omitempty" about:"why runs failed, the first few of each point"`
	Digest   string    `json:"digest" about:"sha256 over the canonical text without digest, part, and what depends on the machine"`
	// Part is set in a shard: the values that merging needs.
	Part *study.PartDocument `json:"part,omitempty" about:"the values themselves, in a shard"`
}

// Noise is one entry of the study's noise with its effect.
type Noise struct {
	Path         string  `json:"path"`
	CV           float64 `json:"cv" about:"coefficient of variation of the factors"`
	Numbers      int     `json:"numbers" about:"how many numbers of the first instance have this noise"`
	LimitedCount int     `json:"held" about:"how many results were out of what their field allows, and became the nearest that is allowed"`
}

// A Cell has the statistics of one metric of one run at one point. Statistics
// that need more values are absent.
type Cell struct {
	Vary       map[string]any `json:"vary" about:"the values of the varied paths"`
	Algorithm  string         `json:"algorithm"`
	Label      string         `json:"label,omitempty" rule:"id" about:"what the run is called, if it has a label"`
	Options    map[string]any `json:"options,omitempty" about:"options of the run that the scenario sets"`
	Metric     string         `json:"metric"`
	Machine    bool           `json:"machineDependent,omitempty" about:"whether the metric differs from machine to machine"`
	Count      int            `json:"count" about:"replications with a value"`
	Infeasible int            `json:"infeasible" about:"replications without a solution"`
	Failed     int            `json:"failed" about:"replications that ended with an error or did not pass the check"`
	Lacking    int            `json:"lacking,omitempty" about:"replications answered without this metric"`
	Mean       *float64       `json:"mean,omitempty"`
	SD         *float64       `json:"sd,omitempty" about:"standard deviation, with n-1"`
	CI95       []float64      `json:"ci95,omitempty" about:"Student's 95 % interval of the mean, where it holds"`
	Interval   *Interval      `json:"interval,omitempty" about:"interval of the mean at the study's confidence, by the method that suits the values"`
	NoInterval string         `json:"noInterval,omitempty" rule:"oneof=one-instance|no-spread|too-few|later" about:"why there is none: the instances cannot differ, the values do not, they are too few for how they are spread; later where the study is not complete"`
	Min        *float64       `json:"min,omitempty"`
	Max        *float64       `json:"max,omitempty"`
	Skew       *float64       `json:"skew,omitempty" about:"skewness of the values"`
	Zeros      int            `json:"zeros,omitempty" about:"how many of the values are 0"`
	// Quantiles are by probability; the median is "0.5".
	Quantiles map[string]float64 `json:"quantiles,omitempty"`
}

// An Interval is a confidence interval of a mean.
type Interval struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Method string  `json:"method" rule:"oneof=student|bootstrap" about:"bootstrap where the values are too skewed for Student's t"`
}

// A Pair compares two runs by the differences a - b of one metric over the
// replications for which both have a value.
type Pair struct {
	Vary           map[string]any `json:"vary"`
	Metric         string         `json:"metric"`
	Machine        bool           `json:"machineDependent,omitempty"`
	A              string         `json:"a" about:"algorithm of the first run"`
	B              string         `json:"b" about:"algorithm of the second run"`
	ARun           int            `json:"aRun" about:"its place among the runs, from 0"`
	BRun           int            `json:"bRun"`
	ALabel         string         `json:"aLabel,omitempty" rule:"id" about:"what the first run is called, if it has a label"`
	BLabel         string         `json:"bLabel,omitempty" rule:"id"`
	Count          int            `json:"count" about:"replications for which both have a value"`
	OnlyA          int            `json:"onlyA,omitempty" about:"replications for which only a has one"`
	OnlyB          int            `json:"onlyB,omitempty"`
	MeanDifference *float64       `json:"meanDifference,omitempty" about:"mean of a - b"`
	SD             *float64       `json:"sd,omitempty"`
	CI95           []float64      `json:"ci95,omitempty"`
	Interval       *Interval      `json:"interval,omitempty"`
	NoInterval     string         `json:"noInterval,omitempty" rule:"oneof=one-instance|no-spread|too-few|later"`
	// Wins counts the replications in which a is better, Losses those in which b is. A
	// difference within rounding is a tie. They are absent if the instances cannot differ.
	Wins   *int `json:"wins,omitempty"`
	Ties   *int `json:"ties,omitempty"`
	Losses *int `json:"losses,omitempty"`
	// P is the p-value of no difference; Holm is P corrected for all comparisons of the study.
	P           *float64 `json:"p,omitempty" about:"two-sided; at least 1e-300"`
	Test        string   `json:"test,omitempty" rule:"oneof=student|sign-flip" about:"whose p is: Student's of no mean difference, or that of each difference being as likely the other way round where they are too skewed for Student's"`
	Holm        *float64 `json:"pHolm,omitempty" about:"p corrected for all comparisons by Holm's method"`
	Significant bool     `json:"significant,omitempty" about:"whether pHolm is below 1 - confidence"`
	Margin      *float64 `json:"margin,omitempty" about:"how large a difference counts as none, by the study's margin"`
	Verdict     string   `json:"verdict,omitempty" rule:"oneof=different|equal|undecided" about:"equal where the mean difference is certain to lie within the margin, all comparisons taken into account; else different where it is significant"`
}

// A Failure is the reason why a run of a replication failed, with the seed that
// reproduces it.
type Failure struct {
	Vary        map[string]any `json:"vary"`
	Replication int            `json:"replication"`
	Seed        uint64         `json:"seed"`
	Algorithm   string         `json:"algorithm"`
	Label       string         `json:"label,omitempty" rule:"id" about:"what the run is called, if it has a label"`
	Reason      string         `json:"why"`
}

// Text returns the document as readable JSON.
func (d *Document) Text() []byte { return doc.Pretty(d) }

// Parse parses a document.
func Parse(text []byte) (*Document, doc.Faults) {
	d := &Document{}
	return d, doc.Decode(text, d)
}

// Is reports whether a text is such a document.
func Is(text []byte) bool {
	var head struct{ Format string }
	return bytes.Contains(text, []byte(`"`+Format+`"`)) && json.Unmarshal(text, &head) == nil && head.Format == Format
}

// Means returns the canonical text of each cell's mean in the order of the cells, nil
// for one that depends on the machine. A cell without a mean has the text null.
func (d *Document) Means() [][]byte {
	list := make([][]byte, len(d.Cells))
	for i := range d.Cells {
		if c := &d.Cells[i]; !c.Machine {
			list[i] = doc.Canonical(c.Mean)
		}
	}
	return list
}

// sign sets the digest, which excludes everything that depends on the machine.
func (d *Document) sign() {
	same := *d
	same.Digest, same.Part, same.Cells, same.Pairs = "", nil, nil, nil
	for _, c := range d.Cells {
		if !c.Machine {
			same.Cells = append(same.Cells, c)
		}
	}
	for _, p := range d.Pairs {
		if !p.Machine {
			same.Pairs = append(same.Pairs, p)
		}
	}
	d.Digest = doc.Digest(doc.Canonical(&same))
}

// Metrics returns the metrics of a study, in the order of its cells.
func (d *Document) Metrics() (list []string) {
	for i := range d.Cells {
		if !slices.Contains(list, d.Cells[i].Metric) {
			list = append(list, d.Cells[i].Metric)
		}
	}
	return list
}
