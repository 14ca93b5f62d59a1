package placement

import (
	"math"
	"slices"
)

// HasTimes reports whether the job states its times on the clusters. Its work and the clusters'
// power are then ignored.
func (j *Job) HasTimes() bool { return len(j.Times) > 0 || len(j.TimesOn) > 0 }

// RunTime returns the time that a job computes on a cluster, or +Inf if it cannot run there.
func (p *Problem) RunTime(job, cluster int) float64 {
	j := &p.Jobs[job]
	switch {
	case len(j.Times) > 0:
		return j.Times[cluster]
	case len(j.TimesOn) > 0:
		if t, ok := j.TimesOn[p.Clusters[cluster].ID]; ok {
			return t
		}
		return math.Inf(1)
	}
	return j.MI / p.Clusters[cluster].MIPS
}

// MeanRunTime returns the mean run time of a job, E[RunTime]: the mean of its stated times, or
// its work divided by the mean power of the clusters.
func (p *Problem) MeanRunTime(job int, meanPower float64) float64 {
	j := &p.Jobs[job]
	switch {
	case len(j.Times) > 0:
		return mean(j.Times)
	case len(j.TimesOn) > 0:
		var times []float64
		for i := range p.Clusters {
			if t, ok := j.TimesOn[p.Clusters[i].ID]; ok {
				times = append(times, t)
			}
		}
		return mean(times)
	}
	return j.MI / meanPower
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// HasTimes reports whether a job of the problem states its times.
func (p *Problem) HasTimes() bool {
	return slices.ContainsFunc(p.Jobs, func(j Job) bool { return j.HasTimes() })
}
