package check

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/problem/farm"
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
func (c *farmCheck) capacity() {
	byMachine := make([][]change, len(c.p.Machines))
	floating := map[string][]change{}
	for i := range c.s.Reservations {
		r := &c.s.Reservations[i]
		if !(r.Start < r.Finish) {
			c.violation(farmPath(i, "finish"), "is not after the start")
			continue
		}
		q := c.machines[r.Machine]
		end := math.Max(r.Start, r.Finish-Tolerance*math.Max(1, math.Abs(r.Finish)))
		byMachine[q] = append(byMachine[q], change{r.Start, i, r.Slots, r.Memory, 1}, change{end, i, -r.Slots, -r.Memory, -1})
		for name, n := range c.p.Jobs[c.jobs[r.Job]].Licenses {
			if _, own := c.p.Machines[q].Licenses[name]; !own {
				floating[name] = append(floating[name], change{r.Start, i, n, 0, 1}, change{end, i, -n, 0, -1})
			}
		}
	}
	for q := range byMachine {
		c.sweep(&c.p.Machines[q], byMachine[q])
	}
	var names []string
	for name := range floating {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		c.licences("the farm", name, c.p.Licenses[name], floating[name])
	}
}

func sortChanges(list []change) {
	slices.SortFunc(list, func(a, b change) int {
		switch {
		case a.time < b.time:
			return -1
		case a.time > b.time:
			return 1
		case a.sign != b.sign:
			return a.sign - b.sign
		}
		return a.at - b.at
	})
}

// sweep checks slots, memory and own licences of a machine.
func (c *farmCheck) sweep(m *farm.Machine, list []change) {
	sortChanges(list)
	slots, memory, running := 0, 0.0, 0
	for _, x := range list {
		slots += x.slots
		memory += x.memory
		if running += x.sign; running == 0 {
			memory = 0 // rounding does not pile up
		}
		if slots > m.Slots {
			c.violation(farmPath(x.at, "machine"), m.ID+" has "+strconv.Itoa(m.Slots)+" slots; at "+number(x.time)+" "+strconv.Itoa(slots)+" are taken")
			return
		}
		if memory > m.Memory && !near(memory, m.Memory) && memory > m.Memory+1e-6*float64(running) {
			c.violation(farmPath(x.at, "machine"), m.ID+" has "+number(m.Memory)+" MB; at "+number(x.time)+" "+number(memory)+" are taken")
			return
		}
	}
	var names []string
	for name := range m.Licenses {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		var own []change
		for _, x := range list {
			if n := c.p.Jobs[c.jobs[c.s.Reservations[x.at].Job]].Licenses[name]; n > 0 {
				x.slots = n * x.sign
				own = append(own, x)
			}
		}
		c.licences(m.ID, name, m.Licenses[name], own)
	}
}

func (c *farmCheck) licences(owner, name string, have int, list []change) {
	sortChanges(list)
	held := 0
	for _, x := range list {
		if held += x.slots; held > have {
			c.violation(farmPath(x.at, "machine"), owner+" has "+strconv.Itoa(have)+" of licence "+strconv.Quote(name)+"; at "+number(x.time)+" "+strconv.Itoa(held)+" are held")
			return
		}
	}
}

// metrics computes the metrics of a schedule again.
func (c *farmCheck) metrics() {
	is := map[string]float64{"makespan": 0, "meanWait": 0, "utilization": 0, "maxLateness": 0, "cost": 0}
	busy, slots := 0.0, 0.0
	for j := range c.p.Jobs {
		job := &c.p.Jobs[j]
		is["makespan"] = math.Max(is["makespan"], c.ends[j])
		is["meanWait"] += (c.s.Reservations[c.pieces[j][0].parts[0]].Start - job.Submitted) / float64(len(c.p.Jobs))
		if job.Deadline != nil {
			is["maxLateness"] = math.Max(is["maxLateness"], c.ends[j]-*job.Deadline)
		}
	}
	for i := range c.s.Reservations {
		r := &c.s.Reservations[i]
		busy += float64(r.Slots) * math.Max(0, r.Finish-math.Max(0, r.Start))
	}
	for q := range c.p.Machines {
		slots += float64(c.p.Machines[q].Slots)
	}
	if is["makespan"] > 0 {
		is["utilization"] = busy / (slots * is["makespan"])
	}
	is["cost"] = c.rules.CostMakespan*is["makespan"] + c.rules.CostWait*is["meanWait"] + c.rules.CostLateness*is["maxLateness"]
	for _, name := range []string{"makespan", "meanWait", "utilization", "maxLateness", "cost"} {
		if said, ok := c.answer.Metrics[name]; !ok {
			c.violation("metrics."+name, "is missing")
		} else if !sameTime(said, is[name]) {
			c.differs("metrics."+name, said, is[name])
		}
	}
	var unknown []string
	for name := range c.answer.Metrics {
		if _, ok := is[name]; !ok {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		c.violation("metrics."+name, "is not a metric of a farm")
	}
	c.bound(is["makespan"])
}

// bound checks that a lower bound is not above the metric of this answer, and
// the gap between the two.
func (c *farmCheck) bound(makespan float64) {
	b := c.answer.Bound
	if b == nil {
		return
	}
	if b.Metric != "makespan" {
		c.violation("bound.metric", strconv.Quote(b.Metric)+" has no bound in a farm")
		return
	}
	if b.Value > makespan && !near(b.Value, makespan) {
		c.violation("bound.value", "is "+number(b.Value)+", above the makespan "+number(makespan)+" of this very schedule")
	}
	gap := math.Abs(makespan - b.Value)
	if b.Value != 0 && gap != 0 {
		gap /= math.Abs(b.Value)
	}
	if math.Abs(b.Gap-gap) > Tolerance*math.Max(1, gap) {
		c.differs("bound.gap", b.Gap, gap)
	}
}

// infeasible checks the claim that there is no schedule. It is certain when
// every job suits some machine whole and no data move: then the jobs can run
// one after another.
func (c *farmCheck) infeasible(solved bool) {
	if solved {
		c.violation("solution", "is given although the answer says infeasible")
	}
	if c.answer.Reason == "" {
		c.violation("reason", "is missing: an infeasible answer says why")
	}
	for j := range c.p.Jobs {
		job := &c.p.Jobs[j]
		for k := range job.After {
			if job.After[k].Data > 0 {
				return
			}
		}
		if job.Running == nil && !slices.ContainsFunc(c.p.Machines, func(m farm.Machine) bool { return c.suits(job, &m) }) {
			return
		}
	}
	c.violation("feasible", "is false although every job suits a machine and no data move")
}

// suits tells whether a machine could run a job whole.
func (c *farmCheck) suits(job *farm.Job, m *farm.Machine) bool {
	if job.Slots > m.Slots || job.Memory > m.Memory || job.Type != "" && job.Type != m.Type {
		return false
	}
	for name, n := range job.Licenses {
		have, own := m.Licenses[name]
		if !own {
			have = c.p.Licenses[name]
		}
		if n > have {
			return false
		}
	}
	return true
}
