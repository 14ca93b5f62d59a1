package screen

import (
	"strconv"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/noderows"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
)

// NodeRows selects the nodes that a picture of rows shows. By default these are the nodes that windows use, then the
// fastest. After scrolling, these are consecutive nodes in the order of their performance.
type NodeRows struct {
	Order    []int // all rows, from the top
	Capacity int   // number of rows that fit
	First    int   // index of the first shown row after scrolling; 0 for the start
	Only     bool  // only the nodes that windows use
	nodes    []window.Node
	must     map[string]bool
}

// Names of the view's settings.
const (
	findRows = "rows"    // number of the first row
	findOnly = "rowset"  // "window" for the nodes of windows only
	findTall = "rowsize" // "tall" for rows that have room for their names
)

// toolsHeight is the height in pixels of the tools above and the hint below the picture.
const toolsHeight = 86

// RowsSize returns the size of the picture of rows.
func RowsSize(s *state.State) (width, height float64) {
	if s.Layout.Width > 0 {
		return s.Layout.Width, max(120, s.Layout.Height)
	}
	return state.PictureWidth, state.PictureHeight - toolsHeight
}

// namedRowHeight is the height of a row that has room for its name, in pixels.
const namedRowHeight = 15.0

// RowsOf arranges the rows of a picture of a height, as many as fit at the height thin. The nodes of must, used by
// windows or selected, are always shown.
func RowsOf(s *state.State, nodes []window.Node, order []int, height, thin float64, must map[string]bool) NodeRows {
	if order == nil {
		order = window.RankByPerformance(nodes)
	}
	r := NodeRows{Order: order, Only: s.Layout.Find[findOnly] == "window", nodes: nodes, must: must}
	if s.Layout.Find[findTall] == "tall" {
		thin = max(thin, namedRowHeight)
	}
	r.Capacity = max(1, int((height-100)/thin))
	if r.Only {
		r.Order = nil
		for _, n := range order {
			if must[nodes[n].ID] {
				r.Order = append(r.Order, n)
			}
		}
		if len(r.Order) == 0 {
			r.Order, r.Only = order, false
		}
	}
	first, _ := strconv.Atoi(s.Layout.Find[findRows])
	r.First = max(0, min(first, len(r.Order)-r.Capacity))
	return r
}

// ShownNodes returns the indices of the shown nodes.
func (r *NodeRows) ShownNodes() []int {
	switch {
	case len(r.Order) <= r.Capacity:
		return r.Order
	case r.First > 0 || r.Only:
		return r.Order[r.First : r.First+r.Capacity]
	}
	return noderows.SelectRows(r.nodes, r.Order, r.Capacity, r.must)
}

// Scroll returns the setting of the first row after scrolling by some rows.
func (r *NodeRows) Scroll(by int) string {
	if first := max(0, min(r.First+by, len(r.Order)-r.Capacity)); first > 0 {
		return strconv.Itoa(first)
	}
	return ""
}

// Say describes which of the nodes are shown, "" for all.
func (r *NodeRows) Say() string {
	switch {
	case r.Only && len(r.Order) <= r.Capacity:
		return i18n.T("{} of {} nodes: the nodes of windows", ui.Integer(len(r.Order)), ui.Integer(len(r.nodes)))
	case len(r.Order) <= r.Capacity:
		return ""
	case r.First > 0 || r.Only:
		return i18n.T("Rows {} to {} of {} show",
			ui.Integer(r.First+1), ui.Integer(r.First+r.Capacity), ui.Integer(len(r.Order)))
	}
	return i18n.T("{} of {} nodes: the nodes of windows, then the fastest", ui.Integer(r.Capacity),
		ui.Integer(len(r.nodes)))
}

// Filters returns the controls that select nodes, nil if all are shown.
func (r *NodeRows) Filters(s *state.State) []ui.Node {
	if !r.Only && len(r.Order) <= r.Capacity && s.Layout.Find[findTall] == "" {
		return nil
	}
	only := ""
	if r.Only {
		only = "window"
	}
	parts := []ui.Node{
		Choice(findOnly, "Nodes shown", only, []string{"", "window"}, []string{"all nodes", "nodes of windows"}),
		Choice(findTall, "Height of rows", s.Layout.Find[findTall], []string{"", "tall"},
			[]string{"thin rows", "rows with names"}),
	}
	if len(r.Order) <= r.Capacity {
		return parts
	}
	page := max(1, r.Capacity-1)
	return append(parts, ui.El("span", ui.Class("stepper"), ui.A("role", "group"), ui.A("aria-label", "Rows"),
		ui.IconButton("back", "Rows above (Page Up)", ui.Act("turn", findRows, strconv.Itoa(-page)),
			ui.Flag("disabled", r.First == 0)),
		ui.El("span", i18n.T("{}–{} of {}", ui.Integer(r.First+1), ui.Integer(r.First+r.Capacity),
			ui.Integer(len(r.Order)))),
		ui.IconButton("forward", "Rows below (Page Down)", ui.Act("turn", findRows, strconv.Itoa(page)),
			ui.Flag("disabled", r.First+r.Capacity >= len(r.Order)))))
}
