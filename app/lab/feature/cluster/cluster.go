// Package cluster takes the draft's study to a cluster: a dialog states its cost there and
// hands out the two files that it needs.
package cluster

import (
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := &effects{env: env}
	return feature.Feature{
		Follow:   e.follow,
		Commands: []feature.Command{{Act: "fleet", Live: true, Do: func(what, _ string) { e.command(what) }}},
		Fields:   []feature.Field{{Attribute: "data-fleet", Enter: e.enter}},
		Additions: panel.Additions{
			Dialogs: []panel.AddedDialog{{ID: dialogID, Draw: dialog}},
			At: map[panel.Place][]func(*state.State) ui.Node{
				panel.AtStudyMenu:    {menuLine},
				panel.AtStudyEntries: {clusterButton},
				panel.AtStudyFiles:   {documentLine},
			},
		},
		Facets: []state.Facet{Slot.Facet},
	}
}

// dialogID names the dialog in the look.
const dialogID = "fleet"
