// Package kind defines what a problem kind is: the interface that every kind
// implements, and the types by which a kind describes itself. A kind lives in
// the folder core/kind/<kind>. Its package has the nouns of the problem and
// implements Methods; the folder solve has its solvers. Core/kind/kinds lists
// all kinds.
//
// Nothing here solves anything, so pages that only show answers hold no solver.
package kind

import (
	"gridbox/core/policy"
	"gridbox/core/rng"
)

// A Kind is one problem kind: its description and its methods. New makes one.
type Kind struct {
	Description
	methods
}

// A Description has what is constant in a kind: names, tables and words.
type Description struct {
	ID         string // "placement"
	Name       string // "Placement"
	Question   string // one sentence that a visitor understands
	Presets    []Preset
	Metrics    []Metric
	Algorithms []Algorithm
	// Policy is what an own algorithm decides and what its formulas may read.
	Policy policy.Kind
	// Recorded is the event of a trace that settles a thing; the zero value
	// where no event does.
	Recorded Settles
	// Noise is the path of a number of the problem, as an example for studies.
	Noise string
	// PictureOnly lists numbers that no solver reads, as paths without indices:
	// placement.clusters.x.
	PictureOnly []string
}

// Settles names the kind of an event and the role of the thing it settles.
type Settles struct{ Event, Role string }

// Methods is what a kind implements. P is the type of its problems and S that of
// its solutions. A method must not modify what it is given. Problem and solution
// are nil where there is none.
type Methods[P, S any] interface {
	// Describe returns the description. It is called once.
	Describe() Description
	// Starters returns the programs that an own algorithm may start from.
	Starters() []Starter
	// Challenges returns what people may compete in.
	Challenges() []Challenge
	// Names returns the names that the problem gives to numbers of its own, which
	// formulas may read, sorted.
	Names(p *P) []string
	// Work estimates how many milliseconds a run takes in a browser, within a
	// factor of a few.
	Work(p *P, algorithm string, options map[string]any) float64
	// Compare says in one sentence how answer a does against answer b.
	Compare(p *P, a, b *Answer[*S]) string
	// Decisions returns the solution as a table.
	Decisions(s *S) Table
	// Decide returns what the solution decides about a thing, without times.
	Decide(s *S, thing string) Decision
	// Parts returns the things of answer a with their parts of a metric. The
	// other answer is the one that a is compared with.
	Parts(p *P, a, other *Answer[*S], metric string) Parts
	// Order returns the decisions of an answer in the order of the schedule.
	Order(p *P, a *Answer[*S]) []Step
	// Related returns the ids of things that the problem ties to a job.
	Related(p *P, job string) []string
	// Called returns the words for a thing that has no id, such as a link, by the
	// list of the problem and its index there; "" where an index says enough.
	Called(p *P, list string, index int) string
	// Timeline returns the solution as rows of time, nil if the kind has no axis of
	// time.
	Timeline(p *P, s *S) *Timeline
	// Topology returns the network of the problem, nil if the kind has none.
	Topology(p *P) *Graph
	// Complete adds what the problem cannot be without to one whose lists were read
	// from tables.
	Complete(p *P, c *Completion)
	// Roughen multiplies numbers that generators make whole by drawn factors, so
	// that sums of them depend on the order. It changes the problem.
	Roughen(p *P, draw *rng.Stream)
}

// methods are Methods for callers that know the kind by its id alone. Problems
// and solutions are pointers to the nouns of the kind, or nil.
type methods interface {
	Starters() []Starter
	Challenges() []Challenge
	Names(problem any) []string
	Work(problem any, algorithm string, options map[string]any) float64
	Compare(problem any, a, b *Answer[any]) string
	Decisions(solution any) Table
	Decide(solution any, thing string) Decision
	Parts(problem any, a, other *Answer[any], metric string) Parts
	Order(problem any, a *Answer[any]) []Step
	Related(problem any, job string) []string
	Called(problem any, list string, index int) string
	Timeline(problem, solution any) *Timeline
	Topology(problem any) *Graph
	Complete(problem any, c *Completion)
	Roughen(problem any, draw *rng.Stream)
}

// Plain has the methods of Methods that say nothing, for kinds to embed.
type Plain[P any] struct{}

