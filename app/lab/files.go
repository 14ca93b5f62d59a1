package shell

import (
	"html"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/chart"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// onFile opens the text of a file that was chosen or dropped.
func (l *Lab) onFile(ctx app.Context, e app.Event) {
	d := e.Get("detail")
	name, why := d.Get("name").String(), d.Get("why").String()
	if why != "" {
		l.act(ctx, state.Tell{Text: why, Error: true})
		return
	}
	draft, faults := catalog.Parse([]byte(d.Get("text").String()))
	if len(faults) > 0 {
		l.act(ctx, state.Tell{Text: name + " is not a scenario that can be opened. Nothing here has changed.", Detail: said(faults), Error: true})
		return
	}
	l.do(state.Tell{Text: "Opened " + name + ".", Undo: true})
	l.act(ctx, state.Open{Draft: draft, Name: "open " + name})
}

func said(faults doc.Faults) []string {
	list := make([]string, len(faults))
	for i, f := range faults {
		list[i] = f.String()
	}
	return list
}

// save hands the draft out as a file: as it is, explicit, with its results, or
// as the picture.
func (l *Lab) save(what string) {
	name := fileName(l.s.Draft.Title)
	switch what {
	case "explicit":
		if l.s.Problem != nil {
			d := *l.s.Problem
			d.Title, d.About, d.Runs = l.s.Draft.Title, l.s.Draft.About, l.s.Draft.Runs
			download(name+".explicit.json", "application/json", string(scenario.Text(&d)))
		}
	case "result":
		download(name+".result.json", "application/json", string(doc.Pretty(result(&l.s)))+"\n")
	case "picture":
		saveImage(name + ".svg")
	default:
		download(name+".json", "application/json", l.s.DraftText())
	}
}

// result is the result document of the answers as they stand.
func result(s *state.State) scenario.Result {
	r := scenario.Result{Format: scenario.ResultFormat, Version: scenario.ResultVersion, Engine: catalog.Version,
		Scenario: scenario.Digest(s.Draft), Kind: s.Draft.Kind}
	for _, a := range s.Answers {
		if a.Answer != nil {
			r.Runs = append(r.Runs, *a.Answer)
		}
	}
	return r
}

// fileName makes a name for a file of a title: letters and digits, the rest
// as hyphens.
func fileName(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "" {
		return "scenario"
	}
	return name[:min(len(name), 60)]
}

// linked gives the address that holds the draft, or why there is none.
func (l *Lab) linked() state.Linked {
	linked := *l.s.Draft
	if l.s.Look.View != "" {
		linked.View = &scenario.View{Panel: l.s.Look.View}
	}
	fragment, err := scenario.Link(&linked)
	if err != nil {
		return state.Linked{Why: err.Error() + " Save it as a file instead and send that."}
	}
	frame := origin() + base() + "/figure/" + fragment
	embed := `<iframe src="` + html.EscapeString(frame) + `" title="` + html.EscapeString(l.s.Draft.Title) + `" width="100%" height="560" loading="lazy"></iframe>`
	return state.Linked{Link: origin() + base() + "/lab/" + fragment, Embed: embed}
}

// openAddress opens the scenario that the page's address holds, if any. It
// comes as a new draft and overwrites none; what is broken says so.
func (l *Lab) openAddress() {
	u := address()
	fragment := u.EscapedFragment()
	if preset := u.Query().Get("preset"); preset != "" && fragment == "" {
		l.openPreset(preset)
		if u.Query().Get("view") == "study" {
			l.do(state.Show{What: "view", To: "study"})
		}
		return
	}
	if fragment == studyAddress {
		l.do(state.Show{What: "view", To: "study"})
		return
	}
	if !strings.HasPrefix(fragment, "s") || !strings.Contains(fragment, ".") {
		return
	}
	clearAddress()
	draft, faults := scenario.OpenLink("#" + fragment)
	if len(faults) == 0 {
		faults = catalog.CheckRuns(draft)
	}
	if len(faults) > 0 {
		l.do(state.Tell{Text: "The link could not be opened; what was here is still here. Ask for it again, or open the file it was made from.", Detail: said(faults), Error: true})
		return
	}
	view := draft.View
	draft.View = nil
	l.do(state.Open{Draft: draft, Name: "open a link"})
	l.keep.linked = true
	l.look(view)
}

// look arranges the page as the link's view parameters say.
func (l *Lab) look(v *scenario.View) {
	if v == nil {
		return
	}
	if v.Run != "" {
		l.do(state.FocusRun{Algorithm: v.Run})
	}
	if v.Select != "" {
		l.do(state.SelectThing{Thing: thing(v.Select)})
	}
	if v.Theme != "" {
		l.do(state.Show{What: "theme", To: v.Theme})
	}
	if v.Panel == "study" {
		l.do(state.Show{What: "view", To: "study"})
	}
	for _, t := range screenOf(&l.s).Answers {
		if t.ID == v.Panel {
			l.do(state.Show{What: "answers", To: v.Panel})
		}
	}
}

func (l *Lab) openPreset(preset string) {
	clearAddress()
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		l.do(state.Tell{Text: "There is no example named " + preset + ".", Error: true})
		return
	}
	l.do(state.Open{Draft: state.FromPreset(kind.ID, preset, 7), Name: "open the example " + preset})
	l.keep.linked = true
}

// export hands the chart out.
func (l *Lab) export(ctx app.Context, how string) {
	c := screenOf(&l.s).Chart(&l.s, l.s.Look.Chart)
	name := fileName(l.s.Draft.Title) + "-" + c.ID
	switch how {
	case "csv":
		download(name+".csv", "text/csv", c.CSV())
	case "vega":
		download(name+".vl.json", "application/json", string(c.JSON(l.theme())))
	default:
		exportChart(name, how)
	}
	ctx.PreventUpdate()
}

// theme is the colours that charts carry in themselves.
func (l *Lab) theme() chart.Theme {
	if l.s.Dark() {
		return chart.Dark
	}
	return chart.Light
}
