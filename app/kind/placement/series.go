package placement

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/draw/chart"
	"gridbox/core/kind/placement"
)

// series are the paper's figures 2 to 7 for the current scenario, then the distribution of the work.
var series = []screen.Series{
	{ID: "makespan", Name: "Makespan over the number of jobs", Direction: "lower"},
	{ID: "transfer", Name: "Mean transfer time over the number of jobs", Direction: "lower"},
	{ID: "loads", Name: "Busy time of clusters", Direction: "neither"},
}

// chartOf returns the chart with an id: the mean transfer time, the loads of the clusters, or by default the
// makespan. It has one series per run with a solution.
func chartOf(s *state.State, id string) chart.Chart {
	var runs []chart.Run
	for _, a := range screen.SolvedAnswers(s) {
		if sol, ok := a.Answer.Solution.(*placement.Solution); ok {
			alg := screen.Algorithm(s, a)
			runs = append(runs, chart.Run{Name: alg.Name, Colour: alg.Colour, Solution: sol})
		}
	}
	switch {
	case id == "transfer":
		return chart.MeanTransferOverJobs(runs)
	case id == "loads" && s.Problem != nil && s.Problem.Placement != nil:
		return chart.ClusterLoads(&s.Problem.Placement.Problem, runs)
	}
	return chart.MakespanOverJobs(runs)
}
