package reader

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/onepage"
	"gridbox/core/scenario"
)

// A worker writes the same files as the command line, and reports faults.
func TestAnswersAreWritten(t *testing.T) {
	s := scenario.NewGenerated("placement", "five-clusters", 1)
	text := scenario.Canonical(s)
	explicit, faults := scenario.ExpandValid(s)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	run := scenario.Run{Algorithm: "rbhs"}
	answer, err := engine.All().RunExplicit(context.Background(), explicit, run, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	result := doc.Canonical(scenario.Result{Format: scenario.ResultFormat, Version: 1, Kind: "placement",
		Scenario: scenario.Digest(s), Runs: []scenario.Answer{answer}})
	whole := bytes.Join([][]byte{text, result}, []byte("\n"))
	for as, want := range map[string]string{"chrome-trace": `"traceEvents"`, "csv": "RBHS", "latex": "\\toprule",
		"markdown": "| RBHS |", "graphml": "<graphml"} {
		w, err := Export(whole, map[string]string{"as": as, "chosen": "0"}, nil)
		if err != nil || !strings.Contains(string(w.Text), want) {
			t.Errorf("Export as %s: got error %v, text %.200s; want text with %q", as, err, w.Text, want)
		}
	}
	for _, about := range []map[string]string{{"as": "swf"}, {"as": "chrome-trace", "chosen": "7"},
		{"as": "csv", "table": "none"}, {}} {
		if w, err := Export(whole, about, nil); err == nil {
			t.Errorf("Export(%v): got %.200s, want an error", about, w.Text)
		}
	}
	if _, err := Export(text, map[string]string{"as": "graphml"}, nil); err != nil {
		t.Errorf("Export of a topology without answers: got error %v, want none", err)
	}
	if _, err := Export(append(bytes.Clone(text), "\n{"...), map[string]string{"as": "csv"}, nil); err == nil {
		t.Error("Export of an incomplete result: got no error")
	}
}

// The single page contains the scenario with its answers and the shell from the page's server.
func TestOnePageIsWritten(t *testing.T) {
	s := scenario.NewGenerated("placement", "five-clusters", 1)
	explicit, _ := scenario.ExpandValid(s)
	run := scenario.Run{Algorithm: "rbhs"}
	answer, err := engine.All().RunExplicit(context.Background(), explicit, run, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	result := doc.Canonical(scenario.Result{Format: scenario.ResultFormat, Version: 1, Kind: "placement",
		Scenario: scenario.Digest(s), Runs: []scenario.Answer{answer}})
	whole := bytes.Join([][]byte{scenario.Canonical(s), result}, []byte("\n"))
	about := map[string]string{"as": "html", "run": "0", "site": "https://gridbox.example"}
	shell := []byte(onepage.TitleMark + onepage.StillMark + onepage.MadeMark + onepage.DocumentsMark)
	w, err := Export(whole, about, func() ([]byte, error) { return shell, nil })
	for _, want := range []string{"<svg", `id="gridbox-result"`, "https://gridbox.example/lab/#s1."} {
		if err != nil || !strings.Contains(string(w.Text), want) {
			t.Errorf("no %s: error %v, text %.300s", want, err, w.Text)
		}
	}
	if _, err := Export(whole, about, func() ([]byte, error) { return nil, errors.New("gone") }); err == nil ||
		err.Error() != "gone" {
		t.Errorf(`Export with a shell that fails: got error %v, want "gone"`, err)
	}
	if _, err := Export(scenario.Canonical(s), about, nil); err == nil {
		t.Error("Export of a page without answers: got no error")
	}
}
