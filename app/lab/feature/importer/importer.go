// Package importer imports files of other programs: a worker reads them, a dialog asks for missing settings
// and shows the losses, and the scenario opens as a new draft.
package importer

import (
	"strconv"

	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
)

// dialogID names the dialog in the look.
const dialogID = "import"

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := &effects{env: env}
	return feature.Feature{
		Follow: e.follow,
		Files:  e.begin,
		Commands: []feature.Command{
			{Act: "importin", Do: func(_, _ string) { e.open() }},
			{Act: "importcancel", Do: func(_, _ string) {
				e.end()
				env.Do(state.Show{Field: "dialog"})
			}},
			{Act: "importas", Do: func(format, _ string) { e.set("as", "", format) }},
			{Act: "importset", Do: func(name, value string) {
				if name != "kind" {
					name = "set." + name
				}
				e.set(name, "", value)
			}},
			{Act: "importgo", Do: func(control, _ string) { env.Call("jump", control) }},
			{Act: "unfilter", Do: func(sheet, column string) { e.set("unfilter", sheet+" "+column, "") }},
			{Act: "savemapping", Do: func(_, _ string) {
				if mapping := Slot.Get(env.State()).Report.Mapping; mapping != "" {
					env.Download("mapping.json", "application/json", mapping)
				}
			}},
			{Act: "judge", Do: func(_, _ string) { e.judge() }},
		},
		Fields: []feature.Field{{Attribute: "data-import", Enter: func(what string, in feature.Input) {
			value := in.Value
			if what == "headerless" || what == "comma" {
				value = strconv.FormatBool(in.Checked)
			}
			e.set(what, in.Attribute("data-of"), value)
		}}},
		Additions: panel.Additions{Dialogs: []panel.AddedDialog{{ID: dialogID, Draw: dialog}}},
		Facets:    []state.Facet{Slot.Facet},
	}
}
