package solve

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// maxGroups is the greatest number of groups of jobs for which each argument is tried.
const maxGroups = 64

// A Proof is a lower bound on a metric of any schedule by any algorithm, with the argument for
// it.
//
//   - ByChain: a job starts no earlier than its release and ends no earlier than that plus its
//     duration on the fastest suitable machine. Its release is its submission, 0, or the end of
//     a job on which it depends plus the delay (without data). A running job that cannot be
//     preempted ends at a fixed time.
//   - BySlots: jobs whose smallest part needs at least Size slots (and, in a Group, that
//     processor type) run only on machines with as many slots (and that type). These machines do
//     at most slots x speed of work in a second. So the work of the jobs released at a time or
//     later, minus the work that running ones have done, takes at least work / capacity after
//     that time. The work that is due by a deadline ends no earlier than work / capacity after
//     the first release of its jobs.
//   - ByMemory: the same with memory for slots.
//   - ByLicence: the same with the licences of the name Group if no machine has its own, and the
//     shortest time for which a job can occupy them.
//   - ByNothing: no lateness is below 0.
//
// Preemption, which may repeat work, only increases all of these. Sums are reduced by more than
// their rounding error.
type Proof struct {
	Metric string
	Value  float64
	By     string
	Size   int
	Group  string
}

// Arguments of a Proof.
const (
	ByChain   = "chain"
	BySlots   = "slots"
	ByMemory  = "memory"
	ByLicence = "licence"
	ByNothing = "nothing"
)

// A boundSearch is the state of the computation of a bound.
type boundSearch struct {
	in            *instance
	release       []float64      // earliest start of each job
	length        []float64      // least time from release to end of each job
	order         []int32        // jobs by descending release or, for lateness, by ascending deadline
	lateness      bool           // whether the metric is lateness
	contributions []contribution // contributions of the jobs in order, in one slice for fast scans
	ownSpeeds     []int32        // jobs of order that have their own speeds
	safe          float64        // factor that reduces a sum by its rounding error
	best          Proof
}

// bound returns the best argument for the metric of the policy's objective.
func (in *instance) bound() Proof {
	b := &boundSearch{in: in, best: Proof{Metric: in.rules.Objective(), By: ByChain}}
	b.safe = 1 - float64(float64(len(in.jobs)+len(in.p.Machines))*0x1p-50)
	b.chains()
	switch b.best.Metric {
	case farm.ObjectiveWait:
		b.best.Value = b.meanWait()
	case farm.ObjectiveLateness:
		b.lateness, b.best.By = true, ByNothing
		b.offerLateness()
		b.groups()
	default:
		for j := range in.jobs {
			b.best.Value = max(b.best.Value, b.release[j]+b.length[j])
		}
		b.best.Value = b.roundDown(b.best.Value)
		b.groups()
	}
	return b.best
}

// roundDown reduces a sum by more than its rounding error.
func (b *boundSearch) roundDown(x float64) float64 { return float64(x * b.safe) }

// chains computes the releases and the least lengths.
func (b *boundSearch) chains() {
	in := b.in
	b.release, b.length = make([]float64, len(in.jobs)), make([]float64, len(in.jobs))
	for j := range in.jobs {
		b.length[j] = in.p.Jobs[j].Duration / in.topSpeed(int32(j))
	}
	for _, j := range in.topologicalOrder() {
		from, at := &in.p.Jobs[j], max(0, in.jobs[j].submitted)
		for _, d := range in.jobs[j].dependencies {
			at = max(at, b.release[d.job]+b.length[d.job]+d.delay)
		}
		if from.Running != nil {
			at = from.Running.Since
			if from.Preemptible {
				at, b.length[j] = 0, b.length[j]+from.Running.Since
			}
		}
		b.release[j], b.length[j] = at, max(0, b.length[j])
	}
}

// meanWait returns the mean wait until the releases.
func (b *boundSearch) meanWait() float64 {
	sum, of := 0.0, 0.0
	for j := range b.in.jobs {
		from := &b.in.p.Jobs[j]
		start := b.release[j]
		if from.Running != nil {
			start = from.Running.Since
		}
		sum += start - from.Submitted
		of += math.Abs(start) + math.Abs(from.Submitted)
	}
	if len(b.in.jobs) == 0 {
		return 0
	}
	return (sum - (of - b.roundDown(of))) / float64(len(b.in.jobs))
}

