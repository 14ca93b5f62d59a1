package export

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/farm"
)

// The Standard Workload Format, version 2.2 (Chapin, Cirne, Feitelson et al.: Benchmarks and
// Standards for the Evaluation of Parallel Job Schedulers, 1999; Parallel Workloads Archive), has
// 18 fields per line. Fractions of a second are written if the schedule has them, as the standard
// permits for times.
//
// A preempted job has, as the standard requires, a summary line, then one line for every piece
// with status 2, the last with status 3.

// A stretch of a job is the interval in which all its parts run.
type stretch struct {
	start, end float64
	machine    int // index, -1 if the parts are on several machines
}

// stretches returns the intervals of each job by time.
func stretches(p *farm.Problem, s *farm.Solution) [][]stretch {
	jobs, machines := make(map[string]int, len(p.Jobs)), make(map[string]int, len(p.Machines))
	for i := range p.Jobs {
		jobs[p.Jobs[i].ID] = i
	}
	for i := range p.Machines {
		machines[p.Machines[i].ID] = i
	}
	list := make([][]stretch, len(p.Jobs))
	for i := range s.Reservations {
		r := &s.Reservations[i]
		j, ok := jobs[r.Job]
		if !ok {
			continue
		}
		at := slices.IndexFunc(list[j], func(x stretch) bool { return x.start == r.Start })
		switch m := machines[r.Machine]; {
		case at < 0:
			list[j] = append(list[j], stretch{r.Start, r.Finish, m})
		case list[j][at].machine != m:
			list[j][at].machine = -1
			fallthrough
		default:
			list[j][at].end = max(list[j][at].end, r.Finish)
		}
	}
	for j := range list {
		slices.SortFunc(list[j], func(a, b stretch) int { return cmp.Compare(a.start, b.start) })
	}
	return list
}

// swf writes the chosen answer in the Standard Workload Format.
func swf(w *Work) (Text, error) {
	p, a := &w.Scenario.Farm.Problem, w.chosenAnswer()
	parts := stretches(p, a.Solution.(*farm.Solution))
	x := &swfWriter{p: p, parts: parts}
	x.order()
	x.head(w)
	for _, j := range x.sorted {
		x.job(j)
	}
	return Text{Bytes: x.b, Notes: x.notes}, nil
}

// A swfWriter writes one file.
type swfWriter struct {
	p         *farm.Problem
	parts     [][]stretch
	sorted    []int // jobs by submission
	number    []int // of each job, from 1
	indexByID map[string]int
	base      float64
	named     bool // whether numbers replace names
	b         []byte
	notes     []string
}

// order numbers the jobs: by their ids if these are different whole numbers from 1 on, otherwise
// by submission.
func (x *swfWriter) order() {
	x.sorted, x.number = make([]int, len(x.p.Jobs)), make([]int, len(x.p.Jobs))
	x.indexByID = make(map[string]int, len(x.p.Jobs))
	for j := range x.p.Jobs {
		x.sorted[j], x.indexByID[x.p.Jobs[j].ID] = j, j
		x.base = min(x.base, x.p.Jobs[j].Submitted)
		for k := range x.parts[j] { // a job that ran at 0 may have been submitted after its start
			x.base = min(x.base, x.parts[j][k].start)
		}
		n, err := strconv.Atoi(x.p.Jobs[j].ID)
		if err != nil || n < 1 || strconv.Itoa(n) != x.p.Jobs[j].ID {
			x.named = true
		}
		x.number[j] = n
	}
	slices.SortStableFunc(x.sorted, func(a, b int) int {
		return cmp.Compare(x.submission(a), x.submission(b))
	})
	if x.named {
		for n, j := range x.sorted {
			x.number[j] = n + 1
		}
	}
}

// submission returns the submission of a job, at the latest its start.
func (x *swfWriter) submission(j int) float64 {
	if len(x.parts[j]) > 0 {
		return min(x.p.Jobs[j].Submitted, x.parts[j][0].start)
	}
	return x.p.Jobs[j].Submitted
}

