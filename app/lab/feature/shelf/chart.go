package shelf

import (
	"math"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// The versions of a draft are also a chart of its main metric: a column in which each version has a dot for each run,
// at the height of the version's head, with lines to the version before. Rows have any height, so each row draws its
// own dots and its own part of the lines, which is stretched.

// Sizes of the chart in pixels, and the number of runs, as many as the words about a version name.
const (
	chartWide  = 84.0
	chartEdge  = 6.0
	chartRuns  = 4
	chartUnits = 100.0 // height of a row in units of its drawing
)

// A versionChart is the scale of the column.
type versionChart struct {
	metric   string
	min, max float64
}

// versionsChart returns the chart of the versions, nil if fewer than two have
// numbers of the same metric.
func versionsChart(h *state.Versions) *versionChart {
	c := versionChart{min: math.Inf(1), max: math.Inf(-1)}
	numbers := 0
	for i := len(h.List) - 1; i >= 0; i-- {
		effects := c.shownEffects(&h.List[i])
		if len(effects) > 0 {
			numbers++
		}
		for _, e := range effects {
			c.metric = e.Metric
			c.min, c.max = min(c.min, e.Value), max(c.max, e.Value)
		}
	}
	if numbers < 2 {
		return nil
	}
	return &c
}

// shownEffects returns the effects of a version that the chart shows.
func (c *versionChart) shownEffects(v *library.Version) (shown []library.Effect) {
	for _, e := range v.Effects[:min(len(v.Effects), chartRuns)] {
		if c.metric == "" || e.Metric == c.metric {
			shown = append(shown, e)
		}
	}
	return shown
}

// x returns the position of a number.
func (c *versionChart) x(value float64) float64 {
	share := 0.5
	if c.max > c.min {
		share = (value - c.min) / (c.max - c.min)
	}
	return chartEdge + share*(chartWide-2*chartEdge)
}

// row returns the chart's part for a version, with the lines to the one before,
// nil for the first. It is hidden from screen readers, because the words next
// to it have the same content.
func (c *versionChart) row(v, before *library.Version) ui.Node {
	ways, dots := &scene.Builder{}, &scene.Builder{}
	ways.Open("svg", "ways-down")
	ways.ViewBox(chartWide, chartUnits)
	ways.Attr("preserveAspectRatio", "none")
	dots.Open("svg", "dots")
	dots.Num("width", chartWide)
	dots.Attr("height", "12")
	for _, e := range c.shownEffects(v) {
		dots.Open("circle", picture.Hue(e.Colour))
		dots.Coarse([]string{"cx", "cy", "r"}, c.x(e.Value), 6, 3)
		dots.Close()
		if before == nil {
			continue
		}
		for _, was := range c.shownEffects(before) {
			if was.Run == e.Run {
				ways.Open("line", picture.Hue(e.Colour))
				ways.Coarse(scene.Ends, c.x(e.Value), 0, c.x(was.Value), chartUnits)
				ways.Attr("vector-effect", "non-scaling-stroke")
				ways.Close()
			}
		}
	}
	ways.Close()
	dots.Close()
	return ui.El("div", ui.Class("version-chart"), ui.A("aria-hidden", "true"), ui.Picture(ways.Node()),
		ui.Picture(dots.Node()))
}
