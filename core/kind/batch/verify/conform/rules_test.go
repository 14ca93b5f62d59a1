package conform_test

import (
	"strconv"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/batch/verify/conform"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"
)

// manyWindows returns a batch with more combinations than are tried one by one:
// six jobs of one node each, and nodes whose prices grow with their speed.
func manyWindows() *batch.Problem {
	p := &batch.Problem{Environment: window.Environment{Horizon: 40}}
	for i := range 8 {
		speed := 1 + float64(i)/2
		p.Nodes = append(p.Nodes, window.Node{ID: "n" + strconv.Itoa(i), Performance: speed, Price: speed * speed})
	}
	for i := range 6 {
		p.Jobs = append(p.Jobs, batch.Job{ID: "j" + strconv.Itoa(i), Nodes: 1, Volume: 7 + float64(i),
			MinPerformance: 1, MaxPrice: 40})
	}
	return p
}

// solveBatch returns the answer of an algorithm to a batch.
func solveBatch(t *testing.T, p *batch.Problem, algorithm string, options map[string]any) *scenario.Answer {
	t.Helper()
	s := &scenario.Scenario{Kind: "batch", Batch: &scenario.Batch{Problem: *p}}
	a, err := engine.Batch().Solve(t.Context(), algorithm, engine.Input{Scenario: s, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return &scenario.Answer{Algorithm: algorithm, Options: options, Feasible: a.Feasible, Reason: a.Reason,
		Metrics: a.Metrics, Solution: a.Solution}
}

// If there are too many combinations to try all, each exchange of one window is
// still tried.
func TestExchangesAreTried(t *testing.T) {
	for _, objective := range []string{batch.LeastTime, batch.LeastCost} {
		p := manyWindows()
		p.Objective = objective
		a := solveBatch(t, p, "amp", map[string]any{"budgetQuota": "mean"})
		if v := conform.Answer(p, nil, a).Violations; len(v) > 0 {
			t.Fatalf("right answer: got violations %v, want none", v)
		}
		s := a.Solution.(*batch.Solution)
		combinations := 1
		for _, x := range s.Alternatives {
			combinations *= len(x.Windows)
		}
		if combinations < 100_000 {
			t.Fatalf("got %d combinations, want 100,000 at least", combinations)
		}
		time := func(w *window.Window) float64 { return w.End - w.Start }
		worse := 0
		for i := range s.Alternatives {
			list, pick := s.Alternatives[i].Windows, s.Chosen[i].Window
			for w := range list {
				later, dearer := time(&list[w]) > time(&list[pick])+1e-6, list[w].Cost > list[pick].Cost+1e-6
				if later == dearer || later != (objective == batch.LeastTime) {
					continue
				}
				s.Chosen[i].Window = w
				if v := conform.Answer(p, nil, a).Violations; !verifytest.Has(v,
					"another combination within the limit") {
					t.Errorf("%s: window %d instead of %d for job %d: got %v, want that another combination is better",
						objective, w, pick, i, v)
				}
				worse++
			}
			s.Chosen[i].Window = pick
		}
		if worse == 0 {
			t.Error("got no worse window to exchange, want some")
		}
	}
}

// oneNode returns a batch on a node that is free for 20.
func oneNode(jobs ...batch.Job) *batch.Problem {
	return &batch.Problem{Environment: window.Environment{Horizon: 20,
		Nodes: []window.Node{{ID: "n", Performance: 1, Price: 1}}}, Jobs: jobs}
}

// A batch of two cycles is checked to its end.
func TestCyclesAreChecked(t *testing.T) {
	for what, c := range map[string]struct {
		do   func(p *batch.Problem, s *batch.Solution)
		want string
	}{
		"nothing": {func(*batch.Problem, *batch.Solution) {}, ""},
		"alternatives of nobody": {func(_ *batch.Problem, s *batch.Solution) {
			s.Alternatives = append(s.Alternatives, s.Alternatives[0])
		}, "has 3 entries; the cycles have 2 jobs waiting in all"},
		"alternatives missing": {func(_ *batch.Problem, s *batch.Solution) { s.Alternatives = s.Alternatives[:1] },
			"is missing: job b waits in cycle 2"},
		"a choice too many": {func(_ *batch.Problem, s *batch.Solution) {
			s.Chosen = append(s.Chosen, s.Chosen[0])
		}, "has 3 entries; 2 jobs have windows to choose from"},
		"a choice for another": {func(_ *batch.Problem, s *batch.Solution) { s.Chosen[1].Job = "a" },
			"has nothing for cycle 2"},
		"an account too many": {func(_ *batch.Problem, s *batch.Solution) {
			s.Cycles = append(s.Cycles, s.Cycles[0])
		}, "has 3 entries for 2 cycles"},
		"an account missing": {func(_ *batch.Problem, s *batch.Solution) { s.Cycles = s.Cycles[:1] },
			"has no account of cycle 2"},
		"a limit that was not kept": {func(p *batch.Problem, _ *batch.Solution) {
			limit := 0.5
			p.Limit = &limit
		}, "is 4, must be 0.5"},
		"a window of two parts": {func(p *batch.Problem, _ *batch.Solution) {
			p.Jobs[0].Nodes = 2
		}, "job a needs 2 nodes"},
		"a node that is slow": {func(p *batch.Problem, _ *batch.Solution) {
			p.Jobs[0].MinPerformance = 1.5
		}, "below the 1.5"},
		"a node that is dear": {func(p *batch.Problem, _ *batch.Solution) {
			p.Jobs[0].MaxPrice = 0.5
		}, "above the greatest price 0.5"},
		"a window that ends off": {func(_ *batch.Problem, s *batch.Solution) {
			s.Alternatives[0].Windows[0].End++
		}, "is 5, must be 4"},
		"a front that goes back": {func(_ *batch.Problem, s *batch.Solution) {
			s.Cycles[0].Front = append(s.Cycles[0].Front, s.Cycles[0].Front[0])
		}, "is not the time and cost of a combination that no other beats"},
		"a front of more": {func(_ *batch.Problem, s *batch.Solution) {
			front := s.Cycles[0].Front
			s.Cycles[0].Front = append(front, batch.Point{Time: front[0].Time + 1, Cost: front[0].Cost - 1})
		}, "is not the time and cost of a combination that no other beats"},
		"a hull of nothing": {func(_ *batch.Problem, s *batch.Solution) {
			s.Cycles[0].Front, s.Cycles[0].Hull = nil, true
		}, "is true without a front"},
		"a hull instead of few": {func(_ *batch.Problem, s *batch.Solution) { s.Cycles[0].Hull = true },
			"is true although the whole front has no more than 1 points"},
		"an income that is easily proven": {func(_ *batch.Problem, s *batch.Solution) {
			s.Cycles[0].Income = &batch.KnownIncome{Windows: []int{0}, UpperBound: 9}
		}, "is given although the greatest income is easily found"},
		"no windows": {func(_ *batch.Problem, s *batch.Solution) {
			s.Chosen = nil
			for i := range s.Alternatives {
				s.Alternatives[i].Windows = nil
			}
		}, "could have a window"},
	} {
		p := oneNode(batch.Job{ID: "a", Nodes: 1, Volume: 4, MinPerformance: 1, MaxPrice: 1},
			batch.Job{ID: "b", Nodes: 1, Volume: 5, MinPerformance: 1, MaxPrice: 1, Cycle: 2})
		p.Cycles, p.Period = 2, 6
		a := solveBatch(t, p, "alp", map[string]any{"families": 1.0})
		if v := conform.Answer(p, nil, a).Violations; len(v) > 0 {
			t.Fatalf("right answer: got violations %v, want none", v)
		}
		c.do(p, a.Solution.(*batch.Solution))
		if v := conform.Answer(p, nil, a).Violations; !verifytest.Has(v, c.want) {
			t.Errorf("%s: got %v, want %q", what, v, c.want)
		}
	}
}

// An income may be stated only if the greatest income is the budget and there are
// windows to choose from.
func TestIncomesOfNothing(t *testing.T) {
	income := &batch.KnownIncome{Windows: []int{0}, UpperBound: 9}
	limit := 4.5
	for what, c := range map[string]struct {
		limit   *float64
		options map[string]any
		cycle   int
		want    string
	}{
		"of another quota": {nil, map[string]any{"families": 1.0, "budgetQuota": "mean"}, 0,
			"although the budget is not"},
		"of a limit":           {&limit, map[string]any{"families": 1.0}, 0, "although the budget is not"},
		"of a cycle of nobody": {&limit, map[string]any{"families": 1.0}, 1, "although nothing was chosen"},
	} {
		p := oneNode(batch.Job{ID: "a", Nodes: 1, Volume: 4, MinPerformance: 1, MaxPrice: 1},
			batch.Job{ID: "b", Nodes: 1, Volume: 5, MinPerformance: 1, MaxPrice: 1, Cycle: 2})
		p.Cycles, p.Period, p.Limit = 2, 6, c.limit
		a := solveBatch(t, p, "alp", c.options)
		if v := conform.Answer(p, nil, a).Violations; len(v) > 0 || !a.Feasible {
			t.Fatalf("%s: got violations %v, reason %v; want a valid choice", what, v, a.Reason)
		}
		a.Solution.(*batch.Solution).Cycles[c.cycle].Income = income
		if v := conform.Answer(p, nil, a).Violations; !verifytest.Has(v, c.want) {
			t.Errorf("%s: got violations %v, want %q", what, v, c.want)
		}
	}
}

// A batch in which no job has a window cannot be feasible.
func TestBatchOfNothing(t *testing.T) {
	p := oneNode()
	a := &scenario.Answer{Algorithm: "alp", Feasible: true, Solution: &batch.Solution{Cycles: []batch.Report{{}}}}
	if v := conform.Answer(p, nil, a).Violations; len(v) != 1 || v[0].Path != "feasible" {
		t.Errorf("got violations %v, want one at feasible", v)
	}
}

// The claim that no job can have a window is accepted if there is a limit, or if
// there may be more windows than an answer lists.
func TestBatchesThatAreNot(t *testing.T) {
	limit := 1.0
	for what, c := range map[string]struct {
		do func(p *batch.Problem, a *scenario.Answer)
		ok bool
	}{
		"there are windows": {func(*batch.Problem, *scenario.Answer) {}, false},
		"a limit":           {func(p *batch.Problem, _ *scenario.Answer) { p.Limit = &limit }, true},
		"a limit of another kind": {func(p *batch.Problem, a *scenario.Answer) {
			p.Limit, a.Options["objective"] = &limit, "cost"
		}, false},
		"a quota that may be too short": {func(_ *batch.Problem, a *scenario.Answer) {
			a.Options["timeQuota"] = "term"
		}, true},
		"too many windows": {func(p *batch.Problem, _ *scenario.Answer) { p.Jobs[0].Volume = 1e-5 }, true},
		"few families of too many": {func(p *batch.Problem, a *scenario.Answer) {
			p.Jobs[0].Volume, a.Options["families"] = 1e-5, 3.0
		}, false},
		"costs beyond all numbers": {func(p *batch.Problem, _ *scenario.Answer) {
			p.Nodes[0].Price, p.Jobs[0].MaxPrice = 1e308, 1e308
		}, true},
		"no window": {func(p *batch.Problem, _ *scenario.Answer) { p.Jobs[0].Volume = 21 }, true},
		"a late cycle": {func(p *batch.Problem, _ *scenario.Answer) {
			p.Cycles, p.Period, p.Jobs[0].Cycle = 2, 17, 2
		}, true},
		"a cycle in time": {func(p *batch.Problem, _ *scenario.Answer) {
			p.Cycles, p.Period, p.Jobs[0].Cycle = 2, 16, 2
		}, false},
	} {
		p := oneNode(batch.Job{ID: "a", Nodes: 1, Volume: 4, MinPerformance: 1, MaxPrice: 1})
		a := &scenario.Answer{Algorithm: "alp", Reason: reason.New("no"), Options: map[string]any{},
			Stats: map[string]float64{"windows": 1e6}}
		c.do(p, a)
		if v := conform.Answer(p, nil, a); v.OK != c.ok {
			t.Errorf("%s: got violations %v, want valid %t", what, v.Violations, c.ok)
		}
	}
}

// Two sums that differ in the thirteenth digit are not equal. A window that is
// more expensive by so little is no better choice because of a gain elsewhere.
func TestSumsAlmostAlikeAreNotTied(t *testing.T) {
	drawn, _ := scenario.Expand(scenario.NewGenerated("batch", "alp-amp-figure-5", 1))
	p := drawn.Batch.Problem
	for i := range p.Nodes {
		if p.Nodes[i].ID == "cpu2" {
			p.Nodes[i].Performance = 1.00000000001
		}
	}
	options := map[string]any{"budgetQuota": "mean", "duration": "literal", "measure": "slots", "objective": "time",
		"timeQuota": "job"}
	a := solveBatch(t, &p, "amp", options)
	if v := conform.Answer(&p, nil, a).Violations; !a.Feasible || len(v) > 0 {
		t.Errorf("got feasible %v, violations %v; want a valid choice", a.Feasible, v)
	}
}
