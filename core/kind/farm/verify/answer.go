// Package verify checks answers to farm problems: that the reservations are a valid schedule,
// that the metrics follow from them, and that the bound is proved. It uses none of the solvers'
// code. Package conform checks in addition that the schedule is the one of the algorithm.
package verify

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/doc"
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

// newCheck returns the check of an answer, with the options read and checked.
func newCheck(p *farm.Problem, a *scenario.Answer) *Check {
	c := &Check{Verdict: verify.Verdict{Kind: "farm", Answer: a}, Problem: p, Rules: p.Rules()}
	c.ReadOptions(&c.Options)
	c.MachineIndex = verify.IndexByID(p.Machines, func(m *farm.Machine) string { return m.ID })
	c.JobIndex = verify.IndexByID(p.Jobs, func(j *farm.Job) string { return j.ID })
	return c
}

// A Check is a check of one answer.
type Check struct {
	verify.Verdict
	Problem      *farm.Problem
	Rules        farm.Rules
	Options      farm.Options
	MachineIndex map[string]int
	JobIndex     map[string]int
	Reservations []farm.Reservation
	Pieces       [][]Piece // of each job by time
	machineOf    []int     // machine of each reservation
	jobOf        []int     // job of each reservation
	ends         []float64 // of each job
}

// A Piece is an interval in which all parts of a job run.
type Piece struct{ Parts []int } // indexes of the reservations, by part

// Path returns the path of a field of reservation i.
func Path(i int, field string) string {
	return doc.At("solution.reservations", i) + "." + field
}

// ApproxEqualTime reports whether two times are equal up to rounding, which may accumulate over a chain
// of jobs from 0 on.
func ApproxEqualTime(a, b float64) bool { return verify.ApproxEqualSum(a, b, 1) }

// Solution checks the reservations and returns their metrics. It returns nil if the reservations
// cannot be assigned to jobs, parts and machines.
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
			c.Violation("solution.reservations", "lack job %q at place %d: they are in the order of the jobs",
				c.Problem.Jobs[j].ID, at)
			return nil
		}
		if !c.groupPieces(j, at, end) {
			return nil
		}
		at = end
	}
	if at < len(s.Reservations) {
		c.Violation(Path(at, "job"), "%q is no job, or is out of the order of the jobs", s.Reservations[at].Job)
		return nil
	}
	for j := range c.Problem.Jobs {
		c.job(j)
	}
	c.capacity()
	return c.metrics()
}

// groupPieces groups the reservations from..to-1 of job j into pieces by their start, and sorts the
// pieces. It reports false after a violation: an unknown machine or a wrong part number.
func (c *Check) groupPieces(j, from, to int) bool {
	var pieces []Piece
	for i := from; i < to; i++ {
		r := &c.Reservations[i]
		q, ok := c.MachineIndex[r.Machine]
		if !ok {
			c.Violation(Path(i, "machine"), "%q is not a machine", r.Machine)
			return false
		}
		c.machineOf[i], c.jobOf[i] = q, j
		c.ends[j] = max(c.ends[j], r.Finish)
		k := slices.IndexFunc(pieces, func(x Piece) bool { return ApproxEqualTime(c.first(&x).Start, r.Start) })
		if k < 0 {
			k = len(pieces)
			pieces = append(pieces, Piece{})
		}
		pieces[k].Parts = append(pieces[k].Parts, i)
		if n := len(pieces[k].Parts); r.Part != n {
			c.Violation(Path(i, "part"), "is %d, must be %d: the parts of a job start together and are numbered from 1",
				r.Part, n)
			return false
		}
	}
	sorting.Stable(pieces, func(a, b Piece) int { return sorting.Ascending(c.first(&a).Start, c.first(&b).Start) })
	c.Pieces[j] = pieces
	return true
}

// first returns the first reservation of a piece.
func (c *Check) first(x *Piece) *farm.Reservation { return &c.Reservations[x.Parts[0]] }

// metrics returns makespan, mean wait, utilization, greatest lateness and cost of the reservations.
// Every job must have a piece. Utilization is 0 if the makespan is.
func (c *Check) metrics() []verify.Metric {
	makespan, wait := verify.Metric{Name: "makespan", Bound: verify.LowerBound}, verify.Metric{Name: "meanWait",
		Bound: verify.LowerBound}
	late, used := verify.Metric{Name: "maxLateness", Bound: verify.LowerBound}, verify.Metric{Name: "utilization"}
	for j := range c.Problem.Jobs {
		job, n := &c.Problem.Jobs[j], float64(len(c.Problem.Jobs))
		makespan.Value = max(makespan.Value, c.ends[j])
		start := c.first(&c.Pieces[j][0]).Start
		wait.Value += (start - job.Submitted) / n
		wait.MaxTerm += max(math.Abs(start), math.Abs(job.Submitted)) / n
		if job.Deadline != nil {
			late.Value = max(late.Value, c.ends[j]-*job.Deadline)
			late.MaxTerm = max(late.MaxTerm, c.ends[j], math.Abs(*job.Deadline))
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
	if makespan.Value > 0 {
		used.Value = busy / (slots * makespan.Value)
	}
	r := &c.Rules
	cost := verify.Metric{Name: "cost", Value: r.CostMakespan*makespan.Value + r.CostWait*wait.Value +
		r.CostLateness*late.Value,
		MaxTerm: r.CostWait*wait.MaxTerm + r.CostLateness*late.MaxTerm}
	return []verify.Metric{makespan, wait, used, late, cost}
}

// A change is the start or the end of a reservation.
type change struct {
	time        float64
	reservation int
	sign        int // 1 or -1
}

// capacity checks at every start that slots, memory and licences suffice. A reservation that ends
// within the tolerance of a start has ended before it.
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
		sortChanges(changes)
		c.machine(m, changes)
		for _, name := range sorting.Keys(m.Licenses) {
			c.licences(m.ID, name, m.Licenses[name], changes)
		}
	}
	for _, name := range sorting.Keys(farmwide) {
		sortChanges(farmwide[name])
		c.licences("the farm", name, c.Problem.Licenses[name], farmwide[name])
	}
}

// sortChanges sorts changes by time, ends before starts.
func sortChanges(changes []change) {
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
			memory = 0 // rounding errors do not accumulate
		}
		if slots > m.Slots {
			c.Violation(Path(x.reservation, "machine"), "%s has %d slots; at %v %d are taken", m.ID, m.Slots, x.time,
				slots)
			return
		}
		if memory > m.Memory && !verify.ApproxEqual(memory, m.Memory) && memory > m.Memory+1e-6*float64(running) {
			c.Violation(Path(x.reservation, "machine"), "%s has %v MB; at %v %v are taken", m.ID, m.Memory, x.time,
				memory)
			return
		}
	}
}

// licences checks one licence of a machine, or of the farm.
func (c *Check) licences(owner, name string, count int, changes []change) {
	held := 0
	for _, x := range changes {
		if held += x.sign * c.Problem.Jobs[c.jobOf[x.reservation]].Licenses[name]; held > count {
			c.Violation(Path(x.reservation, "machine"), "%s has %d of licence %q; at %v %d are held", owner, count,
				name, x.time, held)
			return
		}
	}
}
