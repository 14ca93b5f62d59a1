package paper

import "testing"

// Running times on another machine prove nothing, so no verdict counts them.
func TestATallyCountsRunningTimesApart(t *testing.T) {
	d := &Document{Rows: []RowDocument{{Verdict: Agrees}, {Verdict: Agrees}, {Verdict: Differs, Machine: true},
		{Verdict: Agrees, Machine: true}, {Verdict: Differs, Rejected: true, Machine: true}}}
	if got := d.VerdictSummary(); got != "2 agree; 2 are running times on another machine" {
		t.Errorf("VerdictSummary: got %q, want 2 that agree and 2 running times", got)
	}
	if got := (&Document{Rows: d.Rows[2:3]}).VerdictSummary(); got != "1 is a running time on another machine" {
		t.Errorf("VerdictSummary of a running time: got %q, want no verdict", got)
	}
	if got := (&Document{Rows: []RowDocument{{Verdict: Agrees},
		{Verdict: Differs}}}).VerdictSummary(); got != "1 agrees, 1 differs" {
		t.Errorf("VerdictSummary of two verdicts: got %q, want \"1 agrees, 1 differs\"", got)
	}
}
