package solve

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/reason"
	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// AlgorithmGang is gang scheduling as in Slurm (SchedMD, "Gang Scheduling",
// slurm.schedmd.com/gang_scheduling.html): jobs share slots and take turns.
//
//   - The first job of the queue is assigned to machines as soon as that is possible: to the
//     machines of the least load, the first of the document among equals. The load is the assigned
//     slots over the slots. On a machine at most Options.Share times its slots are assigned, its
//     memory and licences once. No job overtakes in the queue. An assigned job keeps its machines,
//     and goes to the end of the line.
//   - A job of the line runs if its slots are free on all its machines. Free slots go to the
//     first of the line that fits, before the queue is served.
//   - At each multiple of Options.Slice, if a job is suspended, the running jobs go to the end of
//     the line. Then slots are distributed again from its beginning; a job without slots is
//     suspended.
//   - All parts of a job run at the same time. The slots of a part that ends first stay its own
//     until the job ends.
//
// Only a job that is preemptible and restartable is suspended. Another one is assigned to machines
// where its slots are free, and runs to its end. Slots of a machine are interchangeable, as with Slurm's
// CR_CPU. Estimates are not used.
//
// Complexity: O(line) for each event; at most farm.MaxSuspensions suspensions.
const AlgorithmGang Algorithm = "gang"

// A gang is a simulation of gang scheduling.
type gang struct {
	*run
	now    float64
	slice  float64   // seconds
	turns  float64   // number of the next end of a slice
	coming []event   // jobs that will join the queue, sorted
	queue  []int32   // jobs without machines, by submission
	line   []*member // assigned jobs
	hosts  []host
	spare  map[string]int32 // floating licences
}

// A member of the line is a job with its machines.
type member struct {
	job      int32
	machines []int32 // machines
	slowest  float64 // least speed
	fixed    bool    // it is never suspended
	piece    *hold   // nil while it waits or is suspended
	end      float64 // of the piece, if it is not suspended before
}

// A host is a machine with its use.
type host struct {
	assigned need
	used     int32            // slots of running jobs
	spare    map[string]int32 // own licences that are not assigned
}

// gang schedules by AlgorithmGang. If a job has no place, or there are more suspensions than
// farm.MaxSuspensions, it sets r.stuck and returns nil. The error is the context's.
func (r *run) gang(ctx context.Context) error {
	g := r.newGang()
	for i := 0; ; i++ {
		at := g.next()
		if math.IsInf(at, 1) {
			break
		}
		if err := r.tick(ctx, i); err != nil {
			return err
		}
		if g.now = at; r.stats.Preemptions > farm.MaxSuspensions {
			r.failureReason = reason.New("too-many-slices", "most", farm.MaxSuspensions).
				Say(i18n.English("the jobs would be suspended more than {} times; a longer time slice helps",
					strconv.Itoa(farm.MaxSuspensions)))
			r.failure = r.failureReason.Text
			return nil
		}
		g.finish()
		g.join()
		g.rotate()
		g.resume()
		g.admit()
	}
	for j := range r.in.jobs {
		if !r.final(int32(j)) && r.open[j] == 0 {
			r.failure = r.unreachable(int32(j))
			return nil
		}
	}
	return ctx.Err()
}

// newGang returns the state before time 0.
func (r *run) newGang() *gang {
	g := &gang{run: r, slice: cmp.Or(r.o.Slice, farm.UsualSlice), hosts: make([]host, len(r.in.p.Machines)),
		spare: spares(r.in.floating)}
	for q := range g.hosts {
		g.hosts[q].spare = spares(r.in.machineLicences[q])
	}
	for j := range r.in.p.Jobs {
		from := r.in.p.Jobs[j].Running
		if from == nil {
			if r.open[j] == 0 {
				g.await(int32(j))
			}
			continue
		}
		g.now = from.Since
		g.start(g.add(int32(j), r.in.runsOn(from)), farm.StartRunning)
	}
	g.now = 0
	return g
}

// spares returns licences by name.
func spares(list []licence) map[string]int32 {
	spare := map[string]int32{}
	for _, l := range list {
		spare[l.name] = l.count
	}
	return spare
}

// await schedules the time at which a job joins the queue.
func (g *gang) await(j int32) {
	e := event{time: g.ready(j, max(0, g.now)), kind: jobJoins, job: j}
	at, _ := slices.BinarySearchFunc(g.coming, e, func(a, b event) int {
		if a.precedes(&b) {
			return -1
		}
		return 1
	})
	g.coming = sorting.Insert(g.coming, at, e)
}