// offerLateness offers the lateness of each job by its chain.
func (b *boundSearch) offerLateness() {
	for j := range b.in.jobs {
		if due := b.in.p.Jobs[j].Deadline; due != nil {
			end := b.release[j] + b.length[j]
			b.offer(ByChain, 0, "", end-*due, end+math.Abs(*due))
		}
	}
}

// offer keeps an argument if its value exceeds the best one; of is the sum of the absolute values
// of its terms.
func (b *boundSearch) offer(by string, size int, group string, value, of float64) {
	if value -= of - b.roundDown(of); value > b.best.Value {
		b.best = Proof{b.best.Metric, value, by, size, group}
	}
}

// groups offers the arguments of capacity.
func (b *boundSearch) groups() {
	in := b.in
	for j := range in.jobs {
		if !b.lateness || in.p.Jobs[j].Deadline != nil {
			b.order = append(b.order, int32(j))
		}
	}
	sorting.Sort(b.order, func(x, y int32) int {
		if b.lateness {
			return -descending(*in.p.Jobs[x].Deadline, *in.p.Jobs[y].Deadline)
		}
		return descending(b.release[x], b.release[y])
	})
	b.list()
	type group struct {
		size int32
		kind string
	}
	var all, typed []group
	for j := range in.jobs {
		g := group{in.smallestPartSlots(int32(j)), ""}
		if len(all) < maxGroups && !slices.Contains(all, g) {
			all = append(all, g)
			b.capacity(BySlots, g.size, "")
		}
		g.kind = in.p.Jobs[j].Type
		if g.kind != "" && len(typed) < maxGroups && !slices.Contains(typed, g) {
			typed = append(typed, g)
			b.capacity(BySlots, g.size, g.kind)
			if !slices.ContainsFunc(typed[:len(typed)-1], func(x group) bool { return x.kind == g.kind }) {
				b.capacity(ByMemory, 0, g.kind)
			}
		}
	}
	b.capacity(ByMemory, 0, "")
	for i, l := range in.floating {
		if i < maxGroups && !slices.ContainsFunc(in.machineLicences, func(own []licence) bool {
			return slices.ContainsFunc(own, func(o licence) bool { return o.name == l.name })
		}) {
			b.capacity(ByLicence, 0, l.name)
		}
	}
}

// A contribution is the contribution of a job to arguments of capacity: its release, its deadline, the
// slots of its smallest part, and its remaining work in slots and in memory.
type contribution struct {
	release, due, slots, memory float64
	minSlots                    int32
}

// list computes the contributions of the jobs.
func (b *boundSearch) list() {
	b.contributions = make([]contribution, len(b.order))
	for i, j := range b.order {
		from := &b.in.p.Jobs[j]
		left := from.Duration - b.in.maxWorkDone(from)
		s := contribution{max(0, b.release[j]), 0, float64(left * float64(from.Slots)), float64(left * from.Memory),
			b.in.smallestPartSlots(j)}
		if b.lateness {
			s.due = *from.Deadline
		}
		b.contributions[i] = s
		if len(from.Speeds) > 0 {
			b.ownSpeeds = append(b.ownSpeeds, j)
		}
	}
}

// capacity offers the bounds of one kind for a group of jobs: by slots, by memory or by a licence.
// For each job of the order, all demand up to the job is divided by the power of the machines. The
// quotient is added to a release; for the lateness the deadline is subtracted. Jobs with a part
// smaller than size are left out. Without power there is no bound.
func (b *boundSearch) capacity(by string, size int32, group string) {
	power, area, first := b.power(by, size, group), 0.0, math.Inf(1)
	if power == 0 {
		return
	}
	for i := range b.contributions {
		s := &b.contributions[i]
		if s.minSlots < size || group != "" && by != ByLicence && b.in.p.Jobs[b.order[i]].Type != group {
			continue
		}
		switch by {
		case BySlots:
			area += s.slots
		case ByMemory:
			area += s.memory
		default:
			work, some := b.licenceWork(b.order[i], group)
			if !some {
				continue
			}
			area += work
		}
		if b.lateness {
			first = min(first, s.release)
			b.offer(by, int(size), group, first+area/power-s.due, first+area/power+math.Abs(s.due))
		} else if value := s.release + area/power; value > b.best.Value { // compared before it is reduced
			b.offer(by, int(size), group, value, value)
		}
	}
}

