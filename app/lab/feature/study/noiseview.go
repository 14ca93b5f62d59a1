package study

import (
	"slices"
	"strconv"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	plot "gridbox/core/draw/chart"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// single returns a note that the instances cannot differ, with the ways to
// change that.
func single(s *state.State) ui.Node {
	return ui.El("section", ui.A("aria-label", "One instance"), ui.A("id", "st-single"),
		ui.El("p", ui.Class("note"), "This is one instance, in which nothing is drawn and no algorithm uses the seed: "+
			"every replication would give the same answers. It is measured once, which says nothing about other "+
			"instances. A study needs instances that differ."),
		ui.El("div", ui.Class("acts pad"), drawButton(s), robustnessButton(s)), presetButtons(s))
}

// drawButton returns the button that generates the lists of a single instance again, if there are any.
func drawButton(s *state.State) ui.Node {
	what := drawables.Get(s.Draft, state.Drawable)
	if what == "" {
		return ui.Node{}
	}
	return ui.Button(i18n.T("Draw the {}", what), ui.Act("redraw"), ui.Flag("disabled", s.Stage != state.Live),
		ui.A("title", "opens a new draft with 200 instances drawn like this one"))
}

// robustnessButton returns the button that varies the numbers of a single instance.
func robustnessButton(s *state.State) ui.Node {
	return ui.Button("Test robustness", ui.Act("firm"), ui.Flag("disabled", s.Stage != state.Live),
		ui.A("title", "200 versions of this problem with noise on its least certain numbers"))
}

var drawables panel.Memo[string]

// noises returns the list of the numbers with noise.
func (f *form) noises(st scenario.Study) ui.Node {
	list := numbersOf(f.s)
	var options []ui.Node
	for _, n := range list {
		options = append(options, ui.El("option", ui.A("value", n.Path), n.Name))
	}
	add := ""
	for _, n := range list {
		if !slices.ContainsFunc(st.Noise, func(has scenario.Noise) bool { return has.Path == n.Path }) {
			add = n.Path
			break
		}
	}
	parts := []ui.Node{ui.El("div", ui.Class("list-head"), ui.El("h2", ui.Class("count"), "Noise"),
		ui.IconButton("add", "Add noise to another number", ui.Act("study", "disturb", add),
			ui.Flag("disabled", f.s.Stage != state.Live || add == "")))}
	if len(st.Noise) == 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), "None: every number is exact. With noise each "+
			"replication multiplies a number by a factor of its own, 1 on average."))
	}
	for i := range st.Noise {
		parts = append(parts, f.noise(i, &st.Noise[i]))
	}
	return ui.El("section", ui.A("aria-label", "Noise"), parts, ui.El("datalist", ui.A("id", "st-numbers"), options))
}

// noise returns one entry of that list.
func (f *form) noise(i int, n *scenario.Noise) ui.Node {
	here := "study.noise[" + strconv.Itoa(i) + "]"
	name, _ := study.NameAndUnit(n.Path)
	path := f.row(ui.FieldView{Path: here + ".path", Label: "Number", Value: n.Path, List: "st-numbers",
		Title: "numbers of the problem; the list has those of each sort together"}, here)
	spread := f.row(ui.FieldView{Path: here + ".cv", Label: "Spread", Unit: "%", Value: number(100 * n.CV),
		Number: true, Title: "standard deviation of the factor"})
	spread.Attrs = append(spread.Attrs, ui.Class("slides"))
	spread.Children = append(spread.Children, f.slider(here+".cv", i18n.T("Spread of the {}", name), 100*n.CV,
		screen.Range{Min: 0, Max: max(100, 100*n.CV), Step: 1}))
	return ui.El("div", ui.Class("form vary"), ui.El("p", ui.Class("help"), ui.Begin(name)), path, spread,
		ui.IconButton("delete", i18n.T("No noise on the {}", name), ui.Act("study", "calm", strconv.Itoa(i))))
}

