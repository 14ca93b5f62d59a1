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

const pdfType, zipType = "application/pdf", "application/zip"

// picturePage returns the picture of the selected answer.
func (l *Lab) picturePage() feature.Printout {
	text := append(scenario.Canonical(l.s.Draft), '\n')
	r := result(&l.s)
	chosen, _ := l.focusedAnswer(&r)
	return feature.Printout{Text: append(text, doc.Canonical(r)...), About: map[string]string{"as": "figure",
		"chosen": strconv.Itoa(chosen)}}
}

// request has a worker write a file and calls use with it, or shows why it could not be written. Only another request
// ends it.
func (l *Lab) request(called string, p feature.Printout, use func(written []byte, notes string)) {
	this := feature.Begin(&l.exportRequest, l.s.Draft, "")
	this.Stop = l.workers.Export(p.Text, p.About, func(written []byte, notes string, t *compute.Trouble) {
		l.receive(this, func() {
			switch {
			case t == nil:
				use(written, notes)
			case !t.IsCancelled():
				l.do(state.Notify{Text: i18n.T("{} could not be written: {}", called, t.Text), Detail: t.Faults.Texts(),
					Error: true})
			}
		})
	})
}

// print downloads a file that a worker writes, and shows the notes.
func (l *Lab) print(file, mime, called string, p feature.Printout) {
	l.request(called, p, func(written []byte, notes string) {
		if mime == pdfType || mime == zipType {
			l.downloadBytes(file, mime, written)
		} else {
			l.download(file, mime, string(written))
		}
		if notes != "" {
			l.do(state.Notify{Text: notes})
		}
	})
}

// saveFigure downloads the figure together with the LaTeX text of the share dialog. It does nothing if the dialog has
// no such text or the view cannot be printed.
func (l *Lab) saveFigure() {
	tex := ""
	for _, f := range l.s.Layout.Forms {
		if f.ID == "latex" {
			tex = f.Text
		}
	}
	if tex == "" || !panel.CanPrint(&l.s, featureParts) {
		return
	}
	name, p := fileName(l.s.Draft.Title), feature.Printout{}
	if t := l.tabOf(l.s.Layout.View); t != nil {
		suffix := ""
		suffix, p = t.Page()
		name += suffix
	} else {
		p = l.picturePage()
	}
	p.About["name"], p.About["tex"] = name, tex
	l.print(name+".zip", zipType, "The figure", p)
}
