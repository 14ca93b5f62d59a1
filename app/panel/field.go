package panel

import (
	"gridbox/app/state"
	"gridbox/app/ui"
)

// Field returns the buttons for the number in the focused field. They are hidden until assets/js/field.js places them
// next to that field and sets the field's path as their argument.
func Field(s *state.State) ui.Node {
	if s.Look.View == "study" {
		return ui.El("div", ui.A("id", "field-acts"), ui.Flag("hidden", true))
	}
	return ui.El("div", ui.A("id", "field-acts"), ui.Class("field-acts"), ui.A("role", "region"),
		ui.A("aria-label", "With this number"), ui.Flag("hidden", true),
		ui.Button("Vary this", ui.Act("vary"), ui.A("tabindex", "-1"),
			ui.A("title", "the chart of all metrics over this number, Ctrl+.")),
		ui.Button("Noise", ui.Act("disturb"), ui.A("tabindex", "-1"),
			ui.A("title", "a study in which this number is uncertain")))
}
