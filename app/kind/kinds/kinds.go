// Package kinds lists the screens of all problem kinds.
package kinds

import (
	"gridbox/app/kind/batch"
	"gridbox/app/kind/farm"
	"gridbox/app/kind/group"
	"gridbox/app/kind/placement"
	"gridbox/app/kind/window"
	"gridbox/app/screen"
	"gridbox/app/state"
)

// Screens are the screens of all kinds, in the order of the kinds.
var Screens = []*screen.Screen{&placement.Screen, &window.Screen, &batch.Screen, &group.Screen, &farm.Screen}

// Of returns the screen of a kind, nil if there is none. The kind of a valid draft has one; a test compares the list
// with the catalogue.
func Of(kind string) *screen.Screen {
	for _, sc := range Screens {
		if sc.Kind == kind {
			return sc
		}
	}
	return nil
}

// OfDraft returns the screen of the draft's kind.
func OfDraft(s *state.State) *screen.Screen { return Of(s.Draft.Kind) }
