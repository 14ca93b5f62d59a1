package screen

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// Several is the tool that selects many things: dragging on the ground draws a
// frame, and a click in the picture or a table adds or removes a thing.
var Several = Tool{ID: "several", Icon: "several", Name: "Select several", Key: "s"}

// SeveralHint explains the tool.
const SeveralHint = "Drag a frame around things, or tap one after the other; a second tap removes one. " +
	"Escape ends the selection."

// BulkForm returns the form of all selected things of the main one's kind, empty if
// there is only one: a value entered applies to all of them.
func BulkForm(s *state.State) ui.Node {
	kind := s.Main().Kind
	n := s.SelectedCount(kind)
	if n < 2 || s.Problem == nil {
		return ui.Node{}
	}
	var rows []ui.Node
	for _, c := range state.Fillable(s.Problem, kind) {
		rows = append(rows, sharedRow(s, kind, c))
	}
	parts := []ui.Node{ui.El("div", ui.Class("form"), rows)}
	if others := s.SelectedCount("") - n; others > 0 {
		var rest []state.Ref
		for _, t := range s.Select {
			if t.Kind != kind {
				rest = append(rest, t)
			}
		}
		parts = append([]ui.Node{ui.El("p", ui.Class("note"),
			i18n.T("Also selected: {}. Values entered here apply to the {}.",
				state.CountText(s.Draft.Kind, rest), state.Noun(kind, n)))}, parts...)
	}
	if kind == "cluster" {
		parts = append(parts, lines(n))
	}
	return Section(ui.Integer(n)+" "+state.Noun(kind, n), append(parts, acts(
		ui.Button("Duplicate", ui.Act("duplicatethings"), ui.A("title", "Ctrl+D")),
		ui.Button("Copy", ui.Act("copythings"), ui.A("title", "Ctrl+C")),
		ui.Button("Fill a column", ui.Act("fill", kind)),
		ui.Button("Delete", ui.Act("delete"), ui.A("title", "Del"))))...)
}

func acts(buttons ...ui.Node) ui.Node { return ui.El("div", ui.Class("acts pad"), buttons) }

// sharedRow returns a field of many things, empty if their values differ.
func sharedRow(s *state.State, kind string, c state.Column) ui.Node {
	value, mixed := s.Shared(kind, &c)
	f := ui.FieldView{Path: state.SelectionField(&c), ID: "f-selected-" + PathID(c.Path), Label: c.Label, Unit: c.Unit,
		Title: c.About, Value: value, Number: c.Number()}
	if mixed {
		f.Placeholder = "mixed"
	}
	switch c.Kind {
	case "truth":
		f.Choices, f.Names = []string{"no", "yes"}, []string{"no", "yes"}
		if value == "" && !mixed {
			f.Value = "no"
		}
	case "choice":
		f.Choices = append([]string{""}, c.Rule.Choices...)
		f.Names = append([]string{"usual"}, c.Rule.Choices...)
	}
	if mixed && f.Choices != nil {
		if f.Choices[0] != "" {
			f.Choices, f.Names = append([]string{""}, f.Choices...), append([]string{"mixed"}, f.Names...)
		} else {
			f.Names[0] = "mixed"
		}
	}
	ApplyTyped(s, &f)
	return f.Row()
}

// lines returns the buttons that align clusters.
func lines(n int) ui.Node {
	button := func(how, icon, name string, least int) ui.Node {
		return ui.IconButton(icon, name, ui.Act("align", how), ui.Flag("disabled", n < least))
	}
	return ui.El("div", ui.Class("acts pad lines"), ui.A("role", "group"), ui.A("aria-label", "Align"),
		button("left", "alignleft", "Align left", 2), button("centre", "aligncentre", "Align in one column", 2),
		button("right", "alignright", "Align right", 2), button("top", "aligntop", "Align at the top", 2),
		button("middle", "alignmiddle", "Align in one row", 2),
		button("bottom", "alignbottom", "Align at the bottom", 2),
		button("across", "across", "Distribute evenly from left to right", 3),
		button("down", "down", "Distribute evenly from top to bottom", 3),
		ui.IconButton("arrange", "Lay the selected clusters out again", ui.Act("layout")))
}

// MoreButton returns the button that opens the actions on a whole table.
func MoreButton(kind string) ui.Node {
	return ui.IconButton("more", i18n.T("{}: select, copy, paste, fill", capital(state.Noun(kind, 2))),
		ui.Act("dialog", "table-"+kind), ui.A("aria-haspopup", "dialog"))
}

// capital returns the word with a capital.
func capital(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}

// Rows returns a number of things of a kind in words.
func Rows(kind string, n int) string { return strconv.Itoa(n) + " " + state.Noun(kind, n) }
