package draw

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/timeline"
)

// A WaitingView is the content of a picture of a queue: its jobs as rows over time from now on,
// with the reasons of their waits, their predicted starts with an interval, and their run times.
type WaitingView struct {
	Rows []WaitingRow // in the order of priority
	// Chosen is the job in question. Its row shows Counts, a histogram of its start from From on
	// in steps of Step.
	Chosen     string
	From, Step float64
	Counts     []int
	// Clock formats a time as on the cluster's clock, with the day if days is set; nil if the
	// clock is unknown. Midnight is the number of seconds since the day began.
	Clock    func(seconds float64, days bool) string
	Midnight float64
	// Machines, unless nil, are drawn above the rows with their schedule over the same time.
	Machines      *MachinesView
	Selected      []picture.Ref
	Width, Height float64
	World, Static bool
	Name          string
}

// A WaitingRow is one job.
type WaitingRow struct {
	ID, Note, Say      string
	Waits              []WaitingFor
	Early, Start, Late float64
	Lasts              float64
	Really             *float64 // the true start, if it is known
}

// A WaitingFor is a part of a wait with one reason, shown by its colour.
type WaitingFor struct {
	Colour int
	Until  float64
}

// waitingPitch is the least height of a row. If a queue has more rows than fit, those around the
// chosen job are shown.
const waitingPitch = 15.0

// machinesShare is the share of the height for machines above a queue. machineLanes is the number
// of their slots up to which slots are drawn one by one.
const (
	machinesShare = 0.32
	machineLanes  = 48
)

// panelHeight returns the height of the machines above a queue, for a picture of the given height. It
// is less if they have few slots.
func (v *MachinesView) panelHeight(height float64) float64 {
	if v == nil {
		return 0
	}
	lanes := 0
	for i := range v.Problem.Machines {
		lanes += v.Problem.Machines[i].Slots
	}
	return min(float64(machinesShare*height), float64(26*lanes)+8)
}

// VisibleRange returns the range [from, to) of the visible rows. The first rows are visible unless the
// chosen row is too far down; then the range is around it.
func (v *WaitingView) VisibleRange() (from, to int) {
	room := v.Height - timeline.AxisHeight - 22
	room -= v.Machines.panelHeight(v.Height)
	fit := max(1, int(room/waitingPitch)-2)
	for i := range v.Rows {
		if v.Rows[i].ID == v.Chosen && i > fit-3 {
			from = min(i-fit/2, len(v.Rows)-fit)
		}
	}
	from = max(0, from)
	return from, min(len(v.Rows), from+fit)
}

// Waiting draws the view as one svg element.
func Waiting(v WaitingView) *scene.Node {
	from, to := v.VisibleRange()
	shown := v.Rows[from:to]
	t := timeline.View{Unit: "s", Name: v.Name, Selected: v.Selected, Width: v.Width, Height: v.Height, World: v.World,
		Static: v.Static}
	for i := range shown {
		r := &shown[i]
		row := timeline.Row{Kind: picture.Job, ID: r.ID, Label: r.ID, Say: r.Say, Height: 1}
		if r.Note != "" {
			row.Label += "  " + r.Note
		}
		end := r.Start + r.Lasts
		if r.ID == v.Chosen {
			row.Height, end = 2.5, max(end, r.Late)
		}
		if r.Really != nil {
			end = max(end, *r.Really)
		}
		t.To = max(t.To, float64(1.04*end))
		t.Rows = append(t.Rows, row)
	}
	if m := v.Machines; m != nil && len(shown) == 0 {
		for i := range m.Solution.Reservations {
			t.To = max(t.To, float64(1.02*m.Solution.Reservations[i].Finish))
		}
	}
	t.To = max(t.To, 1)
	t.From = -0.02 * t.To
	above := machinesAbove(&t, v.Machines, v.Height)
	now := "now"
	if v.Clock != nil {
		now += " " + v.Clock(0, false)
	}
	t.Marks = []timeline.Mark{{At: 0, Class: "now", Label: now}}
	w := &waiting{Layout: timeline.NewLayout(t), v: &v}
	m := &scene.Builder{}
	w.Open(m)
	if w.World {
		m.Open("g", "gb-world")
	}
	w.axis(m)
	w.DrawLoads(m)
	for i := range above {
		w.DrawRow(m, i)
	}
	w.DrawCurves(m)
	for i := range shown {
		w.row(m, above+i, &shown[i])
	}
	w.DrawMarks(m)
	if w.World {
		m.Close()
	}
	m.Close()
	return m.Node()
}

// machinesAbove inserts the rows of machines above the existing ones, over the same time. It
// returns their number.
func machinesAbove(t *timeline.View, v *MachinesView, height float64) int {
	if v == nil {
		return 0
	}
	seen := *v
	seen.From, seen.To, seen.World = max(0, t.From), t.To, false
	if len(t.Rows) > 0 {
		seen.Lanes = machineLanes
	}
	made := Rows(seen)
	lanes, jobs := 0.0, 0.0
	for _, r := range made.Rows {
		lanes += max(1, r.Height)
	}
	for _, r := range t.Rows {
		jobs += r.Height
	}
	if jobs > 0 { // the machines get their share of the height
		part := min(v.panelHeight(height)/max(1, height-timeline.AxisHeight-22), 0.5)
		for i := range made.Rows {
			made.Rows[i].Height = max(1, made.Rows[i].Height) / lanes * jobs * part / (1 - part)
		}
	}
	// Colours are reasons here. So running jobs are grey and future ones outlined.
	class := func(was string) string {
		if was == "going" {
			return "ran"
		}
		return "plan"
	}
	for i := range made.Bars {
		b := &made.Bars[i]
		b.Class, b.Signs = class(b.Class), b.Signs&(timeline.Notched|timeline.Going)|timeline.Pale
	}
	for i := range made.Loads {
		made.Loads[i].Class = class(made.Loads[i].Class)
	}
	t.Rows = append(made.Rows, t.Rows...)
	t.Bars, t.Loads, t.Curves = made.Bars, made.Loads, made.Curves
	return len(made.Rows)
}

