package match

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/leaguetable"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	plot "gridbox/core/draw/chart"
	"gridbox/core/i18n"
	"gridbox/core/league"
	"gridbox/core/scenario"
	corestudy "gridbox/core/study"
)

// leagueParts returns the tables and charts of a league.
func leagueParts(s *state.State, c *Comparison) []ui.Node {
	d := c.Result
	busy := ui.Flag("disabled", c.Making != "" || c.Phase == state.Measuring)
	cell := func(p *league.Pair, i int, parts ...any) ui.Node {
		if p.Worst == nil {
			return ui.El("span", parts...)
		}
		return ui.El("button", append([]any{ui.A("type", "button"), ui.Act("match", "cell", strconv.Itoa(i)),
			ui.A("title", p.A+" against "+p.B+": "+ui.Integer(p.Better)+" times better, "+
				ui.Integer(p.Worse)+" times worse"), busy}, parts...)...)
	}
	parts := []ui.Node{ui.El("h3", "Ranks"), leaguetable.Ranks(d)}
	if d.Critical > 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), i18n.T("Rank 1 is the best on an instance. Mean ranks "+
			"that differ by less than {}, the critical difference of Nemenyi's test at 5 %, may "+
			"differ by chance.",
			ui.Fixed(d.Critical, 2))))
	}
	if d.Compared < c.Done {
		parts = append(parts, ui.El("p", ui.Class("note"), i18n.T("Ranks and profiles are of the {} of {} "+
			"instances on which every algorithm has an answer.",
			ui.Integer(d.Compared), ui.Integer(c.Done))))
	}
	parts = append(parts, ui.El("h3", "Every pair"), ui.El("p", ui.Class("note"), leaguetable.PairsTitle),
		leaguetable.Pairs(d, cell), ui.El("h3", "How often close to the best"))
	if chart := profiles(d); d.Compared > 0 {
		parts = append(parts, drawChart(s, &chart))
	}
	parts = append(parts, ui.El("details", ui.El("summary", "As a table"), ui.El("p", ui.Class("note"),
		leaguetable.ProfilesTitle), leaguetable.Profiles(d)))
	if chart, timed := costs(d); timed {
		parts = append(parts, ui.El("h3", "Quality against time"), drawChart(s, &chart), ui.El("p", ui.Class("note"),
			"Lower and further left is better. Times are those of this machine."))
	}
	return parts
}

// drawChart draws a chart.
func drawChart(s *state.State, c *plot.Intervals) ui.Node {
	width, height := 740.0, 320.0
	if s.Layout.Narrow {
		width, height = 380, 300
	}
	return ui.El("div", ui.Class("plot"), ui.Picture(c.Draw(width, height)))
}

