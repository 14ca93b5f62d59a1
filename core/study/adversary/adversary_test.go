package adversary

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/solver"
	"gridbox/core/study"
)

func preset(t testing.TB, id string) *scenario.Scenario {
	t.Helper()
	s, ok := catalog.FromPreset(id, 1)
	if !ok {
		t.Fatal("there is no preset " + id)
	}
	return s
}

func newContest(a, b, metric string) Contest {
	return Contest{A: scenario.Run{Algorithm: a}, B: scenario.Run{Algorithm: b}, Metric: metric}
}

// crew runs from the last to the first on goroutines, since the result may not
// depend on the order.
func crew(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := n - 1; i >= 0; i-- {
		all.Go(func() { do(i) })
	}
	all.Wait()
}

// For every kind the case is the same with and without goroutines, valid and checked.
// It is worse than the first instances of the scenario, and nearly as bad when shrunk.
func TestFindAndShrink(t *testing.T) {
	tries := 192
	if testing.Short() {
		tries = 64
	}
	for _, x := range []struct {
		preset, a, b, metric string
	}{
		{"split-network", "fastest", "min-completion", "makespan"}, {"twelve-nodes", "first-fit", "min-cost", "cost"},
		{"twelve-nodes", "first-fit", "max-sum", "value"},
		{"alp-amp-2011", "alp", "amp", "totalTime"}, {"gka-22", "knapsack-single", "gka", "availability"},
		{"farm-graph", "fcfs", "easy", "meanWait"},
	} {
		t.Run(x.preset+"/"+x.a, func(t *testing.T) {
			t.Parallel()
			s, c := preset(t, x.preset), newContest(x.a, x.b, x.metric)
			if testing.Short() && s.Placement != nil { // large instances take long to shrink
				few := 6
				s.Placement.Generate.Jobs, s.Placement.Generate.Datasets = &few, &few
			}
			e := engine.All()
			found, err := Find(context.Background(), e, s, Spec{Contest: c, Tries: tries}, Env{})
			if err != nil || found.Compared == 0 || found.Ratio <= 1 {
				t.Fatalf("Find: got %+v, error %v; want a ratio over 1", found, err)
			}
			again, err := Find(context.Background(), e, s, Spec{Contest: c, Tries: tries}, Env{Parallel: crew})
			if err != nil || !bytes.Equal(scenario.Canonical(again.Scenario), scenario.Canonical(found.Scenario)) {
				t.Errorf("Find on goroutines: got another case, error %v", err)
			}
			small, err := Shrink(context.Background(), e, found.Case, c, Env{})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%.3g times as bad, made small %.3g times, %+v to %+v", found.Ratio, small.Ratio,
				study.Lengths(found.Scenario), study.Lengths(small.Scenario))
			checkLookahead(t, e, found.Case, c, small)
			if !(small.Ratio >= 1+minShare*(found.Ratio-1)) && small.Ratio != found.Ratio {
				t.Errorf("Shrink: got ratio %v, want nearly %v", small.Ratio, found.Ratio)
			}
			read, faults := catalog.Parse(scenario.Text(small.Scenario))
			if faults != nil || !PassesCheck(context.Background(), e, read, c, Env{}) {
				t.Errorf("small case: got faults %v or an answer that is not valid", faults)
			}
			if len(scenario.Canonical(small.Scenario)) >= len(scenario.Canonical(found.Scenario)) {
				t.Error("Shrink: got a case that is not smaller")
			}
			checkMinimal(t, e, found.Case, small, c)
		})
	}
}

// checkLookahead shrinks with another lookahead in every round.
func checkLookahead(t *testing.T, e engine.Engine, found Case, c Contest, whole Case) {
	t.Helper()
	s, judge := NewShrinking(found, c), newJudge(e, c, nil)
	turn := 0
	for list := s.Next(5); len(list) > 0; list = s.Next(1 + turn%7) {
		outcomes := make([]Outcome, len(list))
		for i := range list {
			outcomes[i] = judge.outcome(context.Background(), list[i])
		}
		s.AddOutcomes(outcomes)
		turn++
	}
	if !bytes.Equal(scenario.Canonical(s.Case().Scenario), scenario.Canonical(whole.Scenario)) ||
		s.Case().Ratio != whole.Ratio {
		t.Errorf("with lookahead: got %v or another case, want %v", s.Case().Ratio, whole.Ratio)
	}
}

// checkMinimal tries to remove every single element of the small case.
func checkMinimal(t *testing.T, e engine.Engine, found, small Case, c Contest) {
	t.Helper()
	for _, l := range listsIn(decodeDocument(small.Scenario)) {
		for i := range l.values {
			document := decodeDocument(small.Scenario)
			for _, x := range listsIn(document) {
				if x.path == l.path {
					x.set(slices.Delete(slices.Clone(x.values), i, i+1))
				}
			}
			smaller, faults := catalog.Parse(doc.Canonical(document))
			if len(faults) > 0 {
				continue
			}
			got, ok := measureCase(newJudge(e, c, nil), smaller)
			if ok && math.IsInf(got.Ratio, 1) == math.IsInf(found.Ratio, 1) && got.Ratio >= 1+minShare*(found.Ratio-1) {
				t.Errorf("%s[%d] can be removed: got ratio %v, want a lower one", l.path, i, got.Ratio)
			}
		}
	}
}

