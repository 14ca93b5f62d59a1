package report

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/rng"
	"gridbox/core/study"
)

// quantiles that are told of every cell.
var quantiles = []float64{0.05, 0.25, 0.5, 0.75, 0.95}

// mostFailures bounds how many failures of a point are told one by one; the
// cells count all of them.
const mostFailures = 5

// Of makes the statistics of a part, whether it is whole or not. The plan is
// that of the part's study.
func Of(plan *study.Plan, part *study.Part) *Document {
	return (&writer{plan: plan, part: part, level: confidence(plan)}).document()
}

// Seen is what is looked at of Of while a study fills: the cells of one metric
// at every point, and its pairs at one. Until the study is complete it does
// without the bootstrap, whose draws take most of the time: every interval is
// Student's. It has no digest.
func Seen(plan *study.Plan, part *study.Part, metric string, point int) *Document {
	w := &writer{plan: plan, part: part, level: confidence(plan), metric: metric}
	d := w.document()
	d.Cells = slices.DeleteFunc(d.Cells, func(c Cell) bool { return c.Metric != metric })
	if d.Pairs = slices.DeleteFunc(d.Pairs, func(p Pair) bool { return p.Metric != metric }); len(d.Pairs) > 0 {
		each := len(d.Pairs) / len(plan.Points)
		d.Pairs = d.Pairs[point*each : (point+1)*each]
	}
	return d
}

func (w *writer) document() *Document {
	plan, part := w.plan, w.part
	d := &Document{Format: Format, Version: Version, Engine: part.Engine, Scenario: part.Digest,
		Kind:  plan.Scenario.Kind,
		Title: plan.Scenario.Title, Asked: plan.Replications(), Confidence: w.level, Cells: []Cell{}, Pairs: []Pair{}}
	w.limit, d.Stopped = End(plan, part)
	if d.Replications = part.Prefix(); d.Stopped {
		d.Replications = w.limit
	}
	w.live = w.metric != "" && !d.Stopped && !part.Whole()
	for point := range plan.Points {
		w.point(d, point)
	}
	w.correct(d)
	if w.metric == "" {
		d.sign()
	}
	return d
}

func confidence(plan *study.Plan) float64 {
	if c := plan.Scenario.Study.Confidence; c != nil {
		return *c
	}
	return 0.95
}

// A writer makes the statistics of one part.
type writer struct {
	plan   *study.Plan
	part   *study.Part
	level  float64
	limit  int    // replications from 0 to limit-1 count
	metric string // the only one wanted, "" for all
	live   bool   // whether to do without the bootstrap
}

// idle tells whether a metric is nothing to what is wanted. Timings change
// nothing but themselves; all others share Holm's correction.
func (w *writer) idle(metric string) bool {
	return w.metric != "" && metric != w.metric && study.MachineDependent(metric)
}

func (w *writer) vary(point int) map[string]any {
	vary := map[string]any{}
	for i, path := range w.plan.Paths {
		vary[path] = w.plan.Points[point].Values[i]
	}
	return vary
}

// point tells the cells, pairs and failures of one point.
func (w *writer) point(d *Document, point int) {
	vary, runs := w.vary(point), w.plan.Points[point].Runs
	for m, metric := range w.plan.Metrics {
		if w.idle(metric) {
			continue
		}
		columns := make([]study.Column, len(runs))
		for k, run := range runs {
			columns[k] = w.part.Column(point, k, m, w.limit)
			if w.metric != "" && metric != w.metric {
				continue
			}
			c := w.cell(&columns[k], w.stream("cell", point, k, k, m))
			c.Vary, c.Algorithm, c.Options, c.Metric, c.Machine = vary, run.Algorithm, run.Options, metric,
				study.MachineDependent(metric)
			d.Cells = append(d.Cells, c)
		}
		for i := range runs {
			for k := i + 1; k < len(runs); k++ {
				p := w.pair(&columns[i], &columns[k], study.Less(w.plan.Scenario.Kind, metric),
					w.stream("pair", point, i, k, m))
				p.Vary, p.Metric, p.Machine = vary, metric, study.MachineDependent(metric)
				p.A, p.B, p.ARun, p.BRun = runs[i].Algorithm, runs[k].Algorithm, i, k
				d.Pairs = append(d.Pairs, p)
			}
		}
	}
	for _, f := range w.part.Failures(point, mostFailures) {
		if f.Replication >= w.limit { // computed ahead of a stop
			break
		}
		d.Failures = append(d.Failures, Failure{Vary: vary, Replication: f.Replication, Why: f.Why,
			Seed: study.Seed(w.plan.Points[point].Scenario.Seed, f.Replication), Algorithm: runs[f.Run].Algorithm})
	}
}

