package schedaudit

import (
	"maps"
	"slices"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// A change is an amount taken or given back at a time. An end within the
// tolerance of a start counts as earlier.
type change struct {
	time   float64
	amount float64
	x      *stretch
	job    int
}

// A holding is the capacity that a job uses during one interval.
type holding struct {
	job int
	x   *stretch
	end float64
}

// capacity checks slots, memory and licences with a sweep over time, of each
// machine or of the whole farm.
func (j *judge) capacity() {
	places := make(map[string]int, len(j.p.Jobs))
	for i := range j.p.Jobs {
		places[j.p.Jobs[i].ID] = i
	}
	for i := range j.p.Jobs {
		j.checkDependencies(i, places)
	}
	if j.naming == nothing {
		j.checkFarmCapacity()
		return
	}
	slots, memory := make([][]change, len(j.p.Machines)), make([][]change, len(j.p.Machines))
	licences := map[string][]change{}
	own := make([]map[string][]change, len(j.p.Machines))
	j.stretches(func(i int, job *farm.Job, x *stretch) {
		for _, s := range x.shares {
			m, h := &j.p.Machines[s.machine], holding{i, x, j.releaseTime(i, x, s.machine)}
			slots[s.machine] = j.addHolding(slots[s.machine], float64(s.slots), h)
			if job.Memory > 0 {
				memory[s.machine] = j.addHolding(memory[s.machine], job.Memory*float64(s.slots)/float64(job.Slots), h)
			}
			for name, n := range job.Licenses {
				if _, bound := m.Licenses[name]; !bound {
					licences[name] = j.addHolding(licences[name], float64(n), h)
					continue
				}
				if own[s.machine] == nil {
					own[s.machine] = map[string][]change{}
				}
				own[s.machine][name] = j.addHolding(own[s.machine][name], float64(n), h)
			}
		}
	})
	for q := range j.p.Machines {
		m := &j.p.Machines[q]
		j.sweep(slots[q], float64(m.Slots), m.ID, "slots")
		j.sweep(memory[q], m.Memory, m.ID, "MB of memory")
		for _, name := range sorting.Keys(own[q]) {
			j.sweep(own[q][name], float64(m.Licenses[name]), m.ID, "of licence "+strconv.Quote(name))
		}
	}
	for _, name := range sorting.Keys(licences) {
		j.sweep(licences[name], float64(j.p.Licenses[name]), "the farm", "of licence "+strconv.Quote(name))
	}
	if j.naming == resources {
		j.twice()
	}
}

// checkFarmCapacity checks the capacity of the whole farm. The machines of a job's parts
// are unknown here: at least one part holds its share to the end, and the
// others may have ended earlier, on the fastest machines.
func (j *judge) checkFarmCapacity() {
	var slots, memory []change
	licences, have := map[string][]change{}, maps.Clone(j.p.Licenses)
	if have == nil {
		have = map[string]int{}
	}
	room := 0.0
	for q := range j.p.Machines {
		room += j.p.Machines[q].Memory
		for name, n := range j.p.Machines[q].Licenses {
			have[name] += n
		}
	}
	j.stretches(func(i int, job *farm.Job, x *stretch) {
		whole, rest := holding{i, x, x.end}, holding{i, x, x.end}
		if list := j.pieces[i]; x == &list[len(list)-1] && job.Parts() > 1 {
			fast, slow := j.speeds(job, x)
			rest.end = x.start + float64((x.end-x.start)*slow)/fast
		}
		part := (job.Slots + job.Parts() - 1) / job.Parts()
		slots = j.addHolding(j.addHolding(slots, float64(part), whole), float64(job.Slots-part), rest)
		if job.Memory > 0 {
			share := job.Memory / float64(job.Parts())
			memory = j.addHolding(j.addHolding(memory, share, whole), job.Memory-share, rest)
		}
		for name, n := range job.Licenses {
			licences[name] = j.addHolding(licences[name], float64(n), whole)
		}
	})
	j.sweep(slots, float64(j.total), "the farm", "slots")
	j.sweep(memory, room, "the farm", "MB of memory")
	for _, name := range sorting.Keys(licences) {
		j.sweep(licences[name], float64(have[name]), "the farm", "of licence "+strconv.Quote(name))
	}
}

// stretches calls do for every interval of a job that ran.
func (j *judge) stretches(do func(i int, job *farm.Job, x *stretch)) {
	for i := range j.pieces {
		for k := range j.pieces[i] {
			do(i, &j.p.Jobs[i], &j.pieces[i][k])
		}
	}
}

func (j *judge) addHolding(list []change, amount float64, h holding) []change {
	return append(list, change{h.x.start, amount, h.x, h.job},
		change{max(h.x.start, h.end-j.tolerance), -amount, h.x, h.job})
}

// sortChanges sorts changes by time. Amounts are given back before others are
// taken at the same time, except within an interval shorter than the tolerance.
func sortChanges(list []change) {
	slices.SortStableFunc(list, func(a, b change) int {
		if c := sorting.Ascending(a.time, b.time); c != 0 {
			return c
		}
		return sorting.Ascending(a.amount, b.amount)
	})
}

// sweep records a violation for each time at which the amount taken begins to
// exceed the capacity.
func (j *judge) sweep(list []change, have float64, owner, what string) {
	sortChanges(list)
	held, over := 0.0, false
	for _, c := range list {
		held += c.amount
		much := held > float64(have*(1+1e-9))+1e-9
		if much && !over {
			j.violation(c.x.row.Line, "with job "+j.p.Jobs[c.job].ID+" "+number(held)+" "+what+" are taken at "+
				number(c.time)+"; "+owner+" has "+number(have))
		}
		over = much
	}
}

// twice records the slots that two jobs hold at the same time.
func (j *judge) twice() {
	type turn struct {
		time float64
		take bool
		i    int
		x    *stretch
		at   Range // slots of one machine
	}
	var list []turn
	work := 0
	j.stretches(func(i int, _ *farm.Job, x *stretch) {
		for _, r := range x.row.Resources {
			if r.Last >= j.total {
				return
			}
			work += r.Last - r.First + 1
		}
		for _, s := range x.shares {
			at := Range{j.first[s.machine], j.first[s.machine] + j.p.Machines[s.machine].Slots - 1}
			if end := j.releaseTime(i, x, s.machine) - j.tolerance; end > x.start {
				list = append(list, turn{x.start, true, i, x, at}, turn{end, false, i, x, at})
			}
		}
	})
	if work > maxHeld {
		j.note("Whether two jobs use the same slot was not checked, because the jobs use " + strconv.Itoa(work) +
			" slots in all; the slots of every machine were counted.")
		return
	}
	slices.SortStableFunc(list, func(a, b turn) int {
		if c := sorting.Ascending(a.time, b.time); c != 0 {
			return c
		}
		switch {
		case a.take == b.take:
			return 0
		case b.take:
			return -1
		}
		return 1
	})
	holder := map[int]int{} // the job plus 1, by slot
	for _, t := range list {
		listed := false
		for _, r := range t.x.row.Resources {
			for at := max(r.First, t.at.First); at <= min(r.Last, t.at.Last); at++ {
				other := holder[at]
				switch {
				case !t.take && other == t.i+1:
					delete(holder, at)
				case t.take && other != 0 && !listed:
					listed = true
					j.violation(t.x.row.Line, "job "+j.p.Jobs[t.i].ID+" takes resource "+strconv.Itoa(at)+" at "+
						number(t.time)+", which job "+j.p.Jobs[other-1].ID+" holds")
				case t.take:
					holder[at] = t.i + 1
				}
			}
		}
	}
}

// maxHeld limits the number of slots that are checked one by one.
const maxHeld = 50_000_000
