package panel

import (
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// mattering describes which varied number has most influence on the shown metric, if several are varied.
func mattering(s *state.State) []ui.Node {
	st := &s.Study
	if st.Effects == nil || st.Effects.Metric != st.Metric || len(st.Outline.Paths) < 2 {
		return nil
	}
	names, colours, shown := studyRuns(s)
	var rows []ui.Node
	var first []report.Effect // the greatest effect of each run
	for _, e := range st.Effects.List {
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
			text = i18n.T("{} matters most to the {} of {}", begin(text), metric, to)
		} else {
			text += i18n.T(" to that of {}", to)
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, "; ") + "."
	e := first[0]
	_, unit := study.Called(e.Path)
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
