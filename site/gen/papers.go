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

// A PaperPage compares the statements of a paper with our results.
type PaperPage struct {
	*Site
	*paper.Document
	Kind        catalog.Kind
	Experiments []ExperimentView
	Figures     []PublishedFigure
	Drawing     *PublishedFigure // an answer to the worked example
	Rows        []PaperRow       // rows without a figure
	Others      []PaperRow       // results of rejected interpretations
	Tally       string
	Proofs      []Proof
	Config      template.HTML
	Answers     bool // whether rows compare the answers themselves
	Command     string
	Address     string
}

// An ExperimentView is a study of a paper with a link that runs it again.
type ExperimentView struct {
	paper.ExperimentDocument
	Index int
	Lab   string
}

// addPapers writes a page for each paper and their index. The values come from documents written
// by `gridbox study --paper` (./build.sh papers).
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
			Description: "What the paper states compared with what Gridbox computes, with intervals and verdicts: " +
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

// paperPage returns the data of a paper's page from its document in folder. It returns an error if the document is
// missing, malformed, or has other experiments or rows than the paper.
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
	page.Tally = page.Document.VerdictSummary()
	if page.Proofs, err = proofs(p); err != nil {
		return nil, err
	}
	if err := page.draw(p); err != nil {
		return nil, err
	}
	page.sort()
	return page, nil
}

// draw draws the paper's figures again, and the answer to its worked example.
func (page *PaperPage) draw(p *paper.Paper) error {
	for i := range page.Document.Charts {
		c := &page.Document.Charts[i]
		if len(c.Lines) == 0 || len(c.Lines[0].Points) == 0 {
			return fmt.Errorf("%s has no points", c.ID)
		}
		page.Figures = append(page.Figures, publishedFigure(p.Kind, c))
	}
	if p.Drawing == nil {
		return nil
	}
	asked, err := presetScenario(p.Drawing.Preset)
	if err != nil {
		return err
	}
	full, err := explicit(asked)
	if err != nil {
		return err
	}
	still, err := drawAnswer(full, Figure{Algorithm: p.Drawing.Run.Algorithm, Options: p.Drawing.Run.Options,
		Width: 720, Height: 400})
	if err != nil {
		return err
	}
	page.Drawing = &PublishedFigure{Where: p.Drawing.Where, Title: asked.Title, Known: p.Drawing.Caption,
		Still: template.HTML(still)}
	return nil
}

// sort assigns every row to its figure.
func (page *PaperPage) sort() {
	beside := map[string]*PublishedFigure{}
	for i, c := range page.Document.Charts {
		for _, id := range c.Rows {
			beside[id] = &page.Figures[i]
		}
	}
	for i := range page.Document.Rows {
		r := &page.Document.Rows[i]
		switch f := beside[r.ID]; {
		case r.Rejected:
			page.Others = append(page.Others, paperRow(r))
		case f != nil:
			f.Rows = append(f.Rows, paperRow(r))
		default:
			page.Rows = append(page.Rows, paperRow(r))
		}
	}
}

// A PaperRow is a statement as the page shows it.
type PaperRow struct {
	ID                         string
	Where, What, Stated, Claim string
	Judged, Reading            string
	Quoted                     bool // whether the statement is a quotation
	Ours, Interval, Over       string
	Verdict, Class, Miss       string
	Scale                      template.HTML
}

// paperRow returns a row of the comparison as the template needs it.
func paperRow(r *paper.RowDocument) PaperRow {
	shown := r.View()
	row := PaperRow{ID: r.ID, Where: r.Where, What: r.What, Stated: r.Stated, Claim: r.Claim, Judged: r.Judged,
		Reading: r.Reading, Quoted: r.Judged != "", Verdict: r.Verdict, Class: shown.Class, Miss: shown.Miss,
		Ours: shown.Ours, Interval: shown.Interval, Scale: template.HTML(shown.Scale)}
	if r.Unit != "" {
		row.What += ", " + r.Unit
	}
	if r.Count > 0 {
		row.Over = "over " + strconv.Itoa(r.Count)
	}
	if r.Excluded > 0 {
		row.Over += "; " + strconv.Itoa(r.Excluded) + " left out, which none can answer"
	}
	return row
}
