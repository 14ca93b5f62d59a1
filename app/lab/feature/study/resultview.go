package study

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// studyFigure returns the chart with its choices and exports.
func studyFigure(s *state.State, added panel.Additions) ui.Node {
	st := Slot.Get(s)
	if st.Outline == nil {
		return ui.El("div", ui.Class("unrun"), ui.El("p", ui.Class("empty"), i18n.T("Nothing has been run yet: {}.",
			work(s))))
	}
	if st.View == nil {
		return ui.El("div", ui.Class("unrun"), ui.El("p", ui.Class("empty"), "The first numbers come in a moment."))
	}
	return ui.El("div", ui.Class("figure"), viewControls(s, added), figure(s))
}

// viewControls returns the controls of the chart.
func viewControls(s *state.State, added panel.Additions) ui.Node {
	st := Slot.Get(s)
	choose := func(id, label, look, of, chosen string, values, names []string) ui.Node {
		return ui.El("label", ui.A("for", id), ui.El("span", ui.If(look == "metric" || look == "axis",
			ui.Class("quiet")), label+" "), ui.Choice(chosen, values, names, ui.A("id", id), ui.A("data-look", look),
			ui.A("data-of", of)))
	}
	var names []string
	for _, m := range st.Outline.Metrics {
		name, _ := metricName(st.Kind, m)
		names = append(names, name)
	}
	items := []ui.Node{choose("st-metric", "Metric", "metric", "", st.Metric, st.Outline.Metrics, names)}
	if n := len(st.Outline.Paths); n > 1 {
		var titles []string
		for _, p := range st.Outline.Paths {
			titles = append(titles, pathTitle(s, p))
		}
		items = append(items, choose("st-axis", "Along", "axis", "", strconv.Itoa(st.Axis), numberTexts(n), titles))
		for i := range n {
			if i == st.Axis {
				continue
			}
			values, chosen := valuesAt(st, i), 0
			if i < len(st.At) {
				chosen = min(st.At[i], len(values)-1)
			}
			items = append(items, choose("st-at-"+strconv.Itoa(i), titles[i], "at", strconv.Itoa(i),
				strconv.Itoa(chosen), numberTexts(len(values)), values))
		}
	}
	value := "0"
	if st.Median {
		value = "1"
	}
	tick := func(look, label string, on bool) ui.Node {
		return ui.El("label", ui.El("input", ui.A("type", "checkbox"), ui.A("data-look", look),
			ui.A("data-checked", strconv.FormatBool(on)), ui.Flag("checked", on)), " "+label)
	}
	items = append(items, ui.El("div", ui.Class("seg"), ui.A("role", "group"), ui.A("aria-label", "Value"),
		ui.El("button", ui.A("type", "button"), ui.Act("look", "median", "0"),
			ui.Aria("pressed", value == "0"), "Mean"),
		ui.El("button", ui.A("type", "button"), ui.Act("look", "median", "1"), ui.Aria("pressed", value == "1"),
			"Median")),
		tick("bands", "90 % band", st.Bands), tick("log", "logarithmic", st.Log))
	return ui.El("div", ui.Class("looks"), ui.El("div", ui.Class("look-items"), items), exports(s, added))
}

func numberTexts(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i)
	}
	return list
}

// figure returns the chart. Its marks are buttons that choose a cell.
func figure(s *state.State) ui.Node {
	c := currentChart(s)
	width, height := 740.0, 400.0
	if s.Layout.Narrow {
		width, height = 380, 300
	}
	note := ui.Node{}
	if Slot.Get(s).Log && !c.Logarithmic() {
		note = ui.El("p", ui.Class("note"), "Not all values are positive, so the axis stays linear.")
	}
	return ui.El("div", ui.Class("plot"), ui.A("data-study", c.ID), ui.Picture(c.Draw(width, height)), note)
}

