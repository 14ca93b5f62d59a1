package conform_test

import (
	"cmp"
	"context"
	"strings"
	"testing"

	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
	"gridbox/core/kind/farm/verify/conform"
	"gridbox/core/scenario"

	"pgregory.net/rapid"
)

// farmAnswer solves a farm and puts the result into an answer.
func farmAnswer(t rapid.TB, p *farm.Problem, a solver.Algorithm, o solver.Options) *scenario.Answer {
	t.Helper()
	r, err := solver.Solve(context.Background(), p, a, o)
	if err != nil {
		t.Fatal(err)
	}
	out := &scenario.Answer{Algorithm: string(a), Feasible: r.Feasible, Reason: r.Reason, Options: map[string]any{}}
	switch a {
	case solver.AlgorithmTwoStage:
		out.Options["mode"], out.Options["order"] = string(cmp.Or(o.Mode, farm.Earliest)),
			string(cmp.Or(o.Order, farm.ByMode))
		out.Options["tries"] = float64(o.Tries)
	case solver.AlgorithmConservative:
		out.Options["compression"] = string(cmp.Or(o.Compression, farm.Keep))
	case solver.AlgorithmSJBF:
		out.Options["queue"] = string(cmp.Or(o.Queue, farm.DefaultQueue))
		out.Options["others"] = string(cmp.Or(o.BackfillOrder, farm.DefaultOthers))
		out.Options["reservations"] = float64(max(1, o.Reservations))
	case solver.AlgorithmLookahead:
		out.Options["score"] = string(cmp.Or(o.Score, farm.ScoreArea))
	case solver.AlgorithmEASYPlusPlus:
		out.Options["predict"] = string(cmp.Or(o.Predict, farm.PredictPass))
	case solver.AlgorithmRelaxed:
		out.Options["relax"] = farm.RelaxOf(o.Relax)
	case solver.AlgorithmMultifactor:
		m := o.Multifactor()
		out.Options = map[string]any{"weightAge": m.Age, "weightFairshare": m.Fairshare, "weightSize": m.Size,
			"weightPriority": m.Priority, "halfLife": m.HalfLife, "maxAge": m.MaxAge, "dampening": m.Dampening,
			"fairshare": string(cmp.Or(o.Fairshare, farm.FairTree)), "favor": string(cmp.Or(o.Favor, farm.FavorLarge)),
			"backfill": string(cmp.Or(o.Backfill, farm.BackfillEASY))}
	case solver.AlgorithmGang:
		out.Options["slice"] = cmp.Or(o.Slice, farm.UsualSlice)
		out.Options["share"] = float64(cmp.Or(o.Share, farm.UsualShare))
	case solver.AlgorithmGreedy:
		out.Options["orders"], out.Options["delay"] = string(cmp.Or(o.Orders, farm.TwoOrders)), o.Delay
	}
	if r.Feasible {
		out.Solution = r.Solution
		out.Metrics = map[string]float64{"makespan": r.Metrics.Makespan, "meanWait": r.Metrics.MeanWait,
			"utilization": r.Metrics.Utilization, "maxLateness": r.Metrics.MaxLateness, "cost": r.Metrics.Cost}
		if o.NoBound {
			return out
		}
		is, b := out.Metrics[r.Proof.Metric], r.Proof
		if b.Value > is {
			t.Fatalf("%s: got bound %v, want at most %s %v", a, b.Value, b.Metric, is)
		}
		out.Bound = &scenario.Bound{Metric: b.Metric, Value: b.Value,
			Certificate: &scenario.Certificate{Argument: b.By, Count: float64(b.Size), Group: b.Group}}
		out.Bound.Gap, _ = out.Relative()
	}
	return out
}

func draw[T any](t *rapid.T, name string, from ...T) *T {
	x := rapid.SampledFrom(from).Draw(t, name)
	return &x
}

