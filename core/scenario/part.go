package scenario

import "gridbox/core/doc"

// A part connects one problem kind to the document. A new kind needs a field in
// Scenario, its problem type, and an entry in parts.
type part struct {
	kind string
	// has reports whether a scenario has a problem of the kind.
	has func(*Scenario) bool
	// validate returns the faults of the problem, with paths relative to it.
	validate func(s *Scenario, pause func()) doc.Faults
	// explicit replaces a problem with a generator by the generated one.
	explicit func(*Scenario) doc.Faults
	// generates reports whether the problem has a generator.
	generates func(*Scenario) bool
	// draws reports whether the generator draws something, since some presets are fixed.
	draws func(*Scenario) bool
	// problem returns the explicit part of the problem, empty if all of it is generated.
	problem func(*Scenario) any
	// amounts counts or estimates the elements that determine the problem's memory.
	amounts func(*Scenario) []doc.Amount
	// parameters returns the generator's parameters, with the preset's values.
	parameters func(*Scenario) any
	// blank puts an empty problem into a scenario.
	blank func(*Scenario)
	// draw adds a generator with a preset for the lists that the problem does not
	// give.
	draw func(s *Scenario, preset string)
	// solution returns an empty solution for decoding an answer.
	solution func() any
}

// join returns the part of a kind. For placements
//
//	Solution   is placement.Solution
//	Held       is Placement, the field of a scenario: a Problem, and maybe a Spec
//	Problem    is placement.Problem, explicit if there is no Spec
//	Spec       is placement.Spec, the parameters of the generator
//	ToProblem  is *placement.Problem, which has the methods
//
// The parameter at returns the field of a scenario, and inside returns its two
// parts. The lists that the problem gives are kept, and complete generates the
// rest.
func join[Solution, Held, Problem any, Spec interface {
	FaultsFor(*Problem) doc.Faults
	Random(*Problem) bool
	Effective() Spec
	Amounts(*Problem) []doc.Amount
}, ToProblem interface {
	*Problem
	Validate() doc.Faults
	ValidateWith(pause func()) doc.Faults
	Amounts() []doc.Amount
}](kind string, at func(*Scenario) **Held, inside func(*Held) (**Spec, ToProblem),
	preset func(string) Spec, complete func(Problem, Spec, uint64) (Problem, doc.Faults)) part {
	// asked returns the spec of the generator, nil for an explicit problem.
	asked := func(s *Scenario) *Spec {
		spec, _ := inside(*at(s))
		return *spec
	}
	return part{
		kind:      kind,
		has:       func(s *Scenario) bool { return *at(s) != nil },
		solution:  func() any { return new(Solution) },
		generates: func(s *Scenario) bool { return asked(s) != nil },
		draws: func(s *Scenario) bool {
			spec, problem := inside(*at(s))
			return *spec != nil && (**spec).Random(problem)
		},
		parameters: func(s *Scenario) any { return (*asked(s)).Effective() },
		validate: func(s *Scenario, pause func()) doc.Faults {
			spec, problem := inside(*at(s))
			if *spec == nil {
				return problem.ValidateWith(pause)
			}
			return (**spec).FaultsFor(problem)
		},
		problem: func(s *Scenario) any {
			_, problem := inside(*at(s))
			return problem
		},
		amounts: func(s *Scenario) []doc.Amount {
			spec, problem := inside(*at(s))
			if *spec == nil {
				return problem.Amounts()
			}
			return (**spec).Amounts(problem)
		},
		explicit: func(s *Scenario) doc.Faults {
			spec, given := inside(*at(s))
			if *spec == nil {
				return nil
			}
			made, faults := complete(*given, **spec, s.Seed)
			if mixed := len(doc.Present(*given)) > 0; mixed && len(faults) == 0 {
				faults = ToProblem(&made).Validate()
			} else {
				faults = faults.PrefixPaths("generate")
			}
			*at(s) = new(Held)
			_, problem := inside(*at(s))
			*problem = made
			return faults
		},
		blank: func(s *Scenario) { *at(s) = new(Held) },
		draw: func(s *Scenario, name string) {
			spec, _ := inside(*at(s))
			made := preset(name)
			*spec = &made
		},
	}
}

// Kinds returns the problem kinds that a scenario can have.
func Kinds() []string {
	kinds := make([]string, len(parts))
	for i, p := range parts {
		kinds[i] = p.kind
	}
	return kinds
}

func partOf(kind string) *part {
	for i := range parts {
		if parts[i].kind == kind {
			return &parts[i]
		}
	}
	return nil
}

// Problem returns the explicit problem of a scenario, a pointer to the type of
// its kind. It is empty if the problem is still to be generated, and nil
// without a problem.
func Problem(s *Scenario) any {
	if p := partOf(s.Kind); p != nil && p.has(s) {
		return p.problem(s)
	}
	return nil
}

// Amounts returns the amounts that determine the memory of a scenario's
// problem. They are estimates if the problem is still to be generated.
func Amounts(s *Scenario) []doc.Amount {
	if p := partOf(s.Kind); p != nil && p.has(s) {
		return p.amounts(s)
	}
	return nil
}

// NewGenerated returns a scenario with the generator of a kind and a preset. The
// result is invalid for an unknown kind.
func NewGenerated(kind, preset string, seed uint64) *Scenario {
	s := Blank(kind)
	s.Seed = seed
	s.Draw(preset)
	return s
}

// Blank returns a scenario with an empty problem of a kind. It has none if the kind
// is unknown.
func Blank(kind string) *Scenario {
	s := &Scenario{Format: Format, Version: Version, Kind: kind}
	if p := partOf(kind); p != nil {
		p.blank(s)
	}
	return s
}

// Draw adds a generator with a preset for the lists that the problem does not give.
func (s *Scenario) Draw(preset string) {
	if p := partOf(s.Kind); p != nil {
		p.draw(s, preset)
	}
}

// NewSolution returns an empty solution of a kind, nil for an unknown kind.
func NewSolution(kind string) any {
	if p := partOf(kind); p != nil {
		return p.solution()
	}
	return nil
}
