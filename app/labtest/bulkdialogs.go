package labtest

import (
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
)

// drawBulkDialogs draws the dialogs about many things: the field for pasting, and the actions of each table.
func (v *Viewer) drawBulkDialogs(s state.State, show func(what, to string) state.State) {
	v.CheckPage(show("dialog", "edit"), "dialog edit")
	v.CheckPage(show("dialog", "paste"), "dialog paste")
	for _, kind := range state.Tables(s.Draft) {
		v.CheckPage(show("dialog", "table-"+kind), "dialog of the table %s", kind)
		all := state.Reduce(s, state.SelectKind{Kind: kind})
		v.CheckPage(all, "all of kind %s", kind)
		v.CheckPage(state.Reduce(all, state.Show{Field: "dialog", To: "edit"}), "dialog edit with all of kind %s", kind)
		v.CheckPage(state.Reduce(all, state.Show{Field: "tool", To: "several"}), "several of kind %s", kind)
		for _, f := range Fields(panel.Problem(&all, v.sc, additions)) {
			if !f.Chosen && strings.HasPrefix(f.Path, "selected.") {
				all = state.Reduce(all, state.SetField{Path: f.Path, Text: "?!"})
			}
		}
		v.CheckPage(all, "all of kind %s, with faults", kind)
	}
}
