package solve

import (
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
)

// Answers are the same natively and as WebAssembly, and do not change. A change
// here is a change of the algorithms and belongs in the changelog.
func TestDigests(t *testing.T) {
	for _, preset := range []string{"markov-2004", "farm-starvation", "farm-mixed", "farm-stream", "farm-graph"} {
		p, faults := farm.Generate(farm.Spec{Preset: preset}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		for _, a := range []Algorithm{AlgorithmTwoStage, AlgorithmFCFS, AlgorithmEASY, AlgorithmConservative} {
			r := solve(t, &p, a, Options{})
			got := doc.Digest(doc.Canonical(struct {
				Solution *farm.Solution `json:"solution"`
				Bound    float64        `json:"bound"`
				MeanWait float64        `json:"meanWait"`
			}{r.Solution, r.Proof.Value, r.Metrics.MeanWait}))[7:19]
			if want := digests[preset+" "+string(a)]; got != want {
				t.Errorf("digest of %q: got %q, want %q", preset+" "+string(a), got, want)
			}
		}
	}
}

var digests = map[string]string{
	"markov-2004 two-stage":        "40f9dfb7a74c",
	"markov-2004 fcfs":             "36a8052da339",
	"markov-2004 easy":             "4ccfc5492111",
	"markov-2004 conservative":     "4ccfc5492111",
	"farm-starvation two-stage":    "9da6c462bd40",
	"farm-starvation fcfs":         "ce391cc69664",
	"farm-starvation easy":         "8fff46572888",
	"farm-starvation conservative": "8fff46572888",
	"farm-mixed two-stage":         "6fcb58462053",
	"farm-mixed fcfs":              "d68a9752270d",
	"farm-mixed easy":              "0ec43b1bd7fc",
	"farm-mixed conservative":      "c7633574e68e",
	"farm-stream two-stage":        "e77d9490e632",
	"farm-stream fcfs":             "db6e592edc13",
	"farm-stream easy":             "d34ddd4f6a43",
	"farm-stream conservative":     "e9e5fe928369",
	"farm-graph two-stage":         "00cad238b099",
	"farm-graph fcfs":              "4bcee28d24f9",
	"farm-graph easy":              "88d66179162f",
	"farm-graph conservative":      "f00518a35164",
}
