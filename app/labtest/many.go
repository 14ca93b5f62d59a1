package labtest

import (
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/core/rows"
)

// many draws the dialogs about many things: the actions of each table, filling
// each of its columns in every way, and rows pasted into it, with and without
// faults.
func (v *Viewer) many(s state.State, show func(what, to string) state.State) {
	v.Look(show("dialog", "edit"), "dialog edit")
	v.Look(show("dialog", "paste"), "dialog paste")
	for _, kind := range state.Tables(s.Draft) {
		v.Look(show("dialog", "table-"+kind), "dialog of the table %s", kind)
		all := state.Reduce(s, state.SelectKind{Kind: kind})
		v.Look(all, "all of kind %s", kind)
		v.Look(state.Reduce(all, state.Show{What: "dialog", To: "edit"}), "dialog edit with all of kind %s", kind)
		v.Look(state.Reduce(all, state.Show{What: "tool", To: "several"}), "several of kind %s", kind)
		for _, f := range fieldsOf(panel.Problem(&all, v.sc, added)) {
			if !f.chosen && strings.HasPrefix(f.path, "selected.") {
				all = state.Reduce(all, state.SetField{Path: f.path, Text: "?!"})
			}
		}
		v.Look(all, "all of kind %s, with faults", kind)
		v.pasting(s, kind)
	}
}

func (v *Viewer) pasting(s state.State, kind string) {
	copied := s.CopiedRows(kind)
	copied = copied[:min(len(copied), 40)]
	for _, text := range []string{rows.TSV(copied), "?\t?\n1,5\t1,500\nb\n", "one;two;three\n1;2;3\n4;5;6"} {
		pasted := state.Reduce(s, state.PasteRows{Text: text, Kind: kind})
		v.Look(pasted, "pasted into %s: %.20q", kind, text)
		for _, set := range []state.SetPasted{{What: "only", To: "true"}, {What: "heads", To: "true"},
			{What: "page", To: "1"}, {What: "change", To: "false"}, {What: "column", To: ""}} {
			v.Look(state.Reduce(pasted, set), "pasted into %s: %.20q, %s", kind, text, set.What)
		}
		v.Look(state.Reduce(pasted, state.TakeRows{}), "pasted into %s and taken: %.20q", kind, text)
		v.Look(state.Reduce(pasted, state.Show{What: "dialog", To: "edit"}), "rows wait to get into %s", kind)
	}
}
