package panel

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// FormPopover is the id of the form of the selection.
const FormPopover = "form"

// Form returns the form of the selection, empty while it is closed. assets/js/form.js places
// it next to the mark or row.
func Form(s *state.State, sc *screen.Screen) ui.Node {
	box := ui.El("aside", ui.Class("form-at"), ui.A("id", FormPopover), ui.A("aria-label", "Selection"))
	if !s.Layout.Editing || s.Layout.View != "" || s.Problem == nil {
		return box
	}
	form := sc.Form(s)
	if form.IsZero() {
		return box
	}
	main := s.Main()
	box.Attrs = append(box.Attrs, ui.A("data-at", main.Kind+":"+main.ID))
	box.Children = []ui.Node{ui.WithKey(main.Kind+":"+main.ID, form),
		ui.IconButton("close", "Close the form (Esc)", ui.Act("form", ""))}
	return box
}