// next returns the time of the next event, or +Inf.
func (g *gang) next() float64 {
	at, suspended := math.Inf(1), false
	if len(g.coming) > 0 {
		at = max(g.now, g.coming[0].time)
	}
	for _, m := range g.line {
		if m.piece == nil {
			suspended = true
		} else {
			at = min(at, max(g.now, m.end))
		}
	}
	if suspended {
		at = min(at, g.turns*g.slice)
	}
	if len(g.queue) > 0 && g.in.jobs[g.queue[0]].data {
		for q := range g.hosts {
			if there := g.readyOn(g.queue[0], int32(q), g.now); there > g.now {
				at = min(at, there)
			}
		}
	}
	return at
}

// finish ends the pieces whose time has come. A job that ends within rounding of now ends too, so
// that no piece of it is empty.
func (g *gang) finish() {
	g.line = slices.DeleteFunc(g.line, func(m *member) bool {
		if m.piece == nil || m.end > g.now+farm.Rounding(g.now) {
			return false
		}
		g.leave(m)
		g.run.finish[m.job], g.lastMachines[m.job] = m.end, m.machines
		g.done(m.piece)
		for _, next := range g.in.jobs[m.job].dependents {
			if g.open[next]--; g.open[next] == 0 {
				g.await(next)
			}
		}
		return true
	})
}

// join moves jobs into the queue, by submission and then by the order of the document.
func (g *gang) join() {
	for len(g.coming) > 0 && g.coming[0].time <= g.now {
		j := g.coming[0].job
		g.coming = g.coming[1:]
		at, _ := slices.BinarySearchFunc(g.queue, j, func(a, b int32) int {
			if c := cmp.Compare(g.in.jobs[a].submitted, g.in.jobs[b].submitted); c != 0 {
				return c
			}
			return int(a - b)
		})
		g.queue = sorting.Insert(g.queue, at, j)
	}
}

// rotate distributes the slots again if a slice ends.
func (g *gang) rotate() {
	if past := math.Floor(g.now / g.slice); past > g.turns {
		g.turns = past // no job was suspended
	}
	for g.turns*g.slice < g.now {
		g.turns++
	}
	if g.turns*g.slice > g.now {
		return
	}
	g.turns++
	var ran, waited []*member
	for _, m := range g.line {
		if m.piece == nil {
			waited = append(waited, m)
		} else {
			ran = append(ran, m)
		}
	}
	if len(waited) == 0 || len(ran) == 0 {
		return
	}
	g.line = append(waited, ran...)
	for q := range g.hosts {
		g.hosts[q].used = 0
	}
	stays := map[*member]bool{}
	for _, fixed := range []bool{true, false} { // jobs that are never suspended come first
		for _, m := range g.line {
			if m.fixed == fixed && g.fits(m) {
				g.use(m, 1)
				stays[m] = true
			}
		}
	}
	if g.on {
		g.o.Log.Add(trace.Event{Kind: "turn", Values: []trace.Value{{Name: "at", Num: g.now},
			{Name: "running", Num: float64(len(stays))}, {Name: "suspended", Num: float64(len(g.line) - len(stays))}}})
	}
	for _, m := range ran {
		if !stays[m] {
			g.suspend(m, g.successor(m, stays))
		}
	}
	for _, m := range g.line {
		if stays[m] && m.piece == nil {
			g.use(m, -1)
			g.start(m, farm.StartQueued)
		}
	}
}

// successor returns the first job of the line that starts now on a machine of a suspended job.
func (g *gang) successor(of *member, stays map[*member]bool) int32 {
	for _, m := range g.line {
		shared := func(q int32) bool { return slices.Contains(of.machines, q) }
		if stays[m] && m.piece == nil && slices.ContainsFunc(m.machines, shared) {
			return m.job
		}
	}
	return of.job // unreachable: jobs that ran together fit together
}

// suspend ends a piece of a job.
func (g *gang) suspend(m *member, by int32) {
	h := m.piece
	for i := range h.finish {
		h.finish[i] = g.now
	}
	g.remaining[m.job] -= float64((g.now - h.start) * m.slowest)
	g.pieces[m.job] = append(g.pieces[m.job], piece{hold: *h, stopped: true, turn: true, by: by, ratio: 1})
	m.piece = nil
	g.stats.Preemptions++
	g.recordStopped(m.job, by, g.now)
}

// admit assigns the first jobs of the queue, one after another.
func (g *gang) admit() {
	for len(g.queue) > 0 {
		on := g.machines(g.queue[0])
		if on == nil {
			return
		}
		m := g.add(g.queue[0], on)
		g.queue = g.queue[1:]
		if g.fits(m) {
			how := farm.StartQueued
			if g.now == g.ready(m.job, 0) {
				how = farm.StartDirect
			}
			g.start(m, how)
		}
	}
}

// resume starts suspended jobs whose slots are free, in the order of the line.
func (g *gang) resume() {
	for _, m := range g.line {
		if m.piece == nil && g.fits(m) {
			g.start(m, farm.StartQueued)
		}
	}
}

