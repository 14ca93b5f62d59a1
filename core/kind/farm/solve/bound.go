package solve

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// mostGroups is for how many groups of jobs each argument is looked at.
const mostGroups = 64

// A Proof is a lower bound on a metric of any schedule, by any algorithm, and
// the argument for it.
//
//   - ByChain: a job starts no earlier than its release and ends no earlier than
//     that plus its duration on the fastest machine that suits it; its release is
//     its submission, 0, or the end of a job that it waits for plus the delay
//     (whatever the data). A running job ends when it does if it may not be
//     preempted.
//   - BySlots: jobs whose smallest part needs Size slots or more (and, in a
//     Group, that type of processor) run on machines of as many slots (and that
//     type) alone. Those do at most slots x speed of work in a second, so the work
//     of the jobs released at a time or later, less what the running ones have
//     done already, takes at least work / capacity after that time; the work that
//     is due by a deadline ends no earlier than work / capacity after the first
//     release of a job that it belongs to.
//   - ByMemory: the same with memory for slots.
//   - ByLicence: the same with the licences of the name Group, where no machine
//     has its own, and the shortest time for which a job can hold them.
//   - ByNothing: no lateness is below 0.
//
// Preemption, which may repeat work, only adds to all. Sums are taken down by
// more than their rounding error.
type Proof struct {
	Metric string
	Value  float64
	By     string
	Size   int
	Group  string
}

// The arguments.
const (
	ByChain   = "chain"
	BySlots   = "slots"
	ByMemory  = "memory"
	ByLicence = "licence"
	ByNothing = "nothing"
)

// A bounding is what the arguments are made of.
type bounding struct {
	in      *instance
	release []float64 // no job starts before
	length  []float64 // nor ends before its release and this
	order   []int32   // jobs, the last release first; with deadlines, the first one first
	late    bool      // whether it is lateness that is bounded
	burdens []burden  // of the jobs in order, side by side: they are gone through for every group
	special []int32   // in order, those that have speeds of their own
	kept    float64   // the part of a sum that is not its rounding error
	best    Proof
}

// bound is the best of all arguments for the metric by which the policy judges.
func (in *instance) bound() Proof {
	b := &bounding{in: in, best: Proof{Metric: in.rules.Objective(), By: ByChain}}
	b.kept = 1 - float64(float64(len(in.jobs)+len(in.p.Machines))*0x1p-50)
	b.chains()
	switch b.best.Metric {
	case farm.ByWait:
		b.best.Value = b.waits()
	case farm.ByLateness:
		b.late, b.best.By = true, ByNothing
		b.lateness()
		b.groups()
	default:
		for j := range in.jobs {
			b.best.Value = max(b.best.Value, b.release[j]+b.length[j])
		}
		b.best.Value = b.down(b.best.Value)
		b.groups()
	}
	return b.best
}

// down takes a sum down by more than its rounding error.
func (b *bounding) down(x float64) float64 { return float64(x * b.kept) }

