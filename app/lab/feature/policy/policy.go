// Package policy is the editor of the user's own algorithms: their list, the source of one, its faults, and the
// algorithms to start from. The policies are parts of the document, and the permissions of programs belong to
// package state, because every run needs them.
package policy

import (
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// sideID names the side and the dialog of algorithms to start from in the look.
const sideID = "own"

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := &effects{env: env}
	return feature.Feature{
		News: e.news,
		Commands: []feature.Command{
			{Act: "own", Do: func(id, _ string) { e.open(id) }},
			{Act: "own-new", Do: func(from, _ string) { e.begin(from) }},
			{Act: "own-remove", Do: func(id, _ string) { env.Do(state.RemovePolicy{ID: id}) }},
		},
		Offers: []feature.Offer{{Name: "An algorithm of your own", Act: "own", Part: "Answers",
			Keywords:  "formula program write policy",
			IsEnabled: func(s *state.State) bool { return s.Layout.View != "study" }}},
		Additions: panel.Additions{
			Sides: []panel.AddedSide{{ID: sideID, Title: "Own algorithm", Close: "Close the editor",
				Parts: panel.AtPolicy, Draw: side}},
			Dialogs: []panel.AddedDialog{{ID: sideID, Draw: func(s *state.State) (string, ui.Node) {
				return "Start from", starts(s)
			}}},
			At: map[panel.Place][]func(*state.State) ui.Node{panel.AtRuns: {button}},
		},
	}
}
