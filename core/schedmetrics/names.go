package schedmetrics

import (
	"strings"

	"gridbox/core/kind/farm"
)

// Prefix precedes the names of these measures in studies:
// service.slowdown.mean.
const Prefix = "service."

// A measure is one number of Measures.
type measure struct {
	name  string
	value func(*Measures) (float64, bool)
	more  bool // higher is better
}

func distributionMeasures(name string, of func(*Measures) *Distribution) []measure {
	one := func(part string, x func(*Distribution) float64) measure {
		return measure{name: name + "." + part, value: func(m *Measures) (float64, bool) {
			return x(of(m)),
				m.Jobs > 0
		}}
	}
	return []measure{one("mean", func(s *Distribution) float64 { return s.Mean }),
		one("median", func(s *Distribution) float64 { return s.Median }), one("p90",
			func(s *Distribution) float64 { return s.P90 }),
		one("p99", func(s *Distribution) float64 { return s.P99 }), one("max",
			func(s *Distribution) float64 { return s.Max })}
}

// allMeasures returns the measures that are single numbers.
func allMeasures() []measure {
	list := distributionMeasures("wait", func(m *Measures) *Distribution { return &m.Wait })
	list = append(list, distributionMeasures("response", func(m *Measures) *Distribution { return &m.Response })...)
	list = append(list, distributionMeasures("slowdown", func(m *Measures) *Distribution { return &m.Slowdown })...)
	return append(list,
		measure{"throughput", func(m *Measures) (float64, bool) { return m.Throughput, m.Jobs > 0 }, true},
		measure{"queue", func(m *Measures) (float64, bool) { return m.MeanQueue, m.Jobs > 0 }, false},
		measure{"fairness", func(m *Measures) (float64, bool) {
			if m.Fairness == nil {
				return 0, false
			}
			return *m.Fairness, true
		}, true})
}

// Names returns the names of the measures for studies, with the prefix.
func Names() (names []string) {
	for _, x := range allMeasures() {
		names = append(names, Prefix+x.name)
	}
	return names
}

// LowerIsBetter reports whether lower values of a measure are better, and whether the
// measure exists.
func LowerIsBetter(name string) (less, known bool) {
	for _, x := range allMeasures() {
		if Prefix+x.name == name {
			return !x.more, true
		}
	}
	return false, false
}

// Reader returns a function that computes one measure of a solution without a
// cut. It returns nil for an unknown name.
func Reader(name string) func(*farm.Problem, *farm.Solution) (float64, bool) {
	for _, x := range allMeasures() {
		if x.name == strings.TrimPrefix(name, Prefix) {
			return func(p *farm.Problem, s *farm.Solution) (float64, bool) {
				m := Measure(p, s, Cut{})
				return x.value(&m)
			}
		}
	}
	return nil
}
