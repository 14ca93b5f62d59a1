package files

import (
	"path/filepath"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/gridbox/studies"
	figure "gridbox/core/draw/paperfigure"
	"gridbox/core/draw/render"
	"gridbox/core/draw/stepview"
	"gridbox/core/engine"
	"gridbox/core/export"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// DrawVerb returns the verb draw.
func DrawVerb() *cli.Verb {
	return &cli.Verb{Name: "draw", Args: []string{"SCENARIO", "[RESULT]"},
		About: "draw a problem, an answer or a chart for print",
		Details: "Without RESULT the scenario is solved and its first run drawn. RESULT is what gridbox solve or\n" +
			"gridbox study wrote; of a study its chart with the intervals is drawn. --chart draws a metric of\n" +
			"all runs instead. Colours are those of the light theme, which people who see colours differently\n" +
			"can distinguish; --patterns adds hatches and broken lines, and --grey leaves colours out.\n" +
			"The file's name determines the format: .svg, .pdf (vectors, with its fonts inside) or .png.",
		Flags: []cli.Option{
			cli.Flag("out", "FILE", "where to write: x.svg, x.pdf or x.png"),
			cli.Flag("width", "MM", "how wide, in millimetres; 84 unless given, a column"),
			cli.Flag("height", "MM",
				"how high a network or a chart of a study may be; as suits the width unless given"),
			cli.Flag("text", "PT", "size of usual text in points; 8 unless given"),
			cli.Flag("line", "PT", "width of a usual line in points; as suits the text unless given"),
			cli.Flag("font", "FILE", "a TrueType font to set texts in; again for the bold face"),
			cli.Flag("grey", "", "no colours: greys, hatches and broken lines"),
			cli.Flag("patterns", "", "hatches and broken lines beside the colours"),
			cli.Flag("caption", "", "below it, what it shows: title, run, seed, replications, digest"),
			cli.Flag("dpi", "N", "pixels an inch of a PNG; 300 unless given"),
			cli.Flag("chart", "METRIC", "a metric of all runs, or of the study, in place of the picture"),
			cli.Flag("along", "PATH", "of a study that varies more than one: the path along the axis"),
			cli.Flag("algorithm", "ID", "only the runs of this one; may be given again for more"),
			cli.Flag("run", "LABEL|N", "only this run, by its label or its place from 0; may be given again for more"),
			cli.Flag("problem", "", "the problem alone, without an answer"),
			cli.Flag("step", "N", "a recorded step of the run, counted from 1; N,whole is one of the whole run"),
			cli.Flag("job", "ID", "of --step: whose decision is gone through"),
		}, Run: verbFunc(draw)}
}

// A plate is a figure in preparation.
type plate struct {
	*Call
	work    export.Work
	options render.Options
	out     string
}

// draw writes one figure.
func draw(c *Call) int {
	p := &plate{Call: c}
	var ok bool
	if p.out, ok = c.Flag("out"); !ok || !drawable(p.out) {
		c.Say("gridbox draw: --out names a file that ends with .svg, .pdf or .png\n")
		return cli.Wrong
	}
	if c.Args[0] == "-" && len(c.Args) == 2 && c.Args[1] == "-" {
		c.Say("gridbox draw: only one of the two can come from standard input\n")
		return cli.Wrong
	}
	s, ok := c.ReadScenario(c.Args[0])
	if !ok || !p.choose() {
		return cli.Wrong
	}
	if status := p.collectAnswers(s); status != cli.Done {
		return status
	}
	return p.write()
}

// refuse reports an error.
func (p *plate) refuse(err error) int {
	p.Say("gridbox draw: " + err.Error() + "\n")
	return cli.Wrong
}

// drawable reports whether a file name has the extension of a picture.
func drawable(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".svg", ".pdf", ".png":
		return true
	}
	return false
}

