package solve

import (
	"context"
	"flag"
	"math"
	"testing"

	"gridbox/core/kind/window"
)

// experiments is the number of runs of the reproduction below; the paper has 3000.
var experiments = flag.Int("experiments", 150, "experiments of the paper's study")

// A series has the sums of one number over many runs.
type series struct {
	n         int
	sum, sum2 float64
}

func (s *series) add(x float64) { s.n, s.sum, s.sum2 = s.n+1, s.sum+x, s.sum2+x*x }

func (s *series) mean() float64 { return s.sum / float64(s.n) }

// error returns the standard error of the mean.
func (s *series) error() float64 {
	return math.Sqrt(max(0, s.sum2/float64(s.n)-s.mean()*s.mean()) / float64(s.n))
}

func solve(t testing.TB, p *window.WindowProblem, a Algorithm, o Options) Result {
	t.Helper()
	r, err := Solve(context.Background(), p, a, o)
	if err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	return r
}

func preset(t testing.TB, spec window.Spec, seed uint64) *window.WindowProblem {
	t.Helper()
	p, faults := window.Generate(spec, seed)
	if faults != nil {
		t.Fatal(faults)
	}
	return &p
}

// studyAlgorithms are the paper's algorithms.
var studyAlgorithms = []Algorithm{AlgorithmFirstFit, AlgorithmMinFinish, AlgorithmMinRuntime, AlgorithmMinCost,
	AlgorithmMaxSum, AlgorithmMultipleBest}

// study runs the paper's algorithms on seeded experiments. Metrics are by
// algorithm; those of Multiple Best are of its best alternative by each metric, as
// in the paper's figures.
func study(t testing.TB, presetID string, count int) map[Algorithm]*[6]series {
	all := map[Algorithm]*[6]series{}
	for seed := range uint64(count) {
		p := preset(t, window.Spec{Preset: presetID}, seed+1)
		for _, a := range studyAlgorithms {
			r := solve(t, p, a, Options{NoBound: true})
			if !r.Feasible {
				t.Fatalf("seed %d, %s: got no window: %s", seed+1, a, r.Shortage.Text)
			}
			m := r.Metrics
			if a == AlgorithmMultipleBest {
				m = r.Best
			}
			if all[a] == nil {
				all[a] = &[6]series{}
			}
			for i, x := range []float64{m.Start, m.Runtime, m.Finish, m.Cost, m.Value, float64(r.Stats.Alternatives)} {
				all[a][i].add(x)
			}
		}
	}
	return all
}

// The paper's section 4.2 prints MinCost's cost and MaxQ's value, and the distance
// of the other algorithms in percent of the larger number. Each must be within the
// tolerance (2 % of 477, 1 % of 61.8, 2 points) plus the error of a mean over so
// many experiments.
func TestSquareExperiment(t *testing.T) {
	count := *experiments
	if testing.Short() {
		count = min(count, 60)
	}
	all := study(t, "square-2018", count)
	for _, a := range studyAlgorithms {
		x := all[a]
		t.Logf("%-13s start %6.1f  runtime %6.2f  finish %6.1f  cost %6.2f ±%.2f  value %5.2f ±%.2f  alternatives %.1f",
			a,
			x[0].mean(), x[1].mean(), x[2].mean(), x[3].mean(), 1.96*x[3].error(), x[4].mean(), 1.96*x[4].error(),
			x[5].mean())
	}
	cost := func(a Algorithm) *series { return &all[a][3] }
	value := func(a Algorithm) *series { return &all[a][4] }
	near := func(what string, got, published, tolerance, spread float64) {
		t.Logf("%s: %.2f ±%.2f, published %v", what, got, 1.96*spread, published)
		if math.Abs(got-published) > tolerance+3*spread {
			t.Errorf("%s: got %.2f ±%.2f, want %v as published", what, got, 1.96*spread, published)
		}
	}
	near("MinCost", cost(AlgorithmMinCost).mean(), 477, 0.02*477, cost(AlgorithmMinCost).error())
	near("MaxQ", value(AlgorithmMaxSum).mean(), 61.8, 0.618, value(AlgorithmMaxSum).error())
	behind := func(what string, less, more *series, published float64) {
		near(what, 100*(1-less.mean()/more.mean()), published, 2, 100*(less.error()+more.error())/more.mean())
	}
	behind("MinCost below MultipleBest, %", cost(AlgorithmMinCost), cost(AlgorithmMultipleBest), 17)
	behind("MinCost below FirstFit, %", cost(AlgorithmMinCost), cost(AlgorithmFirstFit), 24)
	behind("MultipleBest below MaxQ, %", value(AlgorithmMultipleBest), value(AlgorithmMaxSum), 18)
	behind("FirstFit below MaxQ, %", value(AlgorithmFirstFit), value(AlgorithmMaxSum), 44)
	if first := all[AlgorithmFirstFit][0].mean(); first != 0 {
		t.Errorf("mean start of FirstFit: got %v, want 0 as published", first)
	}
	if start := all[AlgorithmMinFinish][0].mean(); start > 1 {
		t.Errorf("mean start of MinFinish: got %v, want about 0 as published", start)
	}
}

// The linear law of prices reaches the same published figures.
func TestLinearPrices(t *testing.T) {
	all := study(t, "square-2018-linear", min(*experiments, 60))
	for what, x := range map[string][2]float64{
		"MinCost": {all[AlgorithmMinCost][3].mean(), 477}, "MaxQ": {all[AlgorithmMaxSum][4].mean(), 61.8}} {
		if math.Abs(x[0]-x[1]) > 0.03*x[1] {
			t.Errorf("%s: got %v, want about %v as published", what, x[0], x[1])
		}
	}
}

// Together, the window of the earliest start is the cheapest that starts then,
// and it does not depend on the order of the nodes in the document.
func TestTogether(t *testing.T) {
	for seed := range uint64(20) {
		p := preset(t, window.Spec{Preset: "square-2018"}, seed)
		one, all := solve(t, p, AlgorithmFirstFit, Options{}), solve(t, p, AlgorithmFirstFit,
			Options{Options: window.Options{Together: true}})
		if all.Metrics.Start != one.Metrics.Start || all.Metrics.Runtime > one.Metrics.Runtime ||
			all.Metrics.Cost > one.Metrics.Cost {
			t.Errorf("together: got %+v, want the same start and at most the runtime and cost of %+v",
				all.Metrics, one.Metrics)
		}
		q := *p
		q.Nodes = append([]window.Node(nil), p.Nodes...)
		for i, k := 0, len(q.Nodes)-1; i < k; i, k = i+1, k-1 {
			q.Nodes[i], q.Nodes[k] = q.Nodes[k], q.Nodes[i]
		}
		turned := solve(t, &q, AlgorithmFirstFit, Options{Options: window.Options{Together: true}}).Metrics
		if turned.Start != all.Metrics.Start || turned.Cost != all.Metrics.Cost ||
			turned.Runtime != all.Metrics.Runtime {
			t.Errorf("nodes in reverse order: got %+v, want %+v", turned, all.Metrics)
		}
	}
}
