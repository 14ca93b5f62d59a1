package panel

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// results are the numbers so far: chart, table, comparisons.
func results(s *state.State) ui.Node {
	st := &s.Study
	if st.Outline == nil {
		return ui.El("p", ui.Class("empty"), "A study solves many instances of the problem with every algorithm, the "+
			"same ones for each, and tells what is left of a difference when chance is taken into account.")
	}
	if st.View == nil {
		return ui.El("p", ui.Class("empty"), "The first numbers come in a moment.")
	}
	main, side := ui.El("div", viewControls(s), figure(s), firm(s), multiples(s), counted(s), exports(s)), ui.El("div")
	if st.Shown >= state.ShownTable {
		main.Children = append(main.Children, cells(s))
	}
	if st.Shown >= state.ShownAll {
		side.Children = append(side.Children, picked(s), comparisons(s))
	}
	return ui.El("div", ui.Class("results"), main, side)
}

// viewControls choose what the chart shows.
func viewControls(s *state.State) ui.Node {
	st := &s.Study
	choose := func(id, label, look, of, chosen string, values, names []string) ui.Node {
		return ui.El("label", ui.A("for", id), label+" ", ui.Choice(chosen, values, names, ui.A("id", id),
			ui.A("data-look", look), ui.A("data-of", of)))
	}
	var names []string
	for _, m := range st.Outline.Metrics {
		name, _ := metricName(st.Kind, m)
		names = append(names, name)
	}
	items := []ui.Node{choose("st-metric", "Metric", "metric", "", st.Metric, st.Outline.Metrics, names)}
	if n := len(st.Outline.Paths); n > 0 {
		var titles []string
		for _, p := range st.Outline.Paths {
			titles = append(titles, pathTitle(s, p))
		}
		items = append(items, choose("st-axis", "along", "axis", "", strconv.Itoa(st.Axis), upTo(n), titles))
		for i := range n {
			if i == st.Axis {
				continue
			}
			values, chosen := valuesAt(st, i), 0
			if i < len(st.At) {
				chosen = min(st.At[i], len(values)-1)
			}
			items = append(items, choose("st-at-"+strconv.Itoa(i), titles[i], "at", strconv.Itoa(i),
				strconv.Itoa(chosen), upTo(len(values)), values))
		}
	}
	tick := func(look, label string, on bool) ui.Node {
		return ui.El("label", ui.El("input", ui.A("type", "checkbox"), ui.A("data-look", look),
			ui.A("data-checked", strconv.FormatBool(on)), ui.Flag("checked", on)), " "+label)
	}
	items = append(items, tick("log", "logarithmic", st.Log))
	if len(st.Outline.Points) > 1 {
		items = append(items, tick("bands", "bands", st.Bands))
	}
	return ui.El("div", ui.Class("looks"), items)
}

func upTo(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i)
	}
	return list
}

// figure is the chart. Its marks are buttons: each chooses a cell.
func figure(s *state.State) ui.Node {
	c := StudyChart(s)
	width, height := 640.0, 330.0
	if s.Look.Narrow {
		width, height = 380, 300
	}
	note := ui.Node{}
	if s.Study.Log && !c.Logarithmic() {
		note = ui.El("p", ui.Class("note"), "Not all values are positive, so the axis stays linear.")
	}
	return ui.El("div", ui.Class("plot"), ui.A("data-study", c.ID), ui.Raw(c.Draw(width, height)), note)
}

// counted says what the numbers are of, and what did not come out: nothing is
// dropped in silence.
func counted(s *state.State) ui.Node {
	d := s.Study.View
	values, infeasible, failed, lacking := 0, 0, 0, 0
	for i := range d.Cells {
		c := &d.Cells[i]
		if c.Metric != s.Study.Metric {
			continue
		}
		values, infeasible, failed, lacking = values+c.Count, infeasible+c.Infeasible, failed+c.Failed,
			lacking+c.Lacking
	}
	text := ui.Whole(values) + " values; " + ui.Whole(infeasible) + " without a solution, " +
		ui.Whole(failed) + " failed"
	if lacking > 0 {
		text += ", " + ui.Whole(lacking) + " without this metric"
	}
	text += ". Dots are means, lines their intervals of " + number(d.Confidence*100) + " %" + lines(d) + "." +
		disturbed(d)
	parts := []any{ui.Class("counted"), ui.El("p", ui.Class("note"), ui.A("id", "study-counts"), text)}
	for i, f := range d.Failures {
		if i == 3 {
			break
		}
		parts = append(parts, ui.El("p", ui.Class("note why-not"),
			f.Algorithm+" failed in replication "+ui.Whole(f.Replication)+": "+f.Why))
	}
	return ui.El("div", parts...)
}

