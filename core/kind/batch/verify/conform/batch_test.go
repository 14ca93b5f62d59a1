package conform_test

import (
	"context"
	"strings"
	"testing"

	"gridbox/core/doc"
	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/batch"
	solver "gridbox/core/kind/batch/solve"
	kernel "gridbox/core/kind/batch/verify"
	"gridbox/core/kind/batch/verify/conform"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"

	"pgregory.net/rapid"
)

// batchAnswer solves a batch and returns the result as an answer.
func batchAnswer(t interface{ Fatal(...any) }, p *batch.Problem, algorithm solver.Algorithm,
	o solver.Options) *scenario.Answer {
	r, err := solver.Solve(context.Background(), p, algorithm, o)
	if err != nil {
		t.Fatal(err)
	}
	a := &scenario.Answer{Algorithm: string(algorithm), Feasible: r.Feasible, Reason: r.Reason, Options: map[string]any{
		"duration": orDefault(o.Duration, "corrected"), "measure": orDefault(o.Measure, "window"),
		"timeQuota":   orDefault(o.TimeQuota, "job"),
		"budgetQuota": orDefault(o.BudgetQuota, "income"), "objective": orDefault(o.Objective, "scenario"),
		"families": float64(o.Families)}}
	if algorithm != solver.ALP && algorithm != solver.AMP {
		a.Options["search"] = orDefault(o.Search, "amp")
	}
	if algorithm == solver.AlgorithmPareto {
		a.Options["pick"] = orDefault(o.Pick, "balanced")
	}
	if algorithm == solver.AlgorithmLexicographic {
		a.Options["order"] = orDefault(o.Order, "jobs-cost-time")
	}
	if !r.Feasible {
		return a
	}
	// The solution is written to a document and read, so that tests may change it.
	s := &batch.Solution{}
	if faults := doc.Decode(doc.Canonical(r.Solution), s); faults != nil {
		t.Fatal(faults)
	}
	a.Solution = s
	m := r.Metrics
	a.Metrics = map[string]float64{"alternativesPerJob": m.AlternativesPerJob, "totalTime": m.TotalTime,
		"totalCost": m.TotalCost,
		"meanTime":  m.MeanTime, "meanCost": m.MeanCost, "timeLimit": m.TimeLimit, "budget": m.Budget}
	if r.Prices == nil {
		return a
	}
	name := "totalTime"
	if o.Objective == "cost" || o.Objective == "" && p.Goal() == "cost" {
		name = "totalCost"
	}
	verifytest.SetBound(a, name, r.Bound)
	a.Bound.Certificate = &scenario.Certificate{Argument: batch.ByPrices, Multipliers: r.Prices}
	return a
}

func orDefault[T ~string](w T, standard string) string {
	if w == "" {
		return standard
	}
	return string(w)
}

