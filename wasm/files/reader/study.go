package reader

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/cluster"
	"gridbox/core/study/report"
)

// Requests about studies computed by other machines. Few visits need them, so they are not in the
// worker that every visit loads.

// parsePlan parses the document of a study of any size.
func parsePlan(text []byte) (*study.Plan, error) {
	s, faults := scenario.Parse(text)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	plan, faults := study.New(s, study.Limits{Large: true})
	return plan, faults.Err()
}

// JobFile writes the job file of a study for a scheduler, with the same bytes as gridbox study
// --script. The notes are its facts, a line each.
func JobFile(text []byte, about map[string]string) (Output, error) {
	plan, err := parsePlan(text)
	if err != nil {
		return Output{}, err
	}
	w := cluster.Wish{File: about["file"], Flags: strings.Fields(about["flags"])}
	var fine, also bool
	w.Unit, fine = cluster.Duration(about["unit"])
	w.Chunk, also = cluster.Duration(about["chunk"])
	if w.Cores, err = strconv.Atoi(about["cores"]); err != nil || w.Cores < 1 || !fine || !also {
		return Output{}, errors.New("the times and cores of a job file are above zero")
	}
	job := w.Job(plan, text)
	script, ok := job.Script(about["engine"])
	if !ok {
		return Output{}, errors.New("there is no job file for " + strconv.Quote(about["engine"]))
	}
	return Output{Text: []byte(script), Notes: strings.Join(job.Facts(), "\n")}, nil
}

// MergedResults reads the results of a cluster for the study whose document is the first line of text.
// It returns, by about["show"], the view of a metric and a point after a line with the study's
// outline, or csv. The notes are warnings for the user.
func MergedResults(text []byte, about map[string]string) (Output, error) {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	plan, err := parsePlan(line)
	if err != nil {
		return Output{}, err
	}
	d, faults := report.Parse(rest)
	switch {
	case len(faults) > 0:
		return Output{}, faults
	case d.Version > report.Version:
		return Output{}, errors.New("it is of version " + strconv.Itoa(d.Version) + " of the format, and this page " +
			"reads up to version " + strconv.Itoa(report.Version) + ": reload the page for a newer one")
	case d.Scenario != plan.Digest:
		return Output{}, errors.New("it is of another study: its document is " + d.Scenario + ", and the one that " +
			"is open is " + plan.Digest + ". Open that study's document first, or drop both files together")
	}
	if faults := d.Contradictions(plan); len(faults) > 0 {
		return Output{}, faults
	}
	if about["show"] == "csv" {
		return Output{Text: d.CSV(plan)}, nil
	}
	metric, point := about["metric"], 0
	if !slices.Contains(plan.Metrics, metric) {
		metric = plan.Metrics[0]
	}
	if n, err := strconv.Atoi(about["point"]); err == nil && n >= 0 && n < len(plan.Points) {
		point = n
	}
	shown := d.PageView(plan, metric, point)
	reply := append(append(doc.Canonical(plan.Outline()), '\n'), doc.Canonical(shown)...)
	return Output{Text: reply, Notes: versions(d)}, nil
}

// versions returns a note if a document was computed by another version than the page's.
func versions(d *report.Document) string {
	if d.Engine == catalog.Version {
		return ""
	}
	return "It was computed by Gridbox " + d.Engine + "; this page is " + catalog.Version +
		" and may compute other numbers."
}
