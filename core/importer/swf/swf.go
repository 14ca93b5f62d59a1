// Package swf reads workloads in the Standard Workload Format, version 2.2, in
// which the Parallel Workloads Archive keeps the logs of parallel machines
// (Chapin and others, "Benchmarks and Standards for the Evaluation of Parallel
// Job Schedulers", JSSPP 1999; https://www.cs.huji.ac.il/labs/parallel/workload/swf.html).
//
// A line is a job in eighteen columns; lines that begin with a semicolon are the
// header. The log becomes a farm of one machine. Its slots are the processors in
// the header, or the answer to a question, or else the largest number in use at
// any time. Times are in seconds from the start of the log.
//
// Deviations from the standard that occur in practice are read too: no header,
// more columns, fractions, tabs, lines out of order, ids from 0, a line of text,
// a truncated last line. Reading takes time and memory linear in the file.
package swf

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// Format is the Standard Workload Format.
var Format = &importer.Format{
	ID: "swf", Title: "Standard Workload Format",
	About: "The log of a parallel machine, a job a line. The Parallel Workloads Archive has dozens of them.",
	Kinds: []string{"farm"}, Recognise: recognise, PlatformSettings: []string{"processors", "keep-think-times",
		"users"},
	Questions: []importer.Question{
		{Name: "slots", Label: "Processors of the machine",
			About: "how many the machine has, where the header is silent or wrong"},
		{Name: "processors", Label: "Processors of a job", Usual: "allocated",
			Choices: []string{"allocated", "requested"},
			About:   "what counts where the log has both: what a job got or what it asked for"},
		{Name: "memory", Label: "Memory of the machine", Unit: "MB",
			About: "how much the machine has; without it the memory of the jobs is left out"},
		{Name: "keep-think-times", Label: "Think times", Usual: "no", Choices: []string{"no", "yes"},
			About: "whether a job waits for its user's previous one and the think time after it (columns 17 and 18)"},
		{Name: "users", Label: "Users", Usual: "letters", Choices: []string{"letters", "keep", "none"},
			About: "whether users become letters, keep the numbers of the log, or are left out"},
	},
}

// init sets the reading function of Format, which itself refers to Format.
func init() { Format.Read = read }

// The indexes of the columns.
const (
	number = iota
	submitted
	waited
	ran
	allocated
	cpuTime
	usedMemory
	requested
	wallTime
	memoryAsked
	status
	user
	_
	_
	_
	_
	preceding
	thinkTime
	columns
)

// The values of column 11, the status of a job.
const (
	partial   = 2 // one of several lines of a job that was swapped out; 3 and 4 too
	lastPart  = 4
	cancelled = 5
)

// maxColumns bounds the numbers on a line of a log without a header. Some logs have
// additional columns after the eighteen.
const maxColumns = 32

// recognise returns the certainty that a file is a log, by its header or by lines of
// eighteen numbers.
func recognise(f importer.File) (certainty int, evidence string) {
	header, rows, other := 0, 0, 0
	for _, line := range importer.Head(f.Data, 120) {
		line = strings.TrimSpace(line)
		if comment, is := strings.CutPrefix(line, ";"); is {
			name, _, isHeader := strings.Cut(strings.TrimSpace(comment), ":")
			if isHeader && slices.Contains(headerNames, strings.TrimSpace(name)) {
				header++
			}
			continue
		}
		switch list := strings.Fields(line); {
		case len(list) >= columns && (len(list) <= maxColumns || header > 0) && numeric(list[:columns]):
			rows++
		case len(list) > 0:
			other++
		}
	}
	numbers := strconv.Itoa(rows) + " of its first " + strconv.Itoa(rows+other) + " lines have the 18 numbers of a job"
	switch {
	case rows > 0 && header > 0:
		return 98, "its header has words of the format, and " + numbers
	case rows > 0 && other <= 2*rows:
		return 85, numbers
	case header > 2:
		return 70, "its header has words of the format"
	case strings.HasSuffix(strings.ToLower(f.Name), ".swf"):
		return 40, "its name ends in .swf"
	}
	return 0, ""
}

