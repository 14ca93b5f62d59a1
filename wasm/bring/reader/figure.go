package reader

import (
	"archive/zip"
	"bytes"
	"errors"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/draw/paperfigure"
	"gridbox/core/draw/render"
	"gridbox/core/draw/scene"
	"gridbox/core/scenario"
)

// figureWidth is the width of pictures in millimetres, that of a column.
const figureWidth = 84

// figure writes the picture of an explicit scenario, with the chosen answer if there is one, as
// PDF.
func figure(explicit *scenario.Scenario, result []byte, about map[string]string) (Written, error) {
	p := paperfigure.Plate{Scenario: explicit}
	if len(bytes.TrimSpace(result)) > 0 {
		r, err := resultOf(result, explicit.Kind)
		if err != nil {
			return Written{}, err
		}
		i, err := strconv.Atoi(about["chosen"])
		if err != nil || i < 0 || i >= len(r.Runs) {
			return Written{}, errors.New("there is no answer " + strconv.Quote(about["chosen"]))
		}
		p.Answers = catalog.Labelled(explicit, r.Runs)[i : i+1]
	}
	page, err := p.Lay(render.Options{Width: figureWidth}, false)
	if err != nil {
		return Written{}, err
	}
	return printed(page, about)
}

// pressed writes a chart of the page as PDF. about["width"] is its width in millimetres.
func pressed(drawn []byte, about map[string]string) (Written, error) {
	width, err := strconv.ParseFloat(about["width"], 64)
	if err != nil {
		return Written{}, errors.New("width is a number, not " + strconv.Quote(about["width"]))
	}
	chart, err := scene.Read(drawn)
	if err != nil {
		return Written{}, err
	}
	page, err := render.Lay(chart, render.Options{Width: width, Title: about["title"], Subject: about["subject"]})
	if err != nil {
		return Written{}, err
	}
	return printed(page, about)
}

// printed returns the PDF or, with about["tex"], an archive of it with a text that includes it,
// both named about["name"].
func printed(page *render.Page, about map[string]string) (Written, error) {
	pdf, err := page.PDF()
	if err != nil || about["tex"] == "" {
		return Written{Text: pdf}, err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range []struct {
		name string
		text []byte
	}{{about["name"] + ".pdf", pdf}, {about["name"] + ".tex", []byte(about["tex"] + "\n")}} {
		w, err := z.Create(f.name)
		if err != nil {
			return Written{}, err
		}
		if _, err := w.Write(f.text); err != nil {
			return Written{}, err
		}
	}
	err = z.Close()
	return Written{Text: b.Bytes()}, err
}
