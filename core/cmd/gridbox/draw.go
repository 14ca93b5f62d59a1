package main

import (
	"path/filepath"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	figure "gridbox/core/draw/paperfigure"
	"gridbox/core/draw/render"
	"gridbox/core/draw/stepview"
	"gridbox/core/engine"
	"gridbox/core/export"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

func drawVerb() *verb {
	return &verb{name: "draw", takes: []string{"SCENARIO", "[RESULT]"},
		about: "draw a figure for paper: a problem, an answer, or a chart",
		more: "Without RESULT the scenario is solved and its first run drawn. RESULT is what gridbox solve or\n" +
			"gridbox study wrote; of a study its chart with the intervals is drawn. --chart draws a metric of\n" +
			"all runs instead. Colours are those of the light theme, which people who see colours differently\n" +
			"can tell apart; --patterns adds hatches and broken lines, and --grey leaves colours out.\n" +
			"The file's name says the format: .svg, .pdf (vectors, with its fonts inside) or .png.",
		flags: []option{
			{"out", "FILE", "where to write: x.svg, x.pdf or x.png"},
			{"width", "MM", "how wide, in millimetres; 84 unless given, a column"},
			{"height", "MM", "how high a network or a chart of a study may be; as suits the width unless given"},
			{"text", "PT", "size of usual text in points; 8 unless given"},
			{"line", "PT", "width of a usual line in points; as suits the text unless given"},
			{"font", "FILE", "a TrueType font to set texts in; again for the bold face"},
			{"grey", "", "no colours: greys, hatches and broken lines"},
			{"patterns", "", "hatches and broken lines beside the colours"},
			{"caption", "", "below it, what it shows: title, run, seed, replications, digest"},
			{"dpi", "N", "pixels an inch of a PNG; 300 unless given"},
			{"chart", "METRIC", "a metric of all runs, or of the study, in place of the picture"},
			{"along", "PATH", "of a study that varies more than one: the path along the axis"},
			{"algorithm", "ID", "only the runs of this one; may be given again for more"},
			{"run", "LABEL|N", "only this run, by its label or its place from 0; may be given again for more"},
			{"problem", "", "the problem alone, without an answer"},
			{"step", "N", "a recorded step of the run, counted from 1; N,whole is one of the whole run"},
			{"job", "ID", "of --step: whose decision is gone through"},
		}, run: draw}
}

// A plate is a figure in the making.
type plate struct {
	*call
	work    export.Work
	options render.Options
	out     string
}

// draw writes one figure.
func draw(c *call) int {
	p := &plate{call: c}
	var ok bool
	if p.out, ok = c.flag("out"); !ok || !drawable(p.out) {
		c.say("gridbox draw: --out names a file that ends with .svg, .pdf or .png\n")
		return wrong
	}
	if c.args[0] == "-" && len(c.args) == 2 && c.args[1] == "-" {
		c.say("gridbox draw: only one of the two can come from standard input\n")
		return wrong
	}
	s, ok := c.readScenario(c.args[0])
	if !ok || !p.choose() {
		return wrong
	}
	if status := p.gather(s); status != done {
		return status
	}
	return p.write()
}

func (p *plate) refuse(err error) int {
	p.say("gridbox draw: " + err.Error() + "\n")
	return wrong
}

func drawable(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".svg", ".pdf", ".png":
		return true
	}
	return false
}

// choose reads how the figure is to look.
func (p *plate) choose() bool {
	o := &p.options
	o.Width, o.Grey, o.Patterns = 84, p.on("grey"), p.on("patterns")
	for _, n := range []struct {
		name string
		to   *float64
	}{{"width", &o.Width}, {"text", &o.Text}, {"line", &o.Line}} {
		if !p.number(n.name, n.to) {
			return false
		}
	}
	return p.fonts()
}

// number reads a flag that is a number above 0.
func (p *plate) number(name string, to *float64) bool {
	text, given := p.flag(name)
	if !given {
		return true
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0) {
		p.say("gridbox draw: --" + name + " is a number above 0, not " + text + "\n")
		return false
	}
	*to = v
	return true
}

