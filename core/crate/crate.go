// Package crate packs a scenario, its answers or its study, and a figure as an RO-Crate: a folder of files
// with a description in JSON-LD that repositories of research data read.
//
// The description follows RO-Crate 1.1 and the profile Process Run Crate 0.5: the run of
// Gridbox is an action with the program as its instrument.
package crate

import (
	"encoding/json"
	"html"
	"strconv"
	"strings"

	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// The names of the files of a crate.
const (
	MetadataFile = "ro-crate-metadata.json"
	previewFile  = "ro-crate-preview.html"
	scenarioFile = "scenario.json"
	resultFile   = "result.json"
	studyFile    = "study.json"
	figureFile   = "figure.svg"
	artifactFile = "ARTIFACT.md"
)

// The profiles that a crate follows.
const (
	context = "https://w3id.org/ro/crate/1.1/context"
	specURL = "https://w3id.org/ro/crate/1.1"
	profile = "https://w3id.org/ro/wfrun/process/0.5"
)

// Work holds the documents of a crate.
type Work struct {
	Scenario *scenario.Scenario
	Result   *scenario.Result // of a scenario that was solved; nil for a study
	Study    *report.Document // of a study; nil otherwise
	Figure   []byte           // in SVG; empty if there is none
	Address  string           // that opens the scenario in the laboratory; empty if unknown
	Version  string           // of the program
	Date     string           // of the publication, such as 2026-11-26
	License  string           // address of the licence of the data
	Author   string           // the author of the crate; empty if unknown
}

// A File is one file of a crate.
type File struct {
	Name string
	Text []byte
}

// An entity is an object of JSON-LD.
type entity map[string]any

func ref(id string) entity { return entity{"@id": id} }

// Files returns the files of a crate, the description first.
func (w *Work) Files() []File {
	files := []File{{scenarioFile, scenario.Text(w.Scenario)}}
	if w.Result != nil {
		files = append(files, File{resultFile, doc.Pretty(w.Result)})
	}
	if w.Study != nil {
		files = append(files, File{studyFile, doc.Pretty(w.Study)})
	}
	if len(w.Figure) > 0 {
		files = append(files, File{figureFile, w.Figure})
	}
	files = append(files, File{artifactFile, []byte(w.artifact())})
	preview := File{previewFile, []byte(w.preview(files))}
	metadata, _ := json.MarshalIndent(entity{"@context": context, "@graph": w.graph(files)}, "", "  ")
	return append([]File{{MetadataFile, append(metadata, '\n')}, preview}, files...)
}

// title returns the name of the crate.
func (w *Work) title() string {
	if w.Scenario.Title != "" {
		return w.Scenario.Title
	}
	return "A scenario of kind " + w.Scenario.Kind
}

// about returns the description of the crate.
func (w *Work) about() string {
	if w.Scenario.About != "" {
		return w.Scenario.About
	}
	return "A scheduling problem of kind " + w.Scenario.Kind + " with what Gridbox " + w.Version + " computed of it."
}

// descriptions holds the name and the media type of each file.
var descriptions = map[string][2]string{
	scenarioFile: {"Scenario", "application/json"}, resultFile: {"Result with checked answers", "application/json"},
	studyFile: {"Study", "application/json"}, figureFile: {"Figure", "image/svg+xml"},
	artifactFile: {"Artifact description", "text/markdown"},
}

// graph returns the entities of the RO-Crate metadata: the metadata file, the root, the files and
// the author if given. The run, the program, the profile and the licence follow.
func (w *Work) graph(files []File) []entity {
	var parts, results []entity
	described := []entity{}
	for _, f := range files {
		d := entity{"@id": f.Name, "@type": "File", "name": descriptions[f.Name][0],
			"encodingFormat": descriptions[f.Name][1], "contentSize": strconv.Itoa(len(f.Text))}
		if f.Name == scenarioFile {
			d["identifier"] = scenario.Digest(w.Scenario)
		}
		described, parts = append(described, d), append(parts, ref(f.Name))
		if f.Name == resultFile || f.Name == studyFile || f.Name == figureFile {
			results = append(results, ref(f.Name))
		}
	}
	const run, author = "#run", "#author"
	program := "pkg:generic/gridbox@" + w.Version // an absolute address, as the profile asks for
	root := entity{"@id": "./", "@type": "Dataset", "name": w.title(), "description": w.about(),
		"datePublished": w.Date, "license": ref(w.License), "hasPart": parts, "mentions": []entity{ref(run)},
		"conformsTo": []entity{ref(profile)}}
	graph := []entity{
		{"@id": MetadataFile, "@type": "CreativeWork", "about": ref("./"), "conformsTo": ref(specURL)},
		root,
		{"@id": previewFile, "@type": "CreativeWork", "about": ref("./")},
	}
	graph = append(graph, described...)
	action := entity{"@id": run, "@type": "CreateAction", "name": "Gridbox computes the answers",
		"description": "The commands are in the artifact description.", "instrument": ref(program),
		"object": []entity{ref(scenarioFile)}, "result": results, "endTime": w.Date,
		"actionStatus": "http://schema.org/CompletedActionStatus"}
	software := entity{"@id": program, "@type": "SoftwareApplication", "name": "Gridbox", "softwareVersion": w.Version}
	if w.Address != "" {
		software["url"] = w.Address
	}
	if w.Author != "" {
		root["author"], action["agent"] = ref(author), ref(author)
		graph = append(graph, entity{"@id": author, "@type": "Person", "name": w.Author})
	}
	return append(graph, action, software,
		entity{"@id": profile, "@type": "CreativeWork", "name": "Process Run Crate", "version": "0.5"},
		entity{"@id": w.License, "@type": "CreativeWork", "name": "Licence of the data"})
}

// artifact returns the description of the research artifact in Markdown. It lists the digests and the
// commands that compute and check the results again.
func (w *Work) artifact() string {
	a := cite.Artifact{Digest: scenario.Digest(w.Scenario), Version: w.Version, Address: w.Address, Data: "this folder"}
	if w.Study != nil {
		a.Study = w.Study.Digest
		a.Steps = "gridbox study scenario.json > again.json\ngridbox check scenario.json study.json\n"
	}
	if w.Result != nil {
		a.Answers = w.Result.Runs
		a.Steps = "gridbox solve scenario.json > again.json\n" +
			"gridbox verify scenario.json result.json   # solves again and compares the digests\n" +
			"gridbox check scenario.json result.json    # checks the answers without solving\n" +
			"python3 gridbox_verify.py scenario.json result.json   # checks them without Gridbox\n"
	}
	return a.Markdown()
}

// preview returns the page in HTML that presents the crate.
func (w *Work) preview(files []File) string {
	b := &strings.Builder{}
	title := html.EscapeString(w.title())
	b.WriteString("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>" + title + "</title>\n" +
		"<script type=\"application/ld+json\" src=\"" + MetadataFile + "\"></script>\n<h1>" + title + "</h1>\n<p>" +
		html.EscapeString(w.about()) + "</p>\n")
	if len(w.Figure) > 0 {
		b.WriteString("<p><img src=\"" + figureFile + "\" alt=\"The first answer\"></p>\n")
	}
	b.WriteString("<ul>\n")
	for _, f := range files {
		b.WriteString("<li><a href=\"" + f.Name + "\">" + descriptions[f.Name][0] + "</a></li>\n")
	}
	b.WriteString("</ul>\n<p>Digest of the scenario: <code>" + scenario.Digest(w.Scenario) + "</code></p>\n</html>\n")
	return b.String()
}
