// Package rows adds rows of a spreadsheet to a table of the problem. Rows with faults are corrected in a dialog first.
package rows

import (
	"strconv"
	"strings"

	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// dialogID names the dialog in the look.
const dialogID = panel.PasteDialog

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := effects{env}
	set := func(a Set) { env.Do(Slot.Do(a)) }
	return feature.Feature{
		OnPaste: func(text, kind, why string) {
			if why != "" {
				env.Do(Slot.Do(Drop{}))
			} else {
				e.paste(text, kind)
			}
		},
		Commands: []feature.Command{
			{Act: "takerows", Do: func(_, _ string) { e.addValidRows() }},
			{Act: "droprows", Do: func(_, _ string) { env.Do(Slot.Do(Drop{}), state.Show{Field: "dialog"}) }},
			{Act: "pastedpage", Do: func(page, _ string) { set(Set{Field: "page", To: page}) }},
		},
		Fields: []feature.Field{
			{Attribute: "data-pasted", Enter: func(what string, in feature.Input) {
				to := in.Value
				if what != "kind" {
					to = strconv.FormatBool(in.Checked)
				}
				set(Set{Field: what, To: to})
			}},
			{Attribute: "data-column", Enter: func(column string, in feature.Input) {
				set(Set{Field: "column", Column: number(column), To: in.Value})
			}},
			{Attribute: "data-cell", Enter: func(cell string, in feature.Input) {
				row, column, _ := strings.Cut(cell, " ")
				set(Set{Field: "cell", Row: number(row), Column: number(column), To: in.Value})
			}},
		},
		Additions: panel.Additions{
			Dialogs: []panel.AddedDialog{{ID: dialogID, Draw: dialog}},
			At:      map[panel.Place][]func(*state.State) ui.Node{panel.AtClipboard: {waiting}},
		},
		Facets: []state.Facet{Slot.Facet},
	}
}
