package verify

import (
	"math"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit farm problem:
//
//   - every job is there, in the order of the document, with all its parts, on
//     machines that exist, of its processor type, each part on one of its own;
//   - parts are equal, no more than allowed, start together and are preempted
//     together;
//   - no job starts before its submission, or before the jobs that it waits for
//     have ended and delays and transfers are over;
//   - what ran at 0 runs on where it was;
//   - a job runs for its duration, or, preempted, in pieces that make it up as
//     far as it keeps its progress; only preemptible jobs are stopped, by a job
//     that starts there at that moment, within the administrator's ratios;
//   - at every instant every machine's slots, memory and own licences and the
//     farm's floating licences suffice;
//   - every metric is what the reservations make it, and its bound follows from the
//     argument that the answer names (bound.go);
//   - all was decided by the rule of the algorithm that the answer names, with its
//     options (rule.go).
//
// That there is no schedule is looked into in fits.go.
//
// The answer of a policy is checked by its formulas, which are nil for other answers.
func Answer(p *farm.Problem, by *policy.Formulas, a *scenario.Answer) scenario.Check {
	c := newFarmCheck(p, a)
	c.policy = by
	return verify.Judge(&c.Verdict, c)
}

func newFarmCheck(p *farm.Problem, a *scenario.Answer) *farmCheck {
	c := &farmCheck{Verdict: verify.Verdict{Kind: "farm", Answer: a}, p: p, rules: p.Rules()}
	c.ReadOptions(&c.options)
	c.machines = verify.Places(p.Machines, func(m *farm.Machine) string { return m.ID })
	c.jobs = verify.Places(p.Jobs, func(j *farm.Job) string { return j.ID })
	return c
}

// farmCheck is the state of one check.
type farmCheck struct {
	verify.Verdict
	options  farm.Options
	p        *farm.Problem
	policy   *policy.Formulas // of an answer by own
	rules    farm.Rules
	machines map[string]int
	jobs     map[string]int
	s        *farm.Solution
	on, of   []int32 // of each reservation: its machine and its job, by their places
	ends     []float64
	pieces   [][]piece // of a job, by time
	latest   int       // the machine that was asked for last
	single   []piece   // room for the first piece of each job
	first    []int     // and for the first part of that
}

// A piece is what all parts of a job do between a start and an end.
type piece struct{ parts []int } // places of the reservations, by part

func farmPath(i int, field string) string {
	return "solution.reservations[" + strconv.Itoa(i) + "]." + field
}

// sameTime tells whether two times are the same but for rounding, which may add
// up over a chain of jobs that began at 0.
func sameTime(a, b float64) bool { return verify.Same(a, b, 1) }

// Solution goes through the jobs, and then through the time.
func (c *farmCheck) Solution(s *farm.Solution) []verify.Metric {
	c.s = s
	c.ends = make([]float64, len(c.p.Jobs))
	c.pieces = make([][]piece, len(c.p.Jobs))
	c.on, c.of = make([]int32, len(s.Reservations)), make([]int32, len(s.Reservations))
	// Nearly all jobs are one piece of one part, whose lists are cut from two long ones.
	c.single, c.first = make([]piece, len(c.p.Jobs)), make([]int, len(c.p.Jobs))
	at := 0
	for j := range c.p.Jobs {
		end := at
		for end < len(s.Reservations) && s.Reservations[end].Job == c.p.Jobs[j].ID {
			end++
		}
		if end == at {
			c.Violation("solution.reservations", "lack job "+strconv.Quote(c.p.Jobs[j].ID)+" at place "+
				strconv.Itoa(at)+": they stand in the order of the jobs")
			return nil
		}
		if !c.gather(j, at, end) {
			return nil
		}
		at = end
	}
	if at < len(s.Reservations) {
		c.Violation(farmPath(at, "job"), strconv.Quote(s.Reservations[at].Job)+
			" is no job, or stands out of the order of the jobs")
		return nil
	}
	for j := range c.p.Jobs {
		c.job(j)
	}
	c.capacity()
	if len(c.Found) == 0 {
		c.follows(s)
	}
	return c.measured()
}

// machineOf is the place of a machine. Reservations that follow each other are often on
// the same, which is then not looked for again.
func (c *farmCheck) machineOf(id string) (q int, ok bool) {
	if c.latest < len(c.p.Machines) && c.p.Machines[c.latest].ID == id {
		return c.latest, true
	}
	if q, ok = c.machines[id]; ok {
		c.latest = q
	}
	return q, ok
}

// gather sorts the reservations of a job into pieces; false when they make none.
func (c *farmCheck) gather(j, from, to int) bool {
	for i := from; i < to; i++ {
		r := &c.s.Reservations[i]
		q, ok := c.machineOf(r.Machine)
		if !ok {
			c.Violation(farmPath(i, "machine"), strconv.Quote(r.Machine)+" is not a machine")
			return false
		}
		c.on[i], c.of[i] = int32(q), int32(j)
		k := 0
		for k < len(c.pieces[j]) && !sameTime(c.s.Reservations[c.pieces[j][k].parts[0]].Start, r.Start) {
			k++
		}
		switch {
		case k == 0 && i == from:
			c.pieces[j] = c.single[j : j+1 : j+1]
			c.pieces[j][0].parts = c.first[j : j : j+1]
		case k == len(c.pieces[j]):
			c.pieces[j] = append(c.pieces[j], piece{})
		}
		x := &c.pieces[j][k]
		x.parts = append(x.parts, i)
		if r.Part != len(x.parts) {
			c.Violation(farmPath(i, "part"), "is "+strconv.Itoa(r.Part)+", must be "+strconv.Itoa(len(x.parts))+
				": the parts of a job start together and are numbered from 1")
			return false
		}
	}
	sorting.By(c.pieces[j], func(a, b piece) int {
		if c.s.Reservations[a.parts[0]].Start < c.s.Reservations[b.parts[0]].Start {
			return -1
		}
		return 1
	})
	for _, x := range c.pieces[j] {
		for _, i := range x.parts {
			c.ends[j] = math.Max(c.ends[j], c.s.Reservations[i].Finish)
		}
	}
	return true
}

// job checks what concerns one job alone, and those that it waits for.
func (c *farmCheck) job(j int) {
	job := &c.p.Jobs[j]
	for k := range c.pieces[j] {
		c.piece(j, &c.pieces[j][k])
	}
	c.start(j)
	c.progress(j)
	if job.Running != nil {
		c.runs(j)
	}
}

// piece checks shape and place of the parts.
func (c *farmCheck) piece(j int, x *piece) {
	job, k := &c.p.Jobs[j], len(x.parts)
	first := x.parts[0]
	allowed := job.Parts()
	if !c.rules.Partitioning && job.Running == nil {
		allowed = 1
	}
	if k > allowed || job.Slots%k != 0 {
		c.Violation(farmPath(first, "part"), "job "+job.ID+" has "+strconv.Itoa(k)+" parts; it may have up to "+
			strconv.Itoa(allowed)+", of equal slots")
		return
	}
	for n, i := range x.parts {
		r := &c.s.Reservations[i]
		m := &c.p.Machines[c.on[i]]
		if r.Slots != job.Slots/k {
			c.Violation(farmPath(i, "slots"), "is "+strconv.Itoa(r.Slots)+", must be "+strconv.Itoa(job.Slots/k))
		}
		if !verify.Near(r.Memory, job.Memory/float64(k)) {
			c.Differs(farmPath(i, "memory"), r.Memory, job.Memory/float64(k))
		}
		if job.Type != "" && m.Type != job.Type {
			c.Violation(farmPath(i, "machine"), m.ID+" is of type "+strconv.Quote(m.Type)+"; job "+job.ID+" needs "+
				strconv.Quote(job.Type))
		}
		for _, other := range x.parts[:n] {
			if c.s.Reservations[other].Machine == r.Machine {
				c.Violation(farmPath(i, "machine"),
					m.ID+" holds another part of the job; every part is on a machine of its own")
			}
		}
		if (r.Preempted == nil) != (c.s.Reservations[first].Preempted == nil) || r.Preempted != nil &&
			!sameTime(r.Finish, c.s.Reservations[first].Finish) {
			c.Violation(farmPath(i, "preempted"), "parts of a job are preempted together")
		}
	}
}

// start checks submission and dependencies.
func (c *farmCheck) start(j int) {
	job := &c.p.Jobs[j]
	first := &c.pieces[j][0]
	i := first.parts[0]
	begin := c.s.Reservations[i].Start
	if job.Running != nil {
		return
	}
	if least := math.Max(0, job.Submitted); begin < least && !sameTime(begin, least) {
		c.Violation(farmPath(i, "start"),
			"is "+verify.Number(begin)+", before job "+job.ID+" can start, at "+verify.Number(least))
	}
	for k := range job.After {
		a := &job.After[k]
		other := c.jobs[a.Job]
		for _, part := range first.parts {
			ready := c.ends[other] + a.Delay + c.transfer(other, c.s.Reservations[part].Machine, a.Data)
			if begin < ready && !sameTime(begin, ready) {
				c.Violation(farmPath(part, "start"),
					"is "+verify.Number(begin)+"; what job "+job.ID+" waits for of job "+a.Job+" is there at "+
						verify.Number(ready))
			}
		}
	}
}

// transfer is the longest time that data take from the machines on which a job
// ended.
func (c *farmCheck) transfer(from int, to string, data float64) float64 {
	longest := 0.0
	if data == 0 {
		return 0
	}
	for _, i := range c.pieces[from][len(c.pieces[from])-1].parts {
		if home := c.s.Reservations[i].Machine; home != to {
			bandwidth := 0.0
			for k := range c.p.Links {
				if l := &c.p.Links[k]; l.A == home && l.B == to || l.B == home && l.A == to {
					bandwidth = l.Bandwidth
				}
			}
			longest = math.Max(longest, data/bandwidth) // infinite without a link
		}
	}
	return longest
}

// runs checks that a job that ran at 0 is where it was.
func (c *farmCheck) runs(j int) {
	job := &c.p.Jobs[j]
	first := c.pieces[j][0].parts
	at := append([]string{job.Running.Machine}, job.Running.Others...)
	if len(first) != len(at) {
		c.Violation(farmPath(first[0], "part"), "job "+job.ID+" runs already, in "+strconv.Itoa(len(at))+" parts")
		return
	}
	for k, i := range first {
		r := &c.s.Reservations[i]
		if r.Machine != at[k] || !verify.Near(r.Start, job.Running.Since) {
			c.Violation(farmPath(i, "machine"), "job "+job.ID+" runs already, on "+at[k]+" since "+
				verify.Number(job.Running.Since))
		}
	}
}

// progress checks that the pieces of a job make up its duration.
func (c *farmCheck) progress(j int) {
	job := &c.p.Jobs[j]
	left, spent, before := job.Duration, 0.0, math.Inf(-1)
	for k := range c.pieces[j] {
		x := &c.pieces[j][k]
		last := k == len(c.pieces[j])-1
		slowest, length := math.Inf(1), 0.0
		for _, i := range x.parts {
			r := &c.s.Reservations[i]
			speed := job.SpeedOf(&c.p.Machines[c.on[i]])
			slowest, length = math.Min(slowest, speed), math.Max(length, r.Finish-r.Start)
			if r.Start < before && !sameTime(r.Start, before) {
				c.Violation(farmPath(i, "start"),
					"is before the earlier piece of the job has ended, at "+verify.Number(before))
			}
			if last && !sameTime(r.Finish, r.Start+left/speed) {
				c.Differs(farmPath(i, "finish"), r.Finish, r.Start+left/speed)
			}
		}
		first := x.parts[0]
		before = c.s.Reservations[first].Finish
		switch {
		case last && c.s.Reservations[first].Preempted != nil:
			c.Violation(farmPath(first, "preempted"), "the last piece of a job is not preempted")
		case !last && c.s.Reservations[first].Preempted == nil:
			c.Violation(farmPath(first, "finish"), "job "+job.ID+" goes on later although nothing preempted it")
		case !last:
			c.preempted(j, x, left/slowest, spent)
			if job.Restartable {
				left -= length * slowest
				spent += length
			}
		}
	}
}

// preempted checks one preemption: who did it and the three ratios. whole is
// the time that the job still needed when the piece started, spent what it has
// had before.
func (c *farmCheck) preempted(j int, x *piece, whole, spent float64) {
	job, i := &c.p.Jobs[j], x.parts[0]
	r := &c.s.Reservations[i]
	length := r.Finish - r.Start
	path := farmPath(i, "preempted")
	if !job.Preemptible || !c.rules.Preemption {
		c.Violation(path, "job "+job.ID+" may not be preempted")
	}
	if r.Preempted.Ratio < c.rules.PriorityRatio {
		c.Violation(path+".ratio", "is "+verify.Number(r.Preempted.Ratio)+"; the policy asks for "+
			verify.Number(c.rules.PriorityRatio))
	}
	exact := job.Estimate == nil
	if left := whole - length; exact && left < c.rules.RemainingRatio*(spent+length) &&
		!sameTime(left, c.rules.RemainingRatio*(spent+length)) {
		c.Violation(path, verify.Number(left)+" s remain of "+verify.Number(spent+length)+
			" s invested; the policy asks for the share "+verify.Number(c.rules.RemainingRatio))
	}
	by, known := c.jobs[r.Preempted.By]
	if !known {
		c.Violation(path+".by", strconv.Quote(r.Preempted.By)+" is not a job")
		return
	}
	for k := range c.pieces[by] {
		for _, other := range c.pieces[by][k].parts {
			for _, own := range x.parts {
				o := &c.s.Reservations[other]
				if o.Machine == c.s.Reservations[own].Machine && sameTime(o.Start, r.Finish) {
					return
				}
			}
		}
	}
	c.Violation(path+".by", "job "+r.Preempted.By+" does not start on its machine at "+verify.Number(r.Finish))
}
