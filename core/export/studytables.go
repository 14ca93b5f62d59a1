package export

import (
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/study/report"
)

// runsOf returns the runs of cells.
func runsOf(cells []*report.Cell) []scenario.Run {
	runs := make([]scenario.Run, len(cells))
	for i, c := range cells {
		runs[i] = scenario.Run{Algorithm: c.Algorithm, Label: c.Label, Options: c.Options}
	}
	return runs
}

// studyTables returns the cells and pairs of a study, one row each.
func studyTables(d *report.Document) []Table {
	points := pointsOf(d)
	var paths []string
	if len(points) > 0 {
		paths = sorting.Keys(points[0].vary)
	}
	cells, pairs := &sheet{}, &sheet{}
	for k := range points {
		p := &points[k]
		names, metrics := p.names(d.Kind), []string{}
		for _, c := range p.cells {
			if !slices.Contains(metrics, c.Metric) {
				metrics = append(metrics, c.Metric)
			}
		}
		for _, metric := range metrics {
			for run, c := range p.cellsOf(metric) {
				for _, path := range paths {
					cells.value(path, p.vary[path])
				}
				cells.addText("run", names[min(run, len(names)-1)])
				cells.addText("metric", metric)
				cells.addNumber("count", float64(c.Count))
				cells.addNumber("infeasible", float64(c.Infeasible))
				cells.addNumber("failed", float64(c.Failed))
				cells.maybe("mean", c.Mean)
				cells.maybe("sd", c.SD)
				cells.interval(c.Interval)
				cells.maybe("min", c.Min)
				for _, q := range []string{"0.05", "0.25", "0.5", "0.75", "0.95"} {
					x, ok := c.Quantiles[q]
					if !ok {
						x = math.NaN()
					}
					cells.addNumber("q"+q, x)
				}
				cells.maybe("max", c.Max)
				cells.end()
			}
		}
		for _, x := range p.pairs {
			for _, path := range paths {
				pairs.value(path, p.vary[path])
			}
			pairs.addText("metric", x.Metric)
			pairs.addText("a", nameAt(names, x.ARun))
			pairs.addText("b", nameAt(names, x.BRun))
			pairs.addNumber("count", float64(x.Count))
			pairs.maybe("meanDifference", x.MeanDifference)
			pairs.maybe("sd", x.SD)
			pairs.interval(x.Interval)
			pairs.addInteger("wins", x.Wins)
			pairs.addInteger("ties", x.Ties)
			pairs.addInteger("losses", x.Losses)
			pairs.maybe("p", x.P)
			pairs.maybe("pHolm", x.Holm)
			pairs.addText("verdict", x.Verdict)
			pairs.end()
		}
	}
	return []Table{{"cells", cells.Table}, {"pairs", pairs.Table}}
}

// nameAt returns name i, or "" if there is none.
func nameAt(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return ""
	}
	return names[i]
}

// A sheet is a table that is written cell by cell, with the cells of all rows in the same order.
type sheet struct {
	kind.Table
	at int
}

// next returns the column of the next cell.
func (s *sheet) next(name string) *kind.Column {
	if s.at == len(s.Columns) {
		s.Columns = append(s.Columns, kind.Column{Name: name})
	}
	s.at++
	return &s.Columns[s.at-1]
}

// addText appends a text.
func (s *sheet) addText(name, text string) {
	c := s.next(name)
	c.Texts = append(c.Texts, text)
}

// addNumber appends a number.
func (s *sheet) addNumber(name string, x float64) {
	c := s.next(name)
	c.Numbers = append(c.Numbers, x)
}

// value appends a number or word of a varied path.
func (s *sheet) value(name string, v any) {
	text, ok := v.(string)
	if !ok {
		text = string(doc.Canonical(v))
	}
	s.addText(name, text)
}

// maybe appends a number, or NaN if it is missing.
func (s *sheet) maybe(name string, x *float64) {
	if x == nil {
		s.addNumber(name, math.NaN())
		return
	}
	s.addNumber(name, *x)
}

// addInteger appends a whole number, or NaN if it is missing.
func (s *sheet) addInteger(name string, n *int) {
	if n == nil {
		s.addNumber(name, math.NaN())
		return
	}
	s.addNumber(name, float64(*n))
}

// interval appends the ends and the method of an interval.
func (s *sheet) interval(i *report.Interval) {
	if i == nil {
		i = &report.Interval{Low: math.NaN(), High: math.NaN()}
	}
	s.addNumber("low", i.Low)
	s.addNumber("high", i.High)
	s.addText("method", i.Method)
}

// end ends a row.
func (s *sheet) end() {
	s.at = 0
	s.Rows++
}
