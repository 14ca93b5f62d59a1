package state

import (
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// nouns is what the reducer must know of one problem kind to edit it. A zero
// function means that the kind has nothing of the sort.
type nouns struct {
	kind string
	// hold gives d an explicit problem of its own, equal to that of from.
	hold func(d, from *scenario.Scenario)
	// problem is what d holds: a pointer to a struct, nil where it holds none.
	problem func(d *scenario.Scenario) any
	// spec gives the generator of d and the same with every parameter filled
	// in, nil where d is explicit.
	spec func(d *scenario.Scenario) (spec, effective any)
	// respec gives d the generator that a text in JSON describes.
	respec func(d *scenario.Scenario, text []byte) doc.Faults

	// list gives the things of a kind: how many there are and their ids.
	list func(d *scenario.Scenario, kind string) (n int, id func(int) string)
	// first is what a freshly opened problem shows details of.
	first func(d *scenario.Scenario) Thing
	// add appends a thing of a new id; false where nothing can be added. To is
	// what it is to be added to.
	add func(s *State, d *scenario.Scenario, t Thing, to string) bool
	// remove takes things out together with what cannot be without them.
	remove func(d *scenario.Scenario, gone map[Thing]bool)
	// set takes the fields that are more than a value at a path.
	set func(d *scenario.Scenario, path, text string) (done bool, why string)
	// renamed follows a new name everywhere that the old one is used.
	renamed func(d *scenario.Scenario, kind, from, to string)
	// means gives what a mark of the picture stands for that is no thing of the
	// problem, and where to look at it.
	means func(s State, t Thing) (State, Thing)
	// quiet tells the fields that no solver reads, by their path, and plain gives d
	// the same problem without them.
	quiet func(path string) bool
	plain func(d *scenario.Scenario)
	// begin gives d, which holds nothing, the problem to be filled.
	begin func(d *scenario.Scenario)
	// redraw turns the explicit problem of d into one that draws the lists that
	// drawing names like the present ones.
	drawing drawing
	redraw  func(d *scenario.Scenario)
	// references are the places of a problem that name things of it.
	references []reference
	// along adds to what is copied what belongs to it: names gives the ids of a kind
	// that are copied, and also adds those of n things that belong to them.
	along func(p *scenario.Scenario, names func(kind string) map[string]bool,
		also func(kind string, n int, belongs func(i int) bool))
	// connect joins two things that a person drew a line between: it gives the id of
	// the link between them and says what was done, "" for nothing.
	connect func(d *scenario.Scenario, a Connect) (link, done string)
	// decides is the kind of thing that one decision is between, scored the kind that
	// formulas score, "" where they score something else.
	decides, scored string
	// placed says that clusters have places in the picture.
	placed bool
}

// all has a row a kind.
var all = map[string]nouns{
	"placement": placementNouns(),
	"window":    windowNouns(),
	"batch":     batchNouns(),
	"group":     groupNouns(),
	"farm":      farmNouns(),
}

// held makes the part of a row that is alike for all kinds, of a problem that a
// scenario holds at a place and that is a generator or explicit.
func held[Held any, Spec interface{ Effective() Spec }](kind string, at func(*scenario.Scenario) **Held,
	inside func(*Held) **Spec) nouns {
	return nouns{
		kind: kind,
		hold: func(d, from *scenario.Scenario) {
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
		begin:   func(d *scenario.Scenario) { *at(d) = new(Held) },
		list:    listed,
		first:   func(*scenario.Scenario) Thing { return Thing{} },
		quiet:   func(string) bool { return false },
		plain:   func(*scenario.Scenario) {},
		connect: func(*scenario.Scenario, Connect) (link, done string) { return "", "" },
		decides: "node",
	}
}

// listed gives the things of a kind whose noun has an id: clusters are in the
// problem's list "clusters".
func listed(d *scenario.Scenario, kind string) (int, func(int) string) {
	return doc.List(scenario.Problem(d), kind+"s")
}

// of gives the row of a scenario's kind. A draft is valid, so its kind has one.
func of(d *scenario.Scenario) nouns { return all[d.Kind] }

// SpecOf gives the generator of a draft and the same with every parameter
// filled in; nil for an explicit one.
func SpecOf(d *scenario.Scenario) (spec, effective any) { return of(d).spec(d) }

// explicit reports whether the draft is its own problem.
func explicit(d *scenario.Scenario) bool {
	spec, _ := SpecOf(d)
	return spec == nil
}

// place finds a thing of a problem in its list, or gives -1.
func place(problem *scenario.Scenario, t Thing) int {
	n, id := of(problem).list(problem, t.Kind)
	for i := range n {
		if id(i) == t.ID {
			return i
		}
	}
	return -1
}

// nameAt is the id of the thing at a place of its list, empty beyond its end.
func nameAt(problem *scenario.Scenario, kind string, i int) string {
	if n, id := of(problem).list(problem, kind); i < n {
		return id(i)
	}
	return ""
}

// Placed reports whether things of the draft have places in its picture.
func (s *State) Placed() bool { return of(s.Draft).placed }

// Scored gives the kind of things that formulas score and how many there are; "" and
// 0 where they score something else.
func (s *State) Scored() (kind string, n int) {
	if s.Problem == nil || of(s.Problem).scored == "" {
		return "", 0
	}
	return of(s.Problem).scored, s.Count(of(s.Problem).scored)
}
