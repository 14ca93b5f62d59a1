package screen

import "gridbox/app/ui"

// Choice is a list to choose from that only changes what is looked at.
func Choice(of, label, value string, values, names []string) ui.Node {
	return ui.Choice(value, values, names, ui.A("aria-label", label), ui.A("data-find", of))
}

// mostOffered is how many things a list offers.
const mostOffered = 300

// Offer is a list of things of which one is chosen to be joined to what the
// form is of; nothing where there are none. hint stands first, and means says
// what choosing does.
func Offer(id, label, hint string, means ui.Attr, things []string) ui.Node {
	if len(things) == 0 {
		return ui.Node{}
	}
	values := append([]string{""}, things[:min(len(things), mostOffered)]...)
	names := append([]string{hint}, values[1:]...)
	return ui.El("div", ui.Class("form"), ui.Labelled(id, label, ui.Choice("", values, names, ui.A("id", id), means)))
}
