package main

import (
	"context"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/picture"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// A Figure is an interactive picture in a page. The page contains it as SVG and loads WebAssembly
// only when the reader starts it.
type Figure struct {
	Preset    string
	Algorithm string // algorithm of the answer drawn; empty: the problem alone
	Options   map[string]any
	Job       string // job whose transfers are drawn
	Caption   string
	First     string // number of jobs of a farm shown; empty for all
	// Width and Height are the size in units of the drawing, which should be close to its size in
	// pixels so that text keeps its size; 0 means the size in an article.
	Width, Height float64
}

// readFigure parses the lines "name: value" of a fenced block. It returns an error for an unknown name, a line
// without a colon, or a block without a preset.
func readFigure(block string) (Figure, error) {
	var f Figure
	fields := map[string]*string{"preset": &f.Preset, "algorithm": &f.Algorithm, "job": &f.Job, "caption": &f.Caption,
		"first": &f.First}
	for line := range strings.Lines(block) {
		name, value, ok := strings.Cut(line, ":")
		field := fields[strings.TrimSpace(name)]
		if !ok || field == nil {
			return f, fmt.Errorf("figure: %q: want a line such as \"preset: five-clusters\"", strings.TrimSpace(line))
		}
		*field = strings.TrimSpace(value)
	}
	if f.Preset == "" {
		return f, fmt.Errorf("figure: it names no preset")
	}
	return f, nil
}

// query returns the query of the frame's address for this figure.
func (f Figure) query() string {
	q := url.Values{"preset": {f.Preset}}
	for name, value := range map[string]string{"algorithm": f.Algorithm, "job": f.Job} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return "?" + q.Encode()
}

// FigureView is the data of the template of a figure.
type FigureView struct {
	Live, Lab, Title, Caption string
	Still                     template.HTML
}

// writeFigure renders a fenced block "figure".
func (s *Site) writeFigure(w io.Writer, block string) error {
	f, err := readFigure(block)
	if err != nil {
		return err
	}
	view, err := s.figureView(f)
	if err != nil {
		return fmt.Errorf("figure %s: %w", f.Preset, err)
	}
	return templates.ExecuteTemplate(w, "figure", view)
}

// figureView returns the data of a figure's template: its addresses, its texts and a still drawing. With First it
// contains only so many jobs of a farm. It returns an error if the preset or this number is invalid.
func (s *Site) figureView(f Figure) (FigureView, error) {
	doc, err := presetScenario(f.Preset)
	if err != nil {
		return FigureView{}, err
	}
	full, err := explicit(doc)
	if err != nil {
		return FigureView{}, err
	}
	live := f.query()
	if f.First != "" {
		n, err := strconv.Atoi(f.First)
		if err != nil || full.Farm == nil || n < 1 || n > len(full.Farm.Jobs) {
			return FigureView{}, fmt.Errorf("first: %q is no number of jobs", f.First)
		}
		full.Farm.Jobs = full.Farm.Jobs[:n]
		full.Title, doc = doc.Title, full
	}
	link, err := scenario.Link(doc)
	if err != nil {
		return FigureView{}, err
	}
	if f.First != "" {
		live += link
	}
	still, err := drawAnswer(full, f)
	if err != nil {
		return FigureView{}, err
	}
	return FigureView{
		Live: s.URL("figure/") + live, Lab: s.URL("lab/") + link,
		Title: doc.Title, Caption: f.Caption, Still: template.HTML(still),
	}, nil
}

// articleHeight returns the height of a drawing in an article, which is lower for a farm with few
// slots.
func articleHeight(s *scenario.Scenario) float64 {
	const most, lane, around = 540, 60, 60
	if s.Farm == nil {
		return most
	}
	slots := 0
	for _, m := range s.Farm.Machines {
		slots += m.Slots
	}
	return min(most, float64(around+lane*slots))
}

// drawAnswer draws an explicit scenario with the answer of an algorithm, for one job if the
// figure names it.
func drawAnswer(full *scenario.Scenario, f Figure) (string, error) {
	view := picture.View{Scenario: full, Subject: f.Job, Static: true, Width: f.Width, Height: f.Height,
		Name: full.Title}
	if view.Width == 0 {
		view.Width, view.Height = 620, articleHeight(full)
	}
	if f.Algorithm != "" {
		algorithm, ok := catalog.Find(full.Kind, f.Algorithm)
		if !ok {
			return "", fmt.Errorf("there is no algorithm %q", f.Algorithm)
		}
		answer, err := engine.All().RunExplicit(context.Background(), full, scenario.Run{Algorithm: f.Algorithm,
			Options: f.Options}, engine.Env{})
		if err != nil {
			return "", err
		}
		if !answer.Feasible {
			return "", fmt.Errorf("%s found no answer: %s", f.Algorithm, answer.Reason)
		}
		view.Answer, view.Colour = &answer, algorithm.Colour
	}
	return kinds.Draw(view).SVG(), nil
}

// presetSeed is the seed of all pictures of presets on the site.
const presetSeed = 7

// presetScenario returns the document of a preset of any kind.
func presetScenario(preset string) (*scenario.Scenario, error) {
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		return nil, fmt.Errorf("there is no preset %q", preset)
	}
	doc := scenario.NewGenerated(kind.ID, preset, presetSeed)
	for _, p := range kind.Presets {
		if p.ID == preset {
			doc.Title, doc.About = p.Title, p.About
		}
	}
	return doc, nil
}

// explicit expands a document.
func explicit(doc *scenario.Scenario) (*scenario.Scenario, error) {
	full, faults := scenario.Expand(doc)
	return full, faults.Err()
}
