package slurm

import (
	"math"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// A world is the joint content of the files.
type world struct {
	r      *importer.Report
	format *importer.Format
	wishes importer.Wishes

	jobs         []*entry
	jobAt        map[string]int // index plus 1
	nodes        []node
	nodeAt       map[string]int // index plus 1
	partitions   []partition
	partitionAt  map[string]int // index plus 1
	reservations []reservation
	totals       map[string]int // licences
	steps        int
	names        int     // number of node names that may still be expanded
	tasks        int     // number of array tasks that may still be expanded
	clock        float64 // time at which the files were written, NaN if unknown
	known        bool    // a file of the moment was read
	headerless   bool    // a table without a header was read
}

// An entry is one job with its records in the files.
type entry struct {
	id         string
	snap, acct *job // at the moment, and from accounting
	truth      *job // of an accounted job that ended
}

// Read converts one or several files to a scenario.
func Read(files []importer.File, wishes importer.Wishes) *importer.Result {
	made := &importer.Result{}
	w := &world{r: &made.Report, wishes: wishes, jobAt: map[string]int{}, nodeAt: map[string]int{},
		partitionAt: map[string]int{}, names: 2 * maxNodes, tasks: 10_000, clock: math.NaN()}
	w.format = &importer.Format{Questions: questions} // the questions of all three formats
	for _, f := range files {
		w.names += len(f.Data) / 8
		w.tasks += len(f.Data) / 64
		switch kind, _ := sniff(f); kind {
		case scontrol:
			w.readBlocks(f)
		case sacct, squeue:
			w.readTable(f, kind)
		default:
			w.r.AddFault(importer.Place{File: f.Name}, "is not recognised as output of sacct, squeue or scontrol")
		}
	}
	for name := range wishes.Set {
		if !w.headerless && (name == questionColumns || strings.HasPrefix(name, questionColumn+".")) {
			w.r.AddLeftOut(1, "answer", "about columns, because every table here has a header")
		}
	}
	w.r.AddLeftOut(w.steps, "step", "of a job, which the job's own line counts already")
	if p := w.build(); p != nil {
		s := &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "farm", Title: w.title(p),
			Farm: &scenario.Farm{Problem: *p}}
		made.Scenario = s
	}
	return made
}

// title returns the title of the scenario, with the moment of the data if it
// is known. A farm with running jobs is a queue.
func (w *world) title(p *farm.Problem) string {
	if p.Moment != nil && p.Moment.Clock != "" {
		day, clock, _ := strings.Cut(p.Moment.Clock, "T")
		for i := range p.Jobs {
			if p.Jobs[i].Running != nil {
				return "Queue of " + day + ", " + clock
			}
		}
		return "Jobs from " + day + ", " + clock
	}
	return "Jobs of a Slurm cluster"
}

// noteClock records a time at which a file was written.
func (w *world) noteClock(seconds float64) {
	if !(w.clock > seconds) {
		w.clock = seconds
	}
	w.known = true
}

// expand expands a list of nodes, within the rest of the bound on all names.
func (w *world) expand(text string, at importer.Place) []string {
	list, all := nodes(text, min(w.names, maxNodes))
	if w.names -= len(list); !all {
		w.r.AddLeftOut(1, "list of nodes", "stand for more nodes than a cluster has; the rest was not taken", at)
	}
	return list
}

// add adds a job of one line or block.
func (w *world) add(j *job) {
	j.complete()
	if before, _, step := strings.Cut(j.id, "."); step && before != "" {
		w.steps++
		return
	}
	if j.id == "" || j.id[0] < '0' || j.id[0] > '9' {
		w.r.AddFault(j.at, "has no job number")
		return
	}
	if len(j.id) > 4096 {
		w.r.AddFault(j.at, "has a job number that is longer than any array's")
		return
	}
	array, list, throttle, ok := tasks(j.id)
	if !ok {
		if before, _, task := strings.Cut(j.id, "_"); task {
			j.array = before
		}
		w.enter(j)
		return
	}
	made := 0
	all := true
	for _, part := range strings.Split(list, ",") {
		numbers, whole := expandRange(part, w.tasks)
		all = all && whole
		w.tasks -= len(numbers)
		for _, n := range numbers {
			task := *j
			task.id, task.array = array+"_"+n, array
			if throttle > 0 {
				task.throttle = decimalOf(throttle)
			}
			w.enter(&task)
			made++
		}
	}
	if !all {
		w.r.AddLeftOut(1, "array", "have more tasks than fit here; the first "+decimalOf(made)+" were taken",
			j.at)
	}
}