// lines says why some means have no line, in the order in which it matters.
func lines(d *report.Document) string {
	if d.Instances == 1 {
		return "; there are none, because the instances cannot differ"
	}
	reasons := map[string]int{}
	for i := range d.Cells {
		reasons[d.Cells[i].NoInterval]++
	}
	text := ""
	for _, r := range []struct{ why, said string }{
		{report.TooFew, "have too few values for how they are spread"},
		{report.NoSpread, "have values that do not vary"},
		{report.OneInstance, "are of instances that cannot differ"},
		{report.Later, "get theirs when the study is complete"},
	} {
		if n := reasons[r.why]; n > 0 {
			text += "; " + ui.Whole(n) + " of " + ui.Whole(len(d.Cells)) + " " + r.said
		}
	}
	return text
}

func exports(s *state.State) ui.Node {
	of := func(how, name, title string) ui.Node {
		// A merged document has statistics, not the values that they are of.
		away := s.Study.Brought != "" && (how == "values" || how == "part")
		return ui.El("button", ui.A("type", "button"), ui.Act("result", how), ui.A("title", title),
			ui.Flag("disabled", away), name)
	}
	return ui.El("div", ui.Class("cap"), ui.A("role", "group"), ui.A("aria-label", "Save"),
		of("document", "JSON", "the study document, as gridbox study writes it"), of("csv", "CSV", "one row a cell"),
		of("values", "Values", "every value of every replication, as CSV"),
		of("latex", "LaTeX", "means with intervals, with the package booktabs"),
		of("markdown", "Markdown", "the same table"), of("pairs", "Pairs", "each two runs compared, as CSV"),
		of("part", "Part", "all that gridbox merge needs"),
		of("pdf", "PDF", "the chart, as a figure for a paper"), of("svg", "SVG", "the chart"), of("png", "PNG",
			"the chart"),
		of("vega", "Vega", "the chart as a specification"))
}

// pageRows is how many rows the table shows at a time.
const pageRows = 60

// cells is the table behind the chart.
func cells(s *state.State) ui.Node {
	st := &s.Study
	head := []ui.Node{ui.ColHead("algorithm")}
	for _, p := range st.Outline.Paths {
		head = append(head, ui.ColHead(pathTitle(s, p)))
	}
	name, unit := metricName(st.Kind, st.Metric)
	if unit != "" {
		unit = ", " + unit
	}
	for _, h := range []string{"mean" + unit, "interval", "sd", "median", "5 %", "95 %", "values", "infeasible",
		"failed"} {
		head = append(head, ui.ColHead(h))
	}
	runs := len(st.Outline.Runs)
	all := len(st.Outline.Points) * runs
	pages := max(1, (all+pageRows-1)/pageRows)
	page := max(0, min(s.Look.Page["cells"], pages-1))
	var rows []ui.Node
	names, _, shown := studyRuns(s)
	for i := page * pageRows; i < min(all, (page+1)*pageRows); i++ {
		if c := cellOf(st, st.Metric, i/runs, i%runs); c != nil && shown[i%runs] {
			rows = append(rows, cellRow(s, c, i/runs, i%runs, names[i%runs]))
		}
	}
	parts := []any{ui.Class("table")}
	if pages > 1 {
		parts = append(parts, ui.El("div", ui.Class("finder"),
			ui.El("p", ui.Class("note"), "Rows "+ui.Whole(page*pageRows+1)+" to "+ui.Whole(min(all,
				(page+1)*pageRows))+
				" of "+ui.Whole(all)), screen.Pager("cells", page, pages)))
	}
	parts = append(parts, screen.TableOf("data cells", name, head, rows))
	return ui.El("div", parts...)
}

func cellRow(s *state.State, c *report.Cell, point, run int, name string) ui.Node {
	st := &s.Study
	on := st.Pick != nil && st.Pick.Point == point && st.Pick.Run == run
	row := append([]ui.Node(nil), ui.RowHead(ui.El("button", ui.A("type", "button"), ui.Class("pick"),
		ui.Act("cell", strconv.Itoa(point), strconv.Itoa(run)),
		ui.Aria("pressed", on), name)))
	for _, v := range st.Outline.Points[point] {
		row = append(row, ui.El("td", valueText(v)))
	}
	show := func(x *float64) ui.Node {
		if x == nil {
			return ui.El("td", "–")
		}
		return ui.El("td", told(*x, c.Interval))
	}
	quantile := func(p string) ui.Node {
		if q, ok := c.Quantiles[p]; ok {
			return show(&q)
		}
		return show(nil)
	}
	row = append(row, show(c.Mean), ui.El("td", between(c)), show(c.SD), quantile("0.5"), quantile("0.05"),
		quantile("0.95"),
		ui.El("td", ui.Whole(c.Count)), ui.El("td", ui.Whole(c.Infeasible)), ui.El("td", ui.Whole(c.Failed)))
	return ui.El("tr", ui.If(on, ui.Class("sel")), row)
}

