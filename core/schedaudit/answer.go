package schedaudit

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// Algorithm is the algorithm of an answer of another program.
const Algorithm = "foreign"

// finish returns the judgement with its signed answer. It returns errNeverRan
// if no job of the scenario ran.
func (j *judge) finish(file string) (Judgement, error) {
	if len(j.p.Jobs) > 0 && j.absent == len(j.p.Jobs) {
		return Judgement{}, errNeverRan
	}
	if j.absent > 0 {
		j.note("The metrics are those of the " + strconv.Itoa(len(j.p.Jobs)-j.absent) + " jobs that ran.")
	}
	if j.s.Resolution > 0 {
		j.note("Times were compared to within " + number(j.s.Resolution) + " s, the resolution of the file.")
	}
	a := scenario.Answer{Algorithm: Algorithm, Label: label(file), Feasible: true,
		Options: map[string]any{"format": j.s.Format}, Solution: j.solution(), Metrics: j.metrics(),
		Check: &scenario.Check{OK: j.count == 0, Violations: append([]scenario.Violation{}, j.violations...),
			Scope: scenario.ScopeValid}}
	if err := a.Sign(); err != nil {
		return Judgement{}, err
	}
	return Judgement{Answer: a, Notes: j.notes, ViolationCount: j.count}, nil
}

type foreignError string

func (e foreignError) Error() string { return string(e) }

const errNeverRan = foreignError("none of the jobs of the file ran")

// label returns the name of the file without folders, as the label of a run.
func label(file string) string {
	file = file[strings.LastIndexAny(file, `/\`)+1:]
	file = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffd {
			return -1
		}
		return r
	}, file)
	if file = strings.TrimSpace(clip(file)); file == "" || file == "-" {
		return "their schedule"
	}
	return file
}

// solution returns the schedule as a solution of the kind: by job, then by
// part, then by start.
func (j *judge) solution() *farm.Solution {
	s := &farm.Solution{Reservations: []farm.Reservation{}}
	for i := range j.pieces {
		job := &j.p.Jobs[i]
		for k := range j.pieces[i] {
			x := &j.pieces[i][k]
			for part, h := range x.shares {
				s.Reservations = append(s.Reservations, farm.Reservation{Job: job.ID, Part: part + 1,
					Machine: j.p.Machines[h.machine].ID, Slots: h.slots,
					Memory: job.Memory * float64(h.slots) / float64(job.Slots), Start: x.start,
					Finish: j.releaseTime(i, x, h.machine)})
			}
		}
	}
	return s
}

// metrics returns the metrics of core/kind/farm/verify over the jobs that ran.
func (j *judge) metrics() map[string]float64 {
	makespan, wait, late, busy, ran := 0.0, 0.0, 0.0, 0.0, 0.0
	for i := range j.pieces {
		job, list := &j.p.Jobs[i], j.pieces[i]
		if len(list) == 0 {
			continue
		}
		ran++
		end := list[len(list)-1].end
		makespan = max(makespan, end)
		wait += list[0].start - job.Submitted
		if job.Deadline != nil {
			late = max(late, end-*job.Deadline)
		}
		for k := range list {
			begin := max(0, list[k].start)
			if j.naming == nothing {
				busy += float64(float64(job.Slots) * max(0, list[k].end-begin))
				continue
			}
			for _, h := range list[k].shares {
				busy += float64(float64(h.slots) * max(0, j.releaseTime(i, &list[k], h.machine)-begin))
			}
		}
	}
	used := 0.0
	if makespan > 0 && j.total > 0 {
		used = busy / (float64(j.total) * makespan)
	}
	wait /= math.Max(1, ran)
	r := j.p.Rules()
	return map[string]float64{"makespan": makespan, "meanWait": wait, "maxLateness": late, "utilization": used,
		"cost": float64(r.CostMakespan*makespan) + float64(r.CostWait*wait) + float64(r.CostLateness*late)}
}
