package catalog

import (
	"gridbox/core/kind/batch"
)

// The paper that ALP and AMP come from.
const paperALP = "Toporkov, Toporkova, Bobchenkov, Yemelyanov, Tselishchev: Resource Selection Algorithms for " +
	"Economic Scheduling in Distributed Systems (2011)"

// batch is the kind: which windows can each job of a batch have, and which
// combination of them is best?
func batchKind() Kind {
	kind := Kind{
		ID: "batch", Name: "Batch",
		Question:   "Which windows can each job of a batch have, and which combination of them is best?",
		Metrics:    metricsOf(batch.Metrics{}),
		Algorithms: batchAlgorithms(),
		Compare:    compareBatches,
		Decisions:  batchDecisions,
	}
	for _, p := range batch.Presets() {
		kind.Presets = append(kind.Presets, Preset{p.ID, p.Title, p.About})
	}
	return kind
}

func batchAlgorithms() []Algorithm {
	return withOptions(batch.Options{}, []Algorithm{
		{ID: "alp", Name: "ALP", Paper: paperALP, Default: true,
			About: "Takes the earliest window in which every slot keeps the job's greatest price."},
		{ID: "amp", Name: "AMP", Paper: paperALP, Default: true,
			About: "Takes the earliest window whose cheapest slots together keep the job's budget."},
		{ID: "own", Name: "Own",
			About: "Finds windows or chooses among them by a policy that somebody wrote."},
	})
}
