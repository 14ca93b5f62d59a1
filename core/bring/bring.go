// Package bring turns files of other programs into scenarios: what a cluster's
// tools say, archives of workloads, descriptions of platforms, tables.
//
// Each format has a room of its own inside this one, a pure function from the
// text of files to a scenario and a report (Format.Read); core/bring/formats
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
package bring

import (
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
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
	// Sure says from a file's name and its beginning how likely it is one of
	// these: 0 not at all, 100 beyond doubt. It looks at the first lines only
	// and never fails.
	Sure func(f File) int
	// Read makes the scenario. Files are those that Sure accepted, several where
	// a format has several.
	Read func(files []File, w Wishes) *Made
	// Look and Change are for a form that asks which column is what; only tables
	// have them. Change gives the mapping anew, nil where the form asks for what
	// cannot be.
	Look   func(files []File, w Wishes) *Look
	Change func(files []File, w Wishes, e Edit) []byte
	// Fits tells whether a mapping speaks of all of the files.
	Fits func(files []File, mapping []byte) bool
}

// A Question is a number or a word that files of the format may leave open.
type Question struct {
	Name    string   `json:"name"` // of --set
	Label   string   `json:"label"`
	Unit    string   `json:"unit,omitempty"`
	About   string   `json:"about"`
	Usual   string   `json:"usual,omitempty"`   // what is taken where nobody answers
	Choices []string `json:"choices,omitempty"` // all that may be answered; none: anything that can be read
	// File says that the answer is a document; the command line takes a file's name.
	File bool `json:"file,omitempty"`
}

// Wishes are what a person said beforehand. The empty ones take what is usual.
type Wishes struct {
	Kind string            // the kind of problem wanted
	Set  map[string]string // answers by the name of their question
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

// Faults says which wishes the format knows nothing of.
func (w Wishes) Faults(f *Format) (faults doc.Faults) {
	if w.Kind != "" && !slices.Contains(f.Kinds, w.Kind) {
		faults = append(faults, doc.Fault{Path: "kind", Value: w.Kind,
			Why: f.Title + " becomes " + strings.Join(f.Kinds, " or ") + doc.Suggest(w.Kind, f.Kinds)})
	}
	names := make([]string, len(f.Asks))
	for i, q := range f.Asks {
		names[i] = q.Name
	}
	for _, name := range sorted(w.Set) {
		at := slices.Index(names, name)
		switch {
		case at < 0:
			why := f.Title + " asks nothing of that name"
			if len(names) > 0 {
				why = "must be " + strings.Join(names, ", ") + doc.Suggest(name, names)
			}
			faults = append(faults, doc.Fault{Path: "set", Value: name, Why: why})
		case len(f.Asks[at].Choices) > 0 && !slices.Contains(f.Asks[at].Choices, w.Set[name]):
			faults = append(faults, doc.Fault{Path: "set." + name, Value: w.Set[name],
				Why: "must be " + strings.Join(f.Asks[at].Choices, " or ") +
					doc.Suggest(w.Set[name], f.Asks[at].Choices)})
		}
	}
	return faults
}

func sorted(set map[string]string) []string {
	names := make([]string, 0, len(set))
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
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
	format, which, faults := Choose(formats, opened, as)
	if len(faults) > 0 {
		return nil, append(opening.Unreadable(), faults...)
	}
	if faults := w.Faults(format); len(faults) > 0 {
		return nil, faults
	}
	mine := make([]File, 0, len(which))
	for i, f := range opened {
		if slices.Contains(which, i) {
			mine = append(mine, f)
		} else {
			opening.LeftOut(1, "file", f.Name+" is not "+format.Title)
		}
	}
	made := format.Read(mine, w)
	made.Report.Format, made.Report.Title = format.ID, format.Title
	for _, f := range mine {
		made.Report.Files = append(made.Report.Files, f.Name)
	}
	made.Report.Entries = append(opening.Entries, made.Report.Entries...)
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
	return made, nil
}

// Choose tells by their content which format files are of, and which of them;
// as names one beforehand.
func Choose(formats []*Format, files []File, as string) (*Format, []int, doc.Faults) {
	ids := make([]string, len(formats))
	var best *Format
	sum, most := 0, 0
	for i, f := range formats {
		ids[i] = f.ID
		if as != "" && f.ID != as {
			continue
		}
		total, top := 0, 0
		for _, file := range files {
			sure := f.Sure(file)
			total, top = total+sure, max(top, sure)
		}
		if as != "" || top > most || top == most && total > sum {
			best, most, sum = f, top, total
		}
	}
	switch {
	case len(files) == 0:
		return nil, nil, doc.Faults{{Why: "no file was given"}}
	case best == nil && as != "":
		return nil, nil, doc.Faults{{Path: "as", Value: as,
			Why: "must be " + strings.Join(ids, ", ") + doc.Suggest(as, ids)}}
	case most == 0 && as == "":
		names := make([]string, len(files))
		for i, f := range files {
			names[i] = f.Name
		}
		return nil, nil, doc.Faults{{Value: strings.Join(names, ", "),
			Why: "is in none of the formats that are known here; name the right one: " + strings.Join(ids, ", ")}}
	}
	var which []int
	for i, file := range files {
		if best.Sure(file) > 0 || as != "" {
			which = append(which, i)
		}
	}
	return best, which, nil
}
