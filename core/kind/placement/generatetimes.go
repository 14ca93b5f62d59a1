package placement

import (
	"slices"
	"strconv"

	"gridbox/core/preset"
	"gridbox/core/rng"
)

// The values of the parameter times. The zero value is timesOfWork.
const (
	timesOfWork       = "work"
	timesConsistent   = "consistent"
	timesSemi         = "semi-consistent"
	timesInconsistent = "inconsistent"
)

// maxRange is the greatest range of a job or a cluster, and maxTimes the greatest number of drawn times.
const (
	maxRange = 1e9
	maxTimes = 4_000_000
)

// timeFaults checks the parameters of the range-based method.
func (p *parameters) timeFaults(v *validation) {
	known := []string{timesOfWork, timesConsistent, timesSemi, timesInconsistent}
	if !slices.Contains(known, p.Times) {
		v.Fault("times", text(p.Times), "is not known; choose work, consistent, semi-consistent or inconsistent")
	}
	v.InRange("jobRange", p.JobRange, 1, maxRange)
	v.InRange("clusterRange", p.ClusterRange, 1, maxRange)
	if n := float64(p.Jobs) * float64(p.Clusters); p.Times != timesOfWork && n > maxTimes {
		v.Fault("times", text(p.Times), "would make "+strconv.FormatFloat(n, 'f', 0, 64)+" times; at most "+
			strconv.Itoa(maxTimes)+" can be made")
	}
}

// rangeTimes returns the times of a job by the range-based method of Braun et al. ("A Comparison of
// Eleven Static Heuristics ...", JPDC 2001): a base time, uniform from 1 to JobRange, multiplied by a
// factor for each cluster, uniform from 1 to ClusterRange. In consistent matrices each row is sorted;
// in semi-consistent ones only its elements at even positions, from 0, are sorted.
func (p *parameters) rangeTimes(draw *rng.Stream, clusters int) []float64 {
	base := draw.Uniform(1, p.JobRange)
	times := make([]float64, clusters)
	for i := range times {
		times[i] = preset.RoundTo(base*draw.Uniform(1, p.ClusterRange), 10)
	}
	switch p.Times {
	case timesConsistent:
		slices.Sort(times)
	case timesSemi:
		var even []float64
		for i := 0; i < clusters; i += 2 {
			even = append(even, times[i])
		}
		slices.Sort(even)
		for k, x := range even {
			times[2*k] = x
		}
	}
	return times
}
