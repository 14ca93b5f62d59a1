package report

import (
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/rng"
	"gridbox/core/sorting"
	"gridbox/core/study"
)

// quantiles lists the probabilities of the quantiles in every cell.
var quantiles = []float64{0.05, 0.25, 0.5, 0.75, 0.95}

// maxFailures is the maximum number of failures of a point that are listed; the
// cells count all of them.
const maxFailures = 5

// New returns the statistics of a part, complete or not. The plan is that of the
// part's study.
func New(plan *study.Plan, part study.Values) *Document {
	return newWriter(plan, part).document()
}

// MetricView returns the part of the statistics that is shown while a study runs: the
// cells of one metric at every point, and its pairs at one. Until the study is
// complete only Student's intervals and p-values are computed, since the
// bootstrap takes most of the time. It has no digest.
func MetricView(plan *study.Plan, part study.Values, metric string, point int) *Document {
	w := newWriter(plan, part)
	w.metric = metric
	return w.view(point)
}

// AllMetricsView returns the same as MetricView with the cells of all metrics, for several charts.
func AllMetricsView(plan *study.Plan, part study.Values, metric string, point int) *Document {
	w := newWriter(plan, part)
	w.metric, w.wide = metric, true
	return w.view(point)
}

// view returns the part of the document that is shown.
func (w *writer) view(point int) *Document {
	d := w.document()
	d.keep(len(w.plan.Points), w.metric, point, w.wide)
	return d
}

func (d *Document) keep(points int, metric string, point int, wide bool) {
	if !wide {
		d.Cells = slices.DeleteFunc(d.Cells, func(c Cell) bool { return c.Metric != metric })
	}
	if d.Pairs = slices.DeleteFunc(d.Pairs, func(p Pair) bool { return p.Metric != metric }); len(d.Pairs) > 0 {
		each := len(d.Pairs) / points
		d.Pairs = d.Pairs[point*each : (point+1)*each]
	}
}

// ShowsAllMetrics reports whether a study has one path with so few points that a page
// shows all metrics.
func ShowsAllMetrics(plan *study.Plan) bool {
	const most = 60
	return len(plan.Paths) == 1 && len(plan.Points) > 1 && len(plan.Points) <= most
}

// maxShown is the maximum number of failures on a page.
const maxShown = 20

// PageView returns the part of a study's complete document that a page shows. The
// document is not modified.
func (d *Document) PageView(plan *study.Plan, metric string, point int) *Document {
	shown := *d
	shown.Cells, shown.Pairs, shown.Part = slices.Clone(d.Cells), slices.Clone(d.Pairs), nil
	shown.keep(len(plan.Points), metric, point, ShowsAllMetrics(plan))
	return shown.truncateFailures()
}

// truncateFailures truncates the failures for a page.
func (d *Document) truncateFailures() *Document {
	d.Failures = d.Failures[:min(len(d.Failures), maxShown)]
	return d
}

// View returns the part of the statistics that a page shows while a study runs.
func View(plan *study.Plan, part study.Values, metric string, point int) *Document {
	see := MetricView
	if ShowsAllMetrics(plan) {
		see = AllMetricsView
	}
	return see(plan, part, metric, point).truncateFailures()
}

