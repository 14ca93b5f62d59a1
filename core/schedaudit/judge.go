package schedaudit

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// A Judgement is the result of checking a schedule.
type Judgement struct {
	// Answer is the schedule as an answer to the scenario, with its metrics and its
	// violations. Its label is the file's name.
	Answer scenario.Answer
	// Notes lists assumptions and missing information.
	Notes []string
	// ViolationCount is the number of violations; the check lists the first.
	ViolationCount int
}

// maxViolations is the maximum number of violations that are listed, as in the
// verifier.
const maxViolations = 100

// Judge checks a schedule against an explicit, valid farm:
//
//   - it has every job of the scenario once, in one stretch unless the job may be
//     preempted, and no other job;
//   - no job starts before its submission, or before its dependencies have ended
//     with their delays and, if the file names machines, the transfers of their data;
//   - each job runs as long as the scenario says on a machine of that speed, and no
//     longer than its time limit on that machine; it succeeds unless its limit also
//     ends it in the scenario;
//   - the parts of a job on several machines are equal;
//   - slots, memory and licences suffice at all times: on every machine if the file
//     names machines or resources, and then no slot is held twice; otherwise on the
//     whole farm.
//
// Times count as equal within the resolution of the file. A schedule with other jobs than
// the scenario is an error.
func (s *Schedule) Judge(p *farm.Problem, file string) (Judgement, error) {
	j := &judge{s: s, p: p, tolerance: s.Resolution * (1 + 1e-6), notes: slices.Clone(s.Notes)}
	if j.tolerance == 0 {
		j.tolerance = 1e-6
	}
	if len(p.Machines) == 0 {
		return Judgement{}, errors.New("the scenario has no machines")
	}
	if err := j.match(); err != nil {
		return Judgement{}, err
	}
	j.shift()
	j.rounding()
	j.place()
	for job := range p.Jobs {
		j.job(job)
	}
	j.capacity()
	return j.finish(file)
}

// A judge is the state of one judgement.
type judge struct {
	s          *Schedule
	p          *farm.Problem
	tolerance  float64
	notes      []string
	violations []scenario.Violation
	count      int

	pieces   [][]stretch // of each job, by time
	absent   int
	machines map[string]int
	total    int   // slots of the farm
	first    []int // index of each machine's first slot
	naming   naming
}

// naming is the way in which a file states where a job ran.
type naming int

const (
	nothing   naming = iota // not at all
	machines                // by names of machines
	resources               // by numbers of slots
)

// A stretch is an interval of a job, with the times of the scenario.
type stretch struct {
	row        *Row
	start, end float64
	shares     []share
	slow       float64 // speed of the slowest machine; 0 if not computed yet
}

// A share is the number of slots of a stretch on a machine.
type share struct{ machine, slots int }

func (j *judge) violation(line int, why string) {
	j.count++
	if len(j.violations) < maxViolations {
		path := "file"
		if line > 0 {
			path = "line " + strconv.Itoa(line)
		}
		j.violations = append(j.violations, scenario.Violation{Path: path, Reason: why})
	}
}

func (j *judge) note(text string) { j.notes = append(j.notes, text) }

