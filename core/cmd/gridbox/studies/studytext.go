package studies

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// studyTables returns a study as text: a table of the cells and one of the comparisons for every
// metric.
func studyTables(plan *study.Plan, d *report.Document) string {
	b := &strings.Builder{}
	if d.Title != "" {
		b.WriteString(d.Title + "\n")
	}
	b.WriteString(headline(plan, d) + "\n" + noiseText(d))
	for m, metric := range plan.Metrics {
		b.WriteString("\n" + metricTitle(d.Kind, metric) + "\n\n" + cellTable(plan, d, m))
		for i := range d.Robustness {
			b.WriteString(certaintyText(plan, d, &d.Robustness[i], metric))
		}
		if pairs := pairTable(plan, d, metric); pairs != "" {
			b.WriteString("\n" + pairs)
		}
	}
	return b.String()
}

// headline returns the first line of a study: the numbers of replications and points, the
// confidence and the margin.
func headline(plan *study.Plan, d *report.Document) string {
	if d.Instances == 1 {
		text := "One instance: one measurement"
		if len(plan.Points) > 1 {
			text += " at each of " + strconv.Itoa(len(plan.Points)) + " points"
		}
		return text + ", which says nothing about other instances"
	}
	text := strconv.Itoa(d.Replications) + " replications"
	if len(plan.Points) > 1 {
		text += " at each of " + strconv.Itoa(len(plan.Points)) + " points"
	}
	text += ", intervals of " + Percent(d.Confidence)
	if d.Margin > 0 {
		text += ", equal within " + Percent(d.Margin) + " of the lesser mean"
	}
	if d.Stopped {
		text += "; ended early, because every interval is narrow enough"
	}
	return text
}

// certaintyText returns a sentence on the certainty of the order by a metric at a point.
func certaintyText(plan *study.Plan, d *report.Document, f *report.Robustness, metric string) string {
	if f.Metric != metric {
		return ""
	}
	point := slices.IndexFunc(plan.Points, func(p study.Point) bool {
		for i, path := range plan.Paths {
			if !bytes.Equal(doc.Canonical(p.Values[i]), doc.Canonical(f.Vary[path])) {
				return false
			}
		}
		return true
	})
	names := plan.Names(max(point, 0))
	name := metric
	k := KindOf(d.Kind)
	if m, ok := k.Metric(metric); ok {
		name = strings.ToLower(m.Name)
	}
	text := f.Sentence(names, name, study.LowerIsBetter(d.Kind, metric), strconv.Itoa)
	if text == "" {
		return ""
	}
	where := ""
	for i, path := range plan.Paths {
		if i > 0 {
			where += ", "
		}
		where += path + " = " + string(doc.Canonical(f.Vary[path]))
	}
	if where != "" {
		where += ": "
	}
	return "\n" + where + text + "\n"
}

// noiseText returns the noise of the instances, one line each.
func noiseText(d *report.Document) (text string) {
	for _, n := range d.Noise {
		text += "Noise of " + Percent(n.CV) + " on " + n.Path + ", " + strconv.Itoa(n.Numbers) + " numbers"
		if n.LimitedCount > 0 {
			text += "; " + strconv.Itoa(n.LimitedCount) + " results were held to what is allowed"
		}
		text += "\n"
	}
	return text
}

// Percent formats a share in percent.
func Percent(x float64) string { return strconv.FormatFloat(100*x, 'g', 4, 64) + " %" }

// metricTitle returns the name of a metric with its unit.
func metricTitle(kind, metric string) string {
	k := KindOf(kind)
	if m, ok := k.Metric(metric); ok {
		return cli.ColumnTitle(m.Name, m.Unit)
	}
	if metric == study.Elapsed {
		return "Time in ms, on this machine"
	}
	return metric
}

// cellTable returns the cells of the m-th metric, one row per point and run. The cells of the
// document are in the order point, metric, run.
func cellTable(plan *study.Plan, d *report.Document, m int) string {
	t := cli.Table{Right: map[int]bool{}}
	head := append(slices.Clone(plan.Paths), "algorithm", "mean", "interval", "sd", "median", "5 %", "95 %", "values",
		"infeasible", "failed")
	for i := range head {
		t.Right[i] = i != len(plan.Paths)
	}
	t.Row(head...)
	runs := plan.Runs()
	for point := range plan.Points {
		names := plan.Names(point)
		for k := range runs {
			c := &d.Cells[(point*len(plan.Metrics)+m)*runs+k]
			row := []string{}
			for _, v := range plan.Points[point].Values {
				row = append(row, valueText(v))
			}
			row = append(row, names[k])
			row = append(row, figures(c)...)
			t.Row(append(row, strconv.Itoa(c.Count), strconv.Itoa(c.Infeasible), strconv.Itoa(c.Failed))...)
		}
	}
	return t.String()
}

