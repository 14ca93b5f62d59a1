// Package compare shows two answers next to each other, and why they differ.
package compare

import (
	"strconv"

	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
)

// viewID names the view in the look and in addresses. button is the id of the button that shows it.
const (
	viewID = "beside"
	button = "to-compare"
)

// facets are the facets that both parts of the view read.
var facets = []state.Facet{Slot.Facet, state.FacetDraft, state.FacetAnswers, state.FacetProgress, state.FacetKeep,
	state.FacetLayout}

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := &effects{env: env}
	return feature.Feature{
		Follow:     e.follow,
		Compare:    e.compare,
		Documents:  e.documents,
		OnLinkOpen: e.openLinked,
		View: &feature.View{ID: viewID, Toggle: e.toggle, Escape: e.leave, Open: func() { e.set(e.defaultSides()) },
			Link: e.link, Run: e.run, Play: e.toggleReplay, Step: e.step, OnClick: e.selectElement},
		Commands: []feature.Command{
			{Act: "two", Live: true, Keys: [][2]string{{"]", "next"}, {"[", "previous"}}, Reach: feature.ReachNonText,
				Sign: "[ ]", Help: "side by side: the previous or the next difference", Anywhere: "open",
				CanRun:       isViewShown,
				InsertBefore: "context", Do: e.command},
			{Act: "whatchanged", Do: func(_, _ string) { e.compareLastChange() }},
			{Act: "comparewith", Do: func(id, _ string) { e.compareWith(id) }},
		},
		Offers: []feature.Offer{{Name: "Compare two answers", Act: "goto", ID: viewID, Part: feature.Switch,
			Keywords: "side by side difference what changed"}},
		Fields: []feature.Field{
			{Attribute: "data-beside", Enter: func(of string, in feature.Input) {
				e.choose(of, in.Attribute("data-of"), in.Value)
			}},
			{Attribute: "data-turn", Typing: true, Enter: func(_ string,
				in feature.Input) {
				e.stopAt(atoi(in.Value))
			}},
		},
		Additions: panel.Additions{
			Links: []panel.AddedLink{{View: viewID, ID: button, Name: "Compare",
				About: "two answers side by side, and why they differ", ShareContent: "two answers side by side"}},
			Views: []panel.AddedView{
				{Name: "beside", Facets: append(facets[:len(facets):len(facets)], state.FacetVersions), Draw: pictures},
				{Name: "differences", Facets: facets, Draw: list},
			},
		},
	}
}

// atoi returns the number of a text, 0 if it is malformed.
func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
