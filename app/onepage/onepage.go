// Package onepage writes a scenario, its answers, its picture and the program that
// solves it again as one page, which needs no server, no site and no network: for the
// supplementary material of a paper, and for archives.
//
// The site's generator makes the shell, the page with the program, its script and its
// styles and without a scenario (site/gen/onepage.go). Fill puts into it what belongs
// to one scenario, for the command line and for the worker that writes files alike.
package onepage

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"gridbox/app/figure/alone"
	"gridbox/app/figure/still"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// File is what the shell is called in the site.
const File = "onepage.txt"

// Limit is how many bytes a page may have, so that publishers and mails take it.
const Limit = 4_200_000

// Marks are the places of the shell that are filled in, in this order.
const (
	TitleMark     = "<!--gridbox:title-->"
	StillMark     = "<!--gridbox:still-->"
	MadeMark      = "<!--gridbox:made-->"
	DocumentsMark = "<!--gridbox:documents-->"
)

// ErrShell says that something else was given for the shell.
var ErrShell = errors.New("this is not the page without a scenario that a site of Gridbox has as a/onepage.….txt")

// A Work is what goes into the page.
type Work struct {
	alone.About
	Scenario *scenario.Scenario // as given
	Answers  []scenario.Answer  // with the places of their runs
}

// Write fills a shell.
func (w *Work) Write(shell []byte) ([]byte, error) {
	drawn, err := still.Alone(w.Scenario, w.Answers, w.Run, w.Site)
	if err != nil {
		return nil, err
	}
	result := scenario.Result{Format: scenario.ResultFormat, Version: scenario.ResultVersion, Engine: catalog.Version,
		Scenario: scenario.Digest(w.Scenario), Kind: w.Scenario.Kind, Runs: w.Answers}
	var documents strings.Builder
	for _, d := range []struct {
		id   string
		text []byte
	}{
		{alone.ScenarioID, scenario.Canonical(w.Scenario)},
		{alone.ResultID, doc.Canonical(result)},
		{alone.AboutID, doc.Canonical(w.About)},
	} {
		documents.WriteString(`<script type="application/json" id="` + d.id + `">` + inert(d.text) + "</script>\n")
	}
	var page []byte
	rest := shell
	for _, fill := range []struct{ mark, text string }{{TitleMark, still.Escape(drawn.Title)},
		{StillMark, drawn.Body}, {MadeMark, still.Escape(w.made())}, {DocumentsMark, documents.String()}} {
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

// made says what the page holds, on paper and without scripts too.
func (w *Work) made() string {
	parts := []string{"Scenario " + scenario.ShortDigest(scenario.Digest(w.Scenario))}
	if w.Scenario.Seed != 0 {
		parts = append(parts, "seed "+strconv.FormatUint(w.Scenario.Seed, 10))
	}
	for _, a := range catalog.Labelled(w.Scenario, w.Answers) {
		parts = append(parts, a.Label+" "+scenario.ShortDigest(a.Digest))
	}
	return strings.Join(append(parts, "Gridbox "+catalog.Version), ", ") + "."
}

// inert is a JSON text in which nothing can close the element around it.
func inert(text []byte) string {
	return strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(string(text))
}

func megabytes(n int) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) }
