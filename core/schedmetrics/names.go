package schedmetrics

import (
	"strings"

	"gridbox/core/kind/farm"
)

// Prefix precedes the names of these measures in studies:
// service.slowdown.mean.
const Prefix = "service."

// A named measure is one number of Measures.
type named struct {
	name string
	of   func(*Measures) (float64, bool)
	more bool // higher is better
}

func spreadNames(name string, of func(*Measures) *Spread) []named {
	one := func(part string, x func(*Spread) float64) named {
		return named{name: name + "." + part, of: func(m *Measures) (float64, bool) { return x(of(m)), m.Jobs > 0 }}
	}
	return []named{one("mean", func(s *Spread) float64 { return s.Mean }),
		one("median", func(s *Spread) float64 { return s.Median }), one("p90",
			func(s *Spread) float64 { return s.P90 }),
		one("p99", func(s *Spread) float64 { return s.P99 }), one("max", func(s *Spread) float64 { return s.Max })}
}

// all returns the measures that are single numbers.
func all() []named {
	list := spreadNames("wait", func(m *Measures) *Spread { return &m.Wait })
	list = append(list, spreadNames("response", func(m *Measures) *Spread { return &m.Response })...)
	list = append(list, spreadNames("slowdown", func(m *Measures) *Spread { return &m.Slowdown })...)
	return append(list,
		named{"throughput", func(m *Measures) (float64, bool) { return m.Throughput, m.Jobs > 0 }, true},
		named{"queue", func(m *Measures) (float64, bool) { return m.MeanQueue, m.Jobs > 0 }, false},
		named{"fairness", func(m *Measures) (float64, bool) {
			if m.Fairness == nil {
				return 0, false
			}
			return *m.Fairness, true
		}, true})
}

// Names returns the names of the measures for studies, with the prefix.
func Names() (names []string) {
	for _, x := range all() {
		names = append(names, Prefix+x.name)
	}
	return names
}

// Less reports whether lower values of a measure are better, and whether the
// measure exists.
func Less(name string) (less, known bool) {
	for _, x := range all() {
		if Prefix+x.name == name {
			return !x.more, true
		}
	}
	return false, false
}

// Reader returns a function that computes one measure of a solution without a
// cut. It returns nil for an unknown name.
func Reader(name string) func(*farm.Problem, *farm.Solution) (float64, bool) {
	for _, x := range all() {
		if x.name == strings.TrimPrefix(name, Prefix) {
			return func(p *farm.Problem, s *farm.Solution) (float64, bool) {
				m := Of(p, s, Cut{})
				return x.of(&m)
			}
		}
	}
	return nil
}
