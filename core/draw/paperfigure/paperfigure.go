// Package paperfigure chooses the content of a figure for paper and describes its source. Given a
// scenario, its answers or its study, it draws the problem, one answer, a metric of all answers,
// or a chart of the study. It adds a caption that contains all that is needed to make the figure
// again. The command line and gridbox.js share it, so that equal requests give equal figures.
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
	"gridbox/core/draw/scene"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// A Plate is the content of a figure. Of a study its chart is drawn. Of answers the picture of
// the first one is drawn, or a metric of all. Without answers the problem is drawn.
type Plate struct {
	Scenario *scenario.Scenario // explicit
	Answers  []scenario.Answer
	Study    *report.Document
	// Charted draws Metric of all answers. For a study, Metric and VariedPath choose the chart; if
	// they are empty, the first ones are used.
	Charted            bool
	Metric, VariedPath string
	// Picture, unless nil, draws the figure instead: a step of a run.
	Picture func(width, height float64) *scene.Node
	Step    string  // a description of what Picture draws, for the caption
	Height  float64 // in millimetres; 0 chooses a height that suits the width
}

// Page draws a plate and lays it out. If captioned is set, it adds a caption of title and subject.
// It returns an error if an option is invalid or the plate cannot be drawn.
func (p *Plate) Page(o render.Options, captioned bool) (*render.Page, error) {
	pixels, err := o.Pixels()
	if err != nil {
		return nil, err
	}
	drawn, err := p.draw(pixels, p.Height*pixels/o.Width)
	if err != nil {
		return nil, err
	}
	o.Title, o.Subject = p.Title(), p.Subject()
	if captioned {
		o.Caption = o.Title + ". " + o.Subject + "."
	}
	return render.NewPage(drawn, o)
}

// draw returns the picture of the plate for print. The width is in pixels, chosen so that texts
// are legible. A height of 0 means a default ratio; bars choose their own height. It returns an
// error if the study or the answers cannot be charted.
func (p *Plate) draw(pixels, height float64) (*scene.Node, error) {
	if p.Study != nil {
		c, err := chart.OfStudy(p.Study, p.Metric, p.VariedPath)
		if err != nil {
			return nil, err
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
	if p.Picture != nil {
		return p.Picture(pixels, height), nil
	}
	v := picture.View{Scenario: p.Scenario, Width: pixels, Height: height, Static: true, Name: p.Title()}
	if len(p.Answers) > 0 {
		v.Answer, v.Colour = &p.Answers[0], colours[0]
	}
	return kinds.Draw(v), nil
}

func (p *Plate) bars(names []string, colours []int, pixels float64) (*scene.Node, error) {
	kind, _ := catalog.ByID(p.Scenario.Kind)
	if _, ok := kind.Metric(p.Metric); !ok {
		var ids []string
		for _, m := range kind.Metrics {
			ids = append(ids, m.ID)
		}
		return nil, errors.New(p.Metric + " is no metric of kind " + kind.ID + "; there are " + strings.Join(ids, ", "))
	}
	return chart.OfMetric(kind.ID, p.Metric, p.Answers, names, colours).Draw(pixels), nil
}

// Title returns the title of the document, or the name of its kind.
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

// Subject returns the origin of the figure: all that is needed to make it again.
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