// randomFarm draws a small farm with all features.
func randomFarm(t *rapid.T) *farm.Problem {
	spec := farm.Spec{Preset: "farm-mixed",
		Machines: draw(t, "machines", 1, 2, 3, 6), SlotsMax: draw(t, "slots", 1, 2, 4),
		Types: draw(t, "types", 1, 1, 1), Jobs: draw(t, "jobs", 1, 5, 20, 40),
		SpeedSpread: draw(t, "speeds", 0, 0, 0.5), Interval: draw(t, "interval", 0.0, 100, 2000),
		Overestimate: draw(t, "estimates", 1.0, 1, 3),
		WideShare:    draw(t, "wide", 0, 0.3, 0.6), ParallelShare: draw(t, "parallel", 0, 0.2, 0.5),
		DependentShare: draw(t, "dependent", 0, 0.3),
		DataMax:        draw(t, "data", 0.0, 1e5), PreemptibleShare: draw(t, "preemptible", 0, 0.5, 1),
		Licenses: draw(t, "licenses", 0, 4), LicensedShare: draw(t, "licensed", 0, 0.5),
		Cycle: draw(t, "cycle", 0.0, 45, 3000)}
	if rapid.Bool().Draw(t, "linked") {
		all := float64(*spec.Machines - 1)
		spec.Degree = &all
	}
	p, faults := farm.Generate(spec, rapid.Uint64Range(0, 1000).Draw(t, "seed"))
	if faults != nil {
		t.Fatal(faults)
	}
	markRunning(t, &p)
	if p.Policy == nil {
		p.Policy = &farm.Policy{}
	}
	p.Policy.Reservation, p.Policy.Backfill = draw(t, "reservation", true, true, false),
		draw(t, "backfill", true, true, false)
	p.Policy.Preemption, p.Policy.Partitioning = draw(t, "preemption", true, true, false),
		draw(t, "partitioning", true, true, true, false)
	p.Policy.PriorityRatio, p.Policy.SpentRatio = draw(t, "ratio", 1, 1.5), draw(t, "spent", 0, 0.25)
	p.Policy.Dynamic = &farm.Dynamic{Finish: draw(t, "finish", 0.0, 1), Load: draw(t, "load", 0, 0.1),
		Demand: draw(t, "demand", 0, 0.01)}
	if rapid.IntRange(0, 3).Draw(t, "short") == 0 { // estimates that are too low
		for j := range p.Jobs {
			if e := p.Jobs[j].Duration / 3; j%2 == 0 {
				p.Jobs[j].Estimate = &e
			}
		}
	}
	if rapid.Bool().Draw(t, "users") {
		for j := range p.Jobs {
			p.Jobs[j].User = []string{"", "a", "b", "b"}[j%4]
		}
		if half := 0.5; rapid.Bool().Draw(t, "shared") {
			p.Shares = []farm.Share{{ID: "x"}, {ID: "b", User: true, Account: "x", Shares: &half, Usage: 1e4},
				{ID: "a", User: true, Usage: 3e3}, {ID: "y", Account: "x", Parent: true}}
		}
	}
	if faults := p.Validate(); faults != nil {
		t.Fatal(faults)
	}
	return &p
}

// markRunning marks some of the first jobs as running, one per machine.
func markRunning(t *rapid.T, p *farm.Problem) {
	for i := range min(rapid.IntRange(0, 3).Draw(t, "running"), len(p.Jobs), len(p.Machines)) {
		j, m := &p.Jobs[i], &p.Machines[i]
		if j.Slots <= m.Slots && j.Memory <= m.Memory && (j.Type == "" || j.Type == m.Type) && len(j.After) == 0 &&
			len(j.Licenses) == 0 {
			j.Submitted = -10
			j.Running = &farm.Running{Machine: m.ID, Since: -float64(i)}
		}
	}
}

// Every algorithm's answer to every farm passes the checker and is reproduced
// by a second run.
func TestFarmAnswersAreRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomFarm(t)
		for _, r := range farmRuns(rapid.SampledFrom([]int{0, 0, 12}).Draw(t, "tries"),
			*draw(t, "order", farm.ByMode, farm.Static, farm.Tables)) {
			answer := farmAnswer(t, p, r.algorithm, r.options)
			if v := conform.Answer(p, nil, answer); len(v.Violations) > 0 {
				t.Fatalf("%s %v: got violations %v, want none", r.algorithm, answer.Options, v.Violations)
			}
			if again := farmAnswer(t, p, r.algorithm, r.options); answer.ContentDigest() != again.ContentDigest() {
				t.Fatalf("%s %v: the answer of a second run differs", r.algorithm, answer.Options)
			}
		}
	})
}

// A farmRun is an algorithm with options.
type farmRun struct {
	algorithm solver.Algorithm
	options   solver.Options
}

