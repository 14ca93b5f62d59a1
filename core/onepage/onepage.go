// Package onepage writes a scenario, its answers, its picture and the program
// that solves it as one HTML page, which needs no server, site or network: for
// the supplementary material of a paper, and for archives.
//
// The site's generator makes the shell: the page with the program, its script
// and its styles, without a scenario (site/gen/onepage.go). Work.Write adds the
// parts of one scenario. The static picture is shown until the program has
// started, and in print; then the figure replaces it.
package onepage

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// File is the name of the shell in the site.
const File = "onepage.txt"

// Limit is the maximum size of a page in bytes, so that publishers and mail
// servers accept it.
const Limit = 5_000_000

// Marks are the places of the shell that are filled in, in this order.
const (
	TitleMark     = "<!--gridbox:title-->"
	StillMark     = "<!--gridbox:still-->"
	MadeMark      = "<!--gridbox:made-->"
	DocumentsMark = "<!--gridbox:documents-->"
)

// Ids of the elements with the page's documents, its program, and the script of
// its workers.
const (
	ScenarioID = "gridbox-scenario"
	ResultID   = "gridbox-result"
	AboutID    = "gridbox-about"
	ProgramID  = "gridbox-program"
	WorkerID   = "gridbox-worker"
)

// About is the initial state of the page.
type About struct {
	Run  string `json:"run,omitempty"`  // the chosen run: its algorithm, name or index
	Site string `json:"site,omitempty"` // address of a site with a laboratory: scheme, host and path
}

// ErrShell reports that the given text is not a shell.
var ErrShell = errors.New("this is not the page without a scenario that a site of Gridbox has as a/onepage.….txt")

// A Work is the content of the page.
type Work struct {
	About
	Scenario *scenario.Scenario // as given
	Answers  []scenario.Answer  // with the indexes of their runs
}

// Write returns the shell filled with the work. It returns ErrShell if the
// shell lacks a mark, and an error if the page exceeds Limit bytes.
func (w *Work) Write(shell []byte) ([]byte, error) {
	body, err := w.body()
	if err != nil {
		return nil, err
	}
	result := catalog.Result(w.Scenario, w.Answers...)
	var documents strings.Builder
	for _, d := range []struct {
		id   string
		text []byte
	}{
		{ScenarioID, scenario.Canonical(w.Scenario)},
		{ResultID, doc.Canonical(result)},
		{AboutID, doc.Canonical(w.About)},
	} {
		documents.WriteString(`<script type="application/json" id="` + d.id + `">` + inert(d.text) + "</script>\n")
	}
	var page []byte
	rest := shell
	for _, fill := range []struct{ mark, text string }{{TitleMark, escape(title(w.Scenario))},
		{StillMark, body}, {MadeMark, escape(w.provenance())}, {DocumentsMark, documents.String()}} {
		before, after, found := bytes.Cut(rest, []byte(fill.mark))
		if !found {
			return nil, ErrShell
		}
		page, rest = append(append(page, before...), fill.text...), after
	}
	page = append(page, rest...)
	if len(page) > Limit {
		return nil, errors.New("the page would have " + megabytes(len(page)) + " MB, and one of more than " +
			megabytes(Limit) + " MB is not written: scenario and answers take " + megabytes(documents.Len()) +
			" MB of it; hand out the document instead")
	}
	return page, nil
}

// provenance returns a line about the content of the page, also for paper and without
// scripts.
func (w *Work) provenance() string {
	parts := []string{"Scenario " + scenario.ShortDigest(scenario.Digest(w.Scenario))}
	if w.Scenario.Seed != 0 {
		parts = append(parts, "seed "+strconv.FormatUint(w.Scenario.Seed, 10))
	}
	for _, a := range catalog.LabelledAnswers(w.Scenario, w.Answers) {
		parts = append(parts, a.Label+" "+scenario.ShortDigest(a.Digest))
	}
	return strings.Join(append(parts, "Gridbox "+catalog.Version), ", ") + "."
}

// inert returns a JSON text in which nothing can close the element around it.
func inert(text []byte) string {
	return strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(string(text))
}

func megabytes(n int) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) }
