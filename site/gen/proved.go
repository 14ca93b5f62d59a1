package main

import (
	"context"
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study/paper"
)

// A Proof is what the checker verified of the answers of some runs.
type Proof struct {
	Scope string // optimal, bounded or valid
	Says  string // it, in a sentence
	Runs  string // whose answers, by their names
}

// proofs tells what the checker verifies of the answers to a paper's experiments, by the first instance of
// each: what is best comes first.
func proofs(p *paper.Paper) ([]Proof, error) {
	type found struct {
		scope, says string
		runs        []string
	}
	var all []found
	for _, x := range p.Experiments {
		full, err := explicit(x.Scenario())
		if err != nil {
			return nil, err
		}
		for _, run := range catalog.Runs(full) {
			answer, err := engine.All().RunExplicit(context.Background(), full, run, engine.Env{})
			if err != nil {
				return nil, err
			}
			answer.Check = engine.All().Verify(full, &answer)
			says := answer.Reach()
			at := slices.IndexFunc(all, func(f found) bool { return f.says == says })
			if at < 0 {
				at = len(all)
				all = append(all, found{scope: answer.Check.Word(), says: says})
			}
			if name := catalog.Label(p.Kind, &answer); !slices.Contains(all[at].runs, name) {
				all[at].runs = append(all[at].runs, name)
			}
		}
	}
	var list []Proof
	for _, scope := range []string{scenario.ScopeOptimal, scenario.ScopeBounded, scenario.ScopeValid} {
		for _, f := range all {
			if f.scope == scope {
				list = append(list, Proof{Scope: scope, Says: f.says, Runs: strings.Join(f.runs, "; ")})
			}
		}
	}
	return list, nil
}
