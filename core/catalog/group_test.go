package catalog

import (
	"context"
	"testing"

	"gridbox/core/pool"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// Every algorithm of the kind answers every preset so that the checker and the
// form of answers hold, the same with and without a log.
func TestGroupKind(t *testing.T) {
	for _, preset := range pool.Presets() {
		p, faults := pool.Generate(pool.Spec{Preset: preset.ID}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		kind := groups(func(*scenario.Scenario) *pool.Problem { return &p })
		best := 0.0
		for _, a := range kind.Algorithms {
			if preset.ID == "gka-1000" && (a.ID == "tree" || testing.Short() && a.ID == "tree-greedy") || testing.Short() && preset.ID == "gka-200" && a.ID == "tree" {
				continue // seconds and more
			}
			answer := answered(t, &kind, &a, nil)
			if watched := answered(t, &kind, &a, &trace.Log{}); watched.Digest != answer.Digest {
				t.Errorf("%s, %s: watched, the answer differs", preset.ID, a.ID)
			}
			for _, v := range kind.Check(nil, &answer) {
				t.Errorf("%s, %s: %s: %s", preset.ID, a.ID, v.Path, v.Why)
			}
			if answer.Stats["refused"] == 1 {
				if answer.Feasible || answer.Reason == "" {
					t.Errorf("%s, %s: refused, and %+v", preset.ID, a.ID, answer)
				}
				continue
			}
			conformsAlone(t, &kind, &answer)
			if a.ID == "frontier" {
				best = answer.Metrics["value"]
			}
			if answer.Metrics["value"] > best*(1+1e-12) || answer.Bound == nil {
				t.Errorf("%s, %s: %v beside the best %v, bound %v", preset.ID, a.ID, answer.Metrics, best, answer.Bound)
			}
		}
	}
}

func answered(t *testing.T, k *Kind, a *Algorithm, log *trace.Log) scenario.Answer {
	t.Helper()
	options := a.Complete(nil)
	out, err := a.Solve(context.Background(), Input{Options: options, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	answer := scenario.Answer{Algorithm: a.ID, Options: options, Feasible: out.Feasible, Reason: out.Reason,
		Metrics: out.Metrics, Stats: out.Stats, Bound: out.Bound, Solution: out.Solution}
	setGap(&answer)
	if err := answer.Sign(); err != nil {
		t.Fatal(err)
	}
	return answer
}

// conformsAlone is what conforms asks of an answer, but for reading it back,
// which needs the kind in the document.
func conformsAlone(t *testing.T, k *Kind, a *scenario.Answer) {
	t.Helper()
	for _, m := range k.Metrics {
		if _, ok := a.Metrics[m.ID]; !ok {
			t.Errorf("%s: metric %s is missing", a.Algorithm, m.ID)
		}
	}
	if b := a.Bound; b != nil && (a.Metrics[b.Metric] > b.Value || b.Gap < 0) {
		t.Errorf("%s: %v lies beyond its bound %+v", a.Algorithm, a.Metrics, *b)
	}
}
