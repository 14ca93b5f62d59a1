package rows

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// waiting returns the button that leads back to the rows, an empty node if there are none.
func waiting(s *state.State) ui.Node {
	own := Slot.Get(s)
	if !own.HasRows() {
		return ui.Node{}
	}
	return ui.El("p", i18n.T("Pasted {} still wait. ", screen.Rows("row", len(own.Cells))),
		ui.Button("Review", ui.Act("dialog", dialogID)))
}

// dialog returns the dialog with the rows; its title is "" if there are none.
func dialog(s *state.State) (title string, body ui.Node) {
	if own := Slot.Get(s); own.HasRows() && s.Problem != nil {
		return "Pasted rows", review(s, own)
	}
	return "", ui.Node{}
}

// pageRows returns the indices of the pasted rows on the current page, the page, and the number of pages, at least
// 1. If p.Only is set, only faulty rows count, unless there are none.
func pageRows(p *State) (rows []int, page, pages int) {
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
func review(s *state.State, p *State) ui.Node {
	kinds := state.Tables(s.Draft)
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = capital(state.Noun(k, 2))
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
	if p.Existing > 0 {
		ticks = append(ticks, tick("change",
			i18n.T("{} with existing names: change these things", screen.Rows("row", p.Existing)), p.Change))
	}
	if len(p.Bad) > 0 && len(p.Bad) < len(p.Cells) {
		ticks = append(ticks, tick("only", "Only rows with faults", p.Only))
	}
	parts := []ui.Node{ui.El("p", ui.A("role", "status"), outlook(p)), ui.El("div", ui.Class("ticks-line"), ticks)}
	for _, o := range p.OtherFaults {
		parts = append(parts, ui.El("p", ui.Class("why-not"), o))
	}
	for _, n := range p.Notes {
		parts = append(parts, ui.El("p", ui.Class("note"), n))
	}
	rows, page, pages := pageRows(p)
	if len(p.Cells) > state.PageRows {
		parts = append(parts, pastedPager(page, pages))
	}
	parts = append(parts, ui.El("div", ui.Class("pasted"), ui.A("tabindex", "0"), ui.A("role", "region"),
		ui.A("aria-label", "Pasted rows"), pastedTable(s, p, rows)))
	good := len(p.Cells) - len(p.Bad)
	take := i18n.T("Add all {} rows", strconv.Itoa(good))
	if len(p.Bad) > 0 {
		take = i18n.T("Take {} without faults", screen.Rows("row", good))
	} else if good == 1 {
		take = "Add the row"
	}
	parts = append(parts, ui.El("div", ui.Class("acts"),
		ui.Button(take, ui.Class("primary"), ui.Act("takerows"), ui.Flag("disabled", p.Adds+p.Changes == 0)),
		ui.Button("Discard rows", ui.Act("droprows"))))
	return ui.El("div", parts)
}

// outlook returns the effect that the rows will have.
func outlook(p *State) string {
	var does []string
	if p.Adds > 0 {
		does = append(does, i18n.T("add {}", screen.Rows(p.Kind, p.Adds)))
	}
	if p.Changes > 0 {
		does = append(does, i18n.T("change {}", screen.Rows(p.Kind, p.Changes)))
	}
	text := ""
	if len(does) > 0 {
		text = i18n.T("{} will {}. ", capital(screen.Rows("row", p.Adds+p.Changes)), strings.Join(does, " and "))
	}
	switch n := len(p.Bad); {
	case n == 1:
		text += "1 row cannot be taken as it is; its fault is marked."
	case n > 1:
		text += i18n.T("{} rows cannot be taken as they are; their faults are marked.", strconv.Itoa(n))
	}
	return strings.TrimSpace(text)
}

func pastedPager(page, pages int) ui.Node {
	return ui.El("div", ui.Class("pager"),
		ui.IconButton("back", "Previous page", ui.Act("pastedpage", strconv.Itoa(page-1)),
			ui.Flag("disabled", page == 0)),
		ui.El("span", i18n.T("{} of {}", strconv.Itoa(page+1), ui.Integer(pages))),
		ui.IconButton("forward", "Next page", ui.Act("pastedpage", strconv.Itoa(page+1)),
			ui.Flag("disabled", page >= pages-1)))
}

// pastedTable returns the table of the pasted rows with these indices. Each column has a choice of its meaning, and
// each cell a field with its fault.
func pastedTable(s *state.State, p *State, rows []int) ui.Node {
	columns := p.Fields(s.Problem)
	values, names := []string{""}, []string{"leave out"}
	for _, c := range columns {
		values, names = append(values, c.Path), append(names, c.Head())
	}
	head := []ui.Node{ui.ColHead("row")}
	for i, path := range p.Columns {
		label := i18n.T("Column {}", strconv.Itoa(i+1))
		if i < len(p.Heads) && p.Heads[i] != "" {
			label = p.Heads[i]
		}
		head = append(head, ui.ColHead(ui.If(path == "", ui.Class("soft")), ui.El("span", label),
			ui.Choice(path, values, names, ui.A("data-column", strconv.Itoa(i)),
				ui.A("aria-label", i18n.T("{} is", label)))))
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
			text, why := p.Cell(r, i), p.Faults[state.Cell{Row: r, Column: i}]
			line = append(line, pastedCell(r, i, path, text, faultText(i, why)))
		}
		lines = append(lines, ui.El("tr", line))
	}
	return screen.TableOf("data", "Pasted rows", head, lines)
}

// pastedCell returns the field of the cell in row r and column i. A column without a path is greyed; why is the
// fault, or "".
func pastedCell(r, i int, path, text, why string) ui.Node {
	id := "p-" + strconv.Itoa(r) + "-" + strconv.Itoa(i)
	input := ui.El("input", ui.A("type", "text"), ui.A("data-cell", strconv.Itoa(r)+" "+strconv.Itoa(i)),
		ui.A("aria-label", i18n.T("Row {}, column {}", strconv.Itoa(r+1), strconv.Itoa(i+1))), ui.A("autocomplete",
			"off"),
		ui.A("spellcheck", "false"), ui.A("data-value", text), ui.A("value", text),
		ui.If(why != "", ui.Aria("invalid", true)), ui.If(why != "", ui.A("aria-describedby", id)))
	cell := ui.El("td", ui.Class("in"), ui.If(why != "", ui.Class("wrong")), ui.If(path == "", ui.Class("soft")), input)
	if why != "" {
		cell.Children = append(cell.Children, ui.El("small", ui.A("id", id), ui.Class("why-not"), why))
	}
	return cell
}
