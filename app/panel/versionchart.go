package panel

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
)

// The versions of a draft are a chart of its main metric too: a column beside
// them in which each version has a dot for each run at the height of its head,
// and lines lead down to the version before. Rows are of any height, so each row
// draws its own dots and its own part of the lines, which is stretched.

// Sizes of the chart, in pixels; as many runs as a version's words tell of.
const (
	chartWide  = 84.0
	chartEdge  = 6.0
	chartRuns  = 4
	chartUnits = 100.0 // that a row is high, whatever its height
)

// A versionChart knows where a number stands in the column.
type versionChart struct {
	metric      string
	least, most float64
}

// versionsChart is the chart of the versions, none where fewer than two have numbers of
// the same metric.
func versionsChart(h *state.Shelf) *versionChart {
	c := versionChart{least: math.Inf(1), most: math.Inf(-1)}
	numbers := 0
	for i := len(h.Versions) - 1; i >= 0; i-- {
		effects := c.of(&h.Versions[i])
		if len(effects) > 0 {
			numbers++
		}
		for _, e := range effects {
			c.metric = e.Metric
			c.least, c.most = min(c.least, e.Value), max(c.most, e.Value)
		}
	}
	if numbers < 2 {
		return nil
	}
	return &c
}

// of are the numbers of a version that the chart shows.
func (c *versionChart) of(v *library.Version) (shown []library.Effect) {
	for _, e := range v.Effects[:min(len(v.Effects), chartRuns)] {
		if c.metric == "" || e.Metric == c.metric {
			shown = append(shown, e)
		}
	}
	return shown
}

// x is where a number stands.
func (c *versionChart) x(value float64) string {
	share := 0.5
	if c.most > c.least {
		share = (value - c.least) / (c.most - c.least)
	}
	return strconv.FormatFloat(chartEdge+share*(chartWide-2*chartEdge), 'f', 1, 64)
}

// row is what the chart shows of a version, and the way to the one before, nil
// for the first. The words beside it say the same, so nobody is told it twice.
func (c *versionChart) row(v, before *library.Version) ui.Node {
	var lines, dots strings.Builder
	size := strconv.Itoa(int(chartWide))
	for _, e := range c.of(v) {
		dots.WriteString(`<circle class="` + picture.Hue(e.Colour) + `" cx="` + c.x(e.Value) + `" cy="6" r="3"/>`)
		if before == nil {
			continue
		}
		for _, was := range c.of(before) {
			if was.Run == e.Run {
				lines.WriteString(`<line class="` + picture.Hue(e.Colour) + `" x1="` + c.x(e.Value) + `" y1="0" x2="` +
					c.x(was.Value) + `" y2="` + strconv.Itoa(int(chartUnits)) + `" vector-effect="non-scaling-stroke"/>`)
			}
		}
	}
	return ui.Raw(`<div class="version-chart" aria-hidden="true"><svg class="ways-down" viewBox="0 0 ` + size + ` 100" ` +
		`preserveAspectRatio="none">` + lines.String() + `</svg><svg class="dots" width="` + size +
		`" height="12">` + dots.String() + `</svg></div>`)
}
