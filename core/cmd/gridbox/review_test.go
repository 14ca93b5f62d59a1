package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/scenario"
)

// maxWork is the limit of steps of an answer, by its counters: a second or two.
const maxWork = 1e8

var steps = []string{"cells", "choiceStates", "clustersRanked", "coversExamined", "exactComparisons", "labels",
	"machinesAsked", "rounds", "searches", "sets", "slotsAdded", "slotsExamined", "startsSearched", "states",
	"treeNodes", "windowsExamined"}

// Every document in which a review found an error is solved, the answers pass
// their checker, and check accepts the output of solve.
func TestReviewedDocuments(t *testing.T) {
	files, _ := filepath.Glob("testdata/review/*.json")
	if len(files) != 18 {
		t.Fatalf("got %d reviewed documents, want 18", len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if why := verificationError(t, file); why != "" {
			t.Errorf("%s: %s", name, why)
		}
	}
}

// verificationError returns the error of solving or checking a document, "" if there is none.
func verificationError(t *testing.T, file string) string {
	t.Helper()
	solved, got, status := runWithInput(nil, "solve", file)
	if status != cli.Done {
		return "solve: " + got
	}
	if _, got, status := runWithInput(solved, "check", file, "-"); status != cli.Done {
		return "check: " + got
	}
	r, faults := scenario.ParseResult(solved)
	if len(faults) > 0 {
		return faults.Error()
	}
	for i := range r.Runs {
		a := &r.Runs[i]
		if a.Check == nil || !a.Check.OK {
			return a.Algorithm + " is not checked"
		}
		work := 0.0
		for _, name := range steps {
			work += a.Stats[name]
		}
		if work > maxWork {
			return a.Algorithm + " takes too many steps"
		}
	}
	return ""
}

// runWithInput runs one command with a text as standard input.
func runWithInput(in []byte, args ...string) (out []byte, got string, status int) {
	var stdout, stderr bytes.Buffer
	status = run(context.Background(), args, cli.Surroundings{
		In: bytes.NewReader(in), Out: &stdout, Err: &stderr, Clock: func() float64 { return 0 },
	})
	return stdout.Bytes(), stderr.String(), status
}