// headerNames are words of the header that identify such a file.
var headerNames = []string{"Version", "Computer", "Installation", "MaxJobs", "MaxRecords", "UnixStartTime", "MaxNodes",
	"MaxProcs", "MaxRuntime", "Preemption", "TimeZoneString", "StartTime", "EndTime"}

func numeric(list []string) bool {
	for _, word := range list {
		if _, ok := importer.ParseNumber([]byte(word)); !ok {
			return false
		}
	}
	return true
}

// A job is a line of the log with the fields that the scenario needs.
type job struct {
	id, precedingJob          float64
	submitted, wait, duration float64
	estimate, memory, think   float64
	slots                     int
	user                      float64
	line                      int
	file                      int32
}

// A reader turns logs into a farm.
type reader struct {
	result        importer.Result
	wishes        importer.Wishes
	jobs          []job
	header        map[string]float64
	zero          [5]importer.Place // places of jobs with a run time of 0
	zeros         int
	counts        counts
	files         []string
	narrow        int // columns of a file with fewer than eighteen
	cpuOnly       int
	requestedOnly int // number of jobs with the requested processors
}

// counts are tallies of the lines that become no job.
type counts struct{ cancelled, partial, neverRan, unsubmitted, unsized, huge tally }

// A tally counts lines and keeps the first few places.
type tally struct {
	n  int
	at []importer.Place
}

func (t *tally) add(at importer.Place) {
	if t.n++; len(t.at) < 5 {
		t.at = append(t.at, at)
	}
}

// read returns the farm of the log files. Without jobs the report has a fault and the
// scenario is nil.
func read(files []importer.File, w importer.Wishes) *importer.Result {
	r := &reader{wishes: w, header: map[string]float64{}}
	for i := range files {
		r.files = append(r.files, files[i].Name)
		r.file(int32(i), files[i].Data)
	}
	r.reportSkipped()
	if len(r.jobs) == 0 {
		r.result.Report.AddFault(importer.Place{}, "there is no job to schedule in the log")
		return &r.result
	}
	r.sort()
	r.scenario()
	return &r.result
}

// file reads one log, the one with the index at. An invalid or short line is left out and
// reported.
func (r *reader) file(at int32, text []byte) {
	wide := 0 // columns of its lines, as far as they are used
	lines := 0
	var fields [columns]float64
	importer.Lines(text, func(n int, line []byte) bool {
		place := importer.Place{File: r.files[at], Line: n}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			return true
		}
		if line[0] == ';' {
			r.comment(line[1:])
			return true
		}
		got, bad := parse(line, &fields)
		switch {
		case bad != "" && got == 0:
			r.result.Report.AddLeftOut(1, "line", "that begins with text and is no job", place)
			return true
		case bad != "":
			r.result.Report.AddFault(place, "column "+strconv.Itoa(got+1)+" is no number; the line was left out")
			return true
		case wide == 0 && got < minColumns:
			r.result.Report.AddFault(place, "has "+strconv.Itoa(got)+" of 18 columns; the line was left out")
			return true
		case wide == 0:
			if wide = got; got < columns {
				r.narrow = max(r.narrow, got)
			}
		case got < wide:
			r.result.Report.AddFault(place, "has "+strconv.Itoa(got)+" of "+strconv.Itoa(wide)+
				" columns; the line was left out")
			return true
		}
		if r.jobs == nil { // as many jobs as lines of this length
			r.jobs = make([]job, 0, len(text)/(len(line)+1)+len(text)/(8*(len(line)+1))+1)
		}
		lines++
		r.line(&fields, at, place)
		return true
	})
	if most, some := r.header["MaxJobs"]; some && lines > 0 && int(most) != lines && len(r.files) == 1 {
		r.result.Report.AddAssumed(lines, "job", "in the file, whose header says MaxJobs: "+strconv.Itoa(int(most))+
			"; the file counts")
	}
}

// minColumns is the fewest columns from which a job can be made; its processors are
// the fifth.
const minColumns = 5

