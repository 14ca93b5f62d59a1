// Package kinds lists the drawer of each problem kind. Figures, pages and documents call its
// functions to draw a scenario or an answer without knowing the kind: the whole picture, a
// thumbnail, the smallest picture for lists, and the recorded steps of a run.
package kinds

import (
	"gridbox/core/draw/compare"
	"gridbox/core/draw/mini"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
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
	Draw(picture.View) *scene.Node
	// Thumb draws it at any size, without controls.
	Thumb(picture.View) *scene.Node
	// Step draws it after the first v.Step recorded steps of its run.
	Step(picture.View) *scene.Node
	// Mini draws it as the smallest picture. Places are the laid out places of a grid's clusters.
	Mini(m *mini.Builder, s *scenario.Scenario, solution any, places []picture.Point)
	// Size returns the size of a problem in words: "5 clusters, 24 jobs".
	Size(*scenario.Scenario) string
	// IsWide reports whether a picture needs the whole width of a page.
	IsWide(*scenario.Scenario) bool
	compare.Drawer
}

// drawers has the drawer of each kind.
var drawers = map[string]Drawer{
	"placement": placementdraw.Drawer{},
	"window":    windowdraw.Drawer{},
	"batch":     batchdraw.Drawer{},
	"group":     groupdraw.Drawer{},
	"farm":      farmdraw.Drawer{},
}

// Of returns the drawer of a kind, or nil for an unknown kind.
func Of(kind string) Drawer { return drawers[kind] }

// Draw draws a scenario and an answer.
func Draw(v picture.View) *scene.Node { return drawers[v.Scenario.Kind].Draw(v) }

// Thumb draws an explicit scenario as a thumbnail, with an answer if the view has one.
func Thumb(v picture.View) *scene.Node {
	v.Width, v.Height, v.Static = picture.ThumbWidth, picture.ThumbHeight, true
	return drawers[v.Scenario.Kind].Thumb(v)
}

// Size returns the size of an explicit scenario in words.
func Size(s *scenario.Scenario) string { return drawers[s.Kind].Size(s) }

// IsWide reports whether the picture of an explicit scenario needs the whole width of a page.
func IsWide(s *scenario.Scenario) bool { return drawers[s.Kind].IsWide(s) }

// Mini draws an explicit scenario as the smallest picture, with the answer unless a is nil.
func Mini(s *scenario.Scenario, a *scenario.Answer, places []picture.Point) string {
	var m mini.Builder
	var solution any
	if a != nil {
		solution = a.Solution
	}
	drawers[s.Kind].Mini(&m, s, solution, places)
	return m.String()
}
