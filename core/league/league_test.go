package league

import (
	"context"
	"math"
	"slices"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

func request(t *testing.T, kind, preset string, jobs int, algorithms ...string) Request {
	t.Helper()
	s := scenario.NewGenerated(kind, preset, 5)
	if kind == "placement" {
		s.Placement.Generate.Jobs = &jobs
	}
	r := Request{Scenario: s, Question: Question{Instances: 30}}
	for _, id := range algorithms {
		r.Runs = append(r.Runs, scenario.Run{Algorithm: id})
	}
	return r
}

// The numbers of a league equal those of a plain computation from the answers.
func TestLeagueMatchesAPlainComputation(t *testing.T) {
	r := request(t, "placement", "unrelated-machines", 20, "olb", "met", "min-completion", "min-min", "sufferage")
	d, err := Run(context.Background(), engine.All(), r)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string][]float64{}
	for i := range r.Instances {
		for _, row := range d.Rows {
			s := *r.Scenario
			s.Seed = study.Seed(5, i)
			a, err := engine.All().Run(context.Background(), &s, row.Run, engine.Env{})
			if err != nil {
				t.Fatal(err)
			}
			values[row.Name] = append(values[row.Name], a.Metrics["makespan"])
		}
	}
	for _, p := range d.Pairs {
		worst, product, worse := 0.0, 1.0, 0
		for i, a := range values[p.A] {
			b := values[p.B][i]
			worst, product = max(worst, a/b), product*math.Pow(a/b, 1/float64(r.Instances))
			if a > b {
				worse++
			}
		}
		if p.Compared != 30 || *p.Worst != worst || math.Abs(*p.Mean-product) > 1e-9 || p.Worse != worse {
			t.Errorf("%s, %s: got worst %v, mean %v, worse %d; want %v, %v, %d", p.A, p.B, *p.Worst, *p.Mean, p.Worse,
				worst, product, worse)
		}
	}
	sum := 0.0
	for _, row := range d.Rows {
		sum += row.Rank
		best := 0
		for i, x := range values[row.Name] {
			least := x
			for _, list := range values {
				least = min(least, list[i])
			}
			if x == least {
				best++
			}
		}
		if row.Best != best || row.Profile[0] != float64(best)/30 || !slices.IsSorted(row.Profile) {
			t.Errorf("%s: got best on %d, profile %v; want %d and an increasing profile", row.Name, row.Best,
				row.Profile, best)
		}
	}
	if n := len(d.Rows); math.Abs(sum-float64(n*(n+1))/2) > 1e-9 {
		t.Errorf("sum of ranks: got %v, want %v", sum, float64(n*(n+1))/2)
	}
	if !slices.IsSortedFunc(d.Rows, func(a, b Row) int { return int(math.Copysign(1, a.Rank-b.Rank)) }) {
		t.Error("rows are not in the order of their ranks")
	}
}

// A cell is the worst instance of its pair, shrunk, with a title.
func TestCellShowsTheWorst(t *testing.T) {
	r := request(t, "placement", "unrelated-machines", 20, "min-min", "max-min")
	d, err := Run(context.Background(), engine.All(), r)
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Pairs {
		p := &d.Pairs[i]
		s, err := r.Cell(context.Background(), engine.All(), d, p, 100)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Runs) != 2 || s.Title == "" || *p.Worst > 1 && len(s.Placement.Problem.Jobs) >= 20 {
			t.Errorf("%s, %s: got %d runs, title %q, %d jobs; want 2 runs and fewer than 20 jobs", p.A, p.B,
				len(s.Runs), s.Title, len(s.Placement.Problem.Jobs))
		}
		var values []float64
		for _, run := range s.Runs {
			a, err := engine.All().Run(context.Background(), s, run, engine.Env{})
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, a.Metrics["makespan"])
		}
		if ratio := values[0] / values[1]; *p.Worst > 1 && ratio < 1+0.9*(*p.Worst-1) {
			t.Errorf("%s, %s: got the ratio %v, want nearly %v", p.A, p.B, ratio, *p.Worst)
		}
	}
}

// The league does not depend on the cores, and metrics where more is better are
// inverted.
func TestLeagueOfGroups(t *testing.T) {
	r := request(t, "group", "gka-22", 0, "frontier", "knapsack-single", "gka")
	first, err := Run(context.Background(), engine.All(), r)
	if err != nil {
		t.Fatal(err)
	}
	r.Parallel = func(n int, do func(i int)) {
		for i := n - 1; i >= 0; i-- {
			do(i)
		}
	}
	second, err := Run(context.Background(), engine.All(), r)
	if err != nil {
		t.Fatal(err)
	}
	for i := range first.Pairs {
		a, b := first.Pairs[i], second.Pairs[i]
		if *a.Worst != *b.Worst || *a.Mean != *b.Mean || a.Seed != b.Seed {
			t.Errorf("pairs on other cores: got %+v, want %+v", b, a)
		}
	}
	if p := first.Pair("Frontier", "Knapsack Single"); first.Less || p.Worse > 0 || p.Better == 0 {
		t.Errorf("frontier: got %+v, want it better than Knapsack Single and never worse", p)
	}
}

// Impossible comparisons are refused.
func TestLeagueRefuses(t *testing.T) {
	fixed := request(t, "placement", "five-clusters", 20, "rbhs", "min-completion")
	one := request(t, "placement", "rbhs-mixed", 20, "rbhs")
	none := request(t, "placement", "rbhs-mixed", 20, "rbhs", "min-completion")
	none.Instances = 0
	metric := request(t, "placement", "rbhs-mixed", 20, "rbhs", "min-completion")
	metric.Metric = "beauty"
	for i, r := range []Request{fixed, one, none, metric} {
		if _, err := Run(context.Background(), engine.All(), r); err == nil {
			t.Errorf("request %d is accepted", i)
		}
	}
}

// The critical values are those of the studentized range, computed by numerical integration.
func TestCriticalDifference(t *testing.T) {
	phi := func(x float64) float64 { return (1 + math.Erf(x/math.Sqrt2)) / 2 }
	within := func(k int, width float64) float64 { // P(range of k normal values <= width)
		sum, step := 0.0, 0.005
		for x := -8.0; x < 8; x += step {
			sum += step * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) * math.Pow(phi(x+width)-phi(x), float64(k-1))
		}
		return float64(k) * sum
	}
	for k := 2; k <= MaxRuns; k++ {
		if p := within(k, nemenyi[k-2]*math.Sqrt2); math.Abs(p-0.95) > 2e-4 {
			t.Errorf("%d algorithms: got probability %v within %v, want 0.95", k, p, nemenyi[k-2])
		}
	}
	if got := CriticalDifference(5, 30); math.Abs(got-2.728*math.Sqrt(30.0/180)) > 1e-12 {
		t.Errorf("CriticalDifference(5, 30): got %v, want %v", got, 2.728*math.Sqrt(30.0/180))
	}
}