// document returns the report of the plan and its values. It also sets w.limit
// and w.live.
func (w *writer) document() *Document {
	plan, part := w.plan, w.part
	engine, digest := part.Origin()
	d := &Document{Format: Format, Version: Version, Engine: engine, Scenario: digest,
		Kind:  plan.Scenario.Kind,
		Title: plan.Scenario.Title, RequestedReplications: plan.Replications(), Confidence: w.level, Margin: w.margin,
		Cells: []Cell{}, Pairs: []Pair{}}
	if plan.Single() {
		d.Instances = 1
	}
	w.limit, d.Stopped = End(plan, part)
	if d.Replications = part.Prefix(); d.Stopped {
		d.Replications = w.limit
	}
	for i := range plan.Noise {
		n := &plan.Noise[i]
		d.Noise = append(d.Noise, Noise{n.Path, n.CV, n.Numbers, part.LimitedCount(i, w.limit)})
	}
	w.live = w.metric != "" && !d.Stopped && !part.IsComplete()
	for point := range plan.Points {
		w.point(d, point)
	}
	correct(d)
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

// A writer computes the statistics of one part.
type writer struct {
	plan   *study.Plan
	part   study.Values
	level  float64
	limit  int    // replications from 0 to limit-1 count
	metric string // the only metric, or "" for all
	wide   bool   // the cells of the others are needed too
	live   bool   // no bootstrap
	// margin is the study's, or 0. family is the number of pairs in the correction of errors.
	margin float64
	family int
}

// newWriter returns a writer for a plan, with its confidence level, its margin
// and the number of comparisons to correct for. Machine-dependent metrics do
// not count.
func newWriter(plan *study.Plan, part study.Values) *writer {
	w := &writer{plan: plan, part: part, level: confidence(plan)}
	if m := plan.Scenario.Study.Margin; m != nil {
		w.margin = *m
	}
	shared := 0
	for _, m := range plan.Metrics {
		if !study.MachineDependent(m) {
			shared++
		}
	}
	w.family = max(1, len(plan.Points)*plan.Runs()*(plan.Runs()-1)/2*max(1, shared))
	return w
}

// canSkip reports whether a metric is not needed. Timings affect nothing else; all
// other metrics share Holm's correction.
func (w *writer) canSkip(metric string) bool {
	return w.metric != "" && metric != w.metric && !w.wide && study.MachineDependent(metric)
}

func (w *writer) vary(point int) map[string]any {
	vary := map[string]any{}
	for i, path := range w.plan.Paths {
		vary[path] = w.plan.Points[point].Values[i]
	}
	return vary
}

// point adds the cells, pairs and failures of one point.
func (w *writer) point(d *Document, point int) {
	vary, runs := w.vary(point), w.plan.Points[point].Runs
	for m, metric := range w.plan.Metrics {
		if w.canSkip(metric) {
			continue
		}
		columns := make([]study.Column, len(runs))
		for k, run := range runs {
			columns[k] = w.part.Column(point, k, m, w.limit)
			if w.metric != "" && metric != w.metric && !w.wide {
				continue
			}
			c := w.cell(&columns[k], w.fixed(point, k, metric), w.stream("cell", point, k, k, m))
			c.Vary, c.Algorithm, c.Label, c.Options, c.Metric = vary, run.Algorithm, run.Label, run.Options, metric
			c.Machine = study.MachineDependent(metric)
			d.Cells = append(d.Cells, c)
		}
		if counted := w.metric == metric || w.metric == "" && w.plan.Noisy(); counted && len(runs) > 1 &&
			!study.MachineDependent(metric) && !w.plan.Single() {
			d.Robustness = append(d.Robustness, w.robustness(point, metric, columns))
		}
		for i := range runs {
			for k := i + 1; k < len(runs); k++ {
				compared := comparison{a: &columns[i], b: &columns[k],
					less:  study.LowerIsBetter(w.plan.Scenario.Kind, metric),
					fixed: w.fixed(point, i, metric) && w.fixed(point, k, metric)}
				p := w.pair(&compared, w.stream("pair", point, i, k, m))
				p.Vary, p.Metric, p.Machine = vary, metric, study.MachineDependent(metric)
				p.A, p.B, p.ARun, p.BRun = runs[i].Algorithm, runs[k].Algorithm, i, k
				p.ALabel, p.BLabel = runs[i].Label, runs[k].Label
				d.Pairs = append(d.Pairs, p)
			}
		}
	}
	for _, f := range w.part.Failures(point, maxFailures) {
		if f.Replication >= w.limit { // computed ahead of a stop
			break
		}
		d.Failures = append(d.Failures, Failure{Vary: vary, Replication: f.Replication, Reason: f.Reason,
			Seed: study.Seed(w.plan.Points[point].Scenario.Seed, f.Replication), Algorithm: runs[f.Run].Algorithm,
			Label: runs[f.Run].Label})
	}
}

// fixed reports whether a run has the same metric in every replication.
func (w *writer) fixed(point, run int, metric string) bool {
	list := w.plan.Points[point].Fixed
	return list != nil && list[run] && !study.MachineDependent(metric)
}

// stream returns the random numbers of a cell or pair.
func (w *writer) stream(what string, point, a, b, metric int) *rng.Stream {
	return rng.New(w.plan.Scenario.Seed, "study/bootstrap/"+what+"/"+strconv.Itoa(point)+"/"+strconv.Itoa(a)+"/"+
		strconv.Itoa(b)+"/"+
		w.plan.Metrics[metric], 0)
}

// cell returns the statistics of a column and the confidence interval of its
// mean. If all replications are equal, fixed, there is no interval. Without
// values only the counts are set.
func (w *writer) cell(c *study.Column, fixed bool, draw *rng.Stream) Cell {
	cell := Cell{Count: len(c.Values), Infeasible: c.Infeasible, Failed: c.Failed, Lacking: c.Lacking}
	if cell.Count == 0 {
		return cell
	}
	s := NewSample(c.Values)
	cell.Mean = pointerTo(s.Mean)
	least, most := s.Quantile(0), s.Quantile(1)
	cell.Min, cell.Max, cell.Quantiles = &least, &most, map[string]float64{}
	for _, p := range quantiles {
		cell.Quantiles[doc.Number(p)] = s.Quantile(p)
	}
	for _, x := range c.Values {
		if x == 0 {
			cell.Zeros++
		}
	}
	if fixed {
		cell.NoInterval = OneInstance
		return cell
	}
	if cell.Count > 1 {
		cell.SD = pointerTo(s.SD)
	}
	if cell.Count > 2 {
		cell.Skew = pointerTo(s.Skew)
	}
	e := w.estimate(s, draw)
	cell.CI95, cell.Interval, cell.NoInterval = e.ci95, e.interval, e.reason
	return cell
}

// pointerTo returns a pointer to a copy. A pointer into a sample would keep all
// its values in memory.
func pointerTo[T any](x T) *T { return &x }

// An estimate is the interval of a sample's mean, or the reason why there is
// none, and Student's 95 % interval if valid.
type estimate struct {
	interval       *Interval
	reason         string
	ci95           []float64
	bootstrapMeans []float64 // of the bootstrap, if it was used
}

// estimate chooses the method for the sample.
func (w *writer) estimate(s *Sample, draw *rng.Stream) (e estimate) {
	method, why := s.Method()
	switch {
	case why != "":
		e.reason = why
	case method == Student:
		low, high := s.Student(w.level)
		e.interval = &Interval{low, high, Student}
		low, high = s.Student(0.95)
		e.ci95 = []float64{low, high}
	case w.live:
		e.reason = Later
	default:
		e.bootstrapMeans = s.bootstrapMeans(draw)
		if low, high, ok := s.bounds(e.bootstrapMeans, w.level); ok {
			e.interval = &Interval{low, high, Bootstrap}
		} else {
			e.reason = TooFew
		}
	}
	return e
}

// correct corrects the p-values for multiple comparisons by Holm's method: the
// k-th smallest of m is multiplied by m-k+1, and none is below the previous
// one. Timings are corrected separately, so that they change nothing else.
func correct(d *Document) {
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
			if p.Significant && p.Verdict == Undecided {
				p.Verdict = Different
			}
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
	sorting.Stable(order, func(a, b *Pair) int { return sorting.Ascending(*a.P, *b.P) })
	last := 0.0
	for i, p := range order {
		last = max(last, min(1, float64(float64(len(order)-i)**p.P)))
		corrected := last
		p.Holm = &corrected
	}
}
