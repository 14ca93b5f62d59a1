package export

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/sorting"
	"gridbox/core/study/report"
)

// A summary is the table of runs and metrics as printed in papers, before it is formatted for a
// typesetting language.
type summary struct {
	caption string
	head    []heading
	rows    [][]figure
	// groups are the indexes of rows before which a rule is drawn.
	groups []int
	notes  []string
}

// A heading is the head of a column.
type heading struct {
	name, unit string
	right      bool
}

// A figure is the content of a cell: a number with its interval and marks, or words.
type figure struct {
	text      string
	low, high string // the interval; both empty if there is none
	best      bool
	stars     string // *, ** or ***
}

// marks are the levels of significance with their stars.
var marks = []struct {
	level float64
	stars string
}{{0.001, "***"}, {0.01, "**"}, {0.05, "*"}}

// summaryOf returns the summary of the answers or the study.
func summaryOf(w *Work) *summary {
	if w.Study != nil {
		return studySummary(w.Study)
	}
	kind, _ := catalog.ByID(w.kind())
	s := &summary{caption: w.title() + "."}
	s.head = append(s.head, heading{name: "Run"})
	for range w.Answers {
		s.rows = append(s.rows, nil)
	}
	for i := range w.Answers {
		s.rows[i] = append(s.rows[i], figure{text: name(&w.Answers[i])})
		if a := &w.Answers[i]; !a.Feasible {
			s.notes = append(s.notes, name(a)+" has no solution: "+a.Reason.String()+".")
		}
	}
	for _, m := range kind.Metrics {
		values := make([]float64, len(w.Answers))
		for i := range w.Answers {
			x, ok := w.Answers[i].Metrics[m.ID]
			if values[i] = x; !ok {
				values[i] = math.NaN()
			}
		}
		s.head = append(s.head, heading{m.Name, m.Unit, true})
		texts, best := column4(values), bestValue(values, m.Less)
		for i := range values {
			s.rows[i] = append(s.rows[i], figure{text: texts[i], best: len(values) > 1 && values[i] == best})
		}
	}
	if w.Scenario.Seed != 0 {
		s.caption += " Seed " + strconv.FormatUint(w.Scenario.Seed, 10) + "."
	}
	return s
}

// bestValue returns the best value, or NaN if there is none.
func bestValue(values []float64, less bool) float64 {
	best := math.NaN()
	for _, x := range values {
		if math.IsNaN(best) || less && x < best || !less && x > best {
			best = x
		}
	}
	return best
}

// column4 formats numbers with the same number of decimals, such that the greatest has four
// significant digits.
func column4(values []float64) []string {
	most := 0.0
	for _, x := range values {
		if !math.IsNaN(x) {
			most = max(most, math.Abs(x))
		}
	}
	decimals := 3
	for bound := 1.0; decimals > 0 && most >= 10*bound; bound *= 10 {
		decimals--
	}
	texts := make([]string, len(values))
	for i, x := range values {
		if texts[i] = "–"; !math.IsNaN(x) {
			texts[i] = strconv.FormatFloat(x, 'f', decimals, 64)
		}
	}
	return texts
}

// studySummary returns one row per point and run with the means of all metrics. A mean is marked
// if it differs from the best of its point by the test of the study's pairs, corrected for all
// comparisons.
func studySummary(d *report.Document) *summary {
	kind, _ := catalog.ByID(d.Kind)
	s := &summary{caption: d.Title}
	if s.caption == "" {
		s.caption = kind.Name
	}
	s.caption += ". " + studyCaption(d)
	metrics, points := d.Metrics(), pointsOf(d)
	var paths []string
	if len(points) > 0 {
		paths = sorting.Keys(points[0].vary)
	}
	for _, path := range paths {
		s.head = append(s.head, heading{name: path, right: true})
	}
	s.head = append(s.head, heading{name: "Run"})
	for _, id := range metrics {
		h := heading{name: id, right: true}
		if m, ok := kind.Metric(id); ok {
			h.name, h.unit = m.Name, m.Unit
		} else if id == "elapsedMs" {
			h.name, h.unit = "Time", "ms"
		}
		s.head = append(s.head, h)
	}
	marked := false
	for k := range points {
		p := &points[k]
		if k > 0 && len(p.runs) > 1 {
			s.groups = append(s.groups, len(s.rows))
		}
		for run, label := range p.names(d.Kind) {
			var row []figure
			for _, path := range paths {
				row = append(row, figure{text: strings.Trim(string(doc.Canonical(p.vary[path])), `"`)})
			}
			row = append(row, figure{text: label})
			for _, id := range metrics {
				f := p.figure(d, run, id, isLessBetter(kind, id))
				marked = marked || f.stars != ""
				row = append(row, f)
			}
			s.rows = append(s.rows, row)
		}
	}
	if marked {
		s.notes = append(s.notes, "* p < 0.05, ** p < 0.01, *** p < 0.001 for the difference to the best mean of the "+
			"same point, by Holm's method over "+doc.Count(d.Comparisons, "comparison")+".")
	}
	return s
}

