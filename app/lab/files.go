package lab

import (
	"bytes"
	"encoding/base64"
	"slices"

	"gridbox/app/kind/kinds"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/draw/chart"
	"gridbox/core/i18n"
	"gridbox/core/importer"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// Files opens files that were chosen or dropped together. Documents of Gridbox open immediately;
// others are read by a worker, and a dialog asks for missing settings. remembered has the mappings
// that the browser keeps.
func (l *Lab) Files(files []importer.File, remembered string) {
	l.catchUp()
	others := slices.DeleteFunc(slices.Clone(files), func(f importer.File) bool { return ours(f.Data) })
	// A study may be imported with its document, which must be opened first.
	var order []importer.File
	for _, last := range []bool{false, true} {
		for _, f := range files {
			if ours(f.Data) && report.Is(f.Data) == last {
				order = append(order, f)
			}
		}
	}
	l.openFiles(order, func() {
		for _, f := range l.features {
			if l.live && len(others) > 0 && f.Files != nil {
				f.Files(others, remembered)
			}
		}
	})
	l.follow()
}

// openFiles opens files of Gridbox one after another, and then calls done.
func (l *Lab) openFiles(files []importer.File, done func()) {
	if len(files) == 0 {
		done()
		return
	}
	l.openFile(files[0].Name, string(files[0].Data), "", func() { l.openFiles(files[1:], done) })
}

// ours reports whether a file is a document of Gridbox, with or without faults.
func ours(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	head := text[:min(len(text), 64<<10)]
	return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"gridbox`))
}

// File opens the text of a file that was chosen or dropped; why is the reason if it could not be read.
func (l *Lab) File(name, text, why string) {
	l.catchUp()
	l.openFile(name, text, why, noop)
	l.follow()
}

// openFile opens a file, then calls next, which may open files that refer to it.
func (l *Lab) openFile(name, text, why string, next func()) {
	switch {
	case why != "":
		l.do(state.Notify{Text: why, Error: true})
	case l.openInFeatures(name, []byte(text)):
	default:
		l.load(name, len(text), textOf([]byte(text)), func(draft *scenario.Scenario, faults doc.Faults) {
			if l.openFileDraft(name, draft, faults); len(faults) == 0 {
				l.answerUpdater.setText([]byte(text))
			}
			next()
		})
		return
	}
	next()
}

// openFileDraft shows the scenario of a file as a new draft.
func (l *Lab) openFileDraft(name string, draft *scenario.Scenario, faults doc.Faults) {
	if len(faults) > 0 {
		l.do(state.Notify{Text: i18n.T("{} is not a scenario that can be opened. Nothing here has changed.", name),
			Detail: faultTexts(faults), Error: true})
		return
	}
	l.drafts.openWithNotice(draft, i18n.T("open {}", name), false, state.Notify{Text: i18n.T("Opened {}.", name),
		Undo: true})
}

func faultTexts(faults doc.Faults) []string { return faults.Texts() }

func (l *Lab) download(name, mime, text string) { l.host.Call("download", name, mime, text) }

// downloadBytes downloads a binary file.
func (l *Lab) downloadBytes(name, mime string, file []byte) {
	l.host.Call("downloadBytes", name, mime, base64.StdEncoding.EncodeToString(file))
}

const jsonType, csvType = "application/json", "text/csv"

// save downloads the draft in a form: "explicit", "result" with the answers, "picture", or by default as it is. It
// does nothing for the explicit form while the problem is being generated.
func (l *Lab) save(what string) {
	name := fileName(l.s.Draft.Title)
	switch what {
	case "explicit":
		if l.s.Problem != nil {
			d := *l.s.Problem
			d.Title, d.About, d.Runs = l.s.Draft.Title, l.s.Draft.About, l.s.Draft.Runs
			l.download(name+".explicit.json", jsonType, string(scenario.Text(&d)))
		}
	case "result":
		l.download(name+".result.json", jsonType, string(doc.Pretty(result(&l.s)))+"\n")
	case "picture":
		l.host.Call("savePicture", name+".svg")
	default:
		l.download(name+".json", jsonType, l.s.DraftText())
	}
}

// result returns the result document of the current answers. Runs without an answer are omitted.
func result(s *state.State) scenario.Result {
	r := scenario.Result{Format: scenario.ResultFormat, Version: scenario.ResultVersion, Engine: catalog.Version,
		Scenario: scenario.Digest(s.Draft), Kind: s.Draft.Kind}
	for _, a := range s.Answers {
		if a.Answer != nil {
			one := *a.Answer
			one.Run, one.Label = &a.Index, a.Run.Label
			r.Runs = append(r.Runs, one)
		}
	}
	return r
}

func fileName(title string) string { return cite.FileName(title) }

// export downloads the chart.
func (l *Lab) export(how string) {
	c := kinds.OfDraft(&l.s).Chart(&l.s, l.s.Layout.Chart)
	name := fileName(l.s.Draft.Title) + "-" + c.ID
	switch how {
	case "csv":
		l.download(name+".csv", csvType, c.CSV())
	case "vega":
		l.download(name+".vl.json", jsonType, string(c.JSON(l.theme())))
	default:
		l.host.Call("exportChart", name, how)
	}
}

// theme returns the colours of exported charts.
func (l *Lab) theme() chart.Theme {
	if l.s.Dark() {
		return chart.Dark
	}
	return chart.Light
}
