package scenario

import "gridbox/core/doc"

// A part joins one problem kind to the document. To add a kind: a field in
// Scenario, its problem type, and an entry in parts.
type part struct {
	kind string
	// has tells whether a scenario holds a problem of the kind.
	has func(*Scenario) bool
	// validate lists the faults of the problem, with paths from the problem on.
	validate func(s *Scenario, pause func()) doc.Faults
	// explicit makes a problem explicit of which something is to be generated,
	// and puts it into the scenario.
	explicit func(*Scenario) doc.Faults
	// generates tells whether something of the problem is asked of a generator.
	generates func(*Scenario) bool
	// draws tells whether the generator draws that, for some presets are written down.
	draws func(*Scenario) bool
	// problem is what is explicit of the problem, empty where all is still to be generated.
	problem func(*Scenario) any
	// amounts counts or estimates what the problem's memory depends on.
	amounts func(*Scenario) []doc.Amount
	// parameters are those of the generator, the preset's filled in.
	parameters func(*Scenario) any
	// blank puts an empty problem into a scenario.
	blank func(*Scenario)
	// draw asks the generator for a preset, beside what the problem gives.
	draw func(s *Scenario, preset string)
	// solution makes an empty solution noun for reading an answer into.
	solution func() any
}

// join makes the part of a kind. For placements
//
//	Solution   is placement.Solution
//	Held       is Placement, the field of a scenario: a Problem, and maybe a Spec
//	Problem    is placement.Problem, explicit as far as there is no Spec
//	Spec       is placement.Spec, what is asked of the generator
//	ToProblem  is *placement.Problem, which has the methods
//
// at finds the field in a scenario, inside the two things that may be in it. What
// the problem gives is kept, and complete makes the rest.
func join[Solution, Held, Problem any, Spec interface {
	Beside(*Problem) doc.Faults
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
	// asked is what is asked of the generator, nil where the problem is explicit.
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
			return (**spec).Beside(problem)
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
				faults = faults.Within("generate")
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

// Kinds lists the problem kinds that a scenario can hold.
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

// Problem is the explicit problem that a scenario holds, a pointer to the noun
// of its kind: empty where it is still to be generated, nil where there is none.
func Problem(s *Scenario) any {
	if p := partOf(s.Kind); p != nil && p.has(s) {
		return p.problem(s)
	}
	return nil
}

// Amounts counts what the memory of a scenario's problem depends on, or
// estimates it where the problem is still to be generated.
func Amounts(s *Scenario) []doc.Amount {
	if p := partOf(s.Kind); p != nil && p.has(s) {
		return p.amounts(s)
	}
	return nil
}

// Generated is the scenario that asks the generator of a kind for a preset. An
// unknown kind gives a scenario that does not validate.
func Generated(kind, preset string, seed uint64) *Scenario {
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

// Draw has what the problem does not give drawn as a preset draws it.
func (s *Scenario) Draw(preset string) {
	if p := partOf(s.Kind); p != nil {
		p.draw(s, preset)
	}
}

// NewSolution makes an empty solution of a kind, nil for an unknown kind.
func NewSolution(kind string) any {
	if p := partOf(kind); p != nil {
		return p.solution()
	}
	return nil
}