// valueText returns a value as a word.
func valueText(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return string(doc.Canonical(v))
}

// figures formats mean, interval, spread and quantiles with as many digits as the interval, or
// otherwise the spread, justifies.
func figures(c *report.Cell) []string {
	if c.Mean == nil {
		return []string{"-", "-", "-", "-", "-", "-"}
	}
	digits := 3
	if c.Interval != nil {
		digits = decimals(c.Interval.High - c.Interval.Low)
	}
	show := func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	sd := "-"
	if c.SD != nil {
		sd = show(*c.SD)
	}
	interval := intervalText(c.Interval, c.NoInterval, show)
	return []string{show(*c.Mean), interval, sd, show(c.Quantiles["0.5"]), show(c.Quantiles["0.05"]),
		show(c.Quantiles["0.95"])}
}

// intervalText formats an interval, or the reason why there is none. An asterisk marks a
// bootstrap interval.
func intervalText(i *report.Interval, why string, show func(float64) string) string {
	switch {
	case why == report.NoSpread:
		return "no spread"
	case why == report.TooFew:
		return "too few"
	case i == nil:
		return "-"
	case i.Method == report.Bootstrap:
		return show(i.Low) + " to " + show(i.High) + " *"
	}
	return show(i.Low) + " to " + show(i.High)
}

// decimals returns the number of decimals that show a width with two significant digits.
func decimals(width float64) int {
	if width <= 0 {
		return 2
	}
	n := 0
	for scaled := width; scaled < 10 && n < 9; scaled *= 10 {
		n++
	}
	return n
}

// pairTable returns the comparisons of a metric, a row for each point and pair of runs. It
// returns "" if there are none.
func pairTable(plan *study.Plan, d *report.Document, metric string) string {
	t := cli.Table{Right: map[int]bool{}}
	head := append(slices.Clone(plan.Paths), "a", "b", "a - b", "interval", "a better", "equal", "b better", "only a",
		"only b", "p (Holm)", "verdict")
	for i := range head {
		t.Right[i] = i != len(plan.Paths) && i != len(plan.Paths)+1 && i != len(head)-1
	}
	t.Row(head...)
	bootstrap := false
	at := 0
	runs := plan.Runs()
	pairs := runs * (runs - 1) / 2
	for point := range plan.Points {
		names := plan.Names(point)
		for m := range plan.Metrics {
			for range pairs {
				p := &d.Pairs[at]
				at++
				if plan.Metrics[m] != metric {
					continue
				}
				row := []string{}
				for _, v := range plan.Points[point].Values {
					row = append(row, valueText(v))
				}
				row = append(row, names[p.ARun], names[p.BRun])
				row = append(row, difference(p)...)
				t.Row(append(row, countOrDash(p.Wins), countOrDash(p.Ties), countOrDash(p.Losses),
					strconv.Itoa(p.OnlyA), strconv.Itoa(p.OnlyB), pValue(p), textOrDash(p.Verdict))...)
				bootstrap = bootstrap || p.Interval != nil && p.Interval.Method == report.Bootstrap
			}
		}
	}
	if len(t.Rows) == 1 {
		return ""
	}
	if bootstrap {
		return t.String() + "* bootstrap, because the values are skewed\n"
	}
	return t.String()
}

// difference returns the mean difference of a pair.
func difference(p *report.Pair) []string {
	if p.MeanDifference == nil {
		return []string{"-", "-"}
	}
	digits := 3
	if p.Interval != nil {
		digits = decimals(p.Interval.High - p.Interval.Low)
	}
	show := func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	return []string{show(*p.MeanDifference), intervalText(p.Interval, p.NoInterval, show)}
}

// countOrDash returns a number, or a dash.
func countOrDash(n *int) string {
	if n == nil {
		return "-"
	}
	return strconv.Itoa(*n)
}

// textOrDash returns a word, or a dash if it is empty.
func textOrDash(word string) string {
	if word == "" {
		return "-"
	}
	return word
}

// pValue returns the p-value of a pair.
func pValue(p *report.Pair) string {
	switch {
	case p.Holm == nil:
		return "-"
	case *p.Holm < 1e-4:
		return "< 0.0001"
	}
	return strconv.FormatFloat(math.Min(1, *p.Holm), 'f', 4, 64)
}
