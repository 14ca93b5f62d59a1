package study

import (
	"strconv"

	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/draw/chart"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// command executes the command of a button of the Study view.
func (e *effects) command(what, arg string) {
	switch what {
	case "start":
		e.start(false)
	case "again":
		e.start(true)
	case "pause":
		e.pause()
	case "resume":
		e.resume()
	case "cancel":
		e.cancel()
	case "discard":
		e.discard()
	case "add":
		e.edit(AddVary{Path: arg})
	case "drop":
		e.edit(DropVary{Index: atoi(arg)})
	case "disturb":
		e.edit(AddNoise{Path: arg})
	case "calm":
		e.edit(DropNoise{Index: atoi(arg)})
	case "door":
		e.openEntry(arg)
	case "screen":
		e.do(ShowScreen{To: arg})
	case "empty":
		e.edit(AddDefault{})
		e.do(ShowSetup{On: true})
		e.do(ShowScreen{To: StudyScreen})
	case "setup":
		e.do(ShowSetup{On: arg == "on"})
	case "open":
		e.open(arg)
	case "remove":
		e.remove()
	}
}

// goOn starts or continues the shown study. It does nothing if the study runs, is faulty, or is too large without the
// user's confirmation.
func (e *effects) goOn() {
	s, st := e.env.State(), e.state()
	run := e.runOf(Screen(s))
	switch {
	case run != nil:
		run.GoOn()
	case Screen(s) == EntriesScreen:
	case st.Phase == state.Paused:
		e.resume()
	case !st.Busy() && len(st.Faults) == 0 && st.Refusal == "" && (st.Large || !state.IsLargeStudy(s.Draft)):
		e.start(false)
	}
}

// escape pauses a running study, or leaves the view.
func (e *effects) escape() {
	if e.state().Phase == state.Measuring {
		e.pause()
		return
	}
	for _, r := range e.env.Runs() {
		if r.Pause() {
			return
		}
	}
	e.env.GoTo("")
}

// replication opens one replication as a new draft.
func (e *effects) replication(point, number string) {
	e.requestData(map[string]string{"as": "scenario", "point": point, "replication": number}, func(reply []byte) {
		e.env.LoadShown(i18n.T("replication {}", number), reply, func(d *scenario.Scenario, faults doc.Faults) {
			if len(faults) > 0 {
				e.env.Do(state.Notify{Text: "The replication cannot be opened.", Detail: faults.Texts(), Error: true})
				return
			}
			e.env.Do(state.Open{Draft: d, Name: i18n.T("open replication {}", number)}, state.Show{Field: "view"},
				state.Notify{Text: i18n.T("This is replication {} of the study, with its seed. The study is "+
					"unchanged.",
					number), Undo: true})
		})
	})
}

// setViewOption sets an option of the chart or of the table.
func (e *effects) setViewOption(what, of, value string, checked bool) {
	switch what {
	case "metric":
		e.do(SetMetric{ID: value})
	case "axis":
		e.do(SetAxis{Path: atoi(value)})
	case "at":
		e.do(SetAt{Path: atoi(of), Value: atoi(value)})
	case "log":
		e.do(SetLog{On: checked})
	case "bands":
		e.do(SetBands{On: checked})
	case "median":
		e.do(SetMedian{On: value == "1"})
	case "tab":
		e.do(SetTab{ID: value})
	case "point":
		if value != allPoints {
			e.pick(atoi(value), -1)
			return
		}
		e.do(ShowAll{})
	}
	e.requestView()
}

// Types of files.
const (
	jsonType, csvType = "application/json", "text/csv"
	pdfType, zipType  = "application/pdf", "application/zip"
)

// result downloads the results of the study.
func (e *effects) result(how string) {
	s := e.env.State()
	c, name := currentChart(s), cite.FileName(s.Draft.Title)
	save := func(ending, mime string) {
		e.requestData(map[string]string{"as": how}, func(reply []byte) {
			e.env.Download(name+ending, mime,
				string(reply))
		})
	}
	table := func(ending, mime, called string, about map[string]string) {
		e.document(about, func(p feature.Printout) { e.env.Print(name+ending, mime, called, p) })
	}
	switch how {
	case "document":
		save(".study.json", jsonType)
	case "part":
		save(".part.json", jsonType)
	case "csv":
		save(".study.csv", csvType)
	case "values":
		save(".values.csv", csvType)
	case "latex":
		table(".study.tex", "application/x-tex", "LaTeX table", map[string]string{"as": how})
	case "markdown":
		table(".study.md", "text/markdown", "Markdown table", map[string]string{"as": how})
	case "pairs":
		table(".pairs.csv", csvType, "Pairs as CSV", map[string]string{"as": "csv", "table": how})
	case "latexpdf":
		e.document(map[string]string{"as": "latex"}, func(p feature.Printout) {
			e.env.Export("LaTeX table", p, func(tex []byte, _ string) {
				p := e.page()
				p.About["name"], p.About["tex"] = name+".study", string(tex)
				e.env.Print(name+".study.zip", zipType, "The table with its figure", p)
			})
		})
	case "pdf":
		e.env.Print(name+"-"+c.ID+".pdf", pdfType, "The chart", e.page())
	case "vega":
		theme := chart.Light
		if s.Dark() {
			theme = chart.Dark
		}
		e.env.Download(name+"-"+c.ID+".vl.json", jsonType, string(c.JSON(theme)))
	default:
		e.env.Call("exportSpec", name+"-"+c.ID, how, string(c.JSON(chart.Light)))
	}
}

// document calls use with a request to write the study's document in another program's format.
func (e *effects) document(about map[string]string, use func(feature.Printout)) {
	about["of"] = "study"
	e.requestData(map[string]string{"as": "document"}, func(reply []byte) {
		use(feature.Printout{Text: reply,
			About: about})
	})
}

// The width in millimetres of the study's chart on paper, and the size in pixels at which its text
// has 8 points there.
const (
	chartWidth                = 120
	chartPixels, chartPixelsH = 468, 290
)

// page returns the chart of the study as it is shown, for paper.
func (e *effects) page() feature.Printout {
	s := e.env.State()
	c, st := currentChart(s), Slot.Get(s)
	subject := i18n.T("Gridbox {}", catalog.Version)
	if st.View != nil {
		subject = picture.Count(st.View.Replications, "replication") + ", " +
			scenario.ShortDigest(st.View.Scenario) + ", " + subject
	}
	return feature.Printout{Text: c.Draw(chartPixels, chartPixelsH).Append(nil), About: map[string]string{"as": "press",
		"width": strconv.Itoa(chartWidth), "title": c.Title, "subject": subject}}
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
