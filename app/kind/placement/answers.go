package placement

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/timeline"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/draw"
)

// focusedAnswer returns the focused answer with its problem, or the text to show instead.
func focusedAnswer(s *state.State) (*placement.Problem, *placement.Solution, *state.Answer, ui.Node) {
	a := s.FocusedAnswer()
	switch {
	case a == nil || a.Answer == nil || !a.Answer.Feasible:
		return nil, nil, nil, screen.Lacking(a, "answer")
	case a.Problem == nil || a.Problem.Placement == nil:
		return nil, nil, nil, screen.Empty("The problem of this answer no longer exists.")
	}
	sol, ok := a.Answer.Solution.(*placement.Solution)
	if !ok {
		return nil, nil, nil, screen.Empty("This answer has no assignments.")
	}
	return &a.Problem.Placement.Problem, sol, a, ui.Node{}
}

// timelineRows is the number of clusters in the timeline; of more, the busiest are shown.
const timelineRows = 60

// timelineTab shows the transfers and the computation of every cluster over time.
func timelineTab(s *state.State) ui.Node {
	p, sol, a, none := focusedAnswer(s)
	if p == nil {
		return none
	}
	v := draw.Timeline(p, sol)
	note := ""
	if len(v.Rows) > timelineRows {
		v = busiestRows(v, draw.BusyOn(p, sol), timelineRows)
		note = i18n.T("The {} busiest of {} clusters.", strconv.Itoa(timelineRows), ui.Integer(len(p.Clusters)))
	}
	v.Colour = screen.Algorithm(s, a).Colour
	v.Width = 400
	v.RowHeight = 30
	if len(v.Rows) > 12 {
		v.RowHeight = 18
	}
	if b := a.Answer.Bound; b != nil && b.Metric == "makespan" {
		v.Marks = append(v.Marks, timeline.Mark{At: b.Value, Class: "bound", Label: "bound"})
	}
	v.Selected = screen.Marks(s)
	parts := []ui.Node{ui.El("div", ui.Class("plot timeline"), ui.A("data-marks", "timeline"),
		ui.Picture(timeline.Draw(v)))}
	if note != "" {
		parts = append(parts, ui.El("p", ui.Class("note"), note))
	}
	parts = append(parts, ui.El("p", ui.Class("note legend"), ui.El("i", ui.Class("key transfer")), "transfers ",
		ui.El("i", ui.Class("key compute")), "computation"))
	return ui.El("div", parts)
}

// busiestRows keeps the rows with the most work, in their order.
func busiestRows(v timeline.View, busy []float64, n int) timeline.View {
	keep := topIndices(busy, n)
	to := make(map[int]int, n)
	var rows []timeline.Row
	for i := range v.Rows {
		if keep[i] {
			to[i] = len(rows)
			rows = append(rows, v.Rows[i])
		}
	}
	var bars []timeline.Bar
	for _, b := range v.Bars {
		if row, ok := to[b.Row]; ok {
			b.Row = row
			bars = append(bars, b)
		}
	}
	v.Rows, v.Bars = rows, bars
	return v
}

// topIndices returns the indices of the n greatest values.
func topIndices(values []float64, n int) map[int]bool {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	sortBy(order, func(a, b int) bool { return values[a] > values[b] })
	top := make(map[int]bool, n)
	for _, i := range order[:min(n, len(order))] {
		top[i] = true
	}
	return top
}

// traffic lists the traffic of the links, the busiest first.
func traffic(s *state.State) ui.Node {
	p, sol, _, none := focusedAnswer(s)
	if p == nil {
		return none
	}
	mb := draw.TrafficOn(p, sol)
	order := make([]int, len(mb))
	total := 0.0
	for i := range order {
		order[i] = i
		total += mb[i]
	}
	sortBy(order, func(a, b int) bool { return mb[a] > mb[b] })
	const most = 50
	var rows []ui.Node
	for _, i := range order[:min(most, len(order))] {
		l := p.Links[i]
		id := markid.LinkID(l.A, l.B)
		share := 0.0
		if total > 0 {
			share = mb[i] / total
		}
		rows = append(rows, ui.El("tr", ui.If(s.IsSelected("link", id), ui.Class("sel")),
			ui.RowHead(screen.Pick("link", id, l.A+" – "+l.B)),
			screen.Cell(ui.Num(mb[i])), screen.Cell(ui.Num(mb[i]/l.Bandwidth)),
			screen.Cell(strconv.Itoa(int(share*100+0.5))+" %")))
	}
	th := func(t, title string) ui.Node { return ui.ColHead(ui.Part(t, title)) }
	parts := []ui.Node{screen.TableOf("data", "Traffic on the links",
		[]ui.Node{th("link", "the two clusters it joins"), th("data, MB", "data moved over it"),
			th("busy, s", "time that it was in use"),
			th("share", "of all data moved, counted on every link it crosses")}, rows)}
	if len(order) > most {
		parts = append(parts, ui.El("p", ui.Class("note"),
			i18n.T("The {} busiest of {} links.", strconv.Itoa(most), ui.Integer(len(order)))))
	}
	return ui.El("div", parts)
}
