package farm

import (
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind"
)

// Compare returns a sentence on when answer a ends compared with answer b, and how long jobs
// wait.
func (methods) Compare(p *Problem, a, b *kind.Answer[*Solution]) string {
	if text := kind.InfeasibleText(a, b, "schedule"); text != "" {
		return text
	}
	text := kind.Ends(a.Name, b.Name, a.Metrics["makespan"], b.Metrics["makespan"])
	x, y := a.Metrics["meanWait"], b.Metrics["meanWait"]
	switch {
	case x == y:
		text += i18n.T("; jobs wait as long")
	case x < y:
		text += i18n.T("; jobs wait {} s less on average", strconv.FormatFloat(y-x, 'f', 1, 64))
	default:
		text += i18n.T("; jobs wait {} s more on average", strconv.FormatFloat(x-y, 'f', 1, 64))
	}
	if x, y := maxWait(p, a.Solution), maxWait(p, b.Solution); max(x, y) > 1.5*min(x, y) {
		text += i18n.T(", the longest {} s instead of {} s",
			strconv.FormatFloat(x, 'f', 0, 64), strconv.FormatFloat(y, 'f', 0, 64))
	}
	return text + "."
}

// maxWait returns the greatest time from the submission of a job to its start, or 0 if there
// is no problem or no schedule.
func maxWait(p *Problem, s *Solution) float64 {
	if p == nil || s == nil {
		return 0
	}
	longest, at, all := 0.0, 0, s.Reservations
	for i := range p.Jobs { // reservations are in the order of the jobs
		job := &p.Jobs[i]
		if at == len(all) || all[at].Job != job.ID {
			return maxWaitUnordered(p, s)
		}
		start := all[at].Start
		for ; at < len(all) && all[at].Job == job.ID; at++ {
			start = min(start, all[at].Start)
		}
		longest = max(longest, start-job.Submitted)
	}
	return longest
}

// maxWaitUnordered returns the same as maxWait for reservations in any order.
func maxWaitUnordered(p *Problem, s *Solution) float64 {
	start := make(map[string]float64, len(p.Jobs))
	for i := range s.Reservations {
		r := &s.Reservations[i]
		if at, seen := start[r.Job]; !seen || r.Start < at {
			start[r.Job] = r.Start
		}
	}
	longest := 0.0
	for i := range p.Jobs {
		longest = max(longest, start[p.Jobs[i].ID]-p.Jobs[i].Submitted)
	}
	return longest
}

// Decisions returns a row for each reservation.
func (methods) Decisions(s *Solution) kind.Table {
	n := len(s.Reservations)
	job, machine, how := make([]string, n), make([]string, n), make([]string, n)
	part, slots, memory := make([]float64, n), make([]float64, n), make([]float64, n)
	start, finish := make([]float64, n), make([]float64, n)
	for i, x := range s.Reservations {
		job[i], machine[i], how[i] = x.Job, x.Machine, x.StartKind
		part[i], slots[i], memory[i] = float64(x.Part), float64(x.Slots), x.Memory
		start[i], finish[i] = x.Start, x.Finish
		if x.Preempted != nil {
			how[i] += i18n.T(", preempted by {}", x.Preempted.By)
		}
	}
	return kind.Table{Rows: n, Columns: []kind.Column{
		{Name: "job", Texts: job}, {Name: "part", Numbers: part}, {Name: "machine", Texts: machine},
		{Name: "slots", Numbers: slots}, {Name: "memory", Unit: "MB", Numbers: memory},
		{Name: "start", Unit: "s", Numbers: start}, {Name: "finish", Unit: "s", Numbers: finish},
		{Name: "how", Texts: how},
	}}
}
