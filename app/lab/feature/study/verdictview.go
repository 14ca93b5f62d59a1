package study

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
	st := Slot.Get(s)
	shown := 0
	_, _, visible := studyRuns(s)
	for _, on := range visible {
		if on {
			shown++
		}
	}
	tabs := []ui.Tab{{ID: "verdict", Name: "Verdict"}, {ID: "pairs", Name: i18n.T("Pairs {}",
		ui.Integer(shown*(shown-1)/2))},
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

// subject returns the data of the verdict: the shown metric of the visible runs along the axis.
func subject(s *state.State) *report.Subject {
	st := Slot.Get(s)
	name, unit := metricName(st.Kind, st.Metric)
	names, _, shown := studyRuns(s)
	sub := &report.Subject{SentenceParts: report.SentenceParts{Metric: strings.ToLower(name), Unit: unit,
		Less: study.LowerIsBetter(st.Kind, st.Metric), Confidence: st.View.Confidence, FormatCount: ui.Integer,
		FormatFigure: figureText},
		Names: names, Single: st.View.Instances == 1,
		Complete: st.Phase == state.Complete || st.View.Stopped ||
			st.View.Replications == st.View.RequestedReplications}
	along := 1
	if len(st.Outline.Paths) > 0 {
		along = st.Counts[st.Axis]
		sub.PathName = pathTitle(s, st.Outline.Paths[st.Axis])
		_, sub.PathUnit = study.NameAndUnit(st.Outline.Paths[st.Axis])
	}
	numbers := true
	for i := range along {
		point := st.Point(i)
		if point == st.ChosenPoint() {
			sub.At = i
		}
		cells := make([]*report.Cell, len(names))
		for run := range names {
			if shown[run] {
				cells[run] = cellOf(st, st.Metric, point, run)
			}
		}
		sub.Cells = append(sub.Cells, cells)
		sub.Firsts = append(sub.Firsts, bestCountsAt(st, point))
		if sub.PathName == "" {
			continue
		}
		v := valueAlong(st, i)
		x, number := v.(float64)
		numbers = numbers && number
		sub.Numbers = append(sub.Numbers, x)
		sub.Values = append(sub.Values, valueText(v))
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

// bestCountsAt returns the counts of the best runs at a point, nil if they are unknown.
func bestCountsAt(st *State, point int) *report.Robustness {
	at := 0
	for i := range st.View.Robustness {
		if f := &st.View.Robustness[i]; f.Metric == st.Metric {
			if at == point {
				return f
			}
			at++
		}
	}
	return nil
}

// shortResult returns the result of the current study in a few words.
func shortResult(s *state.State) string {
	if Slot.Get(s).View == nil || Slot.Get(s).Outline == nil {
		return ""
	}
	return subject(s).Summary()
}

// verdictText returns the verdict: warning, finding, evidence, unexpected results, method.
func verdictText(s *state.State) ui.Node {
	sub := subject(s)
	v := sub.Verdict()
	var parts []ui.Node
	if !sub.Complete {
		parts = append(parts, ui.El("p", ui.Class("soft so-far"), i18n.T("So far, after {} of {} replications",
			ui.Integer(Slot.Get(s).View.Replications), ui.Integer(Slot.Get(s).View.RequestedReplications))))
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
	parts = append(parts, ui.El("p", ui.Class("soft method"), v.Method), countsNote(s))
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
			ui.El("td", i18n.T("{} of {}", ui.Integer(wins), ui.Integer(p.Count)))))
	}
	if len(rows) == 0 {
		return ui.Node{}
	}
	title := i18n.T("{} against the others", sub.Names[leader])
	if len(sub.Cells) > 1 {
		title += i18n.T(" at {}", sub.Values[sub.At])
		if sub.PathUnit != "" {
			title += " " + sub.PathUnit
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

// mattering describes which varied number has most influence on the shown metric, if several are varied.
func mattering(s *state.State) []ui.Node {
	st := Slot.Get(s)
	if st.Influence == nil || st.Influence.Metric != st.Metric || len(st.Outline.Paths) < 2 {
		return nil
	}
	names, colours, shown := studyRuns(s)
	var rows []ui.Node
	var first []report.Effect // the greatest effect of each run
	for _, e := range st.Influence.List {
		if e.Run >= len(names) || !shown[e.Run] {
			continue
		}
		head := ui.El("td")
		if len(first) == 0 || first[len(first)-1].Run != e.Run {
			first = append(first, e)
			head = ui.RowHead(names[e.Run])
		}
		rows = append(rows, ui.El("tr", head, ui.El("td", ui.Class("path"), pathTitle(s, e.Path)),
			ui.El("td", ui.Class("length"), ui.Raw(shareBar(&e, colours[e.Run]))),
			ui.El("td", perCent(e.Share)), ui.El("td", i18n.T("{} to {}", perCent(e.Low), perCent(e.High)))))
	}
	if len(rows) == 0 {
		return nil
	}
	metric, _ := metricName(st.Kind, st.Metric)
	metric = strings.ToLower(metric)
	confidence := number(st.View.Confidence*100) + " %"
	return []ui.Node{ui.El("h3", "Which varied number matters most"),
		ui.El("p", ui.A("id", "study-effects"), mattersMost(s, first, names, metric)),
		ui.El("table", ui.Class("margins effects"), ui.A("tabindex", "0"),
			ui.El("caption", i18n.T("Share of the variation of {}", metric)),
			ui.El("thead", ui.El("tr", ui.ColHead("algorithm"), ui.ColHead("varied"),
				ui.ColHead(ui.El("span", ui.Class("quiet"), "share, drawn")), ui.ColHead("share"),
				ui.ColHead(i18n.T("{} interval", confidence)))), ui.El("tbody", rows)),
		ui.El("p", ui.Class("note"), "A share is the part of the variation of the means between the points that is "+
			"due to this number alone. The rest up to 100 % is due to numbers acting together. The intervals "+
			"are bootstrapped over the replications.")}
}

// mattersMost returns a sentence that names the number with the greatest share. First has the greatest effect of
// each run.
func mattersMost(s *state.State, first []report.Effect, names []string, metric string) string {
	runs := map[string][]string{}
	var order []string
	for _, e := range first {
		if len(runs[e.Path]) == 0 {
			order = append(order, e.Path)
		}
		runs[e.Path] = append(runs[e.Path], names[e.Run])
	}
	var parts []string
	for i, path := range order {
		to := strings.Join(runs[path], ", ")
		if len(order) == 1 {
			to = "every algorithm"
			if len(first) == 1 {
				to = names[first[0].Run]
			}
		}
		text := pathTitle(s, path)
		if i == 0 {
			text = i18n.T("{} matters most to the {} of {}", ui.Begin(text), metric, to)
		} else {
			text += i18n.T(" to that of {}", to)
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, "; ") + "."
	e := first[0]
	_, unit := study.NameAndUnit(e.Path)
	at := func(v any) string { return strings.TrimSpace(valueText(v) + " " + unit) }
	return i18n.T("{} For {}, {} of the variation is due to it: the mean is {} at {} and {} at {}.",
		text, names[e.Run], perCent(e.Share), ui.Num(e.LowMean), at(e.From),
		ui.Num(e.HighMean), at(e.To))
}

// perCent formats a share in per cent.
func perCent(x float64) string { return ui.Fixed(100*x, 0) + " %" }

// shareBar returns a bar of a share with its interval.
func shareBar(e *report.Effect, colour int) string {
	const width = 44.0
	at := func(x float64) string { return strconv.FormatFloat(2+float64(width*x), 'f', 1, 64) }
	return `<svg viewBox="0 0 48 12" width="48" height="12" aria-hidden="true" class="` + picture.Hue(colour) +
		`"><path class="zero" d="M2 0v12"/><path class="length" d="M` + at(e.Low) + ` 6H` + at(e.High) + `"/><circle cx="` +
		at(e.Share) + `" cy="6" r="3"/></svg>`
}
