package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/study/paper"
)

// comparison is a document with a paper's rows, of which the first agrees.
func comparison(p *paper.Paper) *paper.Document {
	d := &paper.Document{Format: paper.Format, Version: 1, Paper: p.ID, Title: p.Title, Citation: p.Citation}
	for _, x := range p.Experiments {
		d.Experiments = append(d.Experiments,
			paper.ExperimentDocument{ID: x.ID, About: x.About, Points: 1, Replications: 3})
	}
	ours, within := 478.6, 9.5
	for i := range p.Rows {
		r := paper.RowDocument{ID: p.Rows[i].ID, Where: p.Rows[i].Where, What: p.Rows[i].What, Stated: p.Rows[i].Stated,
			Value:     p.Rows[i].Value,
			Tolerance: within, Rejected: p.Rows[i].Rejected, Verdict: paper.Unknown}
		if i == 0 {
			r.Ours, r.CI95, r.Count, r.Verdict = &ours, []float64{477.7, 479.5}, 3, paper.Agrees
		}
		d.Rows = append(d.Rows, r)
	}
	return d
}

// comparisons is a folder of documents of all papers.
func comparisons(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, p := range paper.All() {
		if err := os.WriteFile(filepath.Join(folder, p.ID+".json"), doc.Pretty(comparison(&p)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// A page shows every statement once, ours beside it, and where to run it again.
func TestPaperPage(t *testing.T) {
	p, _ := paper.ByID("square-2018")
	folder := comparisons(t)
	s := newSite(t, "/p", "")
	page, err := s.paperPage(&p, folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Rows)+len(page.Others) != len(p.Rows) || len(page.Others) == 0 ||
		!strings.HasPrefix(page.Tally, "1 agree, ") {
		t.Errorf("%d rows and %d others of %d; %s", len(page.Rows), len(page.Others), len(p.Rows), page.Tally)
	}
	if r := page.Rows[0]; r.Ours != "478.6" || r.Interval != "477.7 to 479.5" || r.Within != "± 9.5" ||
		!strings.Contains(string(r.Scale), `aria-label="ours 478.6, agreeing from 467.5 to 486.5"`) {
		t.Errorf("%+v", r)
	}
	if !strings.HasPrefix(page.Experiments[0].Lab, "/p/lab/#s1.") ||
		!strings.Contains(page.Experiments[0].Lab, "view=study") {
		t.Errorf("run again at %s", page.Experiments[0].Lab)
	}
	body, err := part("paper", page)
	if err != nil || strings.Count(string(body), "<tr data-row=") != len(p.Rows) {
		t.Errorf("%v, %d rows", err, strings.Count(string(body), "<tr data-row="))
	}
	d := comparison(&p)
	d.Rows = slices.Delete(d.Rows, 0, 1)
	if err := os.WriteFile(filepath.Join(folder, p.ID+".json"), doc.Pretty(d), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.paperPage(&p, folder); err == nil || !strings.Contains(err.Error(), "build.sh papers") {
		t.Errorf("another version's document: %v", err)
	}
}

// Timings would differ between builds; a page leaves them to the command.
func TestPaperTimings(t *testing.T) {
	x := 3.0
	row := paperRow(&paper.RowDocument{What: "time", Machine: true, Ours: &x, CI95: []float64{2, 4}, Count: 7,
		Verdict: paper.OfMachine})
	if row.Ours != "" || row.Interval != "" || row.Scale != "" || row.Count != 0 || row.Verdict != paper.OfMachine {
		t.Errorf("%+v", row)
	}
}
