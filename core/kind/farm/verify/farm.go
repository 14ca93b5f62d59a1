package verify

import (
	"math"
	"strconv"

	"gridbox/core/kind/farm"
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
//     argument that the answer names (bound.go).
//
// Whether a farm has no schedule at all is decided in fits.go. Whether an answer is
// what the algorithm that it names would decide is checked by package conform.
func Answer(p *farm.Problem, a *scenario.Answer) *Check {
	c := newCheck(p, a)
	verify.Judge(&c.Verdict, c)
	return c
}

func newCheck(p *farm.Problem, a *scenario.Answer) *Check {
	c := &Check{Verdict: verify.Verdict{Kind: "farm", Answer: a}, Problem: p, Rules: p.Rules()}
	c.ReadOptions(&c.Options)
	c.MachineIndex = verify.Places(p.Machines, func(m *farm.Machine) string { return m.ID })
	c.JobIndex = verify.Places(p.Jobs, func(j *farm.Job) string { return j.ID })
	return c
}

// Check is a check of one answer and what it has read of the answer.
type Check struct {
	verify.Verdict
	Problem      *farm.Problem
	Rules        farm.Rules
	Options      farm.Options
	MachineIndex map[string]int // index of each machine by its ID
	JobIndex     map[string]int // index of each job by its ID
	Reservations []farm.Reservation
	Pieces       [][]Piece // of each job, by time
	on, of       []int32   // machine and job of each reservation
	ends         []float64 // of each job
	latest       int       // the machine that was asked for last
	single       []Piece   // room for the first piece of each job
	first        []int     // and for the first part of that
}

// A Piece is one stretch of time in which all parts of a job run.
type Piece struct{ Parts []int } // indexes of the reservations, by part

// Path returns the path of a field of reservation i.
func Path(i int, field string) string {
	return "solution.reservations[" + strconv.Itoa(i) + "]." + field
}

// SameTime reports whether two times are the same but for rounding, which may add
// up over a chain of jobs that began at 0.
func SameTime(a, b float64) bool { return verify.Same(a, b, 1) }

// Solution goes through the jobs, and then through the time.
func (c *Check) Solution(s *farm.Solution) []verify.Metric {
	c.Reservations = s.Reservations
	c.ends = make([]float64, len(c.Problem.Jobs))
	c.Pieces = make([][]Piece, len(c.Problem.Jobs))
	c.on, c.of = make([]int32, len(s.Reservations)), make([]int32, len(s.Reservations))
	// Nearly all jobs are one piece of one part, whose lists are cut from two long ones.
	c.single, c.first = make([]Piece, len(c.Problem.Jobs)), make([]int, len(c.Problem.Jobs))
	at := 0
	for j := range c.Problem.Jobs {
		end := at
		for end < len(s.Reservations) && s.Reservations[end].Job == c.Problem.Jobs[j].ID {
			end++
		}
		if end == at {
			c.Violation("solution.reservations", "lack job "+strconv.Quote(c.Problem.Jobs[j].ID)+" at place "+
				strconv.Itoa(at)+": they stand in the order of the jobs")
			return nil
		}
		if !c.gather(j, at, end) {
			return nil
		}
		at = end
	}
	if at < len(s.Reservations) {
		c.Violation(Path(at, "job"), strconv.Quote(s.Reservations[at].Job)+
			" is no job, or stands out of the order of the jobs")
		return nil
	}
	for j := range c.Problem.Jobs {
		c.job(j)
	}
	c.capacity()
	return c.measured()
}

// machineOf is the place of a machine. Reservations that follow each other are often on
// the same, which is then not looked for again.
func (c *Check) machineOf(id string) (q int, ok bool) {
	if c.latest < len(c.Problem.Machines) && c.Problem.Machines[c.latest].ID == id {
		return c.latest, true
	}
	if q, ok = c.MachineIndex[id]; ok {
		c.latest = q
	}
	return q, ok
}

// gather sorts the reservations of a job into pieces; false when they make none.
func (c *Check) gather(j, from, to int) bool {
	for i := from; i < to; i++ {
		r := &c.Reservations[i]
		q, ok := c.machineOf(r.Machine)
		if !ok {
			c.Violation(Path(i, "machine"), strconv.Quote(r.Machine)+" is not a machine")
			return false
		}
		c.on[i], c.of[i] = int32(q), int32(j)
		k := 0
		for k < len(c.Pieces[j]) && !SameTime(c.Reservations[c.Pieces[j][k].Parts[0]].Start, r.Start) {
			k++
		}
		switch {
		case k == 0 && i == from:
			c.Pieces[j] = c.single[j : j+1 : j+1]
			c.Pieces[j][0].Parts = c.first[j : j : j+1]
		case k == len(c.Pieces[j]):
			c.Pieces[j] = append(c.Pieces[j], Piece{})
		}
		x := &c.Pieces[j][k]
		x.Parts = append(x.Parts, i)
		if r.Part != len(x.Parts) {
			c.Violation(Path(i, "part"), "is "+strconv.Itoa(r.Part)+", must be "+strconv.Itoa(len(x.Parts))+
				": the parts of a job start together and are numbered from 1")
			return false
		}
	}
	sorting.By(c.Pieces[j], func(a, b Piece) int {
		if c.Reservations[a.Parts[0]].Start < c.Reservations[b.Parts[0]].Start {
			return -1
		}
		return 1
	})
	for _, x := range c.Pieces[j] {
		for _, i := range x.Parts {
			c.ends[j] = math.Max(c.ends[j], c.Reservations[i].Finish)
		}
	}
	return true
}

// job checks what concerns one job alone, and those that it waits for.
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

// piece checks shape and place of the parts.
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
		m := &c.Problem.Machines[c.on[i]]
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
		if (r.Preempted == nil) != (c.Reservations[first].Preempted == nil) || r.Preempted != nil &&
			!SameTime(r.Finish, c.Reservations[first].Finish) {
			c.Violation(Path(i, "preempted"), "parts of a job are preempted together")
		}
	}
}

// start checks submission and dependencies.
func (c *Check) start(j int) {
	job := &c.Problem.Jobs[j]
	first := &c.Pieces[j][0]
	i := first.Parts[0]
	begin := c.Reservations[i].Start
	if job.Running != nil {
		return
	}
	if least := math.Max(0, job.Submitted); begin < least && !SameTime(begin, least) {
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

// transfer is the longest time that data take from the machines on which a job
// ended.
func (c *Check) transfer(from int, to string, data float64) float64 {
	longest := 0.0
	if data == 0 {
		return 0
	}
	for _, i := range c.Pieces[from][len(c.Pieces[from])-1].Parts {
		if home := c.Reservations[i].Machine; home != to {
			bandwidth := 0.0
			for k := range c.Problem.Links {
				if l := &c.Problem.Links[k]; l.A == home && l.B == to || l.B == home && l.A == to {
					bandwidth = l.Bandwidth
				}
			}
			longest = math.Max(longest, data/bandwidth) // infinite without a link
		}
	}
	return longest
}

// runs checks that a job that ran at 0 is where it was.
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
			speed := job.SpeedOf(&c.Problem.Machines[c.on[i]])
			slowest, length = math.Min(slowest, speed), math.Max(length, r.Finish-r.Start)
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
