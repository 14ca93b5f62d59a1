// Package noderows draws nodes as rows over time, for windows and batches. A row shows the busy
// time of its node. Over the rows lie the windows that an algorithm finds, each with a frame, its
// parts and a flag. Axis and vertical lines are those of package timeline. If nodes do not fit,
// [SelectRows] and [View.Fit] choose the rows, with the nodes of windows first.
package noderows

import (
	"math"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/timeline"
	"gridbox/core/kind/window"
)

// A View is nodes as thin rows over one axis of time. Busy time is hatched, free time is blank,
// windows are frames over their parts.
type View struct {
	Nodes   []window.Node
	Busy    []window.Slot // the mark of Busy[i] has the id markid.BusyID(i)
	Horizon float64
	// Rows are the indexes of the visible nodes, from the top; nil means all, the fastest first.
	Rows []int
	// First is the index of the first visible row, and TotalRows the number of rows to scroll through.
	// All 0 means that all are visible.
	First, TotalRows int
	Windows          []WindowMark
	States           []State // free slots as the steps of an algorithm mark them
	Marks            []timeline.Mark
	// From and To are the visible part of the axis; both 0 means all of it.
	From, To float64
	Selected []picture.Ref
	// Width and Height are the picture's own units, usually pixels. Width 0 means 720, Height 0
	// the sum of the rows' preferred heights.
	Width, Height float64
	RowHeight     float64 // the greatest height of a row; 0 means 40
	FlagLines     int     // least number of lines reserved for flags, so that rows do not move
	Static, Small bool    // Small leaves out all text and marks
	Name          string
	Cache         *picture.Cache // of pictures like this one
	Source        any            // identifies the source of Nodes and Busy, for Cache
}

// A WindowMark is a window on the rows: a frame around all of it and a rectangle for each part. Its
// flag above the rows has its text.
type WindowMark struct {
	Ref    picture.Ref
	Colour int
	Parts  []window.Allocation
	Text   string // on the flag, empty for none
	Say    string // the window in words
	Pale   bool   // drawn behind others, such as an alternative not chosen
	Label  string // in each part that is large enough
	// Strength is the data-strength of the label, in a comparison of answers.
	Strength string
	Bare     bool // without a frame, if frames of many windows would overlap
}

// A State is the state of one free slot at a step of an algorithm.
type State struct {
	Node       string
	Start, End float64
	Class      string // "open" for a candidate, "done" for an expired one, "chosen", "rejected"
}

// Draw draws the view as one svg element. Time is to scale. If the rows are too thin for names,
// the first row of each performance shows it.
func Draw(v View) *scene.Node {
	r := newNodeRows(v)
	m := &scene.Builder{}
	r.open(m)
	if !v.Small {
		r.DrawAxis(m)
	}
	r.drawKept(m)
	r.drawStates(m)
	r.drawFound(m)
	if !v.Small {
		r.DrawMarks(m)
		r.drawFlags(m)
		r.drawScroll(m)
	}
	if len(v.Nodes) == 0 {
		m.Empty(r.Width, r.height, "no nodes yet")
	}
	m.Close()
	return m.Node()
}

// drawKept draws the rows with their busy time. It takes them from the cache if nodes, selection
// and geometry are unchanged.
func (r *nodeRows) drawKept(m *scene.Builder) {
	draw := func() {
		for i := range r.rows {
			r.drawNode(m, i)
		}
		r.drawBusy(m)
	}
	if r.v.Cache == nil {
		draw()
		return
	}
	r.v.Cache.Draw(m, 0, []any{r.v.Source, r.rows, r.v.Selected, r.Stop, r.Stopped, r.Static,
		[...]float64{r.From, r.To, r.Left, r.Right, r.Top, r.pitch, r.Bottom}}, &r.Stopped, new([]picture.Box), draw)
}

// nodeRows is one picture while it is drawn. Axis and vertical lines are those of a timeline.
type nodeRows struct {
	timeline.Layout
	v                View
	rows             []int
	height           float64
	pitch, rowHeight float64        // distance between rows, and height of a row
	row              map[string]int // by name of the node
	lanes            [][]lane       // of each part of each found window
	flags            []pennant
	lastLabelled     int     // the last thin row with a performance label
	snap             float64 // the unit to which the times of edits are rounded
}

