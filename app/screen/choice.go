package screen

import "gridbox/app/ui"

// Choice is a list to choose from that only changes what is looked at.
func Choice(of, label, value string, values, names []string) ui.Node {
	options := make([]ui.Node, len(values))
	for i, v := range values {
		if v == "" {
			v = ui.Unset
		}
		options[i] = ui.El("option", ui.A("value", v), ui.Flag("selected", values[i] == value), names[i])
	}
	if value == "" {
		value = ui.Unset
	}
	return ui.El("select", ui.A("aria-label", label), ui.A("data-find", of), ui.A("data-value", value), options)
}
