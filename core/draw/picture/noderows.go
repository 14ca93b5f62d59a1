package picture

import (
	"math"

	"gridbox/core/draw/markid"
	"gridbox/core/kind/window"
)

// A NodeRowsView is nodes as thin rows over one axis of time: busy time
// hatched, free time paper, windows as frames over what they take.
type NodeRowsView struct {
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
	States     []NodeState // what the steps of an algorithm say of nodes
	Marks      []Mark
	// From and To are the part of the axis that shows; both 0 means all of it.
	From, To float64
	Selected []Ref
	// Width and Height are the picture's own units, best its pixels. Width 0
	// means 720, Height 0 as much as the rows like to have.
	Width, Height float64
	RowHeight     float64 // what a row gets at most; 0 means 40
	FlagLines     int     // lines kept free for flags at least, so that rows stay where they are
	Static, Small bool    // Small leaves out all text and marks
	Name          string
	Kept          *Kept // of pictures like this one
	Of            any   // that which Nodes and Busy are of, for Kept
}

// A Found is a window that stands on the rows: a frame around all of it and a
// field on each part that it takes. Its flag above the rows has its text.
type Found struct {
	Ref    Ref
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

// A NodeState is a word about one stretch of free time during a step-through.
type NodeState struct {
	Node       string
	Start, End float64
	Class      string // "open" for a candidate, "done" for one that ended, "chosen", "rejected"
}

// NodeRows draws the view as one svg element. Time is to scale; where the rows
// are too thin for names, the first of each performance says it.
func NodeRows(v NodeRowsView) string {
	r := newNodeRows(v)
	m := newMarkup(4000 + 200*(len(v.Busy)+len(r.rows)))
	r.open(m)
	if !v.Small {
		r.drawAxis(m)
	}
	r.drawKept(m)
	r.drawStates(m)
	r.drawFound(m)
	if !v.Small {
		r.drawMarks(m)
		r.drawFlags(m)
		r.drawScroll(m)
	}
	if len(v.Nodes) == 0 {
		m.nothing(r.Width, r.height, "no nodes yet")
	}
	m.raw("</svg>")
	return m.String()
}

// drawKept draws the rows with their busy time, which are made of the nodes, of
// what is selected and of where they stand.
func (r *nodeRows) drawKept(m *markup) {
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
	r.v.Kept.draw(m, 0, []any{r.v.Of, r.rows, r.v.Selected, r.stop, r.stopped, r.Static,
		[...]float64{r.From, r.To, r.left, r.right, r.top, r.pitch, r.bottom}}, &r.stopped, new([]box), draw)
}

// nodeRows is one picture in the making; axis and marks are those of a timeline.
type nodeRows struct {
	timeline
	v           NodeRowsView
	rows        []int
	height      float64
	pitch, tall float64        // from row to row, and of a row's own
	row         map[string]int // by node
	lanes       [][]lane       // of each part of each found window
	flags       []pennant
	noted       int     // the last thin row that has its performance written
	snap        float64 // what times of edits are rounded to
}

func newNodeRows(v NodeRowsView) *nodeRows {
	r := &nodeRows{v: v, rows: v.Rows, row: make(map[string]int, len(v.Rows))}
	if r.rows == nil {
		r.rows = window.ByPerformance(v.Nodes)
	}
	for i, n := range r.rows {
		r.row[v.Nodes[n].ID] = i
	}
	r.timeline = timeline{selected: make(map[Ref]bool, len(v.Selected))}
	r.TimelineView = TimelineView{From: v.From, To: v.To, Marks: v.Marks, Width: v.Width, Static: v.Static || v.Small}
	if !(r.To > r.From) {
		r.From, r.To = 0, v.Horizon
	}
	if !(r.To > r.From) || math.IsInf(r.To-r.From, 0) {
		r.From, r.To = 0, 1
	}
	for _, s := range v.Selected {
		r.selected[s] = true
	}
	r.lay()
	r.findLanes()
	r.stop = r.firstMark()
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
	r.left, r.right, r.top = 4, r.Width-4, 4
	if !r.v.Small {
		r.left, r.right, below = r.gutter(), r.Width-14, axisHeight
		r.top += r.layFlags() + r.layMarks()
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
		r.pitch = max(1.5, min(most, (r.v.Height-r.top-below)/n))
	}
	r.tall = r.pitch - min(4, r.pitch/5)
	r.bottom = r.top + n*r.pitch
	r.height = max(r.v.Height, r.bottom+below)
	r.snap = Step((r.To - r.From) / max(1, r.right-r.left) * 4)
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
		widest = max(widest, textWidth(r.v.Nodes[n].ID, 11)+textWidth(Number(r.v.Nodes[n].Performance), 11)+22)
	}
	return min(widest, max(56, 0.2*r.Width))
}

// y is the upper edge of a row.
func (r *nodeRows) y(row int) float64 { return r.top + float64(row)*r.pitch }

// firstMark is what the Tab key reaches: what is selected, or else the first node.
func (r *nodeRows) firstMark() Ref {
	for _, s := range r.v.Selected {
		if r.shows(s) {
			return s
		}
	}
	if len(r.rows) > 0 {
		return Ref{Node, r.v.Nodes[r.rows[0]].ID}
	}
	return Ref{}
}

// shows tells whether something of that name has a mark.
func (r *nodeRows) shows(ref Ref) bool {
	switch ref.Kind {
	case Node:
		_, ok := r.row[ref.ID]
		return ok
	case Busy:
		for i := range r.v.Busy {
			if markid.BusyID(i) == ref.ID {
				return r.inView(&r.v.Busy[i])
			}
		}
	case Window, markid.Alternative:
		for i := range r.v.Found {
			if r.v.Found[i].Ref == ref {
				_, _, _, _, ok := r.extent(&r.v.Found[i])
				return ok
			}
		}
	}
	return false
}

// inView tells whether any of a stretch of time shows.
func (r *nodeRows) inView(s *window.Slot) bool {
	_, ok := r.row[s.Node]
	return ok && s.End > r.From && s.Start < r.To && s.End > s.Start
}
