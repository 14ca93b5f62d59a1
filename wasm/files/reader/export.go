package reader

import (
	"bytes"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/export"
	"gridbox/core/onepage"
	"gridbox/core/qr"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// An Output is a text in a format of other programs, with notes on omitted data.
type Output struct {
	Text  []byte
	Notes string
}

// Export writes a scenario (the first line of text) with the result document after it, in the
// format named by about. It can also write a study's document, the files of a cluster study, the
// QR code of an address, or a chart or picture as PDF. shell returns the page into which a
// scenario is put to make a single file.
func Export(text []byte, about map[string]string, shell func() ([]byte, error)) (Output, error) {
	switch about["as"] {
	case "job":
		return JobFile(text, about)
	case "merged":
		return MergedResults(text, about)
	case "press":
		return exportChart(text, about)
	case "code":
		svg, err := qr.SVG(string(text), "QR code of the address")
		return Output{Text: []byte(svg)}, err
	}
	if about["of"] == "study" {
		return exportStudy(text, about)
	}
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	s, faults := scenario.Parse(line)
	if err := faults.Err(); err != nil {
		return Output{}, err
	}
	explicit, faults := scenario.ExpandValid(s)
	if err := faults.Err(); err != nil {
		return Output{}, err
	}
	if about["as"] == "figure" {
		return figure(explicit, rest, about)
	}
	if about["as"] == "html" {
		return onePage(s, rest, about, shell)
	}
	f, err := export.ByID(about["as"], explicit.Kind, false)
	if err != nil {
		return Output{}, err
	}
	w := &export.Work{Scenario: explicit, Table: about["table"]}
	if len(bytes.TrimSpace(rest)) > 0 {
		r, err := resultOf(rest, explicit.Kind)
		if err != nil {
			return Output{}, err
		}
		w.Answers = catalog.LabelledAnswers(explicit, r.Runs)
	}
	if w.AnswerIndex, err = strconv.Atoi(about["chosen"]); err != nil {
		w.AnswerIndex = 0
	}
	made, err := f.Write(w)
	return Output{Text: made.Bytes, Notes: strings.Join(made.Notes, " ")}, err
}

// resultOf parses a result document of a kind.
func resultOf(text []byte, kind string) (*scenario.Result, error) {
	r, faults := scenario.ParseResult(text)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if r.Kind != kind {
		return nil, doc.Faults{{Path: "kind", Value: strconv.Quote(r.Kind),
			Reason: "is not that of the scenario, " + kind}}
	}
	return r, nil
}

// onePage returns one HTML page that contains a scenario and the answers in result. shell returns the page without
// documents. onePage returns an error if the result is malformed or of another kind.
func onePage(s *scenario.Scenario, result []byte, about map[string]string,
	shell func() ([]byte, error)) (Output, error) {
	r, err := resultOf(result, s.Kind)
	if err != nil {
		return Output{}, err
	}
	w := onepage.Work{Scenario: s, Answers: r.Runs,
		About: onepage.About{Run: about["run"], Site: about["site"]}}
	empty, err := shell()
	if err != nil {
		return Output{}, err
	}
	text, err := w.Write(empty)
	return Output{Text: text}, err
}

// exportStudy writes a study's document.
func exportStudy(text []byte, about map[string]string) (Output, error) {
	d, faults := report.Parse(text)
	if err := faults.Err(); err != nil {
		return Output{}, err
	}
	f, err := export.ByID(about["as"], d.Kind, true)
	if err != nil {
		return Output{}, err
	}
	made, err := f.Write(&export.Work{Study: d, Table: about["table"]})
	return Output{Text: made.Bytes, Notes: strings.Join(made.Notes, " ")}, err
}
