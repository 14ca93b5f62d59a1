package slurm

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/importer"
)

// A job is a job as the files describe it. Times are in seconds of the
// calendar, NaN if unknown.
type job struct {
	id   string // as squeue and sacct print it: 5, 4_1, 4_[6-8%2]
	from int    // sacct, squeue or scontrol
	at   importer.Place

	raw, name, user, account, partition, reason, features, depends, licences, nodeList, array, task string
	perNode, reqNodes, excNodes, reservation, throttle, allocTRES, reqTRES                          string

	submit, eligible, start, end, elapsed, limit, seen, priority float64

	nodes, cpus int
	memory      float64 // MB
	memoryOf    byte    // j, n or c
	state       state
	stateText   string // the word for the state in the file
	alone       bool   // wants whole nodes
}

func newJob(from int, at importer.Place) *job {
	none := math.NaN()
	return &job{from: from, at: at, submit: none, eligible: none, start: none, end: none, elapsed: none, limit: none,
		seen: none, priority: none}
}

// set sets a field from its text. It returns false if the text cannot be
// parsed.
func (j *job) set(f field, text string) bool {
	text = strings.TrimSpace(text)
	if f == ignored || blank(text) && f != fState {
		return true
	}
	switch f {
	case fSubmit:
		return setDate(&j.submit, text)
	case fEligible:
		return setDate(&j.eligible, text)
	case fStart:
		return setDate(&j.start, text)
	case fEnd:
		return setDate(&j.end, text)
	case fSeen:
		return setDate(&j.seen, text)
	case fElapsed:
		return setLength(&j.elapsed, text, 0)
	case fElapsedRaw:
		return setLength(&j.elapsed, text, 1)
	case fLimit:
		if strings.EqualFold(text, "Partition_Limit") || strings.EqualFold(text, "NOT_SET") {
			return true
		}
		return setLength(&j.limit, text, 0)
	case fLimitRaw:
		if strings.EqualFold(text, "Partition_Limit") {
			return true
		}
		return setLength(&j.limit, text, 60)
	case fState:
		j.stateText, j.state = text, stateOf(text)
		return j.state != unknownState
	case fNodes:
		first, _, _ := strings.Cut(text, "-")
		return setNumber(&j.nodes, first)
	case fCPUs, fAsked:
		first, _, _ := strings.Cut(text, "-")
		n := 0
		if !setNumber(&n, first) {
			return false
		}
		j.cpus = max(j.cpus, n) // allocated CPUs are 0 before the start
		return true
	case fMemory, fMemoryNode, fMemoryCPU:
		return j.setMemory(f, text)
	case fPriority:
		x, ok := decimal(text, 1000)
		if ok && !(j.priority > x) { // squeue also has it as a fraction
			j.priority = min(x, 1e12)
		}
		return ok
	case fShare:
		word := strings.ToUpper(text)
		j.alone = word == "NO" || word == "EXCLUSIVE"
		return true
	case fNodeReason:
		if strings.HasPrefix(text, "(") {
			j.reason = strings.Trim(text, "()")
		} else {
			j.nodeList = text
		}
		return true
	}
	return j.setWord(f, text)
}

// setWord sets a field that is a word or is parsed later.
func (j *job) setWord(f field, text string) bool {
	switch f {
	case fID:
		j.id = text
	case fRaw:
		j.raw = text
	case fName:
		j.name = text
	case fUser:
		j.user, _, _ = strings.Cut(text, "(")
	case fAccount:
		j.account = text
	case fPartition:
		j.partition = strings.TrimSuffix(text, "*")
	case fAllocated:
		j.allocTRES = text
	case fRequested:
		j.reqTRES = text
	case fNodeList:
		j.nodeList = text
	case fReason:
		j.reason = strings.Trim(text, "()")
	case fFeatures:
		j.features = text
	case fDepends:
		j.depends = text
	case fLicences:
		j.licences = text
	case fArray:
		j.array = text
	case fTask:
		j.task = text
	case fThrottle:
		j.throttle = text
	case fReservation:
		j.reservation = text
	case fPerNode:
		j.perNode = text
	case fReqNodes:
		j.reqNodes = text
	case fExcNodes:
		j.excNodes = text
	}
	return true
}

func (j *job) setMemory(f field, text string) bool {
	mb, each, ok := memory(text)
	if !ok {
		return false
	}
	if each == 0 {
		each = map[field]byte{fMemory: 'j', fMemoryNode: 'n', fMemoryCPU: 'c'}[f]
	}
	j.memory, j.memoryOf = mb, each
	return true
}

func setDate(to *float64, text string) bool {
	x, ok := date(text)
	if ok {
		*to = x
	}
	return ok
}

// setLength parses a duration; unit is the unit in seconds of a plain number, 0
// for Slurm's own rules.
func setLength(to *float64, text string, unit float64) bool {
	x, ok := span(text)
	if ok && unit > 0 && x >= 0 {
		x, ok = count(text, 1e11)
		x *= unit
	}
	if ok {
		*to = x
	}
	return ok
}