func measureCase(j *judge, s *scenario.Scenario) (c Case, ok bool) {
	o := j.outcome(context.Background(), s)
	c.Ratio, ok = o.ratio(study.LowerIsBetter(s.Kind, j.contest.Metric))
	return c, ok
}

func decodeDocument(s *scenario.Scenario) map[string]any {
	var document map[string]any
	doc.Decode(scenario.Canonical(s), &document)
	return document
}

// If no instance is worse, none is found, and an explicit problem is one
// instance.
func TestNothingToFind(t *testing.T) {
	e := engine.All()
	found, err := Find(context.Background(), e, preset(t, "twelve-nodes"),
		Spec{Contest: newContest("min-cost", "first-fit", "cost"), Tries: 100}, Env{})
	if err != nil || found.Tried != 100 || found.Compared == 0 || found.Ratio > 1 {
		t.Errorf("Find: got %+v, want 100 instances, none with MinCost more expensive", found)
	}
	explicit, _ := scenario.Expand(preset(t, "twelve-nodes"))
	if found, err = Find(context.Background(), e, explicit,
		Spec{Contest: newContest("first-fit", "min-cost", "cost"), Tries: 100}, Env{}); err != nil || found.Tried != 1 {
		t.Errorf("Find on an explicit problem: got %+v, error %v; want 1 instance", found, err)
	}
	if knobs := Knobs(explicit); len(knobs) > 0 {
		t.Errorf("Knobs of an explicit problem: got %v, want none", knobs)
	}
	never := preset(t, "twelve-nodes")
	never.Window.Generate.Budget = new(0.001)
	never.Study = &scenario.Study{Replications: 1,
		Vary: []scenario.Vary{{Path: "window.generate.volume", Values: []any{600.0, 700.0}}}}
	if found, err = Find(context.Background(), e, never,
		Spec{Contest: newContest("first-fit", "min-cost", "cost"), Tries: 70}, Env{}); err != nil ||
		found.Tried != 70 ||
		found.Compared != 0 {
		t.Errorf("Find without feasible answers: got %+v, error %v; want 70 instances, none compared", found, err)
	}
}

// A study's grid bounds the search.
func TestGridBoundsTheSearch(t *testing.T) {
	s := preset(t, "twelve-nodes")
	s.Study = &scenario.Study{Replications: 1,
		Vary: []scenario.Vary{{Path: "window.generate.requestNodes", From: new(2.0), To: new(4.0), Step: new(1.0)},
			{Path: "window.generate.volume", Values: []any{500.0, 600.0}}}}
	found, err := Find(context.Background(), engine.All(), s,
		Spec{Contest: newContest("first-fit", "min-cost", "cost"), Tries: 200}, Env{})
	if err != nil {
		t.Fatal(err)
	}
	r := found.Scenario.Window.Request
	if r.Nodes < 2 || r.Nodes > 4 || r.Volume != 500 && r.Volume != 600 || *r.Budget != 270 {
		t.Errorf("Find within a grid: got %+v, want a request of the grid", r)
	}
}

// Ratios of metrics with less or more as better, and of 0.
func TestRatio(t *testing.T) {
	for _, c := range []struct {
		metric string
		a, b   float64
		want   float64 // 0 for no ratio
	}{{"cost", 6, 3, 2}, {"value", 6, 3, 0.5}, {"cost", 0, 0, 1}, {"cost", 1, 0, math.Inf(1)},
		{"value", 0, 4, math.Inf(1)}, {"cost", -1, 2, 0}} {
		kind := engine.Window()
		values := map[string]float64{"a": c.a, "b": c.b}
		kind.Solve = func(_ context.Context, algorithm string, _ engine.Input) (solver.Output, error) {
			name := map[string]string{"first-fit": "a", "min-cost": "b"}[algorithm]
			return solver.Output{Feasible: true, Metrics: map[string]float64{c.metric: values[name]}}, nil
		}
		s, _ := scenario.Expand(preset(t, "twelve-nodes"))
		got, ok := measureCase(newJudge(engine.Engine{kind}, newContest("first-fit", "min-cost", c.metric), nil), s)
		if ok != (c.want != 0) || ok && got.Ratio != c.want {
			t.Errorf("%s %v and %v: got ratio %v, %t; want %v", c.metric, c.a, c.b, got.Ratio, ok, c.want)
		}
	}
}

// A cancelled search returns its error and its results so far.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	found, err := Find(ctx, engine.All(), preset(t, "twelve-nodes"),
		Spec{Contest: newContest("first-fit", "min-cost", "cost"), Tries: 1000}, Env{Progress: func(tried, _ int) {
			if tried >= 128 {
				cancel()
			}
		}})
	if !errors.Is(err, context.Canceled) || found.Tried != 128 || found.Scenario == nil {
		t.Errorf("cancelled Find: got %d instances, error %v; want 128, Canceled", found.Tried, err)
	}
	small, err := Shrink(ctx, engine.All(), found.Case, newContest("first-fit", "min-cost", "cost"), Env{})
	if !errors.Is(err, context.Canceled) || small.Ratio != found.Ratio {
		t.Errorf("cancelled Shrink: got %+v, error %v; want the case unchanged, Canceled", small, err)
	}
}
