package batch

import (
	"strconv"

	"gridbox/core/doc"
)

// MaxCycles is the maximum number of cycles.
const MaxCycles = 1000

// Validate returns the faults of the problem, with paths relative to it:
// jobs[2].volume.
//
// Problems without a solution are valid: no jobs, no nodes, jobs that fit no
// window, a limit that no combination keeps. Faults are, in addition to those
// of window.Environment: an empty or repeated id, a job on less than one node,
// a volume or performance that is not positive, a negative price, a job that
// arrives after the last cycle, and a number that is not finite.
func (p *Problem) Validate() doc.Faults { return p.ValidateWith(nil) }

// ValidateWith is Validate that calls pause, if not nil, at intervals; see
// [doc.Review].
func (p *Problem) ValidateWith(pause func()) doc.Faults {
	v := &validation{doc.Review{Faults: p.Environment.ValidateWith(pause), Pause: pause}}
	known := make(map[string]int, len(p.Jobs))
	for i := range p.Jobs {
		v.job(&p.Jobs[i], i, known, p.Rounds())
	}
	if p.Objective != "" && p.Objective != LeastTime && p.Objective != LeastCost {
		v.Fault("objective", strconv.Quote(p.Objective), "must be time or cost")
	}
	if p.Limit != nil {
		v.NotNegative("limit", *p.Limit, "the limit")
	}
	if p.Cycles < 0 || p.Cycles > MaxCycles {
		v.Fault("cycles", strconv.Itoa(p.Cycles), "must lie from 1 to "+strconv.Itoa(MaxCycles))
	}
	v.NotNegative("period", p.Period, "the period")
	if p.Sight != nil {
		v.Positive("sight", *p.Sight, "the sight")
	}
	return v.Faults
}

// A validation collects the faults of a problem.
type validation struct{ doc.Review }

// job adds the faults of job i and enters its id in known, the indexes of the earlier jobs by id.
// cycles is the number of cycles.
func (v *validation) job(j *Job, i int, known map[string]int, cycles int) {
	at := "jobs[" + strconv.Itoa(i) + "]"
	earlier, twice := known[j.ID]
	switch {
	case j.ID == "":
		v.Fault(at+".id", strconv.Quote(j.ID), "is empty; give every job a name")
	case twice:
		v.Fault(at+".id", strconv.Quote(j.ID), "is already the name of jobs["+strconv.Itoa(earlier)+
			"]; names are unique")
	default:
		known[j.ID] = i
	}
	if j.Nodes < 1 {
		v.Fault(at+".nodes", strconv.Itoa(j.Nodes), "must be at least 1")
	}
	v.Positive(at+".volume", j.Volume, "the volume")
	v.Positive(at+".minPerformance", j.MinPerformance, "the least performance")
	v.NotNegative(at+".maxPrice", j.MaxPrice, "the greatest price")
	v.Finite(at+".priority", j.Priority)
	if j.Cycle < 0 {
		v.Fault(at+".cycle", strconv.Itoa(j.Cycle), "must be at least 1")
	} else if j.Cycle > cycles {
		v.Fault(at+".cycle", strconv.Itoa(j.Cycle),
			"is after the last cycle, "+strconv.Itoa(cycles)+"; raise cycles or let the job arrive earlier")
	}
}
