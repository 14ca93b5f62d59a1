package study

import (
	"bytes"
	"strings"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// showImported shows the results that a cluster computed for the draft's study. The worker first compares
// the document's digest, study and numbers.
func (e *effects) showImported(name string, text []byte) {
	draft := e.env.State().Draft
	_, key := studyDocument(draft)
	e.consult(text, e.view(), func(reply []byte, notes string, t *compute.Trouble) {
		if t != nil {
			e.env.Do(state.Notify{Text: i18n.T("{} is not shown. {}", name, sentence(t.Text)), Detail: t.Faults.Texts(),
				Error: true})
			return
		}
		outline, view := parseMerged(reply)
		if outline == nil || len(outline.Metrics) == 0 || len(outline.Points) == 0 {
			e.env.Do(state.Notify{Text: i18n.T("{} is not shown: the worker's answer cannot be read.", name),
				Error: true})
			return
		}
		e.close()
		e.study, e.mergedDocument = &feature.Request{Scenario: e.env.State().Draft}, text
		e.env.Do(Slot.Do(ImportArrived{Key: key, Kind: draft.Kind, File: name, Outline: outline, View: view}),
			state.Show{Field: "view", To: viewID},
			state.Notify{Text: strings.TrimSpace(i18n.T("Opened {}. {}", name, notes))})
		e.compare()
		e.requestMergedView() // with the metric and the point that the page shows now
		e.drawNext()
	})
}

// sentence returns a text with a capital and a full stop.
func sentence(text string) string {
	return strings.TrimSuffix(ui.Begin(text), ".") + "."
}

// parseMerged splits the worker's reply about a merged document into the outline and the report. It returns nil twice
// if either is malformed.
func parseMerged(reply []byte) (*study.Outline, *report.Document) {
	line, rest, _ := bytes.Cut(reply, []byte("\n"))
	outline := &study.Outline{}
	view, faults := report.Parse(rest)
	if len(faults) > 0 || len(doc.Decode(line, outline)) > 0 {
		return nil, nil
	}
	return outline, view
}

// requestMergedView requests the current view of the merged document and shows it. A failed request leaves the former
// view.
func (e *effects) requestMergedView() {
	e.consult(e.mergedDocument, e.view(), func(reply []byte, _ string, t *compute.Trouble) {
		if _, view := parseMerged(reply); t == nil && view != nil {
			e.do(ViewArrived{View: view})
		}
	})
}

// requestMergedData calls use with the bytes of the merged document, or with its cells for "csv". A worker writes the
// cells. use is not called if the worker fails, or for another format.
func (e *effects) requestMergedData(as string, use func(reply []byte)) {
	switch as {
	case "document":
		use(e.mergedDocument)
	case "csv":
		e.consult(e.mergedDocument, map[string]string{"show": "csv"}, func(reply []byte, _ string, t *compute.Trouble) {
			if t == nil {
				use(reply)
			}
		})
	}
}

// consult sends a merged document of the draft's study to the worker, and later calls use with the reply. It cancels
// the previous request.
func (e *effects) consult(text []byte, about map[string]string,
	use func(reply []byte, notes string, t *compute.Trouble)) {
	draft := e.env.State().Draft
	asked, _ := studyDocument(draft)
	if e.mergedDocument != nil && e.study != nil { // the draft may have changed since
		asked, _ = studyDocument(e.study.Scenario)
	}
	about["as"] = "merged"
	e.looking.End()
	this := &feature.Request{Scenario: draft}
	e.looking = this
	this.Stop = e.env.Workers().Export(append(append(asked, '\n'), text...), about,
		func(reply []byte, notes string, t *compute.Trouble) {
			e.env.Receive(this, func() { use(reply, notes, t) })
		})
}