func (p *plate) fonts() bool {
	names := p.flags["font"]
	if len(names) == 0 {
		return true
	}
	var files [2][]byte
	for i, name := range names[:min(2, len(names))] {
		var ok bool
		if files[i], ok = p.read(name, maxDocument); !ok {
			return false
		}
	}
	font, err := render.NewFont(files[0], files[1])
	if err != nil {
		p.say("gridbox draw: " + names[0] + ": " + err.Error() + "\n")
		return false
	}
	p.options.Font = font
	return true
}

// gather reads or computes what is drawn.
func (p *plate) gather(s *scenario.Scenario) int {
	var text []byte
	if len(p.args) == 2 {
		var ok bool
		if text, ok = p.read(p.args[1], maxResult); !ok {
			return wrong
		}
	}
	form := formatOf(text)
	if form == study.PartFormat {
		p.say("gridbox draw: " + p.args[1] + " is a part of a study; merge the parts first\n")
		return wrong
	}
	f := export.Format{Plain: p.on("problem"), Single: !p.on("chart")}
	return p.call.gather(s, &p.work, f, text, form == report.Format)
}

// write lays the figure out and writes the file.
func (p *plate) write() int {
	w := &p.work
	shown := figure.Plate{Scenario: w.Scenario, Answers: w.Answers, Study: w.Study}
	shown.Metric, shown.Charted = p.flag("chart")
	shown.Along, _ = p.flag("along")
	if !p.number("height", &shown.Height) {
		return wrong
	}
	if text, stepped := p.flag("step"); stepped {
		if status := p.stepTo(&shown, text); status != done {
			return status
		}
	}
	page, err := shown.Lay(p.options, p.on("caption"))
	if err != nil {
		return p.refuse(err)
	}
	dpi := 300.0
	if !p.number("dpi", &dpi) {
		return wrong
	}
	var file []byte
	switch strings.ToLower(filepath.Ext(p.out)) {
	case ".svg":
		file = page.SVG()
	case ".pdf":
		file, err = page.PDF()
	default:
		file, err = page.PNG(dpi)
	}
	if err != nil {
		return p.refuse(err)
	}
	for _, note := range page.Notes {
		p.say(note + "\n")
	}
	p.say(shown.Title() + ": " + shown.Subject() + "\n")
	return p.save(p.out, file)
}

// stepTo has the figure show one recorded step of the first answer's run.
func (p *plate) stepTo(shown *figure.Plate, text string) int {
	number, whole := strings.CutSuffix(text, ",whole")
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 1:
		p.say("gridbox draw: --step is a number from 1, with ,whole behind it for the whole run, not " + text + "\n")
		return wrong
	case len(shown.Answers) == 0 || shown.Charted || shown.Study != nil:
		p.say("gridbox draw: --step is of a run, not of a problem, a chart or a study\n")
		return wrong
	}
	a := &shown.Answers[0]
	run := scenario.Run{Algorithm: a.Algorithm, Label: a.Label, Options: a.Options}
	own := *shown.Scenario
	own.Runs, own.View = []scenario.Run{run}, nil
	job, _ := p.flag("job")
	r := stepview.New(&own, catalog.Colours(own.Kind, own.Runs)[0], job, whole)
	if job != "" && r.Whole() && !whole {
		p.say("gridbox draw: --job " + job + " is no job of this scenario whose decision is recorded\n")
		return wrong
	}
	if r.Answered(a) {
		why, err := engine.All().ExplainExplicit(p.ctx, &own, run, r.About, engine.Env{})
		if err != nil {
			return p.refuse(err)
		}
		r.Explained(why.Trace)
	}
	switch {
	case r.None != "":
		p.say("gridbox draw: " + r.None + "\n")
		return wrong
	case n > r.Steps():
		p.say("gridbox draw: there are " + strconv.Itoa(r.Steps()) + " steps\n")
		return wrong
	}
	r.To(n)
	shown.Drawn, shown.Step = r.Picture, "step "+strconv.Itoa(n)+" of "+strconv.Itoa(r.Steps())
	return done
}
