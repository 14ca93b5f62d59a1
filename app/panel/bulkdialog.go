package panel

import (
	"slices"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// Dialogs about many things together: the actions on the selection and on a
// whole table, and the field for pasting.

// TableDialog is the prefix of the names of the dialogs about one table.
const TableDialog = "table-"

// PasteDialog names the dialog with the field for pasting. A feature draws it instead while pasted rows wait.
const PasteDialog = "paste"

// bulkDialog returns the dialog of a name, an empty one for any other name.
func bulkDialog(s *state.State, added Additions) (title string, body ui.Node) {
	kind, isTable := strings.CutPrefix(s.Layout.Dialog, TableDialog)
	switch {
	case s.Layout.Dialog == "edit":
		return "Edit the selection", edit(s, added)
	case isTable && slices.Contains(state.Tables(s.Draft), kind):
		return capital(state.Noun(kind, 2)), tableActions(s, kind, added)
	case s.Layout.Dialog == PasteDialog:
		return "Paste", pasteHere()
	}
	return "", ui.Node{}
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func does(name, title string, off bool, act ...string) ui.Node {
	return ui.Button(name, ui.Act(act[0], act[1:]...), ui.If(title != "", ui.A("title", title)),
		ui.Flag("disabled", off))
}

func acts(buttons ...ui.Node) ui.Node { return ui.El("div", ui.Class("acts"), buttons) }

// edit returns the menu of actions on the selection.
func edit(s *state.State, added Additions) ui.Node {
	none, what := len(s.Select) == 0, "Nothing is selected."
	if !none {
		what = i18n.T("{} selected.", s.SelectionText())
	}
	parts := []ui.Node{ui.El("p", ui.A("role", "status"), what),
		acts(does("Copy", "Ctrl+C", none, "copythings"), does("Cut", "Ctrl+X", none, "cutthings"),
			does("Paste", "Ctrl+V", false, "pastethings"), does("Duplicate", "Ctrl+D", none, "duplicatethings"),
			does("Delete", "Del", none, "delete"))}
	parts = append(parts, added.Draw(AtClipboard, s)...)
	var all []ui.Node
	for _, kind := range state.Tables(s.Draft) {
		all = append(all, does(i18n.T("All {}", state.Noun(kind, 2)), "", s.Problem == nil, "selectall", kind))
	}
	all = append(all, does("Nothing", "Esc", none, "select", ""),
		ui.Button("Select several", ui.Act("tool", screen.Several.ID),
			ui.Aria("pressed", s.Layout.Tool == screen.Several.ID), ui.A("title", "s")))
	parts = append(parts, ui.El("h3", "Select"), acts(all...))
	kind := s.Main().Kind
	if n := s.SelectedCount(kind); n > 0 {
		parts = append(parts, ui.El("h3", i18n.T("The {} selected", state.Noun(kind, 2))),
			ui.El("div", ui.Class("acts"), does("Copy as rows", "for a spreadsheet", false, "copyrows"),
				added.Draw(AtSelection, s)))
	}
	if s.HasPositions() {
		few := s.SelectedCount("cluster") < 2
		parts = append(parts, ui.El("h3", "Arrange clusters"),
			acts(does("Left", "", few, "align", "left"), does("In one column", "", few, "align", "centre"),
				does("Right", "", few, "align", "right"), does("Top", "", few, "align", "top"),
				does("In one row", "", few, "align", "middle"), does("Bottom", "", few, "align", "bottom"),
				does("Evenly across", "", s.SelectedCount("cluster") < 3, "align", "across"),
				does("Evenly down", "", s.SelectedCount("cluster") < 3, "align", "down")),
			acts(does("Lay out those selected", "", s.SelectedCount("cluster") == 0, "layout"),
				does("Lay out all", "", false, "arrange")))
	}
	return ui.El("div", ui.Class("edit"), parts)
}

// tableActions returns the actions on a table.
func tableActions(s *state.State, kind string, added Additions) ui.Node {
	things := state.Noun(kind, 2)
	return ui.El("div", ui.Class("edit"),
		ui.El("div", ui.Class("acts"), ui.Button("Paste rows", ui.Class("primary"), ui.Act("pasterows", kind),
			ui.A("title", "Ctrl+V in the table")),
			does("Copy all rows", "for a spreadsheet", s.Problem == nil, "copyrows", kind),
			added.Draw(AtTable, s),
			does(i18n.T("Select all {}", things), "Ctrl+A in the table", s.Problem == nil, "selectall", kind),
			ui.Button("Select several", ui.Act("tool", screen.Several.ID),
				ui.Aria("pressed", s.Layout.Tool == screen.Several.ID))),
		ui.El("p", ui.Class("note"), i18n.T("Rows can come from any spreadsheet or text file, with tabs, commas "+
			"or semicolons between the cells. Column heads are recognised by name, label or unit: "+
			"{}.",
			heads(s, kind))))
}

// heads returns the column heads of a table as text.
func heads(s *state.State, kind string) string {
	if s.Problem == nil {
		return ""
	}
	var list []string
	for _, c := range state.Columns(s.Problem, kind) {
		list = append(list, c.Head())
	}
	return strings.Join(list, "; ")
}

// pasteHere returns a field for rows if a browser does not give access to its clipboard.
func pasteHere() ui.Node {
	return ui.El("div",
		ui.El("label", ui.A("for", "paste-text"), "Paste rows of a spreadsheet here, or what was copied in Gridbox."),
		ui.El("textarea", ui.A("id", "paste-text"), ui.A("rows", "8"), ui.A("data-rows", "text"),
			ui.A("spellcheck", "false"), ui.A("autocomplete", "off")),
		acts(ui.Button("Read rows", ui.Class("primary"), ui.Act("readrows"))))
}
