package screen

import (
	"slices"
	"strconv"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
)

// An Environment has the nodes that windows are found on and their busy time, for all kinds that find windows.
type Environment struct {
	*window.Environment
	Value string // the attribute of nodes that has a column of its own, "" for none
}

// Nodes returns the table of nodes.
func (e Environment) Nodes(s *state.State) ui.Node {
	head := []string{"name", "perf.", "price"}
	if e.Value != "" {
		head = append(head, e.Value)
	}
	nodes := e.Environment.Nodes
	return List{Kind: "node", Title: "Nodes", Head: head, Len: len(nodes), Add: ui.Act("add", "node"),
		ID: func(i int) string { return nodes[i].ID },
		Cells: func(i int) []ui.Node {
			n := &nodes[i]
			cells := []ui.Node{
				Num(s, FieldPath("nodes", i, "performance"), i18n.T("Performance of {}", n.ID),
					ui.Exact(n.Performance)),
				Num(s, FieldPath("nodes", i, "price"), i18n.T("Price of {}", n.ID), ui.Exact(n.Price)),
			}
			if e.Value == "" {
				return cells
			}
			return append(cells, Num(s, FieldPath("nodes", i, "attributes."+e.Value), i18n.T("{} of {}", e.Value, n.ID),
				attribute(n, e.Value)))
		}}.View(s)
}

// attribute returns the text of one of a node's attributes in its field.
func attribute(n *window.Node, name string) string {
	if x, ok := n.Attributes[name]; ok {
		return ui.Exact(x)
	}
	return ""
}

// Horizon returns the field of the scheduling horizon.
func (e Environment) Horizon(s *state.State) ui.Node {
	return Row(s, ui.FieldView{Path: "horizon", Label: "Horizon", Number: true,
		Value: ui.Exact(e.Environment.Horizon), Title: "length of the scheduling interval"})
}

// SelectedForm returns the form of the node or the busy time selected last, an empty node if another thing is selected.
func (e Environment) SelectedForm(s *state.State) ui.Node {
	t := s.Main()
	if many := BulkForm(s); !many.IsZero() && (t.Kind == picture.Node || t.Kind == picture.Busy) {
		return many
	}
	switch t.Kind {
	case picture.Node:
		for i := range e.Environment.Nodes {
			if e.Environment.Nodes[i].ID == t.ID {
				return e.nodeForm(s, i)
			}
		}
	case picture.Busy:
		for i, b := range e.BusyTime() {
			if markid.BusyID(i) == t.ID {
				return e.busyForm(s, b, i)
			}
		}
	}
	return ui.Node{}
}

// nodeForm returns the form of node i with its attributes and its busy times.
func (e Environment) nodeForm(s *state.State, i int) ui.Node {
	n := &e.Environment.Nodes[i]
	fields := []ui.Node{
		Row(s, ui.FieldView{Path: FieldPath("nodes", i, "id"), Label: "Name", Value: n.ID}),
		Row(s, ui.FieldView{Path: FieldPath("nodes", i, "performance"), Label: "Performance",
			Value:  ui.Exact(n.Performance),
			Number: true}),
		Row(s, ui.FieldView{Path: FieldPath("nodes", i, "price"), Label: "Price", Value: ui.Exact(n.Price),
			Number: true}),
	}
	for _, name := range state.AttributeNames(e.Environment.Nodes) {
		fields = append(fields, Row(s, ui.FieldView{Path: FieldPath("nodes", i, "attributes."+name), Label: name,
			Value: attribute(n, name), Number: true, Placeholder: "none"}))
	}
	parts := []ui.Node{ui.El("div", ui.Class("form"), fields)}
	var times []ui.Node
	for k, b := range e.BusyTime() {
		if b.Node == n.ID {
			id := markid.BusyID(k)
			times = append(times, ui.El("tr", ui.RowHead(Pick(picture.Busy, id, "busy")),
				Num(s, FieldPath("busy", k, "start"), i18n.T("Start of busy time {}", id), ui.Exact(b.Start)),
				Num(s, FieldPath("busy", k, "end"), i18n.T("End of busy time {}", id), ui.Exact(b.End))))
		}
	}
	if len(times) > 0 {
		parts = append(parts, Table(i18n.T("Busy time of {}", n.ID), []string{"", "start", "end"}, times))
	}
	return Section(i18n.T("Node {}", n.ID), append(parts,
		ui.El("div", ui.Class("acts pad"), ui.Button("Add busy time", ui.Act("add", "busy", n.ID)),
			ui.Button("Delete", ui.Act("delete", "node:"+n.ID))))...)
}

func (e Environment) busyForm(s *state.State, b window.Slot, i int) ui.Node {
	names := make([]string, len(e.Environment.Nodes))
	for k := range names {
		names[k] = e.Environment.Nodes[k].ID
	}
	return Section(i18n.T("Busy time of {}", b.Node), ui.El("div", ui.Class("form"),
		Row(s, ui.FieldView{Path: FieldPath("busy", i, "start"), Label: "Start", Value: ui.Exact(b.Start),
			Number: true}),
		Row(s, ui.FieldView{Path: FieldPath("busy", i, "end"), Label: "End", Value: ui.Exact(b.End), Number: true}),
		Row(s, ui.FieldView{Path: FieldPath("busy", i, "node"), Label: "Node", Value: b.Node, Choices: names})),
		Deletes(state.Ref{Kind: picture.Busy, ID: markid.BusyID(i)}))
}

// FieldPath returns the path of a field of one thing of a list: nodes[2].price.
func FieldPath(list string, i int, field string) string {
	return list + "[" + strconv.Itoa(i) + "]." + field
}

// SameNodes reports whether windows on one environment can be shown on another.
func SameNodes(a, b *window.Environment) bool {
	return slices.EqualFunc(a.Nodes, b.Nodes, func(x, y window.Node) bool { return x.ID == y.ID })
}
