package study

import (
	"strconv"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// allPoints is the value of the choice that shows all points in the table.
const allPoints = "all"

// maxPointChoices is the greatest number of points in the table's list.
const maxPointChoices = 200

// pointTable returns the table of the chosen point, or of all points.
func pointTable(s *state.State) []ui.Node {
	st := Slot.Get(s)
	var head ui.Node
	if len(st.Outline.Points) > 1 {
		head = pointChoice(s)
	}
	if st.All {
		return []ui.Node{ui.El("div", ui.Class("table"), head, pointsTable(s))}
	}
	name, _ := metricName(st.Kind, st.Metric)
	names, colours, shown := studyRuns(s)
	first := bestCountsAt(st, st.ChosenPoint())
	odd := hasMissingValues(s)
	best := bestRun(s)
	var rows []ui.Node
	for run := range names {
		if c := cellOf(st, st.Metric, st.ChosenPoint(), run); c != nil && shown[run] {
			row := []ui.Node{ui.RowHead(panel.Swatch(colours[run], ""), names[run])}
			if st.View.Instances == 1 {
				row = append(row, cellNumbers(c, run == best)[0])
			} else {
				row = append(append(row, cellNumbers(c, run == best)...), ui.El("td", firstIn(first, run)))
			}
			if odd {
				row = append(row, ui.El("td", ui.Integer(c.Count)), ui.El("td", ui.Integer(c.Infeasible)),
					ui.El("td", ui.Integer(c.Failed)))
			}
			row = append(row, ui.El("td", openOne(s, run, names[run])))
			rows = append(rows, ui.El("tr", ui.If(run == best, ui.Class("best")), row))
		}
	}
	caption := name
	if at := pointText(s, st.ChosenPoint()); at != "" {
		caption += i18n.T(" at {}", at)
	}
	return []ui.Node{ui.El("div", ui.Class("table"), head, screen.TableOf("data cells", caption,
		pointHead(s, odd), rows))}
}

// pointHead returns the column heads of the table of one point.
func pointHead(s *state.State, odd bool) (head []ui.Node) {
	_, unit := metricName(Slot.Get(s).Kind, Slot.Get(s).Metric)
	titles := []string{"algorithm", kind.WithUnit("mean", unit), i18n.T("{} % interval",
		number(100*Slot.Get(s).View.Confidence)), "median", "sd",
		"5 %", "95 %", "best alone in"}
	if Slot.Get(s).View.Instances == 1 {
		titles = []string{"algorithm", kind.WithUnit("value", unit)}
	}
	if odd {
		titles = append(titles, "values", "infeasible", "failed")
	}
	for _, h := range append(titles, "replications") {
		head = append(head, ui.ColHead(h))
	}
	return head
}

// bestRun returns the visible run with the best mean at the chosen point, -1 if there is none.
func bestRun(s *state.State) int { return subject(s).Verdict().Leader }

// hasMissingValues reports whether some replication has no value of the shown metric.
func hasMissingValues(s *state.State) bool {
	for i := range Slot.Get(s).View.Cells {
		c := Slot.Get(s).View.Cells[i]
		if c.Metric == Slot.Get(s).Metric && c.Infeasible+c.Failed+c.Lacking > 0 {
			return true
		}
	}
	return false
}

// pointChoice returns the list from which the table's point is chosen.
func pointChoice(s *state.State) ui.Node {
	st := Slot.Get(s)
	chosen := strconv.Itoa(st.ChosenPoint())
	var values, names []string
	for i := range min(st.Counts[st.Axis], maxPointChoices) {
		point := st.Point(i)
		values, names = append(values, strconv.Itoa(point)), append(names, i18n.T("At {}", pointName(s, point)))
	}
	known := false
	for _, v := range values {
		known = known || v == chosen
	}
	if !known {
		values, names = append(values, chosen), append(names, i18n.T("At {}", pointName(s, st.ChosenPoint())))
	}
	values, names = append(values, allPoints), append(names, i18n.T("All {} points",
		ui.Integer(len(st.Outline.Points))))
	if st.All {
		chosen = allPoints
	}
	return ui.El("div", ui.Class("point-choice"), ui.Choice(chosen, values, names, ui.A("id", "st-point"),
		ui.A("aria-label", "Point of the table"), ui.A("data-look", "point"), ui.A("data-of", "0")))
}

// pointName returns the name of a point: its value with the unit, or all values with their names.
func pointName(s *state.State, point int) string {
	o := Slot.Get(s).Outline
	if len(o.Paths) != 1 {
		return pointText(s, point)
	}
	_, unit := study.NameAndUnit(o.Paths[0])
	text := valueText(o.Points[point][0])
	if unit != "" {
		text += " " + unit
	}
	return text
}

// firstIn returns in how many replications a run is the best, in words.
func firstIn(f *report.Robustness, run int) string {
	if f == nil || run >= len(f.First) {
		return "–"
	}
	return i18n.T("{} of {}", ui.Integer(f.First[run]), ui.Integer(f.Count))
}

// cellNumbers returns the statistics of a cell as table cells.
func cellNumbers(c *report.Cell, best bool) []ui.Node {
	show := func(x *float64, parts ...any) ui.Node {
		if x == nil {
			return ui.El("td", "–")
		}
		return ui.El("td", append(parts, figureText(*x, c.Interval))...)
	}
	quantile := func(p string) ui.Node {
		if q, ok := c.Quantiles[p]; ok {
			return show(&q)
		}
		return show(nil)
	}
	mean := show(c.Mean)
	if best {
		mean = ui.El("td", ui.El("b", figureText(*c.Mean, c.Interval)))
	}
	return []ui.Node{mean, ui.El("td", intervalText(c)), quantile("0.5"), show(c.SD), quantile("0.05"),
		quantile("0.95")}
}

// openOne returns the buttons that open the best, median and worst replication of a run at the chosen point. For an
// imported study it returns a note, because the replications are not here.
func openOne(s *state.State, run int, name string) ui.Node {
	st := Slot.Get(s)
	if st.ImportedFile != "" {
		return ui.El("span", ui.Class("soft"), ui.A("title", "Single replications stayed where they were computed: "+
			"gridbox merge DIR --values FILE writes them there."), "not here")
	}
	id, point := "open-one-"+strconv.Itoa(run), strconv.Itoa(st.ChosenPoint())
	var items []ui.Node
	if p := st.Pick; p != nil && p.Run == run && p.Metric == st.Metric {
		for _, r := range p.List {
			items = append(items, ui.El("button", ui.A("type", "button"), ui.Class("it"),
				ui.Act("replication", point, strconv.Itoa(r.Replication)),
				ui.A("aria-label", i18n.T("Open the {} replication", r.Rank)), ui.Begin(r.Rank), " ",
				ui.El("span", ui.Class("k"), i18n.T("{}, number {}", ui.Num(r.Value), ui.Integer(r.Replication)))))
		}
	}
	if len(items) == 0 {
		items = append(items, ui.El("p", ui.Class("note"), "Looking for the best, the median and the worst."))
	}
	return ui.El("div", ui.Class("open-one"), ui.El("button", ui.A("type", "button"), ui.Class("act"),
		ui.Act("cell", point, strconv.Itoa(run)), ui.A("popovertarget", id),
		ui.A("aria-label", i18n.T("Open one replication of {}", name)), "Open one"),
		ui.El("div", ui.Class("drop picks"), ui.A("id", id), ui.A("popover", "auto"), ui.A("role", "group"),
			ui.A("aria-label", i18n.T("Replications of {}", name)), items))
}

// pointsTable returns the table of all points.
func pointsTable(s *state.State) ui.Node {
	st := Slot.Get(s)
	head := []ui.Node{ui.ColHead("algorithm")}
	for _, p := range st.Outline.Paths {
		head = append(head, ui.ColHead(pathTitle(s, p)))
	}
	name, unit := metricName(st.Kind, st.Metric)
	for _, h := range []string{kind.WithUnit("mean", unit), "interval", "median", "sd", "5 %", "95 %", "values",
		"infeasible", "failed"} {
		head = append(head, ui.ColHead(h))
	}
	runs := len(st.Outline.Runs)
	all := len(st.Outline.Points) * runs
	pages := max(1, (all+pageRows-1)/pageRows)
	page := max(0, min(s.Layout.Page["cells"], pages-1))
	var rows []ui.Node
	names, _, shown := studyRuns(s)
	for i := page * pageRows; i < min(all, (page+1)*pageRows); i++ {
		if c := cellOf(st, st.Metric, i/runs, i%runs); c != nil && shown[i%runs] {
			rows = append(rows, cellRow(s, c, i/runs, i%runs, names[i%runs]))
		}
	}
	var parts []ui.Node
	if pages > 1 {
		parts = append(parts, ui.El("div", ui.Class("finder"),
			ui.El("p", ui.Class("note"), i18n.T("Rows {} to {} of {}",
				ui.Integer(page*pageRows+1), ui.Integer(min(all,
					(page+1)*pageRows)),
				ui.Integer(all))), screen.Pager("cells", page, pages)))
	}
	return ui.El("div", parts, screen.TableOf("data cells", name, head, rows))
}

// cellRow returns the row of one cell in the table of all points.
func cellRow(s *state.State, c *report.Cell, point, run int, name string) ui.Node {
	on := Slot.Get(s).Pick != nil && Slot.Get(s).Pick.Point == point && Slot.Get(s).Pick.Run == run
	row := []ui.Node{ui.RowHead(ui.El("button", ui.A("type", "button"), ui.Class("pick"),
		ui.Act("cell", strconv.Itoa(point), strconv.Itoa(run)), ui.Aria("pressed", on), name))}
	for _, v := range Slot.Get(s).Outline.Points[point] {
		row = append(row, ui.El("td", valueText(v)))
	}
	row = append(row, cellNumbers(c, false)...)
	row = append(row, ui.El("td", ui.Integer(c.Count)), ui.El("td", ui.Integer(c.Infeasible)),
		ui.El("td", ui.Integer(c.Failed)))
	return ui.El("tr", ui.If(on, ui.Class("sel")), row)
}