// licenceWork returns the least time for which a job occupies licences of a name, times their number. It
// reports false if it needs none.
func (b *boundSearch) licenceWork(j int32, name string) (work float64, some bool) {
	from := &b.in.p.Jobs[j]
	count := from.Licenses[name]
	return float64(float64(count) * b.length[j]), count > 0 && from.Running == nil
}

// power returns the work that the machines of a group do in a second.
func (b *boundSearch) power(by string, size int32, group string) float64 {
	in := b.in
	if by == ByLicence {
		return float64(in.p.Licenses[group])
	}
	top := make([]float64, len(in.p.Machines))
	for q := range in.p.Machines {
		top[q] = in.classes[in.class[q]].speed
	}
	for _, j := range b.ownSpeeds {
		if in.smallestPartSlots(j) >= size {
			for id, speed := range in.p.Jobs[j].Speeds { // a maximum, in any order
				top[in.machineOf[id]] = max(top[in.machineOf[id]], speed)
			}
		}
	}
	power := 0.0
	for q := range in.p.Machines {
		m := &in.p.Machines[q]
		switch {
		case m.Slots < int(size) || group != "" && m.Type != group:
		case by == ByMemory:
			power += float64(top[q] * m.Memory)
		default:
			power += float64(top[q] * float64(m.Slots))
		}
	}
	return power
}

// topSpeed returns the greatest speed of a job on a suitable machine, or that of the slowest part
// of a job that runs to its end on its machines.
func (in *instance) topSpeed(j int32) float64 {
	from, top, slowest := &in.p.Jobs[j], 0.0, math.Inf(1)
	if r := from.Running; r != nil {
		for _, id := range append([]string{r.Machine}, r.OtherMachines...) {
			speed := in.speed(j, in.machineOf[id])
			top, slowest = max(top, speed), min(slowest, speed)
		}
		if !from.Preemptible {
			return slowest
		}
	}
	job := &in.jobs[j]
	k := job.parts[len(job.parts)-1]
	n := job.part(k)
	for c := range in.classes {
		if in.lacks(job, from.Type, n, k, &in.classes[c]) == "" {
			top = max(top, in.classes[c].speed)
		}
	}
	for id, speed := range from.Speeds { // a maximum, in any order
		if in.lacks(job, from.Type, n, k, &in.classes[in.class[in.machineOf[id]]]) == "" {
			top = max(top, speed)
		}
	}
	return top
}

// topologicalOrder returns the jobs in a topological order of their dependencies.
func (in *instance) topologicalOrder() []int32 {
	open, list := make([]int32, len(in.jobs)), make([]int32, 0, len(in.jobs))
	for j := range in.jobs {
		open[j] = int32(len(in.jobs[j].dependencies))
		if open[j] == 0 {
			list = append(list, int32(j))
		}
	}
	for i := 0; i < len(list); i++ {
		for _, next := range in.jobs[list[i]].dependents {
			if open[next]--; open[next] == 0 {
				list = append(list, next)
			}
		}
	}
	return list
}

// smallestPartSlots returns the number of slots of the smallest part of a job.
func (in *instance) smallestPartSlots(j int32) int32 {
	parts := in.jobs[j].parts
	if r := in.p.Jobs[j].Running; r != nil {
		return 1 // its number of parts may no longer be allowed
	}
	return in.jobs[j].slots / parts[len(parts)-1]
}

// maxWorkDone returns the greatest work that a running job can have done by 0.
func (in *instance) maxWorkDone(from *farm.Job) float64 {
	if from.Running == nil {
		return 0
	}
	done := 0.0
	for _, id := range append([]string{from.Running.Machine}, from.Running.OtherMachines...) {
		done = max(done, float64(-from.Running.Since*from.SpeedOf(&in.p.Machines[in.machineOf[id]])))
	}
	return min(done, from.Duration)
}
