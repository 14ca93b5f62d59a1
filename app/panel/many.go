package panel

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// Dialogs about many things together: the actions on the selection and on a
// whole table, and pasted rows.

// TableDialog is the prefix of the names of the dialogs about one table.
const TableDialog = "table-"

// manyDialog returns the dialog of a name, an empty one for any other name.
func manyDialog(s *state.State, added Added) (title string, body ui.Node) {
	kind, isTable := strings.CutPrefix(s.Look.Dialog, TableDialog)
	switch {
	case s.Look.Dialog == "edit":
		return "Edit the selection", edit(s, added)
	case isTable && slices.Contains(state.Tables(s.Draft), kind):
		return capital(state.Called(kind, 2)), wholeTable(s, kind, added)
	case s.Look.Dialog == "paste" && (s.Pasted == nil || s.Problem == nil):
		return "Paste", pasteHere()
	case s.Look.Dialog == "paste":
		return "Pasted rows", review(s, s.Pasted)
	}
	return "", ui.Node{}
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func does(name, title string, off bool, act ...string) ui.Node {
	return ui.Button(name, ui.Act(act[0], act[1:]...), ui.If(title != "", ui.A("title", title)),
		ui.Flag("disabled", off))
}

func acts(buttons ...ui.Node) ui.Node { return ui.El("div", ui.Class("acts"), buttons) }

// edit returns the menu of actions on the selection.
func edit(s *state.State, added Added) ui.Node {
	none, what := len(s.Select) == 0, "Nothing is selected."
	if !none {
		what = s.ChosenWords() + " selected."
	}
	parts := []ui.Node{ui.El("p", ui.A("role", "status"), what),
		acts(does("Copy", "Ctrl+C", none, "copythings"), does("Cut", "Ctrl+X", none, "cutthings"),
			does("Paste", "Ctrl+V", false, "pastethings"), does("Duplicate", "Ctrl+D", none, "duplicatethings"),
			does("Delete", "Del", none, "delete"))}
	if s.Pasted != nil {
		parts = append(parts, waiting(s))
	}
	var all []ui.Node
	for _, kind := range state.Tables(s.Draft) {
		all = append(all, does("All "+state.Called(kind, 2), "", s.Problem == nil, "selectall", kind))
	}
	all = append(all, does("Nothing", "Esc", none, "select", ""),
		ui.Button("Select several", ui.Act("tool", screen.Several.ID),
			ui.Aria("pressed", s.Look.Tool == screen.Several.ID), ui.A("title", "s")))
	parts = append(parts, ui.El("h3", "Select"), acts(all...))
	kind := s.Main().Kind
	if n := s.Chosen(kind); n > 0 {
		parts = append(parts, ui.El("h3", "The "+state.Called(kind, 2)+" selected"),
			ui.El("div", ui.Class("acts"), does("Copy as rows", "for a spreadsheet", false, "copyrows"),
				added.at(AtSelection, s)))
	}
	if s.Placed() {
		few := s.Chosen("cluster") < 2
		parts = append(parts, ui.El("h3", "Arrange clusters"),
			acts(does("Left", "", few, "align", "left"), does("In one column", "", few, "align", "centre"),
				does("Right", "", few, "align", "right"), does("Top", "", few, "align", "top"),
				does("In one row", "", few, "align", "middle"), does("Bottom", "", few, "align", "bottom"),
				does("Evenly across", "", s.Chosen("cluster") < 3, "align", "across"),
				does("Evenly down", "", s.Chosen("cluster") < 3, "align", "down")),
			acts(does("Lay out those selected", "", s.Chosen("cluster") == 0, "layout"),
				does("Lay out all", "", false, "arrange")))
	}
	return ui.El("div", ui.Class("edit"), parts)
}

// waiting returns the button that leads back to pasted rows.
func waiting(s *state.State) ui.Node {
	n := len(s.Pasted.Cells)
	return ui.El("p", "Pasted "+screen.Rows("row", n)+" still wait. ",
		ui.Button("Review", ui.Act("dialog", "paste")))
}

// wholeTable returns the actions on a table.
func wholeTable(s *state.State, kind string, added Added) ui.Node {
	things := state.Called(kind, 2)
	return ui.El("div", ui.Class("edit"),
		ui.El("div", ui.Class("acts"), ui.Button("Paste rows", ui.Class("primary"), ui.Act("pasterows", kind),
			ui.A("title", "Ctrl+V in the table")),
			does("Copy all rows", "for a spreadsheet", s.Problem == nil, "copyrows", kind),
			added.at(AtTable, s),
			does("Select all "+things, "Ctrl+A in the table", s.Problem == nil, "selectall", kind),
			ui.Button("Select several", ui.Act("tool", screen.Several.ID),
				ui.Aria("pressed", s.Look.Tool == screen.Several.ID))),
		ui.El("p", ui.Class("note"), "Rows can come from any spreadsheet or text file, with tabs, commas or "+
			"semicolons between the cells. Column heads are recognised by name, label or unit: "+heads(s, kind)+"."))
}

// heads returns the column heads of a table as text.
func heads(s *state.State, kind string) string {
	if s.Problem == nil {
		return ""
	}
	var list []string
	for _, c := range state.Columns(s.Problem, kind) {
		list = append(list, c.Head())
	}
	return strings.Join(list, "; ")
}

// pasteHere returns a field for rows if a browser does not give access to its clipboard.
func pasteHere() ui.Node {
	return ui.El("div",
		ui.El("label", ui.A("for", "paste-text"), "Paste rows of a spreadsheet here, or what was copied in Gridbox."),
		ui.El("textarea", ui.A("id", "paste-text"), ui.A("rows", "8"), ui.A("data-rows", "text"),
			ui.A("spellcheck", "false"), ui.A("autocomplete", "off")),
		acts(ui.Button("Read rows", ui.Class("primary"), ui.Act("readrows"))))
}

// shownRows returns the pasted rows of the current page, its number, and the number of pages.
func shownRows(p *state.Pasted) (rows []int, page, pages int) {
	if p.Only && len(p.Bad) > 0 {
		rows = p.Bad
	} else {
		rows = make([]int, len(p.Cells))
		for i := range rows {
			rows[i] = i
		}
	}
	pages = max(1, (len(rows)+state.PageRows-1)/state.PageRows)
	page = max(0, min(p.Page, pages-1))
	return rows[page*state.PageRows : min(len(rows), (page+1)*state.PageRows)], page, pages
}

// review returns pasted rows with their faults, to be corrected.
func review(s *state.State, p *state.Pasted) ui.Node {
	kinds := state.Tables(s.Draft)
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = capital(state.Called(k, 2))
	}
	off := ui.Flag("disabled", s.Stage != state.Live)
	tick := func(what, label string, on bool) ui.Node {
		return ui.El("label", ui.Class("tick"), ui.El("input", ui.A("type", "checkbox"), ui.A("data-pasted", what),
			ui.A("data-checked", strconv.FormatBool(on)), ui.Flag("checked", on), off), label)
	}
	ticks := []ui.Node{
		ui.El("label", ui.Class("tick"), "Into ", ui.Choice(p.Kind, kinds, names, ui.A("data-pasted", "kind"),
			ui.A("id", "pasted-kind"), ui.A("aria-label", "Table"), off)),
		tick("heads", "The first row contains heads", p.Heads != nil),
	}
	if p.Known > 0 {
		ticks = append(ticks, tick("change",
			screen.Rows("row", p.Known)+" with existing names: change these things", p.Change))
	}
	if len(p.Bad) > 0 && len(p.Bad) < len(p.Cells) {
		ticks = append(ticks, tick("only", "Only rows with faults", p.Only))
	}
	parts := []ui.Node{ui.El("p", ui.A("role", "status"), outlook(p)), ui.El("div", ui.Class("ticks-line"), ticks)}
	for _, o := range p.Others {
		parts = append(parts, ui.El("p", ui.Class("why-not"), o))
	}
	for _, n := range p.Notes {
		parts = append(parts, ui.El("p", ui.Class("note"), n))
	}
	rows, page, pages := shownRows(p)
	if len(p.Cells) > state.PageRows {
		parts = append(parts, pastedPager(page, pages))
	}
	parts = append(parts, ui.El("div", ui.Class("pasted"), ui.A("tabindex", "0"), ui.A("role", "region"),
		ui.A("aria-label", "Pasted rows"), pastedTable(s, p, rows)))
	good := len(p.Cells) - len(p.Bad)
	take := "Add all " + strconv.Itoa(good) + " rows"
	if len(p.Bad) > 0 {
		take = "Take " + screen.Rows("row", good) + " without faults"
	} else if good == 1 {
		take = "Add the row"
	}
	parts = append(parts, ui.El("div", ui.Class("acts"),
		ui.Button(take, ui.Class("primary"), ui.Act("takerows"), ui.Flag("disabled", p.Adds+p.Changes == 0)),
		ui.Button("Discard rows", ui.Act("droprows"))))
	return ui.El("div", parts)
}

