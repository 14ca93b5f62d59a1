package main

import (
	"os"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/study/paper"
)

// The site shows the recorded results of the papers' experiments (site/papers). They are run
// anew here, in full. Running times differ between machines and are left out.
func TestRecordedPapersAreCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every experiment of every paper")
	}
	for _, id := range paper.IDs() {
		t.Run(id, func(t *testing.T) {
			recorded, err := os.ReadFile("../../../site/papers/" + id + ".json")
			if err != nil {
				t.Fatal(err)
			}
			computed, stderr, status := spoken(nil, "study", "--paper", id, "--json")
			if status != done {
				t.Fatal(stderr)
			}
			got, want := withoutTimes(t, computed), withoutTimes(t, recorded)
			if got != want {
				t.Errorf("the recorded results are not current; run ./build.sh papers and read the difference\n%s",
					firstDifference(got, want))
			}
		})
	}
}

// withoutTimes returns a comparison as text, without what depends on the machine's speed.
func withoutTimes(t *testing.T, text []byte) string {
	t.Helper()
	d := new(paper.Document)
	if faults := doc.Decode(text, d); faults != nil {
		t.Fatal(faults)
	}
	for i := range d.Rows {
		if r := &d.Rows[i]; r.Machine {
			r.Ours, r.CI95, r.Distance, r.Count, r.Left, r.Verdict = nil, nil, nil, 0, 0, ""
		}
	}
	for i := range d.Charts {
		if c := &d.Charts[i]; c.Machine {
			c.Lines = nil
		}
	}
	return string(d.Text())
}
