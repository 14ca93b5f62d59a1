package screen

import (
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// A List is one table of the problem: a page of rows, a filter if there are many, and a button that adds one.
type List struct {
	Kind, Title string
	Picks       string // the kind of thing that a name selects; empty for Kind
	Head        []string
	Len         int
	ID          func(int) string
	Name        func(int) string    // the name for users; nil for the id
	Cells       func(int) []ui.Node // the columns after the name
	Add         []ui.Attr           // the action of the button; nil for no button
	Folded      bool                // whether it is folded at first
}

// View returns the list.
func (l List) View(s *state.State) ui.Node {
	find := strings.ToLower(strings.TrimSpace(s.Layout.Find[l.Kind]))
	var match []int
	for i := 0; i < l.Len; i++ {
		if find == "" || strings.Contains(strings.ToLower(l.ID(i)), find) {
			match = append(match, i)
		}
	}
	pages := max(1, (len(match)+state.PageRows-1)/state.PageRows)
	page := max(0, min(s.Layout.Page[l.Kind], pages-1))
	from, to := page*state.PageRows, min(len(match), (page+1)*state.PageRows)
	picks := l.Picks
	if picks == "" {
		picks = l.Kind
	}
	chosen := map[string]bool{}
	for _, t := range s.Select {
		if t.Kind == picks {
			chosen[t.ID] = true
		}
	}
	var rows []ui.Node
	for _, i := range match[from:to] {
		name := l.ID(i)
		shown := name
		if l.Name != nil {
			shown = l.Name(i)
		}
		on := chosen[name]
		rows = append(rows, ui.El("tr", ui.If(on, ui.Class("sel")),
			ui.RowHead(Pick(picks, name, shown, ui.Aria("pressed", on))), l.Cells(i)))
	}
	var parts []ui.Node
	if l.Len > state.PageRows {
		parts = append(parts, ui.El("div", ui.Class("finder"),
			ui.El("input", ui.A("type", "search"), ui.A("aria-label", i18n.T("Find {}", Article(picks))),
				ui.A("placeholder",
					"find"), ui.A("data-find", l.Kind), ui.A("data-value", s.Layout.Find[l.Kind])),
			Pager(l.Kind, page, pages)))
	}
	if l.Len > 0 {
		parts = append(parts, Table(l.Title, l.Head, rows, ui.A("data-list", l.Kind)))
	}
	if l.Len > 0 && len(match) == 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), i18n.T("None has “{}” in its name.",
			s.Layout.Find[l.Kind])))
	}
	acts := ui.El("div", ui.Class("list-acts"))
	if l.Add != nil {
		acts.Children = append(acts.Children, ui.IconButton("add", i18n.T("Add {}", Article(l.Kind)), l.Add))
	}
	acts.Children = append(acts.Children, MoreButton(l.Kind))
	return ui.El("section", ui.Class("list"), ui.A("aria-label", l.Title),
		ui.El("details", ui.Flag("open", !l.Folded || l.Len == 0),
			ui.El("summary", ui.El("h2", l.Title), " ", ui.El("span", ui.Class("count"), ui.Integer(l.Len))), parts),
		acts)
}

// Article returns a word with its indefinite article.
func Article(word string) string {
	if strings.ContainsAny(word[:1], "aeiou") {
		return i18n.T("an {}", word)
	}
	return "a " + word
}

// Pager returns the buttons that go through the pages of a list.
func Pager(kind string, page, pages int) ui.Node {
	return ui.El("span", ui.Class("pager"),
		ui.IconButton("back", "Previous page", ui.Act("page", kind, strconv.Itoa(page-1)),
			ui.AriaDisabled(page == 0)),
		ui.El("span", i18n.T("{} of {}", strconv.Itoa(page+1), ui.Integer(pages))),
		ui.IconButton("forward", "Next page", ui.Act("page", kind, strconv.Itoa(page+1)),
			ui.AriaDisabled(page >= pages-1)))
}

// Table returns a table of data with a caption for screen readers.
func Table(caption string, head []string, rows []ui.Node, parts ...any) ui.Node {
	ths := make([]ui.Node, len(head))
	for i, h := range head {
		ths[i] = ui.ColHead(Term(h))
		if h == "" { // a column of buttons, which have labels of their own
			ths[i] = ui.El("td")
		}
	}
	return TableOf("data", caption, ths, rows, parts...)
}