// outlook returns the effect that the rows will have.
func outlook(p *state.Pasted) string {
	var does []string
	if p.Adds > 0 {
		does = append(does, "add "+screen.Rows(p.Kind, p.Adds))
	}
	if p.Changes > 0 {
		does = append(does, "change "+screen.Rows(p.Kind, p.Changes))
	}
	text := ""
	if len(does) > 0 {
		text = capital(screen.Rows("row", p.Adds+p.Changes)) + " will " + strings.Join(does, " and ") + ". "
	}
	switch n := len(p.Bad); {
	case n == 1:
		text += "1 row cannot be taken as it is; its fault is marked."
	case n > 1:
		text += strconv.Itoa(n) + " rows cannot be taken as they are; their faults are marked."
	}
	return strings.TrimSpace(text)
}

func pastedPager(page, pages int) ui.Node {
	return ui.El("div", ui.Class("pager"),
		ui.IconButton("back", "Previous page", ui.Act("pastedpage", strconv.Itoa(page-1)),
			ui.Flag("disabled", page == 0)),
		ui.El("span", strconv.Itoa(page+1)+" of "+ui.Whole(pages)),
		ui.IconButton("forward", "Next page", ui.Act("pastedpage", strconv.Itoa(page+1)),
			ui.Flag("disabled", page >= pages-1)))
}