func (f *form) slider(path, label string, at float64, over screen.Range) ui.Node {
	return ui.El("input", ui.A("type", "range"), ui.A("aria-label", i18n.T("{}, slider", label)),
		ui.A("data-slide", path),
		ui.A("min", ui.Exact(over.Min)), ui.A("max", ui.Exact(over.Max)), ui.A("step", ui.Exact(over.Step)),
		ui.A("data-value", ui.Exact(at)), ui.A("value", ui.Exact(at)), ui.Flag("disabled", f.s.Stage != state.Live))
}

// sweep shows the values of a varied path as a range whose ends can be dragged.
func (f *form) sweep(here string, v *scenario.Vary) []ui.Node {
	w, ok := state.SweepOf(f.s.Draft, v)
	if !ok {
		return nil
	}
	name, unit := study.NameAndUnit(v.Path)
	end := func(field, label string, at float64) ui.Node {
		row := f.row(ui.FieldView{Path: here + "." + field, Label: label, Unit: unit, Value: ui.Exact(at),
			Number: true})
		row.Attrs = append(row.Attrs, ui.Class("slides"))
		row.Children = append(row.Children, f.slider(here+"."+field, i18n.T("{} of the {}", label, name), at,
			screen.Range{Min: w.Min, Max: w.Max, Step: w.Step}))
		return row
	}
	return []ui.Node{end("low", "From", w.Low), end("high", "To", w.High),
		f.row(ui.FieldView{Path: here + ".count", Label: "Points", Value: strconv.Itoa(w.Count), Number: true})}
}

var numbers panel.Memo[[]study.Number]

// numbersOf lists the sorts of numbers in the problem.
func numbersOf(s *state.State) []study.Number {
	if s.Problem == nil {
		return nil
	}
	return numbers.Get(s.Problem, study.Numbers)
}

// noiseText describes the noise of the instances in words.
func noiseText(d *report.Document) (text string) {
	for _, n := range d.Noise {
		name, _ := study.NameAndUnit(n.Path)
		text += i18n.T(" Noise of {} % on the {}", number(100*n.CV), name)
		if n.LimitedCount > 0 {
			text += i18n.T("; {} values were limited to the range of their field", ui.Integer(n.LimitedCount))
		}
		text += "."
	}
	return text
}

func names(st *State) []string { return catalog.Names(st.Kind, st.Outline.Runs) }

// maxSmall is the maximal number of points of a chart of all metrics.
const maxSmall = 60

// multiples returns the metrics of the study: small charts along the varied number if there are few
// points, otherwise names to choose from.
func multiples(s *state.State) ui.Node {
	o := Slot.Get(s).Outline
	charts := len(o.Paths) == 1 && len(o.Points) > 1 && len(o.Points) <= maxSmall
	var items []ui.Node
	for _, metric := range o.Metrics {
		name, unit := metricName(Slot.Get(s).Kind, metric)
		name = kind.WithUnit(name, unit)
		item := ui.El("li", ui.El("button", ui.A("type", "button"), ui.Class("link"),
			ui.Act("look", "metric", metric), ui.Aria("pressed", metric == Slot.Get(s).Metric), name))
		if c := smallChart(s, metric); charts && hasPoints(&c) {
			item.Children = append(item.Children, ui.El("div", ui.Class("plot"), ui.Picture(c.Draw(320, 170))))
		}
		items = append(items, item)
	}
	return ui.El("ul", ui.Class("multiples"), items)
}

// smallChart returns the chart of a metric without marks that can be chosen.
func smallChart(s *state.State, metric string) plot.Intervals {
	c := chartOf(s, metric)
	c.ID, c.Mark = c.ID+"-small", nil
	c.Series = slices.Clone(c.Series)
	for i := range c.Series {
		c.Series[i].Points = slices.Clone(c.Series[i].Points)
		for k := range c.Series[i].Points {
			p := &c.Series[i].Points[k]
			p.Act, p.ID, p.Arg, p.On = "", "", "", false
		}
	}
	return c
}

func hasPoints(c *plot.Intervals) bool {
	for i := range c.Series {
		if len(c.Series[i].Points) > 0 {
			return true
		}
	}
	return false
}