// parse parses the columns of a line; missing ones are -1, unknown. The string
// bad is the fault at which parsing stopped.
func parse(line []byte, fields *[columns]float64) (got int, bad string) {
	for i := range fields {
		fields[i] = -1
	}
	for len(line) > 0 && got < columns {
		end := 0
		for end < len(line) && line[end] != ' ' && line[end] != '\t' {
			end++
		}
		if end > 0 {
			x, ok := importer.ParseNumber(line[:end])
			if !ok {
				return got, "no number"
			}
			fields[got] = x
			got++
		}
		line = line[min(end+1, len(line)):]
	}
	return got, ""
}

// comment records the numbers of the header, the first of each name.
func (r *reader) comment(text []byte) {
	name, value, isHeader := strings.Cut(string(text[:min(len(text), 200)]), ":")
	name = strings.TrimSpace(name)
	if !isHeader || !slices.Contains(headerNames, name) {
		return
	}
	words := strings.Fields(value)
	if len(words) == 0 {
		return
	}
	if x, ok := importer.ParseNumber([]byte(words[0])); ok {
		if _, twice := r.header[name]; !twice {
			r.header[name] = x
		}
	}
}

// maxTime is the largest submission time in seconds, equal to the bound of
// core/kind/farm.
const maxTime = 1e12

// line converts a line to a job, or counts the reason for omitting it.
func (r *reader) line(f *[columns]float64, file int32, at importer.Place) {
	j := job{id: f[number], precedingJob: f[preceding], submitted: f[submitted], wait: f[waited], duration: f[ran],
		estimate: f[wallTime], memory: f[memoryAsked], think: f[thinkTime], user: f[user], line: at.Line, file: file}
	if j.memory < 0 {
		j.memory = f[usedMemory]
	}
	slots, other := f[allocated], f[requested]
	if r.wishes.Answer(Format, "processors") == "requested" {
		slots, other = other, slots
	}
	lacking, timeless := slots <= 0, j.duration < 0
	if lacking {
		slots = other
	}
	if timeless && f[cpuTime] > 0 {
		j.duration = f[cpuTime]
	}
	c := &r.counts
	switch {
	case f[status] >= partial && f[status] <= lastPart:
		c.partial.add(at)
	case j.duration <= 0 && f[status] == cancelled:
		c.cancelled.add(at)
	case j.duration < 0:
		c.neverRan.add(at)
	case j.submitted < 0:
		c.unsubmitted.add(at)
	case slots < 1:
		c.unsized.add(at)
	case slots > 1e6 || j.duration > maxTime || j.submitted > maxTime || j.estimate > maxTime:
		c.huge.add(at)
	default:
		if j.duration < 1e-6 {
			if j.duration = 1; r.zeros < len(r.zero) {
				r.zero[r.zeros] = at
			}
			r.zeros++
		}
		if lacking {
			r.requestedOnly++
		}
		if timeless {
			r.cpuOnly++
		}
		j.slots = int(slots)
		r.jobs = append(r.jobs, j)
	}
}

// reportSkipped reports the counts of lines left out.
func (r *reader) reportSkipped() {
	report := &r.result.Report
	for _, x := range []struct {
		t    *tally
		text string
	}{{&r.counts.cancelled, "cancelled before it ran"},
		{&r.counts.partial, "of a piece of a job that was swapped out; the whole job has a line of its own"},
		{&r.counts.neverRan, "without a run time and without CPU time"},
		{&r.counts.unsubmitted, "without a time of submission"},
		{&r.counts.unsized, "without processors"},
		{&r.counts.huge, "with a number that is out of all bounds"}} {
		report.AddLeftOut(x.t.n, "line", x.text, x.t.at...)
	}
	if r.narrow > 0 {
		report.AddAssumed(1, "file", "with "+strconv.Itoa(r.narrow)+" columns; the missing ones are taken as unknown")
	}
	report.AddAssumed(r.zeros, "job", "of 0 s; 1 s is taken, the format's unit",
		r.zero[:min(r.zeros, len(r.zero))]...)
	report.AddAssumed(r.cpuOnly, "line", "without a run time; the CPU time is taken")
	report.AddAssumed(r.requestedOnly, "line", "with processors in one column only; those are taken")
}

