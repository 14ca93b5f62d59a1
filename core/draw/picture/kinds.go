package picture

import (
	"gridbox/core/scenario"
)

// A Drawer draws scenarios and answers of one kind.
type Drawer interface {
	// Draw draws an explicit scenario with an answer to it.
	Draw(View) string
	// Thumb draws it in whatever size, without tools.
	Thumb(View) string
	// Mini draws it as the smallest picture. Places are those of a grid's clusters,
	// as the page has laid them out.
	Mini(m *mini, s *scenario.Scenario, solution any, places []Point)
	// Size says how large a problem is: "5 clusters, 24 jobs".
	Size(*scenario.Scenario) string
	// Wide reports whether a picture wants the whole width of a page.
	Wide(*scenario.Scenario) bool
	PairDrawer
}

// drawers has a row a kind.
var drawers = map[string]Drawer{
	"placement": placementDrawer{},
	"window":    windowDrawer{},
	"batch":     batchDrawer{},
	"group":     groupDrawer{},
	"farm":      farmDrawer{},
}

// Of returns the drawer of a kind, nil for no kind.
func Of(kind string) Drawer { return drawers[kind] }

// Draw draws a scenario and an answer.
func Draw(v View) string { return drawers[v.Scenario.Kind].Draw(v) }

// ThumbOf draws an explicit scenario small, with an answer to it where that
// can be seen.
func ThumbOf(v View) string {
	v.Width, v.Height, v.Static = ThumbWidth, ThumbHeight, true
	return drawers[v.Scenario.Kind].Thumb(v)
}

// SizeOf says in words how large an explicit scenario is.
func SizeOf(s *scenario.Scenario) string { return drawers[s.Kind].Size(s) }

// Wide reports whether the picture of an explicit scenario wants the whole width
// of a page.
func Wide(s *scenario.Scenario) bool { return drawers[s.Kind].Wide(s) }

// Mini draws an explicit scenario, with an answer where there is one.
func Mini(s *scenario.Scenario, a *scenario.Answer, places []Point) string {
	var m mini
	var solution any
	if a != nil {
		solution = a.Solution
	}
	drawers[s.Kind].Mini(&m, s, solution, places)
	return m.String()
}
