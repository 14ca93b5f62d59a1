package verify

import (
	"math"

	"gridbox/core/verify"
)

// job checks the reservations of a job.
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

// piece checks the number and the sizes of the parts of a piece, and their machines.
func (c *Check) piece(j int, x *Piece) {
	job, k := &c.Problem.Jobs[j], len(x.Parts)
	first := x.Parts[0]
	allowed := job.Parts()
	if !c.Rules.Partitioning && job.Running == nil {
		allowed = 1
	}
	if k > allowed || job.Slots%k != 0 {
		c.Violation(Path(first, "part"), "job %s has %d parts; it may have up to %d, of equal slots", job.ID, k,
			allowed)
		return
	}
	for n, i := range x.Parts {
		r := &c.Reservations[i]
		m := &c.Problem.Machines[c.machineOf[i]]
		if r.Slots != job.Slots/k {
			c.Violation(Path(i, "slots"), "is %d, must be %d", r.Slots, job.Slots/k)
		}
		if !verify.ApproxEqual(r.Memory, job.Memory/float64(k)) {
			c.Differs(Path(i, "memory"), r.Memory, job.Memory/float64(k))
		}
		if job.Type != "" && m.Type != job.Type {
			c.Violation(Path(i, "machine"), "%s is of type %q; job %s needs %q", m.ID, m.Type, job.ID, job.Type)
		}
		for _, other := range x.Parts[:n] {
			if c.Reservations[other].Machine == r.Machine {
				c.Violation(Path(i, "machine"),
					"%s holds another part of the job; every part is on a machine of its own", m.ID)
			}
		}
		if (r.Preempted == nil) != (c.first(x).Preempted == nil) || r.Preempted != nil &&
			!ApproxEqualTime(r.Finish, c.first(x).Finish) {
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
	if least := max(0, job.Submitted); begin < least && !ApproxEqualTime(begin, least) {
		c.Violation(Path(i, "start"), "is %v, before job %s can start, at %v", begin, job.ID, least)
	}
	for k := range job.After {
		a := &job.After[k]
		other := c.JobIndex[a.Job]
		for _, part := range first.Parts {
			ready := c.ends[other] + a.Delay + c.transfer(other, c.Reservations[part].Machine, a.Data)
			if begin < ready && !ApproxEqualTime(begin, ready) {
				c.Violation(Path(part, "start"), "is %v; what job %s waits for of job %s is there at %v", begin, job.ID,
					a.Job, ready)
			}
		}
	}
}

// transfer returns the longest transfer time to a machine from the machines of a job's last
// piece, or +Inf without a link.
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

// bandwidth returns the bandwidth between two machines, or 0 if they are not linked.
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
	at := append([]string{job.Running.Machine}, job.Running.OtherMachines...)
	if len(first) != len(at) {
		c.Violation(Path(first[0], "part"), "job %s runs already, in %d parts", job.ID, len(at))
		return
	}
	for k, i := range first {
		r := &c.Reservations[i]
		if r.Machine != at[k] || !verify.ApproxEqual(r.Start, job.Running.Since) {
			c.Violation(Path(i, "machine"), "job %s runs already, on %s since %v", job.ID, at[k], job.Running.Since)
		}
	}
}

// progress checks that the pieces of a job add up to its duration.
func (c *Check) progress(j int) {
	job := &c.Problem.Jobs[j]
	left, spent, before := job.Duration, 0.0, math.Inf(-1)
	for k := range c.Pieces[j] {
		x := &c.Pieces[j][k]
		last := k == len(c.Pieces[j])-1
		slowest, length := math.Inf(1), 0.0
		for _, i := range x.Parts {
			r := &c.Reservations[i]
			speed := job.SpeedOf(&c.Problem.Machines[c.machineOf[i]])
			slowest, length = min(slowest, speed), max(length, r.Finish-r.Start)
			if r.Start < before && !ApproxEqualTime(r.Start, before) {
				c.Violation(Path(i, "start"), "is before the earlier piece of the job has ended, at %v", before)
			}
			if last && !ApproxEqualTime(r.Finish, r.Start+left/speed) {
				c.Differs(Path(i, "finish"), r.Finish, r.Start+left/speed)
			}
		}
		first := x.Parts[0]
		before = c.Reservations[first].Finish
		switch {
		case last && c.Reservations[first].Preempted != nil:
			c.Violation(Path(first, "preempted"), "the last piece of a job is not preempted")
		case !last && c.Reservations[first].Preempted == nil:
			c.Violation(Path(first, "finish"), "job %s goes on later although nothing preempted it", job.ID)
		case !last:
			c.checkPreemption(j, x, left/slowest, spent)
			if job.Restartable {
				left -= length * slowest
				spent += length
			}
		}
	}
}

// checkPreemption checks a preemption: the preempting job and the ratios. whole is the time that the
// job still needed when the piece started, and spent its time in earlier pieces.
func (c *Check) checkPreemption(j int, x *Piece, whole, spent float64) {
	job, i := &c.Problem.Jobs[j], x.Parts[0]
	r := &c.Reservations[i]
	length := r.Finish - r.Start
	path := Path(i, "preempted")
	if !job.Preemptible || !c.Rules.Preemption {
		c.Violation(path, "job %s may not be preempted", job.ID)
	}
	switch {
	case r.Preempted.Turn && !job.Restartable:
		c.Violation(path, "job %s does not continue where it was, so that it has no turns", job.ID)
	case r.Preempted.Turn && r.Preempted.Ratio != 1:
		c.Violation(path+".ratio", "is %v, must be 1 for a turn", r.Preempted.Ratio)
	case !r.Preempted.Turn && r.Preempted.Ratio < c.Rules.PriorityRatio:
		c.Violation(path+".ratio", "is %v; the policy asks for %v", r.Preempted.Ratio, c.Rules.PriorityRatio)
	}
	exact := job.Estimate == nil
	if left := whole - length; exact && !r.Preempted.Turn && left < c.Rules.RemainingRatio*(spent+length) &&
		!ApproxEqualTime(left, c.Rules.RemainingRatio*(spent+length)) {
		c.Violation(path, "%v s remain of %v s invested; the policy asks for the share %v", left, spent+length,
			c.Rules.RemainingRatio)
	}
	by, known := c.JobIndex[r.Preempted.By]
	if !known {
		c.Violation(path+".by", "%q is not a job", r.Preempted.By)
		return
	}
	for k := range c.Pieces[by] {
		for _, other := range c.Pieces[by][k].Parts {
			for _, own := range x.Parts {
				o := &c.Reservations[other]
				if o.Machine == c.Reservations[own].Machine && ApproxEqualTime(o.Start, r.Finish) {
					return
				}
			}
		}
	}
	c.Violation(path+".by", "job %s does not start on its machine at %v", r.Preempted.By, r.Finish)
}
