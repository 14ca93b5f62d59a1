package noderows

import "gridbox/core/kind/window"

// SelectViewRows returns as many of the view's rows as there is room for, in their order. Rows with
// windows precede others in the choice.
func SelectViewRows(v View, room int) []int {
	order := v.Rows
	if order == nil {
		order = window.RankByPerformance(v.Nodes)
	}
	return SelectRows(v.Nodes, order, room, UsedNodes(v.Windows))
}

// UsedNodes returns the set of nodes that windows use.
func UsedNodes(windows []WindowMark) map[string]bool {
	used := map[string]bool{}
	for _, w := range windows {
		for i := range w.Parts {
			used[w.Parts[i].Node] = true
		}
	}
	return used
}

// SelectRows returns as many of the rows as there is room for, in their order. The nodes in must are
// always included, then the others from the top.
func SelectRows(nodes []window.Node, order []int, room int, must map[string]bool) []int {
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

// Fit limits the rows to the number for which each row has the least height, and sets TotalRows. The nodes of the
// given windows are chosen first.
func (v *View) Fit(least float64, windows []WindowMark) {
	order := v.Rows
	if order == nil {
		order = window.RankByPerformance(v.Nodes)
	}
	v.Rows = SelectRows(v.Nodes, order, max(1, int((v.Height-100)/least)), UsedNodes(windows))
	v.TotalRows = len(order)
}

// RemoveLabels removes the texts and labels of windows, in place.
func RemoveLabels(found []WindowMark) []WindowMark {
	for i := range found {
		found[i].Text, found[i].Label = "", ""
	}
	return found
}

// ThumbRows is the number of rows that a small picture shows.
const ThumbRows = 24
