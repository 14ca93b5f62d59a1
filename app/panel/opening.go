package panel

import (
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// Opening shows which document is being opened, with a button that cancels it. The style sheet hides it for a moment,
// so that short openings do not show it.
func Opening(s *state.State) ui.Node {
	box := ui.El("div", ui.Class("opening"), ui.A("role", "status"))
	if s.Opening != "" {
		box.Children = append(box.Children, ui.El("div", ui.Class("alert"),
			ui.El("p", i18n.T("Opening {}…", s.Opening)),
			ui.El("progress", ui.A("aria-label", i18n.T("Opening {}", s.Opening))),
			ui.El("div", ui.Class("acts"), ui.Button("Cancel", ui.Act("cancelopening")))))
	}
	return box
}
