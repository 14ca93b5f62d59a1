package farm

import (
	"math"

	"gridbox/core/problem/farm"
)

// mostNeeds is for how many sizes of jobs the capacity bound looks at those
// jobs and machines alone.
const mostNeeds = 64

// bound is a lower bound on the makespan of any schedule, by any algorithm.
//
//  1. A job ends no earlier than its release plus its duration on the fastest
//     machine; its release is its submission, 0, or the end of a job that it
//     waits for plus the delay (whatever the data). A running job ends when it
//     does if it may not be preempted.
//  2. For any number s: jobs whose smallest part needs s slots or more run on
//     machines of s slots or more alone. Those machines do at most slots x
//     speed of work in a second, so the work of these jobs, less what the
//     running ones have done already, takes at least work / capacity, after
//     the earliest of their releases.
//
// Preemption, which may repeat work, only adds to both. Sums are taken down by
// more than their rounding error.
func (in *instance) bound() float64 {
	n := len(in.jobs)
	release := make([]float64, n)
	length := make([]float64, n)
	longest := 0.0
	for j := range in.jobs {
		length[j] = in.p.Jobs[j].Duration / in.topSpeed(int32(j))
	}
	for _, j := range in.sorted() {
		from, at := &in.p.Jobs[j], max(0, in.jobs[j].submitted)
		for _, d := range in.jobs[j].after {
			at = max(at, release[d.job]+length[d.job]+d.delay)
		}
		if from.Running != nil {
			at = from.Running.Since
			if from.Preemptible {
				at, length[j] = 0, length[j]+from.Running.Since
			}
		}
		release[j] = at
		longest = max(longest, at+max(0, length[j]))
	}
	return max(longest, in.capacity(release)) * (1 - float64(n+len(in.p.Machines))*0x1p-50)
}

func (in *instance) topSpeed(j int32) float64 {
	from, top := &in.p.Jobs[j], 0.0
	if r := from.Running; r != nil && !from.Preemptible {
		top = math.Inf(1)
		for _, id := range append([]string{r.Machine}, r.Others...) {
			top = min(top, in.speed(j, in.machineOf[id]))
		}
		return top
	}
	for c := range in.classes {
		top = max(top, in.fastest(j, &in.classes[c]))
	}
	return top
}

// sorted lists the jobs so that none stands before one that it waits for.
func (in *instance) sorted() []int32 {
	open, list := make([]int32, len(in.jobs)), make([]int32, 0, len(in.jobs))
	for j := range in.jobs {
		open[j] = int32(len(in.jobs[j].after))
		if open[j] == 0 {
			list = append(list, int32(j))
		}
	}
	for i := 0; i < len(list); i++ {
		for _, next := range in.jobs[list[i]].before {
			if open[next]--; open[next] == 0 {
				list = append(list, next)
			}
		}
	}
	return list
}

// capacity is the second bound.
func (in *instance) capacity(release []float64) float64 {
	best, tried := 0.0, []int32{}
	for j := range in.jobs {
		s := in.smallest(int32(j))
		known := false
		for _, t := range tried {
			known = known || t == s
		}
		if known || len(tried) == mostNeeds {
			continue
		}
		tried = append(tried, s)
		best = max(best, in.capacityFrom(s, release))
	}
	return best
}

// smallest is how many slots the smallest part of a job needs.
func (in *instance) smallest(j int32) int32 {
	parts := in.jobs[j].parts
	if r := in.p.Jobs[j].Running; r != nil {
		return 1 // it may be in parts that are not allowed any more
	}
	return in.jobs[j].slots / parts[len(parts)-1]
}

func (in *instance) capacityFrom(s int32, release []float64) float64 {
	power, area, first := 0.0, 0.0, math.Inf(1)
	top := make([]float64, len(in.p.Machines))
	for q := range in.p.Machines {
		top[q] = in.classes[in.class[q]].speed
	}
	for j := range in.jobs {
		from := &in.p.Jobs[j]
		if in.smallest(int32(j)) < s {
			continue
		}
		for id, speed := range from.Speeds { // a maximum, whatever the order
			top[in.machineOf[id]] = max(top[in.machineOf[id]], speed)
		}
		left := from.Duration - in.invested(from)
		area += float64(left * float64(from.Slots))
		first = min(first, max(0, release[j]))
	}
	for q := range in.p.Machines {
		if in.p.Machines[q].Slots >= int(s) {
			power += float64(top[q] * float64(in.p.Machines[q].Slots))
		}
	}
	if power == 0 || math.IsInf(first, 1) {
		return 0
	}
	return first + area/power
}

// invested is the most that a running job has done of its work by 0.
func (in *instance) invested(from *farm.Job) float64 {
	if from.Running == nil {
		return 0
	}
	done := 0.0
	for _, id := range append([]string{from.Running.Machine}, from.Running.Others...) {
		done = max(done, float64(-from.Running.Since*from.SpeedOf(&in.p.Machines[in.machineOf[id]])))
	}
	return min(done, from.Duration)
}
