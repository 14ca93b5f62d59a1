// Package paperfigure chooses what a figure for paper shows of a scenario, its answers or
// its study, and says what made it. The command line and gridbox.js draw by it, so
// that the same wishes give the same figure.
package paperfigure

import (
	"errors"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/draw/chart"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/render"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// A Plate is what is drawn: of a study its chart; else of answers the picture of the
// first, or the metric of all; without answers the problem.
type Plate struct {
	Scenario *scenario.Scenario // explicit
	Answers  []scenario.Answer
	Study    *report.Document
	// Charted draws Metric of all answers. Of a study, Metric and Along choose the
	// chart, the first ones where they are empty.
	Charted       bool
	Metric, Along string
	// Drawn, where it is not nil, draws the figure in place of all this: a step of a run.
	Drawn  func(width, height float64) string
	Step   string  // what Drawn shows, for the caption
	Height float64 // in millimetres; 0 as suits the width
}

// Lay draws a plate and lays it out, with a caption of title and subject where one
// is wished for.
func (p *Plate) Lay(o render.Options, captioned bool) (*render.Page, error) {
	pixels, err := o.Pixels()
	if err != nil {
		return nil, err
	}
	svg, err := p.draw(pixels, p.Height*pixels/o.Width)
	if err != nil {
		return nil, err
	}
	o.Title, o.Subject = p.Title(), p.Subject()
	if captioned {
		o.Caption = o.Title + ". " + o.Subject + "."
	}
	return render.Lay(svg, o)
}

// draw is the SVG to be printed, drawn as wide as its texts want it.
func (p *Plate) draw(pixels, height float64) (string, error) {
	if p.Study != nil {
		c, err := chart.OfStudy(p.Study, p.Metric, p.Along)
		if err != nil {
			return "", err
		}
		if height == 0 {
			height = max(240, 0.62*pixels)
		}
		return c.Draw(pixels, height), nil
	}
	runs := catalog.RunsOf(p.Answers)
	names, colours := catalog.Names(p.Scenario.Kind, runs), catalog.Colours(p.Scenario.Kind, runs)
	if p.Charted {
		return p.bars(names, colours, pixels)
	}
	if height == 0 {
		height = 0.72 * pixels
	}
	if p.Drawn != nil {
		return p.Drawn(pixels, height), nil
	}
	v := picture.View{Scenario: p.Scenario, Width: pixels, Height: height, Static: true, Name: p.Title()}
	if len(p.Answers) > 0 {
		v.Answer, v.Colour = &p.Answers[0], colours[0]
	}
	return kinds.Draw(v), nil
}

func (p *Plate) bars(names []string, colours []int, pixels float64) (string, error) {
	kind, _ := catalog.ByID(p.Scenario.Kind)
	if _, ok := kind.Metric(p.Metric); !ok {
		var ids []string
		for _, m := range kind.Metrics {
			ids = append(ids, m.ID)
		}
		return "", errors.New(p.Metric + " is no metric of kind " + kind.ID + "; there are " + strings.Join(ids, ", "))
	}
	return chart.OfMetric(kind.ID, p.Metric, p.Answers, names, colours).Draw(pixels), nil
}

// Title is that of the document, or the name of its kind.
func (p *Plate) Title() string {
	switch {
	case p.Study != nil && p.Study.Title != "":
		return p.Study.Title
	case p.Scenario.Title != "":
		return p.Scenario.Title
	}
	kind, _ := catalog.ByID(p.Scenario.Kind)
	return kind.Name
}

// Subject says what made the figure: all that is needed to make it again.
func (p *Plate) Subject() string {
	var parts []string
	digest := scenario.Digest(p.Scenario)
	if p.Study != nil {
		digest = p.Study.Scenario
		parts = append(parts, picture.Count(p.Study.Replications, "replication"))
	} else if len(p.Answers) > 0 {
		if !p.Charted {
			parts = append(parts, catalog.Names(p.Scenario.Kind, catalog.RunsOf(p.Answers))[0])
		}
		digest = p.Answers[0].Digest
	}
	if p.Step != "" {
		parts = append(parts, p.Step)
	}
	if p.Scenario.Seed != 0 {
		parts = append(parts, "seed "+strconv.FormatUint(p.Scenario.Seed, 10))
	}
	return strings.Join(append(parts, scenario.ShortDigest(digest), "Gridbox "+catalog.Version), ", ")
}
