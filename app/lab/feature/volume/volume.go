// Package volume exports and imports the whole library as one file. It has no state of its own.
package volume

import (
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := effects{env}
	return feature.Feature{
		File:     e.open,
		Commands: []feature.Command{{Act: "volume", Do: func(_, _ string) { e.export() }}},
		Offers: []feature.Offer{{Name: "Save the whole library", Act: "volume", Keywords: "backup export drafts",
			Part: "Share"}},
		Additions: panel.Additions{At: map[panel.Place][]func(*state.State) ui.Node{panel.AtLibrary: {buttons}}},
	}
}