// match assigns each row to its job. A repeated row or one of an unknown job is a
// violation; an unknown job without a run is noted. It returns an error if no row has a
// job.
func (j *judge) match() error {
	places := make(map[string]int, len(j.p.Jobs))
	for i := range j.p.Jobs {
		places[j.p.Jobs[i].ID] = i
	}
	j.pieces = make([][]stretch, len(j.p.Jobs))
	find := j.finder(places)
	var strangers []int
	for i := range j.s.Rows {
		row := &j.s.Rows[i]
		at, ok := find(row)
		if !ok {
			strangers = append(strangers, i)
			continue
		}
		if list := j.pieces[at]; len(list) > 0 && !(row.Piece && list[0].row.Piece) {
			j.violation(row.Line, "job "+j.p.Jobs[at].ID+" is there a second time, after line "+
				strconv.Itoa(list[0].row.Line))
			continue
		}
		j.pieces[at] = append(j.pieces[at], stretch{row: row})
	}
	if len(strangers) == len(j.s.Rows) {
		return errors.New("none of the " + strconv.Itoa(len(j.s.Rows)) + " jobs of the file is one of the " +
			strconv.Itoa(len(j.p.Jobs)) + " of the scenario: the file has " +
			firstNames(len(j.s.Rows), func(i int) string {
				return j.s.Rows[i].Job
			}) + ", the scenario " + firstNames(len(j.p.Jobs), func(i int) string { return j.p.Jobs[i].ID }))
	}
	idle := 0
	for _, i := range strangers {
		if math.IsNaN(j.s.Rows[i].Start) { // cancelled while waiting
			idle++
			continue
		}
		j.violation(j.s.Rows[i].Line, strconv.Quote(clip(j.s.Rows[i].Job))+" is no job of the scenario")
	}
	if idle > 0 {
		j.note("Left out of the file: " + doc.Count(idle, "job") + " not in the scenario and without a run.")
	}
	return nil
}

