// Package kind defines problem kinds: the interface that every kind implements,
// and the types by which a kind describes itself. A kind lives in the folder
// core/kind/<kind>. Its package has the types of the problem and implements
// Methods; the folder solve has its solvers. Package core/kind/kinds lists all
// kinds.
//
// Nothing here solves anything, so that pages that only show answers contain no
// solver.
package kind

import (
	"gridbox/core/policy"
	"gridbox/core/rng"
)

// A Kind is one problem kind: its description and its methods. New creates one.
type Kind struct {
	Description
	methods
}

// A Description has the constants of a kind: names, tables and texts.
type Description struct {
	ID         string // "placement"
	Name       string // "Placement"
	Question   string // one sentence for visitors
	Presets    []Preset
	Metrics    []Metric
	Algorithms []Algorithm
	// Policy describes the decisions of an own algorithm and the numbers that its formulas may
	// read.
	Policy policy.Kind
	// SettlingEvent is the event of a trace that settles an element; the zero value if there is
	// none.
	SettlingEvent Settles
	// Noise is the path of a number of the problem, as an example for studies.
	Noise string
	// PictureOnly lists numbers that no solver reads, as paths without indexes:
	// placement.clusters.x.
	PictureOnly []string
}

// Settles names the kind of an event and the role of the thing it settles.
type Settles struct{ Event, Role string }

// Methods is the interface that a kind implements. P is the type of its
// problems and S that of its solutions. A method must not modify its arguments.
// Problem and solution may be nil.
type Methods[P, S any] interface {
	// Describe returns the description. It is called once.
	Describe() Description
	// Starters returns the programs that an own algorithm may start from.
	Starters() []Starter
	// Challenges returns the challenges of the kind.
	Challenges() []Challenge
	// Names returns the sorted names that the problem gives to its own numbers, which formulas
	// may read.
	Names(p *P) []string
	// Work returns the estimated time of a run in a browser in milliseconds, within a factor
	// of a few.
	Work(p *P, algorithm string, options map[string]any) float64
	// Compare returns a sentence that compares answer a with answer b.
	Compare(p *P, a, b *Answer[*S]) string
	// Decisions returns the solution as a table.
	Decisions(s *S) Table
	// Decide returns the decision of the solution about an element, without times.
	Decide(s *S, thing string) Decision
	// Parts returns the elements of answer a with their parts of a metric. The answer a is
	// compared with other.
	Parts(p *P, a, other *Answer[*S], metric string) Parts
	// Order returns the decisions of an answer in the order of the schedule.
	Order(p *P, a *Answer[*S]) []Step
	// RelatedIDs returns the ids of the elements that the problem relates to a job.
	RelatedIDs(p *P, job string) []string
	// ElementName returns the words for an element without an id, such as a link, by its list and
	// index. It returns "" if the index suffices.
	ElementName(p *P, list string, index int) string
	// Timeline returns the solution as rows of time, nil if the kind has no axis of
	// time.
	Timeline(p *P, s *S) *Timeline
	// Topology returns the network of the problem, nil if the kind has none.
	Topology(p *P) *Graph
	// Complete adds the required parts that a problem lacks after its lists were read from
	// tables.
	Complete(p *P, c *Completion)
	// Roughen multiplies whole numbers of generators by random factors, so that their sums
	// depend on the order. It modifies the problem.
	Roughen(p *P, draw *rng.Stream)
}

// methods is Methods for callers that know a kind by its id alone. Problems and
// solutions are pointers to the types of the kind, or nil.
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
	RelatedIDs(problem any, job string) []string
	ElementName(problem any, list string, index int) string
	Timeline(problem, solution any) *Timeline
	Topology(problem any) *Graph
	Complete(problem any, c *Completion)
	Roughen(problem any, draw *rng.Stream)
}

// Defaults implements the methods that return nothing by default. Kinds embed it.
type Defaults[P any] struct{}

// Names returns nil: the problem names no numbers.
func (Defaults[P]) Names(*P) []string { return nil }

