package lab

import (
	"gridbox/app/screen"
	"gridbox/app/screen/batch"
	"gridbox/app/screen/farm"
	"gridbox/app/screen/group"
	"gridbox/app/screen/placement"
	"gridbox/app/screen/window"
	"gridbox/app/state"
)

// screens lists the screens in the order of the kinds.
var screens = []*screen.Screen{&placement.Screen, &window.Screen, &batch.Screen, &group.Screen, &farm.Screen}

// screenOf gives the screen of the draft's kind. A draft is valid, so its kind
// has a screen: a test goes through the catalogue.
func screenOf(s *state.State) *screen.Screen {
	for _, sc := range screens {
		if sc.Kind == s.Draft.Kind {
			return sc
		}
	}
	return screens[0]
}
