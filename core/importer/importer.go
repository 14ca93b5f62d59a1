// Package importer turns files of other programs into scenarios: what a cluster's
// tools say, archives of workloads, descriptions of platforms, tables.
//
// Each format has a room of its own inside this one, a pure function from the
// text of files to a scenario and a report (Format.Read); core/importer/formats
// lists them all. What they share is here: unpacking and decoding with a bound
// on what comes out (Open), telling formats apart by their content (Choose),
// ids made of other people's names (Names), and the report, which says what was
// taken, what was assumed and what was left out, in counts that a person can
// compare with the file. Nothing is dropped in silence: what a reader skips it
// reports.
//
// A file is somebody else's, and may be wrong, cut off or hostile. A reader
// takes time and memory in proportion to its length at most, never panics, and
// makes the most of what can be read; where that is nothing, Made.Scenario is
// nil and the report says why.
package importer

import (
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// MaxFile is how long a file may be, packed or unpacked.
const MaxFile = 512 << 20

// manyJobs is how many jobs of a farm only the queues are run on that take time
// in proportion to them: of 62,500 jobs on one machine FCFS and EASY make a
// schedule within a second and Conservative in more than a minute, and Two-stage
// takes a minute for 250,000.
const manyJobs = 20_000

// A File is one file as it was chosen or dropped, unpacked and in UTF-8 once it
// went through Open.
type File struct {
	Name string
	Data []byte
}

// A Format is one sort of file that can be brought in.
type Format struct {
	ID    string // what --as calls it: sacct
	Title string // Slurm accounting
	About string // what it becomes, and the command that makes such a file, in a sentence each
	// Kinds are the kinds of problem that it can become, the usual one first.
	Kinds []string
	// Asks is what a person may answer, all that --set and the page's form take.
	// What matters for the files at hand, and what was taken for it, the report
	// says (Report.Asked).
	Asks []Question
	// Sure returns how certain it is that a file is of the format, from 0, not at
	// all, to 100, beyond doubt, and the evidence in words that complete "because".
	// It reads the name and the first lines only. A certainty without evidence is
	// that of a file which the format accepts beside others and does not claim.
	Sure func(f File) (certainty int, evidence string)
	// Read makes the scenario. Files are those that Sure accepted, several where
	// a format has several.
	Read func(files []File, w Wishes) *Made
	// Look and Change are for a form that asks which column is what; only tables
	// have them. Change gives the mapping anew, nil where the form asks for what
	// cannot be.
	Look   func(files []File, w Wishes) *Look
	Change func(files []File, w Wishes, e Edit) []byte
	// Fits reports whether a mapping speaks of all of the files.
	Fits func(files []File, mapping []byte) bool
	// Platform returns the clusters of a platform. Only formats of platforms have it.
	Platform func(files []File, r *Report) []Cluster
	// OnPlatform has the names of the settings that matter where the jobs of a log
	// run on the machines of a platform (Wishes.Machines). It is nil where the
	// format is not of such logs.
	OnPlatform []string
}

// A Question is a number or a word that files of the format may leave open.
type Question struct {
	Name    string   `json:"name"` // of --set
	Label   string   `json:"label"`
	Unit    string   `json:"unit,omitempty"`
	About   string   `json:"about"`
	Usual   string   `json:"usual,omitempty"`   // what is taken where nobody answers
	Choices []string `json:"choices,omitempty"` // all that may be answered; none: anything that can be read
	// Family marks a question that is asked for each of several things: its name
	// is followed by a dot and the thing, as in column.Start.
	Family bool `json:"family,omitempty"`
	// File says that the answer is a document; the command line takes a file's name.
	File bool `json:"file,omitempty"`
}

// Wishes are what a person said beforehand. The empty ones take what is usual.
type Wishes struct {
	Kind string            // the kind of problem wanted
	Set  map[string]string // answers by the name of their question
	// Machines are those of a platform that was given with a log. A format with
	// OnPlatform makes none of its own then.
	Machines []farm.Machine
	Power    float64 // of a slot of speed 1 of these machines, in MIPS
}

// Of gives the answer to a question of the format, the usual one where nobody
// answered.
func (w Wishes) Of(f *Format, name string) string {
	if answer, answered := w.Set[name]; answered && answer != "" {
		return answer
	}
	for _, q := range f.Asks {
		if q.Name == name {
			return q.Usual
		}
	}
	return ""
}

// Question returns the question that an answer of that name is for, nil if the
// format has none.
func (f *Format) Question(name string) *Question {
	for i := range f.Asks {
		q := &f.Asks[i]
		if rest, member := strings.CutPrefix(name, q.Name+"."); q.Name == name && !q.Family ||
			q.Family && member && rest != "" {
			return q
		}
	}
	return nil
}

// Faults says which wishes the format knows nothing of.
func (w Wishes) Faults(f *Format) (faults doc.Faults) {
	if w.Kind != "" && !slices.Contains(f.Kinds, w.Kind) {
		faults = append(faults, doc.Fault{Path: "kind", Value: w.Kind,
			Why: f.Title + " becomes " + strings.Join(f.Kinds, " or ") + doc.Suggest(w.Kind, f.Kinds)})
	}
	names := make([]string, len(f.Asks))
	for i, q := range f.Asks {
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
			faults = append(faults, doc.Fault{Path: "set", Value: name, Why: why})
		case len(q.Choices) > 0 && !slices.Contains(q.Choices, w.Set[name]):
			faults = append(faults, doc.Fault{Path: "set." + name, Value: w.Set[name],
				Why: "must be " + strings.Join(q.Choices, " or ") + doc.Suggest(w.Set[name], q.Choices)})
		}
	}
	return faults
}

