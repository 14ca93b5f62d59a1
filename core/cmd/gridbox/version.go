package main

import (
	"runtime"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/answers"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// released is the commit that ./build.sh release was run on, "" elsewhere.
var released string

// versionText returns the version and the platform of the program in words.
func versionText() string {
	text := catalog.Version
	if released != "" {
		text += " (" + released + ")"
	}
	return text + " " + runtime.GOOS + "/" + runtime.GOARCH + " " + runtime.Version()
}

// A build is the document written by gridbox version --json.
type build struct {
	Format    string         `json:"format"`
	Version   string         `json:"version"`
	Commit    string         `json:"commit,omitempty"`
	OS        string         `json:"os"`
	Processor string         `json:"processor"`
	Go        string         `json:"go"`
	Documents map[string]int `json:"documents"` // version of each format that is written
	Links     string         `json:"links"`     // version of the links' grammar
}

// versionDocument returns the version of the program and of the formats that it writes.
func versionDocument() *build {
	return &build{Format: "gridbox-version", Version: catalog.Version, Commit: released, OS: runtime.GOOS,
		Processor: runtime.GOARCH, Go: runtime.Version(), Links: "s1",
		Documents: map[string]int{scenario.Format: 1, scenario.ResultFormat: scenario.ResultVersion,
			"gridbox-study": 1, "gridbox-score": 1, answers.ListFormat: 1}}
}

// version prints the version of Gridbox.
func version(c *cli.Call) int {
	if c.HasFlag("json") {
		return c.Write(doc.Pretty(versionDocument()))
	}
	c.Print("gridbox " + versionText() + "\n")
	return cli.Done
}

// versionVerb returns the verb version.
func versionVerb() *cli.Verb {
	return &cli.Verb{Name: "version", About: "print the version",
		Flags: []cli.Option{cli.Flag("json", "", "write a document, with the versions of the formats")}, Run: version}
}