// For every problem and option the rule, run again, gives the solver's decision.
// Conforming answers are valid.
func TestBatchAnswersPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &batch.Problem{Environment: window.Environment{Horizon: float64(rapid.IntRange(5, 60).Draw(t, "horizon"))},
			Cycles: rapid.IntRange(1, 3).Draw(t, "cycles"), Period: float64(rapid.IntRange(0, 20).Draw(t, "period")),
			Objective: rapid.SampledFrom([]string{"", "time", "cost"}).Draw(t, "goal")}
		if rapid.Bool().Draw(t, "limited") {
			limit := float64(rapid.IntRange(0, 200).Draw(t, "limit"))
			p.Limit = &limit
		}
		if rapid.Bool().Draw(t, "seeing") {
			sight := float64(rapid.IntRange(1, 60).Draw(t, "sight"))
			p.Sight = &sight
		}
		for i := range rapid.IntRange(0, 7).Draw(t, "nodes") {
			p.Nodes = append(p.Nodes, window.Node{ID: string(rune('a' + i)),
				Performance: rapid.SampledFrom([]float64{1, 1.3, 2, 3}).Draw(t, "performance"),
				Price:       float64(rapid.IntRange(0, 6).Draw(t, "price"))})
		}
		for range rapid.IntRange(0, min(10, 10*len(p.Nodes))).Draw(t, "busy") {
			from := rapid.IntRange(0, int(p.Horizon)-1).Draw(t, "from")
			p.Busy = append(p.Busy, window.Slot{Node: rapid.SampledFrom(p.Nodes).Draw(t, "node").ID,
				Start: float64(from),
				End:   float64(rapid.IntRange(from+1, int(p.Horizon)).Draw(t, "to"))})
		}
		for i := range rapid.IntRange(0, 5).Draw(t, "jobs") {
			p.Jobs = append(p.Jobs, batch.Job{ID: string(rune('1' + i)), Nodes: rapid.IntRange(1, 4).Draw(t, "n"),
				Volume:         rapid.Float64Range(0.5, 20).Draw(t, "volume"),
				MinPerformance: rapid.SampledFrom([]float64{1, 1.3, 2}).Draw(t, "least"),
				MaxPrice:       float64(rapid.IntRange(0, 6).Draw(t, "maxPrice")),
				Priority:       float64(rapid.IntRange(0, 1).Draw(t, "priority")),
				Cycle:          rapid.IntRange(1, p.Cycles).Draw(t, "arrives")})
		}
		if faults := p.Validate(); faults != nil {
			t.Fatal(faults)
		}
		o := solver.Options{Options: batch.Options{
			Objective:   rapid.SampledFrom([]string{"", "time", "cost"}).Draw(t, "objective"),
			Duration:    rapid.SampledFrom([]batch.Duration{"", batch.Literal}).Draw(t, "duration"),
			Measure:     rapid.SampledFrom([]batch.Measure{"", batch.Sum}).Draw(t, "measure"),
			TimeQuota:   rapid.SampledFrom([]batch.TimeQuota{"", batch.PerTerm, batch.Exact}).Draw(t, "timeQuota"),
			BudgetQuota: rapid.SampledFrom([]batch.BudgetQuota{"", batch.Mean}).Draw(t, "budgetQuota"),
			Families:    rapid.IntRange(0, 3).Draw(t, "families"),
			Search:      rapid.SampledFrom([]string{"", batch.SearchALP}).Draw(t, "search"),
			Order: rapid.SampledFrom([]batch.Order{"", batch.JobsTimeCost, batch.CostTime,
				batch.TimeCost}).Draw(t, "order"),
			Pick: rapid.SampledFrom([]batch.Pick{"", batch.PickTime, batch.PickCost}).Draw(t, "pick"),
		}}
		for _, algorithm := range []solver.Algorithm{solver.ALP, solver.AMP, solver.AlgorithmRoundRobin,
			solver.AlgorithmMaxMin, solver.AlgorithmPareto, solver.AlgorithmLexicographic} {
			a := batchAnswer(t, p, algorithm, o)
			if found := conform.Answer(p, nil, a).Violations; len(found) > 0 {
				t.Fatalf("%s: got violations %v, want none", algorithm, found)
			}
			if found := kernel.Answer(p, nil, a).Violations; len(found) > 0 {
				t.Fatalf("%s, without its rule: got violations %v, want none", algorithm, found)
			}
		}
	})
}

func TestBatchPresetsPass(t *testing.T) {
	for _, preset := range batch.Presets() {
		p, _ := batch.Generate(batch.Spec{Preset: preset.ID}, 7)
		for _, algorithm := range []solver.Algorithm{solver.ALP, solver.AMP} {
			for _, objective := range []string{"time", "cost"} {
				a := batchAnswer(t, &p, algorithm, solver.Options{Options: batch.Options{Objective: objective}})
				if found := conform.Answer(&p, nil, a).Violations; len(found) > 0 {
					t.Errorf("%s, %s, %s: got violations %v, want none", preset.ID, algorithm, objective, found)
				}
			}
		}
	}
}