// chains finds the releases and the least lengths.
func (b *bounding) chains() {
	in := b.in
	b.release, b.length = make([]float64, len(in.jobs)), make([]float64, len(in.jobs))
	for j := range in.jobs {
		b.length[j] = in.p.Jobs[j].Duration / in.topSpeed(int32(j))
	}
	for _, j := range in.sorted() {
		from, at := &in.p.Jobs[j], max(0, in.jobs[j].submitted)
		for _, d := range in.jobs[j].after {
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

// waits is the mean wait until the releases.
func (b *bounding) waits() float64 {
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
	return (sum - (of - b.down(of))) / float64(len(b.in.jobs))
}

// lateness is that of the chains.
func (b *bounding) lateness() {
	for j := range b.in.jobs {
		if due := b.in.p.Jobs[j].Deadline; due != nil {
			end := b.release[j] + b.length[j]
			b.offer(ByChain, 0, "", end-*due, end+math.Abs(*due))
		}
	}
}

// offer takes an argument that gives more than those before it; of is what its
// value was added up from.
func (b *bounding) offer(by string, size int, group string, value, of float64) {
	if value -= of - b.down(of); value > b.best.Value {
		b.best = Proof{b.best.Metric, value, by, size, group}
	}
}

// groups tries the arguments of capacity.
func (b *bounding) groups() {
	in := b.in
	for j := range in.jobs {
		if !b.late || in.p.Jobs[j].Deadline != nil {
			b.order = append(b.order, int32(j))
		}
	}
	sorting.By(b.order, func(x, y int32) int {
		if b.late {
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
		g := group{in.smallest(int32(j)), ""}
		if len(all) < mostGroups && !slices.Contains(all, g) {
			all = append(all, g)
			b.capacity(BySlots, g.size, "")
		}
		g.kind = in.p.Jobs[j].Type
		if g.kind != "" && len(typed) < mostGroups && !slices.Contains(typed, g) {
			typed = append(typed, g)
			b.capacity(BySlots, g.size, g.kind)
			if !slices.ContainsFunc(typed[:len(typed)-1], func(x group) bool { return x.kind == g.kind }) {
				b.capacity(ByMemory, 0, g.kind)
			}
		}
	}
	b.capacity(ByMemory, 0, "")
	for i, l := range in.floating {
		if i < mostGroups && !slices.ContainsFunc(in.own, func(own []licence) bool {
			return slices.ContainsFunc(own, func(o licence) bool { return o.name == l.name })
		}) {
			b.capacity(ByLicence, 0, l.name)
		}
	}
}

// A burden is what a job adds to arguments of capacity: its release, when it is due,
// the size of its smallest part, and the work that is left of it in slots and in memory.
type burden struct {
	release, due, slots, memory float64
	smallest                    int32
}

// list works out the burdens.
func (b *bounding) list() {
	b.burdens = make([]burden, len(b.order))
	for i, j := range b.order {
		from := &b.in.p.Jobs[j]
		left := from.Duration - b.in.invested(from)
		s := burden{max(0, b.release[j]), 0, float64(left * float64(from.Slots)), float64(left * from.Memory),
			b.in.smallest(j)}
		if b.late {
			s.due = *from.Deadline
		}
		b.burdens[i] = s
		if len(from.Speeds) > 0 {
			b.special = append(b.special, j)
		}
	}
}

// capacity is one argument for one group.
func (b *bounding) capacity(by string, size int32, group string) {
	power, area, first := b.power(by, size, group), 0.0, math.Inf(1)
	if power == 0 {
		return
	}
	for i := range b.burdens {
		s := &b.burdens[i]
		if s.smallest < size || group != "" && by != ByLicence && b.in.p.Jobs[b.order[i]].Type != group {
			continue
		}
		switch by {
		case BySlots:
			area += s.slots
		case ByMemory:
			area += s.memory
		default:
			work, some := b.held(b.order[i], group)
			if !some {
				continue
			}
			area += work
		}
		if b.late {
			first = min(first, s.release)
			b.offer(by, int(size), group, first+area/power-s.due, first+area/power+math.Abs(s.due))
		} else if value := s.release + area/power; value > b.best.Value { // as it is before it is taken down
			b.offer(by, int(size), group, value, value)
		}
	}
}

// held is how long a job holds the licences of a name at least, times how many.
func (b *bounding) held(j int32, name string) (work float64, some bool) {
	from := &b.in.p.Jobs[j]
	count := from.Licenses[name]
	return float64(float64(count) * b.length[j]), count > 0 && from.Running == nil
}

// power is how much work the machines of a group do in a second.
func (b *bounding) power(by string, size int32, group string) float64 {
	in := b.in
	if by == ByLicence {
		return float64(in.p.Licenses[group])
	}
	top := make([]float64, len(in.p.Machines))
	for q := range in.p.Machines {
		top[q] = in.classes[in.class[q]].speed
	}
	for _, j := range b.special {
		if in.smallest(j) >= size {
			for id, speed := range in.p.Jobs[j].Speeds { // a maximum, whatever the order
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

// topSpeed is the greatest speed of a job on a machine that suits it, or of the
// slowest part of one that runs to its end where it is.
func (in *instance) topSpeed(j int32) float64 {
	from, top, slowest := &in.p.Jobs[j], 0.0, math.Inf(1)
	if r := from.Running; r != nil {
		for _, id := range append([]string{r.Machine}, r.Others...) {
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
	for id, speed := range from.Speeds { // a maximum, whatever the order
		if in.lacks(job, from.Type, n, k, &in.classes[in.class[in.machineOf[id]]]) == "" {
			top = max(top, speed)
		}
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

// smallest is how many slots the smallest part of a job needs.
func (in *instance) smallest(j int32) int32 {
	parts := in.jobs[j].parts
	if r := in.p.Jobs[j].Running; r != nil {
		return 1 // it may be in parts that are not allowed any more
	}
	return in.jobs[j].slots / parts[len(parts)-1]
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