// TableOf returns a table whose heads are nodes; without heads it has no head
// row.
func TableOf(class, caption string, head, rows []ui.Node, parts ...any) ui.Node {
	top := ui.Node{}
	if head != nil {
		top = ui.El("thead", ui.El("tr", head))
	}
	return ui.El("table", append([]any{ui.Class(class), ui.El("caption", ui.Class("quiet"), caption), top,
		ui.El("tbody", separateFaults(rows))}, parts...)...)
}

// Tint returns the class of a number's colour: the least number gets the
// strongest, the greatest none.
func Tint(v, least, most float64) ui.Attr {
	level := 5
	if most > least {
		level = 5 - int((v-least)/(most-least)*5)
	}
	return ui.Class("h" + strconv.Itoa(level))
}

// Pick returns a name in a table that selects its thing.
func Pick(kind, id, text string, attrs ...ui.Attr) ui.Node {
	return ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("select", kind+":"+id), attrs, text)
}

// Cell returns a cell with a text.
func Cell(text string) ui.Node { return ui.El("td", text) }

// Num returns a cell with a number that can be edited in place. The path is relative to the problem: nodes[2].price.
func Num(s *state.State, path, label, value string) ui.Node {
	f := ui.FieldView{Path: s.Draft.Kind + "." + path, Label: label, Value: value, Number: true}
	ApplyTyped(s, &f)
	if f.Fault == "" {
		return ui.El("td", ui.Class("in"), f.Input())
	}
	id := "why-" + PathID(path) + "-" + strconv.FormatUint(sumOf(label), 36) // two tables may have one field
	return ui.El("td", ui.Class("in wrong"), f.Input(ui.A("aria-describedby", id)),
		ui.Fault(id, label, f.Fault))
}

// sumOf returns the FNV-1a hash of a text.
func sumOf(text string) uint64 {
	sum := uint64(14695981039346656037)
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * 1099511628211
	}
	return sum
}

// separateFaults moves the faults of a row's cells to a row of their own below it, which has room for them.
func separateFaults(rows []ui.Node) []ui.Node {
	var all []ui.Node
	for _, row := range rows {
		var whys []ui.Node
		for i, cell := range row.Children {
			n := len(cell.Children)
			if n < 2 || cell.Tag != "td" {
				continue
			}
			if class, _ := cell.Children[n-1].Attribute("class"); class == "why-not" {
				whys = append(whys, cell.Children[n-1])
				row.Children[i].Children = cell.Children[:n-1]
			}
		}
		all = append(all, row)
		if len(whys) > 0 {
			width := strconv.Itoa(len(row.Children))
			all = append(all, ui.El("tr", ui.Class("whys"), ui.El("td", ui.A("colspan", width), whys)))
		}
	}
	return all
}

// Row returns a field of a form. Its path is relative to the problem, and its id is derived from the path.
func Row(s *state.State, f ui.FieldView) ui.Node {
	f.ID = "f-" + PathID(f.Path)
	f.Path = s.Draft.Kind + "." + f.Path
	ApplyTyped(s, &f)
	return f.Row()
}

// PathID returns a path as part of an id.
func PathID(path string) string { return pathID.Replace(path) }

var pathID = strings.NewReplacer("[", "-", "]", "", ".", "-", " ", "_")

// ApplyTyped replaces the value of a field by the invalid text that the user typed, if there is one.
func ApplyTyped(s *state.State, f *ui.FieldView) {
	if t, ok := s.InvalidFields[f.Path]; ok {
		f.Value, f.Fault = t.Text, t.Reason
	}
	f.Off = s.Stage != state.Live
}

// Fold returns a part of the problem that is folded at first.
func Fold(title string, parts ...ui.Node) ui.Node {
	return ui.El("section", ui.Class("list"), ui.A("aria-label", title),
		ui.El("details", ui.El("summary", ui.El("h2", title)), parts))
}

// Section returns a part of the problem under a title.
func Section(title string, parts ...ui.Node) ui.Node {
	return ui.El("section", ui.Class("chosen"), ui.A("aria-label", title), ui.El("h2", title), parts)
}

// Deletes returns the line of a form with the actions on the whole thing.
func Deletes(t state.Ref) ui.Node {
	return acts(ui.Button("Duplicate", ui.Act("duplicatethings"), ui.A("title", "Ctrl+D")),
		ui.Button("Delete", ui.Act("delete", t.Kind+":"+t.ID), ui.A("title", "Del")),
		ui.Button("Show in text", ui.Act("intext", t.Kind+":"+t.ID), ui.A("title", "Ctrl+E")),
		ui.IconButton("more", "Copy, cut, select, arrange", ui.Act("dialog", "edit"), ui.A("aria-haspopup", "dialog")))
}
