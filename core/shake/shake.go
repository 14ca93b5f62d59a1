// Package shake compares two algorithms on many small perturbations of one trace (Tsafrir, Ouaknine and
// Feitelson, "Reducing Performance Evaluation Sensitivity and Variability by Input Shaking", 2007). A
// difference that holds on the trace alone can be an accident of single jobs.
package shake

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/kind/farm"
	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/study"
)

// Format is the format name of documents.
const Format = "gridbox-shake"

// A Request is a comparison of A with B. The scenario must be a valid farm.
type Request struct {
	Scenario *scenario.Scenario
	A, B     scenario.Run
	Metric   string // the first of the kind if empty
	Times    int    // number of shaken traces
	Strength float64
	Load     float64 // factor by which jobs arrive faster
	Parallel func(n int, do func(i int))
	Env      engine.Env
}

// A Document is the result.
type Document struct {
	Format   string  `json:"format"`
	Version  int     `json:"version"`
	Engine   string  `json:"engine"`
	Scenario string  `json:"scenario"` // its digest
	A        string  `json:"a"`
	B        string  `json:"b"`
	Metric   string  `json:"metric"`
	Times    int     `json:"times"`
	Strength float64 `json:"strength"`
	Load     float64 `json:"load"`
	Better   int     `json:"better"` // traces on which A is better
	Equal    int     `json:"equal"`
	Worse    int     `json:"worse"`
	Failed   int     `json:"failed"` // traces on which one of them has no value
	Verdict  string  `json:"verdict"`
}

// Run shakes the trace and compares the algorithms. Shaken trace i depends on the scenario's seed,
// the strength, the load and i alone. It returns an error if the scenario is no valid farm, the
// metric is unknown or ctx ends.
func Run(ctx context.Context, e engine.Engine, r Request) (*Document, error) {
	if r.Scenario.Kind != "farm" {
		return nil, errors.New("shake: only a farm has a trace of jobs to shake, and this scenario is of the kind " +
			r.Scenario.Kind)
	}
	k, _ := catalog.ByID("farm")
	if r.Metric == "" {
		r.Metric = k.Metrics[0].ID
	}
	if _, known := k.Metric(r.Metric); !known {
		return nil, errors.New("shake: " + r.Metric + " is not a metric of farms")
	}
	explicit, faults := scenario.Expand(r.Scenario)
	if len(faults) > 0 {
		return nil, faults
	}
	names := catalog.Names("farm", []scenario.Run{r.A, r.B})
	d := &Document{Format: Format, Version: 1, Engine: catalog.Version, Scenario: scenario.Digest(r.Scenario),
		A: names[0], B: names[1], Metric: r.Metric, Times: r.Times, Strength: r.Strength, Load: r.Load}
	pairs := make([]Pair, r.Times)
	each := r.Parallel
	if each == nil {
		each = func(n int, do func(i int)) {
			for i := range n {
				do(i)
			}
		}
	}
	each(r.Times, func(i int) {
		if ctx.Err() == nil {
			pairs[i] = r.compare(ctx, e, explicit, i)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.Count(pairs, study.LowerIsBetter("farm", r.Metric))
	d.Verdict = Verdict(d, d.Metric)
	return d, nil
}

// A Pair has the values of both algorithms on one trace; OK is false if one of them has none.
type Pair struct {
	A, B float64
	OK   bool
}

// Trace returns shaken trace i of an explicit farm.
func Trace(explicit *scenario.Scenario, i int, strength, load float64) *scenario.Scenario {
	s, f := *explicit, *explicit.Farm
	f.Problem.Jobs = Jobs(f.Problem.Jobs, explicit.Seed, i, strength, load)
	s.Farm = &f
	return &s
}

// compare solves shaken trace i by both algorithms. It returns a pair with OK false if either has
// no answer or no finite value.
func (r *Request) compare(ctx context.Context, e engine.Engine, explicit *scenario.Scenario, i int) Pair {
	s := Trace(explicit, i, r.Strength, r.Load)
	read, values, env := study.NewReader(r.Metric), [2]float64{}, r.Env
	env.Bare = true
	for k, run := range []scenario.Run{r.A, r.B} {
		a, err := e.Measure(ctx, s, run, env)
		if err != nil || !a.Feasible {
			return Pair{}
		}
		x, ok := read(s, &a)
		if !ok || x-x != 0 {
			return Pair{}
		}
		values[k] = x
	}
	return Pair{values[0], values[1], true}
}

// Jobs returns the jobs of shaken trace i. The run time of each job and every interval between
// submissions in their order is multiplied by a factor of its own, lognormal with mean 1 and the strength
// as coefficient of variation. Estimates change with the run times. Intervals are divided by the load.
// Jobs that run already stay as they are. Deadlines move with the submissions.
func Jobs(list []farm.Job, seed uint64, i int, strength, load float64) []farm.Job {
	draw := rng.New(seed, "shake", uint64(i))
	variance := rng.Ln(1 + float64(strength*strength))
	sigma := math.Sqrt(variance)
	factor := func() float64 { return rng.Exp(float64(sigma*draw.Normal(0, 1)) - float64(variance/2)) }
	shaken := slices.Clone(list)
	order := make([]int, len(list))
	for k := range order {
		order[k] = k
	}
	sorting.Stable(order, func(a, b int) int { return sorting.Ascending(list[a].Submitted, list[b].Submitted) })
	was, now, begun := 0.0, 0.0, false
	for _, k := range order {
		j := &shaken[k]
		length, interval := factor(), factor()
		if j.Running != nil {
			continue
		}
		j.Duration *= length
		if j.Estimate != nil {
			x := *j.Estimate * length
			j.Estimate = &x
		}
		if !begun {
			was, now, begun = j.Submitted, j.Submitted, true
		}
		now += (j.Submitted - was) * interval / load
		if was = j.Submitted; j.Deadline != nil {
			x := *j.Deadline + (now - was)
			j.Deadline = &x
		}
		j.Submitted = now
	}
	return shaken
}

// Count sets the counts from the pairs. If less is set, lower values are better.
func (d *Document) Count(pairs []Pair, less bool) {
	d.Better, d.Equal, d.Worse, d.Failed = 0, 0, 0, 0
	for _, p := range pairs {
		switch {
		case !p.OK:
			d.Failed++
		case p.A == p.B:
			d.Equal++
		case p.A < p.B == less:
			d.Better++
		default:
			d.Worse++
		}
	}
}

// Verdict returns the result in a sentence, with a name of the metric.
func Verdict(d *Document, metric string) string {
	text := d.A + " beats " + d.B + " in " + strconv.Itoa(d.Better) + " of " + strconv.Itoa(d.Times) +
		" shaken traces by " + metric
	if d.Equal > 0 {
		text += ", and is equal in " + strconv.Itoa(d.Equal)
	}
	if d.Failed > 0 {
		text += "; " + strconv.Itoa(d.Failed) + " have no answer of both"
	}
	return text + "."
}
