// Package timeline draws rows of bars over one axis of time, for clusters, machines and nodes. A
// picture also has vertical lines, curves between bars, layers of shares, and numbers. [Draw]
// makes a whole picture. Packages that draw more on top of the rows call [NewLayout] and the methods of
// [Layout]. Bars that are too narrow to see are merged into cells, so that the size of a picture
// depends on its width and not on the number of jobs.
package timeline

import (
	"math"
	"slices"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/sorting"
)

// A View is the content of a timeline: rows of bars over one axis, such as clusters with the
// phases of their jobs, machines with reservations, or nodes with slots and windows.
type View struct {
	Rows []Row
	Bars []Bar
	// From and To are the visible part of the axis; both 0 means from 0 to the last end or mark.
	From, To float64
	Marks    []Mark // vertical lines, such as a lower bound
	Unit     string // of the axis, after its last number
	Selected []picture.Ref
	Colour   int
	// Width is the picture's own width, usually in pixels of the screen; 0 means 720. RowHeight
	// is the height of a row of Height 1; 0 means 28.
	Width, RowHeight float64
	// Height, unless 0, is the picture's own height: rows are made as tall as it allows.
	Height float64
	Static bool
	Name   string
	Curves []Curve
	Loads  []Load
	// Numbers mark times as numbered answers.
	Numbers []Number
	// Horizon is the end of all time if zooming redraws a part of the picture; 0 otherwise.
	Horizon float64
	World   bool   // can be zoomed and moved, as the large picture of a screen
	Joins   string // the kind of marks that can be joined by dragging
}

// A Row is one line of a timeline.
type Row struct {
	Kind   string // of its mark; "" means cluster
	ID     string
	Label  string // "" means ID
	Note   string // a second, smaller line
	Height float64
	Say    string // makes the row's name a mark with this label
}

// A Bar is one phase of a thing on a row. Adjacent bars on a row with the same Ref form one mark.
type Bar struct {
	Row        int
	Start, End float64
	Ref        picture.Ref
	Class      string // "transfer", "compute", "busy", "free", ...
	Say        string // the mark in words; that of the first bar is used
	Text       string // in the bar, if it fits
	// Top and Height place the bar within its row, as shares; both 0 means
	// the whole row.
	Top, Height float64
	Colour      int // 0 means the view's
	Signs       Sign
}

// A Sign is a set of marks that distinguish a bar from others of its class.
type Sign uint8

// The signs of a bar.
const (
	Bracketed Sign = 1 << iota // drawn with brackets
	Notched                    // drawn with a torn end
	Going                      // begins before the picture
	Pale                       // has dark text
)

// A Curve leads from the end of one bar to the start of another.
type Curve struct {
	From, To Bar
	Class    string
}

// A Load is one layer of a row that shows shares instead of bars. It fills the row from Low to
// High, shares of its height, in columns of equal width over the plot.
type Load struct {
	Row       int
	Class     string
	Low, High []float64
}

// A Mark is a vertical line with a label.
type Mark struct {
	At    float64
	Class string // "bound", "now"
	Label string
}

const (
	rowLabelSize = 12.0
	AxisHeight   = 24.0
	rowGap       = 6.0
	edge         = 10.0
)

// Draw draws rows and bars as one svg element. Marks narrower than two pixels are merged into
// cells that show the mix of phases, so that the size of the picture grows with its width and not
// with the number of jobs.
func Draw(v View) *scene.Node {
	t := NewLayout(v)
	m := &scene.Builder{}
	t.Open(m)
	moved := t.World && t.Horizon == 0
	if moved {
		m.Open("g", "gb-world")
	}
	t.DrawAxis(m)
	t.DrawLoads(m)
	behind := len(t.Rows) > 0 && t.Rows[0].Say != ""
	if behind { // if rows are marks, no line may cross the names in their bars
		t.DrawMarks(m)
	}
	for i := range t.Rows {
		t.DrawRow(m, i)
	}
	t.DrawCurves(m)
	if !behind {
		t.DrawMarks(m)
	}
	t.drawNumbers(m)
	if len(t.Rows) == 0 {
		m.Empty(t.Width, max(t.Height, t.Bottom+40), "nothing here yet")
	}
	if moved {
		m.Close()
	}
	m.Close()
	return m.Node()
}

// A Layout is a picture while it is drawn: the view with the computed places.
type Layout struct {
	View
	Left, Right, Top   float64   // the plot's edges
	RowTop, RowHeights []float64 // in pixels
	Bottom, Gap        float64
	Units              [][]unit // of each row, in time order
	classes            []string // of phases, in order of first appearance
	Selected           map[picture.Ref]bool
	Stop               picture.Ref // the only tab stop
	Stopped            bool
}

// A unit is the bars of one mark on one row.
type unit struct {
	Bars       []Bar
	Start, End float64
}

// NewLayout computes the places of a view's rows and marks.
func NewLayout(v View) *Layout {
	t := &Layout{View: v, Selected: map[picture.Ref]bool{}}
	for _, r := range v.Selected {
		t.Selected[r] = true
	}
	if t.Width <= 0 {
		t.Width = 720
	}
	if t.RowHeight <= 0 {
		t.RowHeight = 28
	}
	t.Gap = rowGap
	if t.Height > 0 {
		t.fill()
	}
	t.span()
	t.placeRows()
	t.joinBars()
	t.Stop = t.firstStop()
	return t
}

// span sets the visible part of the axis, unless the view has set it.
func (t *Layout) span() {
	if t.To > t.From {
		return
	}
	t.From = 0
	t.To = 0
	for _, b := range t.Bars {
		t.To = math.Max(t.To, b.End)
	}
	for _, k := range t.Marks {
		t.To = math.Max(t.To, k.At)
	}
	if !(t.To > 0) || math.IsInf(t.To, 0) {
		t.To = 1
	}
}