// head writes the header comments of SWF: the computer, the counts of jobs and lines, and a
// partition for each machine. Notes give the time offset, the data that SWF cannot express, and
// the original job ids if jobs are renumbered.
func (x *swfWriter) head(w *Work) {
	slots := 0
	for i := range x.p.Machines {
		slots += x.p.Machines[i].Slots
	}
	lines := 0
	for _, list := range x.parts {
		if lines += max(1, len(list)); len(list) > 1 {
			lines++
		}
	}
	x.header("Version", "2.2")
	x.header("Computer", w.title())
	x.header("Installation", "made by Gridbox "+catalog.Version+", scheduled by "+name(w.chosenAnswer()))
	x.header("MaxJobs", strconv.Itoa(len(x.p.Jobs)))
	x.header("MaxRecords", strconv.Itoa(lines))
	preempted := lines > len(x.p.Jobs)
	x.header("Preemption", map[bool]string{true: "Yes", false: "No"}[preempted])
	x.header("UnixStartTime", "0")
	x.header("MaxNodes", strconv.Itoa(len(x.p.Machines)))
	x.header("MaxProcs", strconv.Itoa(slots))
	x.header("MaxPartitions", strconv.Itoa(len(x.p.Machines)))
	for i := range x.p.Machines {
		x.header("Partition", strconv.Itoa(i+1)+" "+x.p.Machines[i].ID+" ("+doc.Count(x.p.Machines[i].Slots,
			"slot")+")")
	}
	if x.base < 0 {
		x.note("Times are " + num(-x.base) + " s later than in the scenario, because some lie before 0.")
	}
	x.noteLosses()
	if x.named {
		for _, j := range x.sorted {
			x.header("Note", "job "+strconv.Itoa(x.number[j])+" is "+x.p.Jobs[j].ID)
		}
	}
}

// noteLosses adds notes on data without a field in the format.
func (x *swfWriter) noteLosses() {
	several, data, licences, wide := 0, 0, 0, 0
	for j := range x.p.Jobs {
		job := &x.p.Jobs[j]
		if len(job.After) > 1 {
			several++
		}
		for k := range job.After {
			if job.After[k].Data > 0 {
				data++
				break
			}
		}
		if len(job.Licenses) > 0 {
			licences++
		}
		for _, s := range x.parts[j] {
			if s.machine < 0 {
				wide++
				break
			}
		}
	}
	x.count(several, "of several jobs waited for, only the first is here: field 17 has room for one")
	x.count(data, "data sent between jobs is not here")
	x.count(licences, "licences are not here")
	x.count(wide, "the machines of a job that runs on several are not here: its partition is -1")
}

// count adds a note on a number of jobs.
func (x *swfWriter) count(jobs int, what string) {
	if jobs > 0 {
		x.note(doc.Count(jobs, "job") + ": " + what)
	}
}

// note adds a note to the result and the header.
func (x *swfWriter) note(text string) {
	x.notes = append(x.notes, text)
	x.header("Note", text)
}

// header writes a header comment. Line breaks are removed, because they would end it.
func (x *swfWriter) header(label, text string) {
	x.b = append(x.b, "; "+label+": "+doc.OneLine(text)+"\n"...)
}

// job writes the lines of a job.
func (x *swfWriter) job(j int) {
	parts := x.parts[j]
	submitted := x.time(x.submission(j))
	if len(parts) == 0 {
		x.line(j, submitted, -1, -1, -1, -1)
		return
	}
	ran := 0.0
	for k := range parts {
		ran += x.time(parts[k].end) - x.time(parts[k].start)
	}
	x.line(j, submitted, x.time(parts[0].start)-submitted, ran, parts[len(parts)-1].machine, 1)
	if len(parts) == 1 {
		return
	}
	last, submit, status := submitted, submitted, 2
	for k := range parts {
		if k == len(parts)-1 {
			status = 3
		}
		start, end := x.time(parts[k].start), x.time(parts[k].end)
		x.line(j, submit, start-last, end-start, parts[k].machine, status)
		last, submit = end, -1
	}
}

// time returns a time of the schedule on the clock of the file. It is rounded before differences
// are taken, so that written durations add up to the same times.
func (x *swfWriter) time(t float64) float64 {
	if t -= x.base; math.Abs(t) < 1e6 {
		return math.Round(t*1e9) / 1e9
	}
	return t
}

// line writes the 18 fields; a negative run time is that of a job that never ran.
func (x *swfWriter) line(j int, submit, wait, ran float64, machine, status int) {
	job := &x.p.Jobs[j]
	memory, partition, before, think := "-1", "-1", "-1", "-1"
	if job.Memory > 0 {
		memory = num(float64(job.Memory*1024) / float64(job.Slots))
	}
	if machine >= 0 {
		partition = strconv.Itoa(machine + 1)
	}
	if len(job.After) > 0 {
		before = strconv.Itoa(x.number[x.indexByID[job.After[0].Job]])
		think = num(job.After[0].Delay)
	}
	slots := strconv.Itoa(job.Slots)
	fields := []string{strconv.Itoa(x.number[j]), clean(submit), clean(wait), clean(ran), slots, "-1", "-1", slots,
		num(job.EstimatedRunTime()), memory, strconv.Itoa(status), "-1", "-1", "-1", "-1", partition, before, think}
	x.b = append(x.b, strings.Join(fields, " ")+"\n"...)
}

// clean formats a time without rounding errors of differences beyond the nanosecond.
func clean(time float64) string {
	if rounded := math.Round(time*1e9) / 1e9; math.Abs(time) < 1e6 {
		time = rounded
	}
	return doc.Number(time)
}
