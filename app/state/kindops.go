package state

import (
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// nouns are the operations of one problem kind that the reducer needs to edit
// it. A nil function means that the kind does not have the operation.
type nouns struct {
	kind string
	// copyProblem sets the problem of d to a copy of from's explicit problem.
	copyProblem func(d, from *scenario.Scenario)
	// problem returns the problem of d: a pointer to a struct, nil if there is
	// none.
	problem func(d *scenario.Scenario) any
	// spec returns the generator of d as given and with all defaults filled in, nil if d is explicit.
	spec func(d *scenario.Scenario) (spec, effective any)
	// respec sets the generator of d from a text in JSON.
	respec func(d *scenario.Scenario, text []byte) doc.Faults

	// list returns the number of things of a kind and their ids.
	list func(d *scenario.Scenario, kind string) (n int, id func(int) string)
	// first returns the thing that is selected when a problem is opened.
	first func(d *scenario.Scenario) Ref
	// add appends a thing with a new id; it reports false if nothing can be added. To is the thing that it belongs
	// to.
	add func(s *State, d *scenario.Scenario, t Ref, to string) bool
	// remove removes things together with everything that depends on them.
	remove func(d *scenario.Scenario, gone map[Ref]bool)
	// set sets the fields that are not one value at a path.
	set func(d *scenario.Scenario, path, text string) (done bool, why string)
	// rename replaces the old name wherever it is used.
	rename func(d *scenario.Scenario, kind, from, to string)
	// means returns the thing that a mark of the picture stands for if it is no
	// thing of the problem, with the view to show it.
	means func(s State, t Ref) (State, Ref)
	// isIgnored reports whether no solver reads the field at a path, and plain
	// removes those fields from the problem of d.
	isIgnored     func(path string) bool
	removeIgnored func(d *scenario.Scenario)
	// begin gives the empty d a blank problem.
	begin func(d *scenario.Scenario)
	// redraw makes the problem of d generate the lists that drawing names, like the present ones.
	drawing drawing
	redraw  func(d *scenario.Scenario)
	// references are the fields of a problem that name its things.
	references []reference
	// addDependents adds dependent things to a copy: names returns the ids of a kind
	// that are copied, and also adds those of n things that belong to them.
	addDependents func(p *scenario.Scenario, names func(kind string) map[string]bool,
		also func(kind string, n int, belongs func(i int) bool))
	// connect connects two things between which the user drew a line: it
	// returns the id of the link between them and the name of the step, "" for
	// nothing.
	connect func(d *scenario.Scenario, a Connect) (link, done string)
	// studies are the ready studies, in the order in which they are offered.
	studies []ReadyStudy
	// usual returns the field of a new thing of a kind that has a typical value, and that value; an empty name for
	// none.
	usual func(d *scenario.Scenario, kind string) (field string, value float64)
	// removeDangling removes data of the copied things, own, that depend on things that were not copied, beyond the
	// references.
	removeDangling func(in *intake, own *scenario.Scenario)
	// separate moves copied things away from occupied places.
	separate func(in *intake, own *scenario.Scenario)
	// scoredKind is the kind of thing that formulas score, "" if they score
	// something else.
	scoredKind string
	// decisionStep returns the number of steps before the decision about a thing; nil if a
	// question is presented before all steps.
	decisionStep func(t *trace.Log, about string) int
	// placed is set if clusters have positions in the picture.
	placed bool
}

// nounsByKind has an entry per kind.
var nounsByKind = map[string]nouns{
	"placement": placementNouns(),
	"window":    windowNouns(),
	"batch":     batchNouns(),
	"group":     groupNouns(),
	"farm":      farmNouns(),
}

// tables are the kinds of things that a problem of a kind has tables of, in the
// order of the page.
var tables = map[string][]string{
	"placement": {"cluster", "link", "dataset", "job"},
	"window":    {"node", "busy"},
	"batch":     {"job", "node", "busy"},
	"group":     {"group", "node", "event", "variant"},
	"farm":      {"job", "machine", "link", "share"},
}

// commonNouns returns the operations that all kinds share, for the problem that at returns, explicit or with a
// generator.
func commonNouns[Held any, Spec interface{ Effective() Spec }](kind string, at func(*scenario.Scenario) **Held,
	inside func(*Held) **Spec) nouns {
	return nouns{
		kind: kind,
		copyProblem: func(d, from *scenario.Scenario) {
			own := **at(from)
			*inside(&own) = nil
			*at(d) = &own
		},
		problem: func(d *scenario.Scenario) any {
			if *at(d) == nil {
				return nil
			}
			return *at(d)
		},
		spec: func(d *scenario.Scenario) (any, any) {
			p := *at(d)
			if p == nil || *inside(p) == nil {
				return nil, nil
			}
			spec := **inside(p)
			return spec, spec.Effective()
		},
		respec: func(d *scenario.Scenario, text []byte) doc.Faults {
			spec := new(Spec)
			if faults := doc.Decode(text, spec); len(faults) > 0 {
				return faults
			}
			own := **at(d)
			*inside(&own) = spec
			*at(d) = &own
			return nil
		},
		begin:          func(d *scenario.Scenario) { *at(d) = new(Held) },
		list:           commonList,
		first:          func(*scenario.Scenario) Ref { return Ref{} },
		isIgnored:      func(string) bool { return false },
		removeIgnored:  func(*scenario.Scenario) {},
		connect:        func(*scenario.Scenario, Connect) (link, done string) { return "", "" },
		usual:          func(*scenario.Scenario, string) (string, float64) { return "", 0 },
		removeDangling: func(*intake, *scenario.Scenario) {},
		separate:       func(*intake, *scenario.Scenario) {},
	}
}

// commonList returns the number and ids of things with an id field: clusters are in the problem's list "clusters".
func commonList(d *scenario.Scenario, kind string) (int, func(int) string) {
	return doc.List(scenario.Problem(d), kind+"s")
}

// nounsOf returns the operations of a scenario's kind. A draft is valid, so its kind
// has them.
func nounsOf(d *scenario.Scenario) nouns { return nounsByKind[d.Kind] }

// SpecOf returns the generator of a draft as given and with all defaults filled in; nil for an explicit one.
func SpecOf(d *scenario.Scenario) (spec, effective any) { return nounsOf(d).spec(d) }

// explicit reports whether the draft has an explicit problem.
func explicit(d *scenario.Scenario) bool {
	spec, _ := SpecOf(d)
	return spec == nil
}

// elementIndex returns the index of a thing in its list, -1 if there is none.
func elementIndex(problem *scenario.Scenario, t Ref) int {
	n, id := nounsOf(problem).list(problem, t.Kind)
	for i := range n {
		if id(i) == t.ID {
			return i
		}
	}
	return -1
}

// nameAt returns the id of the thing at an index of its list, "" beyond its
// end.
func nameAt(problem *scenario.Scenario, kind string, i int) string {
	if n, id := nounsOf(problem).list(problem, kind); i < n {
		return id(i)
	}
	return ""
}

// FilterIDs returns the ids of at most limit things of a kind that ok accepts.
func FilterIDs(problem *scenario.Scenario, kind string, ok func(id string) bool, limit int) (ids []string) {
	n, id := nounsOf(problem).list(problem, kind)
	for i := 0; i < n && len(ids) < limit; i++ {
		if ok(id(i)) {
			ids = append(ids, id(i))
		}
	}
	return ids
}

// HasPositions reports whether things of the draft have positions in its picture.
func (s *State) HasPositions() bool { return nounsOf(s.Draft).placed }

// ScoredKind returns the kind of things that formulas score and their number; ""
// and 0 if they score something else.
func (s *State) ScoredKind() (kind string, n int) {
	if s.Problem == nil || nounsOf(s.Problem).scoredKind == "" {
		return "", 0
	}
	return nounsOf(s.Problem).scoredKind, s.Count(nounsOf(s.Problem).scoredKind)
}
