package schedaudit

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// place determines the machines of each stretch, as far as the file states
// them, and chooses machines for the others, so that they can be drawn.
func (j *judge) place() {
	j.machines = make(map[string]int, len(j.p.Machines))
	j.first = make([]int, len(j.p.Machines))
	for m := range j.p.Machines {
		j.machines[j.p.Machines[m].ID] = m
		j.first[m] = j.total
		j.total += j.p.Machines[m].Slots
	}
	j.naming = j.fileNaming()
	switch j.naming {
	case resources:
		j.eachStretch(j.setSharesBySlots)
	case machines:
		j.eachStretch(j.setSharesByMachines)
	default:
		j.chooseMachines()
	}
}

// fileNaming returns the naming of the file. It counts only if it is complete and
// the names are known.
func (j *judge) fileNaming() naming {
	how, strange := resources, ""
	for i := range j.pieces {
		for k := range j.pieces[i] {
			row := j.pieces[i][k].row
			if math.IsNaN(row.Start) {
				continue
			}
			if len(row.Resources) == 0 && how == resources {
				how = machines
			}
			if len(row.Machines) == 0 && how == machines {
				how = nothing
			}
			for _, name := range row.Machines {
				if _, ok := j.machines[name]; !ok && strange == "" {
					strange = name
				}
			}
		}
	}
	switch {
	case how == resources:
		j.note("The numbers of resources were taken for slots, those of the first machine from 0 on.")
	case how == machines && strange != "":
		j.note("The file names the machine " + strconv.Quote(clip(strange)) + ", which the scenario does not have.")
		how = nothing
	case how == machines && !j.usesSingleMachines():
		j.note("The file names several machines of a job but not the slots on each; " +
			"the slots were divided into equal parts.")
	}
	if how == nothing && len(j.p.Machines) > 1 {
		j.note("The file does not say on which machines jobs ran: slots, memory and licences were counted over all " +
			strconv.Itoa(len(j.p.Machines)) + " machines, and jobs are drawn on machines that Gridbox chose.")
	}
	return how
}

// usesSingleMachines reports whether every job is on one machine.
func (j *judge) usesSingleMachines() bool {
	for i := range j.pieces {
		for k := range j.pieces[i] {
			if len(j.pieces[i][k].row.Machines) > 1 {
				return false
			}
		}
	}
	return true
}

// eachStretch calls do for every stretch that ran.
func (j *judge) eachStretch(do func(job *farm.Job, x *stretch)) {
	for i := range j.pieces {
		for k := range j.pieces[i] {
			if x := &j.pieces[i][k]; !math.IsNaN(x.start) {
				do(&j.p.Jobs[i], x)
				j.fits(&j.p.Jobs[i], x, k == 0)
			}
		}
	}
}

// setSharesBySlots computes the shares of a stretch from its slots.
func (j *judge) setSharesBySlots(job *farm.Job, x *stretch) {
	n := 0
	for _, r := range x.row.Resources {
		if r.Last >= j.total {
			j.violation(x.row.Line, "job "+job.ID+" is on resource "+strconv.Itoa(r.Last)+"; the farm has "+
				strconv.Itoa(j.total)+" slots, from 0 on")
			x.shares = []share{{0, job.Slots}}
			return
		}
		for at := r.First; at <= r.Last; {
			m, found := slices.BinarySearch(j.first, at)
			if !found {
				m--
			}
			end := min(r.Last+1, j.first[m]+j.p.Machines[m].Slots)
			x.add(m, end-at)
			n += end - at
			at = end
		}
	}
	if n != job.Slots {
		j.violation(x.row.Line, "job "+job.ID+" is on "+doc.Count(n, "slot")+"; it needs "+strconv.Itoa(job.Slots))
	}
}

// add adds slots on a machine to the shares of a stretch, which are in the
// order of the machines.
func (x *stretch) add(machine, slots int) {
	at, found := slices.BinarySearchFunc(x.shares, machine, func(s share, m int) int { return s.machine - m })
	if !found {
		x.shares = slices.Insert(x.shares, at, share{machine: machine})
	}
	x.shares[at].slots += slots
}