// profiles returns the chart of the performance profiles.
func profiles(d *league.Document) plot.Intervals {
	c := plot.Intervals{ID: "league-profiles", Title: "Performance profiles",
		X: plot.Axis{Title: "Within this factor of the best"}, Y: plot.Axis{Title: "Instances", Unit: "%"}}
	for _, f := range d.Factors {
		c.XNames = append(c.XNames, ui.Exact(f))
	}
	colours := coloursOf(d)
	for i := range d.Rows {
		line := plot.Estimates{Name: d.Rows[i].Name, Colour: colours[i]}
		for k, share := range d.Rows[i].Profile {
			y := 100 * share
			line.Points = append(line.Points, plot.Estimate{X: float64(k), Y: y, Low: y, High: y, Bare: true})
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// costs returns the chart of the mean ratio to the best over the mean time. Runs without a time or ratio are omitted;
// timed reports whether any run remains.
func costs(d *league.Document) (c plot.Intervals, timed bool) {
	c = plot.Intervals{ID: "league-costs", Title: "Quality against time", X: plot.Axis{Title: "Mean time", Unit: "ms"},
		Y: plot.Axis{Title: "Mean ratio to the best"}}
	colours := coloursOf(d)
	for i := range d.Rows {
		r := &d.Rows[i]
		if r.Ms == nil || r.Ratio == 0 {
			continue
		}
		timed = true
		c.Series = append(c.Series, plot.Estimates{Name: r.Name, Colour: colours[i],
			Points: []plot.Estimate{{X: *r.Ms, Y: r.Ratio, Low: r.Ratio, High: r.Ratio, Bare: true}}})
	}
	return c, timed
}

func coloursOf(d *league.Document) []int {
	runs := make([]scenario.Run, len(d.Rows))
	for i := range runs {
		runs[i] = d.Rows[i].Run
	}
	return catalog.Colours(d.Kind, runs)
}

// A margin is the advantage of A on a shaken trace, relative to the greater absolute value of the two.
type margin struct {
	trace int
	x     float64
}

// margins returns the margins of all traces with two values, in descending order; ties keep the order of the traces.
// A margin is positive if A is better.
func margins(c *Comparison) (list []margin) {
	less := corestudy.LowerIsBetter(c.Kind, c.Question.Metric)
	for i, p := range c.Traces {
		if !p.OK {
			continue
		}
		x := p.B - p.A
		if !less {
			x = -x
		}
		if whole := max(p.A, p.B, -p.A, -p.B); whole > 0 {
			x /= whole
		}
		list = append(list, margin{i, x})
	}
	slices.SortStableFunc(list, func(a, b margin) int { return cmp.Compare(b.x, a.x) })
	return list
}

// shakenParts returns the histogram of the margins of a shake, the median and a choice of traces to open. It returns
// nil if no trace has two values.
func shakenParts(s *state.State, c *Comparison) []ui.Node {
	list := margins(c)
	if len(list) == 0 {
		return nil
	}
	names := []string{c.Shaken.A, c.Shaken.B}
	var values, parts []string
	for _, m := range list {
		values = append(values, strconv.Itoa(m.trace))
		parts = append(parts, i18n.T("trace {}: {} {}", ui.Integer(m.trace+1), names[0], advantageText(m.x)))
	}
	chosen := strconv.Itoa(c.Trace)
	if !slices.Contains(values, chosen) {
		chosen = values[0]
	}
	off := ui.Flag("disabled", c.Making != "" || c.Phase == state.Measuring)
	median := list[len(list)/2].x
	return []ui.Node{ui.Raw(histogram(list)),
		ui.El("p", ui.Class("ends"), ui.El("span", i18n.T("{} better", names[1])), ui.El("span", i18n.T("{} better",
			names[0]))),
		ui.El("p", i18n.T("Each bar counts the shaken traces by how much the values differ, from {} to {} of the "+
			"greater value. In the middle trace {} is {}.",
			percent(list[len(list)-1].x), percent(list[0].x), names[0], advantageText(median))),
		ui.El("div", ui.Class("asking"), ui.El("span", "Look at"), ui.Choice(chosen, values, parts,
			ui.A("id", "shake-trace"), ui.Class("in"), ui.A("data-match", "trace"), ui.A("aria-label", "Shaken trace"),
			off),
			ui.Button("Open as a draft", ui.Act("match", "trace", chosen), off)),
		ui.El("p", ui.Class("note"), "The command line gives the same verdict: ", ui.El("code", command(c)))}
}

// advantageText describes the advantage of A in words.
func advantageText(x float64) string {
	switch {
	case x > 0:
		return i18n.T("{} better", percent(x))
	case x < 0:
		return i18n.T("{} worse", percent(-x))
	}
	return "equal"
}

func percent(x float64) string { return ui.Num(100*x) + " %" }

// command returns the shake as a command of the command line.
func command(c *Comparison) string {
	q := &c.Question
	return "gridbox shake scenario.json " + q.Runs[0].Algorithm + " " + q.Runs[1].Algorithm + " --metric " + q.Metric +
		" --times " + strconv.Itoa(q.Instances) + " --strength " + ui.Exact(q.Shake.Strength)
}

// bins is the number of bars on the wider side of a histogram.
const bins = 12

// histogram returns the SVG of how many margins lie in equal ranges on both sides of 0. Margins of 0 count on neither
// side.
func histogram(list []margin) string {
	most := 0.0
	for _, m := range list {
		most = max(most, m.x, -m.x)
	}
	counts, tallest := make([]int, 2*bins), 0
	for _, m := range list {
		at := 0
		switch {
		case m.x > 0:
			at = min(2*bins-1, bins+int(float64(bins)*m.x/most))
		case m.x < 0:
			at = max(0, bins-1+int(float64(bins)*m.x/most))
		default:
			continue // equal values count on neither side
		}
		counts[at]++
		tallest = max(tallest, counts[at])
	}
	const width, height = 480.0, 110.0
	at := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	b := &strings.Builder{}
	b.WriteString(`<svg class="shake-bars" viewBox="0 0 480 124" role="img" aria-label="How the shaken traces differ">`)
	step := width / (2 * bins)
	for i, n := range counts {
		if n == 0 {
			continue
		}
		side := "worse"
		if i >= bins {
			side = "better"
		}
		tall := height * float64(n) / float64(tallest)
		b.WriteString(`<rect class="` + side + `" x="` + at(float64(i)*step+1) + `" y="` + at(12+height-tall) +
			`" width="` + at(step-2) + `" height="` + at(tall) + `"><title>` + strconv.Itoa(n) + `</title></rect>`)
	}
	b.WriteString(`<path class="zero" d="M240 4V122"/><path class="zero" d="M0 122H480"/></svg>`)
	return b.String()
}