// told writes a number with as many digits as its interval gives sense to.
func told(x float64, i *report.Interval) string {
	if i == nil || i.High-i.Low <= 0 {
		return ui.Num(x)
	}
	digits := 0
	for width := i.High - i.Low; width < 10 && digits < 6; width *= 10 {
		digits++
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', digits, 64)
	if v, _ := strconv.ParseFloat(text, 64); x < 0 && v != 0 {
		return "−" + text
	}
	return text
}

// between writes the interval of a cell, or in a word why there is none; a star
// says that it was bootstrapped.
func between(c *report.Cell) string {
	i := c.Interval
	if i == nil {
		return map[string]string{"": "–", report.OneInstance: "–", report.NoSpread: "no spread",
			report.TooFew: "too few", report.Later: "later"}[c.NoInterval]
	}
	text := told(i.Low, i) + " to " + told(i.High, i)
	if i.Method == report.Bootstrap {
		text += " *"
	}
	return text
}

// picked offers the replications of the chosen cell.
func picked(s *state.State) ui.Node {
	st := &s.Study
	p := st.Pick
	if st.Brought != "" {
		return ui.El("section", ui.A("aria-label", "Replications"), ui.El("h2", "Replications"),
			ui.El("p", ui.Class("note"), "Single replications stayed where they were computed: gridbox merge DIR "+
				"--values FILE writes them there."))
	}
	if p == nil || p.Metric != st.Metric || p.Point >= len(st.Outline.Points) {
		return ui.El("section", ui.A("aria-label", "Replications"), ui.El("h2", "Replications"),
			ui.El("p", ui.Class("note"),
				"Choose a dot of the chart or a row of the table to open one of its replications in the laboratory."))
	}
	var items []ui.Node
	for _, r := range p.List {
		items = append(items, ui.El("tr", ui.RowHead(r.Rank), ui.El("td", ui.Num(r.Value)),
			ui.El("td", ui.Whole(r.Replication)),
			ui.El("td", ui.Button("Open", ui.Act("replication", strconv.Itoa(p.Point), strconv.Itoa(r.Replication)),
				ui.A("aria-label", "Open the "+r.Rank+" replication")))))
	}
	names, _, _ := studyRuns(s)
	about := names[p.Run]
	if at := where(s, p.Point); at != "" {
		about += ", " + at
	}
	return ui.El("section", ui.A("aria-label", "Replications"), ui.El("h2", "Replications of "+about),
		screen.TableOf("data picks", "Replications that can be opened",
			[]ui.Node{ui.ColHead("by this metric"), ui.ColHead("value"), ui.ColHead("number"),
				ui.ColHead(ui.El("span", ui.Class("quiet"), "open"))}, items))
}

// comparisons are the runs two by two, replication by replication.
func comparisons(s *state.State) ui.Node {
	st := &s.Study
	if len(st.View.Pairs) == 0 {
		return ui.Node{}
	}
	parts := []any{ui.Class("versus"), ui.A("aria-label", "Comparisons"), ui.El("h2", "Two by two")}
	if at := where(s, pairPoint(st)); at != "" {
		parts = append(parts, ui.El("p", ui.Class("note"), "At "+at+"; choosing a dot shows its point."))
	}
	names, _, shown := studyRuns(s)
	for i := range st.View.Pairs {
		p := &st.View.Pairs[i]
		if p.Metric == st.Metric && p.ARun < len(names) && p.BRun < len(names) && shown[p.ARun] && shown[p.BRun] {
			parts = append(parts, ui.El("p", ui.Class("pad"), compared(s, p, names)))
		}
	}
	note := "Differences are taken within the same instance. p is corrected by Holm's method for " +
		ui.Whole(st.View.Comparisons) + " comparisons; a star marks bootstrapped intervals."
	if st.View.Instances == 1 {
		note = "This is one measurement: its instances cannot differ, so there is nothing to estimate."
	}
	return ui.El("section", append(parts, ui.El("p", ui.Class("note"), note))...)
}

// pairPoint is the point whose comparisons the view holds.
func pairPoint(st *state.Study) int {
	if st.Pick != nil {
		return st.Pick.Point
	}
	return st.Point(0)
}

// compared says how two runs compare.
func compared(s *state.State, p *report.Pair, names []string) []ui.Node {
	st := &s.Study
	name, unit := metricName(st.Kind, st.Metric)
	said := p.Sentence(report.Words{A: names[p.ARun], B: names[p.BRun], Metric: strings.ToLower(name), Unit: unit,
		Less: study.Less(st.Kind, st.Metric), Confidence: st.View.Confidence, Whole: ui.Whole, Figure: told})
	return []ui.Node{ui.El("b", said.First), ui.Text(said.Between), ui.El("b", said.Second), ui.Text(said.Rest)}
}
