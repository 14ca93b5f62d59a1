// Package study implements Monte Carlo studies over scenarios: the plan of a
// study, and its exact partial results, wherever its replications ran.
//
// A study is a scenario with the field study. Its grid has one point for every
// combination of the varied values; at every point every run of the scenario
// solves every replication. Replication r is the scenario with its own seed,
// derived from the scenario's seed and r alone. So all points and all runs see
// the same random numbers, any replication can be opened as a scenario, and
// results do not depend on the division of the work.
//
// A [Part] has the value of every metric of every replication done, so that
// parts merge exactly: the result of a study has the same bytes for any
// division and order. That takes 8 bytes for a value, plus 4 for a replication
// and 1 for a run of it: 25,000 replications of 4 runs with 7 metrics take 6
// MB. [Size.Bytes] estimates it in advance.
//
// Package core/study/runner runs replications and core/study/report computes
// the statistics; a worker needs only the first, a page only the second.
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

// A Plan is a valid study, ready to be run.
type Plan struct {
	// Scenario is the study's scenario with its runs written out.
	Scenario *scenario.Scenario
	// Digest is the digest of the study's document.
	Digest string
	// Metrics of every run, in the order of the study.
	Metrics []string
	// Paths are the varied paths.
	Paths  []string
	Points []Point
	// Noise lists the disturbances of each instance.
	Noise []Disturbance
	noisy bool // an entry disturbs something
}

// A Point is one place of the grid.
type Point struct {
	// Values are those of the plan's paths.
	Values []any
	// Scenario is the scenario of the point, without the seed of a replication.
	Scenario *scenario.Scenario
	Runs     []scenario.Run
	// Fixed reports for each run whether all replications are equal, because nothing is drawn
	// or disturbed and it uses no seed. nil means that none is fixed.
	Fixed []bool
}

// fixed reports for each run of a scenario whether all replications are equal.
func fixed(s *scenario.Scenario, runs []scenario.Run, noisy bool) []bool {
	list := make([]bool, len(runs))
	for i, run := range runs {
		a, _ := catalog.Find(s.Kind, run.Algorithm)
		list[i] = !noisy && !scenario.Draws(s) && !a.Seeded
	}
	return list
}

// Single reports whether the whole study is one measurement, at every point.
func (p *Plan) Single() bool {
	varies := func(at Point) bool { return at.Fixed == nil || slices.Contains(at.Fixed, false) }
	return !slices.ContainsFunc(p.Points, varies)
}

// Replications returns the number of replications at every point: that of the
// study, or one if it is one measurement.
func (p *Plan) Replications() int { return p.Scenario.Study.Replications }

// Runs returns the number of runs that solve each replication.
func (p *Plan) Runs() int { return len(p.Scenario.Runs) }

// Seed returns the seed of a replication: the first 53 bits of its own stream,
// as many as every reader of JSON keeps.
func Seed(seed uint64, replication int) uint64 {
	return rng.New(seed, "study/replication", uint64(replication)).Uint64() >> 11
}

// Replication returns one replication at one point as a scenario, which can be
// opened, solved and shared. With noise it is explicit. If the noise cannot be
// applied, the scenario is returned without it.
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

// Limits restrict the size of a study.
type Limits struct {
	// Large lets a study be as large as MaxPoints and MaxBytes allow.
	Large bool
}

// Limits of a study without and with Large. A grid is checked point by point
// before anything runs, and values are kept in memory.
const (
	UsualPoints = 10_000
	MaxPoints   = 1_000_000
	UsualSolves = 5_000_000
	UsualBytes  = 256 << 20
	MaxBytes    = 8 << 30
)

// New checks a study and returns its plan, or all faults. Those of a point of
// the grid name the point.
func New(s *scenario.Scenario, limits Limits) (*Plan, doc.Faults) {
	if faults := catalog.Check(s); len(faults) > 0 {
		return nil, faults
	}
	if s.Study == nil {
		return nil, doc.Faults{{Path: "study", Reason: `is missing; add one such as {"replications": 100}`}}
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
		return nil, doc.Faults{{Path: "study", Reason: why}}
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

// Measure returns the size of a study, even if it is invalid otherwise.
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

// varies reports whether a study varies a part of a field of the scenario.
func varies(s *scenario.Study, field string) bool {
	return slices.ContainsFunc(s.Vary, func(v scenario.Vary) bool { return strings.HasPrefix(v.Path, field) })
}

// Size is the size of a study. The counts are float64, since a mistyped digit
// can exceed an int.
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

// refuses returns the reason why a study is too large, or "".
func (z Size) refuses(limits Limits) string {
	asks := "asks for " + formatCount(z.Points) + " points of the grid x " + formatCount(z.Runs) + " runs x " +
		formatCount(z.Replications) +
		" replications = " + formatCount(z.Solves) + " solutions, and " + formatCount(z.Bytes/(1<<20)) +
		" MiB for their values"
	switch {
	case z.Points > MaxPoints || z.Bytes > MaxBytes:
		return asks + "; the most are " + formatCount(MaxPoints) + " points and " + formatCount(MaxBytes>>20) +
			" MiB: vary less, or merge coarser studies"
	case limits.Large:
	case z.Points > UsualPoints || z.Solves > UsualSolves || z.Bytes > UsualBytes:
		return asks + "; that is more than usual: confirm it with --large, or vary less"
	}
	return ""
}

// formatCount returns a count with commas, or as a power of ten if it is huge.
func formatCount(x float64) string {
	if x >= 1e15 {
		return "about " + strconv.FormatFloat(x, 'g', 3, 64)
	}
	digits := strconv.FormatFloat(max(x, 0), 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
