package figure

import (
	"html"
	"strconv"

	"github.com/vugu/vugu"
)

// Root is the figure as a vugu component; root.vugu is its markup.
//
// Six of its elements are islands: vugu draws the element but not its content. vugu writes every text and every
// innerHTML again at every rendering. That would take the focus from the picture and make screen readers repeat the
// status. So the contents are written from outside, and only when they change. An island's id is a Go expression,
// because vugugen makes constant HTML of elements without expressions, and that is written again too.
type Root struct {
	*Figure
}

const (
	islandPicture = "fig-picture"
	islandStatus  = "fig-status"
	islandText    = "fig-said"
	islandNumbers = "fig-numbers"
	islandChart   = "fig-chart"
	islandStudy   = "fig-study"
)

// An Island is the content of one element that vugu does not draw.
type Island struct {
	ID   string
	HTML string
}

// Islands returns the contents of all islands, for a page that is drawn
// beforehand.
func (c *Root) Islands() []Island {
	return []Island{
		{islandPicture, c.Picture(c.StillCanvas())},
		{islandText, c.Sentence()},
		{islandNumbers, c.StepTable()},
		{islandChart, c.Chart(c.StillCanvas().Width)},
		{islandStudy, c.StudyChart(c.StillCanvas().Width)},
		{islandStatus, html.EscapeString(c.Status())},
	}
}

// scrub follows the slider of steps.
func (c *Root) scrub(event vugu.DOMEvent) {
	if n, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.StepTo(n)
	}
}

// turn follows a control's slider.
func (c *Root) turn(i int, event vugu.DOMEvent) {
	if n, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.Turn(i, n)
	}
}

// slide follows the job slider.
func (c *Root) slide(event vugu.DOMEvent) {
	if n, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.PickJob(n)
	}
}
