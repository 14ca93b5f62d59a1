package farm

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/sorting"
)

// Validate returns all faults of the problem, with paths relative to it, such as
// jobs[2].duration.
//
// Valid are empty lists, jobs that fit on no machine (solvers report them) and past deadlines.
// Invalid are:
//   - an empty or repeated id, a reference to an unknown element;
//   - a link from a machine to itself, a second link between two machines;
//   - a number outside its range;
//   - cyclic dependencies, a cycle of accounts;
//   - a running job that does not fit on its machine, depends on a job that has not ended, or
//     must have ended already.
func (p *Problem) Validate() doc.Faults { return p.ValidateWith(nil) }

// ValidateWith is Validate with regular calls of pause if it is not nil; see [doc.Review].
func (p *Problem) ValidateWith(pause func()) doc.Faults {
	v := &validation{p: p, Review: doc.Review{Pause: pause}}
	machines := v.machines()
	v.links(machines)
	v.counts("licenses", p.Licenses, 0)
	jobs := v.names()
	for i := range p.Jobs {
		if v.CountInspection(); !p.Jobs[i].isValid() {
			v.job(i, machines, jobs)
		}
	}
	v.order(jobs)
	v.policy()
	v.shares()
	v.snapshot()
	if v.Faults == nil {
		v.cycle(jobs)
		v.shortJobs()
	}
	if v.Faults == nil {
		v.running(machines)
	}
	return v.Faults
}

// A validation collects the faults of a problem.
type validation struct {
	p *Problem
	doc.Review
}

// machines checks the machines and returns their indexes by id.
func (v *validation) machines() map[string]int {
	known := make(map[string]int, len(v.p.Machines))
	for i := range v.p.Machines {
		m, at := &v.p.Machines[i], doc.At("machines", i)
		v.ID(known, "machine", at, m.ID, i)
		v.InRange(at+".slots", float64(m.Slots), 1, 1e6)
		v.InRange(at+".memory", m.Memory, 0, 1e12)
		if m.Speed != nil {
			v.InRange(at+".speed", *m.Speed, 1e-6, 1e6)
		}
		v.counts(at+".licenses", m.Licenses, 0)
	}
	return known
}

// links checks the links between machines.
func (v *validation) links(machines map[string]int) {
	first := make(map[[2]int]int, len(v.p.Links))
	for i := range v.p.Links {
		l, at := &v.p.Links[i], doc.At("links", i)
		a, okA := v.Ref(machines, "machine", at+".a", l.A)
		b, okB := v.Ref(machines, "machine", at+".b", l.B)
		v.InRange(at+".bandwidth", l.Bandwidth, 1e-6, 1e15)
		if !okA || !okB {
			continue
		}
		if a == b {
			v.Fault(at, text(l.A), "joins a machine to itself; data are there anyway, remove the link")
			continue
		}
		pair := [2]int{min(a, b), max(a, b)}
		if earlier, twice := first[pair]; twice {
			v.Fault(at, "", "joins "+l.A+" and "+l.B+" a second time, after "+doc.At("links", earlier)+
				"; keep one link with the whole bandwidth")
			continue
		}
		first[pair] = i
	}
}

// names checks the ids of the jobs and returns their indexes by id.
func (v *validation) names() map[string]int {
	known := make(map[string]int, len(v.p.Jobs))
	for i := range v.p.Jobs {
		id := v.p.Jobs[i].ID
		if _, twice := known[id]; twice || id == "" {
			v.ID(known, "job", doc.At("jobs", i), id, i)
			continue
		}
		v.CountInspection()
		known[id] = i
	}
	return known
}

// maxTime is the limit of the absolute value of a time, so that sums of times keep fractions of a
// second.
const maxTime = 1e12

// isValid reports whether a job certainly has no fault. Most jobs of a trace are valid, and job,
// which builds the paths of all fields, is slow.
func (j *Job) isValid() bool {
	within := func(x, least, most float64) bool { return x >= least && x <= most }
	return within(float64(j.Slots), 1, 1e6) && within(j.Memory, 0, 1e12) && within(j.Duration, 1e-6, maxTime) &&
		(j.Estimate == nil || within(*j.Estimate, 1e-6, maxTime)) && within(j.Priority, -maxTime, maxTime) &&
		within(j.Submitted, -maxTime, maxTime) && (j.Deadline == nil || within(*j.Deadline, -maxTime, maxTime)) &&
		within(float64(j.Partition), 0, 1e6) && len(j.Licenses)+len(j.Speeds)+len(j.After) == 0 && j.Running == nil
}

