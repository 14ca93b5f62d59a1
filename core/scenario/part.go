package scenario

import "gridbox/core/doc"

// A part joins one problem kind to the document. To add a kind: a field in
// Scenario, its problem type, and an entry in parts.
type part struct {
	kind string
	// has tells whether a scenario holds a problem of the kind.
	has func(*Scenario) bool
	// validate lists the faults of the problem, with paths from the problem on.
	validate func(*Scenario) doc.Faults
	// explicit makes a generated problem explicit and puts it into the scenario.
	explicit func(*Scenario) doc.Faults
	// generates tells whether the problem is asked of a generator.
	generates func(*Scenario) bool
	// problem is the explicit problem, empty where it is still to be generated.
	problem func(*Scenario) any
	// amounts counts or estimates what the problem's memory depends on.
	amounts func(*Scenario) []doc.Amount
	// parameters are those of the generator, the preset's filled in.
	parameters func(*Scenario) any
	// generated makes the problem that asks the generator for a preset.
	generated func(s *Scenario, preset string)
	// solution makes an empty solution noun for reading an answer into.
	solution func() any
}

// join makes the part of a kind with solution noun Solution, held by a
// scenario as *Held, which is a Spec or else an explicit Problem.
func join[Solution, Held, Problem any, Spec interface {
	Validate() doc.Faults
	Effective() Spec
	Amounts() []doc.Amount
}, ToProblem interface {
	*Problem
	Validate() doc.Faults
	Amounts() []doc.Amount
}](kind string, at func(*Scenario) **Held, inside func(*Held) (**Spec, ToProblem),
	preset func(string) Spec, generate func(Spec, uint64) (Problem, doc.Faults)) part {
	return part{
		kind:     kind,
		has:      func(s *Scenario) bool { return *at(s) != nil },
		solution: func() any { return new(Solution) },
		validate: func(s *Scenario) doc.Faults {
			spec, problem := inside(*at(s))
			if *spec == nil {
				return problem.Validate()
			}
			var faults doc.Faults
			for _, name := range doc.Present(*problem) {
				faults = append(faults, doc.Fault{Path: name,
					Why: "a problem is either generated or explicit; remove generate or this field"})
			}
			return append(faults, (**spec).Validate().Within("generate")...)
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
			return (**spec).Amounts()
		},
		explicit: func(s *Scenario) doc.Faults {
			spec, _ := inside(*at(s))
			if *spec == nil {
				return nil
			}
			made, faults := generate(**spec, s.Seed)
			held := new(Held)
			_, problem := inside(held)
			*problem = made
			*at(s) = held
			return faults.Within("generate")
		},
		generates: func(s *Scenario) bool {
			spec, _ := inside(*at(s))
			return *spec != nil
		},
		parameters: func(s *Scenario) any {
			spec, _ := inside(*at(s))
			return (**spec).Effective()
		},
		generated: func(s *Scenario, name string) {
			held, spec := new(Held), preset(name)
			asked, _ := inside(held)
			*asked = &spec
			*at(s) = held
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
	for i := range parts {
		if parts[i].has(s) {
			return parts[i].amounts(s)
		}
	}
	return nil
}

// Generated is the scenario that asks the generator of a kind for a preset. An
// unknown kind gives a scenario that does not validate.
func Generated(kind, preset string, seed uint64) *Scenario {
	s := &Scenario{Format: Format, Version: Version, Kind: kind, Seed: seed}
	if p := partOf(kind); p != nil {
		p.generated(s, preset)
	}
	return s
}

// NewSolution makes an empty solution of a kind, nil for an unknown kind.
func NewSolution(kind string) any {
	if p := partOf(kind); p != nil {
		return p.solution()
	}
	return nil
}
