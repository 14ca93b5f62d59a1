package fill

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// button opens the dialog for a kind of things.
func button(s *state.State, kind string) ui.Node {
	return ui.Button("Fill a column", ui.Act("fill", kind), ui.Flag("disabled", s.Problem == nil))
}

// wayNames are the names of Ways.
var wayNames = []string{"one value", "a series", "random, uniform", "random, normal", "random, lognormal",
	"random, exponential"}

// previewRows is the number of values in the dialog's preview.
const previewRows = 8

// dialog returns the dialog that fills a column; its title is "" before it was opened.
func dialog(s *state.State) (title string, body ui.Node) {
	f := Slot.Get(s)
	if s.Problem == nil || f.Kind == "" {
		return "", ui.Node{}
	}
	var paths, names []string
	var chosen state.Column
	for _, c := range state.Fillable(s.Problem, f.Kind) {
		paths, names = append(paths, c.Path), append(names, c.Head())
		if c.Path == f.Column {
			chosen = c
		}
	}
	few := s.SelectedCount(f.Kind)
	choice := func(id, label, now string, values, names []string) ui.Node {
		return ui.FormRow("fill-"+id, label, ui.Choice(now, values, names, ui.A("id", "fill-"+id),
			ui.A("data-fill", id)))
	}
	rows := []ui.Node{choice("column", "Column", f.Column, paths, names),
		choice("all", "Rows", strconv.FormatBool(f.All), []string{"false", "true"},
			[]string{i18n.T("the {} selected", strconv.Itoa(few)), "all"})}
	if chosen.Number() {
		rows = append(rows, choice("how", "With", f.Method, Ways, wayNames))
	}
	for _, p := range f.Parameters() {
		rows = append(rows, fillRow(s, chosen, p))
	}
	places := f.Rows(s)
	texts, why := f.CellTexts(s, min(previewRows, len(places)))
	preview := ui.El("p", ui.Class("note"), ui.A("role", "status"), previewText(texts, len(places)))
	if why != "" && len(places) > 0 {
		preview = ui.El("p", ui.Class("why-not"), ui.A("role", "status"), capital(why)+".")
	}
	parts := []ui.Node{ui.El("div", ui.Class("form"), rows), preview}
	if f.Random() {
		parts = append(parts, ui.El("p", ui.Class("note"),
			"The same seed gives the same numbers. Those that the column does not allow are drawn again."))
	}
	if a := s.Message(); a.Error {
		parts = append(parts, ui.El("p", ui.Class("why-not"), ui.A("role", "alert"), a.Text))
	}
	return i18n.T("Fill a column of {}", state.Noun(f.Kind, 2)), ui.El("div", parts, ui.El("div", ui.Class("acts"),
		ui.Button(i18n.T("Fill {}", screen.Rows("row", len(places))), ui.Class("primary"), ui.Act("fillcolumn"),
			ui.Flag("disabled", why != "" || len(places) == 0))))
}

// previewText describes the values that n rows get. texts has the values of the first rows; equal ones are stated once.
// It replaces empty texts within texts by "nothing".
func previewText(texts []string, n int) string {
	if n == 0 {
		return "No row is selected."
	}
	for i, text := range texts {
		if text == "" {
			texts[i] = "nothing"
		}
	}
	if alike := slices.Compact(slices.Clone(texts)); len(alike) == 1 {
		return i18n.T("Each row gets {}.", alike[0])
	}
	words := strings.Join(texts, ", ")
	if n > len(texts) {
		words += ", …"
	}
	return i18n.T("The rows get {}", words)
}

// fillRow returns the field of a parameter: a choice for the values of a choice or truth, otherwise a text field with
// its fault.
func fillRow(s *state.State, c state.Column, p Parameter) ui.Node {
	f := Slot.Get(s)
	now := f.Texts[p.ID]
	id := "fill-" + p.ID
	choices, names := []string{"no", "yes"}, []string{"no", "yes"}
	switch {
	case p.ID == "value" && c.Kind == "choice":
		choices = append([]string{""}, c.Rule.Choices...)
		names = append([]string{"usual"}, c.Rule.Choices...)
		fallthrough
	case p.ID == "value" && c.Kind == "truth":
		if now == "" && c.Kind == "truth" {
			now = "no"
		}
		return ui.FormRow(id, p.Label, ui.Choice(now, choices, names, ui.A("id", id), ui.A("data-fill", p.ID)))
	}
	why := f.Fault(p)
	unit := ""
	if c.Unit != "" && p.ID != "seed" && p.ID != "decimals" {
		unit = c.Unit
	}
	label := []any{ui.A("for", id), p.Label}
	if unit != "" {
		label = append(label, ui.El("span", ui.Class("unit"), ", "+unit))
	}
	row := ui.El("div", ui.Class("field"), ui.If(why != "", ui.Class("wrong")), ui.El("label", label...),
		ui.El("input", ui.A("type", "text"), ui.A("id", id), ui.A("data-fill", p.ID), ui.A("autocomplete", "off"),
			ui.A("spellcheck", "false"), ui.A("placeholder", p.Usual), ui.A("data-value", now), ui.A("value", now),
			ui.If(c.Number() || p.ID != "value", ui.A("inputmode", "decimal")),
			ui.If(why != "", ui.Aria("invalid", true)), ui.If(why != "", ui.A("aria-describedby", id+"-why"))))
	if why != "" {
		row.Children = append(row.Children, ui.Fault(id+"-why", p.Label, why))
	}
	return row
}
