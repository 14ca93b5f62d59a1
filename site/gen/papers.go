package main

import (
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study/paper"
)

// A PaperPage is a paper's statements beside ours.
type PaperPage struct {
	*Site
	*paper.Document
	Kind        catalog.Kind
	Experiments []ExperimentView
	Rows        []PaperRow
	Others      []PaperRow // what readings yield that were rejected
	Tally       string
	Config      template.HTML
	Answers     bool // whether rows are about the answers themselves
	Command     string
	Address     string
}

// An ExperimentView is one study of a paper and where to run it again.
type ExperimentView struct {
	paper.ExperimentDocument
	Index int
	Lab   string
}

// addPapers writes a page a paper, and their list. The values come from
// documents that `gridbox study --paper` wrote (./build.sh papers).
func (s *Site) addPapers(folder string) error {
	var pages []*PaperPage
	for _, p := range paper.All() {
		page, err := s.paperPage(&p, folder)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		pages = append(pages, page)
		body, err := part("paper", page)
		if err != nil {
			return err
		}
		if err := s.addPage("page", Page{
			Path: "papers/" + p.ID + "/", Title: page.Title, Section: "papers", Body: body,
			Description: "What the paper states beside what Gridbox computes, with intervals and verdicts: " +
				page.Citation,
		}); err != nil {
			return err
		}
	}
	body, err := part("papers", struct {
		*Site
		Pages []*PaperPage
	}{s, pages})
	if err != nil {
		return err
	}
	return s.addPage("page", Page{
		Path: "papers/", Title: "Papers", Section: "papers", Body: body,
		Description: "Five papers on scheduling, their published numbers recomputed: every stated value beside ours, " +
			"with interval and verdict.",
	})
}

func (s *Site) paperPage(p *paper.Paper, folder string) (*PaperPage, error) {
	text, err := os.ReadFile(filepath.Join(folder, p.ID+".json"))
	if err != nil {
		return nil, fmt.Errorf("%w (./build.sh papers makes it)", err)
	}
	page := &PaperPage{Site: s, Document: new(paper.Document), Address: s.URL("papers/" + p.ID + "/"),
		Command: "gridbox study --paper " + p.ID + " --text"}
	if faults := doc.Decode(text, page.Document); faults != nil {
		return nil, faults
	}
	if len(page.Document.Experiments) != len(p.Experiments) || len(page.Document.Rows) != len(p.Rows) {
		return nil, fmt.Errorf("its document is of another version (./build.sh papers makes it anew)")
	}
	page.Kind, _ = catalog.ByID(p.Kind)
	page.Answers = p.Answers()
	if page.Config, err = s.configBlock(); err != nil {
		return nil, err
	}
	for i, x := range page.Document.Experiments {
		asked := p.Experiments[i].Scenario()
		asked.View = &scenario.View{Panel: "study"}
		view := ExperimentView{ExperimentDocument: x, Index: i}
		if link, err := scenario.Link(asked); err == nil {
			view.Lab = s.URL("lab/") + link
		}
		page.Experiments = append(page.Experiments, view)
	}
	counts := map[string]int{}
	for i := range page.Document.Rows {
		r := &page.Document.Rows[i]
		if r.Rejected {
			page.Others = append(page.Others, paperRow(r))
			continue
		}
		counts[r.Verdict]++
		page.Rows = append(page.Rows, paperRow(r))
	}
	page.Tally = tally(counts)
	return page, nil
}

// tally says how the verdicts fell.
func tally(counts map[string]int) string {
	text := ""
	for _, v := range []struct{ verdict, words string }{
		{paper.Agrees, "agree"}, {paper.Undecided, "undecided"}, {paper.Differs, "differ"},
		{paper.Unknown, "not stated"}, {paper.OfMachine, "of the machine"},
	} {
		if n := counts[v.verdict]; n > 0 {
			if text != "" {
				text += ", "
			}
			text += strconv.Itoa(n) + " " + v.words
		}
	}
	return text
}

// A PaperRow is one statement as the page shows it.
type PaperRow struct {
	ID                          string
	Where, What, Stated, Within string
	Ours, Interval              string
	Verdict, Class              string
	Reading                     string
	Count                       int
	Scale                       template.HTML
}

func paperRow(r *paper.RowDocument) PaperRow {
	row := PaperRow{Where: r.Where, What: r.What, Stated: r.Stated, Verdict: r.Verdict, Reading: r.Reading,
		Count: r.Count, ID: r.ID}
	if r.Unit != "" {
		row.What += ", " + r.Unit
	}
	switch {
	case r.Value != nil && r.Tolerance == 0:
		row.Within = "exactly"
	case r.Value != nil:
		row.Within = "± " + strconv.FormatFloat(r.Tolerance, 'g', 2, 64)
	case r.Low != nil && r.High != nil:
		row.Within = doc.Number(*r.Low) + " to " + doc.Number(*r.High)
	}
	shown := r.Show()
	row.Class = shown.Class
	if r.Verdict == paper.OfMachine {
		// A timing would make two builds differ; the command shows it.
		row.Count = 0
		return row
	}
	row.Ours, row.Interval, row.Scale = shown.Ours, shown.Interval, template.HTML(shown.Scale)
	return row
}