// RelatedIDs returns nil: a job names no other elements.
func (Defaults[P]) RelatedIDs(*P, string) []string { return nil }

// ElementName returns "": all elements have ids.
func (Defaults[P]) ElementName(*P, string, int) string { return "" }

// Topology returns nil: the kind has no network.
func (Defaults[P]) Topology(*P) *Graph { return nil }

// Complete does nothing: the lists of tables suffice.
func (Defaults[P]) Complete(*P, *Completion) {}

// New returns the kind that m describes. Its algorithms get colours by their
// index.
func New[P, S any](m Methods[P, S]) Kind {
	k := Kind{m.Describe(), untypedMethods[P, S]{m}}
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

// An Answer has the parts of a run's answer that a kind reads. S is a pointer
// to the solution's type, or any.
type Answer[S any] struct {
	Name      string // of the run
	Algorithm string
	Options   map[string]any
	Feasible  bool
	Metrics   map[string]float64
	Solution  S
}

// untypedMethods implements methods by a Methods. Arguments of another type are passed on as nil.
type untypedMethods[P, S any] struct{ methods Methods[P, S] }

// cast returns the pointer to T in v, or nil.
func cast[T any](v any) *T {
	t, _ := v.(*T)
	return t
}

// typedAnswer returns the answer with a typed solution.
func typedAnswer[S any](a *Answer[any]) *Answer[*S] {
	return &Answer[*S]{a.Name, a.Algorithm, a.Options, a.Feasible, a.Metrics, cast[S](a.Solution)}
}

func (u untypedMethods[P, S]) Starters() []Starter { return u.methods.Starters() }

func (u untypedMethods[P, S]) Challenges() []Challenge { return u.methods.Challenges() }

func (u untypedMethods[P, S]) Names(problem any) []string { return u.methods.Names(cast[P](problem)) }

func (u untypedMethods[P, S]) Work(problem any, algorithm string, options map[string]any) float64 {
	return u.methods.Work(cast[P](problem), algorithm, options)
}

func (u untypedMethods[P, S]) Compare(problem any, a, b *Answer[any]) string {
	return u.methods.Compare(cast[P](problem), typedAnswer[S](a), typedAnswer[S](b))
}

func (u untypedMethods[P, S]) Decisions(solution any) Table {
	if s := cast[S](solution); s != nil {
		return u.methods.Decisions(s)
	}
	return Table{}
}

func (u untypedMethods[P, S]) Decide(solution any, thing string) Decision {
	if s := cast[S](solution); s != nil {
		return u.methods.Decide(s, thing)
	}
	return Decision{}
}

func (u untypedMethods[P, S]) Parts(problem any, a, other *Answer[any], metric string) Parts {
	return u.methods.Parts(cast[P](problem), typedAnswer[S](a), typedAnswer[S](other), metric)
}

func (u untypedMethods[P, S]) Order(problem any, a *Answer[any]) []Step {
	if cast[S](a.Solution) == nil {
		return nil
	}
	return u.methods.Order(cast[P](problem), typedAnswer[S](a))
}

func (u untypedMethods[P, S]) RelatedIDs(problem any, job string) []string {
	return u.methods.RelatedIDs(cast[P](problem), job)
}

func (u untypedMethods[P, S]) ElementName(problem any, list string, index int) string {
	return u.methods.ElementName(cast[P](problem), list, index)
}

func (u untypedMethods[P, S]) Timeline(problem, solution any) *Timeline {
	if s := cast[S](solution); s != nil {
		return u.methods.Timeline(cast[P](problem), s)
	}
	return nil
}

func (u untypedMethods[P, S]) Topology(problem any) *Graph {
	return u.methods.Topology(cast[P](problem))
}

func (u untypedMethods[P, S]) Complete(problem any, c *Completion) {
	u.methods.Complete(cast[P](problem), c)
}

func (u untypedMethods[P, S]) Roughen(problem any, draw *rng.Stream) {
	u.methods.Roughen(cast[P](problem), draw)
}
