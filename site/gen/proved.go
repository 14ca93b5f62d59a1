package main

import (
	"context"
	"fmt"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study/paper"
)

// A Proof is a scope of verification with the runs that have it.
type Proof struct {
	Scope string // optimal, bounded or valid
	Text  string // the scope as a sentence
	Runs  string // names of the runs
}

// proofs returns the scopes of verification of the answers to a paper's experiments, for the
// first instance of each; the strongest scope comes first.
func proofs(p *paper.Paper) ([]Proof, error) {
	var answers []scenario.Answer
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
			if !answer.Check.OK {
				return nil, fmt.Errorf("%s is refuted: %v", catalog.Label(p.Kind, &answer), answer.Check.Violations)
			}
			answers = append(answers, answer)
		}
	}
	label := func(a *scenario.Answer) string { return catalog.Label(p.Kind, a) }
	reached := catalog.VerifiedScopes(answers, label)
	var list []Proof
	for _, scope := range []string{scenario.ScopeOptimal, scenario.ScopeBounded, scenario.ScopeValid} {
		for _, r := range reached {
			if r.Scope == scope {
				list = append(list, Proof{Scope: scope, Text: r.Text, Runs: strings.Join(r.Names, "; ")})
			}
		}
	}
	return list, nil
}
