package screen

import "gridbox/app/ui"

// Choice returns a list of values that affect only the view.
func Choice(of, label, value string, values, names []string) ui.Node {
	return ui.Choice(value, values, names, ui.A("aria-label", label), ui.A("data-find", of))
}

// maxOffered is the maximal number of things in a list.
const maxOffered = 300

// Offer returns a list of things that can be connected with the thing of the form, empty if there are none. hint is
// its first entry, and means is the attribute with the action of a choice.
func Offer(id, label, hint string, means ui.Attr, things []string) ui.Node {
	if len(things) == 0 {
		return ui.Node{}
	}
	values := append([]string{""}, things[:min(len(things), maxOffered)]...)
	names := append([]string{hint}, values[1:]...)
	return ui.El("div", ui.Class("form"), ui.FormRow(id, label, ui.Choice("", values, names, ui.A("id", id), means)))
}
