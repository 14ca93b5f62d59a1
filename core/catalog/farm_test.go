package catalog

import (
	"context"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/farm"
	"gridbox/core/scenario"
	"gridbox/core/trace"
	"gridbox/core/work"
)

// The kind answers, is checked, compared, listed and explained as the others
// are, on every preset and with every option.
func TestFarmKind(t *testing.T) {
	var p work.Problem
	k := farmKind(func(*scenario.Scenario) *work.Problem { return &p })
	for _, preset := range k.Presets {
		made, faults := work.Generate(work.Spec{Preset: preset.ID}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		if len(made.Jobs) > 1000 {
			made.Jobs = made.Jobs[:1000] // the catalogue's own tests take the large presets whole
		}
		p = made
		before := string(doc.Canonical(&p))
		var first *scenario.Answer
		for _, a := range k.Algorithms {
			for _, run := range variants(&a) {
				answer := farmRun(t, &a, run.Options)
				if v := k.Check(nil, answer); len(v) > 0 {
					t.Errorf("%s %s %v: %v", preset.ID, a.ID, run.Options, v)
				}
				conformsButReading(t, &k, answer)
				if watched := farmRun(t, &a, run.Options, &trace.Log{}); watched.Digest != answer.Digest {
					t.Errorf("%s %s: watched, the answer differs", preset.ID, a.ID)
				}
				if first == nil {
					first = answer
				}
				if text := k.Compare(nil, answer, first); !strings.HasSuffix(text, ".") {
					t.Error(text)
				}
				if d := k.Decisions(answer); d.Rows < len(p.Jobs) || len(d.Columns) != 8 {
					t.Errorf("%d rows", d.Rows)
				}
			}
			why, err := a.Explain(context.Background(), Input{Options: a.Complete(nil)}, map[string]string{"job": p.Jobs[0].ID})
			if err != nil || doc.Check(why.Detail) != nil || len(why.Detail.(farm.Why).Reservations) == 0 {
				t.Errorf("%s %s: %v %+v", preset.ID, a.ID, err, why.Detail)
			}
		}
		if string(doc.Canonical(&p)) != before {
			t.Errorf("%s was modified", preset.ID)
		}
	}
}

func farmRun(t *testing.T, a *Algorithm, options map[string]any, log ...*trace.Log) *scenario.Answer {
	t.Helper()
	in := Input{Options: a.Complete(options)}
	if len(log) > 0 {
		in.Log = log[0]
	}
	out, err := a.Solve(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	answer := &scenario.Answer{Algorithm: a.ID, Options: in.Options, Feasible: out.Feasible, Reason: out.Reason,
		Metrics: out.Metrics, Solution: out.Solution, Stats: out.Stats, Bound: out.Bound}
	setGap(answer)
	if err := answer.Sign(); err != nil {
		t.Fatal(err)
	}
	return answer
}

// conformsButReading is conforms for a kind that documents cannot hold yet: the
// solution reads back by itself.
func conformsButReading(t *testing.T, k *Kind, a *scenario.Answer) {
	t.Helper()
	if !a.Feasible || a.Bound.Value > a.Metrics["makespan"] || len(a.Metrics) != len(k.Metrics) {
		t.Errorf("%s: %+v %+v", a.Algorithm, a.Bound, a.Metrics)
	}
	text, back := doc.Canonical(a.Solution), work.Solution{}
	if faults := doc.Decode(text, &back); faults != nil || string(doc.Canonical(&back)) != string(text) {
		t.Errorf("%s: %v", a.Algorithm, faults)
	}
}
