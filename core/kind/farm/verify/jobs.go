package verify

import (
	"strconv"

	"gridbox/core/verify"
)

// job checks a job and its predecessors.
func (c *Check) job(j int) {
	job := &c.Problem.Jobs[j]
	for k := range c.Pieces[j] {
		c.piece(j, &c.Pieces[j][k])
	}
	c.start(j)
	c.progress(j)
	if job.Running != nil {
		c.runs(j)
	}
}

// piece checks the sizes of the parts of a piece, and their machines.
func (c *Check) piece(j int, x *Piece) {
	job, k := &c.Problem.Jobs[j], len(x.Parts)
	first := x.Parts[0]
	allowed := job.Parts()
	if !c.Rules.Partitioning && job.Running == nil {
		allowed = 1
	}
	if k > allowed || job.Slots%k != 0 {
		c.Violation(Path(first, "part"), "job "+job.ID+" has "+strconv.Itoa(k)+" parts; it may have up to "+
			strconv.Itoa(allowed)+", of equal slots")
		return
	}
	for n, i := range x.Parts {
		r := &c.Reservations[i]
		m := &c.Problem.Machines[c.machineOf[i]]
		if r.Slots != job.Slots/k {
			c.Violation(Path(i, "slots"), "is "+strconv.Itoa(r.Slots)+", must be "+strconv.Itoa(job.Slots/k))
		}
		if !verify.Near(r.Memory, job.Memory/float64(k)) {
			c.Differs(Path(i, "memory"), r.Memory, job.Memory/float64(k))
		}
		if job.Type != "" && m.Type != job.Type {
			c.Violation(Path(i, "machine"), m.ID+" is of type "+strconv.Quote(m.Type)+"; job "+job.ID+" needs "+
				strconv.Quote(job.Type))
		}
		for _, other := range x.Parts[:n] {
			if c.Reservations[other].Machine == r.Machine {
				c.Violation(Path(i, "machine"),
					m.ID+" holds another part of the job; every part is on a machine of its own")
			}
		}
		if (r.Preempted == nil) != (c.first(x).Preempted == nil) || r.Preempted != nil &&
			!SameTime(r.Finish, c.first(x).Finish) {
			c.Violation(Path(i, "preempted"), "parts of a job are preempted together")
		}
	}
}

// start checks that a job starts after its submission and its predecessors.
func (c *Check) start(j int) {
	job := &c.Problem.Jobs[j]
	first := &c.Pieces[j][0]
	i := first.Parts[0]
	begin := c.Reservations[i].Start
	if job.Running != nil {
		return
	}
	if least := max(0, job.Submitted); begin < least && !SameTime(begin, least) {
		c.Violation(Path(i, "start"),
			"is "+verify.Number(begin)+", before job "+job.ID+" can start, at "+verify.Number(least))
	}
	for k := range job.After {
		a := &job.After[k]
		other := c.JobIndex[a.Job]
		for _, part := range first.Parts {
			ready := c.ends[other] + a.Delay + c.transfer(other, c.Reservations[part].Machine, a.Data)
			if begin < ready && !SameTime(begin, ready) {
				c.Violation(Path(part, "start"),
					"is "+verify.Number(begin)+"; what job "+job.ID+" waits for of job "+a.Job+" is there at "+
						verify.Number(ready))
			}
		}
	}
}

// transfer returns the longest time that data take to a machine from those on which a job
// has ended, +Inf without a link.
func (c *Check) transfer(from int, to string, data float64) float64 {
	if data == 0 {
		return 0
	}
	longest, pieces := 0.0, c.Pieces[from]
	for _, i := range pieces[len(pieces)-1].Parts {
		if home := c.Reservations[i].Machine; home != to {
			longest = max(longest, data/c.bandwidth(home, to))
		}
	}
	return longest
}

// bandwidth returns the bandwidth between two machines, 0 if they are not linked.
func (c *Check) bandwidth(a, b string) float64 {
	for _, l := range c.Problem.Links {
		if l.A == a && l.B == b || l.A == b && l.B == a {
			return l.Bandwidth
		}
	}
	return 0
}

// runs checks that a job that runs at 0 continues on its machines.
func (c *Check) runs(j int) {
	job := &c.Problem.Jobs[j]
	first := c.Pieces[j][0].Parts
	at := append([]string{job.Running.Machine}, job.Running.Others...)
	if len(first) != len(at) {
		c.Violation(Path(first[0], "part"), "job "+job.ID+" runs already, in "+strconv.Itoa(len(at))+" parts")
		return
	}
	for k, i := range first {
		r := &c.Reservations[i]
		if r.Machine != at[k] || !verify.Near(r.Start, job.Running.Since) {
			c.Violation(Path(i, "machine"), "job "+job.ID+" runs already, on "+at[k]+" since "+
				verify.Number(job.Running.Since))
		}
	}
}