// enter stores a job under its number.
func (w *world) enter(j *job) {
	at := w.jobAt[j.id]
	if at == 0 {
		w.jobs = append(w.jobs, &entry{id: j.id})
		at = len(w.jobs)
		w.jobAt[j.id] = at
	}
	e := w.jobs[at-1]
	place := &e.snap
	if j.from == sacct {
		place = &e.acct
	} else {
		w.known = true
	}
	if before := *place; before != nil {
		if before.at.File == j.at.File && before.from == j.from {
			w.r.AddAssumed(1, "job", "are listed more than once in a file; the last counts", j.at)
		}
		j.fillFrom(before)
	}
	*place = j
}

// findClock finds the time at which the files of the moment were written.
func (w *world) findClock() {
	if answer := w.wishes.Set[questionNow]; answer != "" {
		if x, ok := date(answer); ok {
			w.clock, w.known = x, true
			w.r.AddQuestion(w.format, w.wishes, questionNow)
			return
		}
		w.r.AddFault(importer.Place{}, "now="+answer+" is not a date such as 2026-11-22T04:00:28")
	}
	if w.known && isKnown(w.clock) {
		return
	}
	latest := math.NaN()
	note := func(x float64) {
		if !(latest >= x) && isKnown(x) {
			latest = x
		}
	}
	for _, e := range w.jobs {
		j := e.snap
		if j == nil {
			if w.known {
				continue
			}
			j = e.acct
		}
		note(j.submit)
		note(j.seen)
		switch j.state {
		case running:
			note(j.start)
			if isKnown(j.elapsed) {
				note(j.start + j.elapsed)
			}
		case ended, stopped:
			note(j.end)
		case pending:
			if j.reason != "BeginTime" && j.from == sacct {
				note(j.eligible)
			}
		}
	}
	if !isKnown(latest) { // squeue --start has only the times of future starts
		for _, e := range w.jobs {
			if e.snap != nil && isKnown(e.snap.start) && !(latest <= e.snap.start) {
				latest = e.snap.start
			}
		}
		if len(w.jobs) > 0 {
			if !isKnown(latest) {
				latest = 0
			}
			w.r.AddAssumed(1, "", "no file says when it was written; time 0 is the earliest start that is expected")
			w.r.AddQuestion(w.format, w.wishes, questionNow)
		}
	}
	w.clock = latest
}

// The states of a job at the moment.
const (
	statusWaiting = iota
	statusRunning
	statusEnded    // ended earlier
	statusFuture   // not submitted yet
	statusNeverRan // ended without having started
	statusHeld     // held by a user
	statusUnknown  // unknown
)

// status returns the state of a job at the moment, and its merged records.
func (e *entry) status(now float64) (what int, j *job) {
	if e.acct != nil && isKnown(e.acct.end) && e.acct.state != pending && e.acct.state != running {
		e.truth = e.acct
	}
	if e.snap == nil {
		return e.acct.status(now), e.acct
	}
	j = e.snap
	if e.acct != nil {
		base := *e.acct // later events are not part of the moment
		if base.state != pending && !(base.start <= now) {
			base.start, base.nodeList = math.NaN(), ""
		}
		if !(base.end <= now) {
			base.end, base.elapsed = math.NaN(), math.NaN()
		}
		base.reason = ""
		j.fillFrom(&base)
	}
	switch j.state {
	case pending:
		return statusWaiting, j
	case running:
		return statusRunning, j
	case held:
		return statusHeld, j
	case ended, stopped:
		if isKnown(j.start) && j.start < j.end {
			return statusEnded, j
		}
		return statusNeverRan, j
	}
	if isKnown(j.start) && j.start <= now && j.elapsed > 0 {
		return statusRunning, j
	}
	if j.stateText == "" && (j.reason != "" || isKnown(j.start)) {
		return statusWaiting, j
	}
	return statusUnknown, j
}

// status returns the state of an accounted job at a time.
func (j *job) status(now float64) int {
	begun := isKnown(j.start) && (isKnown(j.elapsed) || isKnown(j.end) || j.state == running)
	switch {
	case j.submit > now:
		return statusFuture
	case j.state == unknownState:
		return statusUnknown
	case j.state == held:
		return statusHeld
	case !isKnown(j.end) && j.state != pending && j.state != running:
		return statusUnknown
	case isKnown(j.end) && j.end <= now && !begun:
		return statusNeverRan
	case isKnown(j.end) && j.end <= now:
		return statusEnded
	case begun && j.start <= now:
		return statusRunning
	}
	return statusWaiting
}