func setNumber(to *int, text string) bool {
	n, ok := integer(text)
	if ok {
		*to = n
	}
	return ok
}

// labels are the names of fields in faults.
var labels = map[field]string{fSubmit: "submission is not a date", fEligible: "eligible time is not a date",
	fStart: "start is not a date", fEnd: "end is not a date", fElapsed: "elapsed time cannot be read",
	fElapsedRaw: "elapsed time is no number", fLimit: "time limit cannot be read", fLimitRaw: "time limit is no number",
	fState: "state is none of Slurm's", fNodes: "number of nodes is no number", fCPUs: "number of CPUs is no number",
	fAsked: "number of CPUs is no number", fMemory: "memory cannot be read", fMemoryNode: "memory cannot be read",
	fMemoryCPU: "memory cannot be read", fPriority: "priority is no number", fSeen: "last look is not a date"}

// complete derives fields that a file gives in another form: the id of an array
// task, and CPUs and memory from the resources.
func (j *job) complete() {
	if j.array != "" && j.array != "0" && j.task != "" && !strings.Contains(j.id, "_") {
		task := j.task
		if _, plain := count(task, 1e12); !plain {
			if j.throttle != "" && !strings.Contains(task, "%") {
				task += "%" + j.throttle
			}
			task = "[" + strings.Trim(task, "[]") + "]"
		}
		j.raw, j.id = j.id, j.array+"_"+task
	}
	for _, text := range []string{j.allocTRES, j.reqTRES} {
		resources(text, func(name, value string) {
			switch name {
			case "cpu":
				if n, ok := integer(value); ok && j.cpus == 0 {
					j.cpus = n
				}
			case "node":
				if n, ok := integer(value); ok && j.nodes == 0 {
					j.nodes = n
				}
			case "mem":
				if mb, _, ok := memory(value); ok && j.memoryOf == 0 {
					j.memory, j.memoryOf = mb, 'j'
				}
			}
		})
	}
	if !isKnown(j.end) && isKnown(j.elapsed) && (j.state == ended || j.state == stopped) {
		j.end = j.start + j.elapsed
	}
	j.nodes = max(j.nodes, 1)
	j.cpus = max(j.cpus, j.nodes)
}

// fillFrom fills the fields that this job lacks from a job of another file.
func (j *job) fillFrom(base *job) {
	for _, pair := range [][2]*string{{&j.raw, &base.raw}, {&j.name, &base.name}, {&j.user, &base.user},
		{&j.account, &base.account}, {&j.partition, &base.partition}, {&j.reason, &base.reason},
		{&j.features, &base.features}, {&j.depends, &base.depends}, {&j.licences, &base.licences},
		{&j.nodeList, &base.nodeList}, {&j.array, &base.array}, {&j.task, &base.task}, {&j.perNode, &base.perNode},
		{&j.reqNodes, &base.reqNodes}, {&j.excNodes, &base.excNodes}, {&j.reservation, &base.reservation},
		{&j.throttle, &base.throttle}, {&j.allocTRES, &base.allocTRES}, {&j.reqTRES, &base.reqTRES}} {
		if *pair[0] == "" {
			*pair[0] = *pair[1]
		}
	}
	for _, pair := range [][2]*float64{{&j.submit, &base.submit}, {&j.eligible, &base.eligible},
		{&j.start, &base.start}, {&j.end, &base.end}, {&j.elapsed, &base.elapsed}, {&j.limit, &base.limit},
		{&j.seen, &base.seen}} {
		if math.IsNaN(*pair[0]) {
			*pair[0] = *pair[1]
		}
	}
	if math.IsNaN(j.priority) || base.priority > j.priority && j.priority <= 1 {
		j.priority = base.priority
	}
	if j.state == unknownState {
		j.state, j.stateText = base.state, base.stateText
	}
	if j.memoryOf == 0 {
		j.memory, j.memoryOf = base.memory, base.memoryOf
	}
	j.nodes, j.cpus, j.alone = max(j.nodes, base.nodes), max(j.cpus, base.cpus), j.alone || base.alone
}

// total returns the memory of the whole job in MB.
func (j *job) total() float64 {
	switch j.memoryOf {
	case 'n':
		return j.memory * float64(j.nodes)
	case 'c':
		return j.memory * float64(j.cpus)
	}
	return j.memory
}

// isKnown reports whether a time is known.
func isKnown(x float64) bool { return !math.IsNaN(x) }

// tasks splits the id of a waiting array into the part before its tasks and the
// tasks. The throttle is the number that may run at a time, 0 for any. It
// reports false for the id of a single job.
func tasks(id string) (array, list string, throttle int, ok bool) {
	array, list, found := strings.Cut(id, "_[")
	if !found {
		return "", "", 0, false
	}
	list = strings.TrimSuffix(list, "]")
	list, most, limited := strings.Cut(list, "%")
	list = strings.TrimSuffix(list, "]")
	if limited {
		throttle, _ = strconv.Atoi(strings.Trim(most, "]"))
	}
	return array, list, max(0, min(throttle, 1e6)), true
}
