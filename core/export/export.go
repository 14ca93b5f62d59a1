// Package export writes scenarios and their answers in the formats of other programs: timelines
// for trace viewers, schedules for simulators and archives of workloads, graphs for network
// tools, and tables for papers and spreadsheets.
//
// It is pure: it takes an explicit scenario with answers, or a study's document, and returns
// text. Data that a format cannot represent is omitted and reported in a note. Only the command
// line and the workers link it; the page uses a worker.
package export

import (
	"errors"
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// Work is the input of an export. The answers have distinct names, as catalog.LabelledAnswers makes
// them. If Study is set, the study is written and there are no answers.
type Work struct {
	Scenario *scenario.Scenario // explicit
	Answers  []scenario.Answer
	// AnswerIndex is the index of the answer for formats of a single answer.
	AnswerIndex int
	Study       *report.Document
	// Table is the id of the table for csv; empty for the first.
	Table string
}

// A Text is the written text, with notes on omitted data.
type Text struct {
	Bytes []byte
	Notes []string
}

// A Format is an output format.
type Format struct {
	ID     string // name on the command line and in the page
	Name   string // for people: "Chrome trace"
	About  string // one sentence: programs that read it
	Ending string // extension of file names, with the dot
	Type   string // media type
	Kinds  []string
	// Single is set for formats of one answer, Plain for formats of the problem alone.
	Single, Plain bool
	// Studied is set for formats that can represent a study's document.
	Studied bool
	write   func(*Work) (Text, error)
}

// Formats returns all formats in their display order.
func Formats() []Format {
	all := scenario.Kinds()
	timed := having(func(k *catalog.Kind) bool {
		return k.Timeline(blank(k.ID), scenario.NewSolution(k.ID)) != nil
	})
	linked := having(func(k *catalog.Kind) bool { return k.Topology(blank(k.ID)) != nil })
	return []Format{
		{ID: "chrome-trace", Name: "Chrome trace", Ending: ".trace.json", Type: "application/json", Kinds: timed,
			Single: true, write: chromeTrace,
			About: "the timeline of one answer for Perfetto, chrome://tracing and Speedscope: machines as processes, " +
				"their slots as threads, utilization and queue as counters"},
		{ID: "swf", Name: "SWF", Ending: ".swf", Type: "text/plain", Kinds: []string{"farm"}, Single: true, write: swf,
			About: "the schedule of one answer in the Standard Workload Format 2.2 of the Parallel Workloads Archive"},
		{ID: "batsim-csv", Name: "Batsim jobs", Ending: "_jobs.csv", Type: "text/csv", Kinds: []string{"farm"},
			Single: true, write: batsim,
			About: "the schedule of one answer as the simulator Batsim writes it, for evalys and the like"},
		{ID: "csv", Name: "CSV", Ending: ".csv", Type: "text/csv", Kinds: all, Studied: true, write: tableCSV,
			About: "a table of the problem, the runs or their decisions for spreadsheets and data frames"},
		{ID: "graphml", Name: "GraphML", Ending: ".graphml", Type: "application/graphml+xml",
			Kinds: linked, Plain: true, write: graphML,
			About: "the topology for Gephi, Cytoscape, NetworkX and yEd: power, bandwidths and positions"},
		{ID: "latex", Name: "LaTeX table", Ending: ".tex", Type: "application/x-tex", Kinds: all, Studied: true,
			write: latex, About: "runs and their metrics as a table of the package booktabs; of a study the means " +
				"with intervals and marks of significance"},
		{ID: "markdown", Name: "Markdown table", Ending: ".md", Type: "text/markdown", Kinds: all, Studied: true,
			write: markdown, About: "the same table for notes, issues and documentation"},
	}
}

// having returns the kinds for which has is true.
func having(has func(*catalog.Kind) bool) (ids []string) {
	for _, k := range catalog.Kinds() {
		if has(&k) {
			ids = append(ids, k.ID)
		}
	}
	return ids
}

// blank returns an empty problem of a kind.
func blank(kind string) any { return scenario.Problem(scenario.Blank(kind)) }

// FormatsFor returns the formats for a kind, or for a study of the kind.
func FormatsFor(kind string, study bool) []Format {
	return slices.DeleteFunc(Formats(), func(f Format) bool {
		return !slices.Contains(f.Kinds, kind) || study && !f.Studied
	})
}

// ByID returns a format of a kind, or an error that lists the formats.
func ByID(id, kind string, study bool) (Format, error) {
	var ids []string
	for _, f := range FormatsFor(kind, study) {
		if f.ID == id {
			return f, nil
		}
		ids = append(ids, f.ID)
	}
	what := "a scenario of kind " + kind
	if study {
		what = "the result of a study"
	}
	why := id + " is not a format"
	for _, f := range Formats() {
		switch {
		case f.ID != id:
		case study && slices.Contains(f.Kinds, kind):
			why = "the result of a study cannot be written as " + id
		case f.ID == "graphml":
			why = "kind " + kind + " has no topology"
		case f.ID == "chrome-trace":
			why = "kind " + kind + " has no time axis"
		default:
			why = id + " is for kind " + strings.Join(f.Kinds, " and ")
		}
	}
	return Format{}, errors.New(why + doc.Suggest(id, ids) + "; " + what + " can be written as " +
		strings.Join(ids, ", "))
}

// Write writes in the format.
func (f Format) Write(w *Work) (Text, error) {
	if f.Single {
		if w.AnswerIndex < 0 || w.AnswerIndex >= len(w.Answers) {
			return Text{}, errors.New("there is no answer to write; solve the scenario first")
		}
		if a := &w.Answers[w.AnswerIndex]; !a.Feasible || a.Solution == nil {
			return Text{}, errors.New(name(a) + " has no schedule to write: " + a.Reason.String())
		}
	}
	return f.write(w)
}

// chosenAnswer returns the answer for formats of one answer.
func (w *Work) chosenAnswer() *scenario.Answer { return &w.Answers[w.AnswerIndex] }

// name returns the name of an answer.
func name(a *scenario.Answer) string {
	if a.Label != "" {
		return a.Label
	}
	return a.Algorithm
}

// title returns the title of the study or scenario, or the name of the kind.
func (w *Work) title() string {
	switch {
	case w.Study != nil && w.Study.Title != "":
		return w.Study.Title
	case w.Scenario != nil && w.Scenario.Title != "":
		return w.Scenario.Title
	}
	kind, _ := catalog.ByID(w.kind())
	return kind.Name
}

// kind returns the kind.
func (w *Work) kind() string {
	if w.Study != nil {
		return w.Study.Kind
	}
	return w.Scenario.Kind
}