// choose reads the flags for the appearance of the figure.
func (p *plate) choose() bool {
	o := &p.options
	o.Width, o.Grey, o.Patterns = 84, p.HasFlag("grey"), p.HasFlag("patterns")
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

// number parses a flag that must be a number above 0 into to. It leaves to
// unchanged if the flag is absent. It writes a message and reports false if
// the value is invalid.
func (p *plate) number(name string, to *float64) bool {
	text, given := p.Flag(name)
	if !given {
		return true
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0) {
		p.Say("gridbox draw: --" + name + " is a number above 0, not " + text + "\n")
		return false
	}
	*to = v
	return true
}

// fonts sets the font of the figure from the files of --font, at most two. It
// writes a message and reports false if a file is unreadable or no font.
func (p *plate) fonts() bool {
	names := p.Flags["font"]
	if len(names) == 0 {
		return true
	}
	var files [2][]byte
	for i, name := range names[:min(2, len(names))] {
		var ok bool
		if files[i], ok = p.Read(name, cli.MaxDocument); !ok {
			return false
		}
	}
	font, err := render.NewFont(files[0], files[1])
	if err != nil {
		p.Say("gridbox draw: " + names[0] + ": " + err.Error() + "\n")
		return false
	}
	p.options.Font = font
	return true
}

// collectAnswers reads or computes the answers to draw and returns the exit status.
func (p *plate) collectAnswers(s *scenario.Scenario) int {
	var text []byte
	if len(p.Args) == 2 {
		var ok bool
		if text, ok = p.Read(p.Args[1], cli.MaxResult); !ok {
			return cli.Wrong
		}
	}
	form := studies.FormatOf(text)
	if form == study.PartFormat {
		p.Say("gridbox draw: " + p.Args[1] + " is a part of a study; merge the parts first\n")
		return cli.Wrong
	}
	f := export.Format{Plain: p.HasFlag("problem"), Single: !p.HasFlag("chart")}
	return p.Call.collectAnswers(s, &p.work, f, text, form == report.Format)
}

// write lays out the figure, writes the file in the format of its extension
// and returns the exit status.
func (p *plate) write() int {
	w := &p.work
	shown := figure.Plate{Scenario: w.Scenario, Answers: w.Answers, Study: w.Study}
	shown.Metric, shown.Charted = p.Flag("chart")
	shown.VariedPath, _ = p.Flag("along")
	if !p.number("height", &shown.Height) {
		return cli.Wrong
	}
	if text, stepped := p.Flag("step"); stepped {
		if status := p.stepTo(&shown, text); status != cli.Done {
			return status
		}
	}
	page, err := shown.Page(p.options, p.HasFlag("caption"))
	if err != nil {
		return p.refuse(err)
	}
	dpi := 300.0
	if !p.number("dpi", &dpi) {
		return cli.Wrong
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
		p.Say(note + "\n")
	}
	p.Say(shown.Title() + ": " + shown.Subject() + "\n")
	return p.save(p.out, file)
}

// stepTo sets the figure to a recorded step of the first answer's run, given
// as N or N,whole, and returns the exit status. It writes a message if there
// is no such step.
func (p *plate) stepTo(shown *figure.Plate, text string) int {
	number, whole := strings.CutSuffix(text, ",whole")
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 1:
		p.Say("gridbox draw: --step is a number from 1, with ,whole behind it for the whole run, not " + text + "\n")
		return cli.Wrong
	case len(shown.Answers) == 0 || shown.Charted || shown.Study != nil:
		p.Say("gridbox draw: --step is of a run, not of a problem, a chart or a study\n")
		return cli.Wrong
	}
	a := &shown.Answers[0]
	run := scenario.Run{Algorithm: a.Algorithm, Label: a.Label, Options: a.Options}
	own := *shown.Scenario
	own.Runs, own.View = []scenario.Run{run}, nil
	job, _ := p.Flag("job")
	r := stepview.New(&own, catalog.Colours(own.Kind, own.Runs)[0], job, whole)
	if job != "" && r.CoversWholeRun() && !whole {
		p.Say("gridbox draw: --job " + job + " is no job of this scenario whose decision is recorded\n")
		return cli.Wrong
	}
	if r.SetAnswer(a) {
		why, err := engine.All().ExplainExplicit(p.Ctx, &own, run, r.About, engine.Env{})
		if err != nil {
			return p.refuse(err)
		}
		r.SetExplanation(why.Trace)
	}
	switch {
	case r.None != "":
		p.Say("gridbox draw: " + r.None + "\n")
		return cli.Wrong
	case n > r.Steps():
		p.Say("gridbox draw: there are " + strconv.Itoa(r.Steps()) + " steps\n")
		return cli.Wrong
	}
	r.GoTo(n)
	shown.Picture, shown.Step = r.Picture, "step "+strconv.Itoa(n)+" of "+strconv.Itoa(r.Steps())
	return cli.Done
}