// firstNames returns the first few names of a list.
func firstNames(n int, name func(int) string) string {
	var list []string
	for i := range min(n, 3) {
		list = append(list, strconv.Quote(clip(name(i))))
	}
	if n > 3 {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

// finder returns a function that finds the job of a row: by its name, or by the
// name in the file's comments. If no row's first name is a job, the second
// names are used.
func (j *judge) finder(places map[string]int) func(*Row) (int, bool) {
	byName := func(row *Row) (int, bool) {
		if name, ok := j.s.Names[row.Job]; ok {
			if at, ok := places[name]; ok {
				return at, true
			}
		}
		at, ok := places[row.Job]
		return at, ok
	}
	for i := range j.s.Rows {
		if _, ok := byName(&j.s.Rows[i]); ok {
			return byName
		}
	}
	return func(row *Row) (int, bool) {
		at, ok := places[row.AltName]
		return at, ok && row.AltName != ""
	}
}

// shift moves the file's clock to that of the scenario, by the median
// difference of the submissions if it exceeds the resolution.
func (j *judge) shift() {
	var apart []float64
	for i, list := range j.pieces {
		if len(list) > 0 && !math.IsNaN(list[0].row.Submitted) {
			apart = append(apart, list[0].row.Submitted-j.p.Jobs[i].Submitted)
		}
	}
	by := 0.0
	if len(apart) > 0 {
		sorted := slices.Sorted(slices.Values(apart))
		if by = sorted[len(sorted)/2]; math.Abs(by) <= j.tolerance {
			by = 0
		}
	}
	others := 0
	for _, x := range apart {
		if math.Abs(x-by) > j.tolerance {
			others++
		}
	}
	if by != 0 {
		j.note("Times of the file are " + number(by) + " s later than those of the scenario, by its submissions; " +
			"they were moved.")
	}
	if others > 0 {
		j.note(countWithVerb(others, "job") + " submitted at another time than in the scenario; the scenario's counts.")
	}
	for i := range j.pieces {
		for k := range j.pieces[i] {
			x := &j.pieces[i][k]
			x.start, x.end = x.row.Start-by, x.row.Finish-by
		}
		slices.SortFunc(j.pieces[i], func(a, b stretch) int { return cmp.Compare(a.start, b.start) })
	}
}

// rounding widens the tolerance to the rounding error of sums of times. A file
// may have nine decimals at times so late that a float64 has none of them.
func (j *judge) rounding() {
	latest := 0.0
	for _, list := range j.pieces {
		for k := range list {
			if end := math.Abs(list[k].row.Finish); end > latest { // false for NaN
				latest = end
			}
		}
	}
	j.tolerance = max(j.tolerance, latest*1e-15)
}

// countWithVerb returns a count with a noun and the verb: "1 job was".
func countWithVerb(n int, word string) string {
	if n == 1 {
		return "1 " + word + " was"
	}
	return strconv.Itoa(n) + " " + word + "s were"
}

// number returns a time without rounding errors below a nanosecond.
func number(x float64) string {
	if math.Abs(x) < 1e6 {
		x = math.Round(x*1e9) / 1e9
	}
	return doc.Decimal(x)
}

// job checks one job and its dependencies.
func (j *judge) job(i int) {
	job, list := &j.p.Jobs[i], j.pieces[i]
	if len(list) == 0 {
		j.absent++
		j.violation(0, "lacks job "+job.ID)
		return
	}
	first, last := &list[0], &list[len(list)-1]
	line := first.row.Line
	if math.IsNaN(first.start) || math.IsNaN(last.end) {
		j.absent++
		j.pieces[i] = nil
		j.violation(line, "job "+job.ID+" never ran"+because(first.row.State))
		return
	}
	for k := range list {
		if list[k].end < list[k].start {
			j.absent++
			j.pieces[i] = nil
			j.violation(list[k].row.Line, "job "+job.ID+" ends at "+number(list[k].end)+", before it starts, at "+
				number(list[k].start))
			return
		}
		if k > 0 && list[k].start < list[k-1].end-j.tolerance {
			j.violation(list[k].row.Line, "job "+job.ID+" starts again before it was stopped")
		}
		// Slots that nodes do not share evenly are rounded up where a log becomes a farm.
		n, nodes := list[k].row.Slots, len(list[k].row.Machines)
		if n > 0 && n != job.Slots && list[k].row.RequestedSlots != job.Slots &&
			!(n < job.Slots && job.Slots < n+nodes) {
			j.violation(list[k].row.Line, "job "+job.ID+" has "+doc.Count(n, "slot")+"; it needs "+
				strconv.Itoa(job.Slots))
		}
	}
	if len(list) > 1 && !job.Preemptible {
		j.violation(list[1].row.Line, "job "+job.ID+" was stopped and may not be preempted")
	}
	j.begins(i)
	j.lasts(i)
}

func because(state string) string {
	if state == "" {
		return ""
	}
	return " (" + clip(state) + ")"
}

// begins checks the submission, the dependencies, and the machines of a job
// that was running at 0.
func (j *judge) begins(i int) {
	job, first := &j.p.Jobs[i], &j.pieces[i][0]
	line, start := first.row.Line, first.start
	if job.Running != nil {
		if math.Abs(start-job.Running.Since) > j.tolerance {
			j.violation(line, "job "+job.ID+" starts at "+number(start)+"; it has run since "+number(job.Running.Since))
		}
		return
	}
	if least := max(0, job.Submitted); start < least-j.tolerance {
		j.violation(line, "job "+job.ID+" starts at "+number(start)+", before it can, at "+number(least))
	}
}

// checkDependencies checks dependencies, once it is known which jobs ran.
func (j *judge) checkDependencies(i int, places map[string]int) {
	job := &j.p.Jobs[i]
	if len(j.pieces[i]) == 0 || job.Running != nil {
		return
	}
	first := &j.pieces[i][0]
	for k := range job.After {
		a := &job.After[k]
		other := j.pieces[places[a.Job]]
		if len(other) == 0 {
			continue // a violation already
		}
		before := &other[len(other)-1]
		ready := before.end + a.Delay + j.transfer(before, first, a.Data)
		if first.start < ready-j.tolerance {
			j.violation(first.row.Line, "job "+job.ID+" starts at "+number(first.start)+"; what it waits for of job "+
				a.Job+" is there at "+number(ready))
		}
	}
}

// transfer returns the time of a transfer between the machines of two jobs, or
// 0 if the file names none.
func (j *judge) transfer(from, to *stretch, data float64) float64 {
	longest := 0.0
	if data == 0 || j.naming == nothing {
		return 0
	}
	for _, a := range from.shares {
		for _, b := range to.shares {
			if a.machine == b.machine {
				continue
			}
			bandwidth := 0.0
			for k := range j.p.Links {
				l, x, y := &j.p.Links[k], j.p.Machines[a.machine].ID, j.p.Machines[b.machine].ID
				if l.A == x && l.B == y || l.A == y && l.B == x {
					bandwidth = l.Bandwidth
				}
			}
			longest = max(longest, data/bandwidth) // infinite without a link
		}
	}
	return longest
}

// lasts checks the run time of a job by its work: seconds on a machine of speed
// 1.
func (j *judge) lasts(i int) {
	job, list := &j.p.Jobs[i], j.pieces[i]
	last := &list[len(list)-1]
	line := last.row.Line
	if !job.Restartable { // an interrupted run began again
		list = list[len(list)-1:]
	}
	ran, least, most := 0.0, 0.0, 0.0 // seconds, and the bounds of the work done in them
	slowest, fastest := math.Inf(1), 0.0
	for k := range list {
		fast, slow := j.speeds(job, &list[k])
		slowest, fastest = min(slowest, slow), max(fastest, fast)
		ran += list[k].duration()
		least += float64(list[k].duration() * slow)
		most += float64(list[k].duration() * fast)
	}
	slack := float64(j.tolerance * float64(1+len(list)))
	takes := func(speed float64) string { return number(job.Duration / speed) }
	switch {
	case most < job.Duration-float64(slack*fastest) && last.row.State != "":
		j.violation(line, "job "+job.ID+" was ended after "+number(ran)+" s of "+takes(fastest)+because(last.row.State))
	case most < job.Duration-float64(slack*fastest):
		j.violation(line, "job "+job.ID+" runs "+number(ran)+" s; by the scenario it takes "+takes(fastest))
	case least > job.Duration+float64(slack*fastest):
		j.violation(line, "job "+job.ID+" runs "+number(ran)+" s; by the scenario it takes "+takes(slowest))
	}
	// A limit refers to a machine of speed 1, as the duration does, and a job may exceed its
	// estimate here. A limit in the file may refer to the machine's own clock; the longer of
	// the two counts.
	limit := max(last.row.Walltime, last.row.Walltime/slowest)
	if job.Estimate != nil {
		limit = max(*job.Estimate, job.Duration) / slowest
	}
	if last.row.Unsuccessful && !(job.Estimate != nil && *job.Estimate <= job.Duration) {
		j.violation(line, "job "+job.ID+" did not succeed"+because(last.row.State))
	}
	// A system ends a job a little after its limit.
	if limit > 0 && ran > limit+slack && ran > float64(limit*1.01)+slack {
		j.violation(line, "job "+job.ID+" runs "+number(ran)+" s, longer than its time limit of "+number(limit))
	}
}

// duration returns the length of a stretch.
func (x *stretch) duration() float64 {
	if x.row.Elapsed > 0 {
		return x.row.Elapsed
	}
	return x.end - x.start
}

// releaseTime returns the time at which a part of a job frees its slots. All parts do
// the same work, so a part on a faster machine ends before the slowest, which
// ends the job. An interrupted job is interrupted in all parts at the same
// time.
func (j *judge) releaseTime(i int, x *stretch, machine int) float64 {
	job, list := &j.p.Jobs[i], j.pieces[i]
	if len(x.shares) < 2 || x != &list[len(list)-1] || j.naming == nothing {
		return x.end
	}
	if x.slow == 0 {
		_, x.slow = j.speeds(job, x)
	}
	return x.start + float64((x.end-x.start)*x.slow)/job.SpeedOf(&j.p.Machines[machine])
}

// speeds returns the greatest and the least speed at which a stretch may have
// run.
func (j *judge) speeds(job *farm.Job, x *stretch) (fast, slow float64) {
	slow = math.Inf(1)
	if j.naming != nothing {
		for _, s := range x.shares {
			v := job.SpeedOf(&j.p.Machines[s.machine])
			fast, slow = max(fast, v), min(slow, v)
		}
		if len(x.shares) > 0 {
			return slow, slow // the slowest part decides
		}
	}
	for m := range j.p.Machines {
		v := job.SpeedOf(&j.p.Machines[m])
		fast, slow = max(fast, v), min(slow, v)
	}
	return fast, slow
}
