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
func figure(explicit *scenario.Scenario, result []byte, about map[string]string) (Output, error) {
	p := paperfigure.Plate{Scenario: explicit}
	if len(bytes.TrimSpace(result)) > 0 {
		r, err := resultOf(result, explicit.Kind)
		if err != nil {
			return Output{}, err
		}
		i, err := strconv.Atoi(about["chosen"])
		if err != nil || i < 0 || i >= len(r.Runs) {
			return Output{}, errors.New("there is no answer " + strconv.Quote(about["chosen"]))
		}
		p.Answers = catalog.LabelledAnswers(explicit, r.Runs)[i : i+1]
	}
	page, err := p.Page(render.Options{Width: figureWidth}, false)
	if err != nil {
		return Output{}, err
	}
	return exportPage(page, about)
}

// exportChart writes a chart of the page as PDF. about["width"] is its width in millimetres.
func exportChart(drawn []byte, about map[string]string) (Output, error) {
	width, err := strconv.ParseFloat(about["width"], 64)
	if err != nil {
		return Output{}, errors.New("width is a number, not " + strconv.Quote(about["width"]))
	}
	chart, err := scene.Read(drawn)
	if err != nil {
		return Output{}, err
	}
	page, err := render.NewPage(chart, render.Options{Width: width, Title: about["title"], Subject: about["subject"]})
	if err != nil {
		return Output{}, err
	}
	return exportPage(page, about)
}

// exportPage returns the PDF or, with about["tex"], an archive of it with a text that includes it,
// both named about["name"].
func exportPage(page *render.Page, about map[string]string) (Output, error) {
	pdf, err := page.PDF()
	if err != nil || about["tex"] == "" {
		return Output{Text: pdf}, err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range []struct {
		name string
		text []byte
	}{{about["name"] + ".pdf", pdf}, {about["name"] + ".tex", []byte(about["tex"] + "\n")}} {
		w, err := z.Create(f.name)
		if err != nil {
			return Output{}, err
		}
		if _, err := w.Write(f.text); err != nil {
			return Output{}, err
		}
	}
	err = z.Close()
	return Output{Text: b.Bytes()}, err
}