// Each change to a right answer is found, with its path.
func TestBatchFindsWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		path  string
		wrong func(a *scenario.Answer, s *batch.Solution)
	}{
		"a window moved": {"windows[0]",
			func(_ *scenario.Answer, s *batch.Solution) { shift(&s.Alternatives[0].Windows[0], 5) }},
		"a window later": {"could have a window",
			func(_ *scenario.Answer, s *batch.Solution) { shift(&s.Alternatives[1].Windows[1], 5) }},
		"a part too short": {"slots[0].end",
			func(_ *scenario.Answer, s *batch.Solution) { s.Alternatives[1].Windows[0].Slots[0].End-- }},
		"a part too cheap": {"slots[1].cost",
			func(_ *scenario.Answer, s *batch.Solution) { s.Alternatives[1].Windows[0].Slots[1].Cost /= 2 }},
		"an unknown node": {"slots[0].node",
			func(_ *scenario.Answer, s *batch.Solution) { s.Alternatives[0].Windows[0].Slots[0].Node = "cpu9" }},
		"a node twice": {"slots[1].node", func(_ *scenario.Answer, s *batch.Solution) {
			s.Alternatives[0].Windows[0].Slots[1].Node = "cpu1"
			s.Alternatives[0].Windows[0].Slots[0].Node = "cpu1"
		}},
		"a node missing": {"needs 3 nodes",
			func(_ *scenario.Answer, s *batch.Solution) { w := &s.Alternatives[1].Windows[0]; w.Slots = w.Slots[1:] }},
		"a window too dear": {"above the budget",
			func(_ *scenario.Answer, s *batch.Solution) { makeTooExpensive(&s.Alternatives[2].Windows[0]) }},
		"a window left out": {"could have a window",
			func(_ *scenario.Answer, s *batch.Solution) { w := &s.Alternatives[2].Windows; *w = (*w)[:1] }},
		"a window of another": {"or another window has it",
			func(_ *scenario.Answer, s *batch.Solution) { w := s.Alternatives[0].Windows; w[1] = w[0] }},
		"jobs out of order": {"alternatives[0].job",
			func(_ *scenario.Answer, s *batch.Solution) { a := s.Alternatives; a[0], a[1] = a[1], a[0] }},
		"a worse combination": {"another combination",
			func(_ *scenario.Answer, s *batch.Solution) { s.Chosen[0].Window = 0 }},
		"a choice that is none": {"chosen[0].window",
			func(_ *scenario.Answer, s *batch.Solution) { s.Chosen[0].Window = 7 }},
		"a choice left out": {"solution.chosen",
			func(_ *scenario.Answer, s *batch.Solution) { s.Chosen = s.Chosen[:2] }},
		"nothing chosen": {"although a combination keeps the limit",
			func(_ *scenario.Answer, s *batch.Solution) { s.Chosen = nil }},
		"nothing chosen, and another limit": {"timeLimit is 99, must be ", func(_ *scenario.Answer, s *batch.Solution) {
			s.Chosen, s.Cycles[0].TimeLimit = nil, 99
		}},
		"another limit": {"timeLimit",
			func(_ *scenario.Answer, s *batch.Solution) { s.Cycles[0].TimeLimit++ }},
		"another budget": {"budget", func(_ *scenario.Answer, s *batch.Solution) { s.Cycles[0].Budget++ }},
		"a front with less": {"front",
			func(_ *scenario.Answer, s *batch.Solution) { s.Cycles[0].Front[0].Cost++ }},
		"a front with more": {"front",
			func(_ *scenario.Answer, s *batch.Solution) { s.Cycles[0].Front[0].Cost-- }},
		"a job that need not wait": {"postponed",
			func(_ *scenario.Answer, s *batch.Solution) { s.Postponed = []string{"1"} }},
		"a metric": {"metrics.meanCost",
			func(a *scenario.Answer, _ *batch.Solution) { a.Metrics["meanCost"]++ }},
		"a metric missing": {"metrics.budget",
			func(a *scenario.Answer, _ *batch.Solution) { delete(a.Metrics, "budget") }},
		"a bound":     {"bound.value", func(a *scenario.Answer, _ *batch.Solution) { a.Bound.Value *= 2 }},
		"a gap":       {"bound.gap is 7, must be ", func(a *scenario.Answer, _ *batch.Solution) { a.Bound.Gap = 7 }},
		"no solution": {"solution", func(a *scenario.Answer, _ *batch.Solution) { a.Solution = nil }},
		"infeasible": {"feasible", func(a *scenario.Answer, _ *batch.Solution) {
			a.Feasible, a.Solution,
				a.Reason = false, nil, reason.New("no")
		}},
	} {
		p, _ := batch.Generate(batch.Spec{Preset: "alp-amp-figure-5"}, 0)
		p.Objective = "cost"
		a := batchAnswer(t, &p, solver.AMP, solver.Options{})
		if found := conform.Answer(&p, nil, a).Violations; len(found) > 0 {
			t.Fatalf("right answer: got violations %v, want none", found)
		}
		// The best combination takes the second window of job 1.
		c.wrong(a, a.Solution.(*batch.Solution))
		text := ""
		for _, v := range conform.Answer(&p, nil, a).Violations {
			text += v.Path + " " + v.Reason + "\n"
		}
		if !strings.Contains(text, c.path) {
			t.Errorf("%s: got violations %q, want %s", name, text, c.path)
		}
	}
}

func shift(w *window.Window, by float64) {
	w.Start += by
	w.End += by
	for i := range w.Slots {
		w.Slots[i].Start += by
		w.Slots[i].End += by
	}
}

// makeTooExpensive puts the second part of job 3's window on cpu6, which costs 12.
func makeTooExpensive(w *window.Window) {
	last := &w.Slots[len(w.Slots)-1]
	w.Cost += 12*50 - last.Cost
	last.Node, last.Cost = "cpu6", 12*50
}
