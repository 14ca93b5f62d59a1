package verify

import (
	"math"
	"strconv"

	"gridbox/core/verify"
)

// progress checks that the pieces of a job make up its duration.
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
			if r.Start < before && !SameTime(r.Start, before) {
				c.Violation(Path(i, "start"),
					"is before the earlier piece of the job has ended, at "+verify.Number(before))
			}
			if last && !SameTime(r.Finish, r.Start+left/speed) {
				c.Differs(Path(i, "finish"), r.Finish, r.Start+left/speed)
			}
		}
		first := x.Parts[0]
		before = c.Reservations[first].Finish
		switch {
		case last && c.Reservations[first].Preempted != nil:
			c.Violation(Path(first, "preempted"), "the last piece of a job is not preempted")
		case !last && c.Reservations[first].Preempted == nil:
			c.Violation(Path(first, "finish"), "job "+job.ID+" goes on later although nothing preempted it")
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
func (c *Check) preempted(j int, x *Piece, whole, spent float64) {
	job, i := &c.Problem.Jobs[j], x.Parts[0]
	r := &c.Reservations[i]
	length := r.Finish - r.Start
	path := Path(i, "preempted")
	if !job.Preemptible || !c.Rules.Preemption {
		c.Violation(path, "job "+job.ID+" may not be preempted")
	}
	if r.Preempted.Ratio < c.Rules.PriorityRatio {
		c.Violation(path+".ratio", "is "+verify.Number(r.Preempted.Ratio)+"; the policy asks for "+
			verify.Number(c.Rules.PriorityRatio))
	}
	exact := job.Estimate == nil
	if left := whole - length; exact && left < c.Rules.RemainingRatio*(spent+length) &&
		!SameTime(left, c.Rules.RemainingRatio*(spent+length)) {
		c.Violation(path, verify.Number(left)+" s remain of "+verify.Number(spent+length)+
			" s invested; the policy asks for the share "+verify.Number(c.Rules.RemainingRatio))
	}
	by, known := c.JobIndex[r.Preempted.By]
	if !known {
		c.Violation(path+".by", strconv.Quote(r.Preempted.By)+" is not a job")
		return
	}
	for k := range c.Pieces[by] {
		for _, other := range c.Pieces[by][k].Parts {
			for _, own := range x.Parts {
				o := &c.Reservations[other]
				if o.Machine == c.Reservations[own].Machine && SameTime(o.Start, r.Finish) {
					return
				}
			}
		}
	}
	c.Violation(path+".by", "job "+r.Preempted.By+" does not start on its machine at "+verify.Number(r.Finish))
}
