package lab

import (
	"slices"
	"strconv"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature/features"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// A view is one part of the page with the facets of the state that it reads. It is rendered again only if one of them
// changed; a test compares the list with the facets that views actually read.
type view struct {
	name   string
	facets []state.Facet
	draw   func(*state.State, *screen.Screen) ui.Node
}

// views are in the order of reading and of the Tab key: the picture precedes the tables, which have many focusable
// elements.
var views = slices.Concat([]view{
	{"bar", append(tabFacets(), state.FacetDraft, state.FacetKeep, state.FacetLayout, state.FacetAlert),
		func(s *state.State, sc *screen.Screen) ui.Node { return panel.Top(s, sc, featureParts) }},
	{"present", append(features.Facets(), state.FacetDraft, state.FacetWhy, state.FacetSelect, state.FacetFocus,
		state.FacetAnswers,
		state.FacetProgress, state.FacetLayout),
		func(s *state.State, sc *screen.Screen) ui.Node { return panel.Present(s, sc, featureParts) }},
	{"picture", []state.Facet{state.FacetDraft, state.FacetSelect, state.FacetLayout, state.FacetSpan,
		state.FacetAnswers,
		state.FacetFocus,
		state.FacetWhy, state.FacetMatrix},
		panel.Picture},
	{"waits", []state.Facet{state.FacetDraft, state.FacetAnswers, state.FacetProgress, state.FacetLayout},
		panel.RunBar},
	{"why", []state.Facet{state.FacetDraft, state.FacetWhy, state.FacetSelect, state.FacetFocus, state.FacetAnswers,
		state.FacetLayout,
		state.FacetMatrix},
		panel.Explanation},
	{"problem", []state.Facet{state.FacetDraft, state.FacetTyped, state.FacetText, state.FacetSelect, state.FacetLayout,
		state.FacetAnswers,
		state.FacetFocus, state.FacetMatrix},
		func(s *state.State, sc *screen.Screen) ui.Node { return panel.Problem(s, sc, featureParts) }},
	{"answers", []state.Facet{state.FacetDraft, state.FacetTyped, state.FacetText, state.FacetProgress,
		state.FacetMatrix,
		state.FacetFlips,
		state.FacetAnswers, state.FacetFocus, state.FacetSelect, state.FacetLayout},
		func(s *state.State, sc *screen.Screen) ui.Node { return panel.Answers(s, sc, featureParts) }},
	{"form", []state.Facet{state.FacetDraft, state.FacetTyped, state.FacetSelect, state.FacetLayout, state.FacetAnswers,
		state.FacetFocus,
		state.FacetMatrix, state.FacetWhy}, panel.Form},
}, featureViews(), []view{
	{"phone", []state.Facet{state.FacetLayout},
		func(s *state.State, _ *screen.Screen) ui.Node { return panel.Phone(s) }},
	{"alert", []state.Facet{state.FacetAlert, state.FacetDraft},
		func(s *state.State, _ *screen.Screen) ui.Node { return panel.Alert(s, featureParts) }},
	{"opening", []state.Facet{state.FacetAlert},
		func(s *state.State, _ *screen.Screen) ui.Node { return panel.Opening(s) }},
	{"dialog", append(features.Facets(), state.FacetLayout, state.FacetDraft, state.FacetKeep, state.FacetTyped,
		state.FacetAnswers,
		state.FacetProgress, state.FacetSelect, state.FacetWhy, state.FacetBrought, state.FacetAlert),
		func(s *state.State, sc *screen.Screen) ui.Node {
			return panel.Dialog(s, sc, dialogKeys(s, sc), featureParts)
		}},
})

// tabFacets returns the facets of the views of features in the bar.
func tabFacets() (list []state.Facet) {
	for _, t := range featureParts.Tabs {
		list = append(list, t.Facet)
	}
	return list
}

// featureViews returns the views of features.
func featureViews() (list []view) {
	for _, v := range featureParts.Views {
		list = append(list, view{v.Name, append(features.Facets(), v.Facets...),
			func(s *state.State, _ *screen.Screen) ui.Node { return v.Draw(s, featureParts) }})
	}
	return list
}

// Views returns the number of views.
func Views() int { return len(views) }

// ViewKey returns a key that changes whenever a facet of a view does.
func (l *Lab) ViewKey(i int) string { return l.s.Key(views[i].facets...) }

// View draws a view.
func (l *Lab) View(i int) ui.Node { return views[i].draw(&l.s, kinds.OfDraft(&l.s)) }

// Root returns the attributes of the root around the views.
func (l *Lab) Root() []ui.Attr { return rootAttributes(&l.s, l.inLine) }

// labNode returns the laboratory as one node.
func labNode(s *state.State) ui.Node {
	root := ui.El("div", rootAttributes(s, false))
	for i := range views {
		root.Children = append(root.Children, views[i].draw(s, kinds.OfDraft(s)))
	}
	return root
}

// rootAttributes returns the attributes of the laboratory's root, which decide which part a narrow screen shows.
func rootAttributes(s *state.State, inLine bool) []ui.Attr {
	tab, screen := featureParts.Tab(s.Layout.View), ""
	if tab != nil {
		screen = tab.Screen(s)
	}
	return []ui.Attr{ui.Class("lab"), ui.A("id", "lab"), ui.A("data-phone", s.Layout.Phone),
		ui.A("data-side", s.Layout.Side), ui.A("data-tool", s.Layout.Tool),
		ui.A("data-view", viewName(s)), ui.If(tab != nil, ui.A("data-screen", screen)),
		ui.A("data-stage", stage(inLine)), ui.A("data-keys", keyTable),
		ui.If(s.Lecture.On, ui.A("data-lecture", "on")), ui.If(s.Lecture.Blank, ui.A("data-blank", "on")),
		ui.If(s.Lecture.Steps, ui.A("data-steps", "on")),
		ui.If(s.Lecture.Size != 0, ui.A("data-size", strconv.Itoa(s.Lecture.Size)))}
}

// viewName returns the name of the shown view, never "", because go-app leaves empty attributes out.
func viewName(s *state.State) string {
	if s.Layout.View == "" {
		return "scenario"
	}
	return s.Layout.View
}

// stage returns the stage of the page's start; it is live once the adapters listen.
func stage(inLine bool) string {
	if inLine {
		return "live"
	}
	return "prerendered"
}
