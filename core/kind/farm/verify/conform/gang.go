package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/kind/farm"
	farmverify "gridbox/core/kind/farm/verify"
	"gridbox/core/sorting"
)

// A gang simulates gang scheduling. The slots, memory and licences in use are added up again for
// each decision.
type gang struct {
	*simulator
	now   float64
	slice float64
	share int
	joins map[int]float64 // jobs that will join the queue, with the time
	queue []int
	line  []int // jobs with machines; booking is nil while a job is suspended
}

// gang simulates the algorithm.
func (c *checker) gang() *simulator {
	g := &gang{simulator: c.newSimulator(), slice: cmp.Or(c.Options.Slice, farm.UsualSlice),
		share: cmp.Or(c.Options.Share, farm.UsualShare), joins: map[int]float64{}}
	for j := range g.jobs {
		if x := g.jobs[j].Running; x != nil {
			machines := []int{c.MachineIndex[x.Machine]}
			for _, id := range x.OtherMachines {
				machines = append(machines, c.MachineIndex[id])
			}
			g.jobs[j].machines, g.line = machines, append(g.line, j)
			g.run(j, x.Since, farm.StartRunning)
		} else if g.jobs[j].pendingPredecessors == 0 {
			g.joins[j] = g.ready(j, 0)
		}
	}
	for suspensions := 0; suspensions <= farm.MaxSuspensions && !g.isExhausted(); {
		if g.now = g.next(); math.IsInf(g.now, 1) {
			g.stuck = slices.ContainsFunc(g.jobs, func(j job) bool { return !j.isFinished() })
			return g.simulator
		}
		g.end()
		g.join()
		if math.Round(g.now/g.slice)*g.slice == g.now {
			suspensions += g.rotate()
		}
		g.fill()
		g.assign()
	}
	g.stuck = true
	return g.simulator
}

// next returns the time of the next event.
func (g *gang) next() float64 {
	at := math.Inf(1)
	for _, join := range g.joins {
		at = min(at, max(join, g.now))
	}
	for _, j := range g.line {
		if b := g.jobs[j].booking; b != nil {
			at = min(at, max(b.end(), g.now))
			continue
		}
		turn := math.Floor(g.now / g.slice)
		for turn*g.slice <= g.now {
			turn++
		}
		at = min(at, turn*g.slice)
	}
	if len(g.queue) > 0 {
		for q := range g.machines {
			if there := g.readyOn(g.queue[0], q, g.now); there > g.now {
				at = min(at, there)
			}
		}
	}
	g.inspected += len(g.line) + len(g.joins)
	return at
}

// run starts a job on its machines. how is for its first piece.
func (g *gang) run(j int, start float64, how string) {
	b := &booking{job: j, machines: g.jobs[j].machines, start: start, startKind: how}
	if len(g.jobs[j].pieces) > 0 {
		b.startKind = farm.StartResumed
	}
	for _, q := range b.machines {
		b.ends = append(b.ends, start+g.runTime(j, q))
	}
	g.jobs[j].booking = b
}

// stop ends a job, or suspends it for another one.
func (g *gang) stop(j int, suspended bool, by int) {
	x := &g.jobs[j]
	if suspended {
		slowest := math.Inf(1)
		for i, q := range x.machines {
			slowest, x.booking.ends[i] = min(slowest, g.speed(j, q)), g.now
		}
		x.remaining -= float64((g.now - x.booking.start) * slowest)
	}
	p := piece{booking: *x.booking, preempted: suspended, turn: suspended}
	if suspended {
		p.preemptedBy, p.ratio = by, 1
	}
	x.pieces, x.booking = append(x.pieces, p), nil
}

// end ends the jobs that are finished.
func (g *gang) end() {
	var ended []int
	for _, j := range g.line {
		if b := g.jobs[j].booking; b != nil && b.end() <= g.now+farm.Rounding(g.now) {
			g.jobs[j].end = b.end()
			g.stop(j, false, 0)
			ended = append(ended, j)
		}
	}
	g.line = slices.DeleteFunc(g.line, func(j int) bool { return slices.Contains(ended, j) })
	for _, j := range ended {
		for _, next := range g.jobs[j].successors {
			if g.jobs[next].pendingPredecessors--; g.jobs[next].pendingPredecessors == 0 {
				g.joins[next] = g.ready(next, g.now)
			}
		}
	}
}

// join adds jobs to the queue.
func (g *gang) join() {
	for _, j := range sorting.Keys(g.joins) {
		if g.joins[j] <= g.now {
			delete(g.joins, j)
			g.queue = append(g.queue, j)
		}
	}
	slices.Sort(g.queue)
	sorting.Stable(g.queue, func(a, b int) int { return sorting.Ascending(g.jobs[a].Submitted, g.jobs[b].Submitted) })
}

// suspendable reports whether a job may be suspended.
func (g *gang) suspendable(j int) bool {
	return g.Rules.Preemption && g.jobs[j].Preemptible && g.jobs[j].Restartable
}

