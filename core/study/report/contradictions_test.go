package report

import (
	"reflect"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/study"
)

// shard returns a study document with its values, as --shard writes it.
func shard(t *testing.T) (*study.Plan, *Document) {
	t.Helper()
	plan, part := inventedStudy(24)
	plan.Scenario.Format, plan.Scenario.Version = "gridbox", 1
	d := New(plan, part)
	d.Part = part.Document()
	return plan, roundTrip(t, d)
}

// roundTrip returns a copy of a document, written and read.
func roundTrip(t *testing.T, d *Document) *Document {
	t.Helper()
	other := &Document{}
	if faults := doc.Decode(doc.Canonical(d), other); len(faults) > 0 {
		t.Fatal(faults)
	}
	return other
}

// resign signs a document again, as a deliberate forger would.
func resign(d *Document) {
	d.sign()
	if d.Part != nil {
		d.Part.Digest = ""
	}
}

// An unchanged document has no contradiction. A change anywhere is found at its place, whether
// or not the document is signed again.
func TestContradictions(t *testing.T) {
	plan, d := shard(t)
	if faults := d.Contradictions(plan); len(faults) > 0 {
		t.Fatalf("an unchanged part: got faults %v, want none", faults)
	}
	bare := roundTrip(t, d)
	bare.Part.Digest = ""
	if faults := bare.Contradictions(plan); len(faults) > 0 {
		t.Fatalf("a part without a digest: got faults %v, want none", faults)
	}
	whole := roundTrip(t, d)
	whole.Part = nil
	if faults := whole.Contradictions(plan); len(faults) > 0 {
		t.Fatalf("a whole document: got faults %v, want none", faults)
	}
	for name, c := range map[string]struct {
		change func(d *Document)
		at     string // place of the fault in a signed document
		bare   bool   // whether it is also found without the values
	}{
		"a value":       {func(d *Document) { d.Part.Points[0].Runs[0].Values[0][0] += 0.01 }, "cells[0].mean", false},
		"another value": {func(d *Document) { d.Part.Points[1].Runs[2].Values[1][3]++ }, "cells[14].", false},
		"an infeasible": {func(d *Document) { d.Part.Points[1].Runs[2].Infeasible[0]-- },
			"cells[11].infeasible", false},
		"a mean":         {func(d *Document) { *d.Cells[3].Mean += 1e-9 }, "cells[3].mean", false},
		"an interval":    {func(d *Document) { d.Cells[0].Interval.Low-- }, "cells[0].interval.low", false},
		"a count":        {func(d *Document) { d.Cells[2].Count++ }, "cells[2]", true},
		"wins":           {func(d *Document) { *d.Pairs[0].Wins++ }, "pairs[0]", true},
		"a p-value":      {func(d *Document) { *d.Pairs[1].Holm = 0.001 }, "pairs[1].pHolm", true},
		"a verdict":      {func(d *Document) { d.Pairs[1].Verdict = Different }, "pairs[1].verdict", true},
		"a cell dropped": {func(d *Document) { d.Cells = d.Cells[1:] }, "cells", true},
		"a failure":      {func(d *Document) { d.Failures[0].Reason = "it was the weather" }, "failures[0].why", false},
		"another study":  {func(d *Document) { d.Scenario = "sha256:1" }, "scenario", true},
	} {
		other := roundTrip(t, d)
		c.change(other)
		if faults := other.Contradictions(plan); len(faults) == 0 ||
			!strings.Contains(faults[0].Path, "digest") {
			t.Errorf("%s, not signed again: got faults %v, want the digest first", name, faults)
		}
		if resign(other); !hasFaultAt(other.Contradictions(plan), c.at) {
			t.Errorf("%s, signed again: got %v, want at %s", name, other.Contradictions(plan), c.at)
		}
		if other.Part = nil; c.bare && !hasFaultAt(other.Contradictions(plan), c.at) {
			t.Errorf("%s, without values: got %v, want at %s", name, other.Contradictions(plan), c.at)
		}
	}
}

func hasFaultAt(faults doc.Faults, at string) bool {
	for _, f := range faults {
		if strings.HasPrefix(f.Path, at) {
			return true
		}
	}
	return false
}

// The list of contradictions of a document with many errors is limited.
func TestFewContradictionsAreEnough(t *testing.T) {
	plan, d := shard(t)
	for i := range d.Cells {
		d.Cells[i].Count += 7
		*d.Cells[i].Mean++
	}
	if n := len(d.Contradictions(plan)); n < 10 || n > maxContradictions+1 {
		t.Errorf("got %d contradictions, want 10 to %d", n, maxContradictions+1)
	}
	if got := abbreviate([]byte(strings.Repeat("x", 61))); len(got) != 60 || !strings.HasSuffix(got, "...") {
		t.Errorf("abbreviate: got %q, want 60 characters ending in ...", got)
	}
	if got := names(map[string]any{"b": 1, "a": 1}, map[string]any{"c": 1, "a": 2}); !reflect.DeepEqual(got,
		[]string{"a", "b", "c"}) {
		t.Errorf("names: got %v, want a, b, c", got)
	}
}

// A cell that a spreadsheet would compute is exported as text, and numbers are unchanged.
func TestFormulasAreDefused(t *testing.T) {
	plan, part := inventedStudy(4)
	for i := range plan.Points {
		plan.Points[i].Values = []any{-1.5, []any{"=1+1", "@SUM(A1)", "+1", "-1", "\tx", "\rx", "plain"}[i]}
		plan.Points[i].Runs[0].Algorithm = "=cmd|' /C calc'!A0"
	}
	plan.Paths[1] = "=path"
	for _, text := range []string{string(New(plan, part).CSV(plan)), string(ValuesCSV(plan, part))} {
		for _, cell := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' }) {
			if strings.ContainsAny(cell[:1], "=+@") || strings.HasPrefix(cell, "-") && cell != "-1.5" && cell[1] > '9' {
				t.Errorf("got the cell %q, which is a formula, in %s", cell, text)
			}
		}
		for _, want := range []string{"\n-1.5,'=1+1,", "'=path", "'=cmd"} {
			if !strings.Contains(text, want) {
				t.Errorf("got %s, want it to contain %q", text, want)
			}
		}
	}
}
