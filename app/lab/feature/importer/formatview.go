package importer

import (
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/importer"
)

// counts returns the numbers of things in words.
func counts(b *State) string {
	var list []string
	for _, c := range b.Report.Counts {
		noun := strings.TrimSuffix(c.Name, "s")
		if c.Name == "busy" {
			noun = "busy time"
		}
		list = append(list, screen.Rows(noun, c.Count))
	}
	return strings.Join(list, ", ")
}

// choice returns a select of the dialog. what is the setting that it changes, of its subject.
func choice(id, what, of, label, chosen string, values, names []string, off ui.Attr) ui.Node {
	return ui.Choice(chosen, values, names, ui.A("id", id), ui.A("data-import", what), ui.A("data-of", of),
		ui.A("aria-label", label), off)
}

// formatChoice returns the choices of format and kind, with a note on the format and its claims. It returns an empty
// node if neither has an alternative. off is an attribute for every choice.
func formatChoice(b *State, off ui.Attr) ui.Node {
	values, names := []string{}, []string{}
	chosen, about, found := b.Report.Report.Format, "", false
	if chosen == "" {
		values, names = append(values, ""), append(names, "not known")
	}
	for _, f := range b.Report.Formats {
		values, names = append(values, f.ID), append(names, f.Title)
		if f.ID == chosen {
			about, found = f.About, true
		}
	}
	var line []ui.Node
	if found || chosen == "" { // a combination of two formats has no alternative
		line = append(line, ui.El("label", ui.Class("tick"), "Format ",
			choice("import-as", "as", "", "Format", chosen, values, names, off)))
	}
	if kinds := b.Report.Kinds; len(kinds) > 1 {
		kind := b.Report.Kind
		if b.Report.Form != nil {
			kind = b.Report.Form.Kind
		}
		line = append(line, ui.El("label", ui.Class("tick"), "Becomes ",
			choice("import-kind", "kind", "", "Kind of problem", kind, kinds, kinds, off)))
	}
	if len(line) == 0 {
		return ui.Node{}
	}
	return ui.El("div", ui.El("div", ui.Class("ticks-line"), line),
		ui.El("p", ui.Class("note"), about), formatReasons(b.Report.Report.Claims, chosen))
}

// formatReasons shows why the format was chosen if another one fits too.
func formatReasons(claims []importer.Claim, chosen string) ui.Node {
	var items []ui.Node
	for _, c := range claims {
		if c.Format == chosen {
			text := i18n.T("{} was read as {}", c.File, c.Title)
			if c.Evidence != "" {
				text += i18n.T(", because {}", c.Evidence)
			}
			items = append(items, ui.El("li", text+"."))
			continue
		}
		items = append(items, ui.El("li", i18n.T("It may be {}, because {}. ", c.Title, c.Evidence),
			ui.Button(i18n.T("Read it as {}", c.Title), ui.Class("inline"), ui.Act("importas", c.Format))))
	}
	if len(items) == 0 {
		return ui.Node{}
	}
	return ui.El("ul", ui.Class("claims"), items)
}

// unknownFormat lists the formats that were tried, with reasons, and the formats that
// can be read.
func unknownFormat(s *state.State, b *State) ui.Node {
	var what, known []ui.Node
	for _, u := range b.Report.Contents {
		what = append(what, ui.El("li", u))
	}
	for _, f := range b.Report.Formats {
		known = append(known, ui.El("li", f.Title))
	}
	return ui.El("div", ui.El("ul", what),
		ui.El("p", "Its beginning was compared with each of these and matches none. If it is one of "+
			"them, choose it above."),
		ui.El("ul", ui.Class("columns"), known),
		ui.El("p", ui.El("a", ui.A("href", s.Layout.Base+"/docs/import/"),
			"What can be imported, and how to write such a file")))
}