// machines returns the machines to which a job can be assigned now, for as few parts as possible, or
// nil.
func (g *gang) machines(j int32) []int32 {
	job, kind := &g.in.jobs[j], g.in.p.Jobs[j].Type
	for _, k := range job.parts {
		n := job.part(k)
		var may []int32
		for q := range g.hosts {
			if g.in.lacks(job, kind, n, k, &g.in.classes[g.in.class[q]]) == "" && g.canAssign(j, int32(q), n) {
				may = append(may, int32(q))
			}
		}
		sorting.Stable(may, func(a, b int32) int {
			return cmp.Compare(int64(g.hosts[a].assigned.slots)*int64(g.in.p.Machines[b].Slots),
				int64(g.hosts[b].assigned.slots)*int64(g.in.p.Machines[a].Slots))
		})
		if on := g.licensedMachines(job, may, int(k)); on != nil {
			return on
		}
	}
	return nil
}

// canAssign reports whether a part can be assigned to a machine now.
func (g *gang) canAssign(j, q int32, n need) bool {
	h, slots := &g.hosts[q], g.in.p.Machines[q].Slots
	for _, w := range g.in.jobs[j].licences {
		if left, own := h.spare[w.name]; own && left < w.count {
			return false
		}
	}
	return int(h.assigned.slots+n.slots) <= slots*cmp.Or(g.o.Share, farm.UsualShare) &&
		h.assigned.memory+n.memory <= g.in.memory[q] && (g.suspendable(j) || int(h.used+n.slots) <= slots) &&
		g.readyOn(j, q, g.ready(j, g.now)) <= g.now
}

// licensedMachines returns the first k machines for whose parts there are floating licences, in the order
// of the document, or nil.
func (g *gang) licensedMachines(job *job, may []int32, k int) []int32 {
	var on []int32
	taken := map[string]int32{}
	for _, q := range may {
		enough := true
		for _, w := range job.licences {
			if _, own := g.hosts[q].spare[w.name]; !own {
				enough = enough && taken[w.name]+w.count <= g.spare[w.name]
			}
		}
		if !enough {
			continue
		}
		for _, w := range job.licences {
			if _, own := g.hosts[q].spare[w.name]; !own {
				taken[w.name] += w.count
			}
		}
		if on = append(on, q); len(on) == k {
			slices.Sort(on)
			return on
		}
	}
	return nil
}

// suspendable reports whether a job may be suspended.
func (g *gang) suspendable(j int32) bool {
	job := &g.in.p.Jobs[j]
	return g.in.rules.Preemption && job.Preemptible && job.Restartable
}

// add assigns a job to machines, and adds it to the line.
func (g *gang) add(j int32, on []int32) *member {
	m := &member{job: j, machines: on, slowest: math.Inf(1), fixed: !g.suspendable(j)}
	for _, q := range on {
		m.slowest = min(m.slowest, g.in.speed(j, q))
	}
	g.line = append(g.line, m)
	g.assign(m, 1)
	return m
}

// assign counts the slots, memory and licences of an assigned job, or releases them if sign is -1.
func (g *gang) assign(m *member, sign int32) {
	job := &g.in.jobs[m.job]
	n := job.part(int32(len(m.machines)))
	for _, q := range m.machines {
		h := &g.hosts[q]
		h.assigned.slots += sign * n.slots
		h.assigned.memory += int64(sign) * n.memory
		for _, w := range job.licences {
			if _, own := h.spare[w.name]; own {
				h.spare[w.name] -= sign * w.count
			} else {
				g.spare[w.name] -= sign * w.count
			}
		}
	}
}

// fits reports whether the slots of a job are free.
func (g *gang) fits(m *member) bool {
	n := g.in.jobs[m.job].part(int32(len(m.machines)))
	for _, q := range m.machines {
		if int(g.hosts[q].used+n.slots) > g.in.p.Machines[q].Slots {
			return false
		}
	}
	return true
}

// use counts the slots of a running job.
func (g *gang) use(m *member, sign int32) {
	n := g.in.jobs[m.job].part(int32(len(m.machines)))
	for _, q := range m.machines {
		g.hosts[q].used += sign * n.slots
	}
}

// start begins a piece of a job. how is for the first piece.
func (g *gang) start(m *member, how string) {
	if len(g.pieces[m.job]) > 0 {
		how = farm.StartResumed
	}
	h := &hold{job: m.job, machines: m.machines, start: g.now, startKind: how}
	for _, q := range m.machines {
		h.finish = append(h.finish, g.now+g.remaining[m.job]/g.in.speed(m.job, q))
	}
	m.piece, m.end = h, h.end()
	g.use(m, 1)
	g.recordPlaced(h)
}

// leave removes a job that has ended from its machines.
func (g *gang) leave(m *member) {
	g.use(m, -1)
	g.assign(m, -1)
}
