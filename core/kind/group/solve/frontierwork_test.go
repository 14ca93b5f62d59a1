package solve

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/frontier.txt anew")

// The number of labels that frontier visits, and its result with only three
// labels, equal the recorded values. Only the dual, the bounds and the limits
// determine them, and a looser bound would otherwise go unnoticed.
func TestFrontierWork(t *testing.T) {
	var text strings.Builder
	for _, x := range families() {
		p := x.problem(t, 120, 7, 0.7)
		for _, states := range []int{0, 3} {
			r := mustSolve(t, p, AlgorithmFrontier, Options{states: states})
			s := r.Stats
			fmt.Fprintf(&text, "%s, %d labels: value %.12g, bound %.12g, dual %.12g, "+
				"%d labels, %d rounds, %d looks, %d free, %d compared\n", x.name, states,
				r.Metrics.Value, r.Bound, s.DualBound, s.Labels, s.Rounds, s.Effort, s.FreeGroups, s.Comparisons)
		}
	}
	const path = "testdata/frontier.txt"
	if *update {
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != text.String() {
		t.Errorf("recorded work of frontier: error %v; got\n%s\nwant\n%s", err, text.String(), want)
	}
}
