package swf

import (
	"slices"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// farmJobs returns the jobs of the farm.
func (r *reader) farmJobs(memory float64) []farm.Job {
	out := make([]farm.Job, len(r.jobs))
	estimates := make([]float64, len(r.jobs)) // a single allocation for all pointers
	var names importer.Names
	users := r.users()
	guessed, outran, remembered := 0, 0, 0
	for i := range r.jobs {
		from, to := &r.jobs[i], &out[i]
		*to = farm.Job{ID: names.ID(doc.Decimal(from.id), "job"), Slots: from.slots, Duration: from.duration,
			Submitted: from.submitted, User: users(from.user)}
		if estimates[i] = from.estimate; from.estimate > 0 {
			to.Estimate = &estimates[i]
			if from.estimate < from.duration {
				outran++
			}
		} else {
			guessed++
		}
		if from.memory > 0 {
			remembered++
			if memory > 0 {
				to.Memory = from.memory
			}
		}
	}
	report := &r.result.Report
	report.AddAssumed(names.Changed, "job", "with the number of an earlier one; it has another number now")
	report.AddAssumed(guessed, "job", "without a requested time; the scheduler knows the run time")
	report.AddAssumed(outran, "job",
		"longer than its requested time; the schedule lets it run, and lengthens the estimate then")
	if memory == 0 {
		report.AddLeftOut(remembered, "job",
			"with memory, while the machine's is not known; only the memory was left out")
	}
	r.think(out)
	return out
}

// users returns the function that maps a user of the log to the user of the
// farm.
func (r *reader) users() func(number float64) string {
	answer := r.result.Report.AddQuestion(Format, r.wishes, "users")
	names := map[float64]string{}
	var letters importer.Letters
	return func(number float64) string {
		if number < 0 || answer == "none" {
			return ""
		}
		name, met := names[number]
		if !met {
			if name = doc.Decimal(number); answer != "keep" {
				name = letters.Replace(name)
			}
			names[number] = name
		}
		return name
	}
}

// think adds the dependences of jobs on their users' previous jobs if the user
// wants them, and reports their number in any case.
func (r *reader) think(out []farm.Job) {
	some := 0
	for i := range r.jobs {
		if r.jobs[i].precedingJob > 0 {
			some++
		}
	}
	if some == 0 {
		return
	}
	report := &r.result.Report
	if report.AddQuestion(Format, r.wishes, "keep-think-times") != "yes" {
		report.AddLeftOut(some, "dependence", "on the user's previous job; the jobs come at the times of the log")
		return
	}
	place := make(map[float64]int, len(r.jobs)) // index of the first job of a number
	for i := range r.jobs {
		if _, twice := place[r.jobs[i].id]; !twice {
			place[r.jobs[i].id] = i
		}
	}
	kept, unknown, later, thoughtless := 0, tally{}, tally{}, 0
	links := make([]farm.After, 0, some)
	for i := range r.jobs {
		j := &r.jobs[i]
		if j.precedingJob <= 0 {
			continue
		}
		other, met := place[j.precedingJob]
		switch {
		case !met:
			unknown.add(r.place(j))
			continue
		case other >= i: // an order that only goes forward has no cycle
			later.add(r.place(j))
			continue
		case j.think < 0 || j.think > maxTime:
			thoughtless++
			j.think = 0
		}
		kept++
		links = append(links, farm.After{Job: out[other].ID, Delay: j.think})
		out[i].After = links[len(links)-1 : len(links) : len(links)]
	}
	report.AddTaken(kept, "dependence",
		"on the user's previous job, with the think time; a job comes no earlier than in the log")
	report.AddLeftOut(unknown.n, "dependence", "on a job that is not there", unknown.at...)
	report.AddLeftOut(later.n, "dependence", "on a job that is not submitted before", later.at...)
	report.AddAssumed(thoughtless, "dependence", "without a think time; 0 s is taken")
}

// peak returns the largest number of processors in use at any time, at least
// the number of the widest job.
func (r *reader) peak() int {
	type step struct {
		time  float64
		delta int
	}
	widest := 1
	steps := make([]step, 0, 2*len(r.jobs))
	for i := range r.jobs {
		j := &r.jobs[i]
		if widest = max(widest, j.slots); j.wait < 0 {
			continue
		}
		start := j.submitted + j.wait
		steps = append(steps, step{start, j.slots}, step{start + j.duration, -j.slots})
	}
	slices.SortFunc(steps, func(a, b step) int {
		if order := sorting.Ascending(a.time, b.time); order != 0 {
			return order
		}
		return a.delta - b.delta // ends come before starts
	})
	most, now := 0, 0
	for _, s := range steps {
		now += s.delta
		most = max(most, now)
	}
	return min(max(widest, most), 1e6)
}
