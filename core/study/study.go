// Package study is Monte Carlo over scenarios: what a study asks for, and the
// exact partial results that come back from wherever its replications ran.
//
// A study is a scenario with the field study. Its grid has one point for every
// combination of the varied values; at every point every run of the scenario
// solves every replication. Replication r is the scenario with a seed of its own,
// drawn from the scenario's seed and r alone, so that all points and all runs
// see the same random numbers, any replication can be opened as a scenario, and
// results do not depend on how the work was divided.
//
// A [Part] holds the value of every metric of every replication done, so that
// parts merge exactly: the result of a study is the same bytes for any split
// and any order. That takes 8 bytes for a value, plus 4 for a replication and
// 1 for a run of it: 25,000 replications of 4 runs with 7 metrics take 6 MB.
// [Size.Bytes] says it beforehand.
//
// core/study/runner runs replications, core/study/report makes the statistics;
// a worker needs only the first, a page only the second.
package study

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// A Plan is a study that makes sense, ready to be run.
type Plan struct {
	// Scenario is the study's own, with its runs written out.
	Scenario *scenario.Scenario
	// Digest names the document that asked for the study.
	Digest string
	// Metrics of every run, in the order of the study.
	Metrics []string
	// Paths are what the study varies.
	Paths  []string
	Points []Point
	// Noise is what disturbs each instance.
	Noise []Disturbance
	noisy bool // whether any of it does
}

// A Point is one place of the grid.
type Point struct {
	// Values are those of the plan's paths.
	Values []any
	// Scenario is what is solved here, but for the seed.
	Scenario *scenario.Scenario
	Runs     []scenario.Run
	// Fixed tells which of the runs give the same in every replication, because
	// nothing is drawn or disturbed and they use no seed: one replication of them
	// is all there is to measure. None where it is nil.
	Fixed []bool
}

// fixed says which runs of a scenario are.
func fixed(s *scenario.Scenario, runs []scenario.Run, noisy bool) []bool {
	list := make([]bool, len(runs))
	for i, run := range runs {
		a, _ := catalog.Find(s.Kind, run.Algorithm)
		list[i] = !noisy && !scenario.Draws(s) && !a.Seeded
	}
	return list
}

// Single tells whether the whole study is one measurement, at every point.
func (p *Plan) Single() bool {
	varies := func(at Point) bool { return at.Fixed == nil || slices.Contains(at.Fixed, false) }
	return !slices.ContainsFunc(p.Points, varies)
}

// Replications is how many there are at every point: as many as the study asks
// for, and one where it is one measurement.
func (p *Plan) Replications() int { return p.Scenario.Study.Replications }

// Runs is how many runs solve each replication at each point.
func (p *Plan) Runs() int { return len(p.Scenario.Runs) }

// Seed is the seed of a replication of a scenario with the seed given: the
// first 53 bits of a stream of its own, as many as every reader of JSON keeps.
func Seed(seed uint64, replication int) uint64 {
	return rng.New(seed, "study/replication", uint64(replication)).Uint64() >> 11
}

// Replication is one replication at one point as a scenario of its own, which
// can be opened, solved and shared. One that is disturbed is explicit.
func (p *Plan) Replication(point, replication int) *scenario.Scenario {
	at := &p.Points[point]
	s := *at.Scenario
	s.Seed, s.Runs = Seed(s.Seed, replication), at.Runs
	if !p.noisy {
		return &s
	}
	if instance, err := p.Instance(point, replication, nil); err == nil {
		return instance
	}
	return &s
}

// Limits bound what a study may ask for without being asked back.
type Limits struct {
	// Large lets a study be as large as MostPoints and MostBytes allow.
	Large bool
}

// What a study may ask for: without and with Large. A grid is checked point by
// point before anything runs, and values are kept in memory.
const (
	UsualPoints = 10_000
	MostPoints  = 1_000_000
	UsualSolves = 5_000_000
	UsualBytes  = 256 << 20
	MostBytes   = 8 << 30
)