// Names returns nothing: the problem names no numbers.
func (Plain[P]) Names(*P) []string { return nil }

// Related returns nothing: a job names no other things.
func (Plain[P]) Related(*P, string) []string { return nil }

// Called returns "": all things have ids.
func (Plain[P]) Called(*P, string, int) string { return "" }

// Topology returns nil: the kind has no network.
func (Plain[P]) Topology(*P) *Graph { return nil }

// Complete does nothing: tables have all that the problem cannot be without.
func (Plain[P]) Complete(*P, *Completion) {}

// New returns the kind that m describes. Its algorithms get the colours of their
// places in the list.
func New[P, S any](m Methods[P, S]) Kind {
	k := Kind{m.Describe(), untyped[P, S]{m}}
	for i := range k.Algorithms {
		k.Algorithms[i].Colour = i + 1
	}
	return k
}

// Algorithm returns the algorithm with an id.
func (k *Kind) Algorithm(id string) (Algorithm, bool) {
	for _, a := range k.Algorithms {
		if a.ID == id {
			return a, true
		}
	}
	return Algorithm{}, false
}

// Metric returns the metric with an id.
func (k *Kind) Metric(id string) (Metric, bool) {
	for _, m := range k.Metrics {
		if m.ID == id {
			return m, true
		}
	}
	return Metric{}, false
}

// An Answer is what a kind reads of the answer of a run. S is a pointer to the
// solution's type, or any.
type Answer[S any] struct {
	Name      string // of the run
	Algorithm string
	Options   map[string]any
	Feasible  bool
	Metrics   map[string]float64
	Solution  S
}

// untyped makes methods of Methods.
type untyped[P, S any] struct{ of Methods[P, S] }

// as returns the pointer to T that v holds, nil if it holds none.
func as[T any](v any) *T {
	t, _ := v.(*T)
	return t
}

func typed[S any](a *Answer[any]) *Answer[*S] {
	return &Answer[*S]{a.Name, a.Algorithm, a.Options, a.Feasible, a.Metrics, as[S](a.Solution)}
}

func (u untyped[P, S]) Starters() []Starter { return u.of.Starters() }

func (u untyped[P, S]) Challenges() []Challenge { return u.of.Challenges() }

func (u untyped[P, S]) Names(problem any) []string { return u.of.Names(as[P](problem)) }

func (u untyped[P, S]) Work(problem any, algorithm string, options map[string]any) float64 {
	return u.of.Work(as[P](problem), algorithm, options)
}

func (u untyped[P, S]) Compare(problem any, a, b *Answer[any]) string {
	return u.of.Compare(as[P](problem), typed[S](a), typed[S](b))
}

func (u untyped[P, S]) Decisions(solution any) Table {
	if s := as[S](solution); s != nil {
		return u.of.Decisions(s)
	}
	return Table{}
}

func (u untyped[P, S]) Decide(solution any, thing string) Decision {
	if s := as[S](solution); s != nil {
		return u.of.Decide(s, thing)
	}
	return Decision{}
}

func (u untyped[P, S]) Parts(problem any, a, other *Answer[any], metric string) Parts {
	return u.of.Parts(as[P](problem), typed[S](a), typed[S](other), metric)
}

func (u untyped[P, S]) Order(problem any, a *Answer[any]) []Step {
	if as[S](a.Solution) == nil {
		return nil
	}
	return u.of.Order(as[P](problem), typed[S](a))
}

func (u untyped[P, S]) Related(problem any, job string) []string {
	return u.of.Related(as[P](problem), job)
}

func (u untyped[P, S]) Called(problem any, list string, index int) string {
	return u.of.Called(as[P](problem), list, index)
}

func (u untyped[P, S]) Timeline(problem, solution any) *Timeline {
	if s := as[S](solution); s != nil {
		return u.of.Timeline(as[P](problem), s)
	}
	return nil
}

func (u untyped[P, S]) Topology(problem any) *Graph { return u.of.Topology(as[P](problem)) }

func (u untyped[P, S]) Complete(problem any, c *Completion) { u.of.Complete(as[P](problem), c) }

func (u untyped[P, S]) Roughen(problem any, draw *rng.Stream) { u.of.Roughen(as[P](problem), draw) }
