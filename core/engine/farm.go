package engine

import (
	"context"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/solve"
	"gridbox/core/kind/farm/verify/conform"
	"gridbox/core/scenario"
	"gridbox/core/schedmetrics"
	"gridbox/core/solver"
	"gridbox/core/waittime"
)

// Farm returns the kind farm. It also explains {"queue": "all"} by a waittime.Answer, whatever
// the algorithm, with the changes that would let {"sooner": id} start sooner; and {"service":
// "0.05"} by a schedmetrics.PageData of the run.
func Farm() Kind {
	k := join(farm.Kind(), solve.Kind{}, seedless(conform.Answer))
	k.Detail = service
	explain := k.Explain
	k.Explain = func(ctx context.Context, algorithm string, in Input,
		about map[string]string) (solver.Explanation, error) {
		switch {
		case about["queue"] != "":
			return queue(ctx, in, about)
		case about["service"] != "" && about["job"] == "":
			in.Log, in.Bare = nil, true
			out, err := k.Solve(ctx, algorithm, in)
			return solver.Explanation{Detail: service(in.Scenario, out.Solution, about)}, err
		}
		return explain(ctx, algorithm, in, about)
	}
	return k
}

// queue predicts when the jobs of a queue start.
func queue(ctx context.Context, in Input, about map[string]string) (solver.Explanation, error) {
	asked := waittime.Options{Seed: in.Seed, Worlds: true, Progress: in.Progress}
	if id := about["sooner"]; id != "" {
		asked.JobsToChange = []string{id}
	}
	answer, err := waittime.Predict(ctx, &in.Scenario.Farm.Problem, asked)
	return solver.Explanation{Detail: answer}, err
}

// maxUsers is the greatest number of users in a list.
const maxUsers = 20

// service returns the measures of a schedule, with a share of the jobs cut off at both ends. It
// returns nil if the share is missing or invalid, or if there is no schedule.
func service(s *scenario.Scenario, solution any, about map[string]string) any {
	schedule, _ := solution.(*farm.Solution)
	share, err := strconv.ParseFloat(about["service"], 64)
	if schedule == nil || err != nil || !(share >= 0 && share < 0.5) {
		return nil
	}
	return schedmetrics.NewPageData(&s.Farm.Problem, schedule, schedmetrics.Cut{Warm: share, Tail: share}, maxUsers)
}
