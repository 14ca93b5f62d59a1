package panel

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// verdictTab is the id of the panel of the tabs at the side of the chart.
const verdictTab = "study-tab"

// verdictPanel returns the panel at the side of the chart: verdict, pairs, or all metrics.
func verdictPanel(s *state.State) []ui.Node {
	st := &s.Study
	shown := 0
	_, _, visible := studyRuns(s)
	for _, on := range visible {
		if on {
			shown++
		}
	}
	tabs := []ui.Tab{{ID: "verdict", Name: "Verdict"}, {ID: "pairs", Name: i18n.T("Pairs {}",
		ui.Whole(shown*(shown-1)/2))},
		{ID: "metrics", Name: "All metrics"}}
	chosen, body := st.Tab, ui.Node{}
	switch chosen {
	case "pairs":
		body = comparisons(s)
	case "metrics":
		body = multiples(s)
	default:
		chosen, body = "verdict", verdictText(s)
	}
	list := ui.Tabs("Results in words", "studytab", verdictTab, chosen, tabs)
	return []ui.Node{list, ui.El("div", ui.Class("pane"), ui.A("id", verdictTab), ui.A("role", "tabpanel"),
		ui.A("tabindex", "0"), ui.A("aria-labelledby", verdictTab+"-"+chosen), body)}
}

// StudySubject returns the data of the verdict: the shown metric of the visible runs along the axis.
func StudySubject(s *state.State) *report.Subject {
	st := &s.Study
	name, unit := metricName(st.Kind, st.Metric)
	names, _, shown := studyRuns(s)
	sub := &report.Subject{Words: report.Words{Metric: strings.ToLower(name), Unit: unit,
		Less: study.Less(st.Kind, st.Metric), Confidence: st.View.Confidence, Whole: ui.Whole, Figure: figureText},
		Names: names, Single: st.View.Instances == 1,
		Complete: st.Phase == state.Complete || st.View.Stopped || st.View.Replications == st.View.Asked}
	along := 1
	if len(st.Outline.Paths) > 0 {
		along = st.Counts[st.Axis]
		sub.Along = pathTitle(s, st.Outline.Paths[st.Axis])
		_, sub.AlongUnit = study.Called(st.Outline.Paths[st.Axis])
	}
	numbers := true
	for i := range along {
		point := st.Point(i)
		if point == st.Chosen() {
			sub.At = i
		}
		cells := make([]*report.Cell, len(names))
		for run := range names {
			if shown[run] {
				cells[run] = cellOf(st, st.Metric, point, run)
			}
		}
		sub.Cells = append(sub.Cells, cells)
		sub.Firsts = append(sub.Firsts, firmAt(st, point))
		if sub.Along == "" {
			continue
		}
		v := valueAlong(st, i)
		x, number := v.(float64)
		numbers = numbers && number
		sub.Numbers = append(sub.Numbers, x)
		sub.Places = append(sub.Places, valueText(v))
	}
	if !numbers {
		sub.Numbers = nil
	}
	for i := range st.View.Pairs {
		if p := &st.View.Pairs[i]; p.Metric == st.Metric && p.ARun < len(names) && p.BRun < len(names) &&
			shown[p.ARun] && shown[p.BRun] {
			sub.Pairs = append(sub.Pairs, p)
		}
	}
	return sub
}

// firmAt returns the counts of the best runs at a point, nil if they are unknown.
func firmAt(st *state.Study, point int) *report.Firm {
	at := 0
	for i := range st.View.Firm {
		if f := &st.View.Firm[i]; f.Metric == st.Metric {
			if at == point {
				return f
			}
			at++
		}
	}
	return nil
}

// StudyFoundShort returns the result of the current study in a few words.
func StudyFoundShort(s *state.State) string {
	if s.Study.View == nil || s.Study.Outline == nil {
		return ""
	}
	return StudySubject(s).Short()
}

