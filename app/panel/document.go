package panel

import (
	"strconv"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/i18n"
)

// document returns the draft as text; the adapter puts the editor into its host and the text into the editor.
func document(s *state.State) ui.Node {
	bar := ui.El("div", ui.Class("acts write"), ui.A("role", "group"), ui.A("aria-label", "The text"))
	for _, b := range [][2]string{{"Format", "format"}, {"Find", "find"}, {"Fold", "fold"}, {"Unfold", "unfold"},
		{"Suggestions", "complete"}} {
		bar.Children = append(bar.Children, ui.Button(b[0], ui.Act("write", b[1])))
	}
	parts := []ui.Node{bar, ui.El("div", ui.Class("editor"), ui.A("data-editor", "json"))}
	if s.Text == nil || len(s.Text.Faults) == 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), ui.A("role", "status"),
			"The text is the scenario; every valid change takes effect immediately."))
	} else {
		parts = append(parts, faults(s))
	}
	return ui.El("div", ui.Class("doc"), parts)
}

// faults lists the faults of the text; a click shows the place of one.
func faults(s *state.State) ui.Node {
	fs := s.Text.Faults
	items := make([]ui.Node, 0, len(fs))
	for i, f := range fs {
		if i == 100 {
			items = append(items, ui.El("li", i18n.T("and {} more", ui.Integer(len(fs)-i))))
			break
		}
		items = append(items, ui.El("li",
			ui.El("button", ui.A("type", "button"), ui.Act("fault", strconv.Itoa(f.Start), strconv.Itoa(f.End)),
				ui.El("code", path(f.Path)), " "+f.Reason)))
	}
	return ui.El("div", ui.Class("faults"),
		ui.El("p", ui.A("role", "status"), standing(s)),
		ui.El("ul", items),
		ui.El("div", ui.Class("acts"), ui.Button("Back to the draft", ui.Act("revert"))))
}

// standing returns one line about the version that is shown while the text has faults.
func standing(s *state.State) string {
	n := len(s.Text.Faults)
	head := i18n.T("The text has {} faults", ui.Integer(n))
	switch {
	case n == 1:
		head = "The text has 1 fault"
	case n > doc.MaxFaults: // the last one is the number of the others
		head = i18n.T("The text has more than {} faults", ui.Integer(doc.MaxFaults))
	}
	if s.Text.Base != s.Draft {
		return i18n.T("{}; the problem has since changed elsewhere, and the corrected text will replace that "+
			"change.",
			head)
	}
	return i18n.T("{}; the picture shows the last valid problem.", head)
}