// waiting is one picture while it is drawn.
type waiting struct {
	*timeline.Layout
	v *WaitingView
}

// clockSteps are the possible distances, in seconds, between the lines of a clock's axis.
var clockSteps = []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
	2 * 86400, 7 * 86400, 14 * 86400, 28 * 86400}

// axis draws vertical lines with the clock, at round times of the day.
func (w *waiting) axis(m *scene.Builder) {
	if w.v.Clock == nil {
		w.DrawAxis(m)
		return
	}
	raw := (w.To - w.From) / max(2, (w.Right-w.Left)/90)
	step := clockSteps[len(clockSteps)-1]
	for step < raw { // a queue may be longer than the greatest step
		step *= 2
	}
	for i := len(clockSteps) - 1; i >= 0 && clockSteps[i] >= raw; i-- {
		step = clockSteps[i]
	}
	m.Open("g", "gb-axis")
	m.Attr("aria-hidden", "true")
	for k := math.Ceil(w.v.Midnight / step); k*step-w.v.Midnight <= w.To; k++ {
		at := float64(k*step) - w.v.Midnight
		x := w.X(at)
		m.Open("line", "gb-grid")
		m.Nums(scene.Ends, x, w.Top, x, w.Bottom)
		m.Close()
		text := w.v.Clock(at, step >= 86400)
		if x+picture.TextWidth(text, 11)/2 > w.Width {
			continue
		}
		m.Open("text", "gb-tick")
		m.Attr("text-anchor", "middle")
		m.Nums(scene.XY, x, w.Bottom+15)
		m.Text(text)
		m.Close()
	}
	m.Close()
}

// row draws one job. Its whole row is its mark.
func (w *waiting) row(m *scene.Builder, i int, r *WaitingRow) {
	y, h := w.RowTop[i], w.RowHeights[i]
	ref := picture.Ref{Kind: picture.Job, ID: r.ID}
	m.Open("g", "gb-row")
	m.Attr("data-row", r.ID)
	m.Open("g", "gb-rowmark gb-waiting")
	chosen := r.ID == w.v.Chosen
	if w.Selected[ref] || chosen {
		m.Class("gb-sel")
	}
	w.Mark(m, ref, r.Say)
	m.Open("rect", "gb-hitrow")
	m.Nums(scene.Box, 0, y-w.Gap/2, w.Width, h+w.Gap)
	m.Attr("rx", "3")
	m.Close()
	if chosen && len(w.v.Counts) > 0 {
		w.drawHistogram(m, y, float64(0.58*h))
	}
	if chosen {
		y, h = y+float64(0.6*h), float64(0.4*h)
	}
	if h > 22 {
		y, h = y+(h-22)/2, 22
	}
	box := func(class string, from, to, top, tall float64) {
		a := w.X(from)
		m.Open("rect", class)
		m.Nums(scene.Box, a, y+float64(top*h), max(w.X(to)-a, 2), float64(tall*h))
		m.Close()
	}
	box("gb-likely", r.Early, r.Late, 0.08, 0.84)
	from := 0.0
	for _, part := range r.Waits {
		box("gb-waits "+picture.Hue(part.Colour), from, part.Until, 0.34, 0.32)
		from = part.Until
	}
	box("gb-runs", r.Start, r.Start+r.Lasts, 0.1, 0.8)
	if r.Really != nil {
		m.Open("path", "gb-really")
		m.Translate(w.X(*r.Really), y+h/2)
		m.Attr("d", "M-5 0L0-5L5 0L0 5Z")
		m.Close()
	}
	m.Close()
	if w.RowHeights[i]+w.Gap >= 12 { // outside of the mark, whose label says more than the name
		w.DrawPlainName(m, i)
	}
	m.Close()
}

// drawHistogram draws the smoothed histogram of the chosen job's start as a curve over its row.
func (w *waiting) drawHistogram(m *scene.Builder, y, tall float64) {
	list := w.v.Counts
	most := 0.0
	smooth := make([]float64, len(list))
	for i := range list {
		sum, n := 0.0, 0.0
		for k := max(0, i-1); k <= min(len(list)-1, i+1); k++ {
			sum, n = sum+float64(list[k]), n+1
		}
		smooth[i] = sum / n
		most = max(most, smooth[i])
	}
	m.Open("path", "gb-spread")
	m.Value("d", "")
	m.Tenths("M", w.X(w.v.From), y+tall)
	end := w.v.From + float64(float64(len(list))*w.v.Step)
	for i, share := range smooth {
		at := w.v.From + float64((float64(i)+0.5)*w.v.Step)
		if at > w.To { // a long tail ends at the edge of the picture
			end = at - w.v.Step
			break
		}
		m.Tenths("L", w.X(at), y+float64(tall*(1-share/most)))
	}
	m.Tenths("L", w.X(end), y+tall)
	m.Append("Z")
	m.Close()
}
