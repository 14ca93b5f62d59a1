package placement

import (
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
)

// list is one table of the problem: a page of rows, a filter when there are
// many, and a button that adds one.
func list(s *state.State, kind, title string, head []string, n int, id func(int) string, cells func(int) []ui.Node) ui.Node {
	find := strings.ToLower(strings.TrimSpace(s.Look.Find[kind]))
	var match []int
	for i := 0; i < n; i++ {
		if find == "" || strings.Contains(strings.ToLower(id(i)), find) {
			match = append(match, i)
		}
	}
	pages := max(1, (len(match)+state.PageRows-1)/state.PageRows)
	page := max(0, min(s.Look.Page[kind], pages-1))
	from, to := page*state.PageRows, min(len(match), (page+1)*state.PageRows)

	ths := make([]ui.Node, len(head))
	for i, h := range head {
		ths[i] = ui.El("th", ui.A("scope", "col"), h)
	}
	var rows []ui.Node
	for _, i := range match[from:to] {
		name := id(i)
		shown := name
		if kind == "link" {
			shown = strings.Replace(name, "~", " – ", 1)
		}
		rows = append(rows, ui.El("tr", ui.If(s.Selected(kind, name), ui.Class("sel")),
			ui.El("th", ui.A("scope", "row"), pick(kind, name, shown)), cells(i)))
	}
	headline := ui.El("div", ui.Class("list-head"), ui.El("h2", title+" "), ui.El("span", ui.Class("count"), ui.Whole(n)))
	if kind != "link" {
		headline.Children = append(headline.Children, ui.IconButton("add", "Add a "+kind, ui.Act("add", kind)))
	}
	parts := []ui.Node{headline}
	if n > state.PageRows {
		parts = append(parts, ui.El("div", ui.Class("finder"),
			ui.El("input", ui.A("type", "search"), ui.A("aria-label", "Find a "+kind), ui.A("placeholder", "find"), ui.A("data-find", kind), ui.A("data-value", s.Look.Find[kind]), ui.A("value", s.Look.Find[kind])),
			pager(kind, page, pages)))
	}
	if n > 0 {
		parts = append(parts, ui.El("table", ui.Class("data"), ui.A("data-list", kind), ui.El("caption", ui.Class("quiet"), title), ui.El("thead", ui.El("tr", ths)), ui.El("tbody", rows)))
	}
	if n > 0 && len(match) == 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), "None has “"+s.Look.Find[kind]+"” in its name."))
	}
	return ui.El("section", ui.A("aria-label", title), parts)
}

func pager(kind string, page, pages int) ui.Node {
	return ui.El("span", ui.Class("pager"),
		ui.IconButton("back", "Page before", ui.Act("page", kind, strconv.Itoa(page-1)), ui.Flag("disabled", page == 0)),
		ui.El("span", strconv.Itoa(page+1)+" of "+ui.Whole(pages)),
		ui.IconButton("forward", "Next page", ui.Act("page", kind, strconv.Itoa(page+1)), ui.Flag("disabled", page >= pages-1)))
}

// pick is a name in a table that selects its thing.
func pick(kind, id, text string) ui.Node {
	return ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("select", kind+":"+id), text)
}

func plainCell(text string) ui.Node { return ui.El("td", text) }

// num is a cell with a number that can be changed in place.
func num(s *state.State, list string, i int, field, label, value string) ui.Node {
	f := ui.FieldView{Path: "placement." + list + "[" + strconv.Itoa(i) + "]." + field, Label: label, Value: value, Number: true}
	typed(s, &f)
	return ui.El("td", ui.Class("in"), ui.If(f.Fault != "", ui.Class("wrong")), f.Input())
}

// row is a field of the form.
func row(s *state.State, list string, i int, field, label, unit, value string, number bool) ui.Node {
	f := ui.FieldView{Path: "placement." + list + "[" + strconv.Itoa(i) + "]." + field, ID: "f-" + list + "-" + field,
		Label: label, Unit: unit, Value: value, Number: number}
	typed(s, &f)
	return f.Row()
}

func typed(s *state.State, f *ui.FieldView) {
	if t, ok := s.Typed[f.Path]; ok {
		f.Value, f.Fault = t.Text, t.Why
	}
	f.Off = s.Stage != state.Live
}
