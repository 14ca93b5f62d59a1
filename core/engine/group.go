package engine

import (
	"context"
	"math"

	"gridbox/core/check"
	"gridbox/core/group"
	"gridbox/core/pool"
	"gridbox/core/scenario"
)

// Group computes the kind group.
func Group() Kind {
	return Kind{
		ID: "group",
		Solve: func(ctx context.Context, algorithm string, in Input) (Output, error) {
			return solveGroup(ctx, &in.Scenario.Group.Problem, group.Algorithm(algorithm), in)
		},
		Explain: func(ctx context.Context, algorithm string, in Input, _ map[string]string) (Explanation, error) {
			_, err := solveGroup(ctx, &in.Scenario.Group.Problem, group.Algorithm(algorithm), in)
			return Explanation{Trace: in.Log}, err
		},
		Check: func(s *scenario.Scenario, a *scenario.Answer) []scenario.Violation {
			return check.Group(&s.Group.Problem, a)
		},
	}
}

func solveGroup(ctx context.Context, p *pool.Problem, id group.Algorithm, in Input) (Output, error) {
	o := group.Options{Log: in.Log, Progress: in.Progress, NoBound: in.Bare}
	if b, ok := in.Options["bound"].(string); ok {
		o.Bound = group.Bound(b)
	}
	o.Cells = wholeOption(in.Options["cells"])
	o.Nodes = wholeOption(in.Options["nodes"])
	r, err := group.Solve(ctx, p, id, o)
	out := Output{Feasible: r.Feasible, Reason: r.Reason, Stats: groupStats(&r)}
	if !r.Feasible {
		return out, err
	}
	out.Solution = r.Solution
	out.Metrics = map[string]float64{"availability": r.Metrics.Availability, "cost": r.Metrics.Cost, "value": r.Metrics.Value}
	if r.HasBound && err == nil {
		metric := "availability"
		if p.Sums() {
			metric = "value"
		}
		out.Bound = &scenario.Bound{Metric: metric, Value: r.Bound}
	}
	return out, err
}

func wholeOption(value any) int {
	x, _ := value.(float64)
	return int(math.Min(x, math.MaxInt32))
}

// groupStats lists the counters that an algorithm has used.
func groupStats(r *group.Result) map[string]float64 {
	stats := map[string]float64{}
	for _, x := range []struct {
		name  string
		count float64
	}{
		{"sets", float64(r.Stats.Sets)}, {"cells", float64(r.Stats.Cells)}, {"treeNodes", float64(r.Stats.TreeNodes)},
		{"labels", float64(r.Stats.Labels)}, {"rounds", float64(r.Stats.Rounds)}, {"freeGroups", float64(r.Stats.FreeGroups)},
		{"exactComparisons", float64(r.Stats.Comparisons)}, {"roundedTo", r.Stats.Rounded}, {"dualBound", r.Stats.DualBound},
	} {
		if x.count != 0 {
			stats[x.name] = x.count
		}
	}
	if r.Refused {
		stats["refused"] = 1
	}
	return stats
}
