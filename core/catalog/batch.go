package catalog

import (
	"gridbox/core/problem/batch"
)

// The paper that ALP and AMP come from.
const paperALP = "Toporkov, Toporkova, Bobchenkov, Yemelyanov, Tselishchev: Resource Selection Algorithms for Economic Scheduling in Distributed Systems (2011)"

// batch is the kind: which windows can each job of a batch have, and which
// combination of them is best?
func batchKind() Kind {
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
		Algorithms: batchAlgorithms(),
		Compare:    compareBatches,
		Decisions:  batchDecisions,
	}
	for _, p := range batch.Presets() {
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

func batchAlgorithms() []Algorithm {
	list := []Algorithm{
		{ID: "alp", Name: "ALP", Paper: paperALP, Default: true,
			About: "Takes the earliest window in which every slot keeps the job's greatest price."},
		{ID: "amp", Name: "AMP", Paper: paperALP, Default: true,
			About: "Takes the earliest window whose cheapest slots together keep the job's budget."},
	}
	for i := range list {
		list[i].Colour = i + 1
		list[i].Options = batchOptions()
	}
	return list
}
