package cite

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// An Artifact is an artifact description: an appendix with the commands, the expected digests and the expected time.
type Artifact struct {
	Answers []scenario.Answer
	Study   string // the digest of a study; empty without
	Digest  string // of the scenario
	Version string // of Gridbox
	Address string // of the laboratory with the scenario; empty if none is known
	Data    string // where the data are, such as "this folder"
	Steps   string // the commands, one a line
}

// Markdown returns the artifact description in Markdown: the claims with their digests, the
// requirements with the expected time in seconds, and the steps.
func (a *Artifact) Markdown() string {
	b := &strings.Builder{}
	b.WriteString("# Artifact description\n\n## Claims\n\n")
	if a.Study != "" {
		b.WriteString("The study of the scenario gives the document `study.json`, with the digest `" + a.Study + "`.\n")
	}
	total := 0.0
	if len(a.Answers) > 0 {
		b.WriteString("Solving the scenario gives these answers:\n\n| algorithm | digest | seconds |\n|---|---|---|\n")
		for i := range a.Answers {
			x := &a.Answers[i]
			total += x.ElapsedMs / 1000
			b.WriteString("| " + x.Algorithm + " | `" + x.Digest + "` | " + seconds(x.ElapsedMs/1000) + " |\n")
		}
	}
	b.WriteString("\n## Requirements\n\nGridbox " + a.Version + ", a program without dependencies, or a browser " +
		"with WebAssembly. No network and no data besides " + a.Data + ".\n")
	if len(a.Answers) > 0 {
		b.WriteString("Expected time: " + seconds(total) + " s on the machine that wrote this, besides checking.\n")
	}
	b.WriteString("\n## Steps\n\n```sh\n" + a.Steps + "```\n\nThe scenario has the digest `" + a.Digest + "`.\n")
	if a.Address != "" {
		b.WriteString("In a browser: " + a.Address + "\n")
	}
	return b.String()
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }

// artifact returns the artifact description of the scenario. Its steps make the files from the address.
func (w *Work) artifact() string {
	link := "'" + strings.ReplaceAll(w.Fragment, "'", "%27") + "'"
	file := w.file() + ".json"
	a := Artifact{Answers: w.Answers, Digest: scenario.Digest(w.Scenario), Version: catalog.Version,
		Address: w.Address(), Data: "the address below"}
	a.Steps = "gridbox open " + link + " > " + file + "\ngridbox solve " + file + " > result.json\n"
	if e, _ := scenario.ParseExpectation(w.Fragment); e != nil {
		a.Steps += "gridbox verify " + link + "   # solves again and compares the digests\n"
	}
	a.Steps += "gridbox check " + file + " result.json   # checks the answers without solving\n"
	return strings.TrimSuffix(a.Markdown(), "\n")
}
