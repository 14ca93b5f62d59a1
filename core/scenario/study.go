package scenario

import "slices"

// A Study describes many replications of a scenario, and a grid of changes to
// it. core/study runs it, and core/study/report evaluates it.
type Study struct {
	Replications int      `json:"replications" rule:"required,>=1,<=100000000" label:"Replications" about:"number of instances drawn; every algorithm solves the same ones; one if nothing is drawn and no run uses the seed"`
	Vary         []Vary   `json:"vary,omitempty" about:"what to vary; several make a grid"`
	Noise        []Noise  `json:"noise,omitempty" about:"numbers of the problem that are uncertain; each replication sees others"`
	Metrics      []string `json:"metrics,omitempty" about:"metrics of the kind, elapsedMs, gap, stats.NAME or instance.NAME; none means those of the kind"`
	Confidence   *float64 `json:"confidence,omitempty" rule:">=0.5,<=0.9999" label:"Confidence" about:"level of the intervals; 0.95 when absent"`
	Margin       *float64 `json:"margin,omitempty" rule:">0,<=1" label:"Equal within" about:"difference without practical importance, as a share of the lesser mean; none when absent"`
	Stop         *Stop    `json:"stop,omitempty" about:"when fewer replications will do"`
}

// Noisy reports whether the study disturbs anything; noise of 0 is none.
func (s *Study) Noisy() bool {
	return s != nil && slices.ContainsFunc(s.Noise, func(n Noise) bool { return n.CV > 0 })
}

// A Vary is one axis of a study's grid: a path of the document and its values,
// as a list or as a range.
type Vary struct {
	Path   string   `json:"path" rule:"required" about:"any path of the document, such as window.generate.requestNodes or runs[0].options.cells"`
	Values []any    `json:"values,omitempty" about:"the values in order"`
	From   *float64 `json:"from,omitempty" about:"or a range: its first value"`
	To     *float64 `json:"to,omitempty" about:"its last value"`
	Step   *float64 `json:"step,omitempty" about:"from one value to the next"`
}

// Noise makes numbers of the problem uncertain. In every replication, each
// number that the path leads to is multiplied by a factor of its own, drawn
// from the lognormal distribution of mean 1.
type Noise struct {
	Path string  `json:"path" rule:"required" about:"which numbers, such as farm.jobs[*].duration, placement.links[3].bandwidth or placement.clusters[id=Lyon].mips"`
	CV   float64 `json:"cv" rule:"required,>=0,<=5" label:"Spread" about:"coefficient of variation of the factor; 0.3: about 30 %; 0: none"`
}

// Stop ends a study once the means of a metric are known well enough. It is
// checked after First replications, twice as many, four times as many and so
// on, always over the first ones in order, so that the study ends at the same
// place however the work was divided.
type Stop struct {
	Metric string  `json:"metric" rule:"required" about:"whose means are looked at, in every cell"`
	Width  float64 `json:"width" rule:"required,>0" about:"greatest half width of their intervals, as a share of the mean"`
	First  int     `json:"first,omitempty" rule:">=2" about:"replications before the first look; 100 unless given"`
}

// Generates reports whether the problem of a scenario, or a part of it, has a
// generator.
func Generates(s *Scenario) bool {
	p := partOf(s.Kind)
	return p != nil && p.has(s) && p.generates(s)
}

// Draws reports whether a part of the problem is drawn, so that another seed
// may give another instance. Some presets of generators are fixed.
func Draws(s *Scenario) bool {
	p := partOf(s.Kind)
	return p != nil && p.has(s) && p.draws(s)
}

// Parameters returns all parameters of a scenario's generator: the Spec of its
// kind with the preset's values where it sets none.
func Parameters(s *Scenario) any { return partOf(s.Kind).parameters(s) }

// Draw returns the explicit scenario as Expand does, with another seed. The
// scenario must be valid, which is not checked; it is not modified.
func Draw(s *Scenario, seed uint64) (*Scenario, error) {
	made := *s
	made.Seed, made.Study = seed, nil
	if faults := partOf(s.Kind).explicit(&made); len(faults) > 0 {
		return nil, faults.PrefixPaths(s.Kind)
	}
	return &made, nil
}
