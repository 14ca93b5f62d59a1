package study

import (
	"strconv"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	plot "gridbox/core/draw/chart"
	"gridbox/core/i18n"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// currentChart returns the chart of a study's results so far, in the current
// metric and along the current axis.
func currentChart(s *state.State) plot.Intervals { return chartOf(s, Slot.Get(s).Metric) }

// chartOf returns the same chart in any metric of the view.
func chartOf(s *state.State, metric string) plot.Intervals {
	st := Slot.Get(s)
	o, d := st.Outline, st.View
	name, unit := metricName(st.Kind, metric)
	c := plot.Intervals{ID: "study-" + metric, Title: name, Y: plot.Axis{Title: name, Unit: unit}, Log: st.Log,
		Bands: st.Bands}
	if o == nil || d == nil {
		return c
	}
	along := []int{0}
	if len(o.Paths) > 0 {
		along = make([]int, st.Counts[st.Axis])
		for i := range along {
			along[i] = i
		}
		_, unit := study.NameAndUnit(o.Paths[st.Axis])
		c.X = plot.Axis{Title: pathTitle(s, o.Paths[st.Axis]), Unit: unit}
		c.Title = i18n.T("{} over {}", name, c.X.Title)
		c.XNames = pointNames(st, along)
		c.Mark = draftMark(s, c.XNames != nil)
	}
	names, colours, shown := studyRuns(s)
	for k := range o.Runs {
		if !shown[k] {
			continue
		}
		line := plot.Estimates{Name: names[k], Colour: colours[k]}
		for _, i := range along {
			if e, ok := estimate(st, metric, i, k, len(c.XNames) > 0); ok {
				line.Points = append(line.Points, e)
			}
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// draftMark returns a mark at the draft's value, if it is one of the study's.
func draftMark(s *state.State, words bool) *plot.Mark {
	st := Slot.Get(s)
	x, ok := valueAlong(st, st.Home).(float64)
	if words || !ok || !HasNumber(s.Draft, st.Outline.Paths[st.Axis], x) {
		return nil
	}
	return &plot.Mark{X: x, Label: i18n.T("{}, current value", ui.AllDigits(x))}
}

// estimate returns the estimate of a run at a point: its mean or median, with the confidence interval of the mean or
// the 5 % and 95 % quantiles.
func estimate(st *State, metric string, along, run int, words bool) (e plot.Estimate, ok bool) {
	point := st.Point(along)
	cell := cellOf(st, metric, point, run)
	if cell == nil || cell.Mean == nil {
		return e, false
	}
	y := *cell.Mean
	if st.Median {
		if y, ok = cell.Quantiles["0.5"]; !ok {
			return e, false
		}
	}
	e = plot.Estimate{X: float64(along), Y: y, Low: y, High: y, Bare: true, Act: "cell",
		ID: strconv.Itoa(point), Arg: strconv.Itoa(run)}
	if x, ok := valueAlong(st, along).(float64); ok && !words {
		e.X = x
	}
	low, some := cell.Quantiles["0.05"]
	high, more := cell.Quantiles["0.95"]
	switch {
	case st.Bands && some && more && cell.Count > 1:
		e.Low, e.High, e.Bare = low, high, false
	case !st.Bands && !st.Median && cell.Interval != nil:
		e.Low, e.High, e.Bare = cell.Interval.Low, cell.Interval.High, false
	}
	e.On = st.Pick != nil && st.Pick.Point == point && (st.Pick.Run < 0 || st.Pick.Run == run)
	return e, true
}

func valueAlong(st *State, along int) any {
	point := st.Point(along)
	if point >= len(st.Outline.Points) || st.Axis >= len(st.Outline.Points[point]) {
		return nil
	}
	return st.Outline.Points[point][st.Axis]
}

// pointNames returns the names of the points along the axis, nil if all are numbers.
func pointNames(st *State, along []int) []string {
	var names []string
	numbers := true
	for _, i := range along {
		v := valueAlong(st, i)
		_, ok := v.(float64)
		numbers = numbers && ok
		names = append(names, valueText(v))
	}
	if numbers {
		return nil
	}
	return names
}

// cellOf returns a cell of a metric. The document has them point after point, metric after metric and run after run;
// a view has one metric or all of them.
func cellOf(st *State, metric string, point, run int) *report.Cell {
	o := st.Outline
	if st.View == nil {
		return nil
	}
	each := len(st.View.Cells) / max(1, len(o.Points)*len(o.Runs)) // metrics in the view
	for m := range each {
		i := (point*each+m)*len(o.Runs) + run
		if i < len(st.View.Cells) && st.View.Cells[i].Metric == metric {
			return &st.View.Cells[i]
		}
	}
	return nil
}

// pathTitle returns the name of a path for users.
func pathTitle(s *state.State, path string) string {
	if Slot.Get(s).Kind == s.Draft.Kind {
		for _, p := range pathsOf(s) {
			if p.path == path {
				return p.name
			}
		}
	}
	name, _ := study.NameAndUnit(path)
	return name
}

// pointText describes the point of the grid in words.
func pointText(s *state.State, point int) string {
	o := Slot.Get(s).Outline
	text := ""
	for i, path := range o.Paths {
		if i > 0 {
			text += ", "
		}
		text += pathTitle(s, path) + " = " + valueText(o.Points[point][i])
	}
	return text
}

// valuesAt lists the values of one axis in order.
func valuesAt(st *State, axis int) (list []string) {
	seen := map[string]bool{}
	for _, p := range st.Outline.Points {
		if text := string(doc.Canonical(p[axis])); !seen[text] {
			seen[text] = true
			list = append(list, valueText(p[axis]))
		}
	}
	return list
}
