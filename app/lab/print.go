package lab

import (
	"strconv"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/core/catalog"
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

const pdfType, zipType = "application/pdf", "application/zip"

// The width in millimetres of the study's chart on paper, and the size in pixels at which its text
// has 8 points there.
const (
	chartWidth                = 120
	chartPixels, chartPixelsH = 468, 290
)

// A printout is a request for a figure to the worker that writes files.
type printout struct {
	text  []byte
	about map[string]string
}

// chartPage returns the chart of the study as it is shown.
func (l *Lab) chartPage() printout {
	c, st := panel.StudyChart(&l.s), &l.s.Study
	subject := i18n.T("Gridbox {}", catalog.Version)
	if st.View != nil {
		subject = picture.Count(st.View.Replications, "replication") + ", " +
			scenario.ShortDigest(st.View.Scenario) + ", " + subject
	}
	return printout{c.Draw(chartPixels, chartPixelsH).Append(nil), map[string]string{"as": "press",
		"width": strconv.Itoa(chartWidth), "title": c.Title, "subject": subject}}
}

// picturePage returns the picture of the selected answer.
func (l *Lab) picturePage() printout {
	text := append(scenario.Canonical(l.s.Draft), '\n')
	r := result(&l.s)
	chosen, _ := l.focusedAnswer(&r)
	return printout{append(text, doc.Canonical(r)...), map[string]string{"as": "figure",
		"chosen": strconv.Itoa(chosen)}}
}

// print requests a figure, and downloads the file.
func (l *Lab) print(file, mime, called string, p printout) {
	this := feature.Begin(&l.out, l.s.Draft, "")
	this.Stop = l.workers.Export(p.text, p.about, func(written []byte, notes string, t *compute.Trouble) {
		l.hear(this, func() { l.written(file, mime, called, written, notes, t) })
	})
}

// saveFigure downloads the figure together with the LaTeX text of the share dialog.
func (l *Lab) saveFigure() {
	tex := ""
	for _, f := range l.s.Look.Forms {
		if f.ID == "latex" {
			tex = f.Text
		}
	}
	if tex == "" || !panel.CanPrint(&l.s) {
		return
	}
	name, p := fileName(l.s.Draft.Title), printout{}
	if l.s.Look.View == "study" {
		name, p = name+cite.StudySuffix, l.chartPage()
	} else {
		p = l.picturePage()
	}
	p.about["name"], p.about["tex"] = name, tex
	l.print(name+".zip", zipType, "The figure", p)
}