// verdictText returns the verdict: warning, finding, evidence, unexpected results, method.
func verdictText(s *state.State) ui.Node {
	sub := StudySubject(s)
	v := sub.Verdict()
	var parts []ui.Node
	if !sub.Complete {
		parts = append(parts, ui.El("p", ui.Class("soft so-far"), i18n.T("So far, after {} of {} replications",
			ui.Whole(s.Study.View.Replications), ui.Whole(s.Study.View.Asked))))
	}
	if v.Warning != "" {
		parts = append(parts, ui.El("p", ui.Class("warning"), ui.A("id", "study-warning"), v.Warning))
	}
	parts = append(parts, ui.El("p", ui.Class("finding"), ui.A("id", "study-finding"), v.Finding))
	if v.Evidence != "" {
		parts = append(parts, ui.El("p", ui.A("id", "study-evidence"), v.Evidence))
	}
	if t := margins(s, sub, v.Leader); !t.IsZero() {
		parts = append(parts, t)
	}
	for _, n := range v.Notes {
		parts = append(parts, ui.El("h3", n.Title), ui.El("p", n.Text))
	}
	parts = append(parts, mattering(s)...)
	parts = append(parts, ui.El("p", ui.Class("soft method"), v.Method), counted(s))
	return ui.El("div", ui.Class("verdict-text"), parts)
}

// margins returns the table of the leader's margins over the other runs.
func margins(s *state.State, sub *report.Subject, leader int) ui.Node {
	if leader < 0 || sub.Single {
		return ui.Node{}
	}
	_, colours, _ := studyRuns(s)
	most := 0.0
	for _, p := range sub.Pairs {
		if p.MeanDifference != nil && (p.ARun == leader || p.BRun == leader) {
			most = max(most, math.Abs(*p.MeanDifference))
		}
	}
	var rows []ui.Node
	for _, p := range sub.Pairs {
		if p.MeanDifference == nil || p.Wins == nil || p.ARun != leader && p.BRun != leader {
			continue
		}
		other, difference, wins := p.BRun, *p.MeanDifference, *p.Wins
		if p.BRun == leader {
			other, difference, wins = p.ARun, -difference, *p.Losses
		}
		text := figureText(difference, p.Interval)
		if difference > 0 {
			text = "+" + text
		}
		if sub.Unit != "" {
			text += " " + sub.Unit
		}
		rows = append(rows, ui.El("tr", ui.RowHead(sub.Names[other]), ui.El("td", ui.Class("length"),
			ui.Raw(marginBar(difference, most, colours[leader]))), ui.El("td", text),
			ui.El("td", i18n.T("{} of {}", ui.Whole(wins), ui.Whole(p.Count)))))
	}
	if len(rows) == 0 {
		return ui.Node{}
	}
	title := i18n.T("{} against the others", sub.Names[leader])
	if len(sub.Cells) > 1 {
		title += i18n.T(" at {}", sub.Places[sub.At])
		if sub.AlongUnit != "" {
			title += " " + sub.AlongUnit
		}
	}
	return ui.El("table", ui.Class("margins"), ui.El("caption", title), ui.El("thead", ui.El("tr", ui.ColHead("than"),
		ui.ColHead(ui.El("span", ui.Class("quiet"), "difference, drawn")), ui.ColHead("difference"),
		ui.ColHead("better in"))), ui.El("tbody", rows))
}

// marginBar returns a bar whose length from the right edge is proportional to a difference.
func marginBar(difference, most float64, colour int) string {
	const width = 36.0
	length := 0.0
	if most > 0 {
		length = width * math.Abs(difference) / most
	}
	x := strconv.FormatFloat(width-length, 'f', 1, 64)
	return `<svg viewBox="0 0 40 12" width="40" height="12" aria-hidden="true" class="` + picture.Hue(colour) +
		`"><path class="zero" d="M37 0v12"/><path class="length" d="M37 6H` + x + `"/><circle cx="` + x +
		`" cy="6" r="3"/></svg>`
}
