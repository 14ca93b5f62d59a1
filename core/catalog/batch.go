package catalog

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/batch"
	"gridbox/core/check"
	"gridbox/core/cycle"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// The paper that ALP and AMP come from.
const paperALP = "Toporkov, Toporkova, Bobchenkov, Yemelyanov, Tselishchev: Resource Selection Algorithms for Economic Scheduling in Distributed Systems (2011)"

// batchKind is the kind: which windows can each job of a batch have, and which
// combination of them is best? Problem finds the batch in a scenario.
func batchKind(problem func(*scenario.Scenario) *cycle.Problem) Kind {
	kind := Kind{
		ID: "batch", Name: "Batch",
		Question: "Which windows can each job of a batch have, and which combination of them is best?",
		Metrics: []Metric{
			{ID: "totalTime", Name: "Total time", Less: true, About: "time of the chosen windows of all jobs together"},
			{ID: "totalCost", Name: "Total cost", Less: true, About: "cost of the chosen windows of all jobs together"},
			{ID: "meanTime", Name: "Mean time", Less: true, About: "time of a job's chosen window, on average"},
			{ID: "meanCost", Name: "Mean cost", Less: true, About: "cost of a job's chosen window, on average"},
			{ID: "alternativesPerJob", Name: "Alternatives per job", About: "windows that a job is offered, on average"},
			{ID: "timeLimit", Name: "Time limit", Less: true, About: "the virtual organisation's time quota T*, or the limit that was set"},
			{ID: "budget", Name: "Budget", Less: true, About: "the virtual organisation's budget B*, or the limit that was set"},
		},
		Algorithms: batchAlgorithms(problem),
		Check: func(s *scenario.Scenario, a *scenario.Answer) []scenario.Violation {
			return check.Batch(problem(s), a)
		},
		Compare:   compareBatches,
		Decisions: batchDecisions,
	}
	for _, p := range cycle.Presets() {
		kind.Presets = append(kind.Presets, Preset{p.ID, p.Title, p.About})
	}
	return kind
}

// batchOptions are the switches of both searches; the first choice of each is
// the reading that is recommended.
func batchOptions() []Option {
	return []Option{
		{ID: "objective", Name: "Least", Default: "scenario", Choices: []string{"scenario", "time", "cost"},
			About: "what the combination is chosen for: as the scenario says, or time or cost; a limit of the other kind does not hold then"},
		{ID: "duration", Name: "Duration", Default: "corrected", Choices: []string{"corrected", "literal"},
			About: "how long a part lasts: volume / performance, or the formula as printed, by which faster nodes take longer"},
		{ID: "measure", Name: "Time of a window", Default: "window", Choices: []string{"window", "slots"},
			About: "the time of its longest part, or the time of all parts together"},
		{ID: "timeQuota", Name: "Time quota", Default: "job", Choices: []string{"job", "term", "exact"},
			About: "how T* rounds the mean time of a job's alternatives: down for each job, down for each alternative as printed, or not at all"},
		{ID: "budgetQuota", Name: "Budget quota", Default: "income", Choices: []string{"income", "mean"},
			About: "B* is the greatest cost within T*, or the sum of the mean costs of the jobs' alternatives"},
		{ID: "families", Name: "Families", Default: 0.0, Rule: ">=0,int",
			About: "greatest number of windows that a job is offered; 0 for as many as there are"},
	}
}

func batchAlgorithms(problem func(*scenario.Scenario) *cycle.Problem) []Algorithm {
	list := []Algorithm{
		{ID: "alp", Name: "ALP", Paper: paperALP, Default: true,
			About: "Takes the earliest window in which every slot keeps the job's greatest price."},
		{ID: "amp", Name: "AMP", Paper: paperALP, Default: true,
			About: "Takes the earliest window whose cheapest slots together keep the job's budget."},
	}
	for i := range list {
		list[i].Colour = i + 1
		list[i].Options = batchOptions()
		id := batch.Algorithm(list[i].ID)
		list[i].Solve = func(ctx context.Context, in Input) (Output, error) {
			return solveBatch(ctx, id, problem(in.Scenario), in)
		}
		list[i].Explain = func(ctx context.Context, in Input, about map[string]string) (Explanation, error) {
			return explainBatch(ctx, id, problem(in.Scenario), in, about)
		}
	}
	return list
}

func batchSettings(in Input) batch.Options {
	word := func(id string) string {
		w, _ := in.Options[id].(string)
		return w
	}
	o := batch.Options{Duration: batch.Duration(word("duration")), Measure: batch.Measure(word("measure")),
		TimeQuota: batch.TimeQuota(word("timeQuota")), BudgetQuota: batch.BudgetQuota(word("budgetQuota")),
		Log: in.Log, Progress: in.Progress}
	if w := word("objective"); w != "scenario" {
		o.Objective = w
	}
	if n, ok := in.Options["families"].(float64); ok {
		o.Families = int(n)
	}
	return o
}

func solveBatch(ctx context.Context, id batch.Algorithm, p *cycle.Problem, in Input) (Output, error) {
	o := batchSettings(in)
	r, err := batch.Solve(ctx, p, id, o)
	out := Output{Feasible: r.Feasible, Reason: r.Reason, Stats: map[string]float64{
		"searches":      float64(r.Stats.Searches),
		"slotsExamined": float64(r.Stats.SlotsExamined),
		"windows":       float64(r.Stats.Windows),
		"states":        float64(r.Stats.States),
		"postponed":     float64(r.Stats.Postponed),
	}}
	if !r.Feasible {
		return out, err
	}
	out.Solution = r.Solution
	m := r.Metrics
	out.Metrics = map[string]float64{"alternativesPerJob": m.AlternativesPerJob, "totalTime": m.TotalTime, "totalCost": m.TotalCost,
		"meanTime": m.MeanTime, "meanCost": m.MeanCost, "timeLimit": m.TimeLimit, "budget": m.Budget}
	if err == nil && p.Rounds() == 1 {
		out.Bound = &scenario.Bound{Metric: "totalTime", Value: r.Bound}
		if o.Objective == cycle.LeastCost || o.Objective == "" && p.Goal() == cycle.LeastCost {
			out.Bound.Metric = "totalCost"
		}
	}
	return out, err
}

// explainBatch answers about {"job": id, "family": n, "cycle": n} with
// batch.Why and the events of that search, family and cycle being 1 when they
// are not named; about nothing with the events of the whole run.
func explainBatch(ctx context.Context, id batch.Algorithm, p *cycle.Problem, in Input, about map[string]string) (Explanation, error) {
	log := in.Log
	if log == nil {
		log = &trace.Log{}
	}
	o := batchSettings(in)
	o.Log = log
	if about["job"] == "" {
		o.NoFront = true
		_, err := batch.Solve(ctx, p, id, o)
		return Explanation{Trace: log}, err
	}
	number, err := counted(about, "cycle")
	if err != nil {
		return Explanation{}, err
	}
	family, err := counted(about, "family")
	if err != nil {
		return Explanation{}, err
	}
	why, err := batch.Explain(ctx, p, id, o, about["job"], number, family)
	return Explanation{Trace: log, Detail: why}, err
}

// counted reads a number from 1; 1 when it is not named.
func counted(about map[string]string, name string) (int, error) {
	if about[name] == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(about[name])
	if err != nil || n < 1 {
		return 0, errors.New(name + " must be a number from 1, not " + strconv.Quote(about[name]))
	}
	return n, nil
}
