// Package kinds lists how each problem kind is drawn.
package kinds

import (
	"gridbox/core/draw/compare"
	"gridbox/core/draw/mini"
	"gridbox/core/draw/picture"
	batchdraw "gridbox/core/kind/batch/draw"
	farmdraw "gridbox/core/kind/farm/draw"
	groupdraw "gridbox/core/kind/group/draw"
	placementdraw "gridbox/core/kind/placement/draw"
	windowdraw "gridbox/core/kind/window/draw"
	"gridbox/core/scenario"
)

// A Drawer draws scenarios and answers of one kind.
type Drawer interface {
	// Draw draws an explicit scenario with an answer to it.
	Draw(picture.View) string
	// Thumb draws it in whatever size, without tools.
	Thumb(picture.View) string
	// Step draws it after the first of the recorded steps of its run.
	Step(picture.View) string
	// Mini draws it as the smallest picture. Places are those of a grid's clusters,
	// as the page has laid them out.
	Mini(m *mini.Builder, s *scenario.Scenario, solution any, places []picture.Point)
	// Size says how large a problem is: "5 clusters, 24 jobs".
	Size(*scenario.Scenario) string
	// Wide reports whether a picture wants the whole width of a page.
	Wide(*scenario.Scenario) bool
	compare.Drawer
}

// drawers has a row a kind.
var drawers = map[string]Drawer{
	"placement": placementdraw.Drawer{},
	"window":    windowdraw.Drawer{},
	"batch":     batchdraw.Drawer{},
	"group":     groupdraw.Drawer{},
	"farm":      farmdraw.Drawer{},
}

// Of returns the drawer of a kind, nil for no kind.
func Of(kind string) Drawer { return drawers[kind] }

// Draw draws a scenario and an answer.
func Draw(v picture.View) string { return drawers[v.Scenario.Kind].Draw(v) }

// Thumb draws an explicit scenario small, with an answer to it where that
// can be seen.
func Thumb(v picture.View) string {
	v.Width, v.Height, v.Static = picture.ThumbWidth, picture.ThumbHeight, true
	return drawers[v.Scenario.Kind].Thumb(v)
}

// Size says in words how large an explicit scenario is.
func Size(s *scenario.Scenario) string { return drawers[s.Kind].Size(s) }

// Wide reports whether the picture of an explicit scenario wants the whole width
// of a page.
func Wide(s *scenario.Scenario) bool { return drawers[s.Kind].Wide(s) }

// Mini draws an explicit scenario, with an answer where there is one.
func Mini(s *scenario.Scenario, a *scenario.Answer, places []picture.Point) string {
	var m mini.Builder
	var solution any
	if a != nil {
		solution = a.Solution
	}
	drawers[s.Kind].Mini(&m, s, solution, places)
	return m.String()
}
