package lab

import (
	"strconv"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// handOut requests the current answers in a format of another program, and downloads the file.
func (l *Lab) handOut(id string) {
	outlet, ok := panel.OutletOf(l.s.Draft.Kind, id)
	if !ok || l.s.Problem == nil || !outlet.Plain && !isSolved(&l.s) {
		return
	}
	text := append(scenario.Canonical(l.s.Draft), '\n')
	about := map[string]string{"as": outlet.Format, "table": outlet.Table, "chosen": "0",
		"site": l.host.StartState().Site}
	if r := result(&l.s); !outlet.Plain {
		text = append(text, doc.Canonical(r)...)
		if i, place := l.focusedAnswer(&r); place >= 0 {
			about["chosen"], about["run"] = strconv.Itoa(i), strconv.Itoa(place)
		}
	}
	l.print(fileName(l.s.Draft.Title)+outlet.Ending, outlet.Type, outlet.Name,
		feature.Printout{Text: text, About: about})
}

// focusedAnswer returns the index of the focused answer in a result, and of its run in the scenario. The run is -1 if
// the result does not have the answer.
func (l *Lab) focusedAnswer(r *scenario.Result) (answer, run int) {
	focused := l.s.FocusedAnswer()
	for i := range r.Runs {
		if focused != nil && r.Runs[i].Run != nil && *r.Runs[i].Run == focused.Index {
			return i, focused.Index
		}
	}
	return 0, -1
}

// code requests the share dialog's address as a QR code.
func (l *Lab) code() {
	link := l.s.Layout.Link
	this := feature.Begin(&l.exportRequest, nil, "")
	this.Stop = l.workers.Export([]byte(link), map[string]string{"as": "code"},
		func(svg []byte, _ string, t *compute.Trouble) {
			l.receive(this, func() {
				if t != nil {
					l.do(state.Notify{Text: i18n.T("The QR code was not made: {}", t.Text),
						Detail: faultTexts(t.Faults),
						Error:  true})
					return
				}
				l.do(state.QRCodeReady{Link: link, SVG: string(svg)})
			})
		})
}
