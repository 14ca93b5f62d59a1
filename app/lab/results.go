package lab

import (
	"strconv"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/draw/chart"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// studyCommand runs the command of a button of the Study view.
func (l *Lab) studyCommand(what, arg string) {
	switch what {
	case "start":
		l.survey.start(false)
	case "again":
		l.survey.start(true)
	case "pause":
		l.survey.pause()
	case "resume":
		l.survey.resume()
	case "cancel":
		l.survey.cancel()
	case "discard":
		l.survey.discard()
	case "add":
		l.do(state.AddVary{Path: arg})
	case "drop":
		l.do(state.DropVary{Index: atoi(arg)})
	case "disturb":
		l.do(state.AddNoise{Path: arg})
	case "calm":
		l.do(state.DropNoise{Index: atoi(arg)})
	case "door":
		l.openDoor(arg)
	case "screen":
		l.do(state.ShowStudyScreen{To: arg})
	case "empty":
		l.do(state.AskStudy{}, state.ShowSetup{On: true}, state.ShowStudyScreen{To: state.InStudy})
	case "setup":
		l.do(state.ShowSetup{On: arg == "on"})
	case "open":
		l.survey.open(arg)
	case "remove":
		l.survey.remove()
	}
}

// goOn starts or continues the shown study if that is possible.
func (l *Lab) goOn() {
	st := &l.s.Study
	run := l.runOf(l.s.StudyScreen())
	switch {
	case run != nil:
		run.GoOn()
	case l.s.StudyScreen() == state.InDoors:
	case st.Phase == state.Paused:
		l.survey.resume()
	case !l.s.Running() && len(st.Faults) == 0 && st.Refused == "" && (st.Large || !state.TooLarge(l.s.Draft)):
		l.survey.start(false)
	}
}

// replication opens one replication as a new draft.
func (l *Lab) replication(point, number string) {
	l.survey.ask(map[string]string{"as": "scenario", "point": point, "replication": number}, func(reply []byte) {
		l.load(i18n.T("replication {}", number), len(reply), textOf(reply),
			func(d *scenario.Scenario, faults doc.Faults) {
				if len(faults) > 0 {
					l.do(state.Notify{Text: "The replication cannot be opened.", Detail: faultTexts(faults),
						Error: true})
					return
				}
				l.do(state.Open{Draft: d, Name: i18n.T("open replication {}", number)}, state.Show{What: "view"},
					state.Notify{Text: i18n.T("This is replication {} of the study, with its seed. The study is "+
						"unchanged.",
						number), Undo: true})
			})
	})
}

// viewStudy sets an option of the chart.
func (l *Lab) viewStudy(what, of, value string, checked bool) {
	a := state.ViewStudy{What: what, Metric: value, Of: atoi(of), To: atoi(value)}
	switch what {
	case "log", "bands":
		if a.To = 0; checked {
			a.To = 1
		}
	case "point":
		if value != panel.AllPoints {
			l.survey.pick(atoi(value), -1)
			return
		}
		a = state.ViewStudy{What: "all", To: 1}
	}
	l.do(a)
	l.survey.looked()
}

// result downloads the results of the study.
func (l *Lab) result(how string) {
	c := panel.StudyChart(&l.s)
	name := fileName(l.s.Draft.Title)
	save := func(ending, mime string) {
		l.survey.ask(map[string]string{"as": how}, func(reply []byte) { l.download(name+ending, mime, string(reply)) })
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
		l.studyTable(name+".study.tex", "application/x-tex", "LaTeX table", map[string]string{"as": how})
	case "markdown":
		l.studyTable(name+".study.md", "text/markdown", "Markdown table", map[string]string{"as": how})
	case "pairs":
		l.studyTable(name+".pairs.csv", csvType, "Pairs as CSV", map[string]string{"as": "csv", "table": how})
	case "latexpdf":
		l.studyWritten("LaTeX table", map[string]string{"as": "latex"}, func(tex []byte, _ string) {
			p := l.chartPage()
			p.about["name"], p.about["tex"] = name+".study", string(tex)
			l.print(name+".study.zip", zipType, "The table with its figure", p)
		})
	case "pdf":
		l.print(name+"-"+c.ID+".pdf", pdfType, "The chart", l.chartPage())
	case "vega":
		l.download(name+"-"+c.ID+".vl.json", jsonType, string(c.JSON(l.theme())))
	default:
		l.host.Call("exportSpec", name+"-"+c.ID, how, string(c.JSON(chart.Light)))
	}
}

// studyTable has the worker write the study's document in another program's format, and downloads
// the file.
func (l *Lab) studyTable(file, mime, called string, about map[string]string) {
	l.studyWritten(called, about, func(written []byte, notes string) {
		l.written(file, mime, called, written, notes, nil)
	})
}

// studyWritten has the worker write the study's document in another program's format, and calls use
// with the result.
func (l *Lab) studyWritten(called string, about map[string]string, use func(written []byte, notes string)) {
	about["of"] = "study"
	l.survey.ask(map[string]string{"as": "document"}, func(reply []byte) {
		l.out.End()
		this := &feature.Ask{Of: l.s.Draft}
		l.out = this
		this.Stop = l.workers.Export(reply, about, func(written []byte, notes string, t *compute.Trouble) {
			l.hear(this, func() {
				if t != nil {
					l.written("", "", called, nil, "", t)
					return
				}
				use(written, notes)
			})
		})
	})
}

// written downloads a file that a worker wrote, or shows the reason why there is none.
func (l *Lab) written(file, mime, called string, text []byte, notes string, t *compute.Trouble) {
	switch {
	case t != nil && t.Stopped():
	case t != nil:
		l.do(state.Notify{Text: i18n.T("{} could not be written: {}", called, t.Text), Detail: faultTexts(t.Faults),
			Error: true})
	default:
		if mime == pdfType || mime == zipType {
			l.downloadBytes(file, mime, text)
		} else {
			l.download(file, mime, string(text))
		}
		if notes != "" {
			l.do(state.Notify{Text: notes})
		}
	}
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