// countsNote returns the number of values behind the results, and of all missing values: nothing is dropped silently.
func countsNote(s *state.State) ui.Node {
	d := Slot.Get(s).View
	values, infeasible, failed, lacking := 0, 0, 0, 0
	for i := range d.Cells {
		c := &d.Cells[i]
		if c.Metric != Slot.Get(s).Metric {
			continue
		}
		values, infeasible, failed, lacking = values+c.Count, infeasible+c.Infeasible, failed+c.Failed,
			lacking+c.Lacking
	}
	text := i18n.T("{} values; {} without a solution, {} failed",
		ui.Integer(values), ui.Integer(infeasible), ui.Integer(failed))
	if lacking > 0 {
		text += i18n.T(", {} without this metric", ui.Integer(lacking))
	}
	text += ". " + legendText(s) + lines(d) + "." + noiseText(d)
	parts := []any{ui.Class("counted"), ui.El("p", ui.Class("note"), ui.A("id", "study-counts"), text)}
	for i, f := range d.Failures {
		if i == 3 {
			break
		}
		parts = append(parts, ui.El("p", ui.Class("note why-not"),
			i18n.T("{} failed in replication {}: {}", f.Algorithm, ui.Integer(f.Replication), f.Reason)))
	}
	return ui.El("div", parts...)
}

// legendText explains the dots and the lines or bands of the chart.
func legendText(s *state.State) string {
	dots := "Dots are means"
	if Slot.Get(s).Median {
		dots = "Dots are medians"
	}
	switch {
	case Slot.Get(s).Bands && len(Slot.Get(s).Outline.Points) > 1:
		return i18n.T("{}, bands span 9 of 10 replications", dots)
	case Slot.Get(s).Bands:
		return i18n.T("{}, lines span 9 of 10 replications", dots)
	case Slot.Get(s).Median:
		return dots
	}
	return i18n.T("{}, lines their intervals of {} %", dots, number(Slot.Get(s).View.Confidence*100))
}

// lines returns why some means have no interval, the most important reason first.
func lines(d *report.Document) string {
	if d.Instances == 1 {
		return "; there are none, because the instances cannot differ"
	}
	reasons := map[string]int{}
	for i := range d.Cells {
		reasons[d.Cells[i].NoInterval]++
	}
	text := ""
	for _, r := range []struct{ reason, text string }{
		{report.TooFew, "have too few values for how they are spread"},
		{report.NoSpread, "have values that do not vary"},
		{report.OneInstance, "are of instances that cannot differ"},
		{report.Later, "get theirs when the study is complete"},
	} {
		if n := reasons[r.reason]; n > 0 {
			text += i18n.T("; {} of {} {}", ui.Integer(n), ui.Integer(len(d.Cells)), r.text)
		}
	}
	return text
}

// exports returns the popover with all exports of the study.
func exports(s *state.State, added panel.Additions) ui.Node {
	of := func(how, name, title string) ui.Node {
		// A merged document has statistics but no values.
		away := Slot.Get(s).ImportedFile != "" && (how == "values" || how == "part")
		return ui.El("button", ui.A("type", "button"), ui.Class("it"), ui.Act("result", how), ui.A("title", title),
			ui.Flag("disabled", away), name)
	}
	group := func(title string, items ...any) ui.Node {
		return ui.El("div", append([]any{ui.A("role", "group"), ui.A("aria-label", title), ui.El("h3", title)},
			items...)...)
	}
	return ui.El("div", ui.Class("export"),
		ui.Button("Export", ui.A("id", "study-export-button"), ui.A("popovertarget", "study-export")),
		ui.El("div", ui.Class("drop two"), ui.A("id", "study-export"), ui.A("popover", "auto"), ui.A("role", "group"),
			ui.A("aria-label", "Export"),
			group("This chart", of("pdf", "PDF", "a figure for a paper"), of("svg", "SVG", "the chart"),
				of("png", "PNG", "twice the size"), of("vega", "Vega-Lite", "the chart as a specification")),
			group("Its numbers", of("csv", "Means, CSV", "one row for each cell"),
				of("values", "Every value, CSV", "every value of every replication"),
				of("pairs", "Pairs, CSV", "each two runs compared"),
				of("document", "Study, JSON", "the study document, as gridbox study writes it")),
			group("For a paper", of("latexpdf", "LaTeX, table and PDF", "the table with the figure of the chart"),
				of("latex", "LaTeX table", "means with intervals, with the package booktabs"),
				of("markdown", "Markdown table", "the same table")),
			group("To continue", of("part", "Part, to merge", "all that gridbox merge needs"),
				added.Draw(panel.AtStudyFiles, s),
				ui.El("div", ui.Class("command"),
					ui.El("code", ui.A("id", "study-command"), "gridbox study scenario.json"),
					ui.El("button", ui.A("type", "button"), ui.Class("act"), ui.Act("copy", "study-command"),
						ui.A("aria-label", "Copy the command line"), "Copy")),
				ui.El("button", ui.A("type", "button"), ui.Class("it"), ui.Act("dialog", "share"), opens,
					"Link to this study"))))
}

