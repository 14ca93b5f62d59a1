// Package league compares all algorithms of a kind with each other on a family of instances.
//
// For every ordered pair it has the mean and the worst ratio of the first to the second, with the
// instance on which the worst occurs, as the pairwise comparison of PISA does (Coleman and
// Krishnamachari, "Comparing Task Graph Scheduling Algorithms: An Adversarial Approach", 2024). It has
// performance profiles (Dolan and Moré, "Benchmarking Optimization Software with Performance Profiles",
// 2002), mean ranks with the critical difference of Nemenyi's test (Demšar, "Statistical Comparisons of
// Classifiers over Multiple Data Sets", 2006), and the mean time of each algorithm.
package league

import (
	"context"
	"errors"
	"math"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/study"
)

// Format is the format name of documents.
const Format = "gridbox-league"

// Limits of a league. MaxRuns is the greatest number with a known critical difference.
const (
	MaxRuns      = 20
	MaxInstances = 100_000
)

// A Request specifies a league. The scenario must be valid.
type Request struct {
	Scenario *scenario.Scenario
	Question
	// Parallel calls do for 0 to n-1 on any core; nil means in sequence. Only times depend on it.
	Parallel func(n int, do func(i int))
	// Clock is a monotonic clock in milliseconds; nil leaves times out.
	Clock func() float64
	Env   engine.Env
}

// A Question names the algorithms, the metric and the instances. As a rule each instance is drawn anew by the
// scenario's generator. With noise it is the scenario's instance with numbers disturbed, as in a study;
// with a shake, the scenario is a farm and its trace is shaken.
type Question struct {
	Runs      []scenario.Run   `json:"runs,omitempty"`   // the scenario's own if nil
	Metric    string           `json:"metric,omitempty"` // the first of the kind if empty
	Instances int              `json:"instances"`
	Noise     []scenario.Noise `json:"noise,omitempty"`
	Shake     *Shaking         `json:"shake,omitempty"`
}

// Shaking is the strength of the perturbations; see package shake.
type Shaking struct {
	Strength float64 `json:"strength"`
	Load     float64 `json:"load"`
}

// A Document is the result of a league. Only times differ between computations.
type Document struct {
	Format    string    `json:"format"`
	Version   int       `json:"version"`
	Engine    string    `json:"engine"`
	Kind      string    `json:"kind"`
	Scenario  string    `json:"scenario"` // its digest
	Metric    string    `json:"metric"`
	Less      bool      `json:"less"` // lower values are better
	Instances int       `json:"instances"`
	Compared  int       `json:"compared"` // instances on which every algorithm has a value
	Rows      []Row     `json:"rows"`     // by ascending mean rank
	Pairs     []Pair    `json:"pairs"`    // all ordered pairs, in the order of the rows
	Critical  float64   `json:"critical,omitempty"`
	Factors   []float64 `json:"factors"` // of the profiles
}

// A Row is one algorithm.
type Row struct {
	Run     scenario.Run `json:"run"`
	Name    string       `json:"name"`
	Failed  int          `json:"failed"`           // instances without a value
	Rank    float64      `json:"rank"`             // mean rank; ties share the mean of their ranks
	Best    int          `json:"best"`             // instances on which no algorithm is better
	Ratio   float64      `json:"ratio"`            // mean ratio to the best
	Profile []float64    `json:"profile"`          // share of instances within each factor of the best
	Ms      *float64     `json:"meanMs,omitempty"` // mean time of a run
	Alike   []string     `json:"alike,omitempty"`  // algorithms whose ranks do not differ significantly
}

// A Pair has the ratios of A to B: how many times as bad A is.
type Pair struct {
	A        string   `json:"a"`
	B        string   `json:"b"`
	Compared int      `json:"compared"`
	Worse    int      `json:"worse"` // instances on which A is worse
	Better   int      `json:"better"`
	Mean     *float64 `json:"mean,omitempty"`  // geometric mean; nil if a ratio is 0 or infinite
	Worst    *float64 `json:"worst,omitempty"` // nil if nothing was compared; infinite ratios are left out
	Seed     uint64   `json:"seed"`            // of the instance with the worst ratio
	Instance int      `json:"-"`               // its number, counted from 0
}

// factors are the factors of the performance profiles.
func factors() []float64 { return []float64{1, 1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10} }

