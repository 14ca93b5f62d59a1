package screen

import (
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// A Range is the range of a slider.
type Range struct{ Min, Max, Step float64 }

// Slider returns a field of a form with a slider below it; the problem is solved again while it moves. At is the
// slider's position when the field is empty.
func Slider(s *state.State, f ui.FieldView, at float64, over Range) ui.Node {
	f.Number = true
	path := s.Draft.Kind + "." + f.Path
	row := Row(s, f)
	value := f.Value
	if value == "" {
		value = ui.Exact(at)
	}
	row.Attrs = append(row.Attrs, ui.Class("slides"))
	row.Children = append(row.Children, ui.El("input", ui.A("type", "range"),
		ui.A("aria-label", i18n.T("{}, slider", f.Label)),
		ui.A("tabindex", "-1"), // the number field next to it sets the same value from the keyboard
		ui.A("data-slide", path),
		ui.A("min", ui.Exact(over.Min)), ui.A("max", ui.Exact(over.Max)), ui.A("step", ui.Exact(over.Step)),
		ui.A("data-value", value), ui.A("value", value), ui.Flag("disabled", s.Stage != state.Live)))
	return row
}
