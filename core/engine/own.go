package engine

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// A startedPolicy is a policy that is ready to answer in place of the algorithms of its kind.
type startedPolicy struct {
	kind    Kind
	path    string // path of the policy in the document
	source  string
	program policy.Program // nil for formulas, which the kind's solvers evaluate
}

// start reads the policy of a run of the algorithm own and sets in.Formulas or in.Program.
// Errors in its source are returned as doc.Faults at its path in the document, so that the run
// fails and others continue.
func (k Kind) start(ctx context.Context, run scenario.Run, in *Input, programs policy.Interpreter) (startedPolicy,
	error) {
	p, place, ok := catalog.PolicyOf(in.Scenario, run)
	if !ok {
		return startedPolicy{}, doc.Faults{{Path: "run.options.policy",
			Value:  string(doc.Canonical(run.Options["policy"])),
			Reason: "is no policy of the scenario and no ready one"}}
	}
	at := doc.At("policies", place)
	if p.Language == policy.Formula {
		table, _ := kinds.Policy(k.ID)
		formulas, wrong := table.Read(p.Source, open(in.Scenario))
		if wrong != nil {
			return startedPolicy{}, doc.Faults{
				{Path: at + ".source", Value: quoteSource(p.Source[wrong.Start:wrong.End]),
					Reason: wrong.String(), Start: wrong.Start, End: wrong.End}}
		}
		in.Formulas = formulas
		return startedPolicy{kind: k, path: at, source: p.Source}, nil
	}
	if programs == nil {
		return startedPolicy{}, doc.Faults{{Path: at + ".language", Value: strconv.Quote(p.Language),
			Reason: "needs the interpreter, which is not built into this program"}}
	}
	program, err := programs.Start(ctx, k.ID, p.Source, in.Scenario.Seed)
	if err != nil {
		return startedPolicy{}, sourceFault(at, p.Source, err)
	}
	in.Program = program
	return startedPolicy{k, at, p.Source, program}, nil
}

// sourceFault converts an error of a program to a fault at its source in the document and its line in
// the source.
func sourceFault(place, source string, err error) error {
	var f *policy.Fault
	if !errors.As(err, &f) {
		return err
	}
	fault := doc.Fault{Path: place + ".source", Reason: f.Error(), State: f.StateJSON}
	if f.Line > 0 {
		before, rest := 0, source
		for range f.Line - 1 {
			i := strings.IndexByte(rest, '\n') + 1
			before, rest = before+i, rest[i:]
		}
		line, _, _ := strings.Cut(rest, "\n")
		fault.Start, fault.End = before+len(line)-len(strings.TrimLeft(line, " \t")), before+len(line)
	}
	return doc.Faults{fault}
}

// solve runs the policy and adds the number of steps to the statistics.
func (s startedPolicy) solve(ctx context.Context, algorithm string, in Input) (solver.Output, error) {
	out, err := s.kind.Solve(ctx, algorithm, in)
	if s.program == nil {
		return out, err
	}
	if out.Stats == nil {
		out.Stats = map[string]float64{}
	}
	out.Stats["steps"] = float64(s.program.Fuel())
	return out, sourceFault(s.path, s.source, err)
}

// explain runs a program again with its events recorded. Formulas are explained by the kind.
func (s startedPolicy) explain(ctx context.Context, algorithm string, in Input,
	about map[string]string) (solver.Explanation, error) {
	if s.program == nil {
		return s.kind.Explain(ctx, algorithm, in, about)
	}
	s.program.Watch(about["job"])
	out, err := s.kind.Solve(ctx, algorithm, in)
	why := solver.Explanation{Trace: in.Log}
	if s.kind.Detail != nil {
		if detail := s.kind.Detail(in.Scenario, out.Solution, about); detail != nil {
			why = solver.Explanation{Detail: detail}
		}
	}
	return why, sourceFault(s.path, s.source, err)
}

// close releases the program.
func (s startedPolicy) close() {
	if s.program != nil {
		s.program.Close()
	}
}

// formulasOf reads the policy of an answer again. It returns nil if it is not of formulas or
// cannot be read.
func formulasOf(s *scenario.Scenario, a *scenario.Answer) *policy.Formulas {
	p, _, ok := catalog.PolicyOf(s, scenario.Run{Algorithm: a.Algorithm, Options: a.Options})
	if !ok || p.Language != policy.Formula {
		return nil
	}
	table, _ := kinds.Policy(s.Kind)
	formulas, _ := table.Read(p.Source, open(s))
	return formulas
}

// open returns the names that a problem gives to its own numbers.
func open(s *scenario.Scenario) []string {
	k, _ := kinds.ByID(s.Kind)
	return k.Names(scenario.Problem(s))
}

// quoteSource returns a source in quotes, cut to 40 characters.
func quoteSource(text string) string {
	if text == "" {
		return "" // the end of the source
	}
	if runes := []rune(text); len(runes) > 40 {
		text = string(runes[:39]) + "…"
	}
	return strconv.Quote(text)
}
