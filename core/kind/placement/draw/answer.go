package draw

import (
	"math"

	"gridbox/core/kind/placement"
)

// RoutesOf returns the transfers of one job of an answer. Data that are already at the job's
// cluster are no route.
func RoutesOf(p *placement.Problem, s *placement.Solution, job string) []Route {
	if s == nil {
		return nil
	}
	size := map[string]float64{}
	for _, d := range p.Datasets {
		size[d.ID] = d.Size
	}
	for _, a := range s.Assignments {
		if a.Job != job {
			continue
		}
		var out []Route
		for _, src := range a.Sources {
			if len(src.Path) > 1 {
				out = append(out, Route{Dataset: src.Dataset, Size: size[src.Dataset], Path: src.Path})
			}
		}
		return out
	}
	return nil
}

// JobsOn returns the number of jobs of an answer on each cluster of the problem.
func JobsOn(p *placement.Problem, s *placement.Solution) []int {
	if s == nil {
		return nil
	}
	index := clusterIndex(p)
	out := make([]int, len(p.Clusters))
	for _, a := range s.Assignments {
		if i, ok := index[a.Cluster]; ok {
			out[i]++
		}
	}
	return out
}

// BusyOn returns the share of the makespan that each cluster spends on its jobs, transfers
// included.
func BusyOn(p *placement.Problem, s *placement.Solution) []float64 {
	if s == nil {
		return nil
	}
	index := clusterIndex(p)
	out := make([]float64, len(p.Clusters))
	end := 0.0
	for _, a := range s.Assignments {
		end = math.Max(end, a.Finish)
		if i, ok := index[a.Cluster]; ok {
			out[i] += a.TransferTime + a.RunTime
		}
	}
	for i := range out {
		if end > 0 {
			out[i] /= end
		}
	}
	return out
}

// TrafficOn returns the MB that an answer moves over each link, in either direction.
func TrafficOn(p *placement.Problem, s *placement.Solution) []float64 {
	return new(Cache).TrafficOn(p, s)
}

// Shares scales amounts so that the largest is 1, as TopologyView.Traffic needs them.
func Shares(amounts []float64) []float64 {
	most := 0.0
	for _, v := range amounts {
		most = math.Max(most, v)
	}
	out := make([]float64, len(amounts))
	for i, v := range amounts {
		if most > 0 {
			out[i] = v / most
		}
	}
	return out
}

func clusterIndex(p *placement.Problem) map[string]int {
	index := make(map[string]int, len(p.Clusters))
	for i, c := range p.Clusters {
		index[c.ID] = i
	}
	return index
}
