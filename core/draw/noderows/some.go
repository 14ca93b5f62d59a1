package noderows

import "gridbox/core/kind/window"

// SomeRows keeps the order of the view's rows and as many as there is room
// for, those with windows before others.
func SomeRows(v View, room int) []int {
	order := v.Rows
	if order == nil {
		order = window.ByPerformance(v.Nodes)
	}
	return Some(v.Nodes, order, room, UsedNodes(v.Found))
}

// UsedNodes are the nodes that windows take.
func UsedNodes(windows []Found) map[string]bool {
	used := map[string]bool{}
	for _, w := range windows {
		for i := range w.Parts {
			used[w.Parts[i].Node] = true
		}
	}
	return used
}

// Some keeps the order of rows and as many as there is room for: the nodes
// that must show, then the others from the top.
func Some(nodes []window.Node, order []int, room int, must map[string]bool) []int {
	if len(order) <= room {
		return order
	}
	for _, n := range order {
		if must[nodes[n].ID] {
			room--
		}
	}
	var rows []int
	for _, n := range order {
		switch {
		case must[nodes[n].ID]:
			rows = append(rows, n)
		case room > 0:
			room--
			rows = append(rows, n)
		}
	}
	return rows
}

// Fit keeps as many rows as have room for a least height each, those of some windows first.
func (v *View) Fit(least float64, windows []Found) {
	order := v.Rows
	if order == nil {
		order = window.ByPerformance(v.Nodes)
	}
	v.Rows = Some(v.Nodes, order, max(1, int((v.Height-100)/least)), UsedNodes(windows))
	v.All = len(order)
}

// Unlabelled takes the words off windows.
func Unlabelled(found []Found) []Found {
	for i := range found {
		found[i].Text, found[i].Label = "", ""
	}
	return found
}

// ThumbRows is the number of rows that a small picture shows.
const ThumbRows = 24
