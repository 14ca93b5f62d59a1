package verify

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A chance is what a machine offers a job.
type chance struct {
	machine           int
	start, cost, load float64
}

func (x *plan) chance(j, q int, start float64) chance {
	w, finish, load := x.rules, start+x.jobs[j].left/x.speed(j, q), float64(float64(x.load[q])*x.unit)
	cost := float64(w.Start*start) + float64(w.Finish*finish) + float64(w.Load*load) +
		float64(w.Demand*x.wanted[q])
	return chance{q, start, cost, load}
}

// compare puts the lower cost first, then the lower load, then the order of the
// document.
func (a chance) compare(b chance) int {
	switch {
	case a.cost != b.cost:
		return sorting.Ascending(a.cost, b.cost)
	case a.load != b.load:
		return sorting.Ascending(a.load, b.load)
	}
	return a.machine - b.machine
}

// ask is the earliest start of a part on a machine from a time on.
func (x *plan) ask(j, q int, n need, from float64) float64 {
	if x.tails {
		return x.tail(j, q, n, from)
	}
	return x.earliest(j, q, n, x.jobs[j].left/x.speed(j, q), from)
}

// best is what the rule gives a job: the division that starts first, on the best
// machines for it; nil where there are none.
func (x *plan) best(j int, now float64) *booking {
	var best *booking
	for _, k := range x.jobs[j].parts {
		b := x.together(j, k, now)
		if b != nil && (best == nil || b.start < best.start) {
			best = b
		}
	}
	if best != nil && x.late {
		longest := 0.0
		for _, q := range best.machines {
			longest = max(longest, x.jobs[j].left/x.speed(j, q))
		}
		if best.start+longest <= x.makespan {
			best.start = max(best.start, x.makespan-longest)
		}
	}
	return best
}

// together finds the first time at which k parts can start on machines of their
// own, and of those that can the best.
func (x *plan) together(j, k int, now float64) *booking {
	n, ready := x.need(j, k), x.ready(j, now)
	var list []chance
	for q := range x.p.Machines {
		x.looked++
		if m := &x.p.Machines[q]; x.c.takes(m, x.jobs[j].job, k) {
			if from := x.readyOn(j, q, ready); !math.IsInf(from, 1) {
				list = append(list, chance{machine: q, start: from})
			}
		}
	}
	if k == 1 {
		return x.single(j, n, list)
	}
	for len(list) >= k && !x.tired() {
		starts := make([]float64, len(list))
		for i := range list {
			starts[i] = list[i].start
		}
		slices.Sort(starts)
		at := starts[k-1]
		if math.IsInf(at, 1) {
			return nil
		}
		count := 0
		for i := range list {
			if list[i].start <= at {
				if list[i].start = x.ask(j, list[i].machine, n, at); list[i].start == at {
					count++
				}
			}
		}
		if count < k {
			continue
		}
		if b := x.pick(j, k, list, at); b != nil {
			return b
		}
		next := math.Inf(1)
		for _, name := range x.jobs[j].licences {
			if line, some := x.floating[name]; some {
				next = min(next, line.after(at))
			}
		}
		for i := range list {
			if list[i].start > at {
				next = min(next, list[i].start)
			}
		}
		for i := range list {
			list[i].start = max(list[i].start, next)
		}
	}
	return nil
}

// single is together for a job in one piece.
func (x *plan) single(j int, n need, list []chance) *booking {
	best := -1
	for i := range list {
		q := list[i].machine
		list[i] = x.chance(j, q, x.ask(j, q, n, list[i].start))
	}
	list = x.rated(j, list)
	for i := range list {
		if math.IsInf(list[i].start, 1) {
			continue
		}
		if best < 0 || list[i].compare(list[best]) < 0 {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return &booking{job: j, machines: []int{list[best].machine}, start: list[best].start}
}

// rated are the chances of a job by a policy that chooses machines, as they are without one.
func (x *plan) rated(j int, list []chance) []chance {
	if x.scores == nil || x.scores.machine == nil {
		return list
	}
	return x.scores.offers(j, list)
}

// pick takes the k best of the machines that are free at a time, as far as
// floating licences go.
func (x *plan) pick(j, k int, list []chance, at float64) *booking {
	var now []chance
	for i := range list {
		if list[i].start == at {
			now = append(now, x.chance(j, list[i].machine, at))
		}
	}
	now = x.rated(j, now)
	sorting.By(now, chance.compare)
	b := &booking{job: j, start: at}
	for _, o := range now {
		b.machines = append(b.machines, o.machine)
		if !x.licensed(b) {
			b.machines = b.machines[:len(b.machines)-1]
		} else if len(b.machines) == k {
			slices.Sort(b.machines)
			return b
		}
	}
	return nil
}

// licensed tells whether there are floating licences for all parts at once.
func (x *plan) licensed(b *booking) bool {
	for _, name := range x.jobs[b.job].licences {
		count, longest := 0, 0.0
		for _, q := range b.machines {
			if _, own := x.own[q][name]; !own {
				count += x.jobs[b.job].job.Licenses[name]
				longest = max(longest, x.jobs[b.job].left/x.speed(b.job, q))
			}
		}
		if line := x.floating[name]; count > x.jobs[b.job].job.Licenses[name] {
			all := need{count, 0}
			if x.tails && line.tail(all, b.start) > b.start || line.earliest(all, longest, b.start) > b.start {
				return false
			}
		}
	}
	return true
}

// fits tells whether a booking could start at a time.
func (x *plan) fits(b *booking, at float64) bool {
	n, ready := x.need(b.job, b.parts()), x.ready(b.job, at)
	for _, q := range b.machines {
		if from := x.readyOn(b.job, q, ready); from > at ||
			x.earliest(b.job, q, n, x.jobs[b.job].left/x.speed(b.job, q), at) > at {
			return false
		}
	}
	return len(b.machines) == 1 || x.licensed(b)
}

// settle says how a booking that was made once comes about.
func (x *plan) settle(b *booking, ready float64) {
	b.how = farm.HowDirect
	if b.start > ready {
		b.how = farm.HowReserved
	}
	for _, q := range b.machines {
		if b.start < x.tail(b.job, q, x.need(b.job, len(b.machines)), ready) {
			b.how = farm.HowBackfill
		}
	}
}