// New checks a study and makes its plan. The faults are all that is wrong with
// it; those of a point of the grid name the point.
func New(s *scenario.Scenario, limits Limits) (*Plan, doc.Faults) {
	if faults := catalog.Check(s); len(faults) > 0 {
		return nil, faults
	}
	if s.Study == nil {
		return nil, doc.Faults{{Path: "study", Why: `is missing; add one such as {"replications": 100}`}}
	}
	whole := *s
	whole.Runs, whole.View = catalog.Runs(s), nil
	axes, faults := axesOf(s.Study)
	metrics, wrong := metricsOf(&whole)
	noise, wrongNoise := disturbances(&whole)
	faults = append(append(faults, wrong...), wrongNoise...)
	if len(faults) > 0 {
		return nil, faults
	}
	plan := &Plan{Scenario: &whole, Digest: scenario.Digest(s), Metrics: metrics, Noise: noise,
		noisy: whole.Study.Noisy()}
	if why := sizeOf(axes, plan).refuses(limits); why != "" {
		return nil, doc.Faults{{Path: "study", Why: why}}
	}
	if faults = plan.addPoints(axes); len(faults) == 0 {
		faults = plan.count()
	}
	if len(faults) == 0 && plan.Single() {
		once := *whole.Study
		once.Replications = 1
		whole.Study = &once
	}
	return plan, faults
}

// Measure says how large a study is, whether or not it makes sense otherwise.
func Measure(s *scenario.Scenario) Size {
	if s.Study == nil {
		return Size{}
	}
	whole := *s
	whole.Runs = catalog.Runs(s)
	axes, _ := axesOf(s.Study)
	metrics, _ := metricsOf(&whole)
	z := sizeOf(axes, &Plan{Scenario: &whole, Metrics: metrics})
	if catalog.Single(s) && !varies(s.Study, "runs") {
		z.Solves, z.Bytes, z.Replications = z.Solves/z.Replications, z.Bytes/z.Replications, 1
	}
	return z
}

// varies tells whether a study varies something of a field of the scenario.
func varies(s *scenario.Study, field string) bool {
	return slices.ContainsFunc(s.Vary, func(v scenario.Vary) bool { return strings.HasPrefix(v.Path, field) })
}

// Size is what a study asks for. The counts are real numbers because what a
// slip of a digit asks for does not fit a whole one.
type Size struct {
	Points, Runs, Replications, Metrics float64
	Cells                               float64 // points x runs x metrics
	Solves                              float64 // points x runs x replications
	Bytes                               float64 // memory for all values
}

func sizeOf(axes []axis, p *Plan) Size {
	z := Size{Points: 1, Runs: float64(p.Runs()), Replications: float64(p.Replications()),
		Metrics: float64(len(p.Metrics))}
	for _, a := range axes {
		z.Points *= a.count
	}
	z.Cells = z.Points * z.Runs * z.Metrics
	z.Solves = z.Points * z.Runs * z.Replications
	z.Bytes = z.Points * z.Replications * (4 + float64(z.Runs*(1+float64(8*z.Metrics))))
	return z
}

// refuses says why a study is too large, "" if it is not.
func (z Size) refuses(limits Limits) string {
	asks := "asks for " + counted(z.Points) + " points of the grid x " + counted(z.Runs) + " runs x " +
		counted(z.Replications) +
		" replications = " + counted(z.Solves) + " solutions, and " + counted(z.Bytes/(1<<20)) + " MiB for their values"
	switch {
	case z.Points > MostPoints || z.Bytes > MostBytes:
		return asks + "; the most are " + counted(MostPoints) + " points and " + counted(MostBytes>>20) +
			" MiB: vary less, or merge coarser studies"
	case limits.Large:
	case z.Points > UsualPoints || z.Solves > UsualSolves || z.Bytes > UsualBytes:
		return asks + "; that is more than usual: confirm it with --large, or vary less"
	}
	return ""
}

// counted writes a count with commas, one that is huge as a power of ten.
func counted(x float64) string {
	if x >= 1e15 {
		return "about " + strconv.FormatFloat(x, 'g', 3, 64)
	}
	digits := strconv.FormatFloat(max(x, 0), 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
