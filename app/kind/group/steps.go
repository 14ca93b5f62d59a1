package group

import (
	"math"
	"slices"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/kind/group/draw"
	"gridbox/core/trace"
)

// The size of the drawings next to the steps, in pixels.
const (
	stepWidth  = 350.0
	stepHeight = 136.0
)

// steps draws what the search has built up to the current step: a tree, a table, or labels.
func steps(s *state.State) ui.Node {
	t := s.Explanation.Trace
	if t == nil || len(t.Events) == 0 {
		return ui.Node{}
	}
	colour := screen.Algorithm(s, s.FocusedAnswer()).Colour
	events := t.Events[:min(s.Explanation.Step, len(t.Events))]
	for i := range t.Events {
		switch t.Events[i].Kind {
		case "node":
			return ui.Picture(draw.SearchTree(tree(events, colour)))
		case "cell":
			return ui.Picture(draw.Cells(cells(t.Events, events, colour)))
		case "label":
			return ui.Picture(draw.Dots(labels(events, colour)))
		}
	}
	return ui.Node{}
}

// maxDrawn is the greatest number of drawn nodes or labels; the first ones are drawn.
const maxDrawn = 1500

// tree returns the search tree that the events have built up. The node of the last event is the current one. It
// contains at most maxDrawn nodes, and no node whose parent is missing.
func tree(events []trace.Event, colour int) draw.TreeView {
	v := draw.TreeView{Current: -1, Colour: colour, Width: stepWidth, Name: "The search tree so far"}
	at := map[string]int{}
	for i := range events {
		e := &events[i]
		id := e.Ref("node")
		if e.Kind == "branch" {
			if k, ok := at[id]; ok {
				v.Nodes[k].Class, v.Current = "done", k
			}
			continue
		}
		parent, ok := at[e.Ref("parent")]
		if !ok {
			parent = -1
		}
		if len(v.Nodes) == maxDrawn || parent < 0 && len(v.Nodes) > 0 {
			continue
		}
		x := draw.TreeNode{Parent: parent, Class: "open"}
		if e.Reason != "" {
			x.Class = "cut"
		}
		if g := e.Ref("included"); g != "" {
			x.Text = "+" + g
		}
		if g := e.Ref("excluded"); g != "" {
			x.Text = "−" + g
		}
		at[id], v.Current = len(v.Nodes), len(v.Nodes)
		v.Nodes = append(v.Nodes, x)
	}
	return v
}

// cells returns GKA's table up to the current step. Its axes are those of all recorded cells.
func cells(all, events []trace.Event, colour int) draw.CellsView {
	v := draw.CellsView{RowName: "nodes", ColumnName: "budget", Colour: colour, Width: stepWidth, Height: stepHeight,
		Name: "Best value so far for each number of nodes and budget"}
	axis := func(name string) []float64 {
		seen := map[float64]bool{}
		var list []float64
		for i := range all {
			if x, ok := all[i].Value(name); ok && all[i].Kind == "cell" && !seen[x] {
				seen[x] = true
				list = append(list, x)
			}
		}
		slices.Sort(list)
		return list
	}
	v.Rows, v.Columns = axis("nodes"), axis("budget")
	fresh := make([][]bool, len(v.Rows))
	for i := range v.Rows {
		row := make([]float64, len(v.Columns))
		for k := range row {
			row[k] = math.NaN()
		}
		v.Values = append(v.Values, row)
		fresh[i] = make([]bool, len(v.Columns))
	}
	last := ""
	for i := range events {
		e := &events[i]
		if e.Kind != "cell" {
			continue
		}
		n, _ := e.Value("nodes")
		b, _ := e.Value("budget")
		x, _ := e.Value("value")
		row, _ := slices.BinarySearch(v.Rows, n)
		column, _ := slices.BinarySearch(v.Columns, b)
		if about := e.Ref("group") + e.Ref("node"); about != last {
			last = about
			for k := range fresh {
				clear(fresh[k])
			}
		}
		v.Values[row][column], fresh[row][column] = x, true
	}
	if len(events) < len(all) {
		v.NewCells = fresh
	}
	return v
}

// labels returns the labels of Frontier by their cost and the bound of their value.
func labels(events []trace.Event, colour int) draw.DotsView {
	v := draw.DotsView{XName: "cost", YName: "bound", Colour: colour, Width: stepWidth, Height: stepHeight,
		Name: "Labels so far: kept, dominated, or cut by the bound"}
	for i := range events {
		e := &events[i]
		if e.Kind == "round" {
			v.Dots = v.Dots[:0]
		}
		if e.Kind != "label" || len(v.Dots) == maxDrawn {
			continue
		}
		x, _ := e.Value("cost")
		y, ok := e.Value("bound")
		if !ok {
			continue
		}
		if y <= 0 {
			y = math.Exp(y)
		}
		class := "kept"
		switch e.Reason {
		case "dominated":
			class = "dominated"
		case "bound":
			class = "cut"
		}
		v.Dots = append(v.Dots, draw.Dot{X: x, Y: y, Class: class})
	}
	return v
}
