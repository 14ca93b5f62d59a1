package serve

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/export"
	"gridbox/core/scenario"
)

// Export writes answers in a format of other programs.
func (c *Catalog) Export(_ context.Context, text []byte, about map[string]string) (Written, error) {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	explicit, err := c.read(line)
	if err != nil {
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