// pageRows is the number of rows of the table on a page.
const pageRows = 60

// figureText returns a number with as many digits as its interval justifies. It rounds to the greatest power of ten
// that is at most a tenth of the width. At most six decimals remain. Without an interval of positive width it returns
// the usual text.
func figureText(x float64, i *report.Interval) string {
	if i == nil || i.High-i.Low <= 0 {
		return ui.Num(x)
	}
	digits := 0
	for width := i.High - i.Low; width < 10 && digits < 6; width *= 10 {
		digits++
	}
	for unit := 10.0; (i.High-i.Low)/unit >= 10; unit *= 10 {
		x = math.Round(x/unit) * unit
	}
	return ui.Fixed(x, digits)
}

// intervalText returns the interval of a cell, or the reason why there is none in a word; a star marks a bootstrap
// interval.
func intervalText(c *report.Cell) string {
	i := c.Interval
	if i == nil {
		return map[string]string{"": "–", report.OneInstance: "–", report.NoSpread: "no spread",
			report.TooFew: "too few", report.Later: "later"}[c.NoInterval]
	}
	text := i18n.T("{} to {}", figureText(i.Low, i), figureText(i.High, i))
	if i.Method == report.Bootstrap {
		text += " *"
	}
	return text
}

// comparisons returns the pairwise comparisons of runs, replication by replication.
func comparisons(s *state.State) ui.Node {
	st := Slot.Get(s)
	if len(st.View.Pairs) == 0 {
		return ui.El("p", ui.Class("note"), "There is nothing to compare.")
	}
	parts := []any{ui.Class("versus"), ui.A("aria-label", "Comparisons")}
	if at := pointText(s, st.ChosenPoint()); at != "" {
		parts = append(parts, ui.El("p", ui.Class("note"), i18n.T("At {}; choosing a dot shows its point.", at)))
	}
	names, _, shown := studyRuns(s)
	for i := range st.View.Pairs {
		p := &st.View.Pairs[i]
		if p.Metric == st.Metric && p.ARun < len(names) && p.BRun < len(names) && shown[p.ARun] && shown[p.BRun] {
			parts = append(parts, ui.El("p", ui.Class("pad"), pairSentence(s, p, names)))
		}
	}
	note := i18n.T("Differences are taken within the same instance. p is corrected by Holm's method for {} "+
		"comparisons; a star marks bootstrapped intervals.",
		ui.Integer(st.View.Comparisons))
	if st.View.Instances == 1 {
		note = "This is one measurement: its instances cannot differ, so there is nothing to estimate."
	}
	return ui.El("section", append(parts, ui.El("p", ui.Class("note"), note))...)
}

// pairSentence returns a sentence that compares two runs.
func pairSentence(s *state.State, p *report.Pair, names []string) []ui.Node {
	st := Slot.Get(s)
	name, unit := metricName(st.Kind, st.Metric)
	sentence := p.Sentence(report.SentenceParts{A: names[p.ARun], B: names[p.BRun], Metric: strings.ToLower(name),
		Unit: unit,
		Less: study.LowerIsBetter(st.Kind, st.Metric), Confidence: st.View.Confidence, FormatCount: ui.Integer,
		FormatFigure: figureText})
	return []ui.Node{ui.El("b", sentence.First), ui.Text(sentence.Middle), ui.El("b", sentence.Second),
		ui.Text(sentence.Rest)}
}