// stream gives the bootstrap of a cell or pair random numbers of its own.
func (w *writer) stream(what string, point, a, b, metric int) *rng.Stream {
	return rng.New(w.plan.Scenario.Seed, "study/bootstrap/"+what+"/"+strconv.Itoa(point)+"/"+strconv.Itoa(a)+"/"+
		strconv.Itoa(b)+"/"+
		w.plan.Metrics[metric], 0)
}

func (w *writer) cell(c *study.Column, draw *rng.Stream) Cell {
	cell := Cell{Count: len(c.Values), Infeasible: c.Infeasible, Failed: c.Failed, Lacking: c.Lacking}
	if cell.Count == 0 {
		return cell
	}
	s := NewSample(c.Values)
	cell.Mean = &s.Mean
	least, most := s.Quantile(0), s.Quantile(1)
	cell.Min, cell.Max, cell.Quantiles = &least, &most, map[string]float64{}
	for _, p := range quantiles {
		cell.Quantiles[doc.Number(p)] = s.Quantile(p)
	}
	if cell.Count < 2 {
		return cell
	}
	cell.SD = &s.SD
	if cell.Count > 2 {
		cell.Skew = &s.Skew
	}
	low, high := s.Student(0.95)
	cell.CI95 = []float64{low, high}
	cell.Interval, _ = w.interval(s, draw)
	return cell
}

// interval is that of the mean by the method that suits the sample, and the
// p-value of a mean of 0.
func (w *writer) interval(s *Sample, draw *rng.Stream) (*Interval, float64) {
	if !w.live && s.Method() == Bootstrap {
		low, high, p := s.Bootstrap(w.level, draw)
		return &Interval{low, high, Bootstrap}, p
	}
	low, high := s.Student(w.level)
	p := 1.0
	switch e := s.error(); {
	case e > 0:
		p = twoSided(s.Mean/e, len(s.Values)-1)
	case s.Mean != 0: // the same difference every time
		p = leastP
	}
	return &Interval{low, high, Student}, p
}

// pair compares two columns replication by replication.
func (w *writer) pair(a, b *study.Column, less bool, draw *rng.Stream) Pair {
	p := Pair{}
	var differences []float64
	for i, k := 0, 0; i < len(a.Values) || k < len(b.Values); {
		switch {
		case k == len(b.Values) || i < len(a.Values) && a.Replications[i] < b.Replications[k]:
			p.OnlyA++
			i++
			continue
		case i == len(a.Values) || b.Replications[k] < a.Replications[i]:
			p.OnlyB++
			k++
			continue
		}
		x, y := a.Values[i], b.Values[k]
		differences = append(differences, x-y)
		switch {
		case math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)):
			p.Ties++
		case x < y == less:
			p.Wins++
		default:
			p.Losses++
		}
		i, k = i+1, k+1
	}
	p.Count = len(differences)
	if p.Count == 0 {
		return p
	}
	s := NewSample(differences)
	p.MeanDifference = &s.Mean
	if p.Count < 2 {
		return p
	}
	low, high := s.Student(0.95)
	p.SD, p.CI95 = &s.SD, []float64{low, high}
	interval, value := w.interval(s, draw)
	p.Interval, p.P = interval, &value
	return p
}

// correct corrects the p-values for being many, by Holm's method: the k-th
// smallest of m is multiplied by m-k+1, and none is less than one before it.
// Timings are corrected among themselves, so that they change nothing else.
func (w *writer) correct(d *Document) {
	for _, machine := range []bool{false, true} {
		var family []*Pair
		for i := range d.Pairs {
			if d.Pairs[i].P != nil && d.Pairs[i].Machine == machine {
				family = append(family, &d.Pairs[i])
			}
		}
		Holm(family)
		for _, p := range family {
			p.Significant = *p.Holm < 1-d.Confidence
		}
		if !machine {
			d.Comparisons = len(family)
		}
	}
}

// Holm sets the corrected p-values of a family of comparisons (Holm, A Simple
// Sequentially Rejective Multiple Test Procedure, 1979).
func Holm(family []*Pair) {
	order := slices.Clone(family)
	slices.SortStableFunc(order, func(a, b *Pair) int {
		switch {
		case *a.P < *b.P:
			return -1
		case *a.P > *b.P:
			return 1
		}
		return 0
	})
	last := 0.0
	for i, p := range order {
		last = max(last, min(1, float64(float64(len(order)-i)**p.P)))
		corrected := last
		p.Holm = &corrected
	}
}
