package placement

import (
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// list returns one table of the problem.
func list(s *state.State, kind, title string, head []string, n int, id func(int) string,
	cells func(int) []ui.Node) ui.Node {
	l := screen.List{Kind: kind, Title: title, Head: head, Len: n, ID: id, Cells: cells, Add: ui.Act("add", kind),
		Folded: kind == "link" || kind == "dataset"}
	if kind == "link" {
		l.Name = func(i int) string { return strings.Replace(id(i), "~", " – ", 1) }
		l.Add = nil
	}
	return l.View(s)
}

// num returns a cell with a number that can be edited in place.
func num(s *state.State, list string, i int, field, label, value string) ui.Node {
	return screen.Num(s, screen.FieldPath(list, i, field), label, value)
}

// row returns a field of the form.
func row(s *state.State, list string, i int, field, label, unit, value string, number bool) ui.Node {
	f := ui.FieldView{Path: "placement." + list + "[" + strconv.Itoa(i) + "]." + field, ID: "f-" + list + "-" + field,
		Label: label, Unit: unit, Value: value, Number: number}
	screen.ApplyTyped(s, &f)
	return f.Row()
}
