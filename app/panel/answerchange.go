package panel

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind"
)

// former returns the value of a metric before the last change of the draft. It reports false unless the answer is up
// to date and the value has changed.
func former(s *state.State, a *state.Answer, metric string) (v float64, ok bool) {
	was := s.Were[a.ID]
	if was == nil || !was.Feasible || a.Answer == nil || !a.Answer.Feasible || !s.IsFresh(*a) {
		return 0, false
	}
	v, ok = was.Metrics[metric]
	return v, ok && ui.Num(v) != ui.Num(a.Answer.Metrics[metric])
}

// formerly returns the former value for a cell of the table, empty if it has not changed.
func formerly(s *state.State, a *state.Answer, metric string) ui.Node {
	v, ok := former(s, a, metric)
	if !ok {
		return ui.Node{}
	}
	return ui.El("small", ui.Class("was"), ui.El("span", ui.Class("quiet"), " before the change "), ui.Num(v))
}

// maxMetric returns the greatest value of the first metric, now and before the last change. It
// is the length of a full bar.
func maxMetric(s *state.State, shown []kind.Metric) (most float64) {
	for i := range s.Answers {
		a := &s.Answers[i]
		if a.Answer != nil && a.Answer.Feasible {
			most = max(most, a.Answer.Metrics[shown[0].ID])
		}
		if v, ok := former(s, a, shown[0].ID); ok {
			most = max(most, v)
		}
	}
	return most
}

// barOf returns the answer's first metric as a bar, with the bound as a line, its former length as an outline, and
// the amount of the change.
func barOf(s *state.State, a *state.Answer, shown []kind.Metric, most float64) ui.Node {
	m := &shown[0]
	if a.Answer == nil || !a.Answer.Feasible || !(most > 0) {
		return ui.Node{}
	}
	now := a.Answer.Metrics[m.ID]
	at := func(v float64) string { return strconv.FormatFloat(max(0, min(100, v/most*100)), 'f', 1, 64) }
	drawn := `<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">` +
		`<rect width="` + at(now) + `" height="6" fill="currentColor"/>`
	was, changed := former(s, a, m.ID)
	if changed {
		drawn += `<rect class="outline" width="` + at(was) + `" height="6"/>`
	}
	if b := a.Answer.Bound; b != nil && b.Metric == m.ID {
		drawn += `<path class="bound" d="M` + at(b.Value) + ` -2v10"/>`
	}
	line := ui.El("span", ui.Class("bar-line "+picture.Hue(a.Colour)), ui.Raw(drawn+"</svg>"))
	if changed {
		sign := "▲ "
		if now < was {
			sign = "▼ "
		}
		line.Children = append(line.Children, ui.El("small", sign+ui.Num(math.Abs(now-was))))
	}
	return line
}

// answerSentence returns the sentence below the answers: the effect of the last change, or else the
// answer that is better than the focused one.
func answerSentence(s *state.State, shown []kind.Metric, added Additions) ui.Node {
	if text := changeSentence(s, shown, added); !text.IsZero() {
		return text
	}
	return betterSentence(s, shown, added)
}

// betterSentence returns a sentence about the answer with the best first metric, and a button that
// compares it with the focused one. It returns nothing if the focused answer is the best.
func betterSentence(s *state.State, shown []kind.Metric, added Additions) ui.Node {
	a := s.FocusedAnswer()
	if a == nil || a.Answer == nil || !a.Answer.Feasible || a.Problem == nil {
		return ui.Node{}
	}
	m, best := &shown[0], a
	for i := range s.Answers {
		b := &s.Answers[i]
		if b.Answer == nil || !b.Answer.Feasible || b.Problem != a.Problem && b.To != a.To || screen.IsRefuted(b) {
			continue
		}
		if d := b.Answer.Metrics[m.ID] - best.Answer.Metrics[m.ID]; m.Less && d < 0 || !m.Less && d > 0 {
			best = b
		}
	}
	if best == a || ui.Num(best.Answer.Metrics[m.ID]) == ui.Num(a.Answer.Metrics[m.ID]) {
		return ui.Node{}
	}
	k, _ := catalog.ByID(s.Draft.Kind)
	text, _, _ := strings.Cut(k.Compare(a.Problem, best.LabelledAnswer(), a.LabelledAnswer()), "; ")
	text = strings.TrimSuffix(text, ".")
	why := ""
	if x, y := screen.Algorithm(s, a), screen.Algorithm(s, best); x.Paper != "" && y.Paper == "" {
		why = i18n.T("{} is a published algorithm, and here a simple rule beats it. Why? ", x.Name)
	}
	return ui.El("p", ui.Class("changed"), ui.El("b", text+". "), why,
		unless(!added.Compares, ui.El("button", ui.A("type", "button"), ui.Class("link"),
			ui.Act("comparewith", best.ID), "Compare the two")))
}

// changeSentence returns a sentence about how the focused answer's first metric has changed with the
// last change of the draft, and a button that explains it. It returns nothing without a change.
func changeSentence(s *state.State, shown []kind.Metric, added Additions) ui.Node {
	a := s.FocusedAnswer()
	if a == nil || s.Former == nil {
		return ui.Node{}
	}
	m := &shown[0]
	was, ok := former(s, a, m.ID)
	if !ok {
		return ui.Node{}
	}
	now, sign := a.Answer.Metrics[m.ID], "+"
	if now < was {
		sign = "−"
	}
	by := sign + ui.Num(math.Abs(now-was))
	if m.Unit != "" {
		by += " " + m.Unit
	}
	return ui.El("p", ui.Class("changed"), ui.A("role", "status"),
		ui.El("b", screen.Algorithm(s, a).Name+": "+strings.ToLower(m.Name)+" "+by),
		" ("+ui.Num(was)+" → "+ui.Num(now)+"). ",
		unless(!added.Compares, ui.El("button", ui.A("type", "button"), ui.Class("link"), ui.Act("whatchanged"),
			"What changed?")))
}
