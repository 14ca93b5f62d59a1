package farm

import (
	"gridbox/core/doc"
	"gridbox/core/sorting"
	"strconv"
	"strings"
)

// cycle adds a fault for the first cycle of dependencies that a depth-first search finds.
func (v *validation) cycle(jobs map[string]int) {
	const (
		unseen = iota
		open
		done
	)
	state, next := make([]uint8, len(v.p.Jobs)), make([]int, len(v.p.Jobs))
	for root := range v.p.Jobs {
		v.CountInspection()
		if state[root] != unseen {
			continue
		}
		way := []int{root}
		state[root] = open
		for len(way) > 0 {
			i := way[len(way)-1]
			if next[i] == len(v.p.Jobs[i].After) {
				state[i] = done
				way = way[:len(way)-1]
				continue
			}
			k := next[i]
			next[i]++
			switch other := jobs[v.p.Jobs[i].After[k].Job]; state[other] {
			case unseen:
				state[other] = open
				way = append(way, other)
			case open:
				v.Fault(doc.At("jobs", i)+".after["+strconv.Itoa(k)+"]", text(v.p.Jobs[other].ID),
					"closes a circle: "+v.cycleText(way, other)+"; remove one of these dependencies")
				return
			}
		}
	}
}

// maxNamed is the greatest number of jobs named in the text of a cycle.
const maxNamed = 12

// cycleText returns a cycle as "a waits for b waits for a".
func (v *validation) cycleText(way []int, from int) string {
	first := 0
	for way[first] != from {
		first++
	}
	var names []string
	for _, i := range way[first:] {
		if len(names) == maxNamed {
			names = append(names, "… ("+strconv.Itoa(len(way)-first-maxNamed)+" more)")
			break
		}
		names = append(names, v.p.Jobs[i].ID)
	}
	return strings.Join(append(names, v.p.Jobs[from].ID), " waits for ")
}

// running checks that jobs that already run fit on their machines.
func (v *validation) running(machines map[string]int) {
	slots, memory := make([]int, len(v.p.Machines)), make([]float64, len(v.p.Machines))
	own := make([]map[string]int, len(v.p.Machines))
	floating := map[string]int{}
	for i := range v.p.Jobs {
		v.CountInspection()
		j := &v.p.Jobs[i]
		r := j.Running
		if r == nil {
			continue
		}
		at := doc.At("jobs", i) + ".running"
		v.runs(j, at)
		parts := 1 + len(r.OtherMachines)
		for k, id := range append([]string{r.Machine}, r.OtherMachines...) {
			q := machines[id]
			m := &v.p.Machines[q]
			path := at + ".machine"
			if k > 0 {
				path = at + ".others[" + strconv.Itoa(k-1) + "]"
			}
			slots[q] += j.Slots / parts
			memory[q] += j.Memory / float64(parts)
			switch {
			case j.Type != "" && j.Type != m.Type:
				v.Fault(path, text(id), "is of type "+text(m.Type)+"; job "+j.ID+" needs "+text(j.Type))
			case slots[q] > m.Slots:
				v.Fault(path, text(id), "has "+strconv.Itoa(m.Slots)+" slots; with job "+j.ID+" "+
					strconv.Itoa(slots[q])+" would be taken")
			case memory[q] > m.Memory*(1+1e-12):
				v.Fault(path, text(id), "has "+doc.Exact(m.Memory)+" MB; with job "+j.ID+" "+doc.Exact(memory[q])+
					" would be taken")
			case j.SpeedOf(m)*-r.Since >= j.Duration:
				v.Fault(at+".since", doc.Exact(r.Since), "is so long ago that job "+j.ID+" has ended by 0; remove it")
			}
			v.countLicences(j, m, path, &own[q], floating)
		}
	}
}

// countLicences adds the licences of a running part to the counts of its machine or of the floating
// licences, and checks the limits.
func (v *validation) countLicences(j *Job, m *Machine, path string, own *map[string]int, floating map[string]int) {
	for _, name := range sorting.Keys(j.Licenses) {
		count, limit := floating, v.p.Licenses[name]
		if n, bound := m.Licenses[name]; bound {
			if *own == nil {
				*own = map[string]int{}
			}
			count, limit = *own, n
		}
		count[name] += j.Licenses[name]
		if count[name] > limit {
			v.Fault(path, text(m.ID), "cannot run job "+j.ID+": of licence "+text(name)+" there are "+
				strconv.Itoa(limit)+", "+strconv.Itoa(count[name])+" would be taken")
		}
	}
}

// runs adds the faults of one running job at a path, apart from the other jobs: its number of
// parts, their machines, its start, and dependencies, which it must not have.
func (v *validation) runs(j *Job, at string) {
	r := j.Running
	parts := 1 + len(r.OtherMachines)
	if parts > j.Parts() {
		v.Fault(at+".others", "", "makes "+strconv.Itoa(parts)+" parts; job "+j.ID+" has partition "+
			strconv.Itoa(j.Parts()))
	} else if j.Slots%parts != 0 {
		v.Fault(at+".others", "", "divides "+strconv.Itoa(j.Slots)+" slots into "+strconv.Itoa(parts)+
			" parts; parts are equal")
	}
	for k, id := range r.OtherMachines {
		same := id == r.Machine
		for _, other := range r.OtherMachines[:k] {
			same = same || other == id
		}
		if same {
			v.Fault(at+".others["+strconv.Itoa(k)+"]", text(id),
				"holds another part already; every part is on a machine of its own")
		}
	}
	if r.Since < j.Submitted {
		v.Fault(at+".since", doc.Exact(r.Since), "is before the job was submitted, at "+doc.Exact(j.Submitted)+
			"; set submitted to when it came")
	}
	if len(j.After) > 0 {
		v.Fault(at, "", "contradicts after: a job that runs waits for nothing; remove its dependencies")
	}
}
