package solve

import "math"

// A calendar has the reservations on every machine and of every licence, as profiles of the free
// amounts.
type calendar struct {
	in              *instance
	store           store
	machines        []int32   // profiles
	floating        []int32   // profiles of floating licences
	machineLicences [][]int32 // profiles of the licences of each machine
	load            []float64 // slot-seconds placed on a machine
	units           []int64   // load in units, so that a sum does not depend on its order
	unit            float64
	demand          []float64 // slot-seconds that unplaced jobs may demand, by class
	index           []machineIndex
	now             float64 // no query is about an earlier time
}

// newCalendar returns a book without reservations, for queries about now and later times.
func newCalendar(in *instance, now float64) *calendar {
	b := &calendar{in: in, now: now, load: make([]float64, len(in.p.Machines)),
		units: make([]int64, len(in.p.Machines)),
		unit:  in.unit(), demand: make([]float64, len(in.classes))}
	for i := range in.p.Machines {
		b.machines = append(b.machines, b.store.open(need{int32(in.p.Machines[i].Slots), in.memory[i]}))
		var own []int32
		for _, l := range in.machineLicences[i] {
			own = append(own, b.store.open(need{l.count, 0}))
		}
		b.machineLicences = append(b.machineLicences, own)
	}
	for _, l := range in.floating {
		b.floating = append(b.floating, b.store.open(need{l.count, 0}))
	}
	b.index = make([]machineIndex, len(in.classes))
	for c := range in.classes {
		b.index[c].open(len(in.classes[c].machines))
	}
	return b
}

// licenceProfile returns the profile from which a part on machine q takes a licence: the machine's own,
// or the floating one, or -1 if there is neither.
func (b *calendar) licenceProfile(q int32, name string) int32 {
	for i := range b.in.machineLicences[q] {
		if b.in.machineLicences[q][i].name == name {
			return b.machineLicences[q][i]
		}
	}
	for i := range b.in.floating {
		if b.in.floating[i].name == name {
			return b.floating[i]
		}
	}
	return -1
}

// earliestStart returns the earliest start of one part of job j on machine q.
func (b *calendar) earliestStart(j, q int32, n need, duration, from float64) float64 {
	licences := b.in.jobs[j].licences
	for start := from; ; {
		next := b.store.earliestFree(b.machines[q], n, duration, start)
		for _, w := range licences {
			next = b.store.earliestFree(b.licenceProfile(q, w.name), need{w.count, 0}, duration, next)
		}
		if next == start || len(licences) == 0 || math.IsInf(next, 1) {
			return next
		}
		start = next
	}
}

// tail returns the earliest start from which a part has its needs permanently.
func (b *calendar) tail(j, q int32, n need, from float64) float64 {
	start := b.store.tail(b.machines[q], n, from)
	for _, w := range b.in.jobs[j].licences {
		start = b.store.tail(b.licenceProfile(q, w.name), need{w.count, 0}, start)
	}
	return start
}

// unit returns the unit of loads in slot-seconds, a power of two. It is so large that all jobs,
// durations and estimates added, make less than 2^51 units on the slowest machine.
func (in *instance) unit() float64 {
	all, slowest := 0.0, 1.0
	for j := range in.p.Jobs {
		from := &in.p.Jobs[j]
		all += float64(float64(from.Slots) * (from.Duration + from.EstimatedRunTime()))
		for _, s := range from.Speeds { // a minimum, in any order
			slowest = min(slowest, s)
		}
	}
	for c := range in.classes {
		slowest = min(slowest, in.classes[c].speed)
	}
	_, exponent := math.Frexp(all / slowest)
	return math.Ldexp(1, exponent-51)
}

// A hold is a reservation of a job: one part on each machine.
type hold struct {
	job        int32
	machines   []int32
	start      float64
	finish     []float64 // of each part
	startKind  string
	totalParts int32 // number of parts of the job, if these are not all
}

// parts returns the number of parts of the job.
func (h *hold) parts() int32 {
	if h.totalParts > 0 {
		return h.totalParts
	}
	return int32(len(h.machines))
}

// part returns the hold of one part.
func (h *hold) part(i int) *hold {
	return &hold{job: h.job, machines: h.machines[i : i+1], start: h.start, finish: h.finish[i : i+1],
		startKind:  h.startKind,
		totalParts: h.parts()}
}

// end returns the end of the last part.
func (h *hold) end() float64 {
	end := math.Inf(-1)
	for _, f := range h.finish {
		end = max(end, f)
	}
	return end
}

// occupy adds a hold.
func (b *calendar) occupy(h *hold) {
	b.eachPart(h, func(i int, q int32, n need) {
		b.change(h.job, q, need{}.minus(n), -1, h.start, h.finish[i])
		b.addLoad(q, float64(float64(n.slots)*(h.finish[i]-h.start)))
	})
}

// release removes the rest of a hold from a time on, and resets the bounds of its machines.
func (b *calendar) release(h *hold, from float64) {
	b.remove(h, from)
	for _, q := range h.machines {
		b.index[b.in.class[q]].reset(int(b.in.rank[q]), b.now)
	}
}

// remove is give without resetting the bounds of the machines.
func (b *calendar) remove(h *hold, from float64) {
	from = max(from, h.start)
	b.eachPart(h, func(i int, q int32, n need) {
		if from >= h.finish[i] {
			return
		}
		b.change(h.job, q, n, 1, from, h.finish[i])
		b.addLoad(q, float64(-float64(n.slots)*(h.finish[i]-from)))
	})
}

// change adds n to the free slots and memory of machine q in an interval, and
// the job's licences multiplied by times. On a single machine the past of the
// profile is dropped: a trace of a year has half a million steps, and about a
// hundred are ahead. With several machines the bounds on starts (machineIndex)
// may lie in the past. They determine how many machines are queried, a number
// in the statistics of answers, so the past is kept.
func (b *calendar) change(job, q int32, n need, times int32, from, to float64) {
	b.store.change(b.machines[q], n, from, to)
	for _, w := range b.in.jobs[job].licences {
		b.store.change(b.licenceProfile(q, w.name), need{times * w.count, 0}, from, to)
	}
	if len(b.machines) == 1 {
		b.store.dropBefore(b.machines[q], b.now)
	}
}

// eachPart calls do for every part of a hold.
func (b *calendar) eachPart(h *hold, do func(i int, q int32, n need)) {
	n := b.in.jobs[h.job].part(h.parts())
	for i, q := range h.machines {
		do(i, q, n)
	}
}

// addLoad adds slot-seconds to the load of a machine.
func (b *calendar) addLoad(q int32, slotSeconds float64) {
	b.units[q] += int64(math.Round(slotSeconds / b.unit))
	b.load[q] = float64(float64(b.units[q]) * b.unit)
	b.index[b.in.class[q]].setLoad(int(b.in.rank[q]), b.load[q])
}
