package chart

import (
	"errors"
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// OfStudy returns the chart of a finished study: the means of a metric with their intervals along
// one varied path. Other varied paths keep their first values. An empty metric or path means the
// first one. It returns an error if the study has no such metric or path.
func OfStudy(d *report.Document, metric, along string) (Intervals, error) {
	if len(d.Cells) == 0 {
		return Intervals{}, errors.New("the study has no values yet")
	}
	if metric == "" {
		metric = d.Cells[0].Metric
	}
	along, err := axisOf(d, along)
	if err != nil {
		return Intervals{}, err
	}
	name, unit := MetricName(d.Kind, metric)
	c := Intervals{ID: "study-" + metric, Title: name, Y: Axis{name, unit}}
	if along != "" {
		title, unit := study.NameAndUnit(along)
		c.X, c.Title = Axis{title, unit}, i18n.T("{} over {}", name, title)
	}
	var runs []scenario.Run
	for _, cell := range cellsAt(d, metric, along, d.Cells[0].Vary[along]) {
		runs = append(runs, scenario.Run{Algorithm: cell.Algorithm, Label: cell.Label, Options: cell.Options})
	}
	if len(runs) == 0 {
		return Intervals{}, errors.New("the study measured no " + metric + "; it has " +
			strings.Join(d.Metrics(), ", "))
	}
	names, colours := catalog.Names(d.Kind, runs), catalog.Colours(d.Kind, runs)
	for i := range runs {
		c.Series = append(c.Series, Estimates{Name: names[i], Colour: colours[i]})
	}
	c.fill(d, metric, along)
	return c, nil
}

// fill adds the estimates to the series, one value of the path after the other.
func (c *Intervals) fill(d *report.Document, metric, along string) {
	values := []any{nil}
	if along != "" {
		values = valuesOf(d, along)
	}
	words := slices.ContainsFunc(values, func(v any) bool { _, number := v.(float64); return !number && v != nil })
	for k, v := range values {
		if words {
			c.XNames = append(c.XNames, strings.Trim(string(doc.Canonical(v)), `"`))
		}
		for i, cell := range cellsAt(d, metric, along, v) {
			if cell.Mean == nil || i >= len(c.Series) {
				continue
			}
			e := Estimate{X: float64(k), Y: *cell.Mean, Low: *cell.Mean, High: *cell.Mean, Bare: true}
			if x, ok := v.(float64); ok && !words {
				e.X = x
			}
			if cell.Interval != nil {
				e.Low, e.High, e.Bare = cell.Interval.Low, cell.Interval.High, false
			}
			c.Series[i].Points = append(c.Series[i].Points, e)
		}
	}
}

// axisOf returns the path along which a study is drawn: along, or the first varied path if along
// is empty. It returns "" if the study varies nothing and an error if it does not vary along.
func axisOf(d *report.Document, along string) (string, error) {
	paths := sorting.Keys(d.Cells[0].Vary)
	switch {
	case along == "" && len(paths) > 0:
		return paths[0], nil
	case along != "" && len(paths) == 0:
		return "", errors.New("the study varies nothing")
	case along != "" && !slices.Contains(paths, along):
		return "", errors.New("the study does not vary " + along + "; it varies " + strings.Join(paths, ", "))
	}
	return along, nil
}

// cellsAt returns the cells of a metric, one for each run, at a value of a path.
func cellsAt(d *report.Document, metric, along string, value any) (cells []*report.Cell) {
	for i := range d.Cells {
		c := &d.Cells[i]
		if c.Metric == metric && fits(c.Vary, d.Cells[0].Vary, along, value) {
			cells = append(cells, c)
		}
	}
	return cells
}

// fits reports whether a point of the grid equals the first one except for the path along, where
// it has the given value.
func fits(vary, first map[string]any, along string, value any) bool {
	for path, v := range vary {
		want := first[path]
		if path == along {
			want = value
		}
		if v != want && string(doc.Canonical(v)) != string(doc.Canonical(want)) {
			return false
		}
	}
	return true
}

func valuesOf(d *report.Document, along string) (values []any) {
	seen := map[string]bool{}
	for i := range d.Cells {
		v := d.Cells[i].Vary[along]
		if key := string(doc.Canonical(v)); !seen[key] {
			seen[key] = true
			values = append(values, v)
		}
	}
	return values
}

// MetricName returns the name and unit of a metric of a kind, or of one that studies add.
func MetricName(kind, metric string) (name, unit string) {
	k, _ := catalog.ByID(kind)
	if m, ok := k.Metric(metric); ok {
		return m.Name, m.Unit
	}
	switch metric {
	case study.Elapsed:
		return "Time of solving, on this machine", "ms"
	case study.Gap:
		return "Distance to the bound", ""
	}
	return metric, ""
}

// OfMetric returns the chart of one metric of some answers, with a bar for each. An answer
// without the metric has no bar.
func OfMetric(kind, metric string, answers []scenario.Answer, names []string, colours []int) Chart {
	name, unit := MetricName(kind, metric)
	c := Chart{ID: metric, Title: name, Bars: true, X: Axis{Title: "run"}, Y: Axis{name, unit}}
	for i := range answers {
		s := Series{Name: names[i], Colour: colours[i]}
		if v, ok := answers[i].Metrics[metric]; ok {
			s.Points = []Point{{Label: names[i], Y: v}}
		}
		c.Series = append(c.Series, s)
	}
	return c
}
