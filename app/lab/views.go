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
	{"bar", append(tabFacets(), state.OfDraft, state.OfKeep, state.OfLook, state.OfAlert),
		func(s *state.State, sc *screen.Screen) ui.Node { return panel.Top(s, sc, added) }},
	{"present", append(features.Facets(), state.OfDraft, state.OfWhy, state.OfSelect, state.OfFocus, state.OfAnswers,
		state.OfProgress, state.OfLook),
		func(s *state.State, sc *screen.Screen) ui.Node { return panel.Present(s, sc, added) }},
	{"picture", []state.Facet{state.OfDraft, state.OfSelect, state.OfLook, state.OfSpan, state.OfAnswers,
		state.OfFocus,
		state.OfWhy, state.OfMatrix},
		panel.Picture},
	{"waits", []state.Facet{state.OfDraft, state.OfAnswers, state.OfProgress, state.OfLook}, panel.Waits},
	{"why", []state.Facet{state.OfDraft, state.OfWhy, state.OfSelect, state.OfFocus, state.OfAnswers, state.OfLook,
		state.OfMatrix},
		panel.Why},
	{"problem", []state.Facet{state.OfDraft, state.OfTyped, state.OfText, state.OfSelect, state.OfLook,
		state.OfAnswers,
		state.OfFocus, state.OfMatrix},
		func(s *state.State, sc *screen.Screen) ui.Node { return panel.Problem(s, sc, added) }},
	{"answers", []state.Facet{state.OfDraft, state.OfTyped, state.OfText, state.OfProgress, state.OfMatrix,
		state.OfFlips,
		state.OfAnswers, state.OfFocus, state.OfSelect, state.OfLook},
		func(s *state.State, sc *screen.Screen) ui.Node { return panel.Answers(s, sc, added) }},
	{"form", []state.Facet{state.OfDraft, state.OfTyped, state.OfSelect, state.OfLook, state.OfAnswers, state.OfFocus,
		state.OfMatrix, state.OfWhy}, panel.Form},
}, addedViews(), []view{
	{"phone", []state.Facet{state.OfLook}, func(s *state.State, _ *screen.Screen) ui.Node { return panel.Phone(s) }},
	{"alert", []state.Facet{state.OfAlert, state.OfDraft},
		func(s *state.State, _ *screen.Screen) ui.Node { return panel.Alert(s, added) }},
	{"opening", []state.Facet{state.OfAlert},
		func(s *state.State, _ *screen.Screen) ui.Node { return panel.Opening(s) }},
	{"dialog", append(features.Facets(), state.OfLook, state.OfDraft, state.OfKeep, state.OfTyped, state.OfAnswers,
		state.OfProgress, state.OfSelect, state.OfWhy, state.OfBrought, state.OfAlert),
		func(s *state.State, sc *screen.Screen) ui.Node { return panel.Dialog(s, sc, withMenu(s, sc), added) }},
})

// tabFacets returns the facets of the views of features in the bar.
func tabFacets() (list []state.Facet) {
	for _, t := range added.Tabs {
		list = append(list, t.Facet)
	}
	return list
}

// addedViews returns the views of features.
func addedViews() (list []view) {
	for _, v := range added.Views {
		list = append(list, view{v.Name, append(features.Facets(), v.Facets...),
			func(s *state.State, _ *screen.Screen) ui.Node { return v.Draw(s, added) }})
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
func (l *Lab) Root() []ui.Attr { return rooted(&l.s, l.inLine) }

// whole returns the laboratory as one node.
func whole(s *state.State) ui.Node {
	root := ui.El("div", rooted(s, false))
	for i := range views {
		root.Children = append(root.Children, views[i].draw(s, kinds.OfDraft(s)))
	}
	return root
}

// rooted returns the attributes of the laboratory's root, which decide which part a narrow screen shows.
func rooted(s *state.State, inLine bool) []ui.Attr {
	tab, screen := added.Tab(s.Look.View), ""
	if tab != nil {
		screen = tab.Screen(s)
	}
	return []ui.Attr{ui.Class("lab"), ui.A("id", "lab"), ui.A("data-phone", s.Look.Phone),
		ui.A("data-side", s.Look.Side), ui.A("data-tool", s.Look.Tool),
		ui.A("data-view", looks(s)), ui.If(tab != nil, ui.A("data-screen", screen)),
		ui.A("data-stage", stage(inLine)), ui.A("data-keys", keyTable),
		ui.If(s.Lecture.On, ui.A("data-lecture", "on")), ui.If(s.Lecture.Blank, ui.A("data-blank", "on")),
		ui.If(s.Lecture.Steps, ui.A("data-steps", "on")),
		ui.If(s.Lecture.Size != 0, ui.A("data-size", strconv.Itoa(s.Lecture.Size)))}
}

// looks returns the name of the shown view, never "", because go-app leaves empty attributes out.
func looks(s *state.State) string {
	if s.Look.View == "" {
		return "scenario"
	}
	return s.Look.View
}

// stage returns the stage of the page's start; it is live once the adapters listen.
func stage(inLine bool) string {
	if inLine {
		return "live"
	}
	return "prerendered"
}