// farmRuns are the algorithms with all their options.
func farmRuns(tries int, order farm.Order) []farmRun {
	return []farmRun{
		{solver.AlgorithmTwoStage, solver.Options{Options: farm.Options{Order: order, Tries: tries}}},
		{solver.AlgorithmTwoStage, solver.Options{Options: farm.Options{Mode: farm.Published, Order: order,
			Tries: tries}}},
		{solver.AlgorithmFCFS, solver.Options{}}, {solver.AlgorithmEASY, solver.Options{}},
		{solver.AlgorithmConservative, solver.Options{}},
		{solver.AlgorithmConservative, solver.Options{Options: farm.Options{Compression: farm.Replan}}},
		{solver.AlgorithmSJBF, solver.Options{}},
		{solver.AlgorithmSJBF, solver.Options{Options: farm.Options{BackfillOrder: "saf", Reservations: 3}}},
		{solver.AlgorithmSJBF, solver.Options{Options: farm.Options{Queue: "wfp3", BackfillOrder: "fcfs"}}},
		{solver.AlgorithmSJBF, solver.Options{Options: farm.Options{Queue: "f1", BackfillOrder: "lxf",
			Reservations: 5}}},
		{solver.AlgorithmSJBF, solver.Options{Options: farm.Options{Queue: farm.Narrowest, BackfillOrder: farm.LastCome,
			Reservations: 100_000}}},
		{solver.AlgorithmLookahead, solver.Options{}},
		{solver.AlgorithmLookahead, solver.Options{Options: farm.Options{Score: farm.ScoreSlots}}},
		{solver.AlgorithmGreedy, solver.Options{}},
		{solver.AlgorithmGreedy, solver.Options{Options: farm.Options{Orders: farm.FiveOrders, Delay: 1}}},
		{solver.AlgorithmRelaxed, solver.Options{}},
		{solver.AlgorithmRelaxed, solver.Options{Options: farm.Options{Relax: 1}}},
		{solver.AlgorithmEASYPlusPlus, solver.Options{}},
		{solver.AlgorithmEASYPlusPlus, solver.Options{Options: farm.Options{Predict: farm.PredictOnce}}},
		{solver.AlgorithmEASYPlusPlus, solver.Options{Options: farm.Options{Predict: farm.PredictShare}}},
		{solver.AlgorithmMultifactor, solver.Options{}},
		{solver.AlgorithmMultifactor, solver.Options{Options: farm.Options{WeightFairshare: 1, HalfLife: 50,
			Backfill: farm.BackfillNone}}},
		{solver.AlgorithmMultifactor, solver.Options{Options: farm.Options{WeightFairshare: 100, WeightSize: 1,
			WeightPriority: 2, HalfLife: 1000, Fairshare: farm.Classic, Dampening: 3, Favor: farm.FavorSmall}}},
		{solver.AlgorithmMultifactor, solver.Options{Options: farm.Options{WeightFairshare: 1, WeightAge: 1,
			HalfLife: 300, MaxAge: 500, Backfill: farm.BackfillConservative}}},
		{solver.AlgorithmGang, solver.Options{}},
		{solver.AlgorithmGang, solver.Options{Options: farm.Options{Slice: 7, Share: 2}}},
		{solver.AlgorithmGang, solver.Options{Options: farm.Options{Slice: 500, Share: 1000}}}}
}

