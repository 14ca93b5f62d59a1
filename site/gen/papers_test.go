package main

import (
	"encoding/xml"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/study/paper"
)

// comparison returns a document with a paper's rows, of which the first agrees, and its charts with a line and a bar.
func comparison(p *paper.Paper) *paper.Document {
	d := &paper.Document{Format: paper.Format, Version: paper.Version, Paper: p.ID, Title: p.Title,
		Citation: p.Citation, Rule: paper.Rule, Summary: "Of all of them 1 agrees."}
	for _, x := range p.Experiments {
		d.Experiments = append(d.Experiments,
			paper.ExperimentDocument{ID: x.ID, About: x.About, Points: 1, Replications: 3})
	}
	ours := 476.6
	for i := range p.Rows {
		x := &p.Rows[i]
		r := paper.RowDocument{ID: x.ID, Where: x.Where, What: x.What, Stated: x.Stated, Judged: x.Judged,
			Claim: x.Claim.String(), Low: &x.Claim.Low, High: &x.Claim.High, Rejected: x.Rejected,
			Verdict: paper.Unknown}
		if math.IsInf(x.Claim.High, 1) {
			r.High = nil
		}
		if i == 0 {
			r.Ours, r.CI95, r.Count, r.Verdict = &ours, []float64{475.7, 477.5}, 3, paper.Agrees
		}
		d.Rows = append(d.Rows, r)
	}
	for _, c := range p.Charts {
		d.Charts = append(d.Charts, paper.ChartDocument{ID: c.ID, Where: c.Where, Title: c.Title, Known: c.Known,
			X: c.X, Y: c.Y, Rows: c.Rows, Lines: []paper.LineDocument{{Algorithm: "first", Points: pointsOf(&c)}}})
	}
	return d
}

func pointsOf(c *paper.Chart) []paper.MeanPoint {
	if c.X.From == 0 && c.Y.Name == "algorithm" {
		return []paper.MeanPoint{{X: "cost", Mean: 7, CI95: []float64{6, 8}, Count: 3, Replications: 3,
			Stated: []float64{6.5, 7.5}}}
	}
	return []paper.MeanPoint{{X: c.X.From, Mean: 1, CI95: []float64{0.5, 1.5}, Count: 50, Replications: 50},
		{X: c.X.To, Mean: 2, CI95: []float64{1, 3}, Count: 8, Replications: 50}}
}

// comparisons returns a folder of documents of all papers.
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

// A page shows every statement once, with our value and a link that runs it again.
func TestPaperPage(t *testing.T) {
	p, _ := paper.ByID("square-2018")
	folder := comparisons(t)
	s := newSite(t, "/p", "")
	page, err := s.paperPage(&p, folder)
	if err != nil {
		t.Fatal(err)
	}
	shown := len(page.Rows) + len(page.Others)
	for _, f := range page.Figures {
		shown += len(f.Rows)
	}
	if shown != len(p.Rows) || len(page.Others) == 0 || len(page.Figures) != len(p.Charts) ||
		!strings.HasPrefix(page.Tally, "1 agrees, ") {
		t.Errorf("got %d rows, %d figures, tally %s; want %d rows, %d figures, one that agrees",
			shown, len(page.Figures), page.Tally, len(p.Rows), len(p.Charts))
	}
	if r := page.Rows[0]; r.Ours != "476.6" || r.Interval != "475.7 to 477.5" || r.Claim != "476.5 to 477.5" ||
		r.Over != "over 3" ||
		!strings.Contains(string(r.Scale), `aria-label="ours 476.6, the statement 476.5 to 477.5"`) {
		t.Errorf("got row %+v, want 476.6 within 475.7 to 477.5 over 3", r)
	}
	if !strings.HasPrefix(page.Experiments[0].Lab, "/p/lab/#s1.") ||
		!strings.Contains(page.Experiments[0].Lab, "view=study") {
		t.Errorf("got lab link %s, want the study view of the lab", page.Experiments[0].Lab)
	}
	body, err := part("paper", page)
	if err != nil || strings.Count(string(body), "<tr data-row=") != len(p.Rows) {
		t.Errorf("paper part: got error %v, %d rows; want %d",
			err, strings.Count(string(body), "<tr data-row="), len(p.Rows))
	}
	d := comparison(&p)
	d.Rows = slices.Delete(d.Rows, 0, 1)
	if err := os.WriteFile(filepath.Join(folder, p.ID+".json"), doc.Pretty(d), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.paperPage(&p, folder); err == nil || !strings.Contains(err.Error(), "build.sh papers") {
		t.Errorf("document of another version: got error %v, want one that names build.sh papers", err)
	}
}

// Figures are drawn on the paper's axes, with bands, the paper's values, and the number of replications with an
// answer, also in words and numbers.
func TestPublishedFigures(t *testing.T) {
	for _, p := range paper.All() {
		d := comparison(&p)
		for i := range d.Charts {
			c := &d.Charts[i]
			f := publishedFigure(p.Kind, c)
			svg := string(f.Still)
			if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
				t.Errorf("%s, %s: the figure is not valid XML: %v", p.ID, c.ID, err)
			}
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || strings.Contains(svg, "style=") ||
				!strings.Contains(svg, `role="img"`) || !strings.Contains(svg, "The numbers are below.") ||
				len(f.Head) != 2 || len(f.Numbers) != len(c.Lines[0].Points) || f.Known == "" {
				t.Errorf("%s, %s: incomplete or with invalid numbers: got %s, numbers %v", p.ID, c.ID, svg, f.Numbers)
			}
			if c.Lines[0].Points[0].X == any("cost") {
				if !strings.Contains(svg, "as the paper prints it") || f.Counted != "" {
					t.Errorf("%s, %s: want the paper's cost and no count, got %s", p.ID, c.ID, svg)
				}
				continue
			}
			for _, end := range []float64{c.X.From, c.X.To} {
				if !strings.Contains(svg, ">"+picture.Number(end)+"</text>") {
					t.Errorf("%s, %s: the axis does not show %v", p.ID, c.ID, end)
				}
			}
			if !strings.Contains(svg, "gb-band") || !strings.Contains(svg, "gb-answered") ||
				!strings.Contains(f.Counted, "the fewest 8 of 50") || !strings.HasSuffix(f.Numbers[1][1], "8 of 50") {
				t.Errorf("%s, %s: got counts %q, want 8 of 50 and a band in %s", p.ID, c.ID, f.Counted, svg)
			}
		}
	}
}

// Statements in words are quoted, with the verdict as our value; a timing has its numbers like any other row.
func TestPaperRows(t *testing.T) {
	x, far, high := 3.0, 7.25, 2.0
	row := paperRow(&paper.RowDocument{What: "time", Unit: "ms", Stated: "comparable", Judged: "of one order",
		Machine: true, High: &high, Claim: "0.1 to 2", Ours: &x, CI95: []float64{2.9, 3.1}, Count: 7, Excluded: 2,
		Distance: &far, Verdict: paper.Differs})
	if row.What != "time, ms" || !row.Quoted || row.Ours != "3.00" || row.Class != "bad" ||
		row.Miss != "50 % more, 7.2 half-widths off" || row.Over != "over 7; 2 left out, which none can answer" {
		t.Errorf("got row %+v, want 50 %% more over 7 with 2 left out", row)
	}
}
