// Package slurm reads the output of commands of the Slurm workload manager:
// sacct, squeue and scontrol show node, partition, job, reservation and license.
// Several files are read together: squeue lists the jobs, scontrol the nodes,
// sacct the earlier jobs.
//
// The result is the state at the moment at which the files were written, with
// running and waiting jobs and times relative to that moment. If no job waits,
// it is the trace of all jobs that ran, from the first submission on.
//
// Features of Slurm that a farm lacks are expressed by features of a farm, so
// that all algorithms and the checker respect them (see place.go):
//
//   - a partition is a processor type if partitions share no nodes; otherwise it
//     is a licence bound to the nodes, as are features and lists of nodes;
//   - generic resources of a node, such as GPUs, are licences bound to it;
//   - the throttle of an array is a floating licence of its own;
//   - a reservation that holds nodes now is a job that runs until its end;
//   - nodes that are down or drained are left out.
//
// The rest is reported: preemption and limits of QOS and accounts, reservations
// that begin later, dependencies other than on ends.
//
// Names of jobs may be confidential, so they are left out, as are names of
// users, unless names=keep is set; ids are Slurm's numbers.
package slurm

import (
	"strings"

	"gridbox/core/importer"
)

// The formats. All three read the same files; each claims its own and accepts
// the files of the others.
var (
	Accounting = &importer.Format{ID: "sacct", Title: "Slurm accounting (sacct)",
		About: "A trace of the jobs that ran, or with squeue and scontrol files beside it what earlier jobs used of " +
			"their limits. Made by sacct -a -P -S DATE -o ALL.",
		Kinds: []string{"farm"}, Questions: questions, Recognise: recogniser(sacct), Read: Read,
		PlatformSettings: []string{questionColumns, questionColumn, questionNames}}
	Queue = &importer.Format{ID: "squeue", Title: "Slurm queue (squeue)",
		About: "The jobs that run and wait now: why does a job wait, and when does it start? Made by squeue -o %all " +
			"or squeue --start; a scontrol file beside it lists the nodes.",
		Kinds: []string{"farm"}, Questions: questions, Recognise: recogniser(squeue), Read: Read}
	Control = &importer.Format{ID: "scontrol", Title: "Slurm state (scontrol)",
		About: "Nodes, partitions and jobs as the controller knows them. Made by scontrol show node, scontrol show " +
			"partition and scontrol show job, on one line each with -o or not.",
		Kinds: []string{"farm"}, Questions: questions, Recognise: recogniser(scontrol), Read: Read}
)

// The names of the questions.
const (
	questionColumns = "columns"
	questionColumn  = "column"
	questionNames   = "names"
	questionTake    = "take"
	questionNow     = "now"
	questionLimit   = "limit"
	questionSlots   = "slots"
	questionMemory  = "memory"
)

var questions = []importer.Question{
	{Name: questionColumns, Label: "Columns",
		About: "the columns of a table without a header, by sacct's names with commas between; without an answer " +
			"they are recognised by their contents"},
	{Name: questionColumn, Label: "Column", Family: true,
		About: "the number of one column of a table without a header, as in column.Start=9, or none; NAME is one of " +
			strings.Join(guessNames(), ", ")},
	{Name: questionNames, Label: "Names", Usual: "letters", Choices: []string{"letters", "keep"},
		About: "letters: users become A, B, C and jobs their numbers; keep: the names of users and jobs stay"},
	{Name: questionTake, Label: "Take", Usual: "auto", Choices: []string{"auto", "queue", "trace"},
		About: "queue: what runs and waits at one moment; trace: all jobs that ran; auto: the queue where a job " +
			"waits or runs"},
	{Name: questionNow, Label: "Now",
		About: "the moment that is time 0 of the queue, such as 2026-11-22T04:00:28; without an answer it is when " +
			"the files were written, derived from the times that jobs have run"},
	{Name: questionLimit, Label: "Time limit of jobs without one", Usual: "1-00:00:00",
		About: "in Slurm's notation, for jobs without a limit of their own or of their partition"},
	{Name: questionSlots, Label: "CPUs of a node", Unit: "CPUs",
		About: "if no file lists the nodes; without an answer the most that were ever in use at a time"},
	{Name: questionMemory, Label: "Memory", Usual: "auto", Choices: []string{"auto", "keep", "ignore"},
		About: "whether jobs compete for memory; auto: if allocations include memory, or no file lists any"},
}

