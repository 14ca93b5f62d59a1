package importer

import (
	"slices"
	"strconv"

	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/importer"
)

// unusedColumn is the choice for a column that is not used.
const unusedColumn = ui.Unset

// sheet returns a table with a choice over each of its columns.
func sheet(l *importer.MappingForm, i int, off ui.Attr) ui.Node {
	sh, at := &l.Sheets[i], strconv.Itoa(i)
	var lists []string
	var fields []importer.FormField
	if sh.List == "" {
		lists = append(lists, "")
	}
	for _, list := range l.Lists {
		lists = append(lists, list.Name)
		if list.Name == sh.List {
			fields = list.Fields
		}
	}
	tick := func(what, label string, on bool) ui.Node {
		return ui.El("label", ui.Class("tick"), ui.El("input", ui.A("type", "checkbox"), ui.A("data-import", what),
			ui.A("data-of", at), ui.A("data-checked", strconv.FormatBool(on)), ui.Flag("checked", on), off), label)
	}
	parts := []ui.Node{ui.El("h3", sh.File), ui.El("div", ui.Class("ticks-line"),
		ui.El("label", ui.Class("tick"), "Each row is one of the ", choice("import-list-"+at, "list", at,
			i18n.T("What the rows of {} are", sh.File), sh.List, lists, lists, off)),
		tick("headerless", "No row of names", sh.Headerless), tick("comma", "Decimal comma", sh.Comma))}
	parts = append(parts, ui.El("div", ui.Class("pasted"), ui.A("tabindex", "0"), ui.A("role", "region"),
		ui.A("aria-label", i18n.T("Columns of {}", sh.File)), columnsOf(sh, at, fields, off)))
	var same []ui.Node
	for _, c := range sh.Constants {
		id := "import-" + at + "-same-" + c.Field
		same = append(same, ui.El("label", ui.Class("same"), labelOf(fields, c.Field)+" ",
			ui.El("input", ui.A("type", "text"), ui.A("id", id), ui.A("size", "8"), ui.A("data-import", "value"),
				ui.A("data-of", at+" "+c.Field), ui.A("value", c.Value), ui.A("data-value", c.Value), off)))
	}
	if len(same) > 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), "Without a column, so equal for all rows:"),
			ui.El("div", ui.Class("ticks-line"), same))
	}
	var only []ui.Node
	for _, f := range sh.Filters {
		only = append(only, ui.Button(i18n.T("Only {} ✕", f), ui.Class("chip"), ui.Act("unfilter", at, f),
			ui.A("title", "take all rows again")))
	}
	if len(only) > 0 {
		parts = append(parts, ui.El("div", ui.Class("acts"), only))
	}
	return ui.El("section", ui.A("aria-label", sh.File), parts)
}

func labelOf(fields []importer.FormField, path string) string {
	for _, f := range fields {
		if f.Path == path {
			return f.Label
		}
	}
	return path
}

// columnsOf returns the table of a sheet's first rows. Above each column it has choices of the field and the unit,
// and a filter of rows. at is the index of the sheet, and off an attribute for every control.
func columnsOf(sh *importer.Sheet, at string, fields []importer.FormField, off ui.Attr) ui.Node {
	values, names := []string{unusedColumn}, []string{"not used"}
	for _, f := range fields {
		label := f.Label
		if f.Needed {
			label += " (needed)"
		}
		values, names = append(values, f.Path), append(names, label)
	}
	var is, in, only []ui.Node
	for k, c := range sh.Columns {
		of, id := at+" "+c.Name, "import-"+at+"-"+strconv.Itoa(k)
		vs, ns := values, names
		if c.Field != "" && labelOf(fields, c.Field) == c.Field && !slices.Contains(values, c.Field) {
			vs, ns = append(vs[:len(vs):len(vs)], c.Field), append(ns[:len(ns):len(ns)], c.Field)
		}
		field := c.Field
		if field == "" {
			field = unusedColumn
		}
		head := []ui.Node{ui.El("span", ui.Class("head"), c.Name),
			choice(id, "field", of, i18n.T("What {} is", c.Name), field, vs, ns, off)}
		is = append(is, ui.ColHead(head))
		if len(c.Units) > 0 {
			called := append([]string(nil), c.Units...)
			if called[0] == "1" {
				called[0] = "as it is"
			}
			unit := choice(id+"-unit", "unit", of, i18n.T("Unit of {}", c.Name), c.Unit, c.Units, called, off)
			if c.Minus != "" {
				in = append(in, ui.El("td", unit, ui.El("span", ui.Class("note"), i18n.T(" less {}", c.Minus))))
			} else {
				in = append(in, ui.El("td", unit))
			}
		} else {
			in = append(in, ui.El("td"))
		}
		only = append(only, ui.El("td", ui.El("input", ui.A("type", "text"), ui.A("size", "9"), ui.A("id", id+"-only"),
			ui.A("data-import", "filter"), ui.A("data-of", of), ui.A("aria-label",
				i18n.T("Only rows in which {} is", c.Name)),
			ui.A("placeholder", "only …"), ui.A("value", ""),
			ui.A("title", "done, failed · not failed · from 2 to 8"),
			ui.A("data-value", ""), off)))
	}
	rows := []ui.Node{ui.El("tr", ui.Class("units"), in), ui.El("tr", ui.Class("only"), only)}
	for _, r := range sh.Rows {
		var cells []ui.Node
		for k := range sh.Columns {
			text := ""
			if k < len(r) {
				text = r[k]
			}
			cells = append(cells, ui.El("td", text))
		}
		rows = append(rows, ui.El("tr", cells))
	}
	return ui.El("table", ui.El("caption", ui.Class("quiet"), i18n.T("The first rows of {}", sh.File)),
		ui.El("thead", ui.El("tr", is)), ui.El("tbody", rows))
}