// The checker finds every error.
func TestFarmMistakesAreFound(t *testing.T) {
	p, faults := farm.Generate(farm.Spec{Preset: "markov-2004"}, 0)
	if faults != nil {
		t.Fatal(faults)
	}
	row := func(s *farm.Solution, job string) *farm.Reservation {
		for i := range s.Reservations {
			if s.Reservations[i].Job == job {
				return &s.Reservations[i]
			}
		}
		t.Fatalf("there is no reservation of job %s", job)
		return nil
	}
	for _, c := range []struct {
		want string
		do   func(p *farm.Problem, a *scenario.Answer, s *farm.Solution)
	}{
		{"slots; at", func(_ *farm.Problem, _ *scenario.Answer, s *farm.Solution) { row(s, "6").Machine = "q1" }},
		{"MB; at", func(p *farm.Problem, _ *scenario.Answer, _ *farm.Solution) { p.Machines[4].Memory = 60 }},
		{"of licence", func(p *farm.Problem, _ *scenario.Answer, _ *farm.Solution) {
			p.Jobs[9].Licenses = map[string]int{"x": 1}
		}},
		{"of licence", func(p *farm.Problem, _ *scenario.Answer, _ *farm.Solution) {
			p.Machines[4].Licenses, p.Jobs[9].Licenses, p.Jobs[1].Licenses = map[string]int{"x": 1},
				map[string]int{"x": 1}, map[string]int{"x": 1}
		}},
		{"is of type", func(p *farm.Problem, _ *scenario.Answer, _ *farm.Solution) { p.Jobs[9].Type = "sparc" }},
		{"must be 10800", func(_ *farm.Problem, _ *scenario.Answer, s *farm.Solution) { row(s, "10").Finish = 9000 }},
		{"before job 8 can start", func(p *farm.Problem, _ *scenario.Answer,
			_ *farm.Solution) {
			p.Jobs[7].Submitted = 16321
		}},
		{"waits for of job 8", func(p *farm.Problem, _ *scenario.Answer, _ *farm.Solution) {
			p.Jobs[14].After = []farm.After{{Job: "8", Delay: 1}}
		}},
		{"waits for of job 18", func(p *farm.Problem, _ *scenario.Answer, _ *farm.Solution) {
			p.Jobs[14].After = []farm.After{{Job: "18", Data: 1}}
		}},
		{"runs already", func(_ *farm.Problem, _ *scenario.Answer, s *farm.Solution) {
			row(s, "3").Machine, row(s, "5").Machine = "q2", "q1"
		}},
		{"start together", func(_ *farm.Problem, _ *scenario.Answer, s *farm.Solution) { s.Reservations[20].Start-- }},
		{"is not a machine", func(_ *farm.Problem, _ *scenario.Answer,
			s *farm.Solution) {
			row(s, "9").Machine = "q9"
		}},
		{"lack job", func(_ *farm.Problem, _ *scenario.Answer,
			s *farm.Solution) {
			s.Reservations = s.Reservations[1:]
		}},
		{"another part", func(_ *farm.Problem, _ *scenario.Answer,
			s *farm.Solution) {
			s.Reservations[19].Machine = "q5"
		}},
		{"may have up to 4", func(p *farm.Problem, _ *scenario.Answer, _ *farm.Solution) { p.Jobs[18].Partition = 4 }},
		{"nothing preempted it", func(_ *farm.Problem, _ *scenario.Answer, s *farm.Solution) {
			extra := *row(s, "6")
			extra.Finish = extra.Start + 10
			extra.Start -= 500
			extra.Finish -= 500
			s.Reservations = append(s.Reservations[:5], append([]farm.Reservation{extra}, s.Reservations[5:]...)...)
		}},
		{"may not be preempted", func(_ *farm.Problem, _ *scenario.Answer, s *farm.Solution) {
			extra := *row(s, "6")
			extra.Start, extra.Finish, extra.Preempted = 8000, 8100, &farm.Preemption{By: "10", Ratio: 1}
			s.Reservations = append(s.Reservations[:5], append([]farm.Reservation{extra}, s.Reservations[5:]...)...)
		}},
		{"must be 21720", func(_ *farm.Problem, a *scenario.Answer, _ *farm.Solution) { a.Metrics["makespan"] = 1 }},
		{"is not a metric", func(_ *farm.Problem, a *scenario.Answer, _ *farm.Solution) { a.Metrics["x"] = 1 }},
		{"above the makespan", func(_ *farm.Problem, a *scenario.Answer, _ *farm.Solution) {
			a.Bound = &scenario.Bound{Metric: "makespan", Value: 30000}
		}},
		{"says infeasible", func(_ *farm.Problem, a *scenario.Answer, _ *farm.Solution) { a.Feasible = false }},
		{"is missing", func(_ *farm.Problem, a *scenario.Answer, _ *farm.Solution) { a.Solution = nil }},
	} {
		mine, _ := farm.Generate(farm.Spec{Preset: "markov-2004"}, 0)
		a := farmAnswer(t, &p, solver.AlgorithmTwoStage, solver.Options{Options: farm.Options{Mode: farm.Published}})
		c.do(&mine, a, a.Solution.(*farm.Solution))
		found := false
		for _, v := range conform.Answer(&mine, nil, a).Violations {
			found = found || strings.Contains(v.Reason, c.want)
		}
		if !found {
			t.Errorf("got violations %v, want %q", conform.Answer(&mine, nil, a).Violations, c.want)
		}
	}
}
