// Package export writes scenarios and their answers in the formats of other
// programs: timelines for trace viewers, schedules for simulators and archives of
// workloads, graphs for network tools, tables for papers and spreadsheets.
//
// It is pure: it gets an explicit scenario with answers, or a study's document,
// and gives text. What a format cannot hold is left out and said, as a note. Only
// the command line and the workers hold it; the page asks a worker.
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

// Work is what is to be written. The answers carry names that differ, as
// catalog.Labelled makes them. With Study set it is the study that is written,
// and there are no answers.
type Work struct {
	Scenario *scenario.Scenario // explicit
	Answers  []scenario.Answer
	// Chosen is the place of the answer that formats for one answer write.
	Chosen int
	Study  *report.Document
	// Table names the table that csv writes; empty for the first.
	Table string
}

// A Text is what was written, and what the format had no room for.
type Text struct {
	Bytes []byte
	Notes []string
}

// A Format is one form in which things can be written.
type Format struct {
	ID     string // as the command line and the page name it
	Name   string // for people: "Chrome trace"
	About  string // one sentence: what reads it
	Ending string // of a file's name, with the dot
	Type   string // the media type
	Kinds  []string
	// Single formats hold one answer, plain ones none: the problem alone.
	Single, Plain bool
	// Studied formats can hold a study's document.
	Studied bool
	write   func(*Work) (Text, error)
}

// Formats lists all formats in the order in which people meet them.
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
		{ID: "csv", Name: "CSV", Ending: ".csv", Type: "text/csv", Kinds: all, Studied: true, write: oneCSV,
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

// having returns the kinds that have something.
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

// Of lists the formats for a kind, or for the study of a scenario of the kind.
func Of(kind string, study bool) []Format {
	return slices.DeleteFunc(Formats(), func(f Format) bool {
		return !slices.Contains(f.Kinds, kind) || study && !f.Studied
	})
}

// ByID finds a format of a kind, or says which there are.
func ByID(id, kind string, study bool) (Format, error) {
	var ids []string
	for _, f := range Of(kind, study) {
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
		if w.Chosen < 0 || w.Chosen >= len(w.Answers) {
			return Text{}, errors.New("there is no answer to write; solve the scenario first")
		}
		if a := &w.Answers[w.Chosen]; !a.Feasible || a.Solution == nil {
			return Text{}, errors.New(name(a) + " has no schedule to write: " + a.Reason.String())
		}
	}
	return f.write(w)
}

// chosen is the answer that formats for one answer write.
func (w *Work) chosen() *scenario.Answer { return &w.Answers[w.Chosen] }

func name(a *scenario.Answer) string {
	if a.Label != "" {
		return a.Label
	}
	return a.Algorithm
}

// title is what the scenario is called.
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

func (w *Work) kind() string {
	if w.Study != nil {
		return w.Study.Kind
	}
	return w.Scenario.Kind
}
