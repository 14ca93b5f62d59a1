package panel

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// Present returns the section around the picture while presenting, which features fill. It is empty otherwise.
func Present(s *state.State, sc *screen.Screen, added Additions) ui.Node {
	box := ui.El("section", ui.Class("present"), ui.A("aria-label", "Presenting"), ui.Flag("hidden", !s.Lecture.On))
	if s.Lecture.On {
		for _, draw := range added.Present {
			box.Children = append(box.Children, draw(s, sc))
		}
	}
	return box
}
