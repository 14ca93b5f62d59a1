package main

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/study/paper"
)

// A paper's page names the verified answers of every run of its experiments, and no answer is refuted.
func TestProofsOfPapers(t *testing.T) {
	scopes := map[string]bool{}
	for _, p := range paper.All() {
		list, err := proofs(&p)
		if err != nil {
			t.Fatalf("proofs(%s): got error %v", p.ID, err)
		}
		var got []string
		for _, proof := range list {
			if word := strings.ToLower(strings.SplitN(proof.Text, ":", 2)[0]); word != proof.Scope {
				t.Errorf("%s: got proof %q of %s, want scope %q", p.ID, proof.Text, proof.Runs, proof.Scope)
			}
			scopes[proof.Scope] = true
			got = append(got, strings.Split(proof.Runs, "; ")...)
		}
		for _, x := range p.Experiments {
			asked := x.Scenario()
			for _, run := range catalog.Runs(asked) {
				if alg, _ := catalog.Find(p.Kind, run.Algorithm); !strings.Contains(strings.Join(got, " "), alg.Name) {
					t.Errorf("%s has no proof for %s", p.ID, alg.Name)
				}
			}
		}
	}
	if !scopes[scenario.ScopeOptimal] || !scopes[scenario.ScopeBounded] {
		t.Errorf("got scopes %v in all pages, want optimal and bounded", scopes)
	}
}
