package reader

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// A worker writes what the command line writes, and says what is wrong.
func TestAnswersAreWritten(t *testing.T) {
	s := scenario.Generated("placement", "five-clusters", 1)
	text := scenario.Canonical(s)
	explicit, faults := scenario.Made(s)
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
		w, err := Export(whole, map[string]string{"as": as, "chosen": "0"})
		if err != nil || !strings.Contains(string(w.Text), want) {
			t.Errorf("%s: %v, %.200s", as, err, w.Text)
		}
	}
	for _, about := range []map[string]string{{"as": "swf"}, {"as": "chrome-trace", "chosen": "7"},
		{"as": "csv", "table": "none"}, {}} {
		if w, err := Export(whole, about); err == nil {
			t.Errorf("%v: %.200s", about, w.Text)
		}
	}
	if _, err := Export(text, map[string]string{"as": "graphml"}); err != nil {
		t.Errorf("a topology without answers: %v", err)
	}
	if _, err := Export(append(bytes.Clone(text), "\n{"...), map[string]string{"as": "csv"}); err == nil {
		t.Error("half a result was taken")
	}
}