// sort sorts the jobs by submission.
func (r *reader) sort() {
	late := 0
	for i := 1; i < len(r.jobs); i++ {
		if r.jobs[i].submitted < r.jobs[i-1].submitted {
			late++
		}
	}
	if late == 0 {
		return
	}
	r.result.Report.AddAssumed(late, "line", "out of the order of submission; the jobs were put in order")
	slices.SortStableFunc(r.jobs, func(a, b job) int { return sorting.Ascending(a.submitted, b.submitted) })
}

// scenario builds the farm from the jobs and stores the result in r.made. It leaves out
// jobs that are wider than every machine or need more memory, and reports them. If no job
// remains, it adds a fault and builds no scenario.
func (r *reader) scenario() {
	machines, memory := r.wishes.Machines, 0.0
	if machines == nil {
		machines, memory = r.machine()
	}
	widest := importer.MaxSlots(machines)
	r.result.Report.AddQuestion(Format, r.wishes, "processors")
	wide, hungry := tally{}, tally{}
	kept := r.jobs[:0]
	for _, j := range r.jobs {
		j.memory *= float64(j.slots) / 1024 // KB per processor
		switch {
		case j.slots > widest:
			wide.add(r.place(&j))
		case memory > 0 && j.memory > memory:
			hungry.add(r.place(&j))
		default:
			kept = append(kept, j)
		}
	}
	r.jobs = kept
	if r.wishes.Machines == nil {
		r.result.Report.AddLeftOut(wide.n, "job", "wider than the machine", wide.at...)
	} else {
		r.result.Report.WiderThanMachines(wide.n, widest, wide.at...)
	}
	r.result.Report.AddLeftOut(hungry.n, "job", "with more memory than the machine has", hungry.at...)
	if len(kept) == 0 {
		r.result.Report.AddFault(importer.Place{}, "no job of the log fits on a machine")
		return
	}
	s := &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "farm",
		Title: strings.TrimSuffix(r.files[0], ".swf"), Farm: &scenario.Farm{}}
	s.Farm.Machines, s.Farm.Jobs = machines, r.farmJobs(memory)
	r.result.Scenario = s
	if r.wishes.Machines == nil {
		r.result.Report.AddTaken(len(s.Farm.Jobs), "job", "on one machine of "+strconv.Itoa(widest)+" slots")
	} else {
		r.result.Report.AddTaken(len(s.Farm.Jobs), "job", "on the machines of the platform")
	}
}

// machine returns the machine of the log, and its memory if it is known.
func (r *reader) machine() ([]farm.Machine, float64) {
	machine := farm.Machine{ID: "machine", Slots: r.slots()}
	if answer := r.result.Report.AddQuestion(Format, r.wishes, "memory"); answer != "" {
		if x, ok := importer.ParseNumber([]byte(answer)); ok && x >= 0 && x <= 1e12 {
			machine.Memory = x
		} else {
			r.result.Report.AddFault(importer.Place{}, "memory must be a number of MB, not "+strconv.Quote(answer))
		}
	}
	return []farm.Machine{machine}, machine.Memory
}

func (r *reader) place(j *job) importer.Place {
	return importer.Place{File: r.files[j.file], Line: j.line}
}

// slots returns the size of the machine: the answer, or else the header's
// number, or else the peak of the log.
func (r *reader) slots() int {
	answer := r.result.Report.AddQuestion(Format, r.wishes, "slots")
	asked := &r.result.Report.Answers[len(r.result.Report.Answers)-1]
	if answer != "" {
		if x, ok := importer.ParseNumber([]byte(answer)); ok && x >= 1 && x <= 1e6 && x == float64(int(x)) {
			return int(x)
		}
		r.result.Report.AddFault(importer.Place{}, "slots must be a whole number from 1 to 1000000, "+
			"not "+strconv.Quote(answer))
	}
	n := 0
	for _, name := range []string{"MaxProcs", "MaxNodes"} {
		if size := r.header[name]; size >= 1 && size <= 1e6 {
			n = int(size)
			r.result.Report.AddTaken(1, "header", "says "+name+": "+strconv.Itoa(n))
			asked.Assumed = false
			break
		}
	}
	if n == 0 {
		n = r.peak()
		r.result.Report.AddAssumed(1, "machine", "is as large as the log shows to have been in use: "+strconv.Itoa(n)+
			" slots; the file does not say")
	}
	asked.Answer = strconv.Itoa(n)
	return n
}
