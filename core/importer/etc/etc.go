// Package etc reads matrices of expected times to compute in the text format of the
// benchmark of Braun et al., "A Comparison of Eleven Static Heuristics for Mapping a
// Class of Independent Tasks onto Heterogeneous Distributed Computing Systems" (JPDC
// 2001). The first line has the number of tasks, the number of machines, and often a
// third number without use. The times follow, all machines of the first task first,
// one a line or several.
package etc

import (
	"bytes"
	"math"
	"path"
	"strconv"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// Format is the matrix of times.
var Format = &importer.Format{
	ID: "etc", Title: "ETC matrix",
	About: "Tasks become jobs that state their time on each machine, machines become clusters: the format of Braun's " +
		"benchmark, 512 16 0 and then 8,192 times.",
	Kinds: []string{"placement"}, Recognise: recognise, Read: read,
}

// power is the power of a machine, which has no effect as every job states its times.
const power = 1000

// head returns the numbers of tasks and machines in the first line with text, and the
// text after that line. It reports false if the line is not such a header or a number
// is out of range.
func head(text []byte) (tasks, machines int, rest []byte, ok bool) {
	text = bytes.TrimLeft(text, " \t\r\n")
	line := text
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		line, rest = text[:end], text[end+1:]
	}
	if len(line) > 100 {
		return 0, 0, nil, false
	}
	words := strings.Fields(string(line))
	if len(words) != 2 && len(words) != 3 {
		return 0, 0, nil, false
	}
	tasks, errTasks := strconv.Atoi(words[0])
	machines, errMachines := strconv.Atoi(words[1])
	ok = errTasks == nil && errMachines == nil && tasks >= 1 && tasks <= placement.MaxJobs &&
		machines >= 1 && machines <= placement.MaxClusters
	return tasks, machines, rest, ok
}

// recognise returns the certainty that a file is a matrix: whether as many numbers
// follow the first line as it announces.
func recognise(f importer.File) (certainty int, evidence string) {
	tasks, machines, rest, ok := head(f.Data)
	if !ok || len(rest) < tasks*machines {
		return 0, ""
	}
	count, valid := 0, true
	importer.Lines(rest, func(_ int, line []byte) bool {
		words := bytes.Fields(line)
		for _, word := range words {
			_, err := strconv.ParseFloat(string(word), 64)
			valid = valid && err == nil
		}
		count += len(words)
		return valid && count <= tasks*machines
	})
	if !valid || count != tasks*machines {
		return 0, ""
	}
	return 94, "its first line announces " + strconv.Itoa(tasks) + " times " + strconv.Itoa(machines) +
		" numbers, and so many follow"
}

// read imports the first file as a placement problem: a job for each task, and a
// cluster for each machine. It reports the other files as left out.
func read(files []importer.File, _ importer.Wishes) *importer.Result {
	made := &importer.Result{}
	report, f := &made.Report, files[0]
	for _, other := range files[1:] {
		report.AddLeftOut(1, "file", "is a second matrix; import one at a time", importer.Place{File: other.Name})
	}
	tasks, machines, rest, ok := head(f.Data)
	if !ok {
		report.AddFault(importer.Place{File: f.Name, Line: 1},
			"must have the numbers of tasks and machines, such as 512 16 0")
		return made
	}
	if machines > len(rest) { // a number and a space take two bytes
		report.AddFault(importer.Place{File: f.Name, Line: 1}, "announces more machines than the file has numbers for")
		return made
	}
	p := placement.Problem{}
	for i := range machines {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: "m" + strconv.Itoa(i), MIPS: power})
	}
	m := &matrix{file: f.Name, report: report, machines: machines}
	m.read(rest, tasks)
	p.Jobs = m.jobs
	if len(p.Jobs) == 0 {
		report.AddFault(importer.Place{File: f.Name}, "has no task with all of its times")
		return made
	}
	report.AddTaken(len(p.Jobs), "task", "as a job with its time on each machine")
	report.AddTaken(machines, "machine", "as a cluster")
	report.AddLeftOut(tasks-len(p.Jobs), "task", "without a time of 0 or more on each machine")
	report.AddLeftOut(m.surplus, "number", "after the last time")
	made.Scenario = &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "placement",
		Title: importer.Clean(path.Base(f.Name)), Placement: &scenario.Placement{Problem: p}}
	return made
}

// A matrix is read row by row.
type matrix struct {
	file     string
	report   *importer.Report
	machines int
	jobs     []placement.Job
	surplus  int // numbers after the last row
}

// read parses the times of the given number of tasks into jobs. It leaves out a
// task with an incomplete row or an invalid time.
func (m *matrix) read(text []byte, tasks int) {
	task, times, valid := 0, []float64(nil), true
	importer.Lines(text, func(n int, line []byte) bool {
		for word := range bytes.FieldsSeq(line) {
			if task == tasks {
				m.surplus++
				continue
			}
			x, err := strconv.ParseFloat(string(word), 64)
			if err != nil || !(x >= 0) || math.IsInf(x, 1) {
				m.report.AddFault(importer.Place{File: m.file, Line: n + 1}, "a time must be a number from 0 up")
				x, valid = 0, false
			}
			if times = append(times, x); len(times) < m.machines {
				continue
			}
			if valid {
				m.jobs = append(m.jobs, placement.Job{ID: "t" + strconv.Itoa(task), Times: times})
			}
			task, times, valid = task+1, make([]float64, 0, m.machines), true
		}
		return true
	})
	if task < tasks {
		m.report.AddFault(importer.Place{File: m.file}, "ends before the last of its times; is it cut off?")
	}
}
