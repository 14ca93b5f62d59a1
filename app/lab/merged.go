package lab

import (
	"bytes"
	"encoding/json"
	"strings"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// isStudy reports whether a text is the result of a study.
func isStudy(text []byte) bool {
	var head struct{ Format string }
	return bytes.Contains(text, []byte(`"`+report.Format+`"`)) && json.Unmarshal(text, &head) == nil &&
		head.Format == report.Format
}

// bring shows the results that a cluster computed for the draft's study. The worker first compares
// the document's digest, study and numbers.
func (v *surveyor) bring(name string, text []byte) {
	l, kind := v.lab, v.lab.s.Draft.Kind
	if !l.live {
		return
	}
	_, key := askedText(l.s.Draft)
	v.consult(text, v.view(), func(reply []byte, notes string, t *compute.Trouble) {
		if t != nil {
			l.do(state.Notify{Text: i18n.T("{} is not shown. {}", name, sentence(t.Text)), Detail: faultTexts(t.Faults),
				Error: true})
			return
		}
		outline, view := outlined(reply)
		if outline == nil || len(outline.Metrics) == 0 || len(outline.Points) == 0 {
			l.do(state.Notify{Text: i18n.T("{} is not shown: the worker's answer cannot be read.", name), Error: true})
			return
		}
		v.close()
		v.study, v.merged = &feature.Ask{Of: l.s.Draft}, text
		l.do(state.StudyBrought{Key: key, Kind: kind, File: name, Outline: outline, View: view},
			state.Show{What: "view", To: "study"},
			state.Notify{Text: strings.TrimSpace(i18n.T("Opened {}. {}", name, notes))})
		v.compareStudy()
		v.lookMerged() // with the metric and the point that the page shows now
		v.show()
	})
}

// sentence returns a text with a capital and a full stop.
func sentence(text string) string {
	text = strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):]
	return strings.TrimSuffix(text, ".") + "."
}

// outlined splits the worker's reply about a merged document.
func outlined(reply []byte) (*study.Outline, *report.Document) {
	line, rest, _ := bytes.Cut(reply, []byte("\n"))
	outline := &study.Outline{}
	view, faults := report.Parse(rest)
	if len(faults) > 0 || len(doc.Decode(line, outline)) > 0 {
		return nil, nil
	}
	return outline, view
}

// lookMerged requests the current view of the document.
func (v *surveyor) lookMerged() {
	v.consult(v.merged, v.view(), func(reply []byte, _ string, t *compute.Trouble) {
		if _, view := outlined(reply); t == nil && view != nil {
			v.lab.do(state.StudySeen{View: view})
		}
	})
}

// askMerged requests the contents of a merged document: itself and its cells.
func (v *surveyor) askMerged(as string, use func(reply []byte)) {
	switch as {
	case "document":
		use(v.merged)
	case "csv":
		v.consult(v.merged, map[string]string{"show": "csv"}, func(reply []byte, _ string, t *compute.Trouble) {
			if t == nil {
				use(reply)
			}
		})
	}
}

// consult sends a merged document of the draft's study to the worker.
func (v *surveyor) consult(text []byte, about map[string]string,
	use func(reply []byte, notes string, t *compute.Trouble)) {
	l := v.lab
	asked, _ := askedText(l.s.Draft)
	if v.merged != nil && v.study != nil { // the draft may have changed since
		asked, _ = askedText(v.study.Of)
	}
	about["as"] = "merged"
	v.looking.End()
	this := &feature.Ask{Of: l.s.Draft}
	v.looking = this
	this.Stop = l.workers.Export(append(append(asked, '\n'), text...), about,
		func(reply []byte, notes string, t *compute.Trouble) {
			l.hear(this, func() { use(reply, notes, t) })
		})
}
