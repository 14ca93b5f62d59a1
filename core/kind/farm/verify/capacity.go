package verify

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A change is what a reservation takes at its start, or gives back at its end.
type change struct {
	time        float64
	reservation int
	sign        int // 1 or -1
}

// capacity checks at every start that slots, memory and licences suffice. What ends
// within the tolerance of a start has ended before.
func (c *Check) capacity() {
	machines, farmwide := make([][]change, len(c.Problem.Machines)), map[string][]change{}
	for i := range c.Reservations {
		r := &c.Reservations[i]
		if !(r.Start < r.Finish) {
			c.Violation(Path(i, "finish"), "is not after the start")
			continue
		}
		q, end := c.machineOf[i], max(r.Start, r.Finish-verify.Tolerance*max(1, math.Abs(r.Finish)))
		both := []change{{r.Start, i, 1}, {end, i, -1}}
		machines[q] = append(machines[q], both...)
		for name := range c.Problem.Jobs[c.jobOf[i]].Licenses {
			if _, own := c.Problem.Machines[q].Licenses[name]; !own {
				farmwide[name] = append(farmwide[name], both...)
			}
		}
	}
	for q, changes := range machines {
		m := &c.Problem.Machines[q]
		inOrder(changes)
		c.machine(m, changes)
		for _, name := range names(m.Licenses) {
			c.licences(m.ID, name, m.Licenses[name], changes)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(farmwide)) {
		inOrder(farmwide[name])
		c.licences("the farm", name, c.Problem.Licenses[name], farmwide[name])
	}
}

// inOrder sorts changes by time, ends before starts.
func inOrder(changes []change) {
	slices.SortFunc(changes, func(a, b change) int {
		return cmp.Or(sorting.Ascending(a.time, b.time), a.sign-b.sign, a.reservation-b.reservation)
	})
}

// machine checks the slots and the memory of a machine.
func (c *Check) machine(m *farm.Machine, changes []change) {
	slots, memory, running := 0, 0.0, 0
	for _, x := range changes {
		r := &c.Reservations[x.reservation]
		slots += x.sign * r.Slots
		memory += float64(x.sign) * r.Memory
		if running += x.sign; running == 0 {
			memory = 0 // rounding does not add up
		}
		if slots > m.Slots {
			c.Violation(Path(x.reservation, "machine"), m.ID+" has "+strconv.Itoa(m.Slots)+" slots; at "+
				verify.Number(x.time)+" "+strconv.Itoa(slots)+" are taken")
			return
		}
		if memory > m.Memory && !verify.Near(memory, m.Memory) && memory > m.Memory+1e-6*float64(running) {
			c.Violation(Path(x.reservation, "machine"), m.ID+" has "+verify.Number(m.Memory)+" MB; at "+
				verify.Number(x.time)+" "+verify.Number(memory)+" are taken")
			return
		}
	}
}

// licences checks one licence of a machine, or of the farm.
func (c *Check) licences(owner, name string, count int, changes []change) {
	held := 0
	for _, x := range changes {
		if held += x.sign * c.Problem.Jobs[c.jobOf[x.reservation]].Licenses[name]; held > count {
			c.Violation(Path(x.reservation, "machine"), owner+" has "+strconv.Itoa(count)+" of licence "+
				strconv.Quote(name)+"; at "+verify.Number(x.time)+" "+strconv.Itoa(held)+" are held")
			return
		}
	}
}
