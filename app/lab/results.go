package shell

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/chart"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// studyCommand is what the buttons of the screen of studies mean.
func (l *Lab) studyCommand(ctx app.Context, what, arg string) {
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
		n, _ := strconv.Atoi(arg)
		l.do(state.DropVary{Index: n})
	}
	l.followed(ctx)
}

// studyKey is what Ctrl+Enter and Escape mean while studies are looked at.
func (l *Lab) studyKey(ctx app.Context, act string) {
	switch {
	case act == "escape":
		l.studyCommand(ctx, "pause", "")
	case l.s.Study.Phase == state.Paused:
		l.studyCommand(ctx, "resume", "")
	case !l.s.Running() && len(l.s.Study.Faults) == 0 && l.s.Study.Refused == "" && (l.s.Study.Large || !tooLarge(l.s.Draft)):
		l.studyCommand(ctx, "start", "")
	}
}

// ready opens a study that is ready to start.
func (l *Lab) ready(ctx app.Context, id string) {
	if d := state.ReadyStudyDraft(id); d != nil {
		l.act(ctx, state.Open{Draft: d, Name: "open the study " + d.Title})
	}
}

// pickCell chooses a cell of the results.
func (l *Lab) pickCell(ctx app.Context, point, run string) {
	p, _ := strconv.Atoi(point)
	r, _ := strconv.Atoi(run)
	l.survey.pick(p, r)
	l.followed(ctx)
}

// replication opens one replication as a scenario of its own.
func (l *Lab) replication(point, number string) {
	l.survey.ask(map[string]string{"as": "scenario", "point": point, "replication": number}, func(told []byte) {
		d, faults := catalog.Parse(told)
		if len(faults) > 0 {
			l.do(state.Tell{Text: "The replication cannot be opened.", Detail: said(faults), Error: true})
			return
		}
		l.do(state.Open{Draft: d, Name: "open replication " + number})
		l.do(state.Show{What: "view"})
		l.do(state.Tell{Text: "This is replication " + number + " of the study, with the seed that it had. The study is where it was.", Undo: true})
	})
}

// viewStudy takes a choice of what the chart shows.
func (l *Lab) viewStudy(ctx app.Context, what, of, value string, checked bool) {
	a := state.ViewStudy{What: what, Metric: value}
	a.Of, _ = strconv.Atoi(of)
	a.To, _ = strconv.Atoi(value)
	if what == "log" || what == "bands" {
		if a.To = 0; checked {
			a.To = 1
		}
	}
	l.do(a)
	l.survey.looked()
	l.followed(ctx)
}

// result hands out what the study found.
func (l *Lab) result(ctx app.Context, how string) {
	c := panel.StudyChart(&l.s)
	name := fileName(l.s.Draft.Title)
	save := func(ending, mime string) {
		l.survey.ask(map[string]string{"as": how}, func(told []byte) { download(name+ending, mime, string(told)) })
	}
	switch how {
	case "document":
		save(".study.json", "application/json")
	case "part":
		save(".part.json", "application/json")
	case "csv":
		save(".study.csv", "text/csv")
	case "values":
		save(".values.csv", "text/csv")
	case "vega":
		download(name+"-"+c.ID+".vl.json", "application/json", string(c.JSON(l.theme())))
	default:
		exportSpec(name+"-"+c.ID, how, string(c.JSON(chart.Light)))
	}
	ctx.PreventUpdate()
}
