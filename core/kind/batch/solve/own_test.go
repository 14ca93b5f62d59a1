package solve

import (
	"bytes"
	"context"
	"math"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	"gridbox/core/policy"
	"pgregory.net/rapid"
)

func solveByFormula(t rapid.TB, p *batch.Problem, source string, o Options) Result {
	k := batch.PolicyKind()
	f, wrong := k.Read(source, nil)
	if wrong != nil {
		t.Fatalf("Read(%q): got fault %s, want none", source, wrong)
	}
	o.Formulas = f
	r, err := Solve(context.Background(), p, AlgorithmOwn, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The formulas of the objectives choose what AMP and ALP choose.
func TestAPolicyIsTheObjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawCycles(t)
		for _, algorithm := range []Algorithm{AMP, ALP} {
			source := map[string]string{batch.LeastTime: "time", batch.LeastCost: "cost"}[p.Goal()]
			want, err := Solve(context.Background(), p, algorithm, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Search = string(algorithm)
			got := solveByFormula(t, p, source, o)
			same := got.Metrics == want.Metrics
			if p.Rounds() > 1 { // of equal windows another one may be taken, and later cycles differ
				same = true
			}
			if got.Feasible != want.Feasible || !same || got.Bound > want.Bound*(1+1e-12) {
				t.Fatalf("%s, %s: got\n%+v\nwant\n%+v", algorithm, source, got.Metrics, want.Metrics)
			}
			if other := solveByFormula(t, p, "job: -priority * 100 + arrived\nwindow: "+source, o); p.Rounds() == 1 &&
				!bytes.Equal(doc.Canonical(other.Solution), doc.Canonical(got.Solution)) {
				t.Fatalf("another order of the jobs: got\n%+v\nwant\n%+v", other.Solution, got.Solution)
			}
		}
	})
}

// No combination within the limit has a lower sum of scores: all are tried.
func TestTheLowestSumOfScores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawCycles(t)
		p.Cycles, o.Families = 1, 3
		for i := range p.Jobs {
			p.Jobs[i].Cycle = 0
		}
		source := rapid.SampledFrom([]string{"end", "-start", "offer", "start * cost - 3 * end", "0 / (offer - 2)",
			"if(offer = 1, 0 / 0, offer)", "-1 / (offer - 1)", "7"}).Draw(t, "source")
		got := solveByFormula(t, p, source, o)
		if !got.Feasible {
			return
		}
		o.Families = 3
		r := newRun(p, AMP, o)
		r.rules, r.number = newRules(formulasOf(t, source)), 1
		jobs := make([]*batch.Job, len(p.Jobs))
		for i := range p.Jobs {
			jobs[i] = &p.Jobs[i]
		}
		r.arrange(jobs)
		free := p.Free()
		offers, _, err := r.alternatives(context.Background(), jobs, free.All())
		if err != nil {
			t.Fatal(err)
		}
		r.weigh(offers)
		scores, report := r.worths(offers), got.Solution.Cycles[0]
		limit := report.Budget
		if p.Goal() == batch.LeastCost {
			limit = report.TimeLimit
		}
		limited := func(w *alternative) float64 {
			if p.Goal() == batch.LeastCost {
				return w.time(o.Measure)
			}
			return w.cost
		}
		least := math.Inf(1)
		var try func(i int, z, g float64)
		try = func(i int, z, g float64) {
			switch {
			case z > limit*(1+1e-12):
			case i == len(offers):
				least = min(least, g)
			case len(offers[i].windows) == 0:
				try(i+1, z, g)
			default:
				for k := range offers[i].windows {
					try(i+1, z+limited(&offers[i].windows[k]), g+scores[i][k])
				}
			}
		}
		try(0, 0, 0)
		made, at := 0.0, 0
		for i := range offers {
			if len(offers[i].windows) > 0 {
				made += scores[i][got.Solution.Chosen[at].Window]
				at++
			}
		}
		if math.Abs(made-least) > 1e-9*(math.Abs(made)+math.Abs(least)) {
			t.Fatalf("%s: got %v, want %v", source, made, least)
		}
	})
}

func formulasOf(t rapid.TB, source string) *policy.Formulas {
	k := batch.PolicyKind()
	f, wrong := k.Read(source, nil)
	if wrong != nil {
		t.Fatalf("Read(%q): got fault %s, want none", source, wrong)
	}
	return f
}