// newNodeRows returns the geometry of a view. Without rows it takes all nodes by performance. An
// empty or infinite time range becomes 0 to the horizon, or 0 to 1.
func newNodeRows(v View) *nodeRows {
	r := &nodeRows{v: v, rows: v.Rows, row: make(map[string]int, len(v.Rows))}
	if r.rows == nil {
		r.rows = window.RankByPerformance(v.Nodes)
	}
	for i, n := range r.rows {
		r.row[v.Nodes[n].ID] = i
	}
	r.Layout = timeline.Layout{Selected: make(map[picture.Ref]bool, len(v.Selected))}
	r.View = timeline.View{From: v.From, To: v.To, Marks: v.Marks, Width: v.Width, Static: v.Static || v.Small}
	if !(r.To > r.From) {
		r.From, r.To = 0, v.Horizon
	}
	if !(r.To > r.From) || math.IsInf(r.To-r.From, 0) {
		r.From, r.To = 0, 1
	}
	for _, s := range v.Selected {
		r.Selected[s] = true
	}
	r.placeRows()
	r.findLanes()
	r.Stop = r.firstMark()
	return r
}

// Heights of rows: preferred heights for few and for many rows in a picture without a height, the
// greatest height, and the least height for a name.
const (
	sparseRow = 24.0
	denseRow  = 7.0
	maxRow    = 40.0
	nameRow   = 12.0
)

// placeRows sets the edges of the plot and the height of the rows.
func (r *nodeRows) placeRows() {
	if r.Width <= 0 {
		r.Width = 720
	}
	n := float64(max(1, len(r.rows)))
	below := 4.0
	r.Left, r.Right, r.Top = 4, r.Width-4, 4
	if !r.v.Small {
		r.Left, r.Right, below = r.gutter(), r.Width-14, timeline.AxisHeight
		r.Top += r.placeFlags() + r.marksHeight()
	}
	r.pitch = sparseRow
	if n > 40 {
		r.pitch = denseRow
	}
	if r.v.Height > 0 {
		most := maxRow
		if r.v.RowHeight > 0 {
			most = r.v.RowHeight
		}
		r.pitch = max(1.5, min(most, (r.v.Height-r.Top-below)/n))
	}
	r.rowHeight = r.pitch - min(4, r.pitch/5)
	r.Bottom = r.Top + n*r.pitch
	r.height = max(r.v.Height, r.Bottom+below)
	r.snap = picture.Step((r.To - r.From) / max(1, r.Right-r.Left) * 4)
}

// marksHeight returns the height that the labels of vertical lines need below the flags.
func (r *nodeRows) marksHeight() float64 {
	for _, k := range r.Marks {
		if k.Label != "" {
			return 14
		}
	}
	return 0
}

// gutter returns the width for names left of the rows.
func (r *nodeRows) gutter() float64 {
	widest := 30.0
	for _, n := range r.rows {
		widest = max(widest,
			picture.TextWidth(r.v.Nodes[n].ID, 11)+picture.TextWidth(picture.Number(r.v.Nodes[n].Performance), 11)+22)
	}
	return min(widest, max(56, 0.2*r.Width))
}

// y returns the upper edge of a row.
func (r *nodeRows) y(row int) float64 { return r.Top + float64(row)*r.pitch }

// firstMark returns the tab stop: the first visible selected mark, or the first node.
func (r *nodeRows) firstMark() picture.Ref {
	for _, s := range r.v.Selected {
		if r.hasMark(s) {
			return s
		}
	}
	if len(r.rows) > 0 {
		return picture.Ref{Kind: picture.Node, ID: r.v.Nodes[r.rows[0]].ID}
	}
	return picture.Ref{}
}

// hasMark reports whether ref has a mark in the picture.
func (r *nodeRows) hasMark(ref picture.Ref) bool {
	switch ref.Kind {
	case picture.Node:
		_, ok := r.row[ref.ID]
		return ok
	case picture.Busy:
		for i := range r.v.Busy {
			if markid.BusyID(i) == ref.ID {
				return r.isVisible(&r.v.Busy[i])
			}
		}
	case picture.Window, markid.Alternative:
		for i := range r.v.Windows {
			if r.v.Windows[i].Ref == ref {
				_, _, _, _, ok := r.extent(&r.v.Windows[i])
				return ok
			}
		}
	}
	return false
}

// isVisible reports whether any part of a slot is visible.
func (r *nodeRows) isVisible(s *window.Slot) bool {
	_, ok := r.row[s.Node]
	return ok && s.End > r.From && s.Start < r.To && s.End > s.Start
}