// The kinds of files.
const (
	unknownFile = iota
	sacct
	squeue
	scontrol
)

// recogniser returns the Sure of one of the three formats. It has evidence of its own
// files only and accepts those of the other two.
func recogniser(of int) func(f importer.File) (certainty int, evidence string) {
	return func(f importer.File) (certainty int, evidence string) {
		kind, certain := sniff(f)
		switch kind {
		case unknownFile:
			return 0, ""
		case of:
			return certain, evidenceOf[kind]
		}
		return certain / 2, ""
	}
}

var evidenceOf = map[int]string{
	sacct:    "it is a table with columns of sacct",
	squeue:   "it is a table with columns of squeue",
	scontrol: "it begins as what scontrol prints",
}

// sniff returns the kind of a file by its first lines, and the certainty.
func sniff(f importer.File) (kind, certain int) {
	first := true
	for _, line := range importer.Head(f.Data, 12) {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" {
			continue
		}
		if first {
			for _, begin := range blockKeys {
				if strings.HasPrefix(trimmed, begin) {
					return scontrol, 95
				}
			}
		}
		if isDateLine(trimmed) {
			continue // squeue -l and -i write it above the header
		}
		if first {
			if kind, certain := sniffHeader(line); kind != unknownFile {
				return kind, certain
			}
			first = false
		}
		if isRow(line) {
			return sacct, 45
		}
	}
	return unknownFile, 0
}

// sniffHeader returns the command that wrote a table, by its header, and the
// certainty.
func sniffHeader(line string) (kind, certain int) {
	names, _, mark := splitHeader(line)
	if what, _ := fieldsOf(names); mark == '\t' && !hasJobNumber(what) {
		return unknownFile, 0 // tables of any program are separated by tabs
	}
	accounting, queue := 0, 0
	for _, name := range names {
		upper := name == strings.ToUpper(name)
		if f, known := columns[strings.ToLower(name)]; known && f != ignored {
			if upper {
				queue++
			} else {
				accounting++
			}
		}
	}
	switch {
	case accounting >= 2 && accounting >= queue:
		return sacct, 40 + min(50, 10*accounting)
	case queue >= 2:
		return squeue, 40 + min(50, 10*queue)
	}
	return unknownFile, 0
}

// isRow reports whether a line may be a row of a table without a header: it has
// a job id and a state.
func isRow(line string) bool {
	for _, mark := range []string{"|", "\t"} {
		cells := strings.SplitN(line, mark, maxColumns+1)
		if len(cells) < 4 {
			continue
		}
		id, state := false, false
		for _, cell := range cells {
			id = id || jobLike(cell)
			// In tables of other programs, which are separated by tabs, two letters may mean
			// anything.
			state = state || stateOf(cell) != unknownState && (len(cell) > 4 || len(cell) > 1 && mark == "|")
		}
		if id && state {
			return true
		}
	}
	return false
}

// isDateLine reports whether a line is a date such as Sun Nov 22 04:00:28 2026.
func isDateLine(line string) bool {
	_, ok := longDate(line)
	return ok
}

const monthNames = "JanFebMarAprMayJunJulAugSepOctNovDec"

// longDate parses a date such as Sun Nov 22 04:00:03 2026 into seconds since
// 1970, without regard to the time zone. It reports false for other texts.
func longDate(line string) (seconds float64, ok bool) {
	words := strings.Fields(line)
	if len(words) < 5 || len(words) > 7 || len(words[1]) != 3 {
		return 0, false
	}
	month := strings.Index(monthNames, words[1])
	day, okDay := count(words[2], 31)
	clock, okClock := span("0-" + words[3])
	year, okYear := count(words[len(words)-1], 9999)
	if month < 0 || month%3 != 0 || !okDay || !okClock || !okYear || year < 1970 || strings.Count(words[3], ":") != 2 {
		return 0, false
	}
	return float64(days(int(year), month/3+1, int(day))*86400) + clock, true
}

// jobLike reports whether a cell may be a job id.
func jobLike(cell string) bool {
	cell = strings.TrimSpace(cell)
	cell, _, _ = strings.Cut(cell, ".")
	cell, task, array := strings.Cut(cell, "_")
	_, ok := count(cell, 1e11)
	return ok && (!array || task != "")
}