func pastedTable(s *state.State, p *state.Pasted, rows []int) ui.Node {
	columns := p.Choices(s)
	values, names := []string{""}, []string{"leave out"}
	for _, c := range columns {
		values, names = append(values, c.Path), append(names, c.Head())
	}
	head := []ui.Node{ui.ColHead("row")}
	for i, path := range p.Columns {
		label := "Column " + strconv.Itoa(i+1)
		if i < len(p.Heads) && p.Heads[i] != "" {
			label = p.Heads[i]
		}
		head = append(head, ui.ColHead(ui.If(path == "", ui.Class("soft")), ui.El("span", label),
			ui.Choice(path, values, names, ui.A("data-column", strconv.Itoa(i)), ui.A("aria-label", label+" is"))))
	}
	faultText := func(i int, why string) string { // below the row, for columns that are not shown
		if j := slices.Index(values, p.Columns[i]); j > 0 && why != "" {
			return columns[j-1].Label + " " + why
		}
		return why
	}
	var lines []ui.Node
	for _, r := range rows {
		line := []ui.Node{ui.RowHead(strconv.Itoa(r + 1))}
		for i, path := range p.Columns {
			text, why := "", p.Faults[state.Cell{Row: r, Column: i}]
			if i < len(p.Cells[r]) {
				text = p.Cells[r][i]
			}
			line = append(line, pastedCell(r, i, path, text, faultText(i, why)))
		}
		lines = append(lines, ui.El("tr", line))
	}
	return screen.TableOf("data", "Pasted rows", head, lines)
}

func pastedCell(r, i int, path, text, why string) ui.Node {
	id := "p-" + strconv.Itoa(r) + "-" + strconv.Itoa(i)
	input := ui.El("input", ui.A("type", "text"), ui.A("data-cell", strconv.Itoa(r)+" "+strconv.Itoa(i)),
		ui.A("aria-label", "Row "+strconv.Itoa(r+1)+", column "+strconv.Itoa(i+1)), ui.A("autocomplete", "off"),
		ui.A("spellcheck", "false"), ui.A("data-value", text), ui.A("value", text),
		ui.If(why != "", ui.Aria("invalid", true)), ui.If(why != "", ui.A("aria-describedby", id)))
	cell := ui.El("td", ui.Class("in"), ui.If(why != "", ui.Class("wrong")), ui.If(path == "", ui.Class("soft")), input)
	if why != "" {
		cell.Children = append(cell.Children, ui.El("small", ui.A("id", id), ui.Class("why-not"), why))
	}
	return cell
}