// setSharesByMachines divides the slots of a job among the named machines.
func (j *judge) setSharesByMachines(job *farm.Job, x *stretch) {
	n, at := len(x.row.Machines), map[int]int{} // index of the share by machine
	for k, name := range x.row.Machines {
		slots := job.Slots / n
		if k < job.Slots%n {
			slots++
		}
		m := j.machines[name]
		i, twice := at[m]
		switch {
		case slots == 0:
		case twice:
			x.shares[i].slots += slots
		default:
			at[m] = len(x.shares)
			x.shares = append(x.shares, share{m, slots})
		}
	}
}

// fits checks the requirements of a job for its machines. A job that was
// running at 0 must have its given machine in its first stretch.
func (j *judge) fits(job *farm.Job, x *stretch, first bool) {
	parts := job.Parts()
	if job.Running != nil {
		parts = max(parts, 1+len(job.Running.OtherMachines))
	}
	if len(x.shares) > parts {
		j.violation(x.row.Line, "job "+job.ID+" is on "+doc.Count(len(x.shares), "machine")+
			"; it may be divided among "+strconv.Itoa(parts))
	}
	for _, s := range x.shares {
		if s.slots*len(x.shares) != job.Slots && len(x.shares) > 1 {
			j.violation(x.row.Line, "job "+job.ID+" has "+doc.Count(s.slots, "slot")+" on "+
				j.p.Machines[s.machine].ID+
				"; its "+strconv.Itoa(job.Slots)+" slots are divided into equal parts")
			break
		}
	}
	for _, s := range x.shares {
		m := &j.p.Machines[s.machine]
		if job.Type != "" && m.Type != job.Type {
			j.violation(x.row.Line, "job "+job.ID+" is on "+m.ID+", of type "+strconv.Quote(m.Type)+"; it needs "+
				strconv.Quote(job.Type))
		}
	}
	if r := job.Running; r != nil && first && !slices.ContainsFunc(x.shares, func(s share) bool {
		return j.p.Machines[s.machine].ID == r.Machine
	}) {
		j.violation(x.row.Line, "job "+job.ID+" runs already, on "+r.Machine)
	}
}

// chooseMachines assigns every stretch to the first machine with room, or else to
// free slots of several. It checks nothing.
func (j *judge) chooseMachines() {
	var list []*stretch
	slots := map[*stretch]int{}
	for i := range j.pieces {
		for k := range j.pieces[i] {
			if x := &j.pieces[i][k]; !math.IsNaN(x.start) && x.end >= x.start {
				list = append(list, x)
				slots[x] = j.p.Jobs[i].Slots
			}
		}
	}
	if len(j.p.Machines) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b *stretch) int { return sorting.Ascending(a.start, b.start) })
	ending := slices.Clone(list)
	slices.SortStableFunc(ending, func(a, b *stretch) int { return sorting.Ascending(a.end, b.end) })
	free := make([]int, len(j.p.Machines))
	for m := range free {
		free[m] = j.p.Machines[m].Slots
	}
	done := 0
	for _, x := range list {
		for ; done < len(ending) && ending[done].end <= x.start+j.tolerance && len(ending[done].shares) > 0; done++ {
			for _, s := range ending[done].shares {
				free[s.machine] += s.slots
			}
		}
		j.assignSlots(x, slots[x], free)
		for _, s := range x.shares {
			free[s.machine] -= s.slots
		}
	}
}

// assignSlots places need slots of a stretch on the first machine with enough free
// slots. Otherwise it divides them among machines in order. Slots beyond the
// capacity are placed on machine 0. It does not change free.
func (j *judge) assignSlots(x *stretch, need int, free []int) {
	for m := range free {
		if free[m] >= need {
			x.shares = []share{{m, need}}
			return
		}
	}
	for m := range free {
		if n := min(free[m], need); n > 0 {
			x.add(m, n)
			need -= n
		}
	}
	if need > 0 { // more than the capacity, drawn all the same
		x.add(0, need)
	}
}
