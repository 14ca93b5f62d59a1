// Package noderows draws nodes as rows over time, with what is busy and with the
// windows that an algorithm finds there.
package noderows

import (
	"math"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
	"gridbox/core/draw/timeline"
	"gridbox/core/kind/window"
)

// A View is nodes as thin rows over one axis of time: busy time
// hatched, free time paper, windows as frames over what they take.
type View struct {
	Nodes   []window.Node
	Busy    []window.Slot // the mark of Busy[i] has the id marks.BusyID(i)
	Horizon float64
	// Rows are the nodes that show, by number, from the top; nil means all,
	// the fastest first.
	Rows []int
	// First and All are where among how many rows those that show begin; All 0
	// means that there are no others.
	First, All int
	Found      []Found
	States     []State // what the steps of an algorithm say of nodes
	Marks      []timeline.Mark
	// From and To are the part of the axis that shows; both 0 means all of it.
	From, To float64
	Selected []picture.Ref
	// Width and Height are the picture's own units, best its pixels. Width 0
	// means 720, Height 0 as much as the rows like to have.
	Width, Height float64
	RowHeight     float64 // what a row gets at most; 0 means 40
	FlagLines     int     // lines kept free for flags at least, so that rows stay where they are
	Static, Small bool    // Small leaves out all text and marks
	Name          string
	Kept          *picture.Kept // of pictures like this one
	Of            any           // that which Nodes and Busy are of, for Kept
}

// A Found is a window that stands on the rows: a frame around all of it and a
// field on each part that it takes. Its flag above the rows has its text.
type Found struct {
	Ref    picture.Ref
	Colour int
	Parts  []window.Taken
	Text   string // on the flag, empty for none
	Say    string // the window in words
	Pale   bool   // stands behind others, such as an alternative not chosen
	Label  string // in each part that has room for it
	// Strength is data-strength of the label, beside another answer.
	Strength string
	Bare     bool // no frame, where frames of many windows would cover each other
}

// A State is a word about one stretch of free time during a step-through.
type State struct {
	Node       string
	Start, End float64
	Class      string // "open" for a candidate, "done" for one that ended, "chosen", "rejected"
}

// Draw draws the view as one svg element. Time is to scale; where the rows
// are too thin for names, the first of each performance says it.
func Draw(v View) string {
	r := newNodeRows(v)
	m := svg.New(4000 + 200*(len(v.Busy)+len(r.rows)))
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
	m.Raw("</svg>")
	return m.String()
}

// drawKept draws the rows with their busy time, which are made of the nodes, of
// what is selected and of where they stand.
func (r *nodeRows) drawKept(m *svg.Builder) {
	draw := func() {
		for i := range r.rows {
			r.drawNode(m, i)
		}
		r.drawBusy(m)
	}
	if r.v.Kept == nil {
		draw()
		return
	}
	r.v.Kept.Draw(m, 0, []any{r.v.Of, r.rows, r.v.Selected, r.Stop, r.Stopped, r.Static,
		[...]float64{r.From, r.To, r.Left, r.Right, r.Top, r.pitch, r.Bottom}}, &r.Stopped, new([]picture.Box), draw)
}

// nodeRows is one picture in the making; axis and marks are those of a timeline.
type nodeRows struct {
	timeline.Layout
	v           View
	rows        []int
	height      float64
	pitch, tall float64        // from row to row, and of a row's own
	row         map[string]int // by node
	lanes       [][]lane       // of each part of each found window
	flags       []pennant
	noted       int     // the last thin row that has its performance written
	snap        float64 // what times of edits are rounded to
}

func newNodeRows(v View) *nodeRows {
	r := &nodeRows{v: v, rows: v.Rows, row: make(map[string]int, len(v.Rows))}
	if r.rows == nil {
		r.rows = window.ByPerformance(v.Nodes)
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
	r.lay()
	r.findLanes()
	r.Stop = r.firstMark()
	return r
}

// Heights of rows: what they like to have in a picture of no given height, few
// or many of them, what they get at most, and what a name needs.
const (
	fewRow  = 24.0
	manyRow = 7.0
	mostRow = 40.0
	nameRow = 12.0
)

// lay finds the edges of the plot and the height of the rows.
func (r *nodeRows) lay() {
	if r.Width <= 0 {
		r.Width = 720
	}
	n := float64(max(1, len(r.rows)))
	below := 4.0
	r.Left, r.Right, r.Top = 4, r.Width-4, 4
	if !r.v.Small {
		r.Left, r.Right, below = r.gutter(), r.Width-14, timeline.AxisHeight
		r.Top += r.layFlags() + r.layMarks()
	}
	r.pitch = fewRow
	if n > 40 {
		r.pitch = manyRow
	}
	if r.v.Height > 0 {
		most := mostRow
		if r.v.RowHeight > 0 {
			most = r.v.RowHeight
		}
		r.pitch = max(1.5, min(most, (r.v.Height-r.Top-below)/n))
	}
	r.tall = r.pitch - min(4, r.pitch/5)
	r.Bottom = r.Top + n*r.pitch
	r.height = max(r.v.Height, r.Bottom+below)
	r.snap = picture.Step((r.To - r.From) / max(1, r.Right-r.Left) * 4)
}

// layMarks is the room that the words of upright lines need below the flags.
func (r *nodeRows) layMarks() float64 {
	for _, k := range r.Marks {
		if k.Label != "" {
			return 14
		}
	}
	return 0
}

// gutter is the room for names left of the rows.
func (r *nodeRows) gutter() float64 {
	widest := 30.0
	for _, n := range r.rows {
		widest = max(widest,
			picture.TextWidth(r.v.Nodes[n].ID, 11)+picture.TextWidth(picture.Number(r.v.Nodes[n].Performance), 11)+22)
	}
	return min(widest, max(56, 0.2*r.Width))
}

// y is the upper edge of a row.
func (r *nodeRows) y(row int) float64 { return r.Top + float64(row)*r.pitch }

// firstMark is what the Tab key reaches: what is selected, or else the first node.
func (r *nodeRows) firstMark() picture.Ref {
	for _, s := range r.v.Selected {
		if r.shows(s) {
			return s
		}
	}
	if len(r.rows) > 0 {
		return picture.Ref{Kind: picture.Node, ID: r.v.Nodes[r.rows[0]].ID}
	}
	return picture.Ref{}
}

// shows reports whether something of that name has a mark.
func (r *nodeRows) shows(ref picture.Ref) bool {
	switch ref.Kind {
	case picture.Node:
		_, ok := r.row[ref.ID]
		return ok
	case picture.Busy:
		for i := range r.v.Busy {
			if markid.BusyID(i) == ref.ID {
				return r.inView(&r.v.Busy[i])
			}
		}
	case picture.Window, markid.Alternative:
		for i := range r.v.Found {
			if r.v.Found[i].Ref == ref {
				_, _, _, _, ok := r.extent(&r.v.Found[i])
				return ok
			}
		}
	}
	return false
}

// inView reports whether any of a stretch of time shows.
func (r *nodeRows) inView(s *window.Slot) bool {
	_, ok := r.row[s.Node]
	return ok && s.End > r.From && s.Start < r.To && s.End > s.Start
}