// Made is what became of files.
type Made struct {
	Scenario *scenario.Scenario // nil where nothing could be made; the report says why
	Report   Report
	// Valid says that the reader has validated the scenario as it stands, which
	// takes as long as reading where there are many jobs; From does otherwise.
	Valid bool
	// Mapping is how the columns of tables were read, as a document; only tables
	// have one.
	Mapping []byte
}

// From reads files by the format that fits them best, or by the one named.
// Files must be as they were chosen; From opens them. Faults are about the
// wishes or say that no format fits; what is wrong inside files stands in the
// report.
func From(formats []*Format, files []File, as string, w Wishes) (*Made, doc.Faults) {
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

// Read reads those of opened files that stand at some places by a format. Opening
// is the report of how they were opened. Of the others the report says that they
// were left out. There are no claims where the format was named beforehand.
func Read(format *Format, opened []File, which []int, claims [][]Claim, opening Report, w Wishes) (*Made, doc.Faults) {
	if faults := w.Faults(format); len(faults) > 0 {
		return nil, faults
	}
	mine := make([]File, 0, len(which))
	for i, f := range opened {
		if slices.Contains(which, i) {
			mine = append(mine, f)
		} else {
			opening.LeftOut(1, "file", other(f, claims[i], format))
		}
	}
	made := format.Read(mine, w)
	made.Report.Format, made.Report.Title = format.ID, format.Title
	for _, f := range mine {
		made.Report.Files = append(made.Report.Files, f.Name)
	}
	made.Report.Entries = append(opening.Entries, made.Report.Entries...)
	made.Report.Claims = Contested(claims, format)
	if s := made.Scenario; s != nil && s.Farm != nil && len(s.Runs) == 0 && len(s.Farm.Jobs) > manyJobs {
		s.Runs = []scenario.Run{{Algorithm: "fcfs"}, {Algorithm: "easy"}}
		made.Report.Assumed(len(s.Runs), "algorithm", "are asked, FCFS and EASY, whose time grows with the jobs; the "+
			"others take minutes or hours for so many, and can be added")
	}
	if s := made.Scenario; s != nil && !made.Valid {
		if faults := scenario.Validate(s); len(faults) > 0 {
			for _, f := range faults.Limit() {
				made.Report.Fault(Place{}, f.String())
			}
			made.Scenario = nil
		}
	}
	if made.Scenario != nil {
		made.Report.connected(made.Scenario.Placement)
	}
	return made, nil
}

// other returns why a file, which some formats claim, is not read with files of a
// format.
func other(f File, claims []Claim, format *Format) string {
	if len(claims) == 0 || claims[0].Format == format.ID {
		return f.Name + " is not " + format.Title
	}
	return f.Name + " (" + claims[0].Title + ") does not combine with " + format.Title + "; import it by itself"
}
