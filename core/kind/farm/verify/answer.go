package verify

import (
	"slices"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// Answer checks an answer to a valid, explicit farm problem:
//
//   - every job has reservations for all its parts, in the order of the document, on
//     existing machines of its processor type, each part on a machine of its own;
//   - parts are equal, no more than allowed, start together and are preempted
//     together;
//   - no job starts before its submission, or before its predecessors have ended and
//     delays and transfers are over;
//   - a job that runs at 0 continues on its machines;
//   - a job runs for its duration or, preempted, in pieces that make it up as far as it
//     keeps its progress; only preemptible jobs are preempted, by a job that starts on
//     the machine at that moment, within the administrator's ratios;
//   - at every instant the slots, memory and own licences of every machine and the
//     floating licences of the farm suffice;
//   - every metric is that of the reservations, and the bound follows from the argument
//     that the answer names (bound.go);
//   - if the answer says so, there is no schedule (infeasible.go).
//
// Package conform checks that the schedule is the one of the algorithm.
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

// A Check is a check of one answer, with what it has read of it.
type Check struct {
	verify.Verdict
	Problem      *farm.Problem
	Rules        farm.Rules
	Options      farm.Options
	MachineIndex map[string]int
	JobIndex     map[string]int
	Reservations []farm.Reservation
	Pieces       [][]Piece // of each job, by time
	machineOf    []int     // the machine of each reservation
	jobOf        []int     // the job of each reservation
	ends         []float64 // of each job
}

// A Piece is a stretch of time in which all parts of a job run.
type Piece struct{ Parts []int } // indexes of the reservations, by part

// Path returns the path of a field of reservation i.
func Path(i int, field string) string {
	return "solution.reservations[" + strconv.Itoa(i) + "]." + field
}

// SameTime reports whether two times are equal up to rounding, which may add up over a
// chain of jobs that began at 0.
func SameTime(a, b float64) bool { return verify.Same(a, b, 1) }

// Solution checks the reservations and returns the metrics.
func (c *Check) Solution(s *farm.Solution) []verify.Metric {
	c.Reservations = s.Reservations
	c.ends = make([]float64, len(c.Problem.Jobs))
	c.Pieces = make([][]Piece, len(c.Problem.Jobs))
	c.machineOf, c.jobOf = make([]int, len(s.Reservations)), make([]int, len(s.Reservations))
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
	return c.metrics()
}

// gather sorts the reservations of a job into pieces. It reports false if they make none.
func (c *Check) gather(j, from, to int) bool {
	var pieces []Piece
	for i := from; i < to; i++ {
		r := &c.Reservations[i]
		q, ok := c.MachineIndex[r.Machine]
		if !ok {
			c.Violation(Path(i, "machine"), strconv.Quote(r.Machine)+" is not a machine")
			return false
		}
		c.machineOf[i], c.jobOf[i] = q, j
		c.ends[j] = max(c.ends[j], r.Finish)
		k := slices.IndexFunc(pieces, func(x Piece) bool { return SameTime(c.first(&x).Start, r.Start) })
		if k < 0 {
			k = len(pieces)
			pieces = append(pieces, Piece{})
		}
		pieces[k].Parts = append(pieces[k].Parts, i)
		if n := len(pieces[k].Parts); r.Part != n {
			c.Violation(Path(i, "part"), "is "+strconv.Itoa(r.Part)+", must be "+strconv.Itoa(n)+
				": the parts of a job start together and are numbered from 1")
			return false
		}
	}
	sorting.Stable(pieces, func(a, b Piece) int { return sorting.Ascending(c.first(&a).Start, c.first(&b).Start) })
	c.Pieces[j] = pieces
	return true
}

// first returns the first reservation of a piece.
func (c *Check) first(x *Piece) *farm.Reservation { return &c.Reservations[x.Parts[0]] }
