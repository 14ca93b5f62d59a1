package panel

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// chart returns the element of one Vega-Lite chart. Its drawing is shown until Vega is loaded, or if it cannot be
// loaded.
func chart(s *state.State, sc *screen.Screen) ui.Node {
	chosen := sc.Series[0]
	var ids, names []string
	for _, c := range sc.Series {
		ids, names = append(ids, c.ID), append(names, c.Name)
		if c.ID == s.Layout.Chart {
			chosen = c
		}
	}
	c := sc.Chart(s, chosen.ID)
	drawn, high := ui.Node{}, ""
	if !c.Bars {
		c.Plot = plotHeight(s)
	}
	if c.Plot > 0 {
		high = strconv.Itoa(int(c.Plot))
	}
	if c.Empty() {
		drawn = ui.El("p", ui.Class("empty"), "There is no answer to draw.")
	} else {
		drawn = ui.Picture(c.Draw(400))
	}
	note := ui.Node{}
	if c.Note != "" {
		note = ui.El("p", ui.Class("note"), c.Note)
	}
	export := func(how, name string) ui.Node {
		return ui.El("button", ui.A("type", "button"), ui.Act("export", how), ui.Flag("disabled", c.Empty()), name)
	}
	return ui.El("section", ui.Class("chart"), ui.A("aria-label", chosen.Name),
		ui.El("div", ui.Class("chart-head"),
			ui.El("h2", ui.Choice(chosen.ID, ids, names, ui.A("aria-label", "Chart"), ui.A("data-show", "chart"))),
			ui.El("p", chosen.DirectionText())),
		ui.El("div", ui.Class("plot"), ui.A("data-chart", chosen.ID), ui.If(high != "", ui.A("data-high", high)),
			drawn),
		note,
		ui.El("div", ui.Class("cap"),
			ui.El("button", ui.A("type", "button"), ui.Act("dialog", "table"), opens,
				ui.Flag("disabled", c.Empty()), "table"),
			export("svg", "SVG"), export("png", "PNG"), export("csv", "CSV"), export("vega", "Vega")))
}

// plotHeight returns the height of the chart below the answers at which its axis stays visible, 0 for the usual
// height. It is lower on a screen as low as a projector's, and still lower below many answers.
func plotHeight(s *state.State) float64 {
	switch {
	case s.Layout.Narrow || s.Layout.Height == 0 || s.Layout.Height > minChartHeight:
		return 0
	case len(s.Answers) > 4:
		return 60
	}
	return 84
}

// minChartHeight is the height of the picture from which on charts have room.
const minChartHeight = 400

// versus compares the focused answer with the first other one in the order of
// the runs.
func versus(s *state.State, sc *screen.Screen) ui.Node {
	a := s.FocusedAnswer()
	if a == nil || a.Answer == nil || !a.Answer.Feasible {
		return ui.Node{}
	}
	var parts []ui.Node
	for i := range s.Answers {
		b := &s.Answers[i]
		if b == a || b.Answer == nil || !b.Answer.Feasible || a.Problem != b.Problem && a.To != b.To ||
			screen.IsRefuted(a) || screen.IsRefuted(b) { // refuted answers are not compared
			continue
		}
		x, y := screen.Algorithm(s, a), screen.Algorithm(s, b)
		if nodes := sc.Versus(s, a, b); len(nodes) > 0 {
			parts = append(parts, ui.El("h2", i18n.T("{} against {}", x.Name, y.Name)),
				ui.El("p", ui.Class("pad"), nodes))
		}
	}
	if len(parts) == 0 {
		return ui.Node{}
	}
	return ui.El("section", ui.Class("versus"), ui.A("aria-label", "Differences"), parts)
}
