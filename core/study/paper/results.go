package paper

import (
	"math"

	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// Results are the results of a paper's experiments.
type Results struct {
	paper *Paper
	plans []*study.Plan
	parts []*study.Part
	// answers are the answers of an experiment with a fixed problem, one for each run.
	answers [][]scenario.Answer
	// onRead is called with each experiment that a row reads, if not nil.
	onRead func(experiment int)
}

// An Estimate is our value of a row with its 95 % interval, which is the value
// itself if nothing is random. Count is the number of its replications, and
// Left that of the excluded ones.
type Estimate struct {
	Value, Low, High float64
	Count, Excluded  int
}

// A column is one metric of one run, by replication, NaN where there is none.
type column []float64

// column returns a column: experiment, point of its grid, run, metric. While an
// experiment runs, it has the first replications that exist at all points. A
// point outside of the grid has no values.
func (r *Results) column(experiment, point, run int, metric string) column {
	plan := r.plans[experiment]
	if r.onRead != nil {
		r.onRead(experiment)
	}
	c := make(column, r.parts[experiment].Prefix())
	for i := range c {
		c[i] = math.NaN()
	}
	for m, name := range plan.Metrics {
		if name == metric && point >= 0 {
			values := r.parts[experiment].Column(point, run, m, len(c))
			for i, n := range values.Replications {
				c[n] = values.Values[i]
			}
		}
	}
	return c
}

// combine combines columns by replication; a value missing in one is missing in
// the result.
func combine(f func(x []float64) float64, columns ...column) column {
	n := len(columns[0])
	for _, c := range columns { // a running experiment may be ahead of another
		n = min(n, len(c))
	}
	out := make(column, n)
	x := make([]float64, len(columns))
	for i := range out {
		for k, c := range columns {
			x[k] = c[i]
		}
		out[i] = f(x)
		for _, v := range x {
			if v != v {
				out[i] = math.NaN()
			}
		}
	}
	return out
}

// filter returns a copy of c in which a value is missing unless all conditions
// are true, that is, present and not 0. It has the length of the shortest
// column.
func (c column) filter(conditions ...column) column {
	n := len(c)
	for _, k := range conditions {
		n = min(n, len(k))
	}
	out := make(column, n)
	for i := range out {
		out[i] = c[i]
		for _, k := range conditions {
			if !(k[i] != 0) || k[i] != k[i] {
				out[i] = math.NaN()
			}
		}
	}
	return out
}

// present returns the values without NaN.
func (c column) present() []float64 {
	var values []float64
	for _, x := range c {
		if x == x {
			values = append(values, x)
		}
	}
	return values
}

// mean returns the mean of the present values with Student's interval of 95 %.
// A single value has an interval of width 0; without values the estimate is
// zero.
func mean(c column) Estimate {
	values := c.present()
	if len(values) == 0 {
		return Estimate{}
	}
	s := report.NewSample(values)
	e := Estimate{Value: s.Mean, Low: s.Mean, High: s.Mean, Count: len(values)}
	if len(values) > 1 {
		e.Low, e.High = s.Student(0.95)
	}
	return e
}

// ratio returns mean(a) / mean(b) over the replications that have both, with
// the interval of the ratio estimator (Cochran, Sampling Techniques, section
// 6.4): the residues a - R b of the replications are independent.
func ratio(a, b column) Estimate {
	var x, y []float64
	for i := range min(len(a), len(b)) {
		if a[i] == a[i] && b[i] == b[i] {
			x, y = append(x, a[i]), append(y, b[i])
		}
	}
	if len(x) == 0 {
		return Estimate{}
	}
	over := report.NewSample(y).Mean
	if over == 0 {
		return Estimate{}
	}
	r := report.NewSample(x).Mean / over
	e := Estimate{Value: r, Low: r, High: r, Count: len(x)}
	if len(x) < 2 {
		return e
	}
	residues := make([]float64, len(x))
	for i := range x {
		residues[i] = x[i] - float64(r*y[i])
	}
	low, high := report.NewSample(residues).Student(0.95)
	half := (high - low) / 2 / math.Abs(over)
	e.Low, e.High = r-half, r+half
	return e
}

// reduction returns by how many percent the mean of a is below that of b.
func reduction(a, b column) Estimate { return ratioReduction(ratio(a, b)) }

// ratioReduction converts a ratio into the percentage by which its numerator is lower.
func ratioReduction(e Estimate) Estimate {
	if e.Count == 0 {
		return e
	}
	return Estimate{Value: 100 * (1 - e.Value), Low: 100 * (1 - e.High), High: 100 * (1 - e.Low), Count: e.Count}
}

// share returns the percentage of a column's values that are not 0, with
// Wilson's interval.
func share(c column) Estimate {
	values := c.present()
	n := float64(len(values))
	if n == 0 {
		return Estimate{}
	}
	hits := 0.0
	for _, x := range values {
		if x != 0 {
			hits++
		}
	}
	const z = 1.959963984540054
	p, square := hits/n, z*z/n
	centre := (p + float64(square/2)) / (1 + square)
	half := z * math.Sqrt(p*(1-p)/n+square/(4*n)) / (1 + square)
	// For a share of 0 or 100 %, one end of the interval is the share itself.
	low, high := max(0, min(p, centre-half)), min(1, max(p, centre+half))
	return Estimate{Value: 100 * p, Low: 100 * low, High: 100 * high, Count: len(values)}
}

// truth returns 1 for true and 0 for false.
func truth(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}
