// Package importer turns files of other programs into scenarios: output of a
// cluster's tools, archives of workloads, descriptions of platforms, and
// tables.
//
// Each format has a package of its own below this one with a pure function from
// the text of files to a scenario and a report (Format.Read);
// core/importer/formats lists them. This package has their common parts:
// unpacking and decoding with a bound on the output (Open), detection of the
// format by the content (Choose), ids from names in the files (Names), and the
// report. The report lists what was taken, assumed and left out, in counts that
// the user can compare with the file. A reader reports everything that it
// skips.
//
// Files come from outside and may be wrong, truncated or hostile. A reader
// takes time and memory linear in the length of the file, never panics, and
// reads as much as possible. If nothing can be read, Result.Scenario is nil and
// the report contains the reason.
package importer

import (
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// MaxFile is the largest size of a file in bytes, packed or unpacked.
const MaxFile = 512 << 20

// manyJobs is the number of jobs of a farm above which only the queues are run,
// whose time is linear in the jobs. For 62,500 jobs on one machine FCFS and
// EASY make a schedule within a second and Conservative in more than a minute;
// Two-stage takes a minute for 250,000.
const manyJobs = 20_000

// A File is a file as the user chose it. After Open it is unpacked and in
// UTF-8.
type File struct {
	Name string
	Data []byte
}

// A Format is a format of files that can be imported.
type Format struct {
	ID    string // value of --as, such as sacct
	Title string // such as Slurm accounting
	About string // one sentence about the result, one about the command that makes such a file
	// Kinds are the kinds of problem that the format can yield, the default first.
	Kinds []string
	// Questions are all questions of the format, for --set and the form of the page. The report
	// lists the relevant ones with their answers (Report.Answers).
	Questions []Question
	// Recognise returns the certainty that a file has the format, from 0 to 100, and the evidence
	// as words that complete "because". It reads the name and the first lines only. A
	// certainty without evidence means that the format accepts the file but does not claim it.
	Recognise func(f File) (certainty int, evidence string)
	// Read makes the scenario. The files are the ones that Recognise accepted, several if the
	// format has several files.
	Read func(files []File, w Wishes) *Result
	// Form and Change serve the form that maps columns; only tables have them. Change returns
	// the new mapping, nil if the edit is invalid.
	Form   func(files []File, w Wishes) *MappingForm
	Change func(files []File, w Wishes, e Edit) []byte
	// Fits reports whether a mapping covers all of the files.
	Fits func(files []File, mapping []byte) bool
	// Platform returns the clusters of a platform. Only formats of platforms have it.
	Platform func(files []File, r *Report) []Cluster
	// PlatformSettings are the names of the settings that apply if the jobs of a log run on the
	// machines of a platform (Wishes.Machines). It is nil for formats of other files.
	PlatformSettings []string
}

// A Question is a value that files of the format may leave open.
type Question struct {
	Name    string   `json:"name"` // name for --set
	Label   string   `json:"label"`
	Unit    string   `json:"unit,omitempty"`
	About   string   `json:"about"`
	Usual   string   `json:"usual,omitempty"`   // default answer
	Choices []string `json:"choices,omitempty"` // the possible answers; if empty, any value that can be parsed
	// Family marks a question that is asked for each of several things, with names such as
	// column.Start: the name of the question, a dot, and the thing.
	Family bool `json:"family,omitempty"`
	// File marks a question whose answer is a document; the command line takes the name of a
	// file.
	File bool `json:"file,omitempty"`
}

// Wishes are the answers given before reading. Empty fields take the defaults.
type Wishes struct {
	Kind string            // the kind of problem
	Set  map[string]string // answers by the name of their question
	// Machines are the machines of a platform that was read with a log. A format with
	// PlatformSettings then adds none of its own.
	Machines []farm.Machine
	Power    float64 // of a slot of speed 1 of these machines, in MIPS
}

// Answer returns the answer to a question of the format, or else its default.
func (w Wishes) Answer(f *Format, name string) string {
	if answer, answered := w.Set[name]; answered && answer != "" {
		return answer
	}
	for _, q := range f.Questions {
		if q.Name == name {
			return q.Usual
		}
	}
	return ""
}

// Question returns the question that an answer of that name belongs to, nil if
// the format has none.
func (f *Format) Question(name string) *Question {
	for i := range f.Questions {
		q := &f.Questions[i]
		if rest, member := strings.CutPrefix(name, q.Name+"."); q.Name == name && !q.Family ||
			q.Family && member && rest != "" {
			return q
		}
	}
	return nil
}

// Faults returns a fault for each wish that the format does not know.
func (w Wishes) Faults(f *Format) (faults doc.Faults) {
	if w.Kind != "" && !slices.Contains(f.Kinds, w.Kind) {
		faults = append(faults, doc.Fault{Path: "kind", Value: w.Kind,
			Reason: f.Title + " becomes " + strings.Join(f.Kinds, " or ") + doc.Suggest(w.Kind, f.Kinds)})
	}
	names := make([]string, len(f.Questions))
	for i, q := range f.Questions {
		if names[i] = q.Name; q.Family {
			names[i] += ".NAME"
		}
	}
	for _, name := range sorting.Keys(w.Set) {
		q := f.Question(name)
		switch {
		case q == nil:
			why := f.Title + " asks nothing of that name"
			if len(names) > 0 {
				why = "must be " + strings.Join(names, ", ") + doc.Suggest(name, names)
			}
			faults = append(faults, doc.Fault{Path: "set", Value: name, Reason: why})
		case len(q.Choices) > 0 && !slices.Contains(q.Choices, w.Set[name]):
			faults = append(faults, doc.Fault{Path: "set." + name, Value: w.Set[name],
				Reason: "must be " + strings.Join(q.Choices, " or ") + doc.Suggest(w.Set[name], q.Choices)})
		}
	}
	return faults
}

// Result is the result of reading files.
type Result struct {
	Scenario *scenario.Scenario // nil if none could be made; the report contains the reason
	Report   Report
	// Valid reports whether the reader has validated the scenario, which takes as long as
	// reading if there are many jobs. Otherwise Import validates it.
	Valid bool
	// Mapping is the mapping of the columns of tables as a document; it is nil for other
	// formats.
	Mapping []byte
}

// Import opens files and reads them by the format that fits best, or by the one
// with the id as. The faults are about the wishes or the choice of the format;
// faults in the files are in the report.
func Import(formats []*Format, files []File, as string, w Wishes) (*Result, doc.Faults) {
	var opening Report
	opened := make([]File, len(files))
	for i, f := range files {
		opened[i] = Open(f, &opening)
	}
	var claims [][]Claim
	if as == "" {
		claims = Claims(formats, opened)
	}
	format, which, faults := Settle(formats, opened, claims, as)
	if len(faults) > 0 {
		return nil, append(opening.Unreadable(), faults...)
	}
	return Read(format, opened, which, claims, opening, w)
}

// Read reads the opened files with the indexes which by a format, and reports
// the others as left out. The report opening has the entries from unpacking
// them. The claims are empty if the caller named the format.
func Read(format *Format, opened []File, which []int, claims [][]Claim, opening Report, w Wishes) (*Result,
	doc.Faults) {
	if faults := w.Faults(format); len(faults) > 0 {
		return nil, faults
	}
	mine := make([]File, 0, len(which))
	for i, f := range opened {
		if slices.Contains(which, i) {
			mine = append(mine, f)
		} else {
			opening.AddLeftOut(1, "file", exclusionReason(f, claims[i], format))
		}
	}
	made := format.Read(mine, w)
	made.Report.Format, made.Report.Title = format.ID, format.Title
	for _, f := range mine {
		made.Report.Files = append(made.Report.Files, f.Name)
	}
	made.Report.Entries = append(opening.Entries, made.Report.Entries...)
	made.Report.Claims = ContestedClaims(claims, format)
	if s := made.Scenario; s != nil && s.Farm != nil && len(s.Runs) == 0 && len(s.Farm.Jobs) > manyJobs {
		s.Runs = []scenario.Run{{Algorithm: "fcfs"}, {Algorithm: "easy"}}
		made.Report.AddAssumed(len(s.Runs), "algorithm",
			"FCFS and EASY are chosen, whose time grows with the number of "+
				"jobs; the others take minutes or hours for so many jobs and can be added")
	}
	if s := made.Scenario; s != nil && !made.Valid {
		if faults := scenario.Validate(s); len(faults) > 0 {
			for _, f := range faults.Limit() {
				made.Report.AddFault(Place{}, f.String())
			}
			made.Scenario = nil
		}
	}
	if made.Scenario != nil {
		made.Report.addComponents(made.Scenario.Placement)
	}
	return made, nil
}

// exclusionReason returns the reason for which a file with some claims is not read with
// the files of a format.
func exclusionReason(f File, claims []Claim, format *Format) string {
	if len(claims) == 0 || claims[0].Format == format.ID {
		return f.Name + " is not " + format.Title
	}
	return f.Name + " (" + claims[0].Title + ") does not combine with " + format.Title + "; import it by itself"
}
