package reader

import (
	"bytes"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/export"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// Written is a text in a format of other programs, and what it has no room for.
type Written struct {
	Text  []byte
	Notes string
}

// Export writes a scenario, the first line of a text, with the result document
// behind it, in the format that about names; of a study its document alone, or
// what is asked of one that other machines do.
func Export(text []byte, about map[string]string) (Written, error) {
	switch about["as"] {
	case "job":
		return JobFile(text, about)
	case "merged":
		return Merged(text, about)
	}
	if about["of"] == "study" {
		return exportStudy(text, about)
	}
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	s, faults := scenario.Parse(line)
	if err := faults.Err(); err != nil {
		return Written{}, err
	}
	explicit, faults := scenario.Made(s)
	if err := faults.Err(); err != nil {
		return Written{}, err
	}
	f, err := export.ByID(about["as"], explicit.Kind, false)
	if err != nil {
		return Written{}, err
	}
	w := &export.Work{Scenario: explicit, Table: about["table"]}
	if len(bytes.TrimSpace(rest)) > 0 {
		r, faults := scenario.ParseResult(rest)
		if err := faults.Err(); err != nil {
			return Written{}, err
		}
		if r.Kind != explicit.Kind {
			return Written{}, doc.Faults{{Path: "kind", Value: strconv.Quote(r.Kind),
				Why: "is not that of the scenario, " + explicit.Kind}}
		}
		w.Answers = catalog.Labelled(explicit, r.Runs)
	}
	if w.Chosen, err = strconv.Atoi(about["chosen"]); err != nil {
		w.Chosen = 0
	}
	made, err := f.Write(w)
	return Written{Text: made.Bytes, Notes: strings.Join(made.Notes, " ")}, err
}

func exportStudy(text []byte, about map[string]string) (Written, error) {
	d, faults := report.Parse(text)
	if err := faults.Err(); err != nil {
		return Written{}, err
	}
	f, err := export.ByID(about["as"], d.Kind, true)
	if err != nil {
		return Written{}, err
	}
	made, err := f.Write(&export.Work{Study: d, Table: about["table"]})
	return Written{Text: made.Bytes, Notes: strings.Join(made.Notes, " ")}, err
}
