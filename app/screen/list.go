package screen

import (
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
)

// A List is one table of the problem: a page of rows, a filter when there are
// many, and a button that adds one.
type List struct {
	Kind, Title string
	Picks       string // the kind of what a name selects; empty for Kind
	Head        []string
	Len         int
	ID          func(int) string
	Shown       func(int) string    // the name as people read it; nil for the id
	Cells       func(int) []ui.Node // the columns after the name
	Add         []ui.Attr           // what the button does; nil for no button
}

// View shows the list.
func (l List) View(s *state.State) ui.Node {
	find := strings.ToLower(strings.TrimSpace(s.Look.Find[l.Kind]))
	var match []int
	for i := 0; i < l.Len; i++ {
		if find == "" || strings.Contains(strings.ToLower(l.ID(i)), find) {
			match = append(match, i)
		}
	}
	pages := max(1, (len(match)+state.PageRows-1)/state.PageRows)
	page := max(0, min(s.Look.Page[l.Kind], pages-1))
	from, to := page*state.PageRows, min(len(match), (page+1)*state.PageRows)
	picks := l.Picks
	if picks == "" {
		picks = l.Kind
	}
	var rows []ui.Node
	for _, i := range match[from:to] {
		name := l.ID(i)
		shown := name
		if l.Shown != nil {
			shown = l.Shown(i)
		}
		rows = append(rows, ui.El("tr", ui.If(s.Selected(picks, name), ui.Class("sel")),
			ui.RowHead(Pick(picks, name, shown)), l.Cells(i)))
	}
	headline := ui.El("div", ui.Class("list-head"), ui.El("h2", l.Title+" "),
		ui.El("span", ui.Class("count"), ui.Whole(l.Len)))
	if l.Add != nil {
		headline.Children = append(headline.Children, ui.IconButton("add", "Add "+article(l.Kind), l.Add))
	}
	parts := []ui.Node{headline}
	if l.Len > state.PageRows {
		parts = append(parts, ui.El("div", ui.Class("finder"),
			ui.El("input", ui.A("type", "search"), ui.A("aria-label", "Find "+article(picks)), ui.A("placeholder",
				"find"), ui.A("data-find", l.Kind), ui.A("data-value", s.Look.Find[l.Kind]),
				ui.A("value", s.Look.Find[l.Kind])),
			Pager(l.Kind, page, pages)))
	}
	if l.Len > 0 {
		parts = append(parts, Table(l.Title, l.Head, rows, ui.A("data-list", l.Kind)))
	}
	if l.Len > 0 && len(match) == 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), "None has “"+s.Look.Find[l.Kind]+"” in its name."))
	}
	return ui.El("section", ui.A("aria-label", l.Title), parts)
}

// article puts the indefinite article before a word.
func article(word string) string {
	if strings.ContainsAny(word[:1], "aeiou") {
		return "an " + word
	}
	return "a " + word
}

// Pager goes through the pages of a list.
func Pager(kind string, page, pages int) ui.Node {
	return ui.El("span", ui.Class("pager"),
		ui.IconButton("back", "Page before", ui.Act("page", kind, strconv.Itoa(page-1)),
			ui.Flag("disabled", page == 0)),
		ui.El("span", strconv.Itoa(page+1)+" of "+ui.Whole(pages)),
		ui.IconButton("forward", "Next page", ui.Act("page", kind, strconv.Itoa(page+1)),
			ui.Flag("disabled", page >= pages-1)))
}

// Table is a table of data with a caption for those who do not see it.
func Table(caption string, head []string, rows []ui.Node, parts ...any) ui.Node {
	ths := make([]ui.Node, len(head))
	for i, h := range head {
		ths[i] = ui.ColHead(h)
	}
	return TableOf("data", caption, ths, rows, parts...)
}

// TableOf is a table whose heads are more than words; without any it has none.
func TableOf(class, caption string, head, rows []ui.Node, parts ...any) ui.Node {
	top := ui.Node{}
	if head != nil {
		top = ui.El("thead", ui.El("tr", head))
	}
	return ui.El("table", append([]any{ui.Class(class), ui.El("caption", ui.Class("quiet"), caption), top,
		ui.El("tbody", rows)}, parts...)...)
}

// Tint is the class by which the least of some numbers stands out most and the
// greatest not at all.
func Tint(v, least, most float64) ui.Attr {
	level := 5
	if most > least {
		level = 5 - int((v-least)/(most-least)*5)
	}
	return ui.Class("h" + strconv.Itoa(level))
}

// Pick is a name in a table that selects its thing.
func Pick(kind, id, text string) ui.Node {
	return ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("select", kind+":"+id), text)
}

// Cell is a cell with a text.
func Cell(text string) ui.Node { return ui.El("td", text) }

// Num is a cell with a number that can be changed in place. The path goes from
// the problem on: nodes[2].price.
func Num(s *state.State, path, label, value string) ui.Node {
	f := ui.FieldView{Path: s.Draft.Kind + "." + path, Label: label, Value: value, Number: true}
	Typed(s, &f)
	return ui.El("td", ui.Class("in"), ui.If(f.Fault != "", ui.Class("wrong")), f.Input())
}

// Row is a field of a form; its path goes from the problem on, and its id is
// made of the path.
func Row(s *state.State, f ui.FieldView) ui.Node {
	f.ID = "f-" + PathID(f.Path)
	f.Path = s.Draft.Kind + "." + f.Path
	Typed(s, &f)
	return f.Row()
}

// PathID is a path as part of an id.
func PathID(path string) string { return pathID.Replace(path) }

var pathID = strings.NewReplacer("[", "-", "]", "", ".", "-", " ", "_")

// Typed puts what a person typed in place of the value while it cannot be taken.
func Typed(s *state.State, f *ui.FieldView) {
	if t, ok := s.Typed[f.Path]; ok {
		f.Value, f.Fault = t.Text, t.Why
	}
	f.Off = s.Stage != state.Live
}

// Section is the part of the problem that is about the thing selected.
func Section(title string, parts ...ui.Node) ui.Node {
	return ui.El("section", ui.Class("chosen"), ui.A("aria-label", title), ui.El("h2", title), parts)
}

// Deletes is the line with the button that deletes a thing.
func Deletes(t state.Thing) ui.Node {
	return ui.El("div", ui.Class("acts pad"), ui.Button("Delete", ui.Act("delete", t.Kind+":"+t.ID)),
		ui.Button("Show in text", ui.Act("intext", t.Kind+":"+t.ID)))
}
