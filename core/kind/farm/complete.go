package farm

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/sorting"
)

// maxLoad is the load of the machine that is added for jobs without machines.
const maxLoad = 0.7

// Complete adds machines if the tables have none: one for each processor type that a job needs.
// Each has the stated slots, or enough for the widest job, and the memory of all jobs. A note
// records it. Tables without jobs are left unchanged.
func (methods) Complete(p *Problem, c *kind.Completion) {
	if len(p.Machines) > 0 || len(p.Jobs) == 0 {
		return
	}
	widest, memory, work, last := 1, 0.0, 0.0, 0.0
	types, held := map[string]bool{}, map[string]int{}
	for i := range p.Jobs {
		j := &p.Jobs[i]
		widest, memory = max(widest, j.Slots), memory+j.Memory
		work += float64(float64(j.Slots) * j.Duration)
		last = max(last, j.Submitted+j.Duration)
		types[j.Type] = true
		for name, n := range j.Licenses {
			held[name] = max(held[name], n)
		}
	}
	slots, why := max(widest, int(math.Ceil(math.Min(work/(maxLoad*math.Max(last, 1)), 1e6)))), ""
	if c.AllocatedSlots >= widest {
		slots, why = c.AllocatedSlots, ", as many as the column of allocated resources names"
	}
	if c.AddedSlots = slots; c.Slots > 0 {
		slots, why = c.Slots, ""
	}
	for _, t := range sorting.Keys(types) {
		m := Machine{ID: "machine", Slots: slots, Memory: math.Min(memory, 1e12), Type: t}
		if t != "" {
			m.ID += " " + t
		}
		if name := []rune(m.ID); len(name) > doc.MaxID {
			m.ID = strings.TrimSpace(string(name[:doc.MaxID]))
		}
		if len(held) > 0 {
			m.Licenses = held
		}
		p.Machines = append(p.Machines, m)
	}
	c.Note(len(types), "machine", "made for the jobs, because no table has any: "+strconv.Itoa(slots)+" slots"+why+
		", and memory for all jobs")
}