// job checks one job.
func (v *validation) job(i int, machines, jobs map[string]int) {
	j, at := &v.p.Jobs[i], doc.At("jobs", i)
	v.InRange(at+".slots", float64(j.Slots), 1, 1e6)
	v.InRange(at+".memory", j.Memory, 0, 1e12)
	v.InRange(at+".duration", j.Duration, 1e-6, maxTime)
	if j.Estimate != nil {
		v.InRange(at+".estimate", *j.Estimate, 1e-6, maxTime)
	}
	v.InRange(at+".priority", j.Priority, -maxTime, maxTime)
	v.InRange(at+".submitted", j.Submitted, -maxTime, maxTime)
	if j.Deadline != nil {
		v.InRange(at+".deadline", *j.Deadline, -maxTime, maxTime)
	}
	v.InRange(at+".partition", float64(j.Partition), 0, 1e6)
	v.counts(at+".licenses", j.Licenses, 1)
	for _, id := range sorting.Keys(j.Speeds) {
		path := at + ".speeds" + doc.JoinPath("", keyPath(id))
		if _, ok := v.Ref(machines, "machine", path, id); ok {
			v.InRange(path, j.Speeds[id], 1e-6, 1e6)
		}
	}
	for k := range j.After {
		a, here := &j.After[k], at+".after["+strconv.Itoa(k)+"]"
		v.InRange(here+".delay", a.Delay, 0, maxTime)
		v.InRange(here+".data", a.Data, 0, maxTime)
		other, ok := v.Ref(jobs, "job", here+".job", a.Job)
		if ok && other == i {
			v.Fault(here+".job", text(a.Job), "waits for itself; remove it")
		}
	}
	if r := j.Running; r != nil {
		v.InRange(at+".running.since", r.Since, -maxTime, 0)
		v.Ref(machines, "machine", at+".running.machine", r.Machine)
		for k, id := range r.OtherMachines {
			v.Ref(machines, "machine", at+".running.others["+strconv.Itoa(k)+"]", id)
		}
	}
}

// order checks the printed order of the jobs.
func (v *validation) order(jobs map[string]int) {
	seen := make(map[string]int, len(v.p.Order))
	for k, id := range v.p.Order {
		if _, ok := v.Ref(jobs, "job", doc.At("order", k), id); !ok {
			continue
		}
		if earlier, twice := seen[id]; twice {
			v.Fault(doc.At("order", k), text(id), "is at "+doc.At("order", earlier)+" already; remove one")
			continue
		}
		seen[id] = k
	}
}

// policy checks the ranges of the policy. The reader of documents checks them too; problems built
// in memory come only here.
func (v *validation) policy() {
	if v.p.Policy == nil {
		return
	}
	v.Faults = append(v.Faults, doc.Check(v.p.Policy).PrefixPaths("policy")...)
	r := v.p.Rules()
	for _, w := range []struct {
		path string
		x    float64
	}{{"weights.memory", r.Memory}, {"weights.slots", r.Slots}, {"weights.slack", r.Slack},
		{"weights.waiting", r.Waiting}, {"weights.priority", r.Priority},
		{"dynamic.start", r.Start}, {"dynamic.finish", r.Finish}, {"dynamic.load", r.Load},
		{"dynamic.demand", r.Demand},
		{"cost.makespan", r.CostMakespan}, {"cost.wait", r.CostWait}, {"cost.lateness", r.CostLateness},
		{"priorityRatio", r.PriorityRatio}, {"remainingRatio", r.RemainingRatio}, {"overrun", r.Overrun}} {
		if w.x > 1e6 {
			v.Fault("policy."+w.path, doc.Exact(w.x), "must be at most 1e6")
		}
	}
	if r.Overrun < 1.01 && r.Overrun > 1 {
		v.Fault("policy.overrun", doc.Exact(r.Overrun), "must be at least 1.01, or an estimate would hardly grow")
	}
	if r.Cycle > 0 && r.Cycle < 1e-3 || r.Cycle > maxTime {
		v.Fault("policy.cycle", doc.Exact(r.Cycle), "must be 0 or lie from 0.001 to "+doc.Exact(maxTime))
	}
}

// shortJobs adds a fault for a job that is so short compared with the sum of all others that a
// float64 clock cannot separate its start from its end.
func (v *validation) shortJobs() {
	slow, fast := 1.0, 1.0
	for i := range v.p.Machines {
		if s := v.p.Machines[i].Speed; s != nil {
			slow, fast = min(slow, *s), max(fast, *s)
		}
	}
	narrow := math.Inf(1)
	for i := range v.p.Links {
		narrow = min(narrow, v.p.Links[i].Bandwidth)
	}
	horizon, own, last := 0.0, fast, 0.0
	for i := range v.p.Jobs {
		j := &v.p.Jobs[i]
		slowest := slow
		for _, s := range j.Speeds { // independent of the iteration order
			slowest, own = min(slowest, s), max(own, s)
		}
		horizon += max(j.Duration, j.EstimatedRunTime()) / slowest
		last = max(last, math.Abs(j.Submitted))
		for k := range j.After {
			horizon += j.After[k].Delay + j.After[k].Data/narrow
		}
	}
	horizon += last // all are submitted by then, and one after another they take the rest
	for i := range v.p.Jobs {
		if j := &v.p.Jobs[i]; min(j.Duration, j.EstimatedRunTime())/own < horizon*0x1p-46 {
			why := "is too short beside the " + doc.Exact(horizon) +
				" s that all jobs may take together; use a larger unit of time or leave the longest jobs out"
			if last > horizon/2 {
				why = "is too short beside submissions of up to " + doc.Exact(last) +
					" s; count times from the first submission on or leave the latest jobs out"
			}
			v.Fault(doc.At("jobs", i)+".duration", doc.Exact(j.Duration), why)
			return
		}
	}
}

// counts checks the numbers of licences in the order of their names.
func (v *validation) counts(path string, list map[string]int, least int) {
	for _, name := range sorting.Keys(list) {
		if n := list[name]; n < least || n > 1e6 {
			v.Fault(path+doc.JoinPath("", keyPath(name)), strconv.Itoa(n),
				"must lie from "+strconv.Itoa(least)+" to 1000000")
		}
	}
}

// keyPath returns the path of a member of a map: .name or ["a name"].
func keyPath(name string) string {
	if step := doc.Name(name); strings.HasPrefix(step, "[") {
		return step
	}
	return "." + name
}

// text returns s in double quotes.
func text(s string) string { return strconv.Quote(s) }
