package catalog

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/check"
	"gridbox/core/grid"
	"gridbox/core/place"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// The papers that the algorithms of placement come from.
const (
	paperRBHS = "Abdoli, Entezari-Maleki, Movaghar: A Rank-based Hybrid Algorithm for Scheduling Data- and Computation-intensive Jobs in Grid Environments (2013)"
	paperSCP  = "Venugopal, Buyya: An SCP-based Heuristic Approach for Scheduling Distributed Data-intensive Applications on Global Grids (2008)"
)

// placement is the kind: on which cluster does each job run, and from where do
// its data come?
func placement() Kind {
	kind := Kind{
		ID: "placement", Name: "Placement",
		Question: "On which cluster does each job run, and from where do its data come?",
		Metrics: []Metric{
			{ID: "makespan", Name: "Makespan", Unit: "s", Less: true, About: "when the last job finishes"},
			{ID: "meanTransferTime", Name: "Mean transfer", Unit: "s", Less: true, About: "time that a job spends on collecting its data, on average"},
			{ID: "totalTransferTime", Name: "Total transfer", Unit: "s", Less: true, About: "time that all jobs spend on collecting their data"},
			{ID: "meanCompletionTime", Name: "Mean completion", Unit: "s", Less: true, About: "when a job finishes, on average"},
		},
		Algorithms: placementAlgorithms(),
		Check: func(s *scenario.Scenario, a *scenario.Answer) []scenario.Violation {
			return check.Placement(&s.Placement.Problem, a)
		},
		Compare:   comparePlacements,
		Decisions: placementDecisions,
	}
	for _, p := range grid.Presets() {
		kind.Presets = append(kind.Presets, Preset{p.ID, p.Title, p.About})
	}
	return kind
}

func placementAlgorithms() []Algorithm {
	queueAware := Option{ID: "queueAware", Name: "Queue-aware", Default: false,
		About: "whether the time at which a cluster has finished its earlier jobs counts"}
	weights := Option{ID: "weights", Name: "Weights", Default: "printed", Choices: []string{"printed", "swapped", "sum"},
		About: "printed: (1-Z) RS + Z CRA as in the paper; swapped: Z RS + (1-Z) CRA; sum: RS + CRA"}
	cover := Option{ID: "cover", Name: "Cover", Default: "first", Choices: []string{"first", "best"},
		About: "which minimum set of data hosts: the first found, or the one under which the job ends earliest"}
	list := []Algorithm{
		{ID: "rbhs", Name: "RBHS", Paper: paperRBHS, Default: true, Options: []Option{weights, queueAware},
			About: "Ranks clusters by transfer time and run time, weighted by how data-intensive the job is."},
		{ID: "scp-tree", Name: "SCP Tree Search", Paper: paperSCP, Default: true, Options: []Option{cover, queueAware},
			About: "Finds the fewest data hosts that hold a job's data, then the cluster that ends the job earliest with them."},
		{ID: "min-completion", Name: "Min completion", Default: true,
			About: "Places each job where it ends earliest, earlier jobs counted."},
		{ID: "nearest-data", Name: "Nearest data", Default: true,
			About: "Places each job where its data arrive soonest."},
		{ID: "fastest", Name: "Fastest cluster",
			About: "Places each job on the most powerful cluster that can reach its data."},
		{ID: "random", Name: "Random",
			About: "Places each job on any cluster that can reach its data, all equally likely."},
	}
	for i := range list {
		list[i].Colour = i + 1
		id := place.Algorithm(list[i].ID)
		list[i].Solve = func(ctx context.Context, in Input) (Output, error) { return solvePlacement(ctx, id, in) }
		list[i].Explain = func(ctx context.Context, in Input, about map[string]string) (Explanation, error) {
			return explainPlacement(ctx, id, in, about)
		}
	}
	return list
}

func placementOptions(in Input) place.Options {
	o := place.Options{Seed: in.Scenario.Seed, Log: in.Log, Progress: in.Progress}
	if w, ok := in.Options["weights"].(string); ok {
		o.Weights = place.Weights(w)
	}
	if c, ok := in.Options["cover"].(string); ok {
		o.Cover = place.Cover(c)
	}
	o.QueueAware, _ = in.Options["queueAware"].(bool)
	return o
}

func solvePlacement(ctx context.Context, id place.Algorithm, in Input) (Output, error) {
	r, err := place.Solve(ctx, &in.Scenario.Placement.Problem, id, placementOptions(in))
	out := Output{Feasible: r.Feasible, Reason: r.Reason, Stats: map[string]float64{
		"searches":       float64(r.Stats.Searches),
		"clustersRanked": float64(r.Stats.ClustersRanked),
	}}
	if id == place.AlgorithmSCPTree {
		out.Stats["coversExamined"] = float64(r.Stats.CoversExamined)
		out.Stats["treeNodes"] = float64(r.Stats.TreeNodes)
	}
	if !r.Feasible {
		return out, err
	}
	out.Solution = r.Solution
	out.Metrics = map[string]float64{
		"makespan":           r.Metrics.Makespan,
		"meanTransferTime":   r.Metrics.MeanTransferTime,
		"totalTransferTime":  r.Metrics.TotalTransferTime,
		"meanCompletionTime": r.Metrics.MeanCompletionTime,
	}
	if err == nil {
		out.Bound = &scenario.Bound{Metric: "makespan", Value: r.Bound}
	}
	return out, err
}

// explainPlacement answers about {"job": id, "cluster": id} with place.Why and
// the events of replica selection on that cluster (the chosen one when it is
// not named); about {"matrix": "all", "from": n} with place.Matrix; about
// nothing with the events of the whole run.
func explainPlacement(ctx context.Context, id place.Algorithm, in Input, about map[string]string) (Explanation, error) {
	log := in.Log
	if log == nil {
		log = &trace.Log{}
	}
	o := placementOptions(in)
	o.Log, o.NoBound = log, true
	p := &in.Scenario.Placement.Problem
	switch {
	case about["matrix"] != "":
		from := 0
		if text := about["from"]; text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				return Explanation{}, errors.New("from must be the number of a job, not " + strconv.Quote(text))
			}
			from = n
		}
		m, err := place.Scores(ctx, p, id, o, from)
		return Explanation{Trace: log, Detail: m}, err
	case about["job"] != "":
		why, err := place.Explain(ctx, p, id, o, about["job"], about["cluster"])
		return Explanation{Trace: log, Detail: why}, err
	}
	_, err := place.Solve(ctx, p, id, o)
	return Explanation{Trace: log}, err
}