// A Value is the result of a run on one instance, with its time in milliseconds.
type Value struct {
	Value float64 `json:"value"`
	OK    bool    `json:"ok"`
	Ms    float64 `json:"ms"`
}

// Run returns the result of a league. Instance r has the seed of replication r of a study. It
// returns an error if the request is invalid or ctx ends.
func Run(ctx context.Context, e engine.Engine, r Request) (*Document, error) {
	m, err := NewMeasurer(&r)
	if err != nil {
		return nil, err
	}
	table := make([][]Value, r.Instances)
	each := r.Parallel
	if each == nil {
		each = func(n int, do func(i int)) {
			for i := range n {
				do(i)
			}
		}
	}
	each(r.Instances, func(i int) {
		if ctx.Err() == nil {
			table[i] = m.Measure(ctx, e, i)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.Result(table)
}

// Result returns the document of a table of values, instance by instance, run by run. An instance
// without values was not measured.
func (r *Request) Result(table [][]Value) (*Document, error) {
	d, err := r.document()
	if err == nil {
		d.fill(r, table)
	}
	return d, err
}

// document checks a request and returns the document without results, or an error. It sets the runs
// and the metric of the request to their defaults if they are absent.
func (r *Request) document() (*Document, error) {
	k, ok := catalog.ByID(r.Scenario.Kind)
	if !ok {
		return nil, errors.New("league: there is no kind " + r.Scenario.Kind)
	}
	if r.Runs == nil {
		r.Runs = catalog.Runs(r.Scenario)
	}
	if r.Metric == "" {
		r.Metric = k.Metrics[0].ID
	}
	switch _, known := k.Metric(r.Metric); {
	case !known && r.Metric != study.Gap:
		return nil, errors.New("league: " + r.Metric + " is not a metric of " + r.Scenario.Kind)
	case len(r.Runs) < 2 || len(r.Runs) > MaxRuns:
		return nil, errors.New("league: 2 to 20 algorithms can be compared")
	case r.Instances < 1 || r.Instances > MaxInstances:
		return nil, errors.New("league: 1 to 100,000 instances can be drawn")
	case r.Shake != nil && r.Scenario.Kind != "farm":
		return nil, errors.New("league: only a farm has a trace of jobs to shake")
	case r.Shake == nil && len(r.Noise) == 0 && !scenario.Draws(r.Scenario):
		return nil, errors.New("league: the scenario draws nothing, so all instances would be equal; give one with " +
			"\"generate\"")
	}
	for _, run := range r.Runs {
		if faults := catalog.CheckRun(r.Scenario.Kind, run); len(faults) > 0 {
			return nil, faults
		}
	}
	return &Document{Format: Format, Version: 1, Engine: catalog.Version, Kind: r.Scenario.Kind,
		Scenario: scenario.Digest(r.Scenario), Metric: r.Metric, Less: study.LowerIsBetter(r.Scenario.Kind, r.Metric),
		Instances: r.Instances, Factors: factors()}, nil
}

// fill sets the results from the table of values by instance and run: the rows by ascending rank,
// all pairs and the groups. An instance without values is ignored.
func (d *Document) fill(r *Request, table [][]Value) {
	rows, names := make([]Row, len(r.Runs)), catalog.Names(d.Kind, r.Runs)
	for k := range rows {
		rows[k] = Row{Run: r.Runs[k], Name: names[k], Profile: make([]float64, len(d.Factors))}
	}
	for _, list := range table {
		if len(list) == 0 {
			continue
		}
		for k := range list {
			if !list[k].OK {
				rows[k].Failed++
			}
		}
		d.count(rows, list)
	}
	for k := range rows {
		rows[k].average(d.Compared, table, k, r.Clock != nil || hasTimes(table))
	}
	order := make([]int, len(rows))
	for k := range order {
		order[k] = k
	}
	sorting.Stable(order, func(a, b int) int { return sorting.Ascending(rows[a].Rank, rows[b].Rank) })
	if d.Compared > 0 {
		d.Critical = CriticalDifference(len(rows), d.Compared)
	}
	for _, k := range order {
		d.Rows = append(d.Rows, rows[k])
		for _, other := range order {
			if other != k {
				d.Pairs = append(d.Pairs, d.pair(r, table, rows, k, other))
			}
		}
	}
	d.groups()
}

// count adds an instance to the ranks and profiles if every algorithm has a value.
func (d *Document) count(rows []Row, list []Value) {
	for _, m := range list {
		if !m.OK {
			return
		}
	}
	d.Compared++
	for k, m := range list {
		best, below, equal := m.Value, 0, 0
		for _, o := range list {
			switch {
			case o.Value == m.Value:
				equal++
			case o.Value < m.Value == d.Less:
				below++
			}
			if o.Value < best == d.Less && o.Value != best {
				best = o.Value
			}
		}
		rows[k].Rank += float64(below) + float64(float64(equal+1)/2)
		if below == 0 {
			rows[k].Best++
		}
		ratio := ratioOf(m.Value, best, d.Less)
		rows[k].Ratio += ratio
		for f, factor := range d.Factors {
			if ratio <= factor {
				rows[k].Profile[f]++
			}
		}
	}
}

// average divides the sums of the row by the number of compared instances. An infinite mean ratio
// becomes 0. If timed is set, it adds the mean run time of run k in milliseconds.
func (row *Row) average(compared int, table [][]Value, k int, timed bool) {
	if n := float64(compared); n > 0 {
		row.Rank, row.Ratio = row.Rank/n, row.Ratio/n
		if math.IsInf(row.Ratio, 1) {
			row.Ratio = 0
		}
		for f := range row.Profile {
			row.Profile[f] /= n
		}
	}
	if timed {
		sum, n := 0.0, 0
		for _, list := range table {
			if len(list) > 0 {
				sum, n = sum+list[k].Ms, n+1
			}
		}
		sum /= float64(max(1, n))
		row.Ms = &sum
	}
}

// hasTimes reports whether a table has times.
func hasTimes(table [][]Value) bool {
	for _, list := range table {
		for _, v := range list {
			if v.Ms > 0 {
				return true
			}
		}
	}
	return false
}

// ratioOf returns how many times as bad a value is as another: at least 1 if it is not better.
func ratioOf(value, other float64, less bool) float64 {
	if !less {
		value, other = other, value
	}
	switch {
	case value == other:
		return 1
	case other <= 0 || value < 0:
		return math.Inf(1)
	}
	return value / other
}

// pair compares the runs a and b on the instances that both solved. Mean is the geometric mean of
// the ratios, nil if one is 0 or infinite. Worst is the greatest finite ratio; of equal ones the
// first counts.
func (d *Document) pair(r *Request, table [][]Value, rows []Row, a, b int) Pair {
	p := Pair{A: rows[a].Name, B: rows[b].Name}
	logs, finite, worst := 0.0, true, math.Inf(-1)
	for i, list := range table {
		if len(list) == 0 || !list[a].OK || !list[b].OK {
			continue
		}
		p.Compared++
		ratio := ratioOf(list[a].Value, list[b].Value, d.Less)
		switch {
		case list[a].Value == list[b].Value:
		case list[a].Value < list[b].Value == d.Less:
			p.Better++
		default:
			p.Worse++
		}
		if finite = finite && ratio > 0 && !math.IsInf(ratio, 1); finite {
			logs += rng.Ln(ratio)
		}
		if ratio > worst && !math.IsInf(ratio, 1) {
			worst, p.Seed, p.Instance = ratio, study.Seed(r.Scenario.Seed, i), i
		}
	}
	if finite && p.Compared > 0 {
		mean := rng.Exp(logs / float64(p.Compared))
		p.Mean = &mean
	}
	if !math.IsInf(worst, -1) {
		p.Worst = &worst
	}
	return p
}

// groups sets for each row the algorithms whose mean ranks differ by less than the critical difference.
func (d *Document) groups() {
	for k := range d.Rows {
		for o := range d.Rows {
			if o != k && math.Abs(d.Rows[o].Rank-d.Rows[k].Rank) < d.Critical {
				d.Rows[k].Alike = append(d.Rows[k].Alike, d.Rows[o].Name)
			}
		}
	}
}

// Pair returns the pair of two names, or nil.
func (d *Document) Pair(a, b string) *Pair {
	for i := range d.Pairs {
		if p := &d.Pairs[i]; p.A == a && p.B == b {
			return p
		}
	}
	return nil
}
