package main

import (
	"encoding/json"
	"flag"
	"os"
	"strconv"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/study/paper"
)

var record = flag.Bool("record", false, "record the digests of site/papers, which ./build.sh papers has just written")

// A paperRecord holds the digests of a paper's results, without running times.
type paperRecord struct {
	Replications int    `json:"replications"` // of each experiment, in First
	First        string `json:"first"`
	All          string `json:"all"` // the document in site/papers
}

// The site shows the recorded results of the papers' experiments (site/papers). All of them take
// more than a minute, so the test runs the first replications only and compares them with the
// same replications of the recording. Only ./build.sh papers records both.
func TestRecordedPapersAreCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every experiment of every paper")
	}
	const file = "testdata/papers.json"
	records := map[string]paperRecord{}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &records)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range paper.IDs() {
		t.Run(id, func(t *testing.T) {
			all, err := os.ReadFile("../../../site/papers/" + id + ".json")
			if err != nil {
				t.Fatal(err)
			}
			got := paperRecord{Replications: records[id].Replications}
			first, stderr, status := runWithInput(nil, "study", "--paper", id, "--json", "--replications",
				strconv.Itoa(got.Replications))
			if status != cli.Done {
				t.Fatalf("study --paper %s: got exit %d, want %d; %s", id, status, cli.Done, stderr)
			}
			got.First, got.All = digestWithoutTimes(t, first), digestWithoutTimes(t, all)
			if *record {
				records[id] = got
			} else if got != records[id] {
				t.Errorf("the recorded results are not current; run ./build.sh papers and read the difference\n"+
					"got  %v\nwant %v", got, records[id])
			}
		})
	}
	if *record {
		text, err := json.MarshalIndent(records, "", "  ")
		if err == nil {
			err = os.WriteFile(file, append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// digestWithoutTimes returns the digest of a comparison without the parts that depend on the
// machine's speed.
func digestWithoutTimes(t *testing.T, text []byte) string {
	t.Helper()
	d := new(paper.Document)
	if faults := doc.Decode(text, d); faults != nil {
		t.Fatal(faults)
	}
	for i := range d.Rows {
		if r := &d.Rows[i]; r.Machine {
			r.Ours, r.CI95, r.Distance, r.Count, r.Excluded, r.Verdict = nil, nil, nil, 0, 0, ""
		}
	}
	for i := range d.Charts {
		if c := &d.Charts[i]; c.Machine {
			c.Lines = nil
		}
	}
	return doc.Digest(d.Text())
}
