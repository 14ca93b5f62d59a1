package verify

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/verify"
)

// A change is something taken or given back at a time, of one machine, or of
// the floating licences.
type change struct {
	time   float64
	at     int // the reservation
	slots  int
	memory float64
	sign   int
}

// capacity sweeps over the instants at which reservations begin and end. What
// ends within the tolerance of a begin counts as ended before.
func (c *Check) capacity() {
	begins, ends := make([][]change, len(c.Problem.Machines)), make([][]change, len(c.Problem.Machines))
	many := make([]int, len(c.Problem.Machines))
	for _, q := range c.on {
		many[q]++
	}
	for q := range begins {
		begins[q], ends[q] = make([]change, 0, 2*many[q]), make([]change, 0, many[q])
	}
	floating := map[string][]change{}
	for i := range c.Reservations {
		r := &c.Reservations[i]
		if !(r.Start < r.Finish) {
			c.Violation(Path(i, "finish"), "is not after the start")
			continue
		}
		q := c.on[i]
		end := math.Max(r.Start, r.Finish-verify.Tolerance*math.Max(1, math.Abs(r.Finish)))
		begins[q] = append(begins[q], change{r.Start, i, r.Slots, r.Memory, 1})
		ends[q] = append(ends[q], change{end, i, -r.Slots, -r.Memory, -1})
		for name, n := range c.Problem.Jobs[c.of[i]].Licenses {
			if _, own := c.Problem.Machines[q].Licenses[name]; !own {
				floating[name] = append(floating[name], change{r.Start, i, n, 0, 1}, change{end, i, -n, 0, -1})
			}
		}
	}
	for q := range begins {
		c.sweep(&c.Problem.Machines[q], inTime(begins[q], ends[q]))
	}
	for _, name := range slices.Sorted(maps.Keys(floating)) {
		c.licences("the farm", name, c.Problem.Licenses[name], floating[name])
	}
}

func (a *change) compare(b *change) int {
	switch {
	case a.time < b.time:
		return -1
	case a.time > b.time:
		return 1
	case a.sign != b.sign:
		return a.sign - b.sign
	}
	return a.at - b.at
}

func sortChanges(list []change) {
	slices.SortFunc(list, func(a, b change) int { return a.compare(&b) })
}

// inTime puts all changes of a machine in order. Jobs begin nearly in the order of the
// document, so sorting beginnings and ends apart leaves little to do for the first. The
// beginnings have room for both.
func inTime(begins, ends []change) []change {
	sortChanges(begins)
	sortChanges(ends)
	b, e := len(begins), len(ends)
	list := begins[:b+e]
	for at := len(list) - 1; e > 0; at-- {
		if b > 0 && list[b-1].compare(&ends[e-1]) > 0 {
			b--
			list[at] = list[b]
		} else {
			e--
			list[at] = ends[e]
		}
	}
	return list
}

// sweep checks slots, memory and own licences of a machine; list is in order.
func (c *Check) sweep(m *farm.Machine, list []change) {
	slots, memory, running := 0, 0.0, 0
	for _, x := range list {
		slots += x.slots
		memory += x.memory
		if running += x.sign; running == 0 {
			memory = 0 // rounding does not pile up
		}
		if slots > m.Slots {
			c.Violation(Path(x.at, "machine"),
				m.ID+" has "+strconv.Itoa(m.Slots)+" slots; at "+verify.Number(x.time)+" "+
					strconv.Itoa(slots)+" are taken")
			return
		}
		if memory > m.Memory && !verify.Near(memory, m.Memory) && memory > m.Memory+1e-6*float64(running) {
			c.Violation(Path(x.at, "machine"),
				m.ID+" has "+verify.Number(m.Memory)+" MB; at "+verify.Number(x.time)+" "+
					verify.Number(memory)+" are taken")
			return
		}
	}
	for _, name := range names(m.Licenses) {
		var own []change
		for _, x := range list {
			if n := c.Problem.Jobs[c.of[x.at]].Licenses[name]; n > 0 {
				x.slots = n * x.sign
				own = append(own, x)
			}
		}
		c.licences(m.ID, name, m.Licenses[name], own)
	}
}

func (c *Check) licences(owner, name string, have int, list []change) {
	sortChanges(list)
	held := 0
	for _, x := range list {
		if held += x.slots; held > have {
			c.Violation(Path(x.at, "machine"), owner+" has "+strconv.Itoa(have)+" of licence "+strconv.Quote(name)+
				"; at "+verify.Number(x.time)+" "+strconv.Itoa(held)+" are held")
			return
		}
	}
}

// measured computes the metrics of a schedule again.
func (c *Check) measured() []verify.Metric {
	makespan, wait := verify.Metric{Name: "makespan", Bound: verify.Below}, verify.Metric{Name: "meanWait",
		Bound: verify.Below}
	late, used := verify.Metric{Name: "maxLateness", Bound: verify.Below}, verify.Metric{Name: "utilization"}
	for j := range c.Problem.Jobs {
		job, n := &c.Problem.Jobs[j], float64(len(c.Problem.Jobs))
		makespan.Is = max(makespan.Is, c.ends[j])
		start := c.Reservations[c.Pieces[j][0].Parts[0]].Start
		wait.Is += (start - job.Submitted) / n
		wait.Of += max(math.Abs(start), math.Abs(job.Submitted)) / n
		if job.Deadline != nil {
			late.Is = max(late.Is, c.ends[j]-*job.Deadline)
			late.Of = max(late.Of, c.ends[j], math.Abs(*job.Deadline))
		}
	}
	busy, slots := 0.0, 0.0
	for i := range c.Reservations {
		r := &c.Reservations[i]
		busy += float64(r.Slots) * max(0, r.Finish-max(0, r.Start))
	}
	for q := range c.Problem.Machines {
		slots += float64(c.Problem.Machines[q].Slots)
	}
	if makespan.Is > 0 {
		used.Is = busy / (slots * makespan.Is)
	}
	r := &c.Rules
	cost := verify.Metric{Name: "cost", Is: r.CostMakespan*makespan.Is + r.CostWait*wait.Is + r.CostLateness*late.Is,
		Of: r.CostWait*wait.Of + r.CostLateness*late.Of}
	return []verify.Metric{makespan, wait, used, late, cost}
}