// placeRows sets the edges of the plot and the places of the rows.
func (t *Layout) placeRows() {
	widest := 40.0
	for _, r := range t.Rows {
		widest = math.Max(widest, math.Max(picture.TextWidth(r.label(), rowLabelSize), picture.TextWidth(r.Note, 11)))
	}
	t.Left = math.Min(widest+12, math.Max(60, 0.22*t.Width))
	t.Right = t.Width - 18
	if t.World { // the picture has no margin of its own
		t.Left += edge
	}
	t.Top = 4
	for _, k := range t.Marks {
		if k.Label != "" {
			t.Top = 18
		}
	}
	y := t.Top
	for _, r := range t.Rows {
		h := t.RowHeight * math.Max(1, r.Height)
		t.RowTop = append(t.RowTop, y)
		t.RowHeights = append(t.RowHeights, h)
		y += h + t.Gap
	}
	t.Bottom = y
}

// fill sets the height of the rows from the height of the picture, within bounds: a lane is never
// taller than a block, and never too low to see.
func (t *Layout) fill() {
	const lowest, highest = 2.0, 56.0
	lanes := 0.0
	for _, r := range t.Rows {
		lanes += math.Max(1, r.Height)
	}
	rows := float64(len(t.Rows))
	room := t.Height - AxisHeight - 22
	if room/math.Max(1, lanes+rows) < 12 {
		t.Gap = 3
	}
	t.RowHeight = math.Max(lowest, math.Min(highest, (room-t.Gap*rows)/math.Max(1, lanes)))
}

func (r Row) label() string {
	if r.Label != "" {
		return r.Label
	}
	return r.ID
}

func (r Row) kind() string {
	if r.Kind != "" {
		return r.Kind
	}
	return picture.Cluster
}

// joinBars sorts the bars of each row by time and joins adjacent bars of one mark.
func (t *Layout) joinBars() {
	for _, b := range t.Bars {
		if !slices.Contains(t.classes, b.Class) {
			t.classes = append(t.classes, b.Class)
		}
	}
	byRow := make([][]Bar, len(t.Rows))
	for _, b := range t.Bars {
		if b.Row >= 0 && b.Row < len(t.Rows) && b.End >= t.From && b.Start <= t.To {
			byRow[b.Row] = append(byRow[b.Row], b)
		}
	}
	t.Units = make([][]unit, len(t.Rows))
	for i, bars := range byRow {
		sorting.Stable(bars, func(a, b Bar) int {
			switch {
			case a.Top != b.Top:
				return sign(a.Top - b.Top)
			case a.Start != b.Start:
				return sign(a.Start - b.Start)
			}
			return sign(a.End - b.End)
		})
		for from := 0; from < len(bars); {
			to := from + 1
			for to < len(bars) && bars[to].Ref == bars[from].Ref && bars[to].Top == bars[from].Top &&
				bars[from].Ref.ID != "" {
				to++
			}
			t.Units[i] = append(t.Units[i], unit{bars[from:to], bars[from].Start, bars[to-1].End})
			from = to
		}
	}
}

func sign(v float64) int {
	if v < 0 {
		return -1
	}
	return 1
}

// firstStop returns the first selected mark of the picture. If there is none it is the first bar,
// or the first row.
func (t *Layout) firstStop() picture.Ref {
	first, row := picture.Ref{}, picture.Ref{}
	for _, r := range t.Rows {
		if ref := (picture.Ref{Kind: r.kind(), ID: r.ID}); r.Say != "" && t.Selected[ref] {
			return ref
		} else if r.Say != "" && row == (picture.Ref{}) {
			row = ref
		}
	}
	for _, row := range t.Units {
		for _, u := range row {
			if t.Selected[u.Bars[0].Ref] {
				return u.Bars[0].Ref
			}
			if first == (picture.Ref{}) {
				first = u.Bars[0].Ref
			}
		}
	}
	if first == (picture.Ref{}) {
		return row
	}
	return first
}

// X returns the horizontal place of a time.
func (t *Layout) X(at float64) float64 {
	share := (at - t.From) / (t.To - t.From)
	return t.Left + math.Max(0, math.Min(1, share))*(t.Right-t.Left)
}

// Open opens the svg element of the picture with its geometry and description. The caller closes it.
func (t *Layout) Open(m *scene.Builder) {
	m.Picture("gb-timeline "+picture.Hue(t.Colour), t.Width, math.Max(t.Height, t.Bottom+AxisHeight))
	m.Nums([]string{"data-left", "data-right", "data-from", "data-to"}, t.Left, t.Right, t.From, t.To)
	if t.Horizon > 0 && t.World {
		m.Num("data-horizon", t.Horizon)
	}
	if t.Joins != "" {
		m.Attr("data-joins", t.Joins)
	}
	if t.Static {
		m.Attr("role", "img")
	} else {
		m.Attr("role", "group")
		m.Attr("aria-roledescription", "timeline")
	}
	m.Attr("aria-label", t.describe())
}

// describe returns the accessible label: the name, the number of rows, the time range with its
// unit, and the labels of the marks.
func (t *Layout) describe() string {
	s := i18n.T("{}{} from {} to {}",
		picture.TitlePrefix(t.Name), picture.Count(len(t.Rows), "row"),
		picture.Number(t.From), picture.Number(t.To))
	if t.Unit != "" {
		s += " " + t.Unit
	}
	for _, k := range t.Marks {
		if k.Label != "" {
			s += "; " + k.Label
		}
	}
	return s
}