// isLessBetter reports whether less of a metric is better, as for time.
func isLessBetter(kind catalog.Kind, id string) bool {
	m, ok := kind.Metric(id)
	return !ok || m.Less
}

// studyCaption returns the sentence on replications and, if there are intervals, their
// confidence.
func studyCaption(d *report.Document) string {
	if d.Instances == 1 {
		return "One instance."
	}
	text := "Means over " + strconv.Itoa(d.Replications) + " replications"
	for i := range d.Cells {
		if d.Cells[i].Interval != nil {
			text += " with intervals of " + strconv.FormatFloat(100*d.Confidence, 'g', 4, 64) + " % confidence"
			break
		}
	}
	return text + "."
}

// A point has the cells and pairs of a study at one point of its grid.
type point struct {
	vary  map[string]any
	key   string
	runs  []*report.Cell // the first cell of each run
	cells []*report.Cell
	pairs []*report.Pair
}

// names returns the distinct names of the runs of a point.
func (p *point) names(kind string) []string { return catalog.Names(kind, runsOf(p.runs)) }

// pointsOf groups cells and pairs by their point, in the order of the document: point, metric,
// run.
func pointsOf(d *report.Document) []point {
	var list []point
	at := map[string]int{}
	for i := range d.Cells {
		c := &d.Cells[i]
		key := string(doc.Canonical(c.Vary))
		k, ok := at[key]
		if !ok {
			k = len(list)
			at[key] = k
			list = append(list, point{vary: c.Vary, key: key})
		}
		list[k].cells = append(list[k].cells, c)
		if list[k].cells[0].Metric == c.Metric {
			list[k].runs = append(list[k].runs, c)
		}
	}
	for i := range d.Pairs {
		if k, ok := at[string(doc.Canonical(d.Pairs[i].Vary))]; ok {
			list[k].pairs = append(list[k].pairs, &d.Pairs[i])
		}
	}
	return list
}

// cellsOf returns the cells of a metric by run.
func (p *point) cellsOf(metric string) (list []*report.Cell) {
	for _, c := range p.cells {
		if c.Metric == metric {
			list = append(list, c)
		}
	}
	return list
}

// figure returns the mean of a run.
func (p *point) figure(d *report.Document, run int, metric string, less bool) figure {
	cells := p.cellsOf(metric)
	if run >= len(cells) || cells[run].Mean == nil {
		return figure{text: "–"}
	}
	c := cells[run]
	decimals := 3
	if c.Interval != nil {
		decimals = digits(c.Interval.High - c.Interval.Low)
	} else if x := math.Abs(*c.Mean); x >= 1 {
		for decimals = 3; decimals > 0 && x >= 10; x /= 10 {
			decimals--
		}
	}
	show := func(x float64) string { return formatRounded(x, decimals) }
	f := figure{text: show(*c.Mean)}
	if c.Interval != nil {
		f.low, f.high = show(c.Interval.Low), show(c.Interval.High)
	}
	best := -1
	for i, other := range cells {
		if other.Mean != nil && (best < 0 || less && *other.Mean < *cells[best].Mean ||
			!less && *other.Mean > *cells[best].Mean) {
			best = i
		}
	}
	f.best = len(cells) > 1 && *c.Mean == *cells[best].Mean
	for _, pair := range p.pairs {
		if pair.Metric != metric || pair.Holm == nil || pair.ARun != min(run, best) || pair.BRun != max(run, best) {
			continue
		}
		for _, m := range marks {
			if *pair.Holm < m.level {
				f.stars = m.stars
				break
			}
		}
	}
	return f
}

// digits returns the number of decimals that show a width with two significant digits. It is
// negative if the digits are tens, hundreds and so on.
func digits(width float64) int {
	n := 0
	for ; width > 0 && width < 10 && n < 9; width *= 10 {
		n++
	}
	for ; width >= 100 && n > -15; width /= 10 {
		n--
	}
	return n
}

// formatRounded formats a number with so many decimals, or rounded to tens, hundreds and so on if they
// are negative.
func formatRounded(x float64, decimals int) string {
	if decimals < 0 {
		unit := 1.0
		for range -decimals {
			unit *= 10
		}
		x, decimals = math.Round(x/unit)*unit, 0
	}
	if text := strconv.FormatFloat(x, 'f', decimals, 64); text != "-0" {
		return text
	}
	return "0"
}
