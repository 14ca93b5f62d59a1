package serve

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A worker writes what the command line writes, and says what is wrong.
func TestTheCatalogExports(t *testing.T) {
	ctx, worker := context.Background(), whole()
	text := preset(t, "five-clusters", nil)
	s, faults := scenario.Parse(text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	solved, err := worker.Solve(ctx, text, scenario.Run{Algorithm: "rbhs"}, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	answer, faults := scenario.ParseAnswer(solved.Answer, "placement")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	result := doc.Canonical(scenario.Result{Format: scenario.ResultFormat, Version: 1, Kind: "placement",
		Scenario: scenario.Digest(s), Runs: []scenario.Answer{answer}})
	whole := bytes.Join([][]byte{text, result}, []byte("\n"))
	for as, want := range map[string]string{"chrome-trace": `"traceEvents"`, "csv": "RBHS", "latex": "\\toprule",
		"markdown": "| RBHS |", "graphml": "<graphml"} {
		w, err := worker.Export(ctx, whole, map[string]string{"as": as, "chosen": "0"})
		if err != nil || !strings.Contains(string(w.Text), want) {
			t.Errorf("%s: %v, %.200s", as, err, w.Text)
		}
	}
	for _, about := range []map[string]string{{"as": "swf"}, {"as": "chrome-trace", "chosen": "7"},
		{"as": "csv", "table": "none"}, {}} {
		if w, err := worker.Export(ctx, whole, about); err == nil {
			t.Errorf("%v: %.200s", about, w.Text)
		}
	}
	if _, err := worker.Export(ctx, text, map[string]string{"as": "graphml"}); err != nil {
		t.Errorf("a topology without answers: %v", err)
	}
	if _, err := worker.Export(ctx, append(bytes.Clone(text), "\n{"...), map[string]string{"as": "csv"}); err == nil {
		t.Error("half a result was taken")
	}
}
