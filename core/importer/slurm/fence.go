package slurm

import (
	"maps"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// licences sets the totals of floating licences: the number in a file, or else
// the largest number in use at a time, and at least the number that one job
// needs.
func (b *builder) licences() {
	bound := map[string]bool{}
	for i := range b.p.Machines {
		for name := range b.p.Machines[i].Licenses {
			bound[name] = true
		}
	}
	edges, taken, most := map[string][]edge{}, map[string]int{}, map[string]int{}
	for i := range b.list {
		m := &b.list[i]
		at := b.jobOf[m.id]
		if at == 0 {
			continue
		}
		j := &b.p.Jobs[at-1]
		for name, n := range j.Licenses {
			if bound[name] {
				continue
			}
			all := n * j.Parts()
			most[name] = max(most[name], all)
			if m.hasStarted() {
				edges[name] = m.use(edges[name], all)
			}
		}
	}
	for name, list := range edges {
		taken[name] = peakUse(list, 0)
	}
	for _, name := range sorting.Keys(most) {
		if _, set := b.p.Licenses[name]; set {
			b.p.Licenses[name] = max(b.p.Licenses[name], min(taken[name], 1e6))
			continue
		}
		if b.requirement(name) {
			continue // met by no machine
		}
		if b.p.Licenses == nil {
			b.p.Licenses = map[string]int{}
		}
		total, known := b.totals[name]
		if !known {
			total = max(taken[name], most[name])
			b.r.AddAssumed(1, "licence", importer.Clean(name)+": "+strconv.Itoa(total)+
				" in all, because there is no file of scontrol show license")
		} else {
			b.r.AddTaken(1, "licence", "with its number")
		}
		b.p.Licenses[name] = min(max(total, taken[name]), 1e6)
	}
}

// requirement reports whether a licence represents a requirement.
func (b *builder) requirement(licence string) bool {
	return slices.ContainsFunc(b.requirementSet.order,
		func(name string) bool { return b.requirementSet.tag(name) == licence })
}

// fence makes running jobs fit on their nodes, and adds jobs for reservations
// that hold nodes now.
func (b *builder) fence() {
	at := make(map[string]int, len(b.p.Machines))
	for i := range b.p.Machines {
		at[b.p.Machines[i].ID] = i
	}
	slots, memory := make([]int, len(at)), make([]float64, len(at))
	held := make([]map[string]int, len(at))
	b.permit(at)
	for i := range b.p.Jobs {
		j := &b.p.Jobs[i]
		if j.Running == nil {
			continue
		}
		parts := 1 + len(j.Running.OtherMachines)
		for _, id := range append([]string{j.Running.Machine}, j.Running.OtherMachines...) {
			q := at[id]
			slots[q] += j.Slots / parts
			memory[q] += j.Memory / float64(parts)
			for name, n := range j.Licenses {
				if _, bound := b.p.Machines[q].Licenses[name]; bound {
					if held[q] == nil {
						held[q] = map[string]int{}
					}
					held[q][name] += n
				}
			}
			if j.Type != "" {
				j.Type = b.p.Machines[q].Type
			}
		}
	}
	b.widen(slots, memory, held)
	b.reserve(at, slots)
}

// permit removes from running jobs the requirements that their nodes do not
// meet, such as a partition that has changed since or is in no file.
func (b *builder) permit(at map[string]int) {
	odd := 0
	for i := range b.p.Jobs {
		j := &b.p.Jobs[i]
		if j.Running == nil {
			continue
		}
		lacks := func(name string, _ int) bool {
			return b.requirement(name) && slices.ContainsFunc(append([]string{j.Running.Machine},
				j.Running.OtherMachines...),
				func(id string) bool { return b.p.Machines[at[id]].Licenses[name] == 0 })
		}
		kept := maps.Clone(j.Licenses) // jobs with equal requests share a map
		maps.DeleteFunc(kept, lacks)
		if len(kept) < len(j.Licenses) {
			j.Licenses = kept
			odd++
		}
	}
	b.r.AddAssumed(odd, "running job", "run outside the partition that the files list")
}

// widen enlarges machines to the usage of the jobs that run on them.
func (b *builder) widen(slots []int, memory []float64, held []map[string]int) {
	wide := 0
	unknown := true
	for q := range b.p.Machines {
		unknown = unknown && b.p.Machines[q].Memory == 0
	}
	if unknown {
		count := 0
		for i := range b.p.Jobs {
			if j := &b.p.Jobs[i]; j.Memory > 0 {
				j.Memory = 0
				count++
			}
		}
		b.r.AddLeftOut(count, "amount of memory", "of a job is not used, because no file has the nodes' memory")
	}
	for q := range b.p.Machines {
		m := &b.p.Machines[q]
		grown := false
		if slots[q] > m.Slots {
			m.Slots, grown = min(slots[q], 1e6), true
		}
		if !unknown && memory[q] > m.Memory {
			m.Memory, grown = memory[q], true
		}
		for _, name := range sorting.Keys(held[q]) {
			if held[q][name] > m.Licenses[name] {
				m.Licenses[name], grown = min(held[q][name], 1e6), true
			}
		}
		if grown {
			wide++
		}
	}
	b.r.AddAssumed(wide, "machine", "have more than the files list for the node, because more is in use there")
}

// reserve adds a job for the free part of each node of an active reservation.
func (b *builder) reserve(at map[string]int, slots []int) {
	if !b.queue {
		b.r.AddLeftOut(len(b.reservations), "reservation", "say nothing about jobs that have ended")
		return
	}
	for i := range b.reservations {
		v := &b.reservations[i]
		switch {
		case v.to <= b.zero:
			b.r.AddLeftOut(1, "reservation", "are over")
			continue
		case v.from > b.zero:
			b.r.AddLeftOut(1, "reservation", "begin later; a farm cannot keep machines free from a time on, "+
				"so starts behind it are predicted too early")
			continue
		}
		b.r.AddTaken(1, "reservation", "as jobs that hold what is free of its nodes until it ends")
		for _, name := range v.nodes {
			place := b.machine[name]
			if place == 0 {
				continue
			}
			m := &b.p.Machines[place-1]
			q := at[m.ID]
			rest := m.Slots - slots[q]
			if rest <= 0 {
				continue
			}
			slots[q] = m.Slots
			length := v.to - v.from
			b.p.Jobs = append(b.p.Jobs, farm.Job{ID: b.jobNames.ID(farm.ReservationJob(v.name, m.ID), "reservation"),
				Slots: rest, Duration: length, Estimate: &length, Submitted: v.from - b.zero,
				Running: &farm.Running{Machine: m.ID, Since: v.from - b.zero}})
		}
	}
}

// maxComparisons bounds the comparisons of jobs and machines.
const maxComparisons = 50_000_000

// unfit leaves out jobs that fit on no machine, because a single one of them
// makes the problem infeasible.
func (b *builder) unfit() {
	type class struct {
		m     *farm.Machine
		count int
	}
	var classes []class
	known := map[string]int{}
	for i := range b.p.Machines {
		m := &b.p.Machines[i]
		key := strconv.Itoa(m.Slots) + " " + doc.Exact(m.Memory) + " " + strconv.Quote(m.Type)
		for _, name := range sorting.Keys(m.Licenses) {
			key += " " + strconv.Quote(name) + strconv.Itoa(m.Licenses[name])
		}
		if at, is := known[key]; is {
			classes[at].count++
			continue
		}
		known[key] = len(classes)
		classes = append(classes, class{m, 1})
	}
	tried := 0
	suits := func(j *farm.Job) bool {
		for k := j.Parts(); k >= 1; k-- {
			if j.Slots%k != 0 {
				continue
			}
			found := 0
			for c := range classes {
				tried++
				if fits(b.p, j, k, classes[c].m) {
					found += classes[c].count
				}
			}
			if found >= k {
				return true
			}
			if tried > maxComparisons {
				return true // the solver reports it
			}
		}
		return false
	}
	gone := map[string]bool{}
	for i := range b.p.Jobs {
		if j := &b.p.Jobs[i]; j.Running == nil && !suits(j) {
			gone[j.ID] = true
		}
	}
	if b.wishes.Machines != nil {
		b.r.WiderThanMachines(len(gone), importer.MaxSlots(b.p.Machines))
		b.p.Jobs = slices.DeleteFunc(b.p.Jobs, func(j farm.Job) bool { return gone[j.ID] })
		return
	}
	b.remove(gone, "fit on no machine that is up")
}

// fits reports whether one of a job's parts fits on an idle machine by type,
// slots, memory and licences. Shared licences are divided among the parts.
func fits(p *farm.Problem, j *farm.Job, parts int, m *farm.Machine) bool {
	if j.Type != "" && j.Type != m.Type || j.Slots/parts > m.Slots || j.Memory/float64(parts) > m.Memory*(1-1e-12) &&
		j.Memory/float64(parts) > m.Memory {
		return false
	}
	for name, n := range j.Licenses {
		have, bound := m.Licenses[name]
		if !bound {
			have = p.Licenses[name] / parts
		}
		if have < n {
			return false
		}
	}
	return true
}

// remove removes jobs for the reason why, together with the jobs that depend
// on them, and reports both. It adds the ids of the dependent jobs to gone.
func (b *builder) remove(gone map[string]bool, why string) {
	if len(gone) == 0 {
		return
	}
	b.r.AddLeftOut(len(gone), "job", why)
	before := map[string][]string{}
	for i := range b.p.Jobs {
		for _, a := range b.p.Jobs[i].After {
			before[a.Job] = append(before[a.Job], b.p.Jobs[i].ID)
		}
	}
	list := make([]string, 0, len(gone))
	for id := range gone {
		list = append(list, id)
	}
	followers := 0
	for len(list) > 0 {
		id := list[len(list)-1]
		list = list[:len(list)-1]
		for _, next := range before[id] {
			if !gone[next] {
				gone[next] = true
				followers++
				list = append(list, next)
			}
		}
	}
	b.r.AddLeftOut(followers, "job", "wait for a job that was left out")
	b.p.Jobs = slices.DeleteFunc(b.p.Jobs, func(j farm.Job) bool { return gone[j.ID] })
}

// summary reports the totals of jobs and machines taken.
func (b *builder) summary() {
	running, waiting, reserved := 0, 0, 0
	for i := range b.p.Jobs {
		switch j := &b.p.Jobs[i]; {
		case j.IsReservation():
			reserved++
		case j.Running != nil:
			running++
		default:
			waiting++
		}
	}
	if b.queue {
		b.r.AddTaken(running, "running job", "at "+b.p.Moment.Clock+", which is time 0")
		b.r.AddTaken(waiting, "waiting job", "at "+b.p.Moment.Clock+", which is time 0")
	} else {
		b.r.AddTaken(waiting, "job", "with its run time; time 0 is "+b.p.Moment.Clock)
	}
	b.r.AddLeftOut(b.nameCount(), "name", "of a job; names may show what people work on").
		Change(questionNames, "keep", "keeps them")
	if n := b.letters.Len(); n > 0 && !b.keep {
		b.r.AddAssumed(n, "user", "are called by a letter; accounts are left out").
			Change(questionNames, "keep", "keeps names")
	}
	shared := 0
	for i := range b.p.Jobs {
		if j := &b.p.Jobs[i]; j.Running == nil && j.Parts() > 1 {
			shared++
		}
	}
	b.r.AddAssumed(shared, "job", "want several nodes and may run on fewer here where the CPUs fit on them")
}

func (b *builder) nameCount() (n int) {
	if b.keep {
		return 0
	}
	for i := range b.list {
		if b.list[i].name != "" {
			n++
		}
	}
	return n
}