// usedCapacity returns the slots of a machine that some jobs hold, and their memory.
func (g *gang) usedCapacity(q int, jobs []int) (sum amount) {
	g.inspected += len(jobs)
	for _, j := range jobs {
		if slices.Contains(g.jobs[j].machines, q) {
			part := g.jobs[j].part(len(g.jobs[j].machines))
			sum.slots += part.slots
			sum.memory += part.memory
		}
	}
	return sum
}

// fits reports whether a job fits on its machines while others run.
func (g *gang) fits(j int, running []int) bool {
	return !slices.ContainsFunc(g.jobs[j].machines, func(q int) bool {
		return g.usedCapacity(q, running).slots+g.jobs[j].part(len(g.jobs[j].machines)).slots > g.machines[q].Slots
	})
}

// running returns the jobs of the line that run.
func (g *gang) running() (list []int) {
	for _, j := range g.line {
		if g.jobs[j].booking != nil {
			list = append(list, j)
		}
	}
	return list
}

// rotate ends a time slice and returns the number of suspended jobs.
func (g *gang) rotate() (suspended int) {
	ran := g.running()
	if len(ran) == len(g.line) || len(ran) == 0 {
		return 0
	}
	g.line = append(slices.DeleteFunc(g.line, func(j int) bool { return slices.Contains(ran, j) }), ran...)
	var next []int
	for _, j := range g.line {
		if !g.suspendable(j) {
			next = append(next, j)
		}
	}
	for _, j := range g.line {
		if g.suspendable(j) && g.fits(j, next) {
			next = append(next, j)
		}
	}
	fresh := slices.DeleteFunc(slices.Clone(g.line), func(j int) bool {
		return g.jobs[j].booking != nil || !slices.Contains(next, j)
	})
	for _, j := range ran {
		if slices.Contains(next, j) {
			continue
		}
		by := slices.IndexFunc(fresh, func(other int) bool {
			return slices.ContainsFunc(g.jobs[other].machines, func(q int) bool {
				return slices.Contains(g.jobs[j].machines, q)
			})
		})
		g.stop(j, true, fresh[by])
		suspended++
	}
	for _, j := range fresh {
		g.run(j, g.now, farm.StartQueued)
	}
	return suspended
}

// assign assigns the first jobs of the queue to machines, one after another.
func (g *gang) assign() {
	for len(g.queue) > 0 {
		j := g.queue[0]
		for _, k := range g.jobs[j].counts {
			if g.jobs[j].machines = g.choose(j, k); g.jobs[j].machines != nil {
				break
			}
		}
		if g.jobs[j].machines == nil {
			return
		}
		running := g.running()
		g.queue, g.line = g.queue[1:], append(g.line, j)
		if g.fits(j, running) {
			how := farm.StartQueued
			if g.ready(j, 0) == g.now {
				how = farm.StartDirect
			}
			g.run(j, g.now, how)
		}
	}
}

// fill starts suspended jobs whose slots are free, in the order of the line.
func (g *gang) fill() {
	for _, j := range g.line {
		if g.jobs[j].booking == nil && g.fits(j, g.running()) {
			g.run(j, g.now, farm.StartQueued)
		}
	}
}

// choose returns the k machines for a job, or nil.
func (g *gang) choose(j, k int) []int {
	part, given := g.jobs[j].part(k), map[int]amount{}
	var may []int
	for _, q := range g.machinesFor(j, k) {
		given[q] = g.usedCapacity(q, g.line)
		room := given[q].slots+part.slots <= g.share*g.machines[q].Slots &&
			given[q].memory+part.memory <= farmverify.MemoryUnits(g.machines[q].Memory, false)
		idle := g.suspendable(j) || g.usedCapacity(q, g.running()).slots+part.slots <= g.machines[q].Slots
		if room && idle && g.readyOn(j, q, g.now) <= g.now && g.hasLicences(j, []int{q}) {
			may = append(may, q)
		}
	}
	slices.Sort(may)
	sorting.Stable(may, func(a, b int) int {
		return cmp.Compare(given[a].slots*g.machines[b].Slots, given[b].slots*g.machines[a].Slots)
	})
	var chosen []int
	for _, q := range may {
		if with := append(slices.Clone(chosen), q); len(chosen) < k && g.hasLicences(j, with) {
			chosen = with
		}
	}
	if len(chosen) < k {
		return nil
	}
	slices.Sort(chosen)
	return chosen
}

// hasLicences reports whether licences are left for parts of a job on machines.
func (g *gang) hasLicences(j int, machines []int) bool {
	for name, n := range g.jobs[j].Licenses {
		floating := g.Problem.Licenses[name]
		for _, q := range machines {
			if own, bound := g.machines[q].Licenses[name]; !bound {
				floating -= n
			} else if g.licences(name, q, own) < n {
				return false
			}
		}
		if floating < g.Problem.Licenses[name] && g.licences(name, -1, floating) < 0 {
			return false
		}
	}
	return true
}

// licences returns the licences of a machine, or with q = -1 of the farm, that are left of so
// many.
func (g *gang) licences(name string, q, left int) int {
	for _, j := range g.line {
		for _, on := range g.jobs[j].machines {
			if _, bound := g.machines[on].Licenses[name]; bound == (q >= 0) && (q < 0 || on == q) {
				left -= g.jobs[j].Licenses[name]
			}
		}
	}
	return left
}
